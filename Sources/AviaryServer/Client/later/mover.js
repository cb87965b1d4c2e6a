import { ask } from "../actions.js";
import { announce, remark } from "../banner.js";
import { send } from "../connection.js";
import { listen } from "../element.js";
import { edgeScroll, isPlain } from "../gestures.js";
import { hasMod } from "../keys.js";
import { glide, offset, wantsStillness, wayBetween } from "../motion.js";
import { last } from "../sections.js";
import { conceal } from "../tile.js";
import { phrase } from "../words.js";
import { listenForCancel } from "./cancelling.js";
import { Arrangement } from "./mover/arrangement.js";
import { contentOf, dropOf, effectOf, fileOf, headerOf, pack, sentTarget, targetOfFiles, textOf } from "./mover/drops.js";

/**
 * Moves items by hand: by pointer, by a finger that has rested, or by the keyboard. This part of the client
 * (`later.js`) begins with the first collection whose items can be moved.
 *
 * A moved item is shown at once at its target, and the other items move aside. The page asks the scene when the item is
 * dropped. Until the scene's list agrees, the page shows the order that the person made. If the pointer is over another
 * collection of the page that takes drops, the gap opens in that collection.
 *
 * `mover/drops.js` decides drops: whether a list takes a drag, what the drop means, and what the message says.
 * `mover/arrangement.js` computes where the gap is. This class follows the two kinds of drags:
 * - A drag of the page begins with a press (`press`, `#lift`). `dragMoved` follows it, and `#dropLead` ends it. A move by
 *   keys ends there, too.
 * - A drag by the browser begins in another program, or here at a handle or with Alt (`isOut`, `#dragOut`). `#dragOver`
 *   follows it, and `#dropFromBrowser` ends it.
 *
 * `#askToMove` asks the scene for a move within the list, and `#dropGuest` for a drop from elsewhere; `#dropInHost` has
 * the other list do so. A guest exists only where `#hostAt` or `#dragOver` has found that the list takes the drag.
 *
 * The words of this module:
 * - lead: a move that the list shows, until the scene's list shows it, too. `#lead` is the one in progress.
 * - led: the item that a lead moves.
 * - guest: a lead that comes from elsewhere, over this list. This list does not have its item, so it shows only a gap.
 * - host: the other list of the page that the lead in progress is over. There it is a guest.
 * - out: the item of this page that the browser drags.
 * - away: dropped in another list (`isAway`).
 *
 * @typedef {import("../geometry.js").Rect} Rect
 * @typedef {import("../transition.js").State} State
 * @typedef {import("../gestures.js").Point} Point
 * @typedef {import("../heldtiles.js").RangeEnd} RangeEnd
 * @typedef {import("../collection.js").Own} Own
 * @typedef {import("../tile.js").Tile} Tile
 * @typedef {import("./mover/arrangement.js").Target} Target
 * @typedef {import("./mover/arrangement.js").Move} Move
 */

/**
 * How long a list may take to show a stored move, in milliseconds. After a drop into another list the time is shorter:
 * that change comes at once or never, because the drop may make a copy or nothing.
 */
const longestLead = 2_000;
const longestLeadElsewhere = 300;

/**
 * All movers of the page, because items may be dragged from one collection to another.
 *
 * @type {Set<Mover>}
 */
const movers = new Set();

/**
 * The item of this page that the browser drags. It may come back, or go into another collection here.
 *
 * @type {{mover: Mover, id: string} | undefined}
 */
let out;

/** Makes the items of a collection movable. */
export default () => (/** @type {Own} */ collection) => new Mover(collection);

/**
 * True if a mouse press begins a drag out of the window: at a handle, or with Alt.
 *
 * @param {PointerEvent} event
 */
const isOut = ({ pointerType, altKey, target }) =>
  pointerType === "mouse" && (altKey || /** @type {Element} */ (target).closest("[data-handle]") !== null);

/**
 * What a tile shows, in a sentence. The value of a box to check is no text.
 *
 * @param {Tile} tile
 */
function titleOf(tile) {
  const { cell } = tile;
  const field = /** @type {HTMLInputElement | null} */ (cell.querySelector("input:not([type=checkbox], [type=radio])"));
  return textOf(tile) || (field?.value ?? /** @type {string} */ (cell.textContent).trim());
}

/**
 * Lifts an element above the whole page, or puts it back into its list.
 *
 * @param {HTMLElement} element
 * @param {boolean} isFloating
 */
const float = (element, isFloating) => {
  element.popover = isFloating ? "manual" : null;
  if (isFloating) element.showPopover();
};

/**
 * A move by hand or by keys, also after its drop. `isAway`: the items were dropped in another collection.
 *
 * A drag from elsewhere is also a `Lead`. Its `led` has no identifier, because this list does not have the item, so the
 * list shows only a gap. Its drop sets `count`, the number of items that the list has before the new ones come.
 *
 * In an outline a drop sets `place`, which also tells the level.
 *
 * @typedef {import("./mover/drops.js").SentTarget} SentTarget
 * @typedef {Move & {isStored?: boolean, isAway?: boolean, count?: number, text?: string, place?: SentTarget}} Lead
 * @typedef {{element: HTMLElement, frame: Rect, lead: Lead}} Copy the visible copy, and its frame in the content
 */

/** Moves the items of one collection. */
export class Mover {
  #collection;

  /** `#isOn`: items can be moved. `#takesDrops`: something can be dropped from elsewhere. */
  #isOn = false;
  #takesDrops = false;

  /**
   * All moves that the scene's list does not show yet, in order.
   *
   * @type {Lead[]}
   */
  #moves = [];

  /**
   * The move that is in progress now.
   *
   * @type {Lead | undefined}
   */
  #lead;

  /**
   * The drag from elsewhere that is over this list.
   *
   * @type {Lead | undefined}
   */
  #guest;

  /**
   * The other collection that the dragged item is over.
   *
   * @type {Mover | undefined}
   */
  #host;

  /** Cancels the move in progress, by hand or by keys. */
  #cancel;

  /**
   * The visible copy of the moved row. It follows the pointer, even if the page no longer holds the row.
   *
   * @type {Copy | undefined}
   */
  #copy;

  /** The pointer's offset in the copy. */
  #grip = { x: 0, y: 0 };

  /**
   * The tile at which a press has begun.
   *
   * @type {Tile | undefined}
   */
  #pressed;

  /** The point of that press in the browser window. */
  #pressedAt = { x: 0, y: 0 };

  /**
   * The row of an outline that takes the moved items into it, if they are dropped now.
   *
   * @type {Tile | undefined}
   */
  #into;

  /** The frames of rows that are shown out of the scene's order. */
  #frames = new Map();

  /** The visible positions of rows before an update. */
  #seen = new Map();

  /** The rows that are marked as being moved. */
  #marked = new Set();

  /** @param {Own} collection */
  constructor(collection) {
    this.#collection = collection;
    const { box, behaviours } = collection;
    const { signal } = behaviours;
    movers.add(this);
    listen(box, {
      pointerdown: (/** @type {PointerEvent} */ event) => this.#loosen(event),
      dragstart: (/** @type {DragEvent} */ event) => this.#dragOut(event),
      dragend: () => (out = undefined),
      // When an element has just come under the pointer, this may be the only event before a drop.
      dragenter: (/** @type {DragEvent} */ event) => this.#dragOver(event),
      dragover: (/** @type {DragEvent} */ event) => this.#dragOver(event),
      dragleave: (/** @type {DragEvent} */ { relatedTarget }) => box.contains(/** @type {Node} */ (relatedTarget)) || this.#leave(),
      drop: (/** @type {DragEvent} */ event) => this.#dropFromBrowser(event),
      keyup: (/** @type {KeyboardEvent} */ { key }) =>
        key === "Alt" && this.#lead && !behaviours.isDragging(this) && this.#dropLead(),
    }, { capture: true, signal });
    const cancel = this.#cancel = () => (behaviours.isDragging(this) ? behaviours.cancel(this) : this.#takeBack());
    listenForCancel(() => this.#lead, cancel, signal);
    box.ariaKeyShortcuts = "Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight";
  }

  /** @param {import("../packets.js").SceneMessages["moves"]} message */
  allow({ isOn, takesDrops }) {
    this.#isOn = isOn === true;
    this.#takesDrops = takesDrops === true;
  }

  end() {
    movers.delete(this);
  }

  /** True if the items can be moved. */
  get canMove() {
    return this.#isOn;
  }

  /** True while a move is in progress. */
  get isLeading() {
    return this.#lead !== undefined;
  }

  // MARK: The drag

  /**
   * @param {PointerEvent} event
   * @returns {import("../behaviours.js").Claim}
   */
  press(event) {
    const { box, held } = this.#collection;
    const tile = held.pressed(event);
    if (!tile || !isPlain(event)) return;
    if (isOut(event)) return "browser";
    // In edit mode a drag selects.
    if (!this.#isOn || box.matches("[data-editing][aria-multiselectable]")) return;
    this.#pressed = tile;
    this.#pressedAt = { x: event.clientX, y: event.clientY };
    return "gesture";
  }

  drags() {
    return this.#lift(this.#pressed, this.#pressedAt);
  }

  dragEnded() {
    this.#dropLead();
  }

  dragCancelled() {
    this.#takeBack();
  }

  /** If the pointer is over another list, that list scrolls instead. */
  isElsewhere() {
    return this.#host !== undefined;
  }

  // MARK: Display

  /**
   * The list with some of its items moved.
   *
   * @param {Lead[]} [moves] all of them, unless it is about others
   * @param {State} [state]
   */
  #arrangement(moves = this.#moves, state = this.#collection.held.state) {
    const { held } = this.#collection;
    const now = (/** @type {RangeEnd} */ end) => {
      if (end.id === undefined) return;
      const tile = held.tile(end.id);
      if (tile) end.position = tile.position;
    };
    for (const { led, target } of moves) {
      now(led);
      if (target && target.side !== "section") now(target.end);
    }
    return new Arrangement(state.geometry, moves);
  }

  /**
   * The state with each tile at its shown position. The gap counts as occupied, so it shows no placeholder.
   *
   * @param {State} state
   */
  arranged(state) {
    if (!this.#moves.length) return state;
    const arrangement = this.#arrangement(this.#moves, state);
    // Each move may shift an item out of the held range by one, at either end.
    const base = state.base - this.#moves.length;
    /** @type {Tile[]} */
    const tiles = [];
    for (const tile of state.tiles) tiles[arrangement.shown(tile.position) - base] = tile;
    if (arrangement.gap !== undefined) tiles[arrangement.gap - base] = /** @type {Tile} */ ({});
    return { ...state, geometry: arrangement.geometry, base, tiles };
  }

  /**
   * Notes the visible positions of all rows.
   *
   * @param {import("../behaviours.js").Update} update
   */
  before({ old }) {
    if (!this.#moves.length) return;
    const { top, axes } = this.#collection.scroll;
    this.#seen.clear();
    for (const { row, frame } of [...old.tiles, ...old.headers]) {
      const { x, y } = this.#frames.get(row) ?? frame ?? {};
      const way = axes.unturned(offset(row));
      if (y !== undefined) this.#seen.set(row, { x: x + way.x, y: y + way.y - top });
    }
  }

  after() {
    if (this.#into && !this.#collection.held.all.includes(this.#into)) this.#markInto();
    this.#lay();
  }

  /**
   * Puts all rows at their shown positions, and animates them there.
   *
   * @param {number} [shift] the distance by which the view's content has moved down; scrolling makes up for it
   */
  #lay(shift = 0) {
    if (!this.#moves.length && !this.#frames.size && !this.#marked.size && !this.#copy) return;
    const { held, scroll, rows } = this.#collection;
    const { state } = held;
    this.#moves = this.#moves.filter((move) => !this.#isOver(move));
    const arrangement = this.#arrangement();
    const { geometry } = arrangement;
    const isStill = document.hidden || wantsStillness();
    scroll.setContentHeight(geometry.height);
    if (shift) scroll.top += shift;
    const { top, axes } = scroll;
    const frames = new Map();
    const put = (/** @type {{row: HTMLElement, frame: Rect}} */ { row, frame }, /** @type {Rect} */ next) => {
      const seen = this.#seen.get(row);
      const before = this.#frames.get(row) ?? frame;
      const left = seen && axes.unturned(offset(row));
      const way = seen
        ? { x: left.x + next.x - seen.x, y: left.y + next.y - seen.y - top }
        : { x: next.x - before.x, y: next.y - before.y - shift };
      if (next.x !== frame.x || next.y !== frame.y) frames.set(row, next);
      if (Math.abs(way.x) + Math.abs(way.y) > 0.5 && !isStill) glide(row, axes.turned(way));
    };
    for (const tile of state.tiles) {
      if (!tile.frame) continue;
      const next = geometry.frameOf(arrangement.shown(tile.position));
      put(/** @type {Tile & {frame: Rect}} */ (tile), next);
      scroll.setFrame(tile.row, next);
    }
    // The update before has set the frames of the headers.
    for (const header of /** @type {(Tile & {frame: Rect})[]} */ (state.headers)) {
      const { y, height } = geometry.sectionFrameOf(header.position);
      put(header, { ...header.frame, y });
      scroll.setHeight(header.cell, height);
    }
    this.#frames = frames;
    if (this.#copy?.lead.count !== undefined && !this.#moves.includes(this.#copy.lead)) this.#replaceCopy(this.#copy);
    this.#seen.clear();
    rows.fill(this.arranged(state));
    this.#mark();
  }

  /**
   * Returns true if the scene's list shows a dropped move. Items that come or go may show before the answer.
   *
   * @param {Lead} move
   */
  #isOver(move) {
    return (move.isStored || move.isAway || move.count !== undefined) && this.#isListed(move);
  }

  /** @param {Lead} move */
  #isListed(move) {
    const { held } = this.#collection;
    if (move.isAway) return !held.tile(move.led.id);
    if (move.count !== undefined) return move.count !== held.state.geometry.count;
    // Where several items end, and an item of an outline, only the scene says.
    return move.isSeveral || move.place !== undefined || this.#arrangement([move]).isPlain;
  }

  /**
   * Removes the copy after a drop from another list. If a new tile has the copy's frame, the tile goes on from the copy's
   * visible position, even during an animation.
   *
   * @param {Copy} copy
   */
  #replaceCopy({ element, frame, lead }) {
    const isNew = (/** @type {Tile} */ { row, frame: own }) =>
      own?.x === frame.x && own?.y === frame.y && !this.#seen.has(row);
    const tile = this.#isListed(lead) && this.#collection.held.all.find(isNew);
    if (tile) {
      const way = offset(element);
      for (const animation of tile.row.getAnimations()) animation.finish();
      glide(tile.row, { x: -way.x, y: -way.y });
    }
    this.#endCopy();
  }

  /** Marks the rows that are moved. A single row is hidden behind its copy; several rows stay in place. */
  #mark() {
    const { held } = this.#collection;
    const leads = this.#moves.filter(({ isAway }) => isAway);
    if (this.#copy) leads.push(this.#copy.lead);
    const rows = new Map();
    for (const { led, isSeveral } of leads.filter(({ led }) => led.id !== undefined)) {
      const isLed = (/** @type {Tile} */ tile) => tile.id === led.id || (isSeveral && tile.isShownSelected);
      for (const { row } of held.all.filter(isLed)) rows.set(row, isSeveral ? "along" : "lifted");
    }
    // A row in its exit transition keeps its look.
    for (const row of this.#marked) if (!rows.has(row) && row.className !== "leaving") delete row.dataset.moving;
    for (const [row, mark] of rows) row.dataset.moving = mark;
    this.#marked = new Set(rows.keys());
  }

  // MARK: Lifting, leading, dropping

  /**
   * @param {Tile | undefined} tile
   * @param {Point} [point] the point of the press; without a point, the keys move the tile
   */
  #lift(tile, point) {
    if (!tile?.frame) return false;
    const { scroll, box } = this.#collection;
    const { id, position, row } = tile;
    const along = this.#along(tile);
    const selected = along.length;
    const led = { id, position };
    this.#endCopy();
    this.#lead = { led, isSeveral: selected > 1, target: selected > 1 ? undefined : { side: "before", end: { ...led } }, text: along.map(textOf).join("\n") };
    this.#moves.push(this.#lead);
    const frame = this.#frames.get(row) ?? tile.frame;
    const copy = /** @type {HTMLElement & {firstElementChild: HTMLElement}} */ (row.cloneNode(true));
    copy.className = "lifted";
    copy.ariaHidden = "true";
    conceal(copy, tile.isShownSelected);
    copy.dataset.by = point ? "pointer" : "keys";
    if (selected > 1) copy.dataset.count = String(selected);
    /** @type {Element} */ (box.firstElementChild).append(copy);
    this.#copy = { element: copy, frame, lead: this.#lead };
    if (point) {
      const at = scroll.locate(point);
      this.#grip = wayBetween(frame, at);
      float(copy, true);
    }
    this.#put(frame);
    box.dataset.moving = "";
    this.#mark();
    // Only the scene knows the whole selection and the items that may not be moved.
    send("lift", { collection: this.#name, item: id });
    return true;
  }

  /**
   * A tile and all tiles that are moved together with it.
   *
   * @param {Tile} tile
   */
  #along(tile) {
    const isAlong = (/** @type {Tile} */ other) => other === tile || (tile.isShownSelected && other.isShownSelected);
    return this.#collection.held.all.filter(isAlong);
  }

  /**
   * Puts the copy at a frame.
   *
   * @param {Rect} frame in the content
   */
  #put(frame) {
    const copy = this.#copy;
    if (!copy) return;
    const { scroll } = this.#collection;
    copy.frame = frame;
    scroll.setFrame(copy.element, frame);
    // A floating copy is positioned in coordinates of the browser window.
    const { x, y } = scroll.locate({ x: 0, y: 0 });
    const at = scroll.axes.turned({ ...frame, x: frame.x - x, y: frame.y - y });
    if (copy.element.popover) copy.element.style.translate = `${at.x}px ${at.y}px`;
  }

  /**
   * Handles the scene's answer to a lift: the number of items that are moved together, or the reason why none may be.
   *
   * @param {import("../packets.js").SceneMessages["lifted"]} answer
   */
  lifted({ item: id, count, sentence }) {
    const lead = this.#lead;
    if (!lead || lead.led.id !== id || !this.#copy) return;
    if (sentence) {
      this.#cancel();
      return remark(sentence);
    }
    const { dataset } = this.#copy.element;
    if (count > 1) dataset.count = String(count);
    else delete dataset.count;
    if (count < 2 || lead.isSeveral) return;
    // Here further selected items are not held, so the page did not know of them.
    lead.isSeveral = true;
    if (lead.target?.end.id === id) delete lead.target;
    this.#lay();
  }

  /**
   * Follows the pointer, also when only the content has moved below it.
   *
   * @param {Point} point
   */
  dragMoved(point) {
    const { scroll } = this.#collection;
    const lead = this.#lead;
    if (!lead || !this.#copy) return;
    const at = scroll.locate(point);
    this.#put({ ...this.#copy.frame, x: Math.round(at.x - this.#grip.x), y: Math.round(at.y - this.#grip.y) });
    this.#turnTo(this.#hostAt(point));
    if (this.#host) this.#host.#open(point);
    else this.#aimAt(lead, at);
  }

  /**
   * Opens the gap at a point of the content. In an outline, marks the row that takes the moved items into it.
   *
   * @param {Lead} lead
   * @param {Point} point
   */
  #aimAt(lead, point) {
    const arrangement = this.#arrangement();
    const { into, isGap } = this.#collection.behaviours.get("outline")?.aim(lead.led, arrangement, point) ?? { isGap: true };
    this.#markInto(into);
    if (isGap) this.#aim(lead, arrangement.targetAt(point));
  }

  /** @param {Tile} [tile] the row of an outline that takes the moved items into it */
  #markInto(tile) {
    if (this.#into === tile) return;
    delete this.#into?.row.dataset.into;
    this.#into = tile;
    if (tile) tile.row.dataset.into = "";
  }

  /**
   * The other collection at a point, if it takes what is dropped.
   *
   * @param {Point} point
   */
  #hostAt({ x, y }) {
    const box = document.elementFromPoint(x, y)?.closest("[data-collection]");
    return [...movers].find((mover) => mover !== this && mover.#takesDrops && mover.#collection.box === box);
  }

  /**
   * Notes the other collection that the dragged item is over, if any.
   *
   * @param {Mover} [host]
   */
  #turnTo(host) {
    if (this.#host === host) return;
    if (this.#host) this.#host.#leave();
    this.#host = host;
    if (host) this.#markInto();
    if (this.#lead && host) this.#aim(this.#lead);
  }

  /**
   * Opens the gap at a target, or closes it.
   *
   * @param {Lead} lead
   * @param {Target} [target]
   */
  #aim(lead, target) {
    const { held } = this.#collection;
    if (target && target.side !== "section") target.end.id = held.at(target.end.position)?.id;
    const before = lead.target;
    if (before?.side === target?.side && before?.end.position === target?.end.position) return;
    const top = this.#topSection();
    lead.target = target;
    // A section above may have gained or lost a line, so the scroll position is corrected.
    this.#lay(this.#topSection(top.section).y - top.y);
  }

  /**
   * The section at the top of the view, and the y of its beginning.
   *
   * @param {number} [section]
   */
  #topSection(section) {
    const { scroll } = this.#collection;
    const { geometry } = this.#arrangement();
    const { y: top } = scroll.visible;
    const yOf = (/** @type {number} */ section) => geometry.sectionFrameOf(section).y;
    section ??= last(geometry, (/** @type {number} */ section) => yOf(section) <= top);
    return { section, y: geometry.edges ? yOf(section) : 0 };
  }

  /** Drops the moved item into its gap, and asks the scene to store the move. Over another list, drops it there. */
  #dropLead() {
    const lead = this.#lead;
    if (!lead) return;
    if (this.#host) return this.#dropInHost(lead, this.#host);
    const { held, behaviours } = this.#collection;
    const outline = behaviours.get("outline");
    const into = this.#into;
    if (into && outline) this.#aim(lead, outline.targetIn(into));
    const { led, target } = lead;
    const arrangement = this.#arrangement();
    const { gap } = arrangement;
    // If the list is empty by now, it may show no gap.
    if (!target || gap === undefined) return this.#takeBack();
    const across = (this.#copy?.frame.x ?? 0) - arrangement.geometry.frameOf(gap).x;
    lead.place = into ? { side: "section", end: into.id } : outline?.placeOf(led, target, across);
    if (arrangement.shifts.at(-1)?.isPlain && !lead.place) return this.#takeBack();
    this.#endLead();
    if (this.#copy) float(this.#copy.element, false);
    this.#settle(arrangement.geometry.frameOf(gap));
    announce(into ? phrase("Moved to %1.", titleOf(into)) : this.#where(arrangement, gap, true));
    this.#askToMove(lead);
  }

  /** Ends the move in progress. */
  #endLead() {
    this.#turnTo(undefined);
    this.#markInto();
    this.#lead = undefined;
    delete this.#collection.box.dataset.moving;
  }

  /**
   * Drops the moved items into another collection, which asks the scene to accept them.
   *
   * @param {Lead} lead
   * @param {Mover} host
   */
  #dropInHost(lead, host) {
    const { element } = this.#copy ?? {};
    this.#host = undefined;
    this.#endLead();
    lead.isAway = true;
    host.#dropGuest(contentOf(lead.text ?? "", /** @type {string} */ (lead.led.id), this.#name), this, (isDone) => {
      // Another move may have begun by now.
      const isSeen = !isDone && !this.#copy && host.#copy?.element === element;
      if (isSeen) this.#adopt(host, lead, true);
      this.#answer(lead, isDone, longestLeadElsewhere);
      if (isSeen) this.#settle(this.#home(lead));
    });
  }

  /**
   * Drops the drag over this list, and asks the scene to accept the drop.
   *
   * @param {import("./mover/drops.js").Content} content
   * @param {Mover} [from] the mover of the collection from which the items come
   * @param {(isDone: boolean) => void} [settled]
   */
  #dropGuest(content, from, settled) {
    const guest = this.#guest;
    if (!guest) return settled?.(false);
    const { box, held } = this.#collection;
    this.#guest = undefined;
    guest.count = held.state.geometry.count;
    const arrangement = this.#arrangement();
    const { gap } = arrangement;
    if (from) {
      this.#adopt(from, guest, false);
      this.#settle(gap === undefined ? this.#copy?.frame : arrangement.geometry.frameOf(gap));
      const list = box.ariaLabel ?? "";
      if (gap !== undefined) announce(this.#where(arrangement, gap, true, list));
      else if (list) announce(phrase("Moved to %1.", list));
    }
    this.#askScene(guest, (target, asking) => ask("drop", { collection: this.#name, ...target, ...content }, asking), settled);
  }

  /**
   * Asks the scene to store a move.
   *
   * @param {Lead} lead
   * @param {string} [item] the item that is moved
   */
  #askToMove(lead, item = lead.led.id) {
    if (item !== undefined) this.#askScene(lead, (target, asking) => ask("move", { collection: this.#name, item, ...target }, asking));
  }

  get #name() {
    return /** @type {string} */ (this.#collection.box.dataset.collection);
  }

  /**
   * Asks the scene to perform a drop. The drop is shown until the scene's list agrees, for a limited time.
   *
   * @param {Lead} move
   * @param {(target: import("./mover/drops.js").SentTarget, asking: import("../actions.js").Asking) => number | void} request
   * @param {(isDone: boolean) => void} [settled]
   */
  #askScene(move, request, settled) {
    const target = move.place ?? sentTarget(move.target, this.#collection.held.state);
    const isGap = move.led.id === undefined;
    const isSeen = this.#copy?.lead === move;
    const answer = (/** @type {boolean} */ isDone) => {
      settled?.(isDone);
      this.#answer(move, isDone, !isGap ? longestLead : isSeen ? longestLeadElsewhere : 0);
    };
    // Only things from elsewhere can be dropped in a section without a header.
    const isKnown = isGap || target.end !== "";
    if (!isKnown || !request(target, { settled: answer })) answer(false);
  }

  /**
   * @param {Lead} move
   * @param {boolean} isDone
   * @param {number} longestLead
   */
  #answer(move, isDone, longestLead) {
    move.isStored = isDone;
    if (!isDone || this.#isListed(move)) this.#endMove(move);
    else setTimeout(() => this.#endMove(move), longestLead);
  }

  /** Takes the moved item back to its old position. */
  #takeBack() {
    const lead = this.#lead;
    if (!lead) return;
    this.#endLead();
    if (this.#copy?.element.dataset.by === "keys") announce(phrase("Not moved."));
    this.#endMove(lead);
    this.#settle(this.#home(lead));
  }

  /**
   * The frame of an item whose move was taken back.
   *
   * @param {Lead} lead
   * @returns {Rect}
   */
  #home({ led }) {
    const { held } = this.#collection;
    const { geometry } = held.state;
    const tile = held.tile(led.id);
    return tile ? this.#frames.get(tile.row) ?? tile.frame : geometry.frameOf(Math.min(led.position, geometry.count - 1));
  }

  /**
   * Shows the list without a move.
   *
   * @param {Lead} move
   */
  #endMove(move) {
    if (!this.#moves.includes(move)) return;
    this.#moves = this.#moves.filter((other) => other !== move);
    this.#lay();
  }

  /**
   * Moves the copy to a frame, and then replaces it by the row. In another list the copy stays until that list has the
   * row.
   *
   * @param {Rect} [next]
   */
  #settle(next) {
    const copy = this.#copy;
    if (!copy || !next) return;
    const { element, frame } = copy;
    this.#put(next);
    this.#glide(element, frame, next);
    element.dataset.by = "itself";
    const done = () => this.#copy === copy && copy.lead.count === undefined && this.#endCopy();
    Promise.allSettled(element.getAnimations().map((/** @type {Animation} */ { finished }) => finished)).then(done);
  }

  /**
   * Animates the copy from its old frame to its new one, where it already is.
   *
   * @param {HTMLElement} element
   * @param {Rect} from
   * @param {Rect} to
   */
  #glide(element, from, to) {
    if (wantsStillness()) return;
    glide(element, this.#collection.scroll.axes.turned(wayBetween(from, to)));
  }

  /**
   * Takes over the copy from another collection, at its visible position.
   *
   * @param {Mover} from
   * @param {Lead} lead the move that it shows here
   * @param {boolean} isFloating
   */
  #adopt(from, lead, isFloating) {
    const copy = from.#copy;
    this.#endCopy();
    if (!copy) return;
    from.#copy = undefined;
    const { element, frame } = copy;
    // One of the lists may scroll sideways, so positions are converted to the axes of the browser window.
    const [there, here] = [from, this].map((mover) => {
      const { scroll } = mover.#collection;
      return scroll.axes.turned(scroll.locate({ x: 0, y: 0 }));
    });
    const was = from.#collection.scroll.axes.turned(frame);
    float(element, false);
    /** @type {Element} */ (this.#collection.box.firstElementChild).append(element);
    if (isFloating) float(element, true);
    this.#copy = { element, frame, lead };
    const [x, y] = [Math.round(was.x - there.x + here.x), Math.round(was.y - there.y + here.y)];
    this.#put(this.#collection.scroll.axes.unturned({ x, y, width: was.width, height: was.height }));
    from.#mark();
  }

  #endCopy() {
    this.#copy?.element.remove();
    this.#copy = undefined;
    this.#mark();
  }

  // MARK: Out of the window

  /**
   * Makes a tile draggable by the browser, as text and as a file: to another program, or into a field.
   *
   * @param {PointerEvent} event
   */
  #loosen(event) {
    const tile = isOut(event) && this.#collection.held.of(event.target);
    if (!tile || !(textOf(tile) || fileOf(tile))) return;
    const { row } = tile;
    row.draggable = true;
    const fasten = () => row.removeAttribute("draggable");
    listen(window, { pointerup: fasten, dragend: fasten }, { once: true });
  }

  /** @param {DragEvent} event */
  #dragOut(event) {
    const { held } = this.#collection;
    const tile = held.of(event.target) ?? held.all.find(({ row }) => row === event.target);
    if (!tile?.row.draggable || !event.dataTransfer) return;
    pack(event.dataTransfer, tile, this.#along(tile), this.#name);
    event.dataTransfer.effectAllowed = "copyMove";
    out = { mover: this, id: tile.id };
  }

  // MARK: Into the list

  /**
   * The item of this page that the browser drags.
   *
   * @returns {import("./mover/drops.js").Dragged | undefined}
   */
  get #dragged() {
    return out && { item: out.id, origin: out.mover.#name, isBack: out.mover === this && this.#isOn };
  }

  /**
   * Opens a gap for a drag by the browser, if the list takes it.
   *
   * @param {DragEvent} event
   */
  #dragOver(event) {
    if (!event.dataTransfer || this.#lead) return;
    const takesFiles = this.#collection.box.closest("[data-upload]") !== null;
    const effect = effectOf(event.dataTransfer.types, this.#dragged?.isBack ?? false, this.#takesDrops, takesFiles);
    if (!effect) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = effect;
    this.#open({ x: event.clientX, y: event.clientY });
  }

  /**
   * Opens a gap for a drag from elsewhere.
   *
   * @param {Point} point
   */
  #open(point) {
    const { box, scroll } = this.#collection;
    if (!this.#guest) this.#moves.push((this.#guest = { led: { position: 0 }, isSeveral: true }));
    const { unturned } = scroll.axes;
    const by = edgeScroll(unturned(point).y, unturned(box.getBoundingClientRect()));
    if (by) scroll.top += by;
    this.#aim(this.#guest, this.#arrangement().targetAt(scroll.locate(point)));
  }

  #leave() {
    const guest = this.#guest;
    this.#guest = undefined;
    if (guest) this.#endMove(guest);
  }

  /** @param {DragEvent} event */
  #dropFromBrowser(event) {
    const guest = this.#guest;
    if (!guest || !event.dataTransfer) return;
    event.preventDefault();
    const drop = dropOf(event.dataTransfer, this.#dragged);
    if (drop.message === "drop") return this.#dropGuest(drop.content);
    if (drop.message === "do") {
      // The event goes on to the document. There `takeFiles` (`../uploadloader.js`) sends the files with this target.
      const { side, end } = targetOfFiles(guest.target, this.#collection.held);
      event.aviaryTarget = [this.#name, side, end];
      return this.#leave();
    }
    this.#guest = undefined;
    this.#askToMove(guest, drop.item);
  }

  // MARK: By keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const { held, scroll, keyboard } = this.#collection;
    const { altKey, shiftKey, target } = event;
    const key = scroll.axes.keyOf(event.key);
    if (!this.#isOn || !altKey || hasMod(event) || shiftKey || !/^Arrow|^Page|^Home$|^End$/.test(key)) return false;
    const tile = held.of(target);
    if (!this.#lead && target !== tile?.cell) return false;
    event.preventDefault();
    event.stopPropagation();
    if (this.#copy?.element.dataset.by === "pointer" || (!this.#lead && !this.#lift(tile))) return true;
    const { led } = /** @type {Lead} */ (this.#lead);
    const before = this.#arrangement();
    const next = before.targetBy(key, before.gap ?? before.shown(led.position), scroll.page);
    if (next && this.#lead) this.#aim(this.#lead, next);
    const now = this.#arrangement();
    const { gap } = now;
    if (gap === undefined || !this.#copy) return true;
    const frame = now.geometry.frameOf(gap);
    const { header } = now.geometry;
    scroll.reveal({ ...frame, y: frame.y - header, height: frame.height + header });
    const { element, frame: seen } = this.#copy;
    this.#put(frame);
    this.#glide(element, seen, frame);
    keyboard.note(led);
    announce(this.#where(now, gap, false));
    return true;
  }

  /**
   * @param {Arrangement} arrangement
   * @param {number} position in the list as it is shown
   * @param {boolean} isDropped true after a drop
   * @param {string} [list] the name of the list, if the sentence needs it
   */
  #where(arrangement, position, isDropped, list = "") {
    const { section, rank, count } = arrangement.rank(position);
    const header = arrangement.geometry.counts.length > 1 && headerOf(this.#collection.held.state, section);
    const title = header ? titleOf(header) : list;
    if (!title) return phrase(isDropped ? "Moved to position %1 of %2." : "Position %1 of %2.", rank, count);
    return phrase(isDropped ? "Moved to position %1 of %2 in %3." : "Position %1 of %2 in %3.", rank, count, title);
  }
}
