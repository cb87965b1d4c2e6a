import { clamp } from "./clamp.js";
import { listen } from "./element.js";
import { wantsStillness } from "./motion.js";

/**
 * The scroll box of one collection. Only this module maps content coordinates to scroll positions.
 *
 * The content may begin below the box's upper edge: the padding of the box lies below a floating title bar. All other
 * modules use content coordinates.
 *
 * Where the list scrolls sideways, the content's coordinates are transposed. Where the page is read from right to left,
 * they are mirrored: x is the distance from the right edge. The geometry supplies the axes, which convert the
 * coordinates, and the properties that are read from the page or set there.
 *
 * No browser makes an element as high as a million rows. So the scrolled element is never higher than `highest`. When
 * the content is higher, its coordinates are `#base` points ahead of the element's. Wheel, keys and fingers leave
 * `#base` unchanged, so a point scrolled is a point of the content. The scroll bar stands for the whole content, and a
 * drag of it changes `#base`. So does a change of measured heights above the view (`slide`), in content of any height.
 *
 * @typedef {import("./geometry.js").Rect} Rect
 */

/** The shortest time between two reports, in milliseconds. */
const interval = 30;

/**
 * The largest height of the scrolled element, in points. Coordinates of this size are still exact to half a point. The
 * height is half of Chrome's limit at pixel ratio 2.
 */
const highest = 8_000_000;

/**
 * The height of the part at either end of the element that shows the end of the content unscaled, in points. Wheel
 * scrolling near an end rarely needs another base. The scroll bar's error is at most this part's share of `highest`.
 */
const end = 100_000;

/**
 * The largest single scroll by key or finger, in heights of the box. For the wheel, the wheel's own delta is added. A
 * larger scroll comes from the scroll bar.
 */
const leap = 4;

/** @type {<T>(it: T) => T} */
export const same = (it) => it;

/**
 * Leaves all as it is, for a list that scrolls down, on a page that is read from left to right.
 *
 * @type {import("./geometry.js").Axes}
 */
const down = { turned: same, unturned: same, sent: same, seen: same, keyOf: same };

export class ScrollBox {
  #box;
  /** The box, with the properties of a box that scrolls down. */
  #seen;
  #content;
  #send;
  #reported = "";
  #reportedAt = 0;
  #isDue = false;

  /** True if the visible rect has changed since it was last reported at rest. */
  #isMoving = false;

  #origin = 0;
  #width = 0;
  #height = 0;
  #below = 0;

  /** The padding of the box after the content. */
  #after = 0;

  /** The height of the bars that float over the top of the box, in points. */
  above = 0;

  axes = down;

  /** The height of the content. */
  #extent = 0;

  /** How far the content's coordinates are ahead of the coordinates of the scrolled element. */
  #base = 0;

  /** @type {WeakMap<Element, Rect>} */
  #frames = new WeakMap();

  /** The `scrollTop` that was last set or read. A difference from it is the person's scrolling. */
  #last = 0;

  /**
   * The wheel's delta that has not yet shown up as scrolling. Browsers merge turns of the wheel, so it may be any
   * distance.
   */
  #turned = 0;

  /** True if the person has scrolled since `top` was set. */
  isMoved = true;

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} content
   * @param {(hasEnded?: boolean) => void} send called when the visible rect differs from the last one that `view`
   *   returned, and with `true` once scrolling has ended
   */
  constructor(box, content, send) {
    this.#box = this.#seen = box;
    this.#content = content;
    this.#send = send;
    this.#measure();
  }

  start() {
    listen(this.#box, {
      scroll: () => {
        this.#hear();
        this.#box.toggleAttribute("data-scrolled", this.#last > 0);
        this.report();
      },
      scrollend: () => {
        this.#turned = 0;
        this.#rebase(this.top, 10);
      },
      // A press may be a drag of the scroll bar, so the wheel's delta no longer counts.
      pointerdown: () => (this.#turned = 0),
      wheel: (event) => {
        const delta = this.axes.seen(event).deltaY;
        if (!event.ctrlKey) this.#turned = delta + (this.#turned * delta > 0 ? this.#turned : 0);
      },
    }, { passive: true });
    new ResizeObserver(() => {
      const before = this.#origin;
      this.#measure();
      // The padding may change with the width of the browser window. The scroll position changes with it, so that the
      // content stays in place.
      const shift = this.top > 0 ? this.#origin - before : 0;
      // Any write, even of the same position, ends a smooth scroll by key. So the position is written only after a
      // shift.
      if (shift) {
        this.#seen.scrollTop += shift;
        this.#last += shift;
      }
      this.report();
    }).observe(this.#box);
  }

  #measure() {
    const { seen } = this.axes;
    const box = (this.#seen = seen(this.#box));
    const style = seen(getComputedStyle(this.#box));
    this.#origin = seen(this.#content).offsetTop;
    // Fractions would overflow, and the layout uses whole points anyway. The bounding rect is not used because a sheet
    // may be animated.
    const css = seen(getComputedStyle(this.#content));
    const padding = css.boxSizing === "border-box" ? 0 : parseFloat(css.paddingLeft) * 2;
    // The first paint of a list that scrolls sideways is wider than the view, so the view limits the width.
    this.#width = Math.floor(Math.min(parseFloat(css.width) + padding, box.clientWidth)) || 0;
    this.#height = box.clientHeight;
    this.above = parseFloat(style.scrollPaddingTop) || 0;
    this.#below = parseFloat(style.scrollPaddingBottom) || 0;
    this.#after = parseFloat(style.paddingBottom) || 0;
  }

  /**
   * Notes where the person has scrolled to. The `scroll` event comes late, so every read and write of `top` calls this
   * first. Otherwise a drag of the scroll bar would be taken for a few points of scrolling, or get lost.
   */
  #hear() {
    const way = this.#seen.scrollTop - this.#last;
    const by = Math.abs(way);
    const turned = this.#turned * way > 0 ? Math.abs(this.#turned) : 0;
    if (turned) this.#turned -= Math.sign(way) * Math.min(by, turned);
    this.#last += way;
    this.isMoved ||= by > 1;
    const at = this.#last - this.#origin;
    if (by > leap * this.#height + turned) this.#shift(this.#baseAt(at, this.#scrolled));
    else this.#rebase(at + this.#base, 1);
  }

  /** The content coordinate at the upper edge of the box; negative while the padding shows. */
  get top() {
    this.#hear();
    return this.#last - this.#origin + this.#base;
  }

  set top(y) {
    y = Math.round(y);
    this.#rebase(y, 1);
    this.#scrollTo(y);
    this.isMoved = false;
  }

  /**
   * Sets `top` as far as possible without a scroll, which would end the person's own scrolling: the content moves in the
   * element.
   *
   * @param {number} y
   */
  slide(y) {
    y = Math.round(y);
    this.#shift(this.#base + y - Math.round(this.top));
    this.#rebase(y, 1);
  }

  /**
   * The largest `top` at present. It is read from the page, because a `scroll` event may come before the box has measured
   * its new size.
   */
  get end() {
    const { top } = this;
    const below = this.#seen.scrollHeight - this.#seen.clientHeight - this.#last;
    return top + below + this.#extent - this.#scrolled - this.#base;
  }

  /**
   * The largest `top` for a height of the content.
   *
   * @param {number} height of the content
   */
  endOf(height) {
    return Math.max(-this.#origin, Math.round(height + this.#after - this.#height));
  }

  /** @param {number} y the content coordinate for the upper edge */
  #scrollTo(y) {
    this.#seen.scrollTop = y + this.#origin - this.#base;
    this.#last = this.#seen.scrollTop;
  }

  /** The height of the scrolled element. */
  get #scrolled() {
    return Math.min(this.#extent, highest);
  }

  /**
   * The base that puts the box and the content at the same share of their scroll ranges.
   *
   * @param {number} at the upper edge, in coordinates of the box or the content
   * @param {number} extent the height of the box's element or the content
   */
  #baseAt(at, extent) {
    const share = (at - end) / (extent - this.#height - 2 * end || 1);
    return Math.round((this.#extent - this.#scrolled) * clamp(share, 0, 1));
  }

  /**
   * Moves the scroll bar to the share that belongs to `y` of the content, without a visible change. This may stop a
   * smooth scroll, so it is done only when needed: when the box's error exceeds the distance to its nearer end, less a
   * margin of `leap` heights. So the box never reaches its end too early.
   *
   * @param {number} y
   * @param {number} haste the factor for the error
   */
  #rebase(y, haste) {
    const base = this.#baseAt(y, this.#extent);
    const at = y - this.#base;
    if (Math.abs(base - this.#base) * haste <= Math.min(at, this.#scrolled - this.#height - at) - leap * this.#height) return;
    if (this.#shift(base)) this.#scrollTo(y);
  }

  /** @param {number} base */
  #shift(base) {
    if (base === this.#base) return false;
    this.#base = base;
    for (const element of /** @type {Iterable<HTMLElement>} */ (this.#content.children)) {
      const frame = this.#frames.get(element);
      if (frame) this.setFrame(element, frame);
    }
    return true;
  }

  /**
   * The visible rect of the content, and of the space beyond its end, in whole points.
   *
   * @returns {Rect}
   */
  get visible() {
    const top = Math.round(this.top);
    return { x: 0, y: Math.max(0, top), width: this.#width, height: Math.max(0, this.#height + Math.min(0, top)) };
  }

  /** The visible rect as it goes over the wire. From now on it counts as reported. */
  get view() {
    const { visible } = this;
    this.#reportedAt = performance.now();
    this.#reported = String(Object.values(visible));
    return Object.values(this.axes.sent(visible));
  }

  /** The height of the part of the box that floating bars leave free. */
  get page() {
    return this.#height - this.above - this.#below;
  }

  /**
   * Converts a point of the browser window to content coordinates.
   *
   * @param {import("./gestures.js").Point} point
   */
  locate(point) {
    const { unturned } = this.axes;
    const { x, y } = unturned(point);
    const edge = unturned(this.#content.getBoundingClientRect());
    return { x: x - edge.x, y: y - edge.y + this.#base };
  }

  /**
   * Sets the axes: those of a list that scrolls down, or as the geometry says.
   *
   * @param {import("./geometry.js").Axes} [axes]
   */
  turn(axes = down) {
    const { seen } = this.axes;
    if (axes === this.axes) return;
    this.axes = axes;
    // The element's height so far must not become its width.
    if (seen !== axes.seen) this.setHeight(this.#content, 0);
    this.#measure();
  }

  /** @param {number} height of the whole content */
  setContentHeight(height) {
    const { top } = this;
    this.#extent = height;
    this.setHeight(this.#content, this.#scrolled);
    this.#rebase(top, 1);
    // A shorter content may move the scroll position; the person has not scrolled.
    this.#last = this.#seen.scrollTop;
  }

  /**
   * @param {HTMLElement} element an element of full width
   * @param {number} height
   */
  setHeight(element, height) {
    const style = this.axes.seen(element.style);
    style.width = "";
    style.height = `${height}px`;
  }

  /**
   * Puts `element` at `frame`, given in content coordinates.
   *
   * @param {HTMLElement} element
   * @param {Rect} frame
   */
  setFrame(element, frame) {
    const { style } = element;
    const { x, y, width, height } = this.axes.turned({ ...frame, y: frame.y - this.#base });
    this.#frames.set(element, frame);
    // `position: sticky` depends on the layout position and ignores `translate`, so sections use `margin`.
    if (element.className === "section") style.margin = `${y}px 0 0 ${x}px`;
    else style.translate = `${x}px ${y}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  /**
   * Scrolls so that `frame` is visible, free of floating bars. This counts as the person's own scrolling.
   *
   * @param {{y: number, height: number | null}} frame without a height, `y` comes to the upper edge of the box
   * @param {number | null} [share] the part of the remaining space that is above `frame`; `null` scrolls as little as
   *   needed
   * @param {boolean} [isGliding] true to scroll smoothly over a short distance
   */
  reveal({ y, height }, share = null, isGliding) {
    const { top } = this;
    const highest = y - this.above;
    const lowest = Math.min(highest, y + (height ?? 0) + this.#below - this.#height);
    const next = height === null ? y : share === null ? clamp(top, lowest, highest) : highest + (lowest - highest) * share;
    if (next === top) return;
    if (isGliding && Math.abs(next - top) < 2 * this.#height && !wantsStillness()) {
      this.#seen.scrollTo({ top: next + this.#origin - this.#base, behavior: "smooth" });
    } else {
      this.top = next;
    }
    this.isMoved = true;
  }

  /**
   * Reports the visible rect with the next frame, at most once per `interval`, and only if it has changed. This method
   * then schedules another look, at least one frame and `interval` later. If the rect is unchanged by then, it is at
   * rest, which is reported once. The event `scrollend` is not used for this, because WebKit does not have it.
   */
  report() {
    if (this.#isDue) return;
    this.#isDue = true;
    const look = () => {
      this.#isDue = false;
      const wasMoving = this.#isMoving;
      this.#isMoving = this.#reported !== String(Object.values(this.visible));
      // If the sheet of this box was closed meanwhile, nothing is reported.
      if (!this.#box.isConnected) return;
      if (this.#isMoving) {
        this.#send();
        this.report();
      } else if (wasMoving) this.#send(true);
    };
    requestAnimationFrame(() => {
      const wait = this.#reportedAt + interval - performance.now();
      if (wait > 0) setTimeout(look, wait);
      else look();
    });
  }
}
