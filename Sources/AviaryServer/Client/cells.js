import { noteChange } from "./newsloader.js";
import { Tile } from "./tile.js";
import { touches } from "./transition.js";

/**
 * Makes the tiles and headers of one collection by its templates, and shows the values that the scene sends for them.
 * The templates make and recycle rows (`tile.js`). `aviary.js` has a map of all modules.
 *
 * @typedef {import("./tile.js").Template} Template
 * @typedef {import("./splice.js").Value} Value
 * @typedef {import("./geometry.js").Rect} Rect
 */
export class Cells {
  #templates;
  #edges;
  #held;
  #scroll;

  /**
   * @param {Template[]} templates in the order of the storyboard
   * @param {import("./heldtiles.js").HeldTiles} held
   * @param {import("./scrollbox.js").ScrollBox} scroll
   */
  constructor(templates, held, scroll) {
    this.#templates = templates.filter(({ key }) => key === "item");
    this.#edges = templates.filter(({ key }) => key === "section");
    this.#held = held;
    this.#scroll = scroll;
  }

  /**
   * A tile that shows an item, or a header that shows a section. A held node of the same item is kept, if it has the same
   * template.
   *
   * @param {Tile | undefined} held
   * @param {import("./splice.js").NewTile} entry
   * @param {Template} [template]
   */
  tile(held, entry, template = this.#templates[entry[1] >> 1]) {
    const tile = held?.template === template ? held : Tile.make(entry[0], template);
    const [, flags, ...values] = entry;
    tile.select(flags % 2 === 1);
    return this.#setAll(tile, values);
  }

  /**
   * Decodes the headers, each followed by its footer. A header that is held and unchanged is sent as its identifier
   * alone.
   *
   * @param {import("./collection.js").Headers} list
   * @param {import("./geometry.js").Geometry} geometry
   * @returns {import("./transition.js").Headed}
   */
  headers([first, ...list], { edges }) {
    const headers = list.map((entry, index) => {
      const [id, ...values] = /** @type {[id: string, ...values: Value[]]} */ ([entry].flat());
      const template = this.#edges[index % edges];
      const header = this.#held.state.headers.find((header) => header.id === id && header.template === template);
      if (!header) return this.tile(header, [id, 0, ...values], template);
      if (entry === id) return header;
      // The header sticks to the top as long as its section is in view, so it counts as in view with its section.
      const { y, end } = this.#held.state.geometry.sectionFrameOf(header.position);
      return this.#setAll(header, values, { x: 0, y, width: 0, height: end - y });
    });
    return { first, headers };
  }

  /**
   * Shows the values of all outlets.
   *
   * @param {Tile} tile
   * @param {Value[]} values missing values at the end are `null`
   * @param {Rect} [frame]
   */
  #setAll(tile, values, frame) {
    tile.template.outlets.forEach((_, index) => this.set(tile, index, values[index] ?? null, frame));
    return tile;
  }

  /**
   * Shows a value. A change in view may be announced.
   *
   * @param {Tile} tile or a header
   * @param {number} index
   * @param {Value} value
   * @param {Rect} [frame] its frame on screen
   */
  set(tile, index, value, frame = tile.frame) {
    const control = tile.set(index, value);
    if (control && frame && touches(frame, this.#scroll.visible)) noteChange(control, String(value));
  }
}
