import { Anchor } from "./anchor.js";
import { send } from "./connection.js";
import { setAside, asidePosition } from "./edited.js";
import { focus, hasFocus, listen } from "./element.js";
import { abandon, isEdited } from "./fields.js";
import { geometryOf } from "./geometry.js";
import { Held } from "./held.js";
import { Keyboard } from "./keyboard.js";
import { hasMod } from "./keys.js";
import { menus } from "./menus.js";
import { loadMover } from "./moving.js";
import { noteChange } from "./news.js";
import { Ranges } from "./ranges.js";
import { Rows } from "./rows.js";
import { ScrollBox } from "./scrollbox.js";
import { loadScrubber } from "./scrubber.js";
import { recount } from "./sections.js";
import { Selecting } from "./selecting.js";
import { loadSelector } from "./selector.js";
import { splice } from "./splice.js";
import { Tile } from "./tile.js";
import { touches } from "./transition.js";

/**
 * @typedef {import("./tile.js").Template} Template
 * @typedef {import("./splice.js").NewTile} NewTile
 * @typedef {import("./splice.js").Value} Value
 * @typedef {import("./geometry.js").Rect} Rect
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
  #edges;
  #name;
  #scroll;
  #rows;
  #held;
  #selecting;
  #ranges;
  #keyboard;
  #anchor = new Anchor();
  /** What parts of the client act on. */
  #own;

  /**
   * What moves items by hand.
   *
   * @type {import("./moving.js").Mover | undefined}
   */
  #mover;

  /**
   * What draws a rubber band, and finds by letters.
   *
   * @type {import("./selector.js").Selector | undefined}
   */
  #selector;

  /**
   * What scrolls from section to section.
   *
   * @type {import("./scrubber.js").Scrubber | undefined}
   */
  #scrubber;

  /** @type {PointerEvent | undefined} */
  #pointed;

  /** Whether a tap calls an action, outside of edit mode. */
  #isTapAction;

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
   * @param {Template[]} templates those of its storyboard, in order
   */
  constructor(box, templates) {
    const content = /** @type {HTMLElement} */ (box.querySelector(".content"));
    this.#box = box;
    const of = (/** @type {string} */ kind) => templates.filter(({ key }) => key === kind);
    this.#templates = of("item");
    this.#edges = of("section");
    this.#name = box.dataset.collection;
    this.#isTapAction = box.dataset.tap === "action";
    this.#scroll = new ScrollBox(box, content, (...isAtRest) => {
      this.#fill();
      send("scroll", this.#name, this.#scroll.view, ...isAtRest);
    });
    this.#rows = new Rows(content, this.#scroll);
    const rows = /** @type {any[]} */ ([...content.children]).map(
      (row) => new Tile(row, templates.find((template) => template.name === row.dataset.cell)));
    const headers = rows.filter(({ row }) => row.className === "section");
    const tiles = rows.filter(({ row }) => row.className === "tile");
    tiles.forEach((tile, position) => (tile.position = position));
    const geometry = geometryOf([0, 0, 1, 1, 1, 1, 1], [tiles.length]);
    const held = new Held({ geometry, base: 0, tiles, first: 0, headers }, this.#scroll);
    this.#held = held;
    this.#selecting = new Selecting(box, held);
    this.#ranges = new Ranges(box, this.#scroll, this.#selecting, held);
    this.#keyboard = new Keyboard(box, held, this.#scroll, this.#ranges);
    this.#own = {
      box, held, scroll: this.#scroll, rows: this.#rows, selecting: this.#selecting, ranges: this.#ranges, keyboard: this.#keyboard,
    };
  }

  /** @param {AbortSignal} [signal] ends it */
  start(signal) {
    this.#scroll.start();
    this.#ranges.start(signal);
    const pointermove = (/** @type {PointerEvent} */ event) => (this.#pointed = event);
    listen(this.#box, {
      click: (event) => this.#click(event),
      pointermove,
      pointerup: pointermove,
      pointerdown: (event) => {
        this.#pointed = event;
        if (this.#ranges.isBackground(event) && this.#selecting.allowsMultiple) this.#toSelector("press", event);
      },
      // At once, not with the next report; and behind the scroll box, which knows by now what is visible.
      scroll: () => this.#fill(),
    });
    this.#keyboard.start();
  }

  /** Which point of the content is at the upper edge of the box. */
  get top() {
    return this.#scroll.top;
  }

  set top(y) {
    this.#scroll.top = y;
    this.#fill();
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
    const { numbers, counts } = this.#held.state.geometry;
    if (this.#rows.haveFrames) return [this.#scroll.top, numbers, counts, ...this.#hold];
  }

  /**
   * Stands where the page before did, until the scene says what is there.
   *
   * @param {any[]} stay
   */
  resume([top, numbers, counts, id, offset]) {
    const state = this.#held.state;
    const geometry = geometryOf(numbers, counts);
    const tiles = state.tiles.slice(0, geometry.count);
    this.#become({ ...state, geometry, tiles }, { departed: state.tiles.slice(geometry.count) });
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

  // MARK: What the scene says, each message by the method of its name

  /**
   * Shows all there is to know, keeping the nodes of the identifiers it holds.
   *
   * @param {number[]} numbers of its layout
   * @param {number} count
   * @param {number} base
   * @param {NewTile[]} list
   * @param {any[]} [sections] how many items each has
   * @param {any[] | null} [headers]
   * @param {boolean} [isRelaid] whether nothing but the layout is another
   */
  reload(numbers, count, base, list, sections, headers, isRelaid) {
    const geometry = geometryOf(numbers, sections ? recount([], sections) : [count]);
    const tiles = list.map((entry) => this.#tileFor(this.#held.tile(entry[0]), entry));
    const departed = this.#held.all.filter((tile) => !tiles.includes(tile));
    // The same items stand at the same positions, in other frames.
    const elsewhere = isRelaid ? new Map(departed.map(({ id, position }) => [id, position])) : undefined;
    tiles.forEach(({ id }, index) => elsewhere?.set(id, base + index));
    this.#become({ geometry, base, tiles, ...this.#headed(headers ?? [0], geometry) }, { departed, elsewhere, isRelaid });
    this.#selecting.mark();
    this.#goBack();
    this.#return = undefined;
    if (!("scrubber" in this.#box.dataset)) return;
    // Without a connection there is nothing to say; the next one begins with a reload, too.
    loadScrubber().then((makeScrubber) => {
      this.#scrubber ??= makeScrubber(this.#own);
    }, () => {});
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
   * @param {any[] | null} [headers]
   * @param {any[]} [frames] where the scene tells them
   * @param {boolean} [isStill] whether nothing is seen moving
   * @throws {RangeError} when they do not fit
   */
  splice(count, base, ops, elsewhere, sections, headers, frames, isStill) {
    let { geometry, tiles, first, headers: held } = this.#held.state;
    const change = splice(tiles, ops, (entry) => this.#tileFor(this.#held.aside.find(({ id }) => id === entry[0]), entry));
    if (frames || sections?.length || !geometry.edges) {
      geometry = geometry.follow(geometry.edges ? recount(geometry.counts, sections ?? []) : [count], frames);
    }
    const headed = headers ? this.#headed(headers, geometry) : { first, headers: held };
    this.#become(
      { geometry, base, tiles: change.tiles, ...headed },
      { ...change, elsewhere: new Map(elsewhere), isScroll: !elsewhere, isStill: isStill || !elsewhere });
    this.#selecting.mark();
  }

  /**
   * The headers, each with its footer behind it, as the wire has them: one that is held is said by its name alone when it
   * stays as it is.
   *
   * @param {any[]} list behind the number of the first section
   * @param {import("./geometry.js").Geometry} geometry
   * @returns {Headed}
   */
  #headed([first, ...list], { edges }) {
    const headers = list.map((entry, index) => {
      const [id, ...values] = [entry].flat();
      const template = this.#edges[index % edges];
      const header = this.#held.state.headers.find((header) => header.id === id && header.template === template);
      if (!header) return this.#tileFor(header, [id, 0, ...values], template);
      if (entry === id) return header;
      // It sticks to the top as long as its section is in view.
      const { y, end } = this.#held.state.geometry.sectionFrameOf(header.position);
      return this.#setAll(header, values, { x: 0, y, width: 0, height: end - y });
    });
    return { first, headers };
  }

  /**
   * @param {string} id
   * @param {...any} pairs the number of an outlet and its value, in turn
   */
  cell(id, ...pairs) {
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
  selected(on, off) {
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
  menus(keys) {
    const own = (this.#keyboard.menus ??= menus?.makeKeys(this.#own));
    if (!own) return;
    own.keys = keys;
    this.#ranges.openMenu = (point, id) => own.open(point, id);
  }

  /**
   * How a person may select.
   *
   * @param {number} limit none, one or several
   * @param {boolean} [isEditing] whether a tap does nothing else
   * @param {boolean} [canSearch] whether letters lead to an item
   */
  mode(limit, isEditing, canSearch) {
    const { dataset } = this.#box;
    this.#box.ariaMultiSelectable = limit > 1 ? "true" : null;
    this.#box.toggleAttribute("data-editing", isEditing === true);
    dataset.tap = this.#isTapAction && !isEditing ? "action" : limit ? "" : "none";
    this.#keyboard.type = canSearch && ((event) => this.#toSelector("type", event));
    this.#keyboard.setTabStop();
  }

  /**
   * @param {number} number of the question
   * @param {number | null} position of the item that letters lead to
   */
  found(number, position) {
    this.#selector?.found(number, position);
  }

  /**
   * Scrolls to where the scene says.
   *
   * @param {number} y
   * @param {number} height
   * @param {number | null} share how much of the room left is above; `null` scrolls as little as needed
   * @param {boolean} [isAnimated]
   */
  scrollTo(y, height, share, isAnimated) {
    const { edges, isLoose } = this.#held.state.geometry;
    // A header that is pinned stands at the very edge, whatever floats there otherwise.
    this.#scroll.reveal({ y: edges && !isLoose ? y + this.#scroll.above : y, height }, share, isAnimated);
    this.#fill();
  }

  /** @param {[top: number, end: number, text: string][]} labels what sections are called, and where they are */
  labels(labels) {
    this.#scrubber?.add(labels);
  }

  /**
   * Has the part act that most visits do without.
   *
   * @param {"press" | "type"} method
   * @param {any} event
   */
  #toSelector(method, event) {
    loadSelector().then((makeSelector) => {
      this.#selector ??= makeSelector(this.#own);
      this.#selector[method](event, this.#pointed);
    }, () => {});
  }

  /**
   * Items can be moved by hand, or cannot.
   *
   * @param {boolean} isOn
   * @param {boolean} [takesDrops] whether something can be dropped from elsewhere
   */
  moves(isOn, takesDrops) {
    // Without a connection there is no move either; the next one says so again.
    loadMover().then((makeMover) => {
      this.#mover ??= makeMover(this.#own);
      Object.assign(this.#mover, { isOn, takesDrops });
    }, () => {});
  }

  /**
   * @param {string} id of the item that a person has lifted
   * @param {number} count how many are moved with it
   * @param {string} [sentence] why none is
   */
  lifted(id, count, sentence) {
    this.#mover?.lifted(id, count, sentence);
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
      tile.frame = now.geometry.frameOf(tile.position);
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
    const tile = held?.template === template ? held : Tile.make(entry[0], template);
    const [, flags, ...values] = entry;
    tile.select(flags % 2 === 1);
    return this.#setAll(tile, values);
  }

  /**
   * The one step from what is held to `now`.
   *
   * @param {State} now
   * @param {Change} change
   * @throws {RangeError} when there are tiles beyond the last item
   */
  #become(now, change) {
    const { geometry } = now;
    // It is seen from now on.
    delete this.#box.dataset.returning;
    if (now.base + now.tiles.length > geometry.count) throw new RangeError("too many tiles");
    change = this.#setAside(now, change);
    const { departed, moved, isScroll } = change;
    const old = this.#held.state;
    const { top, isMoved } = this.#scroll;
    const keepsTop = isScroll || !this.#rows.haveFrames;
    const nextTop = keepsTop ? NaN : this.#anchor.keep(old, now, { top, isMoved, inView: this.#held.inView }, moved);
    const keepFocus = this.#keyboard.keep(old, now, departed, isScroll);
    if (!isScroll) this.#ranges.forget(departed);
    this.#held.state = now;
    this.#box.ariaRowCount = String(geometry.count + geometry.counts.length * geometry.edges);
    this.#box.toggleAttribute("data-loose", geometry.isLoose);
    this.#box.toggleAttribute("data-horizontal", "turned" in geometry);
    this.#mover?.hold(old);
    const inView = this.#rows.update(old, now, change, nextTop, this.#held.aside);
    this.#mover?.lay();
    keepFocus?.();
    this.#showEmpty();
    this.#keyboard.setTabStop(inView);
    this.#scroll.scheduleReport();
    if (!isScroll) this.#scrubber?.follow();
  }

  #fill() {
    this.#rows.fill(this.#held.state);
  }

  #showEmpty() {
    const isEmpty = this.#held.state.geometry.count === 0;
    for (const element of document.querySelectorAll(`[data-empty="${this.#name}"]`)) {
      element.toggleAttribute("hidden", !isEmpty);
      if (!isEmpty && hasFocus(element)) this.#held.state.tiles[0]?.focus();
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const tile = this.#held.pressed(event);
    const isLink = tile?.link?.contains(event.target);
    // Where a tap calls an action, that opens the item over the page; in a new tab it is a page. In edit mode it selects.
    const { tap, editing } = this.#box.dataset;
    const isTap = editing === "" || (tap === "action" && !hasMod(event) && !event.shiftKey);
    if (isLink && isTap) event.preventDefault();
    if (isLink && !isTap) this.#ranges.passLink(tile, event);
    else if (tile) this.#ranges.tap(tile, event);
  }
}
