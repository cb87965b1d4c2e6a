import { ask } from "./actions.js";
import { clamp } from "./clamp.js";
import { send } from "./connection.js";
import { step } from "./cursor.js";
import { focus, hasFocus, listen, make, passFocus } from "./element.js";
import { abandon, enter, isEdited } from "./fields.js";
import { isForControl, shortcutOf } from "./keys.js";
import { contentHeight, frameOf, latticeOf, positionAt, positionsIn, sectionFrameOf, stepOf } from "./lattice.js";
import { askForMenu } from "./menu.js";
import { arrive, depart, glide, isAllowed, rest } from "./motion.js";
import { noteChange } from "./news.js";
import { Ranges } from "./ranges.js";
import { ScrollBox } from "./scrollbox.js";
import { recount, sectionAt } from "./sections.js";
import { Selecting } from "./selecting.js";
import { splice } from "./splice.js";
import { stopTab, Tile } from "./tile.js";

/**
 * @typedef {import("./tile.js").Template} Template
 * @typedef {import("./splice.js").NewTile} NewTile
 * @typedef {import("./splice.js").Value} Value
 * @typedef {import("./lattice.js").Lattice} Lattice
 * @typedef {import("./lattice.js").Rect} Rect
 * @typedef {{first: number, headers: Tile[]}} Headed the headers held: of the sections from the first on
 * @typedef {{lattice: Lattice, base: number, tiles: Tile[]} & Headed} State
 *   what is held: of the items in the lattice the tiles from position `base` on
 * @typedef {{departed: Tile[], moved?: Set<Tile>, elsewhere?: Map<string, number>, isScroll?: boolean}} Change
 *   how one state became another; without `elsewhere` it is another drawing of the same
 */

/** How long the event of a paste may take to follow its keys, in milliseconds. */
const pasteDelay = 150;

/** What counts as the person's own business inside of a tile. */
const controls = "a, button, input, label, select, summary, textarea, [contenteditable], [data-action]";

/**
 * One collection of the page: keeps the nodes of the tiles in view, keyed by identifier.
 *
 * It decides nothing about items. Where one is scrolled to, the focus and the keyboard are the person's and are kept by
 * identity, whatever the scene sends.
 */
export class Collection {
  #box;
  #content;
  #scroll;
  #templates;
  #header;
  #name;
  #selecting;
  #ranges;
  /** @type {State} */
  #state;

  /**
   * Tiles that are being edited and have left the window: they stay on the page until that ends.
   *
   * @type {Tile[]}
   */
  #kept = [];

  /**
   * The keys of its menus, if it has menus.
   *
   * @type {string[] | undefined}
   */
  #keys;

  /** @type {number | undefined} */
  #pasting;

  /** The items that the scene knows as being edited. */
  #edited = "[]";

  /**
   * Where the keyboard is. The item may not be held just now, or the place may be all that is known of it.
   *
   * @type {{id?: string, position: number} | undefined}
   */
  #cursor;

  /**
   * What a resize keeps in view until the person scrolls; `share` is how much of its height the tile stands below the top.
   *
   * @type {{tile?: Tile, position: number, share: number} | undefined}
   */
  #anchor;

  /**
   * What a page that has come back holds on to until it is told what there is.
   *
   * @type {[id: string, offset: number] | undefined}
   */
  #return;

  /** @type {Tile | undefined} */
  #tabStop;

  /**
   * What stands for tiles that are on their way.
   *
   * @type {HTMLElement[]}
   */
  #placeholders = [];

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
    this.#content = content;
    this.#templates = templates;
    this.#header = header;
    this.#name = box.dataset.collection;
    this.#scroll = new ScrollBox(box, content, () => {
      this.#fill();
      send("view", this.#name, this.#scroll.view);
    });
    this.#selecting = new Selecting(box, () => this.#all);
    this.#ranges = new Ranges(
      box, this.#scroll, this.#selecting, (event) => this.#pressed(event),
      (event) => this.#place(positionAt(this.#state.lattice, this.#scroll.locate(event))));
    const rows = /** @type {any[]} */ ([...content.children]).map(
      (row) => new Tile(row, [header, ...templates].find((template) => template?.name === row.dataset.cell)));
    const headers = rows.filter(({ row }) => row.className === "section");
    const tiles = rows.filter(({ row }) => row.className === "tile");
    tiles.forEach((tile, position) => (tile.position = position));
    // The first paint's tab stop is the first tile; it is taken over to be moved.
    this.#tabStop = tiles.find(({ cell }) => cell.tabIndex === 0);
    this.#state = { lattice: latticeOf([0, 0, 1, 1, 1, 1, 1], [tiles.length]), base: 0, tiles, first: 0, headers };
  }

  start() {
    this.#box.tabIndex = -1;
    this.#scroll.start();
    this.#ranges.start();
    listen(this.#box, {
      click: (event) => this.#click(event),
      keydown: (event) => this.#key(event),
      contextmenu: (event) => this.#contextMenu(event),
      focusin: (event) => this.#focus(event),
      // At once, not with the next report; and behind the scroll box, which knows by now what is visible.
      scroll: () => this.#fill(),
    });
    listen(document, { paste: (event) => this.#paste(event) });
    this.#setTabStop();
  }

  /**
   * The visible rect, which from now on counts as told, with its first tile and how far below the top that stands, to find
   * the place again by.
   *
   * @returns {(number | string)[]}
   */
  get place() {
    return [...this.#scroll.view, ...this.#hold];
  }

  /**
   * The first tile in view, and how far below the top of the view it stands.
   *
   * @returns {[] | [id: string, offset: number]}
   */
  get #hold() {
    if (this.#return && !this.#scroll.isMoved) return this.#return;
    const tile = this.#tileAt(this.#inView[0]);
    return tile?.frame ? [tile.id, tile.frame.y - this.#scroll.visible.y] : [];
  }

  /**
   * What a page has to know that comes back to this place; nothing before there is a layout.
   *
   * @returns {any[] | undefined}
   */
  get stay() {
    const { numbers, counts } = this.#state.lattice;
    if (this.#isPlaced) return [this.#scroll.top, numbers, counts, ...this.#hold];
  }

  /**
   * Stands where the page before did, until the scene says what is there.
   *
   * @param {any[]} stay
   */
  resume([top, numbers, counts, id, offset]) {
    const state = this.#state;
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
    const { frame } = this.#tile(id) ?? {};
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
  show(numbers, count, base, list, sections, headers) {
    const lattice = latticeOf(numbers, sections ? recount([], sections) : [count]);
    const tiles = list.map((entry) => this.#show(this.#tile(entry[0]), entry));
    const departed = this.#all.filter((tile) => !tiles.includes(tile));
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
    let { lattice, tiles, first, headers: held } = this.#state;
    const change = splice(tiles, ops, (entry) => this.#show(this.#kept.find(({ id }) => id === entry[0]), entry));
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
      const header = this.#state.headers.find((header) => header.id === id);
      if (!header) return this.#show(header, [id, 0, ...values], this.#header);
      if (entry === id) return header;
      // It sticks to the top as long as its section is in view.
      const { y, end } = sectionFrameOf(this.#state.lattice, header.position);
      return this.#setAll(header, values, { x: 0, y, width: 0, height: end - y });
    });
    return { first, headers };
  }

  /**
   * @param {string} id
   * @param {...any} pairs the number of an outlet and its value, in turn
   */
  setOutlets(id, ...pairs) {
    const tile = this.#tile(id);
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
    for (const id of on) this.#tile(id)?.select(true);
    for (const id of off) this.#tile(id)?.select(false);
    this.#setTabStop();
  }

  /**
   * An item that is being edited is no more.
   *
   * @param {string} id
   */
  gone(id) {
    const tile = this.#tile(id);
    if (!tile) return;
    abandon(tile.row);
    // One that is not kept goes its way with the splice that follows.
    if (!this.#kept.includes(tile)) return;
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
    this.#keys = keys;
    this.#ranges.openMenu = (point, id) => this.#openMenu(point, this.#tile(id));
  }

  // MARK: Menus

  /**
   * @param {import("./menu.js").Point} at
   * @param {Tile} [tile] none for the background
   * @param {boolean} [isByKey]
   */
  #openMenu(at, tile, isByKey) {
    const id = tile?.id;
    askForMenu({
      name: this.#name, id: id ?? null, at, isByKey,
      focus: () => focus(this.#tile(id)?.cell ?? this.#box),
    });
  }

  /** @param {MouseEvent} event */
  #contextMenu(event) {
    const { target, clientX, clientY } = event;
    // A text field has the browser's own; so has everything where we have none.
    if (!this.#keys || event.defaultPrevented || /** @type {Element} */ (target).closest("input, select, textarea")) return;
    event.preventDefault();
    this.#openMenu({ x: clientX, y: clientY }, this.#tileOf(target));
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const { target, clipboardData, defaultPrevented } = event;
    // Outside of every collection it is for the first that takes any: an empty one has no focus.
    if (defaultPrevented || !this.#keys?.includes("Mod+V") || isForControl(event)) return;
    if ((target.closest("[data-collection]") ?? this.#box) !== this.#box) return;
    event.preventDefault();
    this.#press("Mod+V", { text: clipboardData?.getData("text/plain") ?? "" });
  }

  /**
   * Does what keys stand for in a menu.
   *
   * @param {string} shortcut
   * @param {Record<string, string>} [fields]
   */
  #press(shortcut, fields = {}) {
    clearTimeout(this.#pasting);
    this.#pasting = undefined;
    ask(["press", this.#name, this.#cursor?.id ?? null, shortcut, fields]);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Tile} [tile]
   * @returns {boolean} whether it is for the menu
   */
  #menuKey(event, tile) {
    // The key that a Mac calls Delete is another's Backspace.
    const shortcut = shortcutOf(event).replace("Backspace", "Delete");
    if (shortcut === "ContextMenu" || shortcut === "Shift+F10") {
      const { x, y } = (tile?.cell ?? this.#box).getBoundingClientRect();
      this.#openMenu({ x: x + 24, y: y + 24 }, tile, true);
    } else if (!this.#keys?.includes(shortcut)) {
      return false;
    } else if (shortcut === "Mod+V") {
      // The event that follows has the text. It may be that there is none, and no event either.
      this.#pasting ??= setTimeout(() => this.#press(shortcut), pasteDelay);
      return true;
    } else if (!event.repeat) {
      this.#press(shortcut);
    }
    // Nor does a button of the page hear of it.
    event.stopPropagation();
    event.preventDefault();
    return true;
  }

  // MARK: What is being edited

  /**
   * Tells the scene which items are being edited, and lets go of those that are not any more.
   *
   * @param {boolean} [isAgain] whether the scene may have forgotten
   */
  tellEdited(isAgain) {
    this.#letGo();
    const ids = this.#all.filter(({ row }) => isEdited(row)).map(({ id }) => id);
    const edited = JSON.stringify(ids);
    if (isAgain) this.#edited = "[]";
    if (edited !== this.#edited && send("edit", this.#name, ids)) this.#edited = edited;
  }

  #letGo() {
    for (const tile of this.#kept) if (!isEdited(tile.row)) tile.remove();
    this.#kept = this.#kept.filter(({ row }) => isEdited(row));
  }

  /**
   * Keeps the tiles on the page that are being edited while the scene goes on without them. Where they are is not known for
   * certain then: not where other tiles are.
   *
   * @param {State} now
   * @param {Tile[]} departed
   * @param {Map<string, number>} [elsewhere]
   * @returns {Tile[]} those that do leave
   */
  #keep({ lattice, base, tiles }, departed, elsewhere) {
    const staying = departed.filter(({ row }) => isEdited(row));
    this.#kept = [...new Set([...this.#kept, ...staying])].filter((tile) => !tiles.includes(tile));
    this.#letGo();
    for (const tile of this.#kept) {
      const position = elsewhere?.get(tile.id) ?? tile.position;
      const end = base + tiles.length;
      tile.number(position >= base && position < end ? end : position);
      tile.frame = frameOf(lattice, tile.position);
      this.#scroll.place(tile.row, tile.frame);
    }
    return departed.filter((tile) => !staying.includes(tile));
  }

  // MARK: Tiles

  get #all() {
    return [...this.#state.tiles, ...this.#kept];
  }

  /** @param {string | undefined} id */
  #tile(id) {
    return this.#all.find((tile) => tile.id === id);
  }

  /** @param {number} position */
  #tileAt(position) {
    return this.#state.tiles[position - this.#state.base];
  }

  /** @param {EventTarget | null} target */
  #tileOf(target) {
    return this.#all.find(({ cell }) => cell.contains(/** @type {Node} */ (target)));
  }

  /**
   * The tile that a press means, unless it is the business of something inside of it.
   *
   * @param {Event} event
   */
  #pressed({ target }) {
    const tile = this.#tileOf(target);
    return tile?.cell.contains(/** @type {Element} */ (target).closest(controls)) ? undefined : tile;
  }

  /** @param {number} position */
  #place(position) {
    return { id: this.#tileAt(position)?.id, position };
  }

  /** Whether there is a layout that says where tiles stand: not before the scene, or the page before, has told of it. */
  get #isPlaced() {
    return "lattice" in this.#content.dataset;
  }

  /** The positions of the items in view: from the first up to, not including, the second. */
  get #inView() {
    return positionsIn(this.#state.lattice, this.#scroll.visible);
  }

  /**
   * A tile that shows an item, or a header that shows a section: the one that is held, if it has the template.
   *
   * @param {Tile | undefined} held
   * @param {NewTile} entry
   * @param {Template} [template]
   */
  #show(held, entry, template = this.#templates[entry[1] >> 1]) {
    if (held?.template !== template) return Tile.make(entry, template);
    const [, flags, ...values] = entry;
    held.select(flags % 2 === 1);
    return this.#setAll(held, values);
  }

  /**
   * The one step from what is held to `now`: height and scroll position, nodes, their order and places, motion, focus.
   *
   * @param {State} now
   * @param {Change} change
   * @throws {RangeError} when there are tiles beyond the last item
   */
  #become(now, { departed, moved, elsewhere, isScroll }) {
    const { lattice } = now;
    if (now.base + now.tiles.length > lattice.count) throw new RangeError("more tiles than items");
    departed = this.#keep(now, departed, elsewhere);
    const old = this.#state;
    const scroll = this.#scroll;
    const from = scroll.top;
    const top = isScroll ? from : this.#keptTop(old, now, moved);
    const keepFocus = this.#keepFocus(old, now, departed, isScroll);
    if (!isScroll) this.#ranges.forget(departed);
    const moves = elsewhere && !isScroll && isAllowed();
    const wasVisible = scroll.visible;

    this.#state = now;
    this.#content.dataset.lattice = "";
    this.#box.ariaRowCount = String(lattice.count + (lattice.hasHeaders ? lattice.counts.length : 0));
    scroll.setContentHeight(contentHeight(lattice));
    if (Math.abs(top - from) >= 1) scroll.top = top;
    // What is on screen has moved by this much, or would have.
    const shift = moves ? scroll.top - from : 0;
    const visible = scroll.visible;
    // However far it goes, it is seen to go no further than off the screen.
    const most = visible.height + lattice.pitchY;
    /** @type {(frame: Rect, before?: Rect) => boolean} */
    const isSeen = (frame, before) => touches(frame, visible) || (before !== undefined && touches(before, wasVisible));
    const onScreen = (/** @type {import("./motion.js").Way} */ { x, y }) => ({ x, y: clamp(y - shift, -most, most) });

    /** @type {(tile: Tile, way?: import("./motion.js").Way, rest?: import("./motion.js").Way) => void} */
    const leave = (tile, way, rest) => {
      const { row, frame } = tile;
      if (!moves || !frame || !touches(frame, wasVisible)) return tile.remove();
      tile.retire();
      scroll.place(row, { ...frame, y: frame.y + shift });
      depart(row, way, rest);
    };

    for (const tile of departed) {
      const to = elsewhere?.get(tile.id);
      leave(tile, to === undefined ? to : onScreen(stepOf(old.lattice, tile.position, lattice, to)));
    }
    old.headers.forEach((header, index) => {
      if (now.headers.includes(header)) return;
      if (hasFocus(header.row)) this.#passFocus(old.headers.slice(index), old.headers.slice(0, index), now);
      leave(header);
    });
    this.#arrange(inOrder(now), moved);
    now.tiles.forEach((tile, index) => {
      const { frame: held, row } = tile;
      const from = held ? tile.position : elsewhere?.get(tile.id);
      const position = now.base + index;
      const frame = frameOf(lattice, position);
      tile.number(position, position + (lattice.hasHeaders ? sectionAt(lattice, position) + 1 : 0));
      tile.frame = frame;
      scroll.place(row, frame);
      const before = from === undefined ? undefined : frameOf(old.lattice, from);
      if (!moves || !isSeen(frame, before)) return;
      if (from === undefined || !before) return arrive(row);
      const isMoved = moved?.has(tile);
      const straight = onScreen({ x: frame.x - before.x, y: frame.y - before.y });
      const inStep = onScreen(stepOf(old.lattice, from, lattice, position));
      const wraps = !isMoved && Math.abs(straight.x - inStep.x) > 1;
      if (wraps && touches(before, wasVisible)) {
        // It leaves its line at one side and comes in at the other, so that no gap opens: for once it is seen twice.
        const twin = new Tile(/** @type {HTMLElement} */ (row.cloneNode(true)), tile.template);
        twin.frame = before;
        this.#content.append(twin.row);
        leave(twin, inStep, rest(row));
      }
      glide(row, wraps ? inStep : straight, isMoved || !held);
    });

    now.headers.forEach((header, index) => {
      const section = now.first + index;
      const { y, height } = sectionFrameOf(lattice, section);
      const { cell, row, frame: before } = header;
      header.number(section, lattice.starts[section] + section);
      header.frame = { x: 0, y, width: visible.width, height };
      cell.style.height = `${height}px`;
      if (!moves || !isSeen(header.frame, before)) return;
      if (before) glide(row, onScreen({ x: 0, y: y - before.y }));
      else arrive(row);
    });

    this.#fill();
    keepFocus?.();
    this.#showEmpty();
    this.#setTabStop();
    scroll.scheduleReport();
  }

  /**
   * Brings the nodes into the order of the items, which is the order they are read in. What stays is not touched.
   *
   * @param {Tile[]} tiles
   * @param {Set<Tile>} [moved]
   */
  #arrange(tiles, moved) {
    const content = /** @type {HTMLElement & {moveBefore?: (node: Node, child: Node | null) => void}} */ (this.#content);
    const loose = new Set([...(moved ?? []), ...this.#kept].map((tile) => /** @type {Element} */ (tile.row)));
    let next = content.firstElementChild;
    for (const { row } of tiles) {
      while (next && next !== row && (loose.has(next) || next.className === "leaving")) next = next.nextElementSibling;
      if (next === row) next = row.nextElementSibling;
      else if (row.isConnected && content.moveBefore) content.moveBefore(row, next);
      // Taken from the page it would lose the focus; out of order it can still be read.
      else if (hasFocus(row)) loose.add(row);
      else content.insertBefore(row, next);
    }
  }

  /**
   * Shows a placeholder wherever an item is in view whose tile is not held; and has each header in a box as high as its
   * section, where it sticks to the top while that is in view.
   */
  #fill() {
    const { lattice, base, tiles, first, headers } = this.#state;
    const { y: top, height, width } = this.#scroll.visible;
    headers.forEach(({ row }, index) => {
      let { y, end } = sectionFrameOf(lattice, first + index);
      // No browser makes a box of any height.
      y = Math.max(y, Math.min(top, end) - far);
      this.#scroll.place(row, { x: 0, y, width, height: Math.max(0, Math.min(end, top + height + far) - y) });
    });
    const nodes = this.#placeholders;
    const [from, to] = this.#inView;
    let used = 0;
    for (let position = from; position < to; position++) {
      if (this.#tileAt(position)) continue;
      const node = (nodes[used++] ??= make("div", { className: "placeholder", ariaHidden: "true" }));
      this.#scroll.place(node, frameOf(lattice, position));
      if (!node.isConnected) this.#content.append(node);
    }
    nodes.forEach((node, index) => index < used || node.remove());
  }

  #showEmpty() {
    const isEmpty = this.#state.lattice.count === 0;
    for (const element of document.querySelectorAll(`[data-empty="${this.#name}"]`)) {
      element.toggleAttribute("hidden", !isEmpty);
      if (!isEmpty && hasFocus(element)) this.#state.tiles[0]?.focus();
    }
  }

  /**
   * Finds what must not move on the screen while the content changes: a tile in view that is held before and after and has
   * not been moved, the first from the middle of the first line on; or, through any number of resizes, the one that was first
   * before them.
   *
   * @param {State} old
   * @param {State} now
   * @param {Set<Tile>} [moved]
   * @returns {number} the content coordinate to have at the top; at the very top what is new there is to be seen
   */
  #keptTop(old, now, moved) {
    const top = this.#scroll.top;
    const isSame = String(now.lattice.numbers) === String(old.lattice.numbers);
    if (isSame || this.#scroll.isMoved) this.#anchor = undefined;
    if (top <= 0 || old.lattice.count === 0 || now.lattice.count === 0 || !this.#isPlaced) return top;
    if (!this.#anchor) {
      const [first, last] = this.#inView;
      // The middle of a line stays on it when a few items come or go above.
      const middle = isSame ? first + (old.lattice.columns >> 1) : first;
      const staying = (/** @type {number} */ from, /** @type {number} */ to) =>
        old.tiles.slice(Math.max(0, from - old.base), Math.max(0, to - old.base))
          .find((tile) => now.tiles.includes(tile) && !moved?.has(tile));
      const tile = staying(middle, last) ?? staying(first, middle);
      if (isSame && !tile) return top;
      const position = tile?.position ?? first;
      const { y, height } = frameOf(old.lattice, position);
      this.#anchor = { tile, position, share: (y - top) / (height || 1) };
    }
    const { tile, position, share } = this.#anchor;
    const index = now.tiles.indexOf(/** @type {Tile} */ (tile));
    const { y, height } = frameOf(now.lattice, index < 0 ? Math.min(position, now.lattice.count - 1) : now.base + index);
    return y - share * height;
  }

  // MARK: Focus and keys

  /**
   * Finds who gets the focus when its tile leaves, and returns what gives it.
   *
   * @param {State} old
   * @param {State} now
   * @param {Tile[]} departed
   * @param {boolean} [isScroll]
   */
  #keepFocus(old, now, departed, isScroll) {
    const left = departed.find(({ row }) => hasFocus(row));
    if (!left && document.activeElement !== this.#box) return;
    if (left && !isScroll) {
      // The place of a tile is the one behind those that stood before it.
      const previous = old.tiles.slice(0, old.tiles.indexOf(left)).findLast((tile) => now.tiles.includes(tile));
      const place = previous ? now.base + now.tiles.indexOf(previous) + 1 : now.base;
      this.#cursor = { position: Math.min(place, now.lattice.count - 1) };
    }
    return () => {
      if (now.lattice.count === 0) {
        this.#cursor = undefined;
        return passFocus(this.#box);
      }
      // The box keeps the focus of a tile that is not held until it is.
      const { id, position = -1 } = this.#cursor ?? {};
      (id === undefined ? now.tiles[position - now.base] : this.#tile(id))?.focus();
      if (!hasFocus(this.#box)) focus(this.#box);
    };
  }

  /**
   * Hands the focus on from a header that leaves: to the next one, or else to the one before.
   *
   * @param {Tile[]} behind the old headers from this one on
   * @param {Tile[]} before
   * @param {State} now
   */
  #passFocus(behind, before, { headers, lattice }) {
    const isThere = (/** @type {Tile} */ header) => headers.includes(header);
    const next = behind.find(isThere) ?? before.findLast(isThere);
    if (next) next.focus();
    else if (lattice.count > 0) focus(this.#box);
    else passFocus(this.#box);
  }

  /** @param {FocusEvent} event */
  #focus({ target }) {
    const tile = this.#tileOf(target);
    if (tile) this.#cursor = { id: tile.id, position: tile.position };
    this.#setTabStop();
  }

  /** One tile can be reached by Tab: where the keyboard was last, or else the first in view. */
  #setTabStop() {
    const kept = this.#tile(this.#cursor?.id);
    if (kept && this.#cursor) this.#cursor.position = kept.position;
    // In a row of choices that is the one that is chosen.
    const chosen = this.#box.ariaMultiSelectable === "true" ? undefined : this.#state.tiles.find(({ isSelected }) => isSelected);
    const tile = kept ?? chosen ?? this.#tileAt(this.#inView[0]) ?? this.#state.tiles[0];
    if (tile === this.#tabStop) return;
    if (this.#tabStop) stopTab(this.#tabStop.cell, -1);
    if (tile) stopTab(tile.cell, 0);
    this.#tabStop = tile;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const tile = this.#pressed(event);
    if (tile) this.#tap(tile, event);
  }

  /**
   * With Shift all up to the tile are meant, with `Mod` the tile itself, whatever a tap does beside selecting.
   *
   * @param {Tile} tile
   * @param {MouseEvent | KeyboardEvent} event
   */
  #tap({ id, position, cell }, { shiftKey, ctrlKey, metaKey }) {
    const place = { id, position };
    if (shiftKey && this.#ranges.extend(place)) return;
    this.#ranges.end(place);
    if ((ctrlKey || metaKey) && this.#ranges.select(place, place, cell.ariaSelected !== "true")) return;
    this.#selecting.tap(id);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    const tile = this.#tileOf(target);
    const header = this.#state.headers.find(({ cell }) => cell === target);
    if (target !== this.#box && target !== tile?.cell && !header) return;
    // The keys of a menu mean a tile or the selection, not a header.
    if ((this.#keys && !header && this.#menuKey(event, tile)) || event.altKey) return;
    if (tile && (key === " " || key === "Enter")) {
      event.preventDefault();
      if (!event.repeat) this.#tap(tile, event);
      return;
    }
    // As in any grid: into what can be edited there.
    if (tile && key === "F2" && enter(tile.cell)) return event.preventDefault();
    const { lattice } = this.#state;
    const from = tile?.position ?? (header ? lattice.starts[header.position] : this.#cursor?.position) ?? this.#inView[0];
    const page = Math.max(1, Math.floor(this.#scroll.page / lattice.pitchY));
    const next = step(key, event.ctrlKey || event.metaKey, Math.min(from, lattice.count - 1), page, lattice);
    // From a header on lies its first item.
    const position = header && /Down|Right/.test(key) ? from : next;
    if (position === undefined) return;
    event.preventDefault();
    const { y, height, ...frame } = frameOf(lattice, position);
    // A header may stick there.
    this.#scroll.reveal({ ...frame, y: y - lattice.header, height: height + lattice.header });
    if (event.shiftKey) this.#ranges.extend(this.#place(position), this.#cursor ?? this.#place(from));
    else this.#ranges.end();
    this.#cursor = this.#place(position);
    const reached = this.#tileAt(position);
    if (reached) reached.focus();
    else focus(this.#box);
  }
}

/**
 * All rows in the order in which they are read: each header before the items of its section.
 *
 * @param {State} state
 */
const inOrder = ({ lattice, base, tiles, first, headers }) => {
  let next = 0;
  const rows = tiles.flatMap((tile, index) => {
    const above = next;
    while (next < headers.length && lattice.starts[first + next] <= base + index) next++;
    return [...headers.slice(above, next), tile];
  });
  return [...rows, ...headers.slice(next)];
};

/** How far beyond the view the box of a header reaches, in points. */
const far = 1_000_000;

/**
 * Whether `frame` is on the lines that `rect` shows.
 *
 * @param {Rect} frame
 * @param {Rect} rect
 */
const touches = (frame, rect) => frame.y < rect.y + rect.height && frame.y + frame.height > rect.y;
