import { focus, hasFocus, listen, passFocus } from "./element.js";
import { enter } from "./fields.js";
import { hasMod } from "./keys.js";
import { cursorAfter, heirOf, tabStopOf } from "./roving.js";
import { stopTab } from "./tile.js";

/**
 * The keyboard in one collection: what its keys do, and where the focus is while tiles come and go. It is the person's and is
 * kept by identity; `cursor.js` and `roving.js` decide where it goes.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./tile.js").Tile} Tile
 */
export class Keyboard {
  #box;
  #held;
  #scroll;
  #ranges;

  /**
   * Hears the keys of menus, if there are menus.
   *
   * @type {import("./menus.js").MenuKeys | undefined}
   */
  menus;

  /** @type {import("./roving.js").Cursor | undefined} */
  cursor;

  /**
   * Hears a key that means nothing else, if letters lead to an item.
   *
   * @type {((event: KeyboardEvent) => void) | undefined | false}
   */
  type;

  /** @type {Tile | undefined} */
  #tabStop;

  /**
   * @param {HTMLElement} box
   * @param {import("./held.js").Held} held
   * @param {import("./scrollbox.js").ScrollBox} scroll
   * @param {import("./ranges.js").Ranges} ranges
   */
  constructor(box, held, scroll, ranges) {
    this.#box = box;
    this.#held = held;
    this.#scroll = scroll;
    this.#ranges = ranges;
    // The first paint's tab stop is the first tile; it is taken over to be moved.
    this.#tabStop = held.state.tiles.find(({ cell }) => cell.tabIndex === 0);
  }

  start() {
    this.#box.tabIndex = -1;
    listen(this.#box, { keydown: (event) => this.#key(event), focusin: (event) => this.#focus(event) });
    this.setTabStop();
  }

  /** One tile can be reached by Tab: where the keyboard was last, or else the first in view. */
  setTabStop(inView = this.#held.inView) {
    const held = this.#held;
    const current = held.tile(this.cursor?.id);
    if (current && this.cursor) this.cursor.position = current.position;
    const isChoice = this.#box.ariaMultiSelectable !== "true";
    const tile = tabStopOf(held.state, { current, isChoice, inView });
    if (tile === this.#tabStop) return;
    if (this.#tabStop) stopTab(this.#tabStop.cell, -1);
    if (tile) stopTab(tile.cell, 0);
    this.#tabStop = tile;
  }

  /**
   * Finds who gets the focus when its tile leaves, and returns what gives it; the focus of a header goes on at once.
   *
   * @param {State} old
   * @param {State} now
   * @param {Tile[]} departed
   * @param {boolean} [isScroll]
   */
  keep(old, now, departed, isScroll) {
    const header = old.headers.find((header) => !now.headers.includes(header) && hasFocus(header.row));
    if (header) return this.#passOn(heirOf(old.headers, header, now.headers), now);
    const { activeElement } = document;
    const left = departed.find(({ row }) => hasFocus(row));
    /** @param {Tile | undefined} left */
    const goOn = (left) => {
      if (left && !isScroll) this.cursor = cursorAfter(old, now, left);
      if (now.geometry.count === 0) {
        this.cursor = undefined;
        return this.#passToHeading();
      }
      // The box keeps the focus of a tile that is not held until it is.
      const { id, position = -1 } = this.cursor ?? {};
      (id === undefined ? now.tiles[position - now.base] : this.#held.tile(id))?.focus();
      if (!hasFocus(this.#box)) focus(this.#box);
    };
    if (left || activeElement === this.#box) return () => goOn(left);
    // By a button that removes what is selected, and is off when all of the packet is there.
    const removed = departed.find(({ isSelected }) => isSelected);
    if (removed && !isScroll) queueMicrotask(() => activeElement?.matches(":disabled") && goOn(removed));
  }

  /** Nothing is left to have the keyboard but the page, or the sheet. */
  #passToHeading() {
    const heading = this.#box.closest("main, .presented")?.querySelector("h1, h2");
    if (!heading) return passFocus(this.#box);
    heading.tabIndex = -1;
    focus(heading);
  }

  /**
   * @param {Tile | undefined} heir
   * @param {State} now
   */
  #passOn(heir, { geometry }) {
    if (heir) heir.focus();
    else if (geometry.count > 0) focus(this.#box);
    else this.#passToHeading();
  }

  /** @param {FocusEvent} event */
  #focus({ target }) {
    const tile = this.#held.of(target);
    if (tile) this.cursor = { id: tile.id, position: tile.position };
    this.setTabStop();
    // The arrows lead on from a link that was pressed.
    if (tile?.link === target) tile?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    const held = this.#held;
    const { geometry, headers } = held.state;
    const tile = held.of(target);
    const header = headers.find(({ cell }) => cell === target);
    if (target !== this.#box && target !== tile?.cell && !header) return;
    // The keys of a menu mean a tile or the selection, not a header.
    if ((!header && this.menus?.hear(event, tile)) || event.altKey) return;
    if (tile && (key === " " || key === "Enter")) {
      event.preventDefault();
      if (event.repeat) return;
      if (tile.link && key === "Enter" && !event.shiftKey) tile.follow(event);
      else this.#ranges.tap(tile, event);
      return;
    }
    // As in any grid: into what can be edited there.
    if (tile && key === "F2" && enter(tile.cell)) return event.preventDefault();
    const at = tile?.position ?? (header ? geometry.starts[Math.ceil(header.position)] : this.cursor?.position) ?? held.inView[0];
    // Behind the last footer there is none.
    const from = Math.min(at, geometry.count - 1);
    const next = geometry.neighbourOf(from, key, hasMod(event), this.#scroll.page);
    // From a header on lies its first item, from a footer on that of the next section.
    const position = header && /Down|Right/.test(key) ? from : next;
    if (position === undefined) return this.type && this.type(event);
    event.preventDefault();
    if (event.shiftKey) this.#ranges.extend(held.rangeEnd(position), this.cursor ?? held.rangeEnd(from));
    else this.#ranges.end();
    this.go(position);
  }

  /**
   * Leads the keyboard to an item, and scrolls there.
   *
   * @param {number} position
   */
  go(position) {
    const { geometry } = this.#held.state;
    const { y, height, ...frame } = geometry.frameOf(position);
    // A header may stick there, and a footer.
    this.#scroll.reveal({ ...frame, y: y - geometry.header, height: height + geometry.header + (geometry.footer ?? 0) });
    this.cursor = this.#held.rangeEnd(position);
    const reached = this.#held.at(position);
    if (reached) reached.focus();
    else focus(this.#box);
  }
}
