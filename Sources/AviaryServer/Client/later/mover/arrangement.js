import { geometryOf } from "../../geometry.js";
import { last, sectionAt } from "../../sections.js";

/**
 * A list as shown while some of its items are being moved. Computes with numbers only.
 *
 * @typedef {import("../../heldtiles.js").RangeEnd} RangeEnd
 * @typedef {import("../../geometry.js").Geometry} Geometry
 *
 * @typedef {{side: "before" | "behind" | "section", end: RangeEnd}} Target the item beside which something is put; for
 *   an empty section, the `end` has the section's number
 * @typedef {{led: RangeEnd, isSeveral: boolean, target?: Target}} Move an item and its target. Several items stay in
 *   place until the scene has moved them
 * @typedef {{from?: number, to: number, isPlain?: boolean}} Shift an item leaves position `from`, and a gap opens at
 *   position `to` of the list without it; `isPlain` when the gap is at the old place
 */

/**
 * The new position of an item after a shift.
 *
 * @param {number} position
 * @param {Shift} shift
 */
const shifted = (position, { from = Infinity, to }) => {
  if (position === from) return to;
  const rest = position - Number(from < position);
  return rest + Number(rest >= to);
};

/**
 * The position before a shift; `from` for the gap.
 *
 * @param {number} position
 * @param {Shift} shift
 */
const unshifted = (position, { from = Infinity, to }) => {
  if (position === to) return from;
  const rest = position - Number(position > to);
  return rest + Number(rest >= from);
};

export class Arrangement {
  /**
   * The shifts of all moves, in order.
   *
   * @type {Shift[]}
   */
  shifts = [];

  /** @type {Geometry} */
  geometry;

  /** The section with the gap of the last move; -1 without a target. */
  section = -1;

  /**
   * @param {Geometry} geometry of the unchanged list
   * @param {Move[]} moves
   */
  constructor(geometry, moves) {
    this.geometry = geometry;
    for (const move of moves) this.#add(move);
  }

  /** @param {Move} move */
  #add({ led, isSeveral, target }) {
    const { numbers, starts, count } = this.geometry;
    // Only a lattice knows the frame of the first item of an empty list. Other geometries show no gap in an empty
    // list.
    const isKnown = count > 0 || (target?.side === "section" && target.end.position >= 0 && !Array.isArray(numbers[0]));
    if (!target || !isKnown) return (this.section = -1);
    const counts = [...this.geometry.counts];
    const at = (/** @type {RangeEnd} */ { position }) => Math.min(this.shown(position), count - 1);
    const from = isSeveral ? undefined : at(led);
    const { side, end } = target;
    const section = side === "section" ? Math.min(end.position, counts.length - 1) : sectionAt(this.geometry, at(end));
    let to = side === "section" ? starts[section + 1] : at(end) + Number(side === "behind");
    const own = from === undefined ? -1 : sectionAt(this.geometry, from);
    if (from !== undefined) {
      counts[own]--;
      to -= Number(from < to);
    }
    counts[section]++;
    this.section = section;
    this.shifts.push({ from, to, isPlain: from === to && own === section });
    this.geometry = geometryOf(numbers, counts);
  }

  /**
   * The position at which an item is shown.
   *
   * @param {number} position in the unchanged list
   */
  shown(position) {
    return this.shifts.reduce(shifted, position);
  }

  /**
   * The position in the unchanged list of what is shown at a position. For the last gap, it is the position of the moved item,
   * or `Infinity` if it is a gap for several items or for items of another list.
   *
   * @param {number} position in the list as it is shown
   */
  original(position) {
    return this.shifts.reduceRight(unshifted, position);
  }

  /** The position of the last gap; nothing while the last move has no target. */
  get gap() {
    return this.section < 0 ? undefined : this.shifts[this.shifts.length - 1].to;
  }

  /** True if every item is shown at its own position. */
  get isPlain() {
    return this.shifts.every(({ isPlain }) => isPlain);
  }

  /**
   * The target whose gap would be at a position, or at the end of a section.
   *
   * @param {number} slot in the list as it is shown
   * @param {number} section
   * @returns {Target}
   */
  target(slot, section) {
    const { starts } = this.geometry;
    const gap = this.gap ?? Infinity;
    // The following positions count in the list without the gap.
    const without = (/** @type {number} */ position) => position - Number(gap < position);
    const [first, end] = [without(starts[section]), without(starts[section + 1])];
    const index = Math.max(first, Math.min(section === this.section ? slot : without(slot), end));
    if (index > first) return { side: "behind", end: this.#end(index - 1) };
    if (index < end) return { side: "before", end: this.#end(index) };
    return { side: "section", end: { position: section } };
  }

  /** @param {number} index in the list as it is shown, without the last gap */
  #end(index) {
    const position = index + Number(index >= (this.gap ?? Infinity));
    return { position: Math.min(this.original(position), this.geometry.count - 1) };
  }

  /**
   * The target below a point of the content.
   *
   * @param {{x: number, y: number}} point
   */
  targetAt(point) {
    const { geometry } = this;
    const { starts } = geometry;
    const section = geometry.edges
      ? last(geometry, (/** @type {number} */ section) => {
        const { y, x = 0 } = geometry.sectionFrameOf(section);
        // The end of a section with a footer is that of the footer.
        const { end } = geometry.sectionFrameOf(geometry.edges > 1 ? section + 0.5 : section);
        return y <= point.y && (end <= point.y || x <= Math.max(point.x, 0));
      })
      : 0;
    const [first, end] = [starts[section], starts[section + 1]];
    let slot = Math.max(first, Math.min(geometry.positionAt(point), end - 1));
    if (slot === end - 1) {
      const { x, y, width, height } = geometry.frameOf(slot);
      if (point.y > y + height || (point.y >= y && point.x > x + width)) slot = end;
    }
    return this.target(slot, section);
  }

  /**
   * The target that a key leads to.
   *
   * @param {string} key
   * @param {number} from the position of the gap, or of the moved item while there is no gap
   * @param {number} page how high the screen is, in points
   * @returns {Target | undefined}
   */
  targetBy(key, from, page) {
    const { geometry } = this;
    const { counts, starts } = geometry;
    const isBack = /Left|Up|Home/.test(key);
    const slot = geometry.neighbourOf(from, key, true, page);
    if (slot === undefined) return;
    const here = sectionAt(geometry, from);
    const section = sectionAt(geometry, slot);
    // The cursor skips empty sections, but a moved item can go into them.
    const beside = here + (isBack ? -1 : 1);
    const isEmpty = counts[beside] === 0 && (section !== here || slot === from) && !/Home|End/.test(key);
    if (isEmpty) return { side: "section", end: { position: beside } };
    if (slot === from) return;
    // The item goes after the slot's item in three cases. It goes back into another section by one item, or to the
    // very end, or forward in its own section while there is no gap.
    const isBehind = section === here ? this.section < 0 && !isBack : key === "ArrowLeft" || key === "End";
    return this.target(slot + Number(isBehind), section);
  }

  /**
   * The rank of a position in its section, for sentences such as "position 2 of 5".
   *
   * @param {number} position in the list as it is shown
   */
  rank(position) {
    const { starts, counts } = this.geometry;
    const section = sectionAt(this.geometry, position);
    return { section, rank: position - starts[section] + 1, count: counts[section] };
  }
}
