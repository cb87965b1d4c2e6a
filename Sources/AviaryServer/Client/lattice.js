/**
 * The geometry of a uniform layout, which is known by seven numbers, so that it crosses the wire once for any number of
 * items; with sections by nine, and how many items each has.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 */
import { clamp } from "./clamp.js";
import { step } from "./cursor.js";
import { last, sectionAt, tableOf } from "./sections.js";

/**
 * Returns the whole point nearest to `value`. Halves go up, and so does what a rounding error has put just below one:
 * two tiles that share an edge must come to the same point however each of them computed it.
 *
 * @param {number} value
 */
const whole = (value) => Math.round(value + 1e-6);

/**
 * A lattice with its items.
 *
 * @param {number[]} numbers as the wire has them
 * @param {number[]} counts how many items each section has; without headers, all are one that nobody sees
 */
export function latticeOf(numbers, counts) {
  const [x, y, pitchX, pitchY, width, height, columns, header = 0, empty = 2 * y, isLoose] = numbers;
  const table = tableOf(counts, columns);
  const { count, starts, lines, filled } = table;

  /** Where a section begins; that behind the last is the end of the content. One formula and no sum, as the scene has it. */
  const offsetOf = (/** @type {number} */ section) =>
    section * header + (section - filled[section]) * empty +
    filled[section] * (2 * y - (pitchY - height)) + lines[section] * pitchY;

  /** A section's first position, the one behind its last, and where its first line begins. */
  const runOf = (/** @type {number} */ section) =>
    ({ start: starts[section], end: starts[section + 1], top: offsetOf(section) + header + y });

  /** The run at a height of the content, or the one nearest to it. */
  const runOn = (/** @type {number} */ y) => runOf(last(table, (section) => offsetOf(section) <= y));

  /** @satisfies {Geometry} */
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
    /** The inset at the end is the one at the beginning. */
    height: whole(offsetOf(counts.length)),

    /**
     * Its four edges are rounded: neighbours meet without a seam.
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
     * The header of an empty section has room for a word.
     *
     * @param {number} section
     */
    sectionFrameOf: (section) => ({
      y: whole(offsetOf(section)),
      end: whole(offsetOf(section + 1)),
      height: whole(header + (counts[section] ? 0 : empty)),
    }),

    /** The run that covers a position. */
    runAt: (/** @type {number} */ position) => runOf(sectionAt(table, position)),

    /**
     * The way that items go together which come `by` positions further: along the line, and to another line when that is
     * nearer. Whoever is led out at one side of the lattice comes in at the other.
     *
     * @param {number} by
     */
    wayOf(by) {
      // Just half a line stays on its line.
      const lines = Math.round((by - Math.sign(by) / 4) / columns);
      return { x: (by - lines * columns) * pitchX, y: lines * pitchY };
    },

    follow: (/** @type {number[]} */ counts) => latticeOf(numbers, counts),

    /**
     * In step with the others of its section and wherever that goes.
     *
     * @param {any} was
     * @param {number} from
     * @param {number} to
     */
    wayFrom(was, from, to) {
      if (!was.runAt) {
        const [before, after] = [was.frameOf(from), lattice.frameOf(to)];
        return { x: after.x - before.x, y: after.y - before.y };
      }
      const [before, after] = [was.runAt(from), lattice.runAt(to)];
      const way = lattice.wayOf(to - after.start - (from - before.start));
      return { x: way.x, y: way.y + after.top - before.top };
    },
  };
  return lattice;
}
