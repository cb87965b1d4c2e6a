/**
 * The geometry of a uniform layout. Seven numbers describe it, so it crosses the wire once for any number of items.
 * With sections it takes nine or ten numbers, and the item count of each section.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Point} Point
 * @typedef {Geometry & {
 *   runAt(position: number): {start: number, end: number, top: number},
 *   wayOf(by: number): Point,
 * }} Lattice
 */
import { clamp } from "./clamp.js";
import { step } from "./cursor.js";
import { wayBetween } from "./motion.js";
import { last, sectionAt, tableOf } from "./sections.js";

/**
 * Returns the whole point nearest to `value`.
 *
 * Halves round up, and so do values that a rounding error has put just below a half. Two tiles that share an edge must
 * get the same point, however each of them computed it.
 *
 * @param {number} value
 */
const whole = (value) => Math.round(value + 1e-6);

/**
 * Makes a lattice for a list.
 *
 * @param {number[]} numbers as on the wire
 * @param {number[]} counts the item count of each section; without headers, all items form one section
 * @returns {Lattice}
 */
export function latticeOf(numbers, counts) {
  const [x, y, pitchX, pitchY, width, height, columns, header = 0, empty = 2 * y, isLoose] = numbers;
  const table = tableOf(counts, columns);
  const { count, starts, lines, filled } = table;

  /**
   * The beginning of a section. The section after the last begins at the end of the content. Like the scene, this
   * function uses one formula and no running sum.
   */
  const offsetOf = (/** @type {number} */ section) =>
    section * header + (section - filled[section]) * empty +
    filled[section] * (2 * y - (pitchY - height)) + lines[section] * pitchY;

  /** The *run* of a section: its first position, the position after its last, and the y of its first line. */
  const runOf = (/** @type {number} */ section) =>
    ({ start: starts[section], end: starts[section + 1], top: offsetOf(section) + header + y });

  /** The run of the section at a y of the content, or of the nearest section. */
  const runOn = (/** @type {number} */ y) => runOf(last(table, (section) => offsetOf(section) <= y));

  /** @type {Lattice} */
  const lattice = {
    numbers,
    key: String(numbers),
    count,
    counts,
    starts,
    edges: numbers.length > 7 ? 1 : 0,
    header,
    isLoose: isLoose === 1,
    line: pitchY,
    /** The insets at both ends are equal, so the height is the end of the last section. */
    height: whole(offsetOf(counts.length)),

    /**
     * The four edges are rounded, so neighbours meet without a seam.
     *
     * @param {number} position
     */
    frameOf(position) {
      const { start, top } = lattice.runAt(position);
      const left = x + ((position - start) % columns) * pitchX;
      const upper = top + Math.floor((position - start) / columns) * pitchY;
      const frame = { x: whole(left), y: whole(upper) };
      return { ...frame, width: whole(left + width) - frame.x, height: whole(upper + height) - frame.y };
    },

    /**
     * @param {{y: number, height: number}} rect
     * @returns {[number, number]}
     */
    positionsIn(rect) {
      const bottom = rect.y + rect.height;
      const [first, final] = [runOn(rect.y), runOn(bottom)];
      const from = first.start + Math.max(0, Math.floor((rect.y - first.top - height) / pitchY) + 1) * columns;
      const to = final.start + Math.max(0, Math.ceil((bottom - final.top) / pitchY)) * columns;
      const start = Math.min(first.end, from);
      return [start, clamp(to, start, final.end)];
    },

    /** @param {import("./geometry.js").Point} point */
    positionAt(point) {
      const { start, end, top } = runOn(point.y);
      const column = clamp(Math.floor((point.x - x) / pitchX), 0, columns - 1);
      const position = Math.min(end - 1, start + Math.max(0, Math.floor((point.y - top) / pitchY)) * columns + column);
      return clamp(position, 0, count - 1);
    },

    middleOf: (/** @type {number} */ position) => position + (columns >> 1),

    /**
     * @param {number} position
     * @param {string} key
     * @param {boolean} whole
     * @param {number} page
     */
    neighbourOf: (position, key, whole, page) =>
      step(key, whole, position, Math.max(1, Math.floor(page / pitchY)), { ...table, columns }),

    /**
     * The header of an empty section has additional room for a text.
     *
     * @param {number} section
     */
    sectionFrameOf: (section) => ({
      y: whole(offsetOf(section)),
      end: whole(offsetOf(section + 1)),
      height: whole(header + (counts[section] ? 0 : empty)),
    }),

    /** The run of the section that contains a position. */
    runAt: (/** @type {number} */ position) => runOf(sectionAt(table, position)),

    /**
     * The common way of items that move `by` positions: along the line, and to another line if that is shorter. An item
     * that leaves the lattice at one side comes in at the other.
     *
     * @param {number} by
     */
    wayOf(by) {
      // A move of exactly half a line stays on the line.
      const lines = Math.round((by - Math.sign(by) / 4) / columns);
      return { x: (by - lines * columns) * pitchX, y: lines * pitchY };
    },

    updated: (/** @type {number[]} */ counts) => latticeOf(numbers, counts),

    /**
     * The way of an item in step with its section.
     *
     * @param {Geometry & Partial<Lattice>} was
     * @param {number} from
     * @param {number} to
     */
    wayFrom(was, from, to) {
      if (!was.runAt) return wayBetween(was.frameOf(from), lattice.frameOf(to));
      const [before, after] = [was.runAt(from), lattice.runAt(to)];
      const way = lattice.wayOf(to - after.start - (from - before.start));
      return { x: way.x, y: way.y + after.top - before.top };
    },
  };
  return lattice;
}
