// One collection: the tiles near the visible rect, kept in step with what the scene says.

import { contentHeight, destination, frame } from "./lattice.js";
import { spliced } from "./splice.js";
import { Template, Tile } from "./tile.js";

const motionTime = 200;
/** Between two messages about the visible rect, in milliseconds. */
const pace = 30;

export class Collection {
  #box;
  #content;
  #empty;
  #templates;
  #send;
  /** @type {import("./lattice.js").Lattice | null} */
  #lattice = null;
  #count = 0;
  #base = 0;
  /** @type {Tile[]} */
  #held = [];
  /** @type {Map<string, Tile>} */
  #byId = new Map();
  #sentRect = "";
  #sendTimer = 0;
  #glideTimer = 0;
  /** The position that has, or will have, the focus. */
  #focus = 0;
  #wantsFocus = false;
  #observer = new ResizeObserver(() => this.#rectChanged());
  #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  /**
   * @param {HTMLElement} box the scroll box
   * @param {Template[]} templates in the order of the page
   * @param {(message: any[]) => boolean} send
   */
  constructor(box, templates, send) {
    this.name = box.dataset.collection;
    this.#box = box;
    this.#templates = templates;
    this.#send = send;
    this.#content = box.querySelector(":scope > .content");
    this.#empty = document.querySelector(`[data-empty="${this.name}"]`);
  }

  start() {
    this.#box.addEventListener("scroll", this.#onScroll, { passive: true });
    this.#box.addEventListener("click", this.#onClick);
    this.#box.addEventListener("keydown", this.#onKey);
    this.#box.addEventListener("focusin", this.#onFocus);
    this.#observer.observe(this.#box);
    this.#adopt();
  }

  stop() {
    this.#box.removeEventListener("scroll", this.#onScroll);
    this.#box.removeEventListener("click", this.#onClick);
    this.#box.removeEventListener("keydown", this.#onKey);
    this.#box.removeEventListener("focusin", this.#onFocus);
    this.#observer.disconnect();
    clearTimeout(this.#sendTimer);
    clearTimeout(this.#glideTimer);
  }

  /** What is in view, in content coordinates: the one place that knows how scrolling relates to them. */
  get visibleRect() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#box;
    return [scrollLeft, scrollTop, clientWidth, clientHeight];
  }

  // What the scene says

  /** @param {import("./lattice.js").Lattice} lattice @param {number} count @param {number} base @param {import("./splice.js").WireTile[]} tiles */
  reset(lattice, count, base, tiles) {
    const places = tiles.map((tile) => ({ id: tile[0], tile, isKept: false }));
    this.#rewrite(lattice, count, base, places, false);
  }

  /** @param {number} count @param {number} base @param {import("./splice.js").Step[]} steps */
  splice(count, base, steps) {
    const places = spliced(this.#held.map((tile) => tile.id), steps);
    this.#rewrite(this.#lattice, count, base, places, !this.#reducedMotion.matches);
  }

  /** @param {string} id @param {any[]} changes outlet, value, … */
  change(id, changes) {
    const tile = this.#byId.get(id);
    for (let place = 0; tile && place < changes.length; place += 2) tile.set(changes[place], changes[place + 1]);
  }

  /** @param {string[]} on @param {string[]} off */
  select(on, off) {
    for (const id of on) if (this.#byId.has(id)) this.#byId.get(id).isSelected = true;
    for (const id of off) if (this.#byId.has(id)) this.#byId.get(id).isSelected = false;
  }

  /** The page is connected again: the scene knows nothing of what was sent before. */
  forgetSent() {
    this.#sentRect = this.visibleRect.join();
  }

  // Rewriting

  #adopt() {
    for (const row of /** @type {HTMLElement[]} */ ([...this.#content.children])) {
      const template = this.#templates.find(({ name }) => name === row.dataset.cell);
      const tile = new Tile(template, row);
      this.#held.push(tile);
      this.#byId.set(tile.id, tile);
    }
    this.#count = Number(this.#box.getAttribute("aria-rowcount"));
  }

  /**
   * @param {import("./lattice.js").Lattice} lattice @param {number} count @param {number} base
   * @param {import("./splice.js").Place[]} places @param {boolean} isAnimated
   */
  #rewrite(lattice, count, base, places, isAnimated) {
    const before = { count: this.#count, base: this.#base, end: this.#base + this.#held.length };
    const isFirst = !this.#lattice;
    const anchor = isFirst ? null : this.#anchor(new Set(places.map((place) => place.id)), places);
    const focused = this.#held.find((tile) => tile.cell === document.activeElement || tile.cell.contains(document.activeElement));
    [this.#lattice, this.#count, this.#base] = [lattice, count, base];

    const kept = new Set(places.map((place) => place.id));
    const gone = this.#held.filter((tile) => !kept.has(tile.id));
    const fresh = new Set();
    this.#held = places.map((place) => this.#tile(place, fresh));
    this.#byId = new Map(this.#held.map((tile) => [tile.id, tile]));

    const shift = anchor ? frame(lattice, base + places.findIndex((place) => place.id === anchor.id)).y - anchor.y : 0;
    const glides = isAnimated && !isFirst && shift === 0;
    this.#glide(glides);
    for (const tile of gone) this.#release(tile, glides && count !== before.count);
    this.#order(places);
    this.#held.forEach((tile, index) => {
      const position = base + index;
      tile.place(frame(lattice, position), position);
      const isNews = count !== before.count || (position >= before.base && position < before.end);
      tile.row.classList.toggle("arriving", isAnimated && isNews && fresh.has(tile));
    });
    this.#content.style.height = `${contentHeight(lattice, count)}px`;
    this.#content.setAttribute("data-lattice", "");
    this.#box.setAttribute("aria-rowcount", String(count));
    if (this.#empty) this.#empty.hidden = count > 0;
    if (shift) this.#box.scrollTop = anchor.scrollTop + shift;
    this.#restoreFocus(focused);
  }

  /** @param {import("./splice.js").Place} place @param {Set<Tile>} fresh */
  #tile({ id, tile: wire }, fresh) {
    let tile = this.#byId.get(id);
    if (!wire) return tile;
    const [, flags, ...values] = wire;
    const template = this.#templates[flags >> 1];
    if (!template) throw new Error(`there is no template ${flags >> 1}`);
    if (tile && tile.template !== template) {
      this.#release(tile, false);
      tile = undefined;
    }
    if (!tile) {
      tile = template.make();
      tile.name(id);
      fresh.add(tile);
    }
    tile.isSelected = (flags & 1) === 1;
    values.forEach((value, index) => tile.set(index, value));
    return tile;
  }

  /** Nodes stand in the order of the items. Those that kept their places are not touched, so neither is focus. */
  #order(places) {
    let next = null;
    for (let index = this.#held.length - 1; index >= 0; index--) {
      const { row } = this.#held[index];
      const isInPlace = row.parentNode === this.#content && (places[index].isKept || row.nextElementSibling === next);
      if (!isInPlace) {
        if (row.isConnected && this.#content.moveBefore) this.#content.moveBefore(row, next);
        else this.#content.insertBefore(row, next);
      }
      next = row;
    }
  }

  #release(tile, isSeen) {
    this.#byId.delete(tile.id);
    tile.unname();
    const end = () => {
      tile.row.remove();
      tile.template.takeBack(tile);
    };
    if (!isSeen) return end();
    tile.row.inert = true;
    tile.row.classList.add("leaving");
    setTimeout(end, motionTime);
  }

  #glide(flag) {
    clearTimeout(this.#glideTimer);
    this.#content.classList.toggle("gliding", flag);
    if (flag) this.#glideTimer = setTimeout(() => this.#content.classList.remove("gliding"), motionTime + 50);
  }

  /** The first tile in view that stays among the others; at the very top none is held. */
  #anchor(kept, places) {
    const { scrollTop } = this.#box;
    if (scrollTop < 1) return null;
    const moved = new Set(places.filter((place) => !place.isKept && !place.tile).map((place) => place.id));
    const tile = this.#held.find(({ id, frame }) => frame.y + frame.height > scrollTop && kept.has(id) && !moved.has(id));
    return tile ? { id: tile.id, y: tile.frame.y, scrollTop } : null;
  }

  // What the person does

  #onScroll = () => this.#rectChanged();

  #rectChanged() {
    if (this.#sendTimer) return;
    this.#sendTimer = setTimeout(() => {
      this.#sendTimer = 0;
      const rect = this.visibleRect;
      this.#box.toggleAttribute("data-scrolled", rect[1] > 0);
      if (rect.join() !== this.#sentRect && this.#send(["view", this.name, rect])) this.#sentRect = rect.join();
    }, pace);
  }

  #onClick = (event) => {
    const cell = event.target.closest("[data-item]");
    if (cell && !event.target.closest("button, a, input, select, textarea, [data-action]")) this.#tap(cell);
  };

  #tap(cell) {
    this.#send(["tap", this.name, cell.dataset.item]);
  }

  #onKey = (event) => {
    const onCell = event.target.matches("[data-item]");
    if (!(onCell || event.target === this.#box) || event.altKey || !this.#lattice) return;
    if (onCell && (event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      return this.#tap(event.target);
    }
    const rows = Math.max(1, Math.floor(this.#box.clientHeight / this.#lattice[3]));
    const target = destination(event.key, event.ctrlKey || event.metaKey, this.#focus, this.#count, this.#lattice[6], rows);
    if (target === null) return;
    event.preventDefault();
    this.#focusOn(target);
  };

  #onFocus = (event) => {
    const index = this.#held.findIndex((tile) => tile.cell === event.target);
    if (index >= 0) this.#setFocus(this.#base + index);
  };

  // Focus: one tile can be reached by Tab, the others by the arrow keys

  #setFocus(position) {
    this.#focus = position;
    this.#held.forEach((tile, index) => {
      const tabIndex = this.#base + index === position ? 0 : -1;
      if (tile.cell.tabIndex !== tabIndex) tile.cell.tabIndex = tabIndex;
    });
  }

  /** Brings a position into view and gives it the focus, as soon as its tile is here. */
  #focusOn(position) {
    const { y, height } = frame(this.#lattice, position);
    const { scrollTop, clientHeight } = this.#box;
    if (y < scrollTop) this.#box.scrollTop = y;
    else if (y + height > scrollTop + clientHeight) this.#box.scrollTop = y + height - clientHeight;
    this.#setFocus(position);
    const tile = this.#held[position - this.#base];
    this.#wantsFocus = !tile;
    (tile?.cell ?? this.#box).focus({ preventScroll: true });
  }

  #restoreFocus(focused) {
    const index = focused ? this.#held.indexOf(focused) : -1;
    const active = document.activeElement;
    const isOurs = focused || this.#wantsFocus;
    if (index >= 0) this.#focus = this.#base + index;
    this.#focus = Math.max(0, Math.min(this.#focus, this.#count - 1));
    const inWindow = this.#held[this.#focus - this.#base];
    // Somewhere in the collection there is always a way in.
    this.#setFocus(inWindow || isOurs ? this.#focus : this.#base);
    if (!isOurs || (focused && index >= 0 && active === focused.cell) || focused?.cell.contains(active)) return;
    this.#wantsFocus = !inWindow && this.#count > 0;
    (inWindow?.cell ?? this.#box).focus({ preventScroll: true });
  }
}
