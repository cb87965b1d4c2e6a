import { focus, hasFocus, listen } from "../element.js";
import { isMirrored } from "../geometry.js";
import { openMenu } from "./menu.js";

/**
 * Toolbars: what does not fit into a bar goes into a menu. Those of a page begin with
 * `idle.js`. Sheets begin their own bars.
 *
 * `data-toolbar` marks a bar, and `data-more` the button of its menu. A control with `data-priority` may leave the bar;
 * the lowest number leaves first, and a pressed control last. A bar may have a bar within it. If the inner one has a
 * fixed position, such as at the lower edge of a phone, it has a line and a menu of its own. Otherwise both are one line.
 * A line that is still too long has `data-tight`, so that a style sheet can let its title shrink.
 *
 * The width of the line decides, not that of the window. So large text and long names need no rules of their own.
 */

/** How far from the button its menu opens, in points. */
const gap = 4;

/** @param {ParentNode} root the page, or a sheet */
export function startToolbars(root) {
  for (const bar of barsIn(root)) if (!barAround(bar)) new Toolbar(bar);
}

/**
 * @param {ParentNode} root
 * @returns {NodeListOf<HTMLElement>}
 */
const barsIn = (root) => root.querySelectorAll("[data-toolbar]");

/** @param {Element} element */
const barAround = (element) => element.parentElement?.closest("[data-toolbar]");

/**
 * What a bar has in its line: the elements that have boxes there.
 *
 * @param {Element} element
 * @returns {Element[]}
 */
const parts = (element) =>
  [...element.children].flatMap((child) => {
    const { display, position } = getComputedStyle(child);
    if (display === "none" || position === "absolute" || position === "fixed") return [];
    return display === "contents" ? parts(child) : [child];
  });

/**
 * True if a part of the line is outside of it, with the part's margins.
 *
 * @param {HTMLElement} line
 */
function isFull(line) {
  const box = line.getBoundingClientRect();
  // A sheet that opens is drawn smaller for a moment.
  const scale = box.width / line.offsetWidth || 1;
  const { paddingLeft, paddingRight } = getComputedStyle(line);
  const [first, last] = [box.left + parseFloat(paddingLeft) * scale - 1, box.right - parseFloat(paddingRight) * scale + 1];
  return parts(line).some((part) => {
    const { left, right, width } = part.getBoundingClientRect();
    const { marginLeft, marginRight } = getComputedStyle(part);
    return width > 0 && (left - parseFloat(marginLeft) * scale < first || right + parseFloat(marginRight) * scale > last);
  });
}

/**
 * True for a change of text alone.
 *
 * @param {MutationRecord} record
 */
const isOfText = ({ type, addedNodes, removedNodes }) =>
  type !== "attributes" && [...addedNodes, ...removedNodes].every((node) => node instanceof Text);

/**
 * What a person reads about a control.
 *
 * @param {HTMLElement} control
 */
const nameOf = (control) => control.title || control.ariaLabel || (control.textContent ?? "").trim();

class Toolbar {
  #bar;

  /** @type {Map<HTMLElement, HTMLElement[]>} the controls that have left, by the button of their menu */
  #left = new Map();

  /** True if the last arrangement had to make room. */
  #isNarrow = false;

  /** @type {number | undefined} */
  #frame;

  #changes = new MutationObserver((records) => records.every(isOfText) ? this.#textDidChange() : this.#arrange());

  /** @param {HTMLElement} bar */
  constructor(bar) {
    this.#bar = bar;
    for (const more of /** @type {NodeListOf<HTMLElement>} */ (bar.querySelectorAll("[data-more]"))) {
      listen(more, { click: (/** @type {MouseEvent} */ event) => this.#open(more, event.detail === 0) });
    }
    // Large text changes the controls, even where the size of the bar has a limit.
    const sizes = new ResizeObserver(() => this.#arrange());
    for (const part of [bar, ...bar.querySelectorAll(":scope > *, [data-toolbar], [data-toolbar] > *, [data-priority]")]) sizes.observe(part);
    this.#arrange();
  }

  /**
   * A text that changes with each commit, such as a count, may let a control come back. This is found out once a frame. A
   * bar that has room for all its controls hears of a longer text by the size of its part.
   */
  #textDidChange() {
    if (!this.#isNarrow) return;
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#arrange();
    });
  }

  /** Puts all controls back, and lets as many leave as do not fit. */
  #arrange() {
    this.#changes.disconnect();
    const held = document.activeElement;
    for (const control of [...this.#left.values()].flat()) control.removeAttribute("data-in-menu");
    this.#left.clear();
    const inner = [...barsIn(this.#bar)];
    const lines = [this.#bar, ...inner.filter((line) => getComputedStyle(line).position === "fixed")];
    for (const more of this.#bar.querySelectorAll("[data-more]")) more.toggleAttribute("hidden", true);
    for (const line of [this.#bar, ...inner]) line.removeAttribute("data-tight");
    for (const line of lines) this.#fit(line, (element) => lines.findLast((line) => line.contains(element)) === line);
    this.#isNarrow = this.#left.size > 0 || lines.some((line) => line.hasAttribute("data-tight"));
    if (held instanceof HTMLElement && held !== document.activeElement && held.checkVisibility()) focus(held);
    this.#changes.observe(this.#bar, {
      subtree: true, childList: true, characterData: true, attributeFilter: ["hidden", "aria-pressed", "disabled"],
    });
  }

  /**
   * @param {HTMLElement} line
   * @param {(element: Element) => boolean} isOf true if an element belongs to this line
   */
  #fit(line, isOf) {
    const more = /** @type {HTMLElement | undefined} */ ([...line.querySelectorAll("[data-more]")].find(isOf));
    if (!more || !isFull(line)) return;
    /** @type {HTMLElement[]} */
    const controls = [...line.querySelectorAll("[data-priority]")];
    const rank = (/** @type {HTMLElement} */ control) => Number(control.dataset.priority) + (control.ariaPressed === "true" ? 1_000 : 0);
    const leaving = controls.filter((control) => isOf(control) && control.checkVisibility()).reverse().sort((a, b) => rank(a) - rank(b));
    if (!leaving.length) return;
    more.removeAttribute("hidden");
    /** @type {HTMLElement[]} */
    const left = [];
    for (const control of leaving) {
      if (!isFull(line)) break;
      const hadFocus = hasFocus(control);
      control.toggleAttribute("data-in-menu", true);
      left.push(control);
      if (hadFocus) focus(more);
    }
    this.#left.set(more, left);
    line.toggleAttribute("data-tight", isFull(line));
  }

  /**
   * @param {HTMLElement} more
   * @param {boolean} isByKey
   */
  #open(more, isByKey) {
    const left = this.#left.get(more) ?? [];
    /** @type {Map<Element | null, import("./menu.js").Item[]>} */
    const groups = new Map();
    // In the order of the bar, one group for each group of the bar.
    for (const control of /** @type {NodeListOf<HTMLElement>} */ (this.#bar.querySelectorAll("[data-in-menu]"))) {
      if (!left.includes(control) || control.closest("[hidden]")) continue;
      const pressed = /** @type {HTMLElement} */ (control.querySelector("input") ?? control);
      const group = control.parentElement;
      groups.set(group, [...(groups.get(group) ?? []), {
        title: nameOf(control),
        isDisabled: pressed.matches(":disabled, [aria-disabled=true]"),
        isDestructive: control.hasAttribute("data-destructive"),
        isChecked: control.ariaPressed === null ? undefined : control.ariaPressed === "true",
        choose: () => pressed.click(),
      }]);
    }
    const edge = more.getBoundingClientRect();
    openMenu([...groups.values()], { at: { x: isMirrored() ? edge.right : edge.left, y: edge.bottom + gap }, isByKey, focus: () => focus(more) });
  }
}
