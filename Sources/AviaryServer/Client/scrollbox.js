/**
 * The scroll box of one collection: the only place that knows how content coordinates and scrolling belong together.
 *
 * The content may begin below the box's upper edge (its padding, which a title bar floats over). What is outside of this
 * module says where things are in the content; a box that is too short for its content would be re-based here.
 *
 * @typedef {import("./lattice.js").Rect} Rect
 */

/** The shortest time between two reports, in milliseconds. */
const interval = 30;

export class ScrollBox {
  #box;
  #content;
  #report;
  #reported = "";
  #reportedAt = 0;
  #frame = 0;
  /** @type {number | undefined} */
  #timer;

  #origin = 0;
  #width = 0;
  #height = 0;
  #above = 0;
  #below = 0;

  /** The `scrollTop` that was set last, to tell it from where the person scrolls to. */
  #set = -1;

  /** Whether the person has scrolled since `top` was set. */
  isMoved = true;

  /**
   * @param {HTMLElement} box
   * @param {HTMLElement} content
   * @param {() => void} report called when the visible rect is another than the one that `view` told last
   */
  constructor(box, content, report) {
    this.#box = box;
    this.#content = content;
    this.#report = report;
    this.#measure();
  }

  start() {
    this.#box.addEventListener("scroll", () => {
      this.isMoved ||= Math.abs(this.#box.scrollTop - this.#set) > 1;
      this.#box.toggleAttribute("data-scrolled", this.#box.scrollTop > 0);
      this.scheduleReport();
    });
    new ResizeObserver(() => {
      const before = this.#origin;
      this.#measure();
      // The padding may be another on a window of another width; the content stays where it was.
      const shift = this.top > 0 ? this.#origin - before : 0;
      this.#box.scrollTop += shift;
      this.#set += shift;
      this.scheduleReport();
    }).observe(this.#box);
  }

  #measure() {
    const box = this.#box;
    const style = getComputedStyle(box);
    this.#origin = this.#content.offsetTop;
    // Fractions would overflow, and the layout is of whole points in any case.
    this.#width = Math.floor(this.#content.getBoundingClientRect().width);
    this.#height = box.clientHeight;
    this.#above = parseFloat(style.scrollPaddingTop) || 0;
    this.#below = parseFloat(style.scrollPaddingBottom) || 0;
  }

  /** The content coordinate at the upper edge of the box; negative while the padding shows. */
  get top() {
    return this.#box.scrollTop - this.#origin;
  }

  set top(y) {
    this.#box.scrollTop = Math.round(y + this.#origin);
    this.#set = this.#box.scrollTop;
    this.isMoved = false;
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
    const view = Object.values(this.visible);
    this.#reportedAt = performance.now();
    this.#reported = String(view);
    return view;
  }

  /** How high the part of the box is that nothing floats over. */
  get page() {
    return this.#height - this.#above - this.#below;
  }

  /**
   * Where in the content a pointer is.
   *
   * @param {PointerEvent} event
   */
  locate({ clientX, clientY }) {
    const { x } = this.#content.getBoundingClientRect();
    return { x: clientX - x, y: clientY - this.#box.getBoundingClientRect().y + this.top };
  }

  /** @param {number} height of the whole content */
  setContentHeight(height) {
    this.#content.style.height = `${height}px`;
  }

  /**
   * Puts `element` at `frame`, given in content coordinates.
   *
   * @param {HTMLElement} element
   * @param {Rect} frame
   */
  place({ style }, { x, y, width, height }) {
    style.translate = `${x}px ${y}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  /**
   * Scrolls as little as needed to show `frame`, free of what floats above.
   *
   * @param {Rect} frame
   */
  reveal({ y, height }) {
    const highest = y - this.#above;
    const lowest = y + height + this.#below - this.#height;
    if (this.top > highest) this.top = highest;
    else if (this.top < lowest) this.top = Math.min(lowest, highest);
  }

  /** Reports what is visible: with the next frame, not more often than it helps, and not twice the same. */
  scheduleReport() {
    if (this.#frame || this.#timer) return;
    const report = () => {
      this.#timer = undefined;
      if (this.#reported !== String(Object.values(this.visible))) this.#report();
    };
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const wait = this.#reportedAt + interval - performance.now();
      if (wait > 0) this.#timer = setTimeout(report, wait);
      else report();
    });
  }
}
