import { select } from "./actions.js";
import { tapWish, Wishes } from "./wishes.js";

/**
 * Asks the scene for another selection, and shows it before there is an answer.
 *
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {import("./held.js").RangeEnd} RangeEnd
 */
export class Selecting {
  #box;
  #tiles;
  #wishes = new Wishes();

  /**
   * @param {HTMLElement} box the element with `data-collection`
   * @param {() => Tile[]} tiles those held
   */
  constructor(box, tiles) {
    this.#box = box;
    this.#tiles = tiles;
  }

  /** @returns {boolean} whether several items can be selected */
  get allowsMultiple() {
    return this.#box.ariaMultiSelectable !== null;
  }

  /** @param {string | undefined} id */
  tap(id) {
    const tile = this.#tiles().find((tile) => tile.id === id);
    if (!tile) return;
    // What an action makes of the selection only the scene knows.
    const isAction = this.#box.dataset.tap === "action";
    const wish = isAction ? () => undefined : tapWish(tile.id, !tile.isShownSelected, !this.allowsMultiple);
    const number = this.#ask(["tap", id], isAction ? id : undefined);
    this.#wishes.add(number, wish);
    this.mark();
  }

  /**
   * @param {RangeEnd} from
   * @param {RangeEnd} to
   * @param {boolean} isOn
   */
  range(from, to, isOn) {
    const tiles = this.#tiles();
    const anchor = from.id ?? from.position;
    const number = this.#ask(["range", anchor, to.id ?? to.position, isOn]);
    const now = (/** @type {RangeEnd} */ { id, position }) => tiles.find((tile) => tile.id === id)?.position ?? position;
    const shown = tiles.map(({ id, position, isShownSelected }) => ({ id, position, isSelected: isShownSelected }));
    this.#wishes.addRange(number, { anchor, isOn, from: now(from), to: now(to) }, shown);
    this.mark();
  }

  /** @param {boolean} isOn */
  all(isOn) {
    this.#wishes.add(this.#ask(["selectAll", isOn]), () => isOn);
    this.mark();
  }

  /** Has every tile show what is wished, or else what the scene says. */
  mark() {
    // A tap selects nothing there.
    if (this.#box.dataset.tap === "none") return;
    for (const tile of this.#tiles()) tile.wish(this.#wishes.of(tile.id, tile.position));
  }

  /**
   * @param {[name: string, ...arguments: any[]]} request without the collection
   * @param {string} [pressed] the item that stays marked as pressed until there is an answer
   */
  #ask([name, ...values], pressed) {
    const press = (/** @type {boolean} */ isPressed) =>
      this.#tiles().find(({ id }) => id === pressed)?.cell.toggleAttribute("data-pressed", isPressed);
    press(true);
    const number = select([name, this.#box.dataset.collection, ...values], () => {
      this.#wishes.drop(number);
      press(false);
      this.mark();
    });
    return number;
  }
}
