/**
 * The tiles that a page holds of a collection, found by identifier, by position or by a press. (Holding fingers are in
 * `gestures.js`.)
 *
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {{id?: string, position: number}} RangeEnd an item; without an identifier when its tile is not held
 */

/** The elements inside of a tile that handle presses themselves. */
const controls = "a:not([data-link]), button, input, label, select, summary, textarea, [contenteditable], [data-action]";

export class HeldTiles {
  #scroll;

  state;

  /**
   * Tiles that are being edited, but that the scene sends no longer. They stay on the page until the edit ends.
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

  /** @param {import("./transition.js").State} state from now on, with all tiles that are not set aside */
  set(state) {
    this.state = state;
  }

  /** @param {Tile[]} tiles all that are set aside from now on */
  setAside(tiles) {
    this.aside = tiles;
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
   * The tile that was pressed, unless a control inside of it handles the press.
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
   * The item at a point of the browser window, or the nearest item.
   *
   * @param {import("./gestures.js").Point} point
   */
  under(point) {
    return this.rangeEnd(this.state.geometry.positionAt(this.#scroll.locate(point)));
  }

  /** The range of positions in view, its end not included. */
  get inView() {
    return this.state.geometry.positionsIn(this.#scroll.visible);
  }
}
