import { hasFocus, make } from "./element.js";
import { arrive, depart, glide, isAllowed, rest } from "./motion.js";
import { Tile } from "./tile.js";
import { readingOrder, Transition } from "./transition.js";

/**
 * The rows of a collection on the page: their order, their frames, the way they move, and what stands for those that are on
 * their way. It applies what has been decided.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./transition.js").Exit} Exit
 */
export class Rows {
  #content;
  #scroll;

  /** @type {HTMLElement[]} */
  #placeholders = [];

  /**
   * Where items are shown that are just being moved.
   *
   * @param {State} state
   */
  arranged = (state) => state;

  /**
   * @param {HTMLElement} content
   * @param {import("./scrollbox.js").ScrollBox} scroll
   */
  constructor(content, scroll) {
    this.#content = content;
    this.#scroll = scroll;
  }

  /**
   * Whether there is a layout that says where rows stand: not before the scene, or the page before, has told of it.
   *
   * @returns {boolean}
   */
  get haveFrames() {
    return "lattice" in this.#content.dataset;
  }

  /**
   * Turns a state into the next: height and scroll position, nodes, their order and frames, and motion.
   *
   * @param {State} old
   * @param {State} now
   * @param {import("./transition.js").Change} change
   * @param {number} top the content coordinate to have at the top; `NaN` for where it is
   * @param {Tile[]} aside rows that stay where they are, out of the order
   * @returns the positions in view
   */
  update(old, now, change, top, aside) {
    const scroll = this.#scroll;
    scroll.turn(now.geometry.turned);
    const from = scroll.top;
    const before = scroll.visible;
    const moves = Boolean(change.elsewhere && !change.isStill && isAllowed());
    this.#content.dataset.lattice = "";
    scroll.setContentHeight(now.geometry.height);
    if (Math.abs(top - from) >= 1) scroll.top = top;
    // What is on screen has moved by this much, or would have.
    const shift = moves ? scroll.top - from : 0;
    // Asked for again behind what follows, it would have the browser lay out the page at once.
    const { visible } = scroll;
    const transition = new Transition(old, now, change, { moves, before, visible, shift });

    for (const tile of change.departed) this.#leave(tile, transition.exit(tile));
    for (const header of old.headers) if (!now.headers.includes(header)) this.#leave(header, transition.exitOfHeader(header));
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
    return this.fill(now, visible);
  }

  /**
   * @param {Tile} tile or a header
   * @param {{position: number, row: number, frame: import("./geometry.js").Rect, move?: import("./transition.js").Move}} step
   */
  #put(tile, { position, row, frame, move }) {
    tile.number(position, row);
    tile.frame = frame;
    if (!move) return;
    if (move === "enter") return arrive(tile.row);
    if (move.twin) {
      const twin = new Tile(/** @type {HTMLElement} */ (tile.row.cloneNode(true)), tile.template);
      this.#content.append(twin.row);
      this.#leave(twin, move.twin, rest(tile.row));
    }
    glide(tile.row, this.#scroll.turned(move.way), move.isAbove);
  }

  /**
   * @param {Tile} tile
   * @param {Exit} [exit]
   * @param {import("./motion.js").Way} [from] what it still had to go
   */
  #leave(tile, exit, from) {
    if (!exit) return tile.remove();
    tile.retire();
    this.#scroll.setFrame(tile.row, exit.frame);
    depart(tile.row, this.#scroll.turned(exit.way), from);
  }

  /**
   * Brings the nodes into the order of the items, which is the order they are read in. What stays is not touched.
   *
   * @param {Tile[]} tiles
   * @param {Set<Tile>} out those that nothing is ordered by
   */
  #arrange(tiles, out) {
    const content = /** @type {HTMLElement & {moveBefore?: (node: Node, child: Node | null) => void}} */ (this.#content);
    const loose = new Set([...out].map(({ row }) => /** @type {Element} */ (row)));
    let next = content.firstElementChild;
    for (const { row } of tiles) {
      while (next && next !== row && (loose.has(next) || next.className === "leaving")) next = next.nextElementSibling;
      if (next === row) next = row.nextElementSibling;
      else if (row.isConnected && content.moveBefore) content.moveBefore(row, next);
      // Taken from the page it would lose the focus; out of order it can still be read.
      else if (hasFocus(row)) loose.add(row);
      else content.insertBefore(row, next);
    }
  }

  /**
   * Shows a placeholder wherever an item is in view whose tile is not held; and has each header in a box as high as its
   * section, where it sticks to the top while that is in view, and a footer to the bottom.
   *
   * @param {State} state
   * @param {import("./geometry.js").Rect} [visible]
   * @returns {[number, number]} the positions in view: from the first up to, not including, the second
   */
  fill(state, visible = this.#scroll.visible) {
    const { geometry, base, tiles, first, headers } = this.arranged(state);
    const { y: top, height, width } = visible;
    headers.forEach(({ row }, index) => {
      const { y, end, from = y } = geometry.sectionFrameOf(first + index / geometry.edges);
      // No browser makes a box of any height.
      const upper = Math.max(from, Math.min(top, end) - far);
      this.#scroll.setFrame(row, { x: 0, y: upper, width, height: Math.max(0, Math.min(end, top + height + far) - upper) });
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
    nodes.forEach((node, index) => index < used || node.remove());
    return [from, to];
  }
}

/** How far beyond the view the box of a header reaches, in points. */
const far = 1_000_000;
