/**
 * Sections: their item counts, and with them the first position and the first line of each. Computes with numbers only.
 *
 * @typedef {{count: number, counts: number[], starts: number[], lines: number[], filled: number[]}} Table for each
 *   section the number of items, lines and non-empty sections before it; the last entry counts all
 * @typedef {number | [count: number, times?: number]} SectionOp
 */

/**
 * Returns the item counts after `ops`, which read the old counts from the beginning. `n` keeps the next n counts, `-n`
 * leaves them out, and `[count, times]` inserts `times` sections of `count` items, by default one. Unread counts are
 * kept.
 *
 * @param {number[]} counts
 * @param {SectionOp[]} ops
 */
export function recount(counts, ops) {
  /** @type {number[]} */
  let next = [];
  let read = 0;
  for (const op of ops) {
    if (typeof op !== "number") next = next.concat(Array(op[1] ?? 1).fill(op[0]));
    else if (op > 0) next = next.concat(counts.slice(read, (read += op)));
    else read -= op;
  }
  return next.concat(counts.slice(read));
}

/**
 * @param {number[]} counts
 * @param {number} columns
 * @returns {Table}
 */
export function tableOf(counts, columns) {
  const [starts, lines, filled] = [[0], [0], [0]];
  counts.forEach((count, section) => {
    starts.push(starts[section] + count);
    lines.push(lines[section] + Math.ceil(count / columns));
    filled.push(filled[section] + Number(count > 0));
  });
  return { count: starts[counts.length], counts, starts, lines, filled };
}

/**
 * The last section that satisfies `isSo`, which must hold for a prefix of the sections only. The first section, if none
 * does.
 *
 * @param {{counts: number[]}} table
 * @param {(section: number) => boolean} isSo
 */
export function last({ counts }, isSo) {
  let [low, high] = [0, counts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isSo(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The section that contains a position.
 *
 * @param {{counts: number[], starts: number[]}} table
 * @param {number} position
 */
export const sectionAt = (table, position) => last(table, (section) => table.starts[section] <= position);
