import { ask } from "../actions.js";
import { send } from "../connection.js";
import { listen, make } from "../element.js";
import { isPlain } from "../gestures.js";
import { pause, Swipe, Wheel } from "./swipes/swipe.js";

/**
 * Swipes uncover the actions of an item at the edges of its row. This part of the client (`later.js`) begins with the
 * first collection that has swipes.
 *
 * A swipe is made by a finger. In a list of one column two fingers on a trackpad make it, too, which turn the wheel
 * sideways. The row follows at once. Meanwhile the scene is asked for the actions, so a page holds none of them before. A
 * row that was swiped far enough stays open; a full swipe calls the first action. One row of a page is open at a time.
 * Screen readers and the keyboard find the same actions in the menu, so they do not get the uncovered ones.
 *
 * @typedef {import("../gestures.js").Point} Point
 * @typedef {import("../tile.js").Tile} Tile
 * @typedef {import("../collection.js").Own} Own
 * @typedef {import("./menu.js").Entry} Entry
 * @typedef {import("../packets.js").SceneMessages["swiped"]} Answer
 */

/** How long a row whose action is done waits for the update that may remove it, in milliseconds. */
const patience = 500;

/** How far a finger strays until it swipes or scrolls, in points, and how long it rests until it does neither, in milliseconds. */
const slop = 8;
const rest = 400;

/** The controls in a row on which no swipe begins. */
const others = "a:not([data-link]), input[type=range], [contenteditable], :is(input, select, textarea):focus";

/** The controls that keep a resting finger. On another control it opens the menu, as on the rest of the row. */
const fields = "input:not([type=checkbox], [type=radio]), select, textarea";

/** The number of swipes so far. */
let count = 0;

/**
 * The row that is moved or open.
 *
 * @type {OpenRow | undefined}
 */
let open;

/** Lets a person swipe in a collection. */
export default () => Object.assign((/** @type {Own} */ collection) => new Swipes(collection), {
  /** @param {Answer} answer */
  answered: (answer) => open?.number === answer.number && open.fill(answer),
});

/** A row that shows its actions. */
class OpenRow {
  #own;
  #strip = make("div", { className: "swipe", ariaHidden: "true" });

  /** @type {Entry[]} */
  #entries = [];

  /** @type {import("./swipes/swipe.js").Side | undefined} */
  #side;

  /** @type {Swipe} */
  #swipe;

  /** True from the end of a swipe until the next one. */
  #isLifted = false;

  /** True if the tile has left the list. */
  #isGone = false;

  tile;
  number = ++count;

  /**
   * @param {Own} own
   * @param {Tile} tile
   * @param {1 | -1} sign the direction in which the row is opened: 1 to the right
   */
  constructor(own, tile, sign) {
    this.#own = own;
    this.tile = tile;
    this.sign = sign;
    this.#strip.dataset.side = sign > 0 ? "left" : "right";
    this.#swipe = new Swipe(0);
    tile.row.append(this.#strip);
    const collection = /** @type {string} */ (own.box.dataset.collection);
    // Without a connection the row has no actions.
    if (!send("swipe", { number: this.number, collection, item: tile.id })) this.#side = { width: 0, isFull: false };
  }

  /** True if the row belongs to these parts of a collection. */
  isOf(/** @type {Own} */ own) {
    return this.#own === own;
  }

  /** @param {boolean} [isWheel] */
  begin(isWheel) {
    this.#swipe = Object.assign(new Swipe(this.tile.row.clientWidth, this.#swipe.distance, isWheel), { side: this.#side });
    this.#isLifted = false;
    this.tile.row.dataset.swiped = "moving";
  }

  /** @param {number} x how far the fingers have gone to the right */
  move(x) {
    this.#swipe.move(x * this.sign, performance.now());
    this.#show(this.#swipe.distance);
  }

  lift() {
    this.#isLifted = true;
    if (!this.#side) return;
    const end = this.#swipe.end(performance.now());
    if (end === "full") this.choose(0);
    else if (end === "open") this.#glide(this.#side.width);
    else this.close();
  }

  /** @param {Answer} answer */
  fill({ leading, trailing }) {
    const isLeading = (getComputedStyle(this.#own.box).direction === "rtl") === this.sign < 0;
    const [isFull = false, ...entries] = isLeading ? leading : trailing;
    this.#entries = entries;
    this.#strip.append(...entries.map(([title, , , flags]) => {
      const action = make("div");
      action.toggleAttribute("data-destructive", (flags & 2) > 0);
      action.append(make("span", { textContent: title }));
      return action;
    }));
    const widths = [...this.#strip.children].map(({ firstElementChild }) => /** @type {HTMLElement} */ (firstElementChild).offsetWidth);
    this.#side = this.#swipe.side = { width: widths.reduce((sum, width) => sum + width, 0), isFull };
    if (this.#isLifted) this.lift();
    else this.#show(this.#swipe.distance);
  }

  /**
   * Calls an action.
   *
   * @param {number} index
   */
  choose(index) {
    const [, action, , flags, fields = {}] = this.#entries[index];
    if (open === this) open = undefined;
    const isLeaving = (flags & 2) > 0;
    // A row that is probably deleted leaves at once, and comes back if it was not.
    const settled = (/** @type {boolean} */ isDone) => void setTimeout(() => this.close(), isDone ? patience : 0);
    if (!ask("do", { action, fields, item: this.tile.id }, isLeaving ? { settled } : {}) || !isLeaving) this.close();
    else this.#glide(this.tile.row.clientWidth);
  }

  close() {
    if (open === this) open = undefined;
    if (this.#isGone) return;
    this.#glide(0);
    Promise.allSettled(this.#strip.getAnimations().map(({ finished }) => finished)).then(() => {
      // Another swipe may have begun meanwhile.
      if (open !== this && this.#swipe.distance === 0) this.remove();
    });
  }

  /** Leaves the row as it was before, unless another swipe has begun there. */
  remove() {
    this.#strip.remove();
    const { row, cell } = this.tile;
    if (row.querySelector(".swipe")) return;
    delete row.dataset.swiped;
    cell.style.translate = "";
  }

  /** Leaves the row, because its tile has left the list. From now on the row may be that of another item. */
  forget() {
    if (open === this) open = undefined;
    this.#isGone = true;
    // A row that fades out keeps its actions until it is gone.
    if (this.tile.row.className !== "leaving") this.remove();
  }

  /**
   * Moves the row by an animation.
   *
   * @param {number} distance
   */
  #glide(distance) {
    this.#swipe = Object.assign(new Swipe(this.tile.row.clientWidth, distance), { side: this.#side });
    this.tile.row.dataset.swiped = "";
    this.#show(distance);
  }

  /** @param {number} distance */
  #show(distance) {
    const free = `calc(100% - ${distance}px)`;
    this.tile.cell.style.translate = `${distance * this.sign}px`;
    this.#strip.style.clipPath = this.sign > 0 ? `inset(0 ${free} 0 0)` : `inset(0 0 0 ${free})`;
    this.#strip.toggleAttribute("data-full", this.#swipe.isFull);
  }
}

/** The swipes of one collection. */
export class Swipes {
  #own;
  #wheel = new Wheel();

  /**
   * The rows that have a strip of actions: open ones, and those that still close or leave.
   *
   * @type {Set<OpenRow>}
   */
  #rows = new Set();

  /**
   * The pressed tile, until the finger has rested or moved.
   *
   * @type {Tile | undefined}
   */
  #pressed;
  #longTimer = 0;

  /** @type {Point} */
  #from = { x: 0, y: 0 };

  /** True while a finger moves the open row. */
  #isSwiping = false;

  /**
   * The row that the wheel moves.
   *
   * @type {OpenRow | undefined}
   */
  #turned;
  #timer = 0;

  /** True if the press has found an open row, or has become a swipe. Its click means nothing. */
  #isIdle = false;

  /**
   * The open row that was pressed. A tap closes it.
   *
   * @type {OpenRow | undefined}
   */
  #tapped;

  /** @param {Own} collection */
  constructor(collection) {
    this.#own = collection;
    const { box, behaviours: { signal } } = collection;
    this.#noteColumns();
    listen(box, { wheel: (event) => this.#turn(event) }, { passive: true });
    // A finger that has begun to swipe does not scroll any more, wherever it goes.
    const touchmove = (/** @type {TouchEvent} */ event) => this.#isSwiping && event.cancelable && event.preventDefault();
    listen(box, { touchmove }, { passive: false });
    listen(box, { click: (event) => this.#click(event) }, { capture: true });
    listen(document, {
      pointerdown: ({ target }) => this.#noteOpen(/** @type {Element} */ (target)),
      pointermove: (event) => event.isPrimary && this.#move(event),
      pointerup: (event) => event.isPrimary && this.#lift(),
      pointercancel: () => this.#cancel(),
    }, { capture: true, signal });
  }

  /**
   * Notes on the box whether the list has one column. In several columns two fingers on a trackpad swipe nothing, and may
   * lead back to another page.
   */
  #noteColumns() {
    const { box, held: { state: { tiles: [one, other] } } } = this.#own;
    box.dataset.swipes = one?.frame && one.frame.y === other?.frame?.y ? "" : "rows";
  }

  /** The open row of this collection. */
  get #open() {
    return open?.isOf(this.#own) ? open : undefined;
  }

  /**
   * Notes where a finger was put down. The press is still for others. A press on a button in the row is taken, because
   * nobody else takes it, and would open the menu when the finger rests.
   *
   * @param {PointerEvent} event
   * @returns {import("../behaviours.js").Claim}
   */
  press(event) {
    const { clientX: x, clientY: y } = event;
    const target = /** @type {Element} */ (event.target);
    const isFinger = isPlain(event) && event.pointerType !== "mouse" && !target.closest(others);
    this.#pressed = isFinger && this.#canSwipe ? this.#own.held.of(target) : undefined;
    this.#from = { x, y };
    clearTimeout(this.#longTimer);
    this.#longTimer = setTimeout(() => (this.#pressed = undefined), rest);
    if (this.#pressed && !this.#own.held.pressed(event) && !target.closest(fields)) return "gesture";
  }

  /** True outside of edit mode, in a list that scrolls down. */
  get #canSwipe() {
    const { dataset } = this.#own.box;
    return !("editing" in dataset || "horizontal" in dataset);
  }

  /** @param {PointerEvent} event */
  #move({ clientX, clientY }) {
    const [x, y] = [clientX - this.#from.x, clientY - this.#from.y];
    if (this.#isSwiping) return this.#open?.move(x);
    const tile = this.#pressed;
    if (!tile || Math.hypot(x, y) < slop) return;
    // The first movement decides whether the finger swipes or scrolls.
    this.#pressed = undefined;
    if (Math.abs(x) <= Math.abs(y)) return;
    // The row begins to move here, without a jump.
    this.#from = { x: clientX, y: clientY };
    this.#isSwiping = this.#isIdle = true;
    this.#tapped = undefined;
    this.#begin(tile, x);
  }

  #lift() {
    this.#pressed = undefined;
    if (this.#isSwiping) this.#open?.lift();
    this.#isSwiping = false;
  }

  #cancel() {
    this.#pressed = undefined;
    if (this.#isSwiping) this.#open?.close();
    this.#isSwiping = false;
  }

  longPress() {
    this.#open?.close();
  }

  /**
   * @param {Tile} tile
   * @param {number} x how far the fingers have gone to the right
   * @param {boolean} [isWheel]
   */
  #begin(tile, x, isWheel) {
    if (open?.tile !== tile) {
      open?.close();
      open = new OpenRow(this.#own, tile, x > 0 ? 1 : -1);
      this.#rows.add(open);
    }
    open.begin(isWheel);
    return open;
  }

  /** @param {WheelEvent} event */
  #turn(event) {
    const { target, ctrlKey, shiftKey } = event;
    if (ctrlKey || shiftKey || !this.#canSwipe) return;
    const x = this.#wheel.turn(event, performance.now());
    if (x === undefined || !this.#own.box.dataset.swipes) {
      // A scroll closes the row. The first points of a swipe may still become one.
      if (Math.abs(event.deltaY) > Math.abs(event.deltaX)) open?.close();
      return;
    }
    const tile = this.#own.held.all.find(({ row }) => row.contains(/** @type {Node} */ (target)));
    if (this.#turned !== open) this.#turned = undefined;
    if (tile) this.#turned ??= this.#begin(tile, x, true);
    this.#turned?.move(x);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#turned === open) open?.lift();
      this.#turned = undefined;
    }, pause);
  }

  /** @param {Element} target */
  #noteOpen(target) {
    const { box } = this.#own;
    const row = this.#open;
    this.#isIdle = row !== undefined && box.contains(target) && !target.closest(".swipe");
    this.#tapped = row;
    if (row && !row.tile.row.contains(target)) row.close();
  }

  /** @param {MouseEvent & {target: Element}} event */
  #click(event) {
    const action = event.target.closest(".swipe > *");
    // A click by a key has no `detail`.
    if (!action && !(this.#isIdle && event.detail)) return;
    event.stopPropagation();
    event.preventDefault();
    if (action?.parentElement) this.#open?.choose([...action.parentElement.children].indexOf(action));
    else this.#tapped?.close();
    this.#isIdle = false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const row = this.#open;
    row?.close();
    const isHandled = row !== undefined && event.key === "Escape";
    if (isHandled) event.stopPropagation();
    return isHandled;
  }

  /** Forgets the rows of tiles that have left the list. */
  after() {
    this.#noteColumns();
    const { all } = this.#own.held;
    for (const row of this.#rows) {
      if (row.tile.row.dataset.swiped === undefined) this.#rows.delete(row);
      if (all.includes(row.tile)) continue;
      this.#rows.delete(row);
      row.forget();
    }
  }

  end() {
    if (this.#open) open = undefined;
  }
}
