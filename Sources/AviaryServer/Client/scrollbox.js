import { clamp } from "./clamp.js";
import { listen } from "./element.js";
import { wantsStillness } from "./motion.js";

/**
 * The scroll box of one collection: the only module that knows how content coordinates and scrolling belong together.
 *
 * The content may begin below the box's upper edge (its padding, which a title bar floats over). What is outside of this
 * module says where things are in the content.
 *
 * Where the list scrolls to the right, the content's coordinates are transposed, and so is all that is read of the page and
 * set there: it passes through `turned`, which the geometry brings.
 *
 * No browser makes an element as high as a million rows. What is scrolled is never higher than `highest`; when the content
 * is, the two differ by `#base` points, and by the same as long as one scrolls by wheel, key or finger: so each point
 * scrolled is a point of the content, anywhere. The scroll bar alone reaches further; what it shows and where it leads to is
 * the share of the whole.
 *
 * @typedef {import("./geometry.js").Rect} Rect
 */

/** The shortest time between two reports, in milliseconds. */
const interval = 30;

/** The most that is scrolled, in points: half a point is still exact, and half of what Chrome can do at pixel ratio 2. */
const highest = 8_000_000;

/**
 * So much of it at either end is the content's own end, point for point: a wheel that is turned there rarely needs another
 * base. What the bar shows is out by no more than the share that this is of `highest`.
 */
const end = 100_000;

/** How many times its own height a box is scrolled at once at most, by key or finger, or by wheel beyond what the wheel tells. */
const leap = 4;

/** Of a list that scrolls down nothing is turned. */
const asIs = (/** @type {any} */ it) => it;

export class ScrollBox {
  #box;
  #content;
  #report;
  #reported = "";
  #reportedAt = 0;
  #isDue = false;

  /** Whether the visible rect has changed since it was told to be at rest. */
  #isMoving = false;

  #origin = 0;
  #width = 0;
  #height = 0;
  #below = 0;

  /** How much floats over the upper part of the box, in points. */
  above = 0;

  /** Exchanges x and y, and all that goes with them, where the list scrolls to the right: of a rect, of an element, of a style. */
  turned = asIs;

  /** How high the content is. */
  #extent = 0;

  /** How far the content's coordinates are ahead of the box's. */
  #base = 0;

  /** @type {WeakMap<Element, Rect>} */
  #frames = new WeakMap();

  /** The `scrollTop` that was set or heard of last, to tell it from where the person scrolls to. */
  #last = 0;

  /** How far the wheel has been turned that has not been heard of as scrolled. Browsers merge turns, to any distance. */
  #turned = 0;

  /** Whether the person has scrolled since `top` was set. */
  isMoved = true;

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} content
   * @param {(...isAtRest: true[]) => void} report called when the visible rect is another than the one that `view` told last,
   *   and with `true` once it has stayed the same behind that
   */
  constructor(box, content, report) {
    this.#box = box;
    this.#content = content;
    this.#report = report;
    this.#measure();
  }

  start() {
    listen(this.#box, {
      scroll: () => {
        this.#hear();
        this.#box.toggleAttribute("data-scrolled", this.#last > 0);
        this.scheduleReport();
      },
      scrollend: () => {
        this.#turned = 0;
        this.#rebase(this.top, 10);
      },
      // A hand on the scroll bar has left the wheel.
      pointerdown: () => (this.#turned = 0),
      wheel: (event) => {
        const { deltaY, ctrlKey } = this.turned(event);
        if (!ctrlKey) this.#turned = deltaY + (this.#turned * deltaY > 0 ? this.#turned : 0);
      },
    }, { passive: true });
    new ResizeObserver(() => {
      const before = this.#origin;
      this.#measure();
      // The padding may be another on a window of another width; the content stays where it was.
      const shift = this.top > 0 ? this.#origin - before : 0;
      this.#port.scrollTop += shift;
      this.#last += shift;
      this.scheduleReport();
    }).observe(this.#box);
  }

  /** The box, where its numbers are read and set. */
  get #port() {
    return this.turned(this.#box);
  }

  #measure() {
    const style = this.turned(getComputedStyle(this.#box));
    this.#origin = this.turned(this.#content).offsetTop;
    // Fractions would overflow, and the layout is of whole points in any case. Not the rect: a sheet may be on its way.
    const css = this.turned(getComputedStyle(this.#content));
    const padding = css.boxSizing === "border-box" ? 0 : parseFloat(css.paddingLeft) * 2;
    // What is painted first of a list that scrolls to the right is wider than what is seen.
    this.#width = Math.floor(Math.min(parseFloat(css.width) + padding, this.#port.clientWidth)) || 0;
    this.#height = this.#port.clientHeight;
    this.above = parseFloat(style.scrollPaddingTop) || 0;
    this.#below = parseFloat(style.scrollPaddingBottom) || 0;
  }

  /**
   * Takes note of where the person has scrolled to. The event tells of it late: whoever asks before must not take a leap for
   * a few points, and whoever moves the box must not make it unheard.
   */
  #hear() {
    const way = this.#port.scrollTop - this.#last;
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

  /** @param {number} y the content coordinate to have at the upper edge */
  #scrollTo(y) {
    this.#port.scrollTop = y + this.#origin - this.#base;
    this.#last = this.#port.scrollTop;
  }

  /** How high what is scrolled is. */
  get #scrolled() {
    return Math.min(this.#extent, highest);
  }

  /**
   * The base that puts the box and the content at the same share of the way between their ends.
   *
   * @param {number} at the upper edge, in coordinates of the one or the other
   * @param {number} extent how high that one is
   */
  #baseAt(at, extent) {
    const share = (at - end) / (extent - this.#height - 2 * end || 1);
    return Math.round((this.#extent - this.#scrolled) * clamp(share, 0, 1));
  }

  /**
   * Has `y` of the content at the upper edge without a visible change, but at the share of the box that is its own; only
   * when it has become needed, since it may end a movement: when the box is out by more than what is left to its nearer end,
   * and before it can be reached.
   *
   * @param {number} y
   * @param {number} haste how many times that counts
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
   * What is on screen of the content and the space beyond its end, in whole points.
   *
   * @returns {Rect}
   */
  get visible() {
    const top = Math.round(this.top);
    return { x: 0, y: Math.max(0, top), width: this.#width, height: Math.max(0, this.#height + Math.min(0, top)) };
  }

  /** The visible rect as it goes over the wire; from now on it counts as told. */
  get view() {
    const { visible } = this;
    this.#reportedAt = performance.now();
    this.#reported = String(Object.values(visible));
    return Object.values(this.turned(visible));
  }

  /** How high the part of the box is that nothing floats over. */
  get page() {
    return this.#height - this.above - this.#below;
  }

  /**
   * Where in the content a point of the window is.
   *
   * @param {import("./gestures.js").Point} point
   */
  locate(point) {
    const { x, y } = this.turned(point);
    const edge = this.turned(this.#content.getBoundingClientRect());
    return { x: x - edge.x, y: y - edge.y + this.#base };
  }

  /**
   * Has the list scroll down, or as its geometry says.
   *
   * @param {typeof asIs} [turned]
   */
  turn(turned = asIs) {
    if (turned === this.turned) return;
    this.turned = turned;
    // How long it was says nothing of how wide it is now.
    this.setHeight(this.#content, 0);
    this.#measure();
  }

  /** @param {number} height of the whole content */
  setContentHeight(height) {
    const { top } = this;
    this.#extent = height;
    this.setHeight(this.#content, this.#scrolled);
    this.#rebase(top, 1);
    // Less may be left to scroll; that is nobody's doing.
    this.#last = this.#port.scrollTop;
  }

  /**
   * @param {HTMLElement} element that is as wide as it may be
   * @param {number} height
   */
  setHeight(element, height) {
    Object.assign(this.turned(element.style), { width: "", height: `${height}px` });
  }

  /**
   * Puts `element` at `frame`, given in content coordinates.
   *
   * @param {HTMLElement} element
   * @param {Rect} frame
   */
  setFrame(element, frame) {
    const { style } = element;
    const { x, y, width, height } = this.turned({ ...frame, y: frame.y - this.#base });
    this.#frames.set(element, frame);
    // What sticks does so by where it is laid out, wherever it is translated to.
    if (element.className === "section") style.inset = `${y}px auto auto ${x}px`;
    else style.translate = `${x}px ${y}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  /**
   * Scrolls to show `frame`, free of what floats above.
   *
   * @param {{y: number, height: number}} frame
   * @param {number | null} [share] how much of the room that `frame` leaves is above it; `null` scrolls as little as needed
   * @param {boolean} [isGliding] whether the person may see how it gets there, where that is near
   */
  reveal({ y, height }, share = null, isGliding) {
    const { top } = this;
    const highest = y - this.above;
    const lowest = Math.min(highest, y + height + this.#below - this.#height);
    const next = share === null ? clamp(top, lowest, highest) : highest + (lowest - highest) * share;
    if (next === top) return;
    if (isGliding && Math.abs(next - top) < 2 * this.#height && !wantsStillness()) {
      this.#box.scrollTo(this.turned({ top: next + this.#origin - this.#base, behavior: "smooth" }));
    } else {
      this.top = next;
    }
    this.isMoved = true;
  }

  /**
   * Reports what is visible: with the next frame, not more often than it helps, and not twice the same. Behind a report it
   * looks again, at least one frame and `interval` later: a rect that is still the same is at rest, which is reported once.
   * `scrollend` does not tell that: WebKit has no such event.
   */
  scheduleReport() {
    if (this.#isDue) return;
    this.#isDue = true;
    const report = () => {
      this.#isDue = false;
      const wasMoving = this.#isMoving;
      this.#isMoving = this.#reported !== String(Object.values(this.visible));
      // A sheet may have been closed.
      if (!this.#box.isConnected) return;
      if (this.#isMoving) {
        this.#report();
        this.scheduleReport();
      } else if (wasMoving) this.#report(true);
    };
    requestAnimationFrame(() => {
      const wait = this.#reportedAt + interval - performance.now();
      if (wait > 0) setTimeout(report, wait);
      else report();
    });
  }
}
