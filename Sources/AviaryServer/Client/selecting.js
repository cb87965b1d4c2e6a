import { ask, askWithoutLimit } from "./actions.js";
import { tapWish, Wishes } from "./wishes.js";

/**
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {import("./heldtiles.js").RangeEnd} RangeEnd
 * @typedef {import("./packets.js").BrowserMessages} BrowserMessages
 * @typedef {"tap" | "range" | "selectAll" | "band"} Selection a message that changes a selection
 */

/**
 * The fields of a message about the collection, without the number.
 *
 * @template {Selection} Name
 * @typedef {Omit<BrowserMessages[Name], "collection" | "number">} Request
 */

/**
 * Requests selections from the scene, and shows them before the answer. A *wish* is such a selection (`wishes.js`).
 * `ranges.js` hears the taps, and `later/select.js` the rubber band.
 */
export class Selecting {
  #box;
  #held;
  #wishes = new Wishes();

  /**
   * @param {HTMLElement} box the element with `data-collection`
   * @param {import("./heldtiles.js").HeldTiles} held
   */
  constructor(box, held) {
    this.#box = box;
    this.#held = held;
  }

  /** @returns {boolean} true if several items can be selected */
  get allowsMultiple() {
    return this.#box.ariaMultiSelectable !== null;
  }

  /** @param {string | undefined} id */
  tap(id) {
    const tile = this.#held.tile(id);
    if (!tile) return;
    if (this.#box.dataset.tap === "action") return this.#act(tile);
    this.request("tap", { item: tile.id }, tapWish(tile.id, !tile.isShownSelected, !this.allowsMultiple));
  }

  /**
   * Calls the action of a tile. The tile stays marked as pressed until the answer, and ignores taps meanwhile.
   *
   * @param {Tile} tile
   */
  #act({ id, cell }) {
    if (cell.matches("[data-pressed]")) return;
    const press = (/** @type {boolean} */ isPressed) =>
      this.#held.tile(id)?.cell.toggleAttribute("data-pressed", isPressed);
    // Only the scene knows how an action changes the selection, so this wish changes nothing. It only ends the series
    // of ranges that replace each other, so the next range begins a new series.
    this.#wishes.add(0, () => undefined);
    if (ask("tap", { collection: this.#name, item: id }, { settled: () => press(false) })) press(true);
  }

  /**
   * @param {RangeEnd} from
   * @param {RangeEnd} to
   * @param {boolean} isOn
   */
  range(from, to, isOn) {
    const anchor = from.id ?? from.position;
    const number = this.#ask("range", { from: anchor, to: to.id ?? to.position, isOn });
    const now = (/** @type {RangeEnd} */ { id, position }) => this.#held.tile(id)?.position ?? position;
    const shown = this.#held.all.map(({ id, position, isShownSelected }) => ({ id, position, isSelected: isShownSelected }));
    this.#wishes.addRange(number, { anchor, isOn, from: now(from), to: now(to) }, shown);
    this.mark();
  }

  /** @param {boolean} isOn */
  all(isOn) {
    this.request("selectAll", { isOn }, () => isOn);
  }

  /**
   * Requests a selection that the person sees before the answer.
   *
   * @template {Selection} Name
   * @param {Name} name
   * @param {Request<Name>} request
   * @param {import("./wishes.js").Wish} wish
   */
  request(name, request, wish) {
    this.#wishes.add(this.#ask(name, request), wish);
    this.mark();
  }

  /** Makes every tile show the wished state, or else the scene's state. */
  mark() {
    // If `data-tap` is `none`, nothing can be selected in the collection.
    if (this.#box.dataset.tap === "none") return;
    for (const tile of this.#held.all) tile.wish(this.#wishes.of(tile.id, tile.position));
  }

  /**
   * @template {Selection} Name
   * @param {Name} name
   * @param {Request<Name>} request
   */
  #ask(name, request) {
    const fields = /** @type {Omit<BrowserMessages[Name], "number">} */ (/** @type {unknown} */ ({ ...request, collection: this.#name }));
    const number = askWithoutLimit(name, fields, () => {
      this.#wishes.forget(number);
      this.mark();
    });
    return number;
  }

  get #name() {
    return /** @type {string} */ (this.#box.dataset.collection);
  }
}
