import { clamp } from "../clamp.js";
import { send } from "../connection.js";

/**
 * Measures the cells of a self-sizing layout, and reports their heights to the scene.
 *
 * A row of such a layout is as high as its content. Its height is read before the page is updated with a new tile, and
 * again when a `ResizeObserver` says that it has changed: after a late picture or font, an edit, or another size of the
 * system's text. Then the page is laid out again before it is painted. So no one sees a cell at a wrong place.
 *
 * @typedef {import("../tile.js").Tile} Tile
 * @typedef {import("../transition.js").State} State
 */
export class Sizes {
  #own;
  #collection;
  #key = "";

  /**
   * The measured heights, in whole points.
   *
   * @type {Map<Tile, number>}
   */
  #heights = new Map();

  /**
   * The heights that were reported, by identifier.
   *
   * @type {Map<string, number>}
   */
  #reported = new Map();

  /** @type {Set<Element>} */
  #observed = new Set();

  #observer = new ResizeObserver(() => this.#look());

  /**
   * @param {import("../collection.js").Own} own
   * @param {import("../collection.js").Collection} collection
   */
  constructor(own, collection) {
    this.#own = own;
    this.#collection = collection;
  }

  end() {
    this.#observer.disconnect();
  }

  /**
   * Measures the new tiles of a state.
   *
   * @param {State} state
   * @returns {State} the state whose tiles have their measured heights
   */
  sized(state) {
    const { geometry, base, tiles } = state;
    const { box } = this.#own;
    box.dataset.sized = "";
    if (geometry.key !== this.#key) {
      this.#key = geometry.key;
      this.#heights.clear();
      this.#reported.clear();
    }
    const unknown = tiles.filter((tile) => !this.#heights.has(tile));
    for (const { row } of unknown) {
      row.style.width = `${geometry.frameOf(base).width}px`;
      // A row has a height only on the page. Its order there comes with the update.
      if (!row.isConnected) box.querySelector(".content")?.append(row);
    }
    this.#measure(unknown);
    return { ...state, geometry: geometry.resized?.((position) => this.#heights.get(tiles[position - base])) ?? geometry };
  }

  /** @param {import("../behaviours.js").Update} update */
  after({ now, change }) {
    const isSelfSizing = "resized" in now.geometry;
    if (!isSelfSizing) delete this.#own.box.dataset.sized;
    this.#observe(isSelfSizing ? now.tiles.map(({ row }) => row) : []);
    // Only a splice says whether it scrolls. After a reload the scene may have forgotten the heights.
    if (change.isScroll === undefined) this.#reported.clear();
    if (isSelfSizing) this.#report();
  }

  /** Lays out the page again if a tile has another height than before. */
  #look() {
    const { geometry, base, tiles } = this.#own.held.state;
    if (!this.#measure(tiles)) return;
    this.#collection.splice({
      collection: "", count: geometry.count, base, steps: [tiles.length], elsewhere: [], isStill: true,
    });
  }

  /**
   * Observes the rows of the tiles held, and no others.
   *
   * @param {Element[]} rows
   */
  #observe(rows) {
    const now = new Set(rows);
    for (const row of this.#observed) if (!now.has(row)) this.#observer.unobserve(row);
    for (const row of now) if (!this.#observed.has(row)) this.#observer.observe(row);
    this.#observed = now;
  }

  /**
   * @param {Tile[]} tiles
   * @returns true if one of them has another height than before
   */
  #measure(tiles) {
    let hasChanged = false;
    for (const tile of tiles) {
      // Not the bounding rect, because a sheet may be animated. A row without a box has no height.
      const height = parseFloat(getComputedStyle(tile.row).height);
      // Browsers compute in fractions of a point.
      const whole = clamp(Math.ceil(height - 0.02), 1, 20_000);
      if (Number.isNaN(height) || this.#heights.get(tile) === whole) continue;
      this.#heights.set(tile, whole);
      hasChanged = true;
    }
    return hasChanged;
  }

  /** Reports the heights that differ from those of the scene, each once. Tiles that are not held are forgotten. */
  #report() {
    const { geometry, base, tiles } = this.#own.held.state;
    /** @type {Map<Tile, number>} */
    const heights = new Map();
    /** @type {Map<string, number>} */
    const reported = new Map();
    /** @type {[string, number][]} */
    const news = [];
    tiles.forEach((tile, index) => {
      const height = this.#heights.get(tile);
      if (height === undefined) return;
      heights.set(tile, height);
      if (height === geometry.heightOf?.(base + index)) return;
      reported.set(tile.id, height);
      if (this.#reported.get(tile.id) !== height) news.push([tile.id, height]);
    });
    this.#heights = heights;
    this.#reported = reported;
    const { version } = geometry;
    const collection = this.#own.box.dataset.collection;
    if (version === undefined || collection === undefined) return;
    for (let from = 0; from < news.length; from += most) {
      send("measured", { collection, version, heights: Object.fromEntries(news.slice(from, from + most)) });
    }
  }
}

/** The largest number of heights in a message. */
const most = 256;
