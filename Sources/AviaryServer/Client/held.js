/**
 * What a page holds of a collection's items: tiles, found by identifier, by position or by what is pressed.
 *
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {{id?: string, position: number}} RangeEnd an item, by its position alone when its tile is not held
 */

/** What counts as the person's own business inside of a tile. */
const controls = "a:not([data-link]), button, input, label, select, summary, textarea, [contenteditable], [data-action]";

export class Held {
  #scroll;

  state;

  /**
   * Tiles that are being edited and have left the window: they stay on the page until that ends.
   *
   * @type {Tile[]}
   */
  aside = [];

  /**
   * @param {import("./transition.js").State} state
   * @param {import("./scrollbox.js").ScrollBox} scroll
   */
  constructor(state, scroll) {
    this.state = state;
    this.#scroll = scroll;
  }

  get all() {
    return [...this.state.tiles, ...this.aside];
  }

  /** @param {string | undefined} id */
  tile(id) {
    return this.all.find((tile) => tile.id === id);
  }

  /**
   * @param {number} position
   * @returns {Tile | undefined}
   */
  at(position) {
    return this.state.tiles[position - this.state.base];
  }

  /** @param {EventTarget | null} target */
  of(target) {
    return this.all.find(({ cell }) => cell.contains(/** @type {Node} */ (target)));
  }

  /**
   * The tile that a press means, unless it is the business of something inside of it.
   *
   * @param {Event} event
   */
  pressed({ target }) {
    const tile = this.of(target);
    return tile?.cell.contains(/** @type {Element} */ (target).closest(controls)) ? undefined : tile;
  }

  /**
   * @param {number} position
   * @returns {RangeEnd}
   */
  rangeEnd(position) {
    return { id: this.at(position)?.id, position };
  }

  /**
   * What is at a point of the window, or nearest to it.
   *
   * @param {import("./gestures.js").Point} point
   */
  under(point) {
    return this.rangeEnd(this.state.geometry.positionAt(this.#scroll.locate(point)));
  }

  /** The positions of the items in view: from the first up to, not including, the second. */
  get inView() {
    return this.state.geometry.positionsIn(this.#scroll.visible);
  }
}
