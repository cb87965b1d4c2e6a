import { buttonsOf } from "../actions.js";
import { announce } from "../banner.js";
import { send } from "../connection.js";
import { listen, make } from "../element.js";
import { hasMod } from "../keys.js";
import { phrase } from "../words.js";
import { listenForCancel } from "./cancelling.js";

/**
 * Selects by a rubber band, and finds items by letters. This part of the client (`later.js`) begins when one of the two
 * is used first.
 *
 * The scene knows the whole list, so it selects and searches. The page shows the band's selection at once on the tiles
 * it holds.
 *
 * @typedef {import("../geometry.js").Rect} Rect
 * @typedef {import("../gestures.js").Point} Point
 * @typedef {import("../collection.js").Own} Own
 * @typedef {import("../tile.js").Tile} Tile
 */

/** The longest pause between the letters of one search, in milliseconds. */
const pause = 1_000;

/** Lets a person select in a collection. */
export default () => (/** @type {Own} */ collection) => new Selector(collection);

// MARK: Decisions

/**
 * The rectangle between two points of the content, in whole points, without the parts above and left of the content.
 *
 * @param {Point} from
 * @param {Point} to
 * @returns {Rect}
 */
export const rectBetween = (from, to) => {
  const [x, y] = [Math.max(0, Math.floor(Math.min(from.x, to.x))), Math.max(0, Math.floor(Math.min(from.y, to.y)))];
  const [right, bottom] = [Math.ceil(Math.max(from.x, to.x)), Math.ceil(Math.max(from.y, to.y))];
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
};

/**
 * True if two rectangles overlap, by the scene's own rule.
 *
 * @param {Rect} one
 * @param {Rect} other
 */
export const overlaps = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** Collects typed letters for a search. The same letter again goes on to the next item that begins with it. */
export class Letters {
  #typed = "";
  #at = -Infinity;

  /**
   * @param {string} letter
   * @param {number} now in milliseconds
   * @returns {{text: string, by: 0 | 1}} the text to search, and 1 to begin after the item with the keyboard
   */
  add(letter, now) {
    this.#typed = now - this.#at > pause ? letter : this.#typed + letter;
    this.#at = now;
    const isOne = [...this.#typed.toLowerCase()].every((other) => other === letter.toLowerCase());
    return isOne ? { text: letter, by: 1 } : { text: this.#typed, by: 0 };
  }
}

// MARK: The page

/**
 * Dispatches the pointer's newest event again, for listeners that were added after it.
 *
 * @param {PointerEvent} event
 */
const repeat = (event) => document.dispatchEvent(
  new PointerEvent(event.buttons & 1 ? "pointermove" : "pointerup", /** @type {PointerEventInit} */ (event)));

/** A rubber band over the tiles of one collection, from where the pointer was pressed. */
class Band {
  #collection;
  #origin;
  #isAdding;
  /** The selection before the band. */
  #before;
  /** @type {Rect} */
  #rect = { x: 0, y: 0, width: 0, height: 0 };
  /** @type {HTMLElement | undefined} */
  #element;
  /** @type {string | undefined} */
  #touched;

  /**
   * @param {Own} collection
   * @param {PointerEvent} event
   */
  constructor(collection, event) {
    const { scroll, held } = (this.#collection = collection);
    this.#origin = scroll.locate({ x: event.clientX, y: event.clientY });
    this.#isAdding = hasMod(event) || event.shiftKey;
    this.#before = new Map(held.all.map((tile) => [tile.id, tile.isShownSelected]));
  }

  begin() {
    const { box, ranges } = this.#collection;
    ranges.endRun();
    this.#element = make("div");
    // The content security policy allows styles set by script, and this saves a style sheet.
    Object.assign(/** @type {HTMLElement} */ (this.#element).style, {
      zIndex: 2, boxSizing: "border-box", pointerEvents: "none",
      border: "1px solid var(--accent, Highlight)",
      background: "color-mix(in srgb, var(--accent, Highlight) 16%, transparent)",
    });
    /** @type {Element} */ (box.firstElementChild).append(this.#element);
  }

  /**
   * @param {Point} point
   * @param {boolean} [isLast]
   */
  draw(point, isLast) {
    const { scroll, held } = this.#collection;
    const rect = (this.#rect = rectBetween(this.#origin, scroll.locate(point)));
    scroll.setFrame(/** @type {HTMLElement} */ (this.#element), rect);
    // The page asks the scene only when the tiles held under the band change, and at the end.
    const touched = held.state.tiles.filter(({ frame }) => frame && overlaps(frame, rect));
    const now = String(touched.map(({ id }) => id));
    if (now === this.#touched && !isLast) return;
    this.#request(this.#touched === undefined ? (this.#isAdding ? "add" : "new") : "on");
    this.#touched = now;
  }

  /** Restores the selection, and removes the band. */
  cancel() {
    this.#request("drop");
    this.remove();
  }

  remove() {
    this.#element?.remove();
  }

  /** @param {import("../packets.js").BrowserMessages["band"]["step"]} step */
  #request(step) {
    const { held, scroll, selecting } = this.#collection;
    const { geometry } = held.state;
    const rect = this.#rect;
    selecting.request("band", { rect: Object.values(scroll.axes.sent(rect)), step }, (/** @type {string} */ id, /** @type {number} */ position) => {
      if (step === "drop") return this.#before.get(id);
      return overlaps(geometry.frameOf(position), rect) || (this.#isAdding ? this.#before.get(id) : false);
    });
  }
}

/** Lets a person select in one collection. */
class Selector {
  #collection;
  #letters = new Letters();

  /**
   * The press that may become a band.
   *
   * @type {Band | undefined}
   */
  #band;
  /** @type {Point} */
  #last = { x: 0, y: 0 };

  /** The number of searches, and the last text. */
  #count = 0;
  #text = "";

  /** @param {Own} collection */
  constructor(collection) {
    this.#collection = collection;
    const { box, behaviours } = collection;
    const { signal } = behaviours;
    const cancel = () => behaviours.cancel(this);
    // Runs before the listener for gestures. If the button was released outside of the page, this ends the gesture.
    const move = (/** @type {PointerEvent} */ event) => this.#band && event.isPrimary && !(event.buttons & 1) && repeat(event);
    listen(document, { pointermove: move }, { signal, capture: true });
    // A press that opens a menu, such as Control-click on a Mac, draws no band.
    listen(box, { contextmenu: cancel }, { signal, capture: true });
    listen(document, {
      pointerup: (/** @type {PointerEvent} */ { isPrimary }) => isPrimary && (this.#band = undefined),
      pointercancel: () => (this.#band = undefined),
      selectstart: (/** @type {Event} */ event) => this.#band && event.preventDefault(),
    }, { signal });
    listenForCancel(() => behaviours.isDragging(this), cancel, signal);
  }

  // MARK: A rubber band

  /**
   * @param {PointerEvent} event
   * @param {PointerEvent} [now] the newest event: the pointer may have moved while this part was loading
   */
  press(event, now = event) {
    const { pointerType, button, clientX, clientY } = event;
    const { box } = this.#collection;
    const edge = box.getBoundingClientRect();
    // A press beside or below the content is on a scroll bar, so it draws no band.
    const [x, y] = [clientX - edge.x - box.clientLeft, clientY - edge.y - box.clientTop];
    const isBar = x < 0 || x > box.clientWidth || y > box.clientHeight;
    if (pointerType !== "mouse" || button || isBar) return;
    // A press while this part was loading may have selected text, which would be dragged.
    getSelection()?.removeAllRanges();
    this.#band = new Band(this.#collection, event);
    this.#collection.behaviours.take(event, this);
    if (now !== event) repeat(now);
  }

  drags() {
    this.#band?.begin();
    return true;
  }

  /** @param {Point} point */
  dragMoved(point) {
    this.#band?.draw((this.#last = point));
  }

  dragEnded() {
    this.#band?.draw(this.#last, true);
    this.#band?.remove();
  }

  dragCancelled() {
    this.#band?.cancel();
  }

  // MARK: Letters

  /** @param {KeyboardEvent} event */
  type(event) {
    const { box, held, keyboard } = this.#collection;
    const { key } = event;
    if (hasMod(event) || !/^[\p{L}\p{N}]$/u.test(key)) return;
    // If a button of the page has this shortcut, the key belongs to the button.
    if (buttonsOf(event).length) return;
    const { text, by } = this.#letters.add(key, performance.now());
    this.#text = text;
    const position = keyboard.cursor?.position ?? held.inView[0] - by;
    const collection = /** @type {string} */ (box.dataset.collection);
    send("find", { number: ++this.#count, collection, text, from: position + by });
  }

  /** @param {import("../packets.js").SceneMessages["found"]} answer */
  found({ number, position }) {
    const { ranges, keyboard } = this.#collection;
    if (number !== this.#count) return;
    if (position === null) return announce(phrase("Nothing begins with “%1”.", this.#text));
    ranges.endRun();
    keyboard.go(position);
  }
}
