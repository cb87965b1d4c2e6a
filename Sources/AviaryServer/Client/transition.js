import { clamp } from "./clamp.js";
import { wayBetween } from "./motion.js";
import { sectionAt } from "./sections.js";

/**
 * The transition from one state of a collection to the next: the new position of each row, and its visible way there.
 * Computes with numbers only; `rows.js` animates the rows.
 *
 * @typedef {import("./geometry.js").Geometry} Geometry
 * @typedef {import("./geometry.js").Rect} Rect
 * @typedef {import("./motion.js").Way} Way
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {{first: number, headers: Tile[]}} Headed the headers held, from section `first` on. Where there are
 *   footers, each header is followed by its footer. The position of a footer is its section's number plus a half
 * @typedef {{geometry: Geometry, base: number, tiles: Tile[]} & Headed} State the tiles held, from position `base` on,
 *   and the geometry of all items
 * @typedef {{departed: Tile[], moved?: Set<Tile>, elsewhere?: Map<string, number>, isScroll?: boolean, isStill?: boolean, isRelaid?: boolean}} Change
 *   how one state became another; without `elsewhere` the list is drawn anew, without animation
 * @typedef {{frame: Rect, way?: Way}} Exit without a way the row fades out in place
 * @typedef {"enter" | {way: Way, isAbove?: boolean, twin?: Exit}} Move `twin` leaves at one side while the tile comes
 *   in at the other
 */
export class Transition {
  #old;
  #now;
  #change;
  #view;

  /**
   * @param {State} old
   * @param {State} now
   * @param {Change} change
   * @param {{moves: boolean, before: Rect, visible: Rect, shift: number}} view the visible rects before and after,
   *   whether motion is animated, and how far the content on screen has scrolled in between
   */
  constructor(old, now, change, view) {
    this.#old = old;
    this.#now = now;
    this.#change = change;
    this.#view = view;
  }

  /**
   * The exit transition of a departed tile or header; nothing when it is out of view or not animated.
   *
   * @param {{frame?: Rect, id?: string, position?: number}} tile a header without its id, because an item may have the
   *   same
   * @returns {Exit | undefined}
   */
  exit({ id, frame, position }) {
    const to = this.#change.elsewhere?.get(/** @type {string} */ (id));
    return this.#exit(frame, to === undefined ? to : this.#onScreen(this.#now.geometry.wayFrom(this.#old.geometry, /** @type {number} */ (position), to)));
  }

  /**
   * @param {Rect | undefined} frame
   * @param {Way} [way]
   */
  #exit(frame, way) {
    const { moves, before, shift } = this.#view;
    return moves && frame && touches(frame, before) ? { frame: { ...frame, y: frame.y + shift }, way } : undefined;
  }

  /**
   * The new position and frame of the tile at an index, and its move there.
   *
   * @param {Tile} tile as it stood in the old state
   * @param {number} index
   * @returns {{position: number, row: number, frame: Rect, move?: Move}}
   */
  tile(tile, index) {
    const { geometry, base } = this.#now;
    const position = base + index;
    const row = position + (geometry.edges && sectionAt(geometry, position) * geometry.edges + 1);
    const frame = geometry.frameOf(position);
    return { position, row, frame, move: this.#view.moves ? this.#move(tile, position, frame) : undefined };
  }

  /**
   * @param {Tile} tile
   * @param {number} position
   * @param {Rect} frame
   * @returns {Move | undefined}
   */
  #move(tile, position, frame) {
    const { moved, elsewhere, isRelaid } = this.#change;
    const was = this.#old.geometry;
    const from = tile.frame ? tile.position : elsewhere?.get(tile.id);
    const before = from === undefined ? undefined : was.frameOf(from);
    if (!this.#isSeen(frame, before)) return;
    if (!before) return "enter";
    const isMoved = moved?.has(tile);
    const straight = this.#straight(before, frame);
    const inStep = this.#onScreen(this.#now.geometry.wayFrom(was, /** @type {number} */ (from), position));
    const wraps = !isMoved && !isRelaid && Math.abs(straight.x - inStep.x) > 1;
    return {
      way: wraps ? inStep : straight,
      isAbove: isMoved || !tile.frame,
      // The tile leaves its line at one side and comes in at the other, so that no gap opens. Its twin shows the tile a
      // second time.
      twin: wraps ? this.#exit(before, inStep) : undefined,
    };
  }

  /**
   * The new position and frame of the header or footer at an index, and its move there. `height` is the height of its
   * cell.
   *
   * @param {Tile} header
   * @param {number} index
   * @returns {{position: number, row: number, frame: Rect, height: number, move?: Move}}
   */
  header({ frame: before }, index) {
    const { geometry, first } = this.#now;
    const section = first + index / geometry.edges;
    const { y, height, x = 0, width = this.#view.visible.width } = geometry.sectionFrameOf(section);
    const frame = { x, y, width, height };
    /** @type {Move | undefined} */
    let move;
    if (this.#view.moves && this.#isSeen(frame, before)) move = before ? { way: this.#straight(before, frame) } : "enter";
    return { position: section, row: geometry.starts[Math.ceil(section)] + section * geometry.edges, frame, height, move };
  }

  /**
   * @param {Rect} frame
   * @param {Rect} [before]
   */
  #isSeen(frame, before) {
    return touches(frame, this.#view.visible) || (before && touches(before, this.#view.before));
  }

  /**
   * @param {Rect} before
   * @param {Rect} frame
   */
  #straight(before, frame) {
    return this.#onScreen(wayBetween(before, frame));
  }

  /**
   * Limits a way so that it ends just off the screen.
   *
   * @param {Way} way
   * @returns {Way}
   */
  #onScreen({ x, y }) {
    const { visible, shift } = this.#view;
    const most = visible.height + this.#now.geometry.line;
    return { x, y: clamp(y - shift, -most, most) };
  }
}

/**
 * All rows in reading order: each header before the items of its section, each footer after them.
 *
 * @param {State} state
 */
export const readingOrder = ({ geometry, base, tiles, first, headers }) => {
  let next = 0;
  const rows = tiles.flatMap((tile, index) => {
    const above = next;
    while (next < headers.length && geometry.starts[Math.ceil(first + next / geometry.edges)] <= base + index) next++;
    return [...headers.slice(above, next), tile];
  });
  return [...rows, ...headers.slice(next)];
};

/**
 * True if `frame` overlaps `rect` vertically.
 *
 * @param {Rect} frame
 * @param {Rect} rect
 */
export const touches = (frame, rect) => frame.y < rect.y + rect.height && frame.y + frame.height > rect.y;
