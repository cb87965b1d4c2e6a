import { listen } from "./element.js";
import { isForControl, shortcutOf } from "./keys.js";

/**
 * Many tiles at once: ranges by Shift, by a drag of the mouse, by a long press and a drag; all, and none.
 *
 * A range goes from where it began to where the person is now. An end is said by its identifier, or by its position when
 * the tile is not held.
 *
 * @typedef {{id?: string, position: number}} Place
 */

/** How long a finger rests on a tile before it selects, in milliseconds. */
const holdTime = 400;

/** How far a pointer may stray and still be at rest; how near to an edge a drag scrolls: in points. */
const slop = 8;
const margin = 40;

export class Ranges {
  #box;
  #scroll;
  #selecting;
  #pressed;
  #under;

  /**
   * What was tapped last.
   *
   * @type {Place | undefined}
   */
  #tapped;

  /**
   * Where a run of ranges began; there is none until Shift leads on.
   *
   * @type {Place | undefined}
   */
  #begin;

  /**
   * A press on a tile. It is a drag when it has led anywhere.
   *
   * @type {{from?: Place, isOn: boolean, isHeld?: boolean, first: PointerEvent, last: PointerEvent, timer?: number, to?: Place} | undefined}
   */
  #press;
  #wasDrag = false;

  /**
   * What a hold does that leads nowhere; without it, one selects at once.
   *
   * @type {((point: import("./menu.js").Point, id?: string) => void) | undefined}
   */
  openMenu;

  /**
   * @param {HTMLElement} box
   * @param {import("./scrollbox.js").ScrollBox} scroll
   * @param {import("./selecting.js").Selecting} selecting
   * @param {(event: Event) => import("./tile.js").Tile | undefined} pressed finds the tile that a press selects
   * @param {(event: PointerEvent) => Place} under finds what is under a pointer, or nearest to it
   */
  constructor(box, scroll, selecting, pressed, under) {
    this.#box = box;
    this.#selecting = selecting;
    this.#scroll = scroll;
    this.#pressed = pressed;
    this.#under = under;
  }

  start() {
    const box = this.#box;
    listen(document, {
      keydown: (event) => this.#key(event),
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: () => this.#cancel(),
    });
    // A press leads to nothing else.
    const prevent = (/** @type {Event} */ event) => this.#press && event.preventDefault();
    listen(box, { pointerdown: (event) => this.#down(event), dragstart: prevent, contextmenu: prevent });
    // A finger that selects does not scroll.
    listen(box, { touchmove: this.#hold }, { passive: false });
    // The click at the end of a drag is none.
    const click = (/** @type {MouseEvent} */ event) => {
      if (this.#wasDrag && event.detail) event.stopPropagation();
      this.#wasDrag = false;
    };
    listen(box, { click }, { capture: true });
  }

  // MARK: By keys

  /**
   * Forgets where the last range began: the next one is another.
   *
   * @param {Place} [tapped] what was tapped instead
   */
  end(tapped = this.#tapped) {
    this.#tapped = tapped;
    this.#begin = undefined;
  }

  /**
   * Selects all from where the run began, or else from `focus` or what was tapped last.
   *
   * @param {Place} to
   * @param {Place} [focus] where the keyboard was
   * @returns {boolean} false when only one can be selected
   */
  extend(to, focus) {
    this.#begin ??= focus ?? this.#tapped ?? to;
    return this.select(this.#begin, to, true);
  }

  /**
   * Selects all from one to the other, or deselects them.
   *
   * @param {Place} from
   * @param {Place} to
   * @param {boolean} isOn
   * @returns {boolean} false when only one can be selected
   */
  select(from, to, isOn) {
    const canSelect = this.#selecting.allowsMultiple;
    if (canSelect) this.#selecting.range(from, to, isOn);
    return canSelect;
  }

  /**
   * No range begins at a tile that is gone.
   *
   * @param {{id: string}[]} tiles
   */
  forget(tiles) {
    for (const { id } of tiles) if (id === (this.#begin ?? this.#tapped)?.id) this.#begin = this.#tapped = undefined;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isAll = shortcutOf(event) === "Mod+A";
    if ((!isAll && event.key !== "Escape") || !this.#selecting.allowsMultiple) return;
    if (this.#press?.to) return this.#cancel();
    if (isForControl(event)) return;
    event.preventDefault();
    this.end();
    this.#selecting.all(isAll);
  }

  // MARK: By dragging

  /** @param {PointerEvent} event */
  #down(event) {
    this.#wasDrag = false;
    const tile = this.#pressed(event);
    const isMouse = event.pointerType === "mouse";
    // The background can be held, too.
    const isBackground = !isMouse && this.openMenu && [this.#box, this.#box.firstElementChild].includes(event.target);
    if (!(tile || isBackground) || !event.isPrimary || event.button || event.shiftKey || event.ctrlKey) return;
    const timer = isMouse ? undefined : setTimeout(() => this.#beHeld(), holdTime);
    const from = tile && { id: tile.id, position: tile.position };
    this.#press = { from, isOn: tile?.cell.ariaSelected !== "true", first: event, last: event, timer };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || !event.isPrimary) return;
    press.last = event;
    const { first, from, timer, to, isHeld } = press;
    if (to) return this.#lead();
    if (Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < slop) return;
    if (timer && !isHeld) this.#release();
    else if (isHeld || this.#under(event).position !== from?.position) this.#drag();
  }

  /** A finger has rested: it selects from here on, or opens a menu when it is lifted where it is. */
  #beHeld() {
    if (!this.#press) return;
    this.#press.isHeld = true;
    if (!this.openMenu) this.#drag();
  }

  /** From now on the press selects: what the pointer is over, frame by frame, while tiles come and go below it. */
  #drag() {
    const press = this.#press;
    if (!press?.from || !this.#selecting.allowsMultiple) return;
    // A tile that is scrolled away still hears of the finger that was put down on it.
    listen(press.first.target, { touchmove: this.#hold }, { passive: false });
    this.end(press.from);
    const follow = () => {
      if (this.#press !== press) return;
      const { top, bottom } = this.#box.getBoundingClientRect();
      const { clientY } = press.last;
      const over = Math.min(0, clientY - top - margin) + Math.max(0, clientY - bottom + margin);
      if (over) this.#scroll.top += Math.round(over / 2);
      this.#lead();
      requestAnimationFrame(follow);
    };
    follow();
  }

  #lead() {
    const press = this.#press;
    if (!press?.from) return;
    const { from, to, isOn, last } = press;
    press.to = this.#under(last);
    if (press.to.position !== to?.position) this.select(from, press.to, isOn);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!event.isPrimary) return;
    this.#move(event);
    const { isHeld, to, from, last } = this.#press ?? {};
    this.#release();
    if (!isHeld || to || !last) return;
    // The click at its end, if there is one, is no tap.
    this.#wasDrag = true;
    this.openMenu?.({ x: last.clientX, y: last.clientY }, from?.id);
  }

  /** Takes a drag back: the range to its beginning, and that by a tap. */
  #cancel() {
    const { from, to, isOn } = this.#press ?? {};
    if (from && to) {
      this.select(from, from, isOn);
      this.#selecting.tap(from.id);
    }
    this.#release();
  }

  #release() {
    const { first, timer, to } = this.#press ?? {};
    clearTimeout(timer);
    first?.target.removeEventListener("touchmove", this.#hold);
    this.#wasDrag ||= to !== undefined;
    this.#press = undefined;
  }

  #hold = (/** @type {Event} */ event) => this.#press?.isHeld && event.preventDefault();
}
