import { clamp } from "../clamp.js";
import { send } from "../connection.js";
import { addRules, hasFocus, listen, make } from "../element.js";
import { isMirrored } from "../geometry.js";
import { hasMod } from "../keys.js";
import { phrase } from "../words.js";

/**
 * A slider at the edge of a collection that scrolls from section to section: by pointer, by finger and by keys. This
 * part of the client (`later.js`) begins with the first collection with `data-scrubber`.
 *
 * The track of its thumb stands for the whole scroll range of the collection. Only the scene knows the titles of
 * sections. So the page asks for the labels at some heights of the content (distances from its top), as many as fit
 * beside the track, and for the label at the thumb. The label follows the thumb at once; the content follows at
 * intervals.
 *
 * @typedef {[top: number, end: number, text: string]} Label of a section: its beginning and end in the content, and its
 *   title
 * @typedef {import("../collection.js").Own} Own
 */

/** How often the content follows a dragged thumb, in milliseconds. Labels are requested twice as often. */
const interval = 100;

/** How long the slider shows after scrolling, in milliseconds, and how near to the edge a mouse must be, in points. */
const linger = 1_500;
const reach = 72;

/** The distance between labels beside the track, in points, and the largest number of labels. */
const pitch = 30;
const mostLabels = 48;

/** The height of the thumb, in points: large enough for a finger. */
const thumb = 44;

/** Adds the style of sliders to the page. Returns a function that makes the slider of a collection. */
export default () => {
  addRules(style);
  return (/** @type {Own} */ collection) => new Scrubber(collection);
};

// MARK: Decisions

/** The known labels of sections, in the order of the content. */
export class Labels {
  /** @type {Label[]} */
  known = [];

  /** @param {Label[]} labels */
  add(labels) {
    const all = new Map([...this.known, ...labels].map((label) => [label[0], label]));
    this.known = [...all.values()].sort(([one], [other]) => one - other);
  }

  /**
   * The label of the section at a height.
   *
   * @param {number} y
   * @returns {Label | undefined}
   */
  at(y) {
    return this.known.find(([top, end]) => top <= y && y < end);
  }

  /**
   * The labels to show beside the track: evenly over the content, and not overlapping.
   *
   * @param {number} height of the content
   * @param {number} length of the thumb's track
   */
  marks(height, length) {
    const evenly = new Set(heightsOf(height, length).flatMap((y) => [this.at(y) ?? []]));
    const placed = [...evenly].flatMap(([top = -1, , text]) => (top < 0 ? [] : [{ at: (top / height) * length, text }]));
    /** @type {typeof placed} */
    const marks = [];
    for (const mark of placed) if (!marks.length || mark.at - marks[marks.length - 1].at >= pitch * 0.8) marks.push(mark);
    return marks;
  }
}

/**
 * The heights at which labels are requested: evenly over the content, as many as fit beside the track.
 *
 * @param {number} height of the content
 * @param {number} length of the thumb's track
 */
export function heightsOf(height, length) {
  const count = clamp(Math.floor(length / pitch), 1, mostLabels);
  return Array.from({ length: count }, (_, index) => Math.floor((height * index) / count));
}

// MARK: The page

export class Scrubber {
  /** @type {Own["box"]} */
  #box;
  /** @type {Own["scroll"]} */
  #scroll;
  /** @type {Own["held"]} */
  #held;
  #labels = new Labels();

  /** @type {HTMLElement} */
  #slider;
  /** @type {HTMLElement} */
  #thumb;
  /** @type {HTMLElement} */
  #label;
  /** @type {HTMLElement} */
  #marks;

  /**
   * The y of the content that the person chose, and the scroll position at that time. The chosen y counts until the
   * content scrolls further.
   *
   * @type {{y: number, top: number} | undefined}
   */
  #chosen;

  /**
   * The drag: its offset from the thumb's upper edge, and the share of the track that the content has yet to follow.
   *
   * @type {{grab: number, due?: number} | undefined}
   */
  #drag;

  /** @type {number | undefined} */
  #timer;
  /** @type {number | undefined} */
  #lingering;
  /** @type {number | undefined} */
  #asking;

  /**
   * A key that waits for a label.
   *
   * @type {(() => void) | undefined}
   */
  #waiting;

  /** Follows the size of the box. */
  #observer = new ResizeObserver(() => this.#restart());

  /** @param {Own} collection */
  constructor({ box, scroll, held }) {
    [this.#box, this.#scroll, this.#held] = [box, scroll, held];
    const { scrubber } = box.dataset;
    this.#thumb = make("div", { className: "thumb" });
    this.#label = make("div", { className: "label" });
    this.#marks = make("div", { className: "marks" });
    this.#slider = make("div", {
      className: "scrubber", role: "slider", tabIndex: 0, hidden: true, ariaOrientation: "vertical",
      ariaLabel: scrubber || phrase("Sections"), ariaValueMin: "0", ariaValueMax: "100",
    });
    this.#slider.append(this.#marks, this.#label, this.#thumb);
    box.after(this.#slider);
    listen(box, {
      scroll: () => {
        if (!this.#drag) this.#linger();
        this.#show();
      },
      scrollend: () => this.#isWatched && this.#ask(),
      pointermove: (/** @type {PointerEvent} */ event) => this.#pass(event),
    }, { passive: true });
    listen(this.#slider, {
      keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      focus: () => this.#ask(true),
      pointermove: (/** @type {PointerEvent} */ event) => this.#pass(event),
    });
    listen(this.#thumb, {
      pointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
      pointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
      pointerup: () => this.#release(),
      pointercancel: () => this.#release(),
      lostpointercapture: () => this.#release(),
    });
    // The observer also reports the present size, once.
    this.#observer.observe(box);
  }

  end() {
    this.#observer.disconnect();
  }

  /** @param {import("../behaviours.js").Update} update */
  after({ change }) {
    if (!change.isScroll) this.#restart();
  }

  /** Forgets the labels, because the list or its layout has changed. */
  #restart() {
    this.#labels = new Labels();
    this.#chosen = undefined;
    // In the next frame the browser lays out the page anyway, so this costs no additional layout.
    requestAnimationFrame(() => this.#box.isConnected && this.#lay());
  }

  #lay() {
    const { geometry } = this.#held.state;
    const { style } = this.#slider;
    const box = this.#box;
    const isNeeded = geometry.edges && geometry.counts.length > 1 && geometry.height > box.clientHeight;
    const hadFocus = hasFocus(this.#slider);
    this.#slider.hidden = !isNeeded;
    if (!isNeeded) return void (hadFocus && this.#held.at(this.#held.inView[0])?.focus());
    const padding = getComputedStyle(box);
    const top = parseFloat(padding.paddingTop);
    style.top = `${box.offsetTop + box.clientTop + top}px`;
    style.height = `${Math.max(thumb, box.clientHeight - top - (parseFloat(padding.scrollPaddingBottom) || 0))}px`;
    // On a page that is read from right to left it is at the left edge, as the scroll bar is.
    const left = box.offsetLeft + box.clientLeft;
    style.insetInlineEnd = `${isMirrored() ? left : (box.offsetParent?.clientWidth ?? innerWidth) - left - box.clientWidth}px`;
    if (this.#isWatched || !this.#slider.ariaValueText) this.#ask(true);
    this.#show();
  }

  /** @param {Label[]} labels */
  add(labels) {
    this.#labels.add(labels);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (labels.length) waiting?.();
    this.#show();
  }

  /** True if the slider shows, is dragged or has the focus. */
  get #isWatched() {
    return Boolean(this.#drag) || hasFocus(this.#slider) || "shown" in this.#slider.dataset;
  }

  /** The length of the track, in points. */
  get #length() {
    return Math.max(1, this.#slider.clientHeight - thumb);
  }

  /** The height of the content, in points. */
  get #height() {
    return this.#held.state.geometry.height;
  }

  /** The scroll range of the content. */
  get #end() {
    return Math.max(1, this.#height - this.#box.clientHeight);
  }

  /** The scroll position as a share of the scroll range. */
  get #share() {
    return clamp(this.#scroll.top / this.#end, 0, 1);
  }

  /** The height of the content (the distance from its top) whose section is current. */
  get #y() {
    if (this.#drag?.due !== undefined || this.#chosen?.top === this.#scroll.top) return this.#chosen?.y ?? 0;
    return Math.floor(Math.min(this.#height - 1, this.#share * this.#height));
  }

  #show() {
    if (this.#slider.hidden) return;
    const share = this.#drag ? clamp((this.#chosen?.y ?? 0) / (this.#height - 1), 0, 1) : this.#share;
    const length = this.#length;
    const at = `0 ${Math.round(share * length)}px`;
    this.#thumb.style.translate = this.#label.style.translate = at;
    const text = this.#labels.at(this.#y)?.[2];
    this.#slider.ariaValueNow = String(Math.round(share * 100));
    // Without a known label the value is a percentage. During a drag the previous label stays.
    if (text !== undefined) this.#slider.ariaValueText = this.#label.textContent = text;
    else if (!this.#drag && !hasFocus(this.#slider)) this.#slider.ariaValueText = null;
    if (!this.#isWatched) return;
    const marks = this.#labels.marks(this.#height, length).map(({ at, text }) => {
      const mark = make("span", { textContent: text });
      mark.style.translate = `0 ${Math.round(at)}px`;
      return mark;
    });
    const drawn = String(marks.map(({ textContent, style }) => textContent + style.translate));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#marks.replaceChildren(...marks);
  }

  #drawn = "";

  /**
   * Requests unknown labels: of the current section or its neighbours, and with `isAll` also the labels beside the
   * track.
   *
   * @param {boolean} [isAll]
   */
  #ask(isAll) {
    const y = this.#y;
    const own = this.#labels.at(y);
    const heights = own ? [own[0] - 1, own[1]] : [y];
    if (isAll) heights.push(...heightsOf(this.#height, this.#length));
    const unknown = [...new Set(heights)].filter((each) => each >= 0 && each < this.#height && !this.#labels.at(each));
    this.#request(unknown);
  }

  /**
   * Requests the labels at some heights. Sections may begin between whole points. `wholePoint` in Swift rounds up from
   * half a point less a rounding error, so the heights are moved by just that much.
   *
   * @param {number[]} heights
   */
  #request(heights) {
    const collection = /** @type {string} */ (this.#box.dataset.collection);
    if (heights.length) send("labels", { collection, heights: heights.map((y) => y + 0.4999985) });
  }

  // MARK: Seen

  /** Shows the slider for a while. */
  #linger() {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => {
      this.#lingering = undefined;
      delete this.#slider.dataset.shown;
    }, linger);
    if ("shown" in this.#slider.dataset) return;
    this.#slider.dataset.shown = "";
    this.#ask(true);
  }

  /** @param {PointerEvent} event a move of the pointer near the slider */
  #pass({ clientX, pointerType, buttons }) {
    const { left, right } = this.#slider.getBoundingClientRect();
    const distance = isMirrored() ? clientX - left : right - clientX;
    if (pointerType === "mouse" && !buttons && !this.#slider.hidden && distance < reach) this.#linger();
  }

  // MARK: By pointer

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button) return;
    // Keeps the focus in place, and selects no text below.
    event.preventDefault();
    this.#thumb.setPointerCapture(event.pointerId);
    const { y } = this.#thumb.getBoundingClientRect();
    this.#drag = { grab: event.clientY - y };
    this.#chosen = { y: this.#y, top: this.#scroll.top };
    this.#slider.dataset.dragging = "";
    this.#ask(true);
    this.#show();
  }

  /** @param {PointerEvent} event */
  #move({ clientY }) {
    if (!this.#drag) return;
    const { y } = this.#slider.getBoundingClientRect();
    const share = clamp((clientY - y - this.#drag.grab) / this.#length, 0, 1);
    this.#chosen = { y: Math.floor(share * (this.#height - 1)), top: NaN };
    this.#drag.due = share;
    this.#show();
    this.#askSoon();
    if (this.#timer === undefined) this.#scrollToThumb();
  }

  /** Scrolls the content to the thumb, and again after the interval if the thumb has moved on. */
  #scrollToThumb() {
    const { due } = this.#drag ?? {};
    this.#timer = undefined;
    if (due === undefined || !this.#drag || !this.#chosen) return;
    // At the ends the content scrolls over the padding, too.
    const y = due === 0 ? -this.#box.clientHeight : due === 1 ? this.#end + this.#box.clientHeight : due * this.#end;
    this.#scroll.reveal({ y, height: null });
    this.#chosen.top = this.#scroll.top;
    this.#drag.due = undefined;
    this.#timer = setTimeout(() => this.#scrollToThumb(), interval);
  }

  #askSoon() {
    this.#asking ??= setTimeout(() => {
      this.#asking = undefined;
      this.#ask();
    }, interval / 2);
  }

  #release() {
    if (!this.#drag) return;
    clearTimeout(this.#timer);
    this.#scrollToThumb();
    clearTimeout(this.#timer);
    this.#timer = this.#drag = undefined;
    delete this.#slider.dataset.dragging;
    this.#linger();
    this.#ask();
    this.#show();
  }

  // MARK: By keys

  /**
   * Down and Right go to the next section, Up and Left to the previous one. On a page that is read from right to left, Left
   * and Right are exchanged. Page Up and Page Down go by a tenth of the content, Home and End to its ends.
   *
   * @param {KeyboardEvent} event
   */
  #key(event) {
    if (hasMod(event) || event.altKey) return;
    const y = this.#y;
    const act = {
      ArrowDown: () => this.#step(1),
      ArrowRight: () => this.#step(1),
      ArrowUp: () => this.#step(-1),
      ArrowLeft: () => this.#step(-1),
      PageDown: () => this.#go(y + this.#height / 10),
      PageUp: () => this.#go(y - this.#height / 10),
      Home: () => this.#go(0),
      End: () => this.#go(this.#height - 1),
    }[this.#scroll.axes.keyOf(event.key)];
    if (!act) return;
    event.preventDefault();
    // Keeps the key from the collection and the page's buttons.
    event.stopPropagation();
    this.#waiting = undefined;
    act();
  }

  /**
   * Goes to the beginning of the previous or next section.
   *
   * @param {1 | -1} by
   */
  #step(by) {
    const own = this.#labels.at(this.#y);
    const next = own && (by > 0 ? own[1] : own[0] - 1);
    if (next !== undefined && (next < 0 || next >= this.#height)) return this.#go(by > 0 ? this.#height - 1 : 0);
    const target = next === undefined ? undefined : this.#labels.at(next);
    if (target) return this.#go(target[0]);
    this.#waiting = () => this.#step(by);
    if (next === undefined) this.#ask();
    else this.#request([next]);
  }

  /** @param {number} y a height of the content */
  #go(y) {
    const meant = Math.floor(clamp(y, 0, this.#height - 1));
    // The way to the beginning includes the padding.
    const top = meant === 0 ? -this.#box.clientHeight : Math.min(meant, this.#end + this.#box.clientHeight);
    this.#scroll.reveal({ y: top, height: null });
    this.#chosen = { y: meant, top: this.#scroll.top };
    this.#ask();
    this.#show();
  }
}

/** The rules have no specificity, so an app's own style sheets win. */
const style = `
:where(.scrubber) {
  position: absolute;
  z-index: 1;
  width: 0;
  --edge: env(safe-area-inset-right, 0px);
  padding-inline-end: var(--edge);
  outline: none;
  pointer-events: none;
  opacity: 0;
  user-select: none;
  -webkit-user-select: none;
}
:where(html[dir="rtl"] .scrubber) {
  --edge: env(safe-area-inset-left, 0px);
}
:where(.scrubber:is([data-shown], [data-dragging], :focus-visible)) {
  opacity: 1;
}
:where(.scrubber > .thumb) {
  position: absolute;
  top: 0;
  inset-inline-end: var(--edge);
  width: ${thumb}px;
  height: ${thumb}px;
  touch-action: none;
  cursor: grab;
}
:where(.scrubber:is([data-shown], [data-dragging], :focus-visible) > .thumb) {
  pointer-events: auto;
}
:where(.scrubber > .thumb)::after {
  content: "";
  position: absolute;
  inset-block: 2px;
  inset-inline-end: 4px;
  width: 8px;
  border: 1.5px solid var(--page, Canvas);
  border-radius: 8px;
  box-sizing: border-box;
  background: var(--quiet, GrayText);
}
:where(.scrubber:is([data-dragging], :focus-visible) > .thumb)::after {
  background: var(--accent, Highlight);
}
:where(.scrubber > .label, .scrubber > .marks > span) {
  position: absolute;
  top: 0;
  inset-inline-end: calc(var(--edge) + 20px);
  box-sizing: border-box;
  width: max-content;
  max-width: min(16rem, 60vw);
  overflow: hidden;
  border-radius: 8px;
  background: var(--raised, Canvas);
  color: var(--text, CanvasText);
  box-shadow: 0 1px 4px rgb(0 0 0 / 0.25);
  text-overflow: ellipsis;
  white-space: nowrap;
}
:where(.scrubber > .marks > span) {
  margin-top: 11px;
  padding: 0 8px;
  font-size: 0.75rem;
  line-height: 22px;
}
:where(.scrubber > .label) {
  inset-inline-end: calc(var(--edge) + 56px);
  padding: 0 12px;
  font-weight: 650;
  line-height: ${thumb}px;
}
:where(.scrubber:not([data-dragging], :focus-visible) > :is(.label, .marks), .scrubber > .label:empty) {
  display: none;
}
@media (prefers-reduced-motion: no-preference) {
  :where(.scrubber) {
    transition: opacity 120ms ease-out;
  }
}
@media (forced-colors: active) {
  :where(.scrubber > .thumb)::after {
    background: CanvasText;
    forced-color-adjust: none;
  }
}`;
