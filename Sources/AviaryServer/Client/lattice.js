/**
 * Where the items of a uniform layout stand: pure numbers, in content coordinates. A layout is known by seven numbers, so
 * that it crosses the wire once for any number of items; with sections by nine, and how many items each has.
 *
 * @typedef {[
 *   x: number, y: number, pitchX: number, pitchY: number, width: number, height: number, columns: number,
 *   header?: number, empty?: number, table?: import("./sections.js").Table
 * ]} Lattice
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 */
import { last, sectionAt } from "./sections.js";

/**
 * Returns the whole point nearest to `value`. Halves go up, and so does what a rounding error has put just below one:
 * two tiles that share an edge must come to the same point however each of them computed it.
 *
 * @param {number} value
 */
const whole = (value) => Math.round(value + 1e-6);

/**
 * Where a section begins; that behind the last is the end of the content. One formula and no sum, as the scene has it.
 *
 * @param {Lattice} lattice
 * @param {number} section
 */
const offsetOf = ([, y, , pitchY, , height, , header = 0, empty = 0, table], section) => {
  if (!table) return 0;
  const filled = table.filled[section];
  return section * header + (section - filled) * empty + filled * (2 * y - (pitchY - height)) + table.lines[section] * pitchY;
};

/** The section at a height of the content, or the one nearest to it. */
const sectionOn = (/** @type {Lattice} */ lattice, /** @type {number} */ y) =>
  lattice[9] ? last(lattice[9], (section) => offsetOf(lattice, section) <= y) : 0;

/**
 * A section's first position, the one behind its last, and where its first line begins.
 *
 * @param {Lattice} lattice
 * @param {number} section
 * @param {number} count
 */
const runOf = (lattice, section, count) => {
  const [, y, , , , , , header = 0, , table] = lattice;
  return table
    ? { start: table.starts[section], end: table.starts[section + 1], top: offsetOf(lattice, section) + header + y }
    : { start: 0, end: count, top: y };
};

/**
 * The frame of the item at `position`, its four edges rounded to whole points: neighbours meet without a seam.
 *
 * @param {Lattice} lattice
 * @param {number} position
 * @returns {Rect}
 */
export const frameOf = (lattice, position) => {
  let [x, , pitchX, pitchY, width, height, columns] = lattice;
  let { start, top: y } = runOf(lattice, sectionAt(lattice[9], position), 0);
  x += ((position - start) % columns) * pitchX;
  y += Math.floor((position - start) / columns) * pitchY;
  const [left, top] = [whole(x), whole(y)];
  return { x: left, y: top, width: whole(x + width) - left, height: whole(y + height) - top };
};

/**
 * Where a section begins and ends, in whole points, and how high its header is: that of an empty one has room for a word.
 *
 * @param {Lattice} lattice
 * @param {number} section
 */
export const sectionFrameOf = (lattice, section) => {
  const [, , , , , , , header = 0, empty = 0, table] = lattice;
  const y = whole(offsetOf(lattice, section));
  return { y, end: whole(offsetOf(lattice, section + 1)), height: whole(header + (table?.counts[section] ? 0 : empty)) };
};

/**
 * The height of the content of `count` items; the inset at the end is the one at the beginning.
 *
 * @param {Lattice} lattice
 * @param {number} count
 */
export const contentHeight = (lattice, count) => {
  const [, y, , pitchY, , height, columns, , , table] = lattice;
  return whole(
    table ? offsetOf(lattice, table.counts.length) : 2 * y + (count && (Math.ceil(count / columns) - 1) * pitchY + height));
};

/**
 * The positions whose rows touch `rect`: from the first up to, not including, the second.
 *
 * @param {Lattice} lattice
 * @param {{y: number, height: number}} rect
 * @param {number} count
 * @returns {[number, number]}
 */
export const positionsIn = (lattice, rect, count) => {
  const [, , , pitchY, , height, columns] = lattice;
  const bottom = rect.y + rect.height;
  const [first, final] = [rect.y, bottom].map((y) => runOf(lattice, sectionOn(lattice, y), count));
  const from = first.start + Math.max(0, Math.floor((rect.y - first.top - height) / pitchY) + 1) * columns;
  const to = final.start + Math.max(0, Math.ceil((bottom - final.top) / pitchY)) * columns;
  return [Math.min(first.end, from), Math.max(Math.min(first.end, from), Math.min(final.end, to))];
};

/**
 * The position at a point, or the one nearest to it.
 *
 * @param {Lattice} lattice
 * @param {{x: number, y: number}} point
 * @param {number} count
 */
export const positionAt = (lattice, { x, y }, count) => {
  const [left, , pitchX, pitchY, , , columns] = lattice;
  const { start, end, top } = runOf(lattice, sectionOn(lattice, y), count);
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - left) / pitchX)));
  const position = Math.min(end - 1, start + Math.max(0, Math.floor((y - top) / pitchY)) * columns + column);
  return Math.min(count - 1, Math.max(0, position));
};

/**
 * The way that items go together which come `by` positions further: along the line, and to another line when that is nearer.
 * Whoever is led out at one side of the lattice comes in at the other.
 *
 * @param {Lattice} lattice
 * @param {number} by
 * @returns {{x: number, y: number}}
 */
export const wayOf = ([, , pitchX, pitchY, , , columns], by) => {
  // Just half a line stays on its line.
  const lines = Math.round((by - Math.sign(by) / 4) / columns);
  return { x: (by - lines * columns) * pitchX, y: lines * pitchY };
};

/**
 * The way from a position to another, in step with the others of its section and wherever that goes.
 *
 * @param {Lattice} was
 * @param {number} from
 * @param {Lattice} lattice
 * @param {number} to
 */
export const stepOf = (was, from, lattice, to) => {
  const before = runOf(was, sectionAt(was[9], from), 0);
  const after = runOf(lattice, sectionAt(lattice[9], to), 0);
  const { x, y } = wayOf(lattice, to - after.start - (from - before.start));
  return { x, y: y + after.top - before.top };
};
