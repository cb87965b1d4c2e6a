import { Behaviours } from "./behaviours.js";
import { Cells } from "./cells.js";
import { send } from "./connection.js";
import { setAside, asidePosition } from "./edited.js";
import { focus, hasFocus, listen } from "./element.js";
import { abandon, isEdited } from "./fields.js";
import { geometryOf } from "./geometry.js";
import { HeldTiles } from "./heldtiles.js";
import { Keyboard } from "./keyboard.js";
import { begun, load } from "./later.js";
import { Ranges } from "./ranges.js";
import { Rows } from "./rows.js";
import { ScrollBox } from "./scrollbox.js";
import { recount } from "./sections.js";
import { Selecting } from "./selecting.js";
import { SelectLoader } from "./selectloader.js";
import { applyOps } from "./splice.js";
import { Tile } from "./tile.js";

/**
 * @typedef {import("./tile.js").Template} Template
 * @typedef {import("./splice.js").Value} Value
 * @typedef {import("./packets.js").SceneMessages} SceneMessages
 * @typedef {import("./geometry.js").Rect} Rect
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./transition.js").Change} Change
 * @typedef {[first: number, ...entries: (string | [id: string, ...values: Value[]])[]]} Headers the number of the first
 *   section, and its header and footer and those after it
 * @typedef {{[Name in import("./packets.js").CollectionMessage]: (message: SceneMessages[Name]) => void}} CollectionHandlers
 * @typedef {object} Own what the parts of the client for one collection work with
 * @property {HTMLElement} box
 * @property {HeldTiles} held
 * @property {ScrollBox} scroll
 * @property {Rows} rows
 * @property {Selecting} selecting
 * @property {Ranges} ranges
 * @property {Keyboard} keyboard
 * @property {Behaviours} behaviours
 */

/**
 * One collection of the page. It keeps the nodes of the tiles held, by identifier, and handles the person's input. The
 * tiles *held* are the tiles near the view, which the scene has sent.
 *
 * It decides nothing about items, because the scene does. The scroll position, the focus and the keyboard cursor belong
 * to the person, and follow identifiers whatever the scene sends. `anchor.js`, `transition.js`, `roving.js` and
 * `edited.js` make the decisions; `rows.js` applies them. `cells.js` makes the tiles by their templates.
 *
 * @implements {CollectionHandlers}
 */
export class Collection {
  #box;
  #cells;
  #name;
  #scroll;
  #rows;
  #held;
  #behaviours;
  /**
   * The objects that lazily loaded parts of the client work with.
   *
   * @type {Own}
   */
  #own;

  /** True if a tap calls an action outside of edit mode. */
  #isTapAction;

  /** The identifiers last sent to the scene as being edited, as JSON. */
  #edited = "[]";

  /**
   * The tile at the top of a page that has come back, until the scene's first `reload`.
   *
   * @type {[id: string, offset?: number] | undefined}
   */
  #return;

  /**
   * Adopts the tiles of the first paint.
   *
   * @param {HTMLElement} box the element with `data-collection`
   * @param {Template[]} templates the templates of its storyboard, in order
   */
  constructor(box, templates) {
    const content = /** @type {HTMLElement} */ (box.querySelector(".content"));
    this.#box = box;
    this.#name = /** @type {string} */ (box.dataset.collection);
    this.#isTapAction = box.dataset.tap === "action";
    const scroll = this.#scroll = new ScrollBox(box, content, (hasEnded) => {
      this.#fill();
      send("scroll", { collection: this.#name, rect: scroll.view, hasEnded, isAtEnd: this.#end?.isAtEnd });
    });
    this.#rows = new Rows(content, scroll);
    const [headers, tiles] = ["section", "tile"].map((rows) =>
      [.../** @type {NodeListOf<HTMLElement>} */ (content.querySelectorAll(`[data-cell].${rows}`))].map(
        // The server has checked that each cell has its template.
        (row) => new Tile(row, /** @type {Template} */ (templates.find(({ name }) => name === row.dataset.cell)))));
    tiles.forEach((tile, position) => tile.place(position));
    const geometry = geometryOf([0, 0, 1, 1, 1, 1, 1], [tiles.length]);
    const held = this.#held = new HeldTiles({ geometry, base: 0, tiles, first: 0, headers }, scroll);
    this.#cells = new Cells(templates, held, scroll);
    const behaviours = this.#behaviours = new Behaviours(box, held, scroll);
    const selecting = new Selecting(box, held);
    const ranges = behaviours.add("ranges", () => new Ranges(box, selecting, held, behaviours));
    const keyboard = behaviours.add("keyboard", () => new Keyboard(box, held, scroll, ranges));
    const own = this.#own = { box, held, scroll, rows: this.#rows, selecting, ranges, keyboard, behaviours };
    behaviours.add("select", () => new SelectLoader(own));
  }

  /** @param {AbortSignal} [signal] removes the listeners when it is aborted */
  start(signal) {
    this.#scroll.start();
    const { ranges, keyboard, behaviours } = this.#own;
    behaviours.start(signal);
    ranges.start(signal);
    listen(this.#box, {
      click: (event) => ranges.click(event),
      pointerdown: (event) => behaviours.press(event),
      keydown: (event) => behaviours.key(event),
      // Shows placeholders at once, not with the next report. The scroll box listens first, so it already knows the
      // visible rect.
      scroll: () => this.#fill(),
    });
    keyboard.start();
  }

  /** True if the list begins at its end, and stays there while the end is in view. */
  get staysAtEnd() {
    return "end" in this.#box.dataset;
  }

  /** The part that keeps the end of the list in view, if the list stays there. */
  get #end() {
    const make = begun.end;
    if (make && this.staysAtEnd) return this.#behaviours.add("end", () => make(this.#own));
  }

  /** The content coordinate at the upper edge of the box. */
  get top() {
    return this.#scroll.top;
  }

  set top(y) {
    this.#scroll.top = y;
    this.#fill();
  }

  /**
   * The visible rect, the first tile in it, and the tile's distance from the top. A new scene finds the same position
   * by these values. From now on the rect counts as reported.
   *
   * @returns {(number | string | true | undefined)[]}
   */
  get scrollPosition() {
    return [...this.#scroll.view, ...this.#firstInView];
  }

  /**
   * The first tile in view, and its distance from the top of the view; `true` at the end of a list that stays there.
   *
   * @returns {[id?: string | true, offset?: number]}
   */
  get #firstInView() {
    if (this.#end?.isAtEnd) return [true];
    if (this.#return && !this.#scroll.isMoved) return this.#return;
    const tile = this.#held.at(this.#held.inView[0]);
    return tile?.frame ? [tile.id, tile.frame.y - this.#scroll.visible.y] : [];
  }

  /**
   * The values by which a page comes back to this scroll position; nothing as long as there is no layout.
   *
   * @returns {import("./visit.js").Stay | undefined}
   */
  get stay() {
    const { numbers, counts } = this.#held.state.geometry;
    if (this.#rows.haveFrames) return [this.#scroll.top, numbers, counts, ...this.#firstInView];
  }

  /**
   * Restores the layout and scroll position of the previous page, until the scene's first `reload`.
   *
   * @param {import("./visit.js").Stay} stay
   */
  resume([top, numbers, counts, id, offset]) {
    const state = this.#held.state;
    const geometry = geometryOf(numbers, counts);
    if (id !== true) this.#end?.leave();
    const tiles = state.tiles.slice(0, geometry.count);
    this.#update({ ...state, geometry, tiles }, { departed: state.tiles.slice(geometry.count) });
    if (id !== true) this.#scroll.top = top;
    this.#fill();
    if (top > 0 && id !== undefined && id !== true) this.#return = [id, offset];
    this.#goBack();
  }

  /** Scrolls the tile that was at the top of the previous page to the top again, if it is held. */
  #goBack() {
    const [id, offset = 0] = this.#scroll.isMoved ? [] : (this.#return ?? []);
    const { frame } = this.#held.tile(id) ?? {};
    if (!frame) return;
    this.#scroll.top = frame.y - offset;
    this.#fill();
  }

  // MARK: What the scene says, each message by the method of its name

  /**
   * Replaces layout and tiles, and keeps the nodes of identifiers that are held.
   *
   * @param {SceneMessages["reload"]} message
   */
  reload({ geometry: numbers, count, base, tiles: list, sections, headers, isRelaid }) {
    const geometry = geometryOf(numbers, sections ? recount([], sections) : [count]);
    const tiles = list.map((entry) => this.#cells.tile(this.#held.tile(entry[0]), entry));
    const departed = this.#held.all.filter((tile) => !tiles.includes(tile));
    // If only the layout has changed, the items keep their positions in the list, but have other frames.
    const elsewhere = isRelaid ? new Map(departed.map(({ id, position }) => [id, position])) : undefined;
    tiles.forEach(({ id }, index) => elsewhere?.set(id, base + index));
    this.#update({ geometry, base, tiles, ...this.#cells.headers(headers ?? [0], geometry) }, { departed, elsewhere, isRelaid: !!isRelaid });
    this.#own.selecting.mark();
    this.#goBack();
    this.#return = undefined;
    // The collection, or a mark, has an attribute for each part that it needs.
    for (const part of /** @type {const} */ (["outline", "pinch", "pull", "scrubber"])) {
      if (part in this.#box.dataset || document.querySelector(`[data-${part}="${this.#name}"]`)) this.#join(part);
    }
  }

  /**
   * Adds a behaviour that loads later. Loading fails only without a connection. The next connection begins with a reload,
   * and sends everything again.
   *
   * @template {"mover" | "outline" | "pinch" | "pull" | "scrubber" | "swipes"} Name
   * @param {Name} name
   */
  async #join(name) {
    try {
      const make = /** @type {(own: Own) => import("./behaviours.js").Named[Name]} */ (await load(name));
      return this.#behaviours.add(name, () => make(this.#own));
    } catch {}
  }

  /**
   * Applies a batch update to the tiles held.
   *
   * @param {SceneMessages["splice"]} message
   * @throws {RangeError} when the steps do not fit the tiles held
   */
  splice({ count, base, steps, elsewhere, sections, headers, frames, isStill }) {
    let { geometry, tiles, first, headers: held } = this.#held.state;
    const change = applyOps(tiles, steps, (entry) => this.#cells.tile(this.#held.aside.find(({ id }) => id === entry[0]), entry));
    if (frames || sections?.length || !geometry.edges) {
      geometry = geometry.updated(geometry.edges ? recount(geometry.counts, sections ?? []) : [count], frames);
    }
    const headed = headers ? this.#cells.headers(headers, geometry) : { first, headers: held };
    this.#update(
      { geometry, base, tiles: change.tiles, ...headed },
      { ...change, elsewhere: new Map(elsewhere), isScroll: !elsewhere, isStill: isStill || !elsewhere });
    this.#own.selecting.mark();
  }

  /** @param {SceneMessages["cell"]} message */
  cell({ item: id, values: pairs }) {
    const tile = this.#held.tile(id);
    // The scene may still send values of an item whose edit has ended, although the page no longer holds its tile.
    for (let at = 0; tile && at < pairs.length; at += 2) {
      this.#cells.set(tile, /** @type {number} */ (pairs[at]), pairs[at + 1]);
    }
  }

  /** @param {SceneMessages["selected"]} message */
  selected({ on, off }) {
    for (const id of on) this.#held.tile(id)?.select(true);
    for (const id of off) this.#held.tile(id)?.select(false);
    this.#own.keyboard.setTabStop();
  }

  /**
   * Handles the deletion of an item that is being edited.
   *
   * @param {SceneMessages["gone"]} message
   */
  gone({ item: id }) {
    const tile = this.#held.tile(id);
    if (!tile) return;
    abandon(tile.row);
    // A tile that is not set aside leaves with the next splice.
    if (!this.#held.aside.includes(tile)) return;
    const hadFocus = hasFocus(tile.row);
    this.#removeAside();
    if (hadFocus) focus(this.#box);
  }

  /**
   * Turns on menus, or changes their shortcuts. Turns on swipes.
   *
   * @param {SceneMessages["menus"]} message
   */
  menus({ shortcuts, hasSwipes }) {
    const make = begun.menu?.makeKeys;
    if (make) this.#behaviours.add("menus", () => make(this.#own)).allow(shortcuts);
    if (hasSwipes) this.#join("swipes");
  }

  /**
   * Sets how a person may select.
   *
   * @param {SceneMessages["mode"]} message
   */
  mode({ limit, isEditing, canSearch }) {
    const { dataset } = this.#box;
    this.#box.ariaMultiSelectable = limit > 1 ? "true" : null;
    this.#box.toggleAttribute("data-editing", isEditing === true);
    dataset.tap = this.#isTapAction && !isEditing ? "action" : limit ? "" : "none";
    this.#behaviours.get("select")?.allow(canSearch === true);
    this.#own.keyboard.setTabStop();
  }

  /** @param {SceneMessages["found"]} answer */
  found(answer) {
    this.#behaviours.get(answer.isParent ? "outline" : "select")?.found(answer);
  }

  /**
   * Scrolls to a range of the content.
   *
   * @param {SceneMessages["scrollTo"]} message
   */
  scrollTo({ y, height, share, isAnimated }) {
    const { edges, isLoose, shown } = this.#held.state.geometry;
    if (shown) [y, height] = [shown(y), height && shown(y + height) - shown(y)];
    // Where headers are pinned, a header stands at the very edge, so the height of floating bars is added back.
    this.#scroll.reveal({ y: height !== null && edges && !isLoose ? y + this.#scroll.above : y, height }, share, isAnimated === true);
    this.#fill();
  }

  /** @param {SceneMessages["labels"]} answer */
  labels({ labels }) {
    this.#behaviours.get("scrubber")?.add(labels);
  }

  /**
   * Allows or forbids moving items by hand.
   *
   * @param {SceneMessages["moves"]} message
   */
  moves(message) {
    this.#join("mover").then((mover) => mover?.allow(message));
  }

  /** @param {SceneMessages["lifted"]} answer */
  lifted(answer) {
    this.#behaviours.get("mover")?.lifted(answer);
  }

  // MARK: Editing

  /**
   * Reports to the scene which items are being edited, and removes tiles set aside whose edit has ended.
   *
   * @param {boolean} [isAgain] true if the scene may have forgotten
   */
  reportEdited(isAgain) {
    this.#removeAside();
    const ids = this.#held.all.filter(({ row }) => isEdited(row)).map(({ id }) => id);
    const edited = JSON.stringify(ids);
    if (isAgain) this.#edited = "[]";
    if (edited !== this.#edited && send("edit", { collection: this.#name, items: ids })) this.#edited = edited;
  }

  /** Removes the tiles set aside whose edit has ended. */
  #removeAside() {
    const { aside } = this.#held;
    this.#held.setAside(aside.filter(({ row }) => isEdited(row)));
    // Removing a node that has the focus fires `focusout` at once, which calls this method again.
    for (const tile of aside) if (!this.#held.aside.includes(tile)) tile.recycle();
  }

  /**
   * Sets aside tiles that are being edited, but that the scene sends no longer, so they stay on the page.
   *
   * @param {State} now
   * @param {Change} change
   * @returns {Change} the change without the tiles that stay
   */
  #setAside(now, change) {
    const { aside, departed } = setAside(
      this.#held.aside, { departed: change.departed, tiles: now.tiles }, ({ row }) => isEdited(row));
    this.#held.setAside(aside);
    this.#removeAside();
    for (const tile of this.#held.aside) {
      const position = asidePosition(change.elsewhere?.get(tile.id) ?? tile.position, now);
      const frame = now.geometry.frameOf(position);
      tile.place(position, frame);
      tile.number(position);
      this.#scroll.setFrame(tile.row, frame);
    }
    return { ...change, departed };
  }

  // MARK: Updates

  /**
   * Updates the page from the state held to `now`, in one step.
   *
   * @param {State} now
   * @param {Change} change
   * @throws {RangeError} when there are tiles beyond the last item
   */
  #update(now, change) {
    // The list is visible from now on.
    delete this.#box.dataset.returning;
    if (now.base + now.tiles.length > now.geometry.count) throw new RangeError("too many tiles");
    now = now.geometry.sized?.(now, this.#own, this) ?? now;
    const { geometry } = now;
    change = this.#setAside(now, this.#end?.calmed(change) ?? change);
    const old = this.#held.state;
    const top = this.#end?.top(now) ?? this.#rows.anchor(old, now, change);
    const update = { old, now, change };
    this.#behaviours.before(update);
    this.#held.set(now);
    this.#box.ariaRowCount = String(geometry.count + geometry.counts.length * geometry.edges);
    this.#box.toggleAttribute("data-loose", geometry.isLoose);
    this.#box.toggleAttribute("data-horizontal", "isAcross" in geometry);
    const visible = this.#rows.update(old, now, change, top, this.#held.aside);
    this.#behaviours.after(update, this.#fill(visible));
    this.#showEmpty();
    this.#scroll.report();
  }

  /** @param {Rect} [visible] */
  #fill(visible) {
    return this.#rows.fill(this.#behaviours.arranged(this.#held.state), visible);
  }

  #showEmpty() {
    const isFilled = this.#held.state.geometry.count > 0;
    for (const element of document.querySelectorAll(`[data-empty="${this.#name}"]`)) {
      element.hidden = isFilled;
      if (isFilled && hasFocus(element)) this.#held.state.tiles[0]?.focus();
    }
  }
}
