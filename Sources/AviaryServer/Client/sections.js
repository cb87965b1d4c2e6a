/**
 * Sections: how many items each has, and with it which line and which position begins where. Pure numbers.
 *
 * @typedef {{count: number, counts: number[], starts: number[], lines: number[], filled: number[]}} Table
 *   of each section how many items, lines and non-empty sections lie before it; behind the last, of all
 */

/**
 * The numbers of items after `ops`, which read the old ones from the beginning: `n` keeps the next n, `-n` drops them,
 * `[count, times]` puts in so many sections of so many items, one unless said. What is left unread is kept.
 *
 * @param {number[]} counts
 * @param {(number | [count: number, times?: number])[]} ops
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
 * The last section of which something is so that is so of all before it; the first, when it is of none.
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
 * The section that covers a position.
 *
 * @param {{counts: number[], starts: number[]}} table
 * @param {number} position
 */
export const sectionAt = (table, position) => last(table, (section) => table.starts[section] <= position);
