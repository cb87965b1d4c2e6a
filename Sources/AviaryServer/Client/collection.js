import { Anchor } from "./anchor.js";
import { send } from "./connection.js";
import { setAside, asidePosition } from "./edited.js";
import { focus, hasFocus, listen } from "./element.js";
import { abandon, isEdited } from "./fields.js";
import { Held } from "./held.js";
import { Keyboard } from "./keyboard.js";
import { frameOf, latticeOf, sectionFrameOf } from "./lattice.js";
import { MenuKeys } from "./menukeys.js";
import { noteChange } from "./news.js";
import { Ranges } from "./ranges.js";
import { Rows } from "./rows.js";
import { ScrollBox } from "./scrollbox.js";
import { recount } from "./sections.js";
import { Selecting } from "./selecting.js";
import { splice } from "./splice.js";
import { Tile } from "./tile.js";
import { touches } from "./transition.js";

/**
 * @typedef {import("./tile.js").Template} Template
 * @typedef {import("./splice.js").NewTile} NewTile
 * @typedef {import("./splice.js").Value} Value
 * @typedef {import("./lattice.js").Rect} Rect
 * @typedef {import("./transition.js").Headed} Headed
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./transition.js").Change} Change
 */

/**
 * One collection of the page: keeps the nodes of the tiles in view, keyed by identifier, and hears what a person does there.
 *
 * It decides nothing about items. Where one is scrolled to, the focus and the keyboard are the person's and are kept by
 * identity, whatever the scene sends. `anchor.js`, `transition.js`, `roving.js` and `edited.js` decide how; `rows.js` does it.
 */
export class Collection {
  #box;
  #templates;
  #header;
  #name;
  #scroll;
  #rows;
  #held;
  #selecting;
  #ranges;
  #menus;
  #keyboard;
  #anchor = new Anchor();

  /** The items that the scene knows as being edited. */
  #edited = "[]";

  /**
   * What a page that has come back holds on to until it is told what there is.
   *
   * @type {[id: string, offset: number] | undefined}
   */
  #return;

  /**
   * Adopts the tiles of the first paint.
   *
   * @param {HTMLElement} box the element with `data-collection`
   * @param {Template[]} templates those of the page, in order
   * @param {Template | undefined} header that of sections
   */
  constructor(box, templates, header) {
    const content = /** @type {HTMLElement} */ (box.querySelector(".content"));
    this.#box = box;
    this.#templates = templates;
    this.#header = header;
    this.#name = box.dataset.collection;
    this.#scroll = new ScrollBox(box, content, () => {
      this.#fill();
      send("scroll", this.#name, this.#scroll.view);
    });
    this.#rows = new Rows(content, this.#scroll);
    const rows = /** @type {any[]} */ ([...content.children]).map(
      (row) => new Tile(row, [header, ...templates].find((template) => template?.name === row.dataset.cell)));
    const headers = rows.filter(({ row }) => row.className === "section");
    const tiles = rows.filter(({ row }) => row.className === "tile");
    tiles.forEach((tile, position) => (tile.position = position));
    const lattice = latticeOf([0, 0, 1, 1, 1, 1, 1], [tiles.length]);
    const held = new Held({ lattice, base: 0, tiles, first: 0, headers }, this.#scroll);
    this.#held = held;
    this.#selecting = new Selecting(box, () => held.all);
    this.#ranges = new Ranges(box, this.#scroll, this.#selecting, held);
    this.#menus = new MenuKeys(box, held, () => this.#keyboard.cursor?.id);
    this.#keyboard = new Keyboard(box, held, this.#scroll, this.#ranges, this.#menus);
  }

  /** @param {AbortSignal} [signal] ends it */
  start(signal) {
    this.#scroll.start();
    this.#ranges.start(signal);
    listen(this.#box, {
      click: (event) => this.#click(event),
      // At once, not with the next report; and behind the scroll box, which knows by now what is visible.
      scroll: () => this.#fill(),
    });
    this.#keyboard.start();
    this.#menus.start(signal);
  }

  /**
   * The visible rect, which from now on counts as told, with its first tile and how far below the top that stands, to find
   * the same position again by.
   *
   * @returns {(number | string)[]}
   */
  get scrollPosition() {
    return [...this.#scroll.view, ...this.#hold];
  }

  /**
   * The first tile in view, and how far below the top of the view it stands.
   *
   * @returns {[] | [id: string, offset: number]}
   */
  get #hold() {
    if (this.#return && !this.#scroll.isMoved) return this.#return;
    const tile = this.#held.at(this.#held.inView[0]);
    return tile?.frame ? [tile.id, tile.frame.y - this.#scroll.visible.y] : [];
  }

  /**
   * What a page has to know that comes back to this position; nothing before there is a layout.
   *
   * @returns {any[] | undefined}
   */
  get stay() {
    const { numbers, counts } = this.#held.state.lattice;
    if (this.#rows.haveFrames) return [this.#scroll.top, numbers, counts, ...this.#hold];
  }

  /**
   * Stands where the page before did, until the scene says what is there.
   *
   * @param {any[]} stay
   */
  resume([top, numbers, counts, id, offset]) {
    const state = this.#held.state;
    const lattice = latticeOf(numbers, counts);
    const tiles = state.tiles.slice(0, lattice.count);
    this.#become({ ...state, lattice, tiles }, { departed: state.tiles.slice(lattice.count) });
    this.#scroll.top = top;
    this.#fill();
    if (top > 0 && id !== undefined) this.#return = [id, offset];
    this.#goBack();
  }

  /** Has the tile that the page before left at the top there again, if it is held. */
  #goBack() {
    const [id, offset = 0] = this.#scroll.isMoved ? [] : (this.#return ?? []);
    const { frame } = this.#held.tile(id) ?? {};
    if (!frame) return;
    this.#scroll.top = frame.y - offset;
    this.#fill();
  }

  // MARK: What the scene says

  /**
   * Shows all there is to know, keeping the nodes of the identifiers it holds.
   *
   * @param {number[]} numbers of its lattice
   * @param {number} count
   * @param {number} base
   * @param {NewTile[]} list
   * @param {any[]} [sections] how many items each has
   * @param {any[]} [headers]
   */
  reload(numbers, count, base, list, sections, headers) {
    const lattice = latticeOf(numbers, sections ? recount([], sections) : [count]);
    const tiles = list.map((entry) => this.#tileFor(this.#held.tile(entry[0]), entry));
    const departed = this.#held.all.filter((tile) => !tiles.includes(tile));
    this.#become({ lattice, base, tiles, ...this.#headed(headers ?? [0]) }, { departed });
    this.#selecting.mark();
    this.#goBack();
    this.#return = undefined;
  }

  /**
   * Turns the tiles held into those that follow.
   *
   * @param {number} count
   * @param {number} base
   * @param {import("./splice.js").Op[]} ops
   * @param {[id: string, position: number][] | null} [elsewhere] where those put in stood, and where those dropped stand;
   *   without it the window only went on
   * @param {any[]} [sections] how the numbers of their items change
   * @param {any[]} [headers]
   * @throws {RangeError} when they do not fit
   */
  splice(count, base, ops, elsewhere, sections, headers) {
    let { lattice, tiles, first, headers: held } = this.#held.state;
    const change = splice(tiles, ops, (entry) => this.#tileFor(this.#held.aside.find(({ id }) => id === entry[0]), entry));
    if (sections?.length || !lattice.hasHeaders) {
      lattice = latticeOf(lattice.numbers, lattice.hasHeaders ? recount(lattice.counts, sections) : [count]);
    }
    const headed = headers ? this.#headed(headers) : { first, headers: held };
    this.#become(
      { lattice, base, tiles: change.tiles, ...headed },
      { ...change, elsewhere: new Map(elsewhere), isScroll: !elsewhere });
    this.#selecting.mark();
  }

  /**
   * The headers as the wire has them: one that is held is said by its name alone when it stays as it is.
   *
   * @param {any[]} list behind the number of the first section
   * @returns {Headed}
   */
  #headed([first, ...list]) {
    const headers = list.map((entry) => {
      const [id, ...values] = [entry].flat();
      const header = this.#held.state.headers.find((header) => header.id === id);
      if (!header) return this.#tileFor(header, [id, 0, ...values], this.#header);
      if (entry === id) return header;
      // It sticks to the top as long as its section is in view.
      const { y, end } = sectionFrameOf(this.#held.state.lattice, header.position);
      return this.#setAll(header, values, { x: 0, y, width: 0, height: end - y });
    });
    return { first, headers };
  }

  /**
   * @param {string} id
   * @param {...any} pairs the number of an outlet and its value, in turn
   */
  setOutlets(id, ...pairs) {
    const tile = this.#held.tile(id);
    // The scene still tells of an item that was being edited.
    for (let at = 0; tile && at < pairs.length; at += 2) this.#set(tile, pairs[at], pairs[at + 1]);
  }

  /**
   * Shows the values of all outlets.
   *
   * @param {Tile} tile
   * @param {Value[]} values those behind the last are `null`
   * @param {Rect} [frame]
   */
  #setAll(tile, values, frame) {
    tile.template.outlets.forEach((_, index) => this.#set(tile, index, values[index] ?? null, frame));
    return tile;
  }

  /**
   * Shows a value; that it has changed in view is news.
   *
   * @param {Tile} tile or a header
   * @param {number} index
   * @param {Value} value
   * @param {Rect} [frame] where it is seen
   */
  #set(tile, index, value, frame = tile.frame) {
    const control = tile.set(index, value);
    if (control && frame && touches(frame, this.#scroll.visible)) noteChange(control, String(value));
  }

  /**
   * @param {string[]} on
   * @param {string[]} off
   */
  select(on, off) {
    for (const id of on) this.#held.tile(id)?.select(true);
    for (const id of off) this.#held.tile(id)?.select(false);
    this.#keyboard.setTabStop();
  }

  /**
   * An item that is being edited is no more.
   *
   * @param {string} id
   */
  gone(id) {
    const tile = this.#held.tile(id);
    if (!tile) return;
    abandon(tile.row);
    // One that is not aside goes its way with the splice that follows.
    if (!this.#held.aside.includes(tile)) return;
    const hadFocus = hasFocus(tile.row);
    this.#letGo();
    if (hadFocus) focus(this.#box);
  }

  /**
   * There are menus.
   *
   * @param {string[]} keys
   */
  setKeys(keys) {
    this.#menus.keys = keys;
    this.#ranges.openMenu = (point, id) => this.#menus.open(point, id);
  }

  // MARK: What is being edited

  /**
   * Tells the scene which items are being edited, and lets go of those that are not any more.
   *
   * @param {boolean} [isAgain] whether the scene may have forgotten
   */
  tellEdited(isAgain) {
    this.#letGo();
    const ids = this.#held.all.filter(({ row }) => isEdited(row)).map(({ id }) => id);
    const edited = JSON.stringify(ids);
    if (isAgain) this.#edited = "[]";
    if (edited !== this.#edited && send("edit", this.#name, ids)) this.#edited = edited;
  }

  #letGo() {
    const { aside } = this.#held;
    this.#held.aside = aside.filter(({ row }) => isEdited(row));
    // A node that is removed with the focus in it tells so at once, which leads here again.
    for (const tile of aside) if (!this.#held.aside.includes(tile)) tile.remove();
  }

  /**
   * Sets the tiles aside that are being edited while the scene goes on without them: they stay on the page.
   *
   * @param {State} now
   * @param {Change} change
   * @returns {Change} with those that do leave
   */
  #setAside(now, change) {
    const { aside, departed } = setAside(
      this.#held.aside, { departed: change.departed, tiles: now.tiles }, ({ row }) => isEdited(row));
    this.#held.aside = aside;
    this.#letGo();
    for (const tile of this.#held.aside) {
      tile.number(asidePosition(change.elsewhere?.get(tile.id) ?? tile.position, now));
      tile.frame = frameOf(now.lattice, tile.position);
      this.#scroll.setFrame(tile.row, tile.frame);
    }
    return { ...change, departed };
  }

  // MARK: Tiles

  /**
   * A tile that shows an item, or a header that shows a section: the one that is held, if it has the template.
   *
   * @param {Tile | undefined} held
   * @param {NewTile} entry
   * @param {Template} [template]
   */
  #tileFor(held, entry, template = this.#templates[entry[1] >> 1]) {
    if (held?.template !== template) return Tile.make(entry, template);
    const [, flags, ...values] = entry;
    held.select(flags % 2 === 1);
    return this.#setAll(held, values);
  }

  /**
   * The one step from what is held to `now`.
   *
   * @param {State} now
   * @param {Change} change
   * @throws {RangeError} when there are tiles beyond the last item
   */
  #become(now, change) {
    const { lattice } = now;
    if (now.base + now.tiles.length > lattice.count) throw new RangeError("more tiles than items");
    change = this.#setAside(now, change);
    const { departed, moved, isScroll } = change;
    const old = this.#held.state;
    const { top, isMoved } = this.#scroll;
    const keepsTop = isScroll || !this.#rows.haveFrames;
    const nextTop = keepsTop ? top : this.#anchor.keep(old, now, { top, isMoved, inView: this.#held.inView }, moved);
    const keepFocus = this.#keyboard.keep(old, now, departed, isScroll);
    if (!isScroll) this.#ranges.forget(departed);
    this.#held.state = now;
    this.#box.ariaRowCount = String(lattice.count + (lattice.hasHeaders ? lattice.counts.length : 0));
    this.#rows.update(old, now, change, nextTop, this.#held.aside);
    keepFocus?.();
    this.#showEmpty();
    this.#keyboard.setTabStop();
    this.#scroll.scheduleReport();
  }

  #fill() {
    this.#rows.fill(this.#held.state);
  }

  #showEmpty() {
    const isEmpty = this.#held.state.lattice.count === 0;
    for (const element of document.querySelectorAll(`[data-empty="${this.#name}"]`)) {
      element.toggleAttribute("hidden", !isEmpty);
      if (!isEmpty && hasFocus(element)) this.#held.state.tiles[0]?.focus();
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const tile = this.#held.pressed(event);
    const isLink = tile?.link?.contains(event.target);
    // Where a tap calls an action, that opens the item over the page; in a new tab it is a page.
    const isTap = this.#box.dataset.tap === "action" && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (isLink && isTap) event.preventDefault();
    if (isLink && !isTap) this.#ranges.passLink(tile, event);
    else if (tile) this.#ranges.tap(tile, event);
  }
}
