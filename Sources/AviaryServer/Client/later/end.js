import { announce } from "../banner.js";
import { addRules, hasFocus, listen, make } from "../element.js";
import { phrase } from "../words.js";
import { EndState } from "./end/state.js";

/**
 * Keeps the end of a collection in view, for chats and logs. This part of the client (`later.js`) begins with the first
 * collection with `data-end`.
 *
 * The list begins at its end. While the end is in view it stays there, whatever changes: the list, the heights of cells,
 * or the size of the box. After the person has scrolled up nothing in view moves, as in any list. Then a button says how
 * many items have come, and leads back to the end.
 *
 * @typedef {import("../collection.js").Own} Own
 * @typedef {import("../behaviours.js").Update} Update
 */

/** Adds the style of the buttons to the page. Returns a function that makes the part for one collection. */
export default () => {
  addRules(style);
  return (/** @type {Own} */ own) => new End(own);
};

export class End {
  #own;
  #state = new EndState();
  #button = make("button", { type: "button", className: "unseen", hidden: true });

  /** Keeps the end in view when the size of the box changes. The scroll box has measured itself before. */
  #observer = new ResizeObserver(() => {
    if (this.isAtEnd) this.#scrollToEnd();
    this.#show();
  });

  /** @param {Own} own */
  constructor(own) {
    this.#own = own;
    const { box } = own;
    box.after(this.#button);
    listen(box, {
      scroll: () => {
        this.#hear();
        this.#show();
      },
    }, { passive: true });
    listen(this.#button, {
      // The keyboard stays where the person types.
      mousedown: (event) => event.preventDefault(),
      click: () => this.#press(),
    });
    this.#observer.observe(box);
  }

  end() {
    this.#observer.disconnect();
  }

  /** True while the end stays in view. */
  get isAtEnd() {
    this.#hear();
    return this.#state.isAtEnd;
  }

  /** Begins at another scroll position. */
  leave() {
    this.#state.isAtEnd = false;
  }

  /**
   * The scroll position after an update; nothing where the anchor decides.
   *
   * @param {import("../transition.js").State} now
   * @returns {number | undefined}
   */
  top({ geometry }) {
    if (this.isAtEnd) return this.#own.scroll.endOf(geometry.height);
  }

  /**
   * The change without motion, if another one came a moment before. Otherwise rows that come without a pause would move
   * without a rest.
   *
   * @param {import("../transition.js").Change} change
   */
  calmed(change) {
    if (!change.elsewhere || change.isStill) return change;
    const isRapid = this.#state.isRapid(performance.now());
    return isRapid && this.isAtEnd ? { ...change, isStill: true } : change;
  }

  /** @param {Update} update */
  before({ old, now, change }) {
    this.#state.count(old, now, change);
  }

  after() {
    this.#note();
    this.#show();
  }

  #hear() {
    const { scroll } = this.#own;
    this.#state.hear(scroll.top, scroll.end);
  }

  #note() {
    const { scroll } = this.#own;
    this.#state.note(scroll.top, scroll.end);
  }

  #scrollToEnd() {
    const { scroll, held } = this.#own;
    scroll.top = scroll.endOf(held.state.geometry.height);
    this.#state.reach();
    this.#note();
  }

  #press() {
    const { held, keyboard } = this.#own;
    // The button goes, so its keyboard goes to the last item.
    if (hasFocus(this.#button)) keyboard.go(held.state.geometry.count - 1);
    this.#scrollToEnd();
    this.#show();
  }

  #show() {
    const { unseen } = this.#state;
    const button = this.#button;
    const wasHidden = button.hidden;
    button.hidden = unseen === 0;
    if (!unseen) return;
    const text = unseen === 1 ? phrase("1 new") : phrase("%1 new", unseen);
    if (button.textContent !== text) button.textContent = text;
    // Only the first one is read out. The button tells how many there are by then.
    if (wasHidden) announce(text);
    const { box } = this.#own;
    const css = getComputedStyle(box);
    const below = (box.offsetParent?.clientHeight ?? innerHeight) - box.offsetTop - box.clientTop - box.clientHeight;
    button.style.bottom = `${below + (parseFloat(css.scrollPaddingBottom) || 0)}px`;
    button.style.left = `${box.offsetLeft + box.clientLeft + box.clientWidth / 2}px`;
  }
}

/** The rules have no specificity, so an app's own style sheets win. */
const style = `
:where(.unseen) {
  position: absolute;
  z-index: 1;
  translate: -50%;
  margin: 0 0 8px;
  border: none;
  border-radius: 22px;
  padding: 0 18px;
  min-height: 44px;
  background: var(--raised, Canvas);
  color: var(--text, CanvasText);
  box-shadow: 0 1px 4px rgb(0 0 0 / 0.25);
  font: inherit;
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}
:where(.unseen)::before {
  content: "↓ " / "";
}`;
