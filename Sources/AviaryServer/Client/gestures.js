import { listen } from "./element.js";

/**
 * Gestures of one pointer: a press becomes a drag, or a long press when a finger rests. The delegate decides what they
 * do (`behaviours.js`).
 *
 * Not gestures:
 * - a tap: it is the browser's `click`, which goes to `Ranges.click`. After a drag or a long press, `start` stops the
 *   click.
 * - a double tap: it is two taps. `buttonguard.js` and `click` in `actions.js` only protect buttons from the second one.
 * - a scroll or a swipe: a finger that moves before it has rested (`Press.move`). The browser scrolls; `later/swipes.js`
 *   swipes.
 *
 * @typedef {{x: number, y: number}} Point in the browser window
 * @typedef {object} GestureDelegate
 * @property {(point: Point, isLong: boolean) => boolean | void} drags returns true if the press, moved to this point,
 *   becomes a drag; a finger must have rested first
 * @property {() => boolean | void} [waitsForLift] returns true if a resting finger waits to be lifted; otherwise it
 *   drags from then on
 * @property {(point: Point) => void} dragMoved the pointer has moved here, or the content has moved below it
 * @property {() => void} dragCancelled
 * @property {() => void} [dragEnded] the pointer was lifted after a drag
 * @property {() => boolean | void} [isElsewhere] returns true while the drag does not scroll, because it is over another element
 * @property {(point: Point) => void} [longPressed] a finger has rested, and was lifted without a drag. The modules of
 *   rooms know this name (`docs/WIRE.md`)
 */

/** How long a finger rests until its press is long, in milliseconds. */
const longPressTime = 400;

/** How far a resting pointer may stray, and how near to an edge a drag scrolls, in points. */
const slop = 8;
const margin = 40;

/** Decides what a press has become. `Gestures` has the events and the timer. */
export class Press {
  #first;
  #isTouch;
  #delegate;
  last;

  /** True once the finger has rested. */
  isLong = false;

  isDrag = false;

  /**
   * @param {Point} first
   * @param {boolean} isTouch true for a finger, which scrolls unless it has rested
   * @param {Pick<GestureDelegate, "drags" | "waitsForLift">} delegate
   */
  constructor(first, isTouch, delegate) {
    this.#first = this.last = first;
    this.#isTouch = isTouch;
    this.#delegate = delegate;
  }

  /**
   * @param {Point} point
   * @returns {"drag" | "scroll" | undefined} a drag now, or a scroll by the browser
   */
  move(point) {
    this.last = point;
    if (this.isDrag) return "drag";
    if (Math.hypot(point.x - this.#first.x, point.y - this.#first.y) < slop) return;
    if (this.#isTouch && !this.isLong) return "scroll";
    return this.#drag();
  }

  /** Notes that the finger has rested. */
  becomeLong() {
    this.isLong = true;
    if (!this.#delegate.waitsForLift?.()) return this.#drag();
  }

  #drag() {
    this.isDrag = Boolean(this.#delegate.drags(this.last, this.isLong));
    return this.isDrag ? "drag" : undefined;
  }
}

/**
 * The distance to scroll in one frame while a drag is near an edge of the box or beyond it, in points.
 *
 * @param {number} y
 * @param {{y: number, height: number}} box
 */
export const edgeScroll = (y, { y: top, height }) =>
  Math.round((Math.min(0, y - top - margin) + Math.max(0, y - top - height + margin)) / 2);

/** Recognizes gestures of the pointer on an element. */
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
   * @param {{top: number, axes: Pick<import("./geometry.js").Axes, "unturned">}} [scroll] scrolled by a drag near the
   *   edges of the element
   */
  constructor(element, delegate, scroll) {
    this.#element = element;
    this.#delegate = delegate;
    this.#scroll = scroll;
  }

  /** @param {AbortSignal} [signal] removes the listeners when it is aborted */
  start(signal) {
    listen(document, {
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: () => this.cancel(),
    }, { signal });
    // A press must not start the browser's own drag or menu.
    const prevent = (/** @type {Event} */ event) => this.#press && event.preventDefault();
    const pointerdown = () => (this.#wasGesture = false);
    listen(this.#element, { pointerdown, dragstart: prevent, contextmenu: prevent }, { signal });
    // A finger that drags must not scroll. The browser must not emulate mouse events after a gesture, because they
    // would take the focus from a menu.
    const touchend = (/** @type {Event} */ event) => this.#wasGesture && event.cancelable && event.preventDefault();
    listen(this.#element, { touchmove: this.#preventScrolling, touchend }, { passive: false, signal });
    // The click at the end of a gesture does not count.
    const click = (/** @type {MouseEvent} */ event) => {
      if (this.#wasGesture && event.detail) {
        event.stopPropagation();
        // Stops a link from being followed.
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

  /** Cancels a gesture. */
  cancel() {
    if (this.isDragging) this.#delegate.dragCancelled();
    this.#end();
  }

  /**
   * Begins a gesture with a press, whichever modifier keys are held.
   *
   * @param {PointerEvent} event
   */
  press(event) {
    const isTouch = event.pointerType !== "mouse";
    clearTimeout(this.#timer);
    this.#press = new Press(pointOf(event), isTouch, this.#delegate);
    this.#target = /** @type {EventTarget} */ (event.target);
    if (isTouch) this.#timer = setTimeout(() => this.#press?.becomeLong() && this.#beginDrag(), longPressTime);
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

  /** Begins to report the drag in every frame, because the content may move below the pointer. */
  #beginDrag() {
    const press = /** @type {Press} */ (this.#press);
    // The touched row keeps receiving the finger's events after it has scrolled away.
    listen(/** @type {EventTarget} */ (this.#target), { touchmove: this.#preventScrolling }, { passive: false });
    const scroll = this.#scroll;
    const report = () => {
      if (this.#press !== press) return;
      if (scroll && !this.#delegate.isElsewhere?.()) {
        const { unturned } = scroll.axes;
        const by = edgeScroll(unturned(press.last).y, unturned(this.#element.getBoundingClientRect()));
        if (by) scroll.top += by;
      }
      this.#delegate.dragMoved(press.last);
      requestAnimationFrame(report);
    };
    report();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!event.isPrimary) return;
    this.#move(event);
    const press = this.#press;
    if (this.isDragging) this.#delegate.dragEnded?.();
    this.#end();
    if (!press?.isLong || press.isDrag) return;
    // A click that follows is not a tap.
    this.#wasGesture = true;
    this.#delegate.longPressed?.(press.last);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#target?.removeEventListener("touchmove", this.#preventScrolling);
    this.#wasGesture ||= this.isDragging;
    this.#press = undefined;
  }

  #preventScrolling = (/** @type {Event} */ event) => this.#press?.isLong && event.preventDefault();
}

/**
 * True if a press may begin a gesture whose behaviour does not know modifier keys.
 *
 * @param {PointerEvent} event
 */
export const isPlain = ({ isPrimary, button, shiftKey, ctrlKey }) => isPrimary && !button && !shiftKey && !ctrlKey;

/** @param {PointerEvent} event */
const pointOf = ({ clientX, clientY }) => ({ x: clientX, y: clientY });
