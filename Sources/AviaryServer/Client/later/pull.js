import { call } from "../actions.js";
import { listen } from "../element.js";

/**
 * Calls an action when a finger pulls a list down from its top. This part of the client (`later.js`) begins with the first
 * collection that has an element with `data-pull`.
 *
 * That element is the *mark*: it follows the finger, and its action is called when the list was pulled far enough. The
 * mark has no focus, so the page has a button for the same action.
 *
 * @typedef {import("../collection.js").Own} Own
 */

/** The distance that calls the action, and the farthest distance that the mark follows a finger, in points. */
const enough = 72;
const farthest = 110;

/** The share of the finger's way that the list is pulled. */
const share = 0.6;

/** Lets a person pull a collection that has a mark. */
export default () => (/** @type {Own} */ collection) => new Pull(collection);

/**
 * How far a list is pulled.
 *
 * @param {number} by the distance so far; 0 before the first movement
 * @param {number} aside how far the finger has gone to the side
 * @param {number} down how far the finger has gone down
 * @returns {number} the distance from now on; 0 if the finger scrolls
 */
export const pulled = (by, aside, down) =>
  // The first movement decides whether the finger pulls the list or scrolls.
  !by && down <= Math.abs(aside) ? 0 : Math.max(1, down * share);

/** Pulls one collection. */
export class Pull {
  #box;
  #mark;

  /** @type {Touch | undefined} */
  #from;
  #by = 0;

  /** @param {Own} collection */
  constructor({ box }) {
    this.#box = box;
    const mark = this.#mark = /** @type {HTMLElement} */ (document.querySelector(`[data-pull="${box.dataset.collection}"]`));
    const touchend = () => {
      if (this.#by >= enough) call(mark, {});
      this.end();
    };
    listen(box, { touchstart: (event) => this.#begin(event), touchend, touchcancel: () => this.end() });
    listen(box, { touchmove: (event) => this.#move(event) }, { passive: false });
  }

  /** @param {TouchEvent} event */
  #begin({ touches }) {
    this.#from = touches.length === 1 && this.#box.scrollTop <= 0 ? touches[0] : undefined;
  }

  /** @param {TouchEvent} event */
  #move(event) {
    const { touches: [touch, other], cancelable, defaultPrevented } = event;
    const from = this.#from;
    // A finger that drags prevents the scrolling, too.
    if (!from || other || (defaultPrevented && !this.#by)) return this.end();
    const by = pulled(this.#by, touch.clientX - from.clientX, touch.clientY - from.clientY);
    if (!by || (!this.#by && this.#box.scrollTop > 0)) return this.end();
    if (cancelable) event.preventDefault();
    this.#show(by);
  }

  /** Puts the mark back. */
  end() {
    this.#from = undefined;
    if (this.#by) this.#show(0);
  }

  /** @param {number} by */
  #show(by) {
    this.#by = by;
    this.#mark.toggleAttribute("data-pulled", by > 0);
    this.#mark.toggleAttribute("data-enough", by >= enough);
    this.#mark.style.setProperty("--by", `${Math.min(farthest, by)}px`);
  }
}
