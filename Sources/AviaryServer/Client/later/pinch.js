import { call } from "../actions.js";
import { listen, cellOf } from "../element.js";
import { hasMod } from "../keys.js";

/**
 * Changes the size of cells by two fingers, by the wheel with Control, as a trackpad reports its pinch, and by Mod with
 * plus and minus. This part of the client (`later.js`) begins with the first collection that has an element with
 * `data-pinch`.
 *
 * That element is the *mark*. Its action is called with the number of steps in the field `by`, more than 0 for larger
 * cells, and with the item between the fingers. The page has buttons for the same action. While the mark has
 * `data-largest` or `data-smallest`, the browser gets what would lead further: it magnifies the page.
 *
 * @typedef {import("../collection.js").Own} Own
 */

/** The change of the distance between two fingers that is one step. */
const share = 1.25;

/** The way of the wheel that is one step, in pixels. A notch of a mouse's wheel is 100 or more. */
const notch = 40;

/** Lets a person change the size of the cells of a collection that has a mark. */
export default () => (/** @type {Own} */ collection) => new Pinch(collection);

/**
 * The number of whole steps from one distance of two fingers to another one.
 *
 * @param {number} from
 * @param {number} to
 */
export const stepsBetween = (from, to) => Math.trunc(Math.log(to / from) / Math.log(share)) || 0;

/** Changes the cells of one collection. */
export class Pinch {
  #box;
  #mark;

  /** The distance of the fingers at the last step; 0 while there are not two of them. */
  #from = 0;

  /** The way of the wheel since the last step. */
  #way = 0;

  /** The steps that wait for the answer to the last request, and whether there is one. */
  #steps = 0;
  #isAsking = false;

  /** The item that stays in place. */
  #item = "";

  /** @param {Own} collection */
  constructor({ box }) {
    this.#box = box;
    this.#mark = /** @type {HTMLElement} */ (document.querySelector(`[data-pinch="${box.dataset.collection}"]`));
    const end = () => (this.#from = 0);
    listen(box, { touchstart: (event) => this.#begin(event), touchend: end, touchcancel: end });
    listen(box, { touchmove: (event) => this.#move(event), wheel: (event) => this.#wheel(event) }, { passive: false });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { "+": 1, "=": 1, "-": -1 }[event.key];
    if (!by || !hasMod(event) || event.altKey || !this.#can(by)) return false;
    event.preventDefault();
    this.#item = cellOf(/** @type {Element} */ (document.activeElement))?.dataset.item ?? "";
    this.#step(by);
    return true;
  }

  /** @param {TouchEvent} event */
  #begin({ touches: [one, other, third] }) {
    this.#from = other && !third && (this.#can(1) || this.#can(-1)) ? distance(one, other) : 0;
    if (this.#from) this.#item = this.#itemAt((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
  }

  /** @param {TouchEvent} event */
  #move(event) {
    const { touches: [one, other], cancelable } = event;
    if (!this.#from || !other) return;
    // Otherwise the browser magnifies the page.
    if (cancelable) event.preventDefault();
    const by = stepsBetween(this.#from, distance(one, other));
    this.#from *= share ** by;
    this.#step(by);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey || !this.#can(-event.deltaY)) return;
    event.preventDefault();
    // A notch of a mouse's wheel is one step, whatever its way is.
    this.#way = Math.max(-notch, Math.min(notch, this.#way - event.deltaY * (event.deltaMode ? notch : 1)));
    const by = Math.trunc(this.#way / notch);
    if (!by) return;
    this.#way = 0;
    this.#item = this.#itemAt(event.clientX, event.clientY);
    this.#step(by);
  }

  /**
   * True if cells can become larger, or smaller.
   *
   * @param {number} by
   */
  #can(by) {
    return !this.#mark.hasAttribute(by > 0 ? "data-largest" : "data-smallest");
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #itemAt(x, y) {
    const element = document.elementFromPoint(x, y);
    return (element && this.#box.contains(element) && cellOf(element)?.dataset.item) || "";
  }

  /**
   * Calls the action. While it has no answer, further steps are added up.
   *
   * @param {number} by
   */
  #step(by) {
    this.#steps += by;
    if (!this.#steps || this.#isAsking) return;
    const fields = { by: String(this.#steps), item: this.#item };
    this.#steps = 0;
    const settled = () => {
      this.#isAsking = false;
      this.#step(0);
    };
    this.#isAsking = !!call(this.#mark, fields, { settled });
  }
}

/**
 * @param {Touch} one
 * @param {Touch} other
 */
const distance = (one, other) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
