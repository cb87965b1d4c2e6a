import { Anchor } from "./anchor.js";
import { clamp } from "./clamp.js";
import { hasFocus, make } from "./element.js";
import { arrive, depart, glide, isAllowed, offset } from "./motion.js";
import { Tile } from "./tile.js";
import { readingOrder, Transition } from "./transition.js";

/**
 * The rows of a collection on the page: their order, their frames, their motion, and the placeholders for tiles not
 * loaded yet. This class holds the scroll anchor, and applies decisions that are made elsewhere. `tile.js` makes and
 * recycles the rows.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./transition.js").Exit} Exit
 */
export class Rows {
  #content;
  #scroll;
  #anchor = new Anchor();

  /** @type {HTMLElement[]} */
  #placeholders = [];

  /**
   * @param {HTMLElement} content
   * @param {import("./scrollbox.js").ScrollBox} scroll
   */
  constructor(content, scroll) {
    this.#content = content;
    this.#scroll = scroll;
  }

  /**
   * True once there is a layout, received from the scene or left by the previous page.
   *
   * @returns {boolean}
   */
  get haveFrames() {
    return "lattice" in this.#content.dataset;
  }

  /**
   * Returns the content coordinate for the top of the view after an update, so that the anchor stays in place; `NaN` to
   * keep the scroll position.
   *
   * @param {State} old
   * @param {State} now
   * @param {import("./transition.js").Change} change
   */
  anchor(old, now, { moved, isScroll }) {
    const { top, isMoved } = this.#scroll;
    // Measured tiles that leave take with them the difference that they have made.
    const keepsTop = (isScroll && !now.geometry.resized) || !this.haveFrames;
    return keepsTop ? NaN : this.#anchor.keep(old, now, { top, isMoved, inView: old.geometry.positionsIn(this.#scroll.visible) }, moved);
  }

  /**
   * Updates the page from one state to the next: height and scroll position, nodes, their order and frames, and motion.
   *
   * @param {State} old
   * @param {State} now
   * @param {import("./transition.js").Change} change
   * @param {number} top as `anchor` has returned it, before anything was changed
   * @param {Tile[]} aside rows that stay in place, out of the order
   * @returns the visible rect, read before the page was changed
   */
  update(old, now, change, top, aside) {
    const scroll = this.#scroll;
    scroll.turn(now.geometry.axes);
    const from = scroll.top;
    const before = scroll.visible;
    const moves = Boolean(change.elsewhere && !change.isStill && isAllowed());
    this.#content.dataset.lattice = "";
    scroll.setContentHeight(now.geometry.height);
    if (Math.abs(top - from) >= 1) {
      // Cells are measured while a person scrolls.
      if (now.geometry.resized && old.geometry.resized) scroll.slide(top);
      else scroll.top = top;
    }
    // The distance by which the content on screen has scrolled.
    const shift = moves ? scroll.top - from : 0;
    // `visible` is read only once: a read after the following writes would force a layout.
    const { visible } = scroll;
    const transition = new Transition(old, now, change, { moves, before, visible, shift });

    for (const tile of change.departed) this.#leave(tile, transition.exit(tile));
    for (const header of old.headers) if (!now.headers.includes(header)) this.#leave(header, transition.exit({ frame: header.frame }));
    this.#arrange(readingOrder(now), new Set([...(change.moved ?? []), ...aside]));
    now.tiles.forEach((tile, index) => {
      const step = transition.tile(tile, index);
      this.#put(tile, step);
      scroll.setFrame(tile.row, step.frame);
      now.geometry.dress?.(tile.row, step.position) ?? old.geometry.dress?.(tile.row);
    });
    now.headers.forEach((header, index) => {
      const step = transition.header(header, index);
      this.#put(header, step);
      scroll.setHeight(header.cell, step.height);
    });
    return visible;
  }

  /**
   * @param {Tile} tile or a header
   * @param {{position: number, row: number, frame: import("./geometry.js").Rect, move?: import("./transition.js").Move}} step
   */
  #put(tile, { position, row, frame, move }) {
    tile.place(position, frame);
    tile.number(row);
    if (!move) return;
    if (move === "enter") return arrive(tile.row);
    if (move.twin) {
      const twin = new Tile(/** @type {HTMLElement} */ (tile.row.cloneNode(true)), tile.template);
      this.#content.append(twin.row);
      this.#leave(twin, move.twin, offset(tile.row));
    }
    glide(tile.row, this.#scroll.axes.turned(move.way), move.isAbove);
  }

  /**
   * Removes a tile from the page: after its exit transition, or else at once.
   *
   * @param {Tile} tile
   * @param {Exit} [exit]
   * @param {import("./motion.js").Way} [from] the offset that an animation had still left
   */
  #leave(tile, exit, from) {
    if (!exit) return tile.recycle();
    tile.retire();
    this.#scroll.setFrame(tile.row, exit.frame);
    depart(tile.row, this.#scroll.axes.turned(exit.way), from);
  }

  /**
   * Brings the nodes into the order of the items, because screen readers read them in that order. Nodes already in
   * order are not touched.
   *
   * @param {Tile[]} tiles
   * @param {Set<Tile>} out tiles that are ignored in ordering the others
   */
  #arrange(tiles, out) {
    const content = /** @type {HTMLElement & {moveBefore?: (node: Node, child: Node | null) => void}} */ (this.#content);
    const loose = new Set([...out].map(({ row }) => /** @type {Element} */ (row)));
    let next = content.firstElementChild;
    for (const { row } of tiles) {
      while (next && next !== row && (loose.has(next) || next.className === "leaving")) next = next.nextElementSibling;
      if (next === row) next = row.nextElementSibling;
      else if (row.isConnected && content.moveBefore) content.moveBefore(row, next);
      // Where the browser has no `moveBefore`, a row with the focus would lose it by being reinserted. Such a row stays
      // out of order, where it can still be read.
      else if (hasFocus(row)) loose.add(row);
      else content.insertBefore(row, next);
    }
  }

  /**
   * Shows a placeholder for each item in view whose tile is not held. Puts each header and footer in a box as high as
   * its section. In this box, `position: sticky` pins a header to the top and a footer to the bottom.
   *
   * @param {State} state as shown
   * @param {import("./geometry.js").Rect} [visible]
   * @returns {[number, number]} the range of positions in view, its end not included
   */
  fill({ geometry, base, tiles, first, headers }, visible = this.#scroll.visible) {
    const { y: top, height } = visible;
    headers.forEach(({ row }, index) => {
      const { y, end, from = y, x = 0, width = visible.width } = geometry.sectionFrameOf(first + index / geometry.edges);
      // Browsers limit the height of a box, so the box ends far beyond the view.
      const upper = clamp(top - far, from, end);
      this.#scroll.setFrame(row, { x, y: upper, width, height: clamp(top + height + far, upper, end) - upper });
    });
    const nodes = this.#placeholders;
    const [from, to] = geometry.positionsIn(visible);
    let used = 0;
    for (let position = from; position < to; position++) {
      if (tiles[position - base]) continue;
      const node = (nodes[used++] ??= make("div", { className: "placeholder", ariaHidden: "true" }));
      this.#scroll.setFrame(node, geometry.frameOf(position));
      if (!node.isConnected) this.#content.append(node);
    }
    for (const node of nodes.slice(used)) node.remove();
    return [from, to];
  }
}

/** How far the box of a header reaches beyond the view, in points. */
const far = 1_000_000;
