import { focus, hasFocus, listen, passFocus } from "./element.js";
import { enter } from "./fields.js";
import { hasMod } from "./keys.js";
import { cursorAfter, heirOf, tabStopOf } from "./roving.js";
import { stopTab } from "./tile.js";

/**
 * The keyboard in one collection: handles its keys, and keeps the focus while tiles come and go. The focus belongs to
 * the person and follows identifiers; `cursor.js` and `roving.js` decide where it goes.
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
   * The item with the keyboard.
   *
   * @type {import("./roving.js").Cursor | undefined}
   */
  cursor;

  /** @type {Tile | undefined} */
  #tabStop;

  /**
   * Moves the focus to the heir of a tile that an update removes.
   *
   * @type {(() => void) | undefined}
   */
  #moveFocus;

  /**
   * @param {HTMLElement} box
   * @param {import("./heldtiles.js").HeldTiles} held
   * @param {import("./scrollbox.js").ScrollBox} scroll
   * @param {import("./ranges.js").Ranges} ranges
   */
  constructor(box, held, scroll, ranges) {
    this.#box = box;
    this.#held = held;
    this.#scroll = scroll;
    this.#ranges = ranges;
    // The first paint makes the first tile the tab stop. This tile is stored here, so that `setTabStop` can move the
    // tab stop.
    this.#tabStop = held.state.tiles.find(({ cell }) => cell.tabIndex === 0);
  }

  start() {
    this.#box.tabIndex = -1;
    listen(this.#box, { focusin: (event) => this.#focus(event) });
    this.setTabStop();
  }

  /** Sets the one tile that Tab reaches: the tile that had the keyboard last, or else the first in view. */
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
   * Finds the heir of the focus when its tile leaves. The focus moves there after the update; the focus of a header
   * moves at once.
   *
   * @param {import("./behaviours.js").Update} update
   */
  before({ old, now, change: { departed, isScroll } }) {
    this.#moveFocus = undefined;
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
      // The box has the focus until the tile is held.
      const { id, position = -1 } = this.cursor ?? {};
      (id === undefined ? now.tiles[position - now.base] : this.#held.tile(id))?.focus();
      if (!hasFocus(this.#box)) focus(this.#box);
    };
    if (left || activeElement === this.#box) {
      this.#moveFocus = () => goOn(left);
      return;
    }
    // The focus may be on a button that deletes the selection. If the packet disables that button, the focus moves to
    // the list.
    const removed = departed.find(({ isSelected }) => isSelected);
    if (removed && !isScroll) queueMicrotask(() => activeElement?.matches(":disabled") && goOn(removed));
  }

  /**
   * @param {import("./behaviours.js").Update} _
   * @param {[number, number]} inView
   */
  after(_, inView) {
    this.#moveFocus?.();
    this.setTabStop(inView);
  }

  /** Moves the focus to the heading of the page or the sheet, because the list is empty. */
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
    // After a press on a tile's link, the focus moves to the tile so that the arrow keys work.
    if (tile?.link === target) tile?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    const key = this.#scroll.axes.keyOf(event.key);
    const held = this.#held;
    const { geometry, headers } = held.state;
    const tile = held.of(target);
    const header = headers.find(({ cell }) => cell === target);
    if ((target !== this.#box && target !== tile?.cell && !header) || event.altKey) return true;
    if (tile && (key === " " || key === "Enter")) {
      event.preventDefault();
      if (event.repeat) return true;
      if (tile.link && key === "Enter" && !event.shiftKey) tile.openLink(event);
      else this.#ranges.tap(tile, event);
      return true;
    }
    // As in any grid, F2 begins to edit.
    if (tile && key === "F2" && enter(tile.cell)) {
      event.preventDefault();
      return true;
    }
    const at = tile?.position ?? (header ? geometry.starts[Math.ceil(header.position)] : this.cursor?.position) ?? held.inView[0];
    // No item follows the last footer, so the last item counts instead.
    const from = Math.min(at, geometry.count - 1);
    const next = geometry.neighbourOf(from, key, /** @type {boolean} */ (hasMod(event)), this.#scroll.page);
    // On a header, Down and Right lead to the first item of its section; on a footer, to that of the next section.
    const position = header && /Down|Right/.test(key) ? from : next;
    if (position === undefined) return false;
    event.preventDefault();
    if (event.shiftKey) this.#ranges.extend(held.rangeEnd(position), this.cursor ?? held.rangeEnd(from));
    else this.#ranges.endRun();
    this.go(position);
    return true;
  }

  /**
   * Notes which item has the keyboard.
   *
   * @param {import("./roving.js").Cursor} cursor
   */
  note(cursor) {
    this.cursor = { ...cursor };
  }

  /**
   * Moves the keyboard to an item, and scrolls there.
   *
   * @param {number} position
   */
  go(position) {
    const { geometry } = this.#held.state;
    const { y, height, ...frame } = geometry.frameOf(position);
    // Leaves room for a pinned header and footer.
    this.#scroll.reveal({ ...frame, y: y - geometry.header, height: height + geometry.header + (geometry.footer ?? 0) });
    this.cursor = this.#held.rangeEnd(position);
    const reached = this.#held.at(position);
    if (reached) reached.focus();
    else focus(this.#box);
  }
}
