import { isBackground, listen } from "./element.js";
import { load } from "./later.js";

/**
 * Rubber bands and search by letters. Loads the part of the client for them (`later/select.js`) at the first press
 * between the tiles, or at the first letter.
 *
 * @typedef {ReturnType<ReturnType<import("./later.js").Parts["select"]>>} Selector
 * @typedef {(event: PointerEvent | KeyboardEvent, now?: PointerEvent) => void} Hear
 */
export class SelectLoader {
  #own;
  #canSearch = false;

  /** @type {Selector | undefined} */
  #selector;

  /**
   * The newest event of the pointer.
   *
   * @type {PointerEvent | undefined}
   */
  #pointed;

  /** @param {import("./collection.js").Own} own */
  constructor(own) {
    this.#own = own;
    const note = (/** @type {PointerEvent} */ event) => (this.#pointed = event);
    listen(own.box, { pointermove: note, pointerup: note });
  }

  /** @param {boolean} canSearch true if letters find an item */
  allow(canSearch) {
    this.#canSearch = canSearch;
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.#pointed = event;
    if (isBackground(this.#own.box, event) && this.#own.selecting.allowsMultiple) this.#hand("press", event);
  }

  /**
   * Searches by a letter. Always returns true, because no behaviour after this one handles keys.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (this.#canSearch) this.#hand("type", event);
    return true;
  }

  /** @param {import("./packets.js").SceneMessages["found"]} answer */
  found(answer) {
    this.#selector?.found(answer);
  }

  /**
   * Hands an event to the selector, which is loaded when it is needed first.
   *
   * @template {"press" | "type"} Method
   * @param {Method} method
   * @param {Parameters<Selector[Method]>[0]} event
   */
  #hand(method, event) {
    load("select").then((makeSelector) => {
      this.#selector ??= makeSelector(this.#own);
      /** @type {Hear} */ (this.#selector[method])(event, this.#pointed);
    }, () => {});
  }
}
