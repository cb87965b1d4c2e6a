import { listen } from "./element.js";

/**
 * Gestures of one pointer: a press becomes a drag, or a hold when a finger rests. What they mean is the delegate's affair.
 *
 * @typedef {{x: number, y: number}} Point in the window
 * @typedef {object} GestureDelegate
 * @property {(event: PointerEvent) => boolean | void} begins whether a press there is the beginning of a gesture
 * @property {(point: Point, isHeld: boolean) => boolean | void} drags whether the press, led to this point, is a drag; for a
 *   finger only when it has rested
 * @property {() => boolean | void} [holds] whether a finger that rests waits to be lifted; otherwise it drags from there on
 * @property {(point: Point) => void} dragMoved the drag has led here, or the content has moved below it
 * @property {() => void} dragCancelled
 * @property {() => void} [dragEnded] the pointer was lifted
 * @property {(point: Point) => void} [held] a finger has rested, and was lifted without a drag
 */

/** How long a finger rests until it holds, in milliseconds. */
const holdTime = 400;

/** How far a pointer may stray and still be at rest; how near to an edge a drag scrolls: in points. */
const slop = 8;
const margin = 40;

/** Tells what a press has become. Only decides; `Gestures` has the events and the clock. */
export class Press {
  #first;
  #isTouch;
  #delegate;
  last;
  isHeld = false;
  isDrag = false;

  /**
   * @param {Point} first
   * @param {boolean} isTouch a finger's: it scrolls unless it has rested
   * @param {Pick<GestureDelegate, "drags" | "holds">} delegate
   */
  constructor(first, isTouch, delegate) {
    this.#first = this.last = first;
    this.#isTouch = isTouch;
    this.#delegate = delegate;
  }

  /**
   * @param {Point} point
   * @returns {"drag" | "scroll" | undefined} whether it is a drag now, or the browser's to scroll by
   */
  move(point) {
    this.last = point;
    if (this.isDrag) return "drag";
    if (Math.hypot(point.x - this.#first.x, point.y - this.#first.y) < slop) return;
    if (this.#isTouch && !this.isHeld) return "scroll";
    return this.#drag();
  }

  /** The finger has rested. */
  rest() {
    this.isHeld = true;
    if (!this.#delegate.holds?.()) return this.#drag();
  }

  #drag() {
    this.isDrag = Boolean(this.#delegate.drags(this.last, this.isHeld));
    return this.isDrag ? "drag" : undefined;
  }
}

/**
 * How far content scrolls in one frame while a drag is near an edge of its box, or beyond.
 *
 * @param {number} y
 * @param {{top: number, bottom: number}} box
 */
export const edgeScroll = (y, { top, bottom }) =>
  Math.round((Math.min(0, y - top - margin) + Math.max(0, y - bottom + margin)) / 2);

/** Hears the pointer on an element. */
export class Gestures {
  #element;
  #delegate;
  #scroll;

  /** @type {Press | undefined} */
  #press;

  /** @type {EventTarget | undefined} */
  #target;
  #timer = 0;
  #wasGesture = false;

  /**
   * @param {HTMLElement} element
   * @param {GestureDelegate} delegate
   * @param {{top: number, turned: (it: any) => any}} [scroll] scrolled by a drag near the edges of the element
   */
  constructor(element, delegate, scroll) {
    this.#element = element;
    this.#delegate = delegate;
    this.#scroll = scroll;
  }

  /** @param {AbortSignal} [signal] ends it */
  start(signal) {
    listen(document, {
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: () => this.cancel(),
    }, { signal });
    // A press leads to nothing else.
    const prevent = (/** @type {Event} */ event) => this.#press && event.preventDefault();
    listen(this.#element, { pointerdown: (event) => this.#down(event), dragstart: prevent, contextmenu: prevent }, { signal });
    // A finger that drags does not scroll, and the browser makes no mouse of a gesture: it would take the focus from a menu.
    const touchend = (/** @type {Event} */ event) => this.#wasGesture && event.cancelable && event.preventDefault();
    listen(this.#element, { touchmove: this.#hold, touchend }, { passive: false, signal });
    // The click at the end of a gesture is none.
    const click = (/** @type {MouseEvent} */ event) => {
      if (this.#wasGesture && event.detail) {
        event.stopPropagation();
        // Nor is a link followed.
        event.preventDefault();
      }
      this.#wasGesture = false;
    };
    listen(this.#element, { click }, { capture: true, signal });
    signal?.addEventListener("abort", () => this.#end());
  }

  get isDragging() {
    return this.#press?.isDrag ?? false;
  }

  /** Takes a gesture back. */
  cancel() {
    if (this.isDragging) this.#delegate.dragCancelled();
    this.#end();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#wasGesture = false;
    if (!event.isPrimary || event.button || event.shiftKey || event.ctrlKey || !this.#delegate.begins(event)) return;
    this.press(event);
  }

  /**
   * Hears what becomes of a press, whatever keys are held meanwhile.
   *
   * @param {PointerEvent} event
   */
  press(event) {
    const isTouch = event.pointerType !== "mouse";
    clearTimeout(this.#timer);
    this.#press = new Press(pointOf(event), isTouch, this.#delegate);
    this.#target = /** @type {EventTarget} */ (event.target);
    if (isTouch) this.#timer = setTimeout(() => this.#press?.rest() && this.#beginDrag(), holdTime);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || !event.isPrimary) return;
    const wasDrag = press.isDrag;
    const step = press.move(pointOf(event));
    if (step === "scroll") this.#end();
    else if (step && wasDrag) this.#delegate.dragMoved(press.last);
    else if (step) this.#beginDrag();
  }

  /** From now on the drag is told of frame by frame, while content comes and goes below it. */
  #beginDrag() {
    const press = /** @type {Press} */ (this.#press);
    // A row that is scrolled away still hears of the finger that was put down on it.
    listen(/** @type {EventTarget} */ (this.#target), { touchmove: this.#hold }, { passive: false });
    const scroll = this.#scroll;
    const follow = () => {
      if (this.#press !== press) return;
      if (scroll) {
        const by = edgeScroll(scroll.turned(press.last).y, scroll.turned(this.#element.getBoundingClientRect()));
        if (by) scroll.top += by;
      }
      this.#delegate.dragMoved(press.last);
      requestAnimationFrame(follow);
    };
    follow();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!event.isPrimary) return;
    this.#move(event);
    const press = this.#press;
    if (this.isDragging) this.#delegate.dragEnded?.();
    this.#end();
    if (!press?.isHeld || press.isDrag) return;
    // The click at its end, if there is one, is no tap.
    this.#wasGesture = true;
    this.#delegate.held?.(press.last);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#target?.removeEventListener("touchmove", this.#hold);
    this.#wasGesture ||= this.isDragging;
    this.#press = undefined;
  }

  #hold = (/** @type {Event} */ event) => this.#press?.isHeld && event.preventDefault();
}

/** @param {PointerEvent} event */
const pointOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });
