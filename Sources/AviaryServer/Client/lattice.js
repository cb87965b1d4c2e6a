/**
 * Where the items of a uniform layout stand: pure numbers, in content coordinates. A layout is known by seven numbers, so
 * that it crosses the wire once for any number of items; with sections by nine, and how many items each has.
 *
 * @typedef {{
 *   numbers: number[], hasHeaders: boolean, x: number, y: number, pitchX: number, pitchY: number, width: number,
 *   height: number, columns: number, header: number, empty: number
 * } & import("./sections.js").Table} Lattice
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 */
import { clamp } from "./clamp.js";
import { last, sectionAt, tableOf } from "./sections.js";

/**
 * A lattice with its items.
 *
 * @param {number[]} numbers as the wire has them
 * @param {number[]} counts how many items each section has; without headers, all are one that nobody sees
 * @returns {Lattice}
 */
export const latticeOf = (numbers, counts) => {
  const [x, y, pitchX, pitchY, width, height, columns, header = 0, empty = 2 * y] = numbers;
  const hasHeaders = numbers.length > 7;
  return { numbers, hasHeaders, x, y, pitchX, pitchY, width, height, columns, header, empty, ...tableOf(counts, columns) };
};

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
const offsetOf = ({ y, pitchY, height, header, empty, filled, lines }, section) =>
  section * header + (section - filled[section]) * empty +
  filled[section] * (2 * y - (pitchY - height)) + lines[section] * pitchY;

/**
 * A section's first position, the one behind its last, and where its first line begins.
 *
 * @param {Lattice} lattice
 * @param {number} section
 */
const runOf = (lattice, section) => ({
  start: lattice.starts[section],
  end: lattice.starts[section + 1],
  top: offsetOf(lattice, section) + lattice.header + lattice.y,
});

/** The run that covers a position. */
const runAt = (/** @type {Lattice} */ lattice, /** @type {number} */ position) => runOf(lattice, sectionAt(lattice, position));

/** The run at a height of the content, or the one nearest to it. */
const runOn = (/** @type {Lattice} */ lattice, /** @type {number} */ y) =>
  runOf(lattice, last(lattice, (section) => offsetOf(lattice, section) <= y));

/**
 * The frame of the item at `position`, its four edges rounded to whole points: neighbours meet without a seam.
 *
 * @param {Lattice} lattice
 * @param {number} position
 * @returns {Rect}
 */
export const frameOf = (lattice, position) => {
  const { start, top } = runAt(lattice, position);
  const left = lattice.x + ((position - start) % lattice.columns) * lattice.pitchX;
  const upper = top + Math.floor((position - start) / lattice.columns) * lattice.pitchY;
  const [x, y] = [whole(left), whole(upper)];
  return { x, y, width: whole(left + lattice.width) - x, height: whole(upper + lattice.height) - y };
};

/**
 * Where a section begins and ends, in whole points, and how high its header is: that of an empty one has room for a word.
 *
 * @param {Lattice} lattice
 * @param {number} section
 */
export const sectionFrameOf = (lattice, section) => ({
  y: whole(offsetOf(lattice, section)),
  end: whole(offsetOf(lattice, section + 1)),
  height: whole(lattice.header + (lattice.counts[section] ? 0 : lattice.empty)),
});

/**
 * The height of the content; the inset at the end is the one at the beginning.
 *
 * @param {Lattice} lattice
 */
export const contentHeight = (lattice) => whole(offsetOf(lattice, lattice.counts.length));

/**
 * The positions whose rows touch `rect`: from the first up to, not including, the second.
 *
 * @param {Lattice} lattice
 * @param {{y: number, height: number}} rect
 * @returns {[number, number]}
 */
export const positionsIn = (lattice, rect) => {
  const { pitchY, height, columns } = lattice;
  const bottom = rect.y + rect.height;
  const first = runOn(lattice, rect.y);
  const final = runOn(lattice, bottom);
  const from = first.start + Math.max(0, Math.floor((rect.y - first.top - height) / pitchY) + 1) * columns;
  const to = final.start + Math.max(0, Math.ceil((bottom - final.top) / pitchY)) * columns;
  const start = Math.min(first.end, from);
  return [start, clamp(to, start, final.end)];
};

/**
 * The position at a point, or the one nearest to it.
 *
 * @param {Lattice} lattice
 * @param {{x: number, y: number}} point
 */
export const positionAt = (lattice, { x, y }) => {
  const { pitchX, pitchY, columns, count } = lattice;
  const { start, end, top } = runOn(lattice, y);
  const column = clamp(Math.floor((x - lattice.x) / pitchX), 0, columns - 1);
  const position = Math.min(end - 1, start + Math.max(0, Math.floor((y - top) / pitchY)) * columns + column);
  return clamp(position, 0, count - 1);
};

/**
 * The way that items go together which come `by` positions further: along the line, and to another line when that is nearer.
 * Whoever is led out at one side of the lattice comes in at the other.
 *
 * @param {Lattice} lattice
 * @param {number} by
 * @returns {{x: number, y: number}}
 */
export const wayOf = ({ pitchX, pitchY, columns }, by) => {
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
  const before = runAt(was, from);
  const after = runAt(lattice, to);
  const { x, y } = wayOf(lattice, to - after.start - (from - before.start));
  return { x, y: y + after.top - before.top };
};
