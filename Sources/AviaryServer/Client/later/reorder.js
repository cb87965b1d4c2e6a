/**
 * Items that are moved by hand: by pointer, by a finger that has rested, or by the keyboard. The part is loaded with the first
 * collection whose items can be moved.
 *
 * What is moved is shown at once where it would come to stand, and the others make room. The scene hears of it when it is
 * dropped; until its list says the same, the page shows what the person made of it.
 *
 * @typedef {import("../held.js").RangeEnd} RangeEnd
 * @typedef {import("../geometry.js").Geometry} Geometry
 * @typedef {import("../geometry.js").Rect} Rect
 * @typedef {import("../transition.js").State} State
 * @typedef {import("../gestures.js").Point} Point
 *
 * @typedef {{side: "before" | "behind" | "section", end: RangeEnd}} Target beside which item something is put; the `end` of an
 *   empty section has its identifier and its number
 * @typedef {{led: RangeEnd, isSeveral: boolean, target?: Target}} Move what is moved, and where to. Several stay where they
 *   are until the scene has moved them
 * @typedef {{from?: number, to: number, isPlain?: boolean}} Shift one item leaves its position, and a gap opens at another of
 *   the list without it; `isPlain` when that is where it was
 */

/**
 * What this needs of the client, which has loaded it.
 *
 * @type {any}
 */
let ask, announce, edgeScroll, geometryOf, Gestures, glide, last, listen, remark, rest, sectionAt, send;

/** What items of a collection are for another one, also in another window of the app. */
const itemsType = "application/x-aviary-items";

/** How long the list may take to show what was stored, in milliseconds. */
const patience = 2_000;

/**
 * Takes what it needs of the client.
 *
 * @param {any} client
 * @returns {(collection: any) => Mover} makes the items of a collection movable
 */
export default (client) => {
  ({ ask, announce, edgeScroll, geometryOf, Gestures, glide, last, listen, remark, rest, sectionAt, send } = client);
  return (collection) => new Mover(collection);
};

// MARK: Decisions

/**
 * Where the item at a position stands after a shift.
 *
 * @param {number} position
 * @param {Shift} shift
 */
const shifted = (position, { from = Infinity, to }) => {
  if (position === from) return to;
  const rest = position - Number(from < position);
  return rest + Number(rest >= to);
};

/**
 * Which position led to this one; none leads to a gap.
 *
 * @param {number} position
 * @param {Shift} shift
 */
const unshifted = (position, { from = Infinity, to }) => {
  if (position === to) return from;
  const rest = position - Number(position > to);
  return rest + Number(rest >= from);
};

/** A list as it is shown while some of its items are being moved. Pure numbers. */
export class Arrangement {
  /**
   * Those of all moves, one after the other.
   *
   * @type {Shift[]}
   */
  shifts = [];

  /** @type {Geometry} */
  geometry;

  /** The number of the section with the gap of the last move, if that has a target. */
  section = -1;

  /**
   * @param {Geometry} geometry of the list as it is
   * @param {Move[]} moves
   */
  constructor(geometry, moves) {
    this.geometry = geometry;
    for (const move of moves) this.#add(move);
  }

  /** @param {Move} move */
  #add({ led, isSeveral, target }) {
    if (!target || !this.geometry.count) return (this.section = -1);
    const { numbers, starts, count } = this.geometry;
    const counts = [...this.geometry.counts];
    const at = (/** @type {RangeEnd} */ { position }) => Math.min(this.shown(position), count - 1);
    const from = isSeveral ? undefined : at(led);
    const { side, end } = target;
    const section = side === "section" ? Math.min(end.position, counts.length - 1) : sectionAt(this.geometry, at(end));
    let to = side === "section" ? starts[section + 1] : at(end) + Number(side === "behind");
    const own = from === undefined ? -1 : sectionAt(this.geometry, from);
    if (from !== undefined) {
      counts[own]--;
      to -= Number(from < to);
    }
    counts[section]++;
    this.section = section;
    this.shifts.push({ from, to, isPlain: from === to && own === section });
    this.geometry = geometryOf(numbers, counts);
  }

  /**
   * Where an item is shown.
   *
   * @param {number} position in the list as it is
   */
  shown(position) {
    return this.shifts.reduce(shifted, position);
  }

  /** The position of the last gap. */
  get gap() {
    return this.section < 0 ? undefined : this.shifts[this.shifts.length - 1].to;
  }

  /** Whether everything is shown where it is. */
  get isPlain() {
    return this.shifts.every(({ isPlain }) => isPlain);
  }

  /**
   * The target whose gap would be at a position, or at the end of a section.
   *
   * @param {number} slot in the list as it is shown
   * @param {number} section
   * @returns {Target}
   */
  target(slot, section) {
    const { starts } = this.geometry;
    const gap = this.gap ?? Infinity;
    // All that follows counts in the list without the gap, where the slot is the number of items before it.
    const without = (/** @type {number} */ position) => position - Number(gap < position);
    const [first, end] = [without(starts[section]), without(starts[section + 1])];
    const index = Math.max(first, Math.min(section === this.section ? slot : without(slot), end));
    if (index > first) return { side: "behind", end: this.#end(index - 1) };
    if (index < end) return { side: "before", end: this.#end(index) };
    return { side: "section", end: { position: section } };
  }

  /** @param {number} index in the list as it is shown, without the last gap */
  #end(index) {
    const position = index + Number(index >= (this.gap ?? Infinity));
    return { position: Math.min(this.shifts.reduceRight(unshifted, position), this.geometry.count - 1) };
  }

  /**
   * The target below a point of the content.
   *
   * @param {{x: number, y: number}} point
   */
  targetAt(point) {
    const { geometry } = this;
    const { starts } = geometry;
    const section = geometry.hasHeaders ? last(geometry, (/** @type {number} */ section) => geometry.sectionFrameOf(section).y <= point.y) : 0;
    const [first, end] = [starts[section], starts[section + 1]];
    let slot = Math.max(first, Math.min(geometry.positionAt(point), end - 1));
    if (slot === end - 1) {
      const { x, y, width, height } = geometry.frameOf(slot);
      if (point.y > y + height || (point.y >= y && point.x > x + width)) slot = end;
    }
    return this.target(slot, section);
  }

  /**
   * The target that a key leads to.
   *
   * @param {string} key
   * @param {number} from the position of the gap, or of what is led while there is none
   * @param {number} page how high the screen is, in points
   * @returns {Target | undefined}
   */
  targetBy(key, from, page) {
    const { geometry } = this;
    const { counts, starts } = geometry;
    const isBack = /Left|Up|Home/.test(key);
    const slot = geometry.neighbourOf(from, key, true, page);
    if (slot === undefined) return;
    const here = sectionAt(geometry, from);
    const section = sectionAt(geometry, slot);
    // The keys of a list pass over empty sections; what is moved is put into them.
    const beside = here + (isBack ? -1 : 1);
    const isEmpty = counts[beside] === 0 && (section !== here || slot === from) && !/Home|End/.test(key);
    if (isEmpty) return { side: "section", end: { position: beside } };
    if (slot === from) return;
    // What goes back into a section by the line, or to the end of all, comes behind what is there; so does what goes on in its
    // own section, while there is no gap.
    const isBehind = section === here ? this.section < 0 && !isBack : key === "ArrowLeft" || key === "End";
    return this.target(slot + Number(isBehind), section);
  }

  /**
   * A sentence's part: which of how many.
   *
   * @param {number} position in the list as it is shown
   */
  rank(position) {
    const { starts, counts } = this.geometry;
    const section = sectionAt(this.geometry, position);
    return { section, rank: position - starts[section] + 1, count: counts[section] };
  }
}

/**
 * What a tile is as text, for other programs.
 *
 * @param {any} tile
 * @returns {string}
 */
const textOf = ({ cell }) =>
  [...cell.querySelectorAll("[data-drag]")].map(({ value, textContent }) => value ?? textContent).join(" ").trim();

/**
 * The file that a tile is for other programs.
 *
 * @param {any} tile
 * @returns {HTMLAnchorElement | null}
 */
const fileOf = ({ cell }) => cell.querySelector("a[data-drag][href]");

/**
 * Whether a mouse drags a tile out of the window from here: at a handle, or with Alt.
 *
 * @param {PointerEvent} event
 */
const isOut = ({ pointerType, altKey, target }) =>
  pointerType === "mouse" && (altKey || /** @type {Element} */ (target).closest("[data-handle]") !== null);

// MARK: The page

/**
 * What the person leads, by hand or by keys, or has dropped.
 *
 * @typedef {Move & {isDropped?: boolean, isStored?: boolean}} Lead
 */

/** Moves the items of one collection. */
class Mover {
  #collection;

  /** Whether items can be moved, and whether something can be dropped from elsewhere. */
  isOn = false;
  takesDrops = false;

  /**
   * The item that is dragged out by the browser: it may come back.
   *
   * @type {string | undefined}
   */
  #out;

  /**
   * All that is shown elsewhere than the scene has it, in the order in which it was moved.
   *
   * @type {Lead[]}
   */
  #moves = [];

  /**
   * That of them which is led now.
   *
   * @type {Lead | undefined}
   */
  #lead;

  /** Gives up what is led, by hand or by keys. */
  #cancel;

  /** What is seen of it: a copy that follows the pointer, whichever rows the page holds. */
  #copy;

  /** Where in the copy the pointer is. */
  #grip = { x: 0, y: 0 };

  /** The tile that a press has begun at, and where in the window. */
  #pressed;
  #pressedAt = { x: 0, y: 0 };

  /** Where rows are shown that stand elsewhere in the scene's list. */
  #frames = new Map();

  /** Where rows were seen before an update. */
  #seen = new Map();

  /** The rows that are marked as being moved. */
  #marked = new Set();

  /** @param {any} collection */
  constructor(collection) {
    this.#collection = collection;
    const { box, scroll, rows, ranges } = collection;
    const { signal } = ranges;
    rows.arranged = (/** @type {State} */ state) => (this.#moves.length ? this.#arrangedState(state) : state);
    ranges.isOthers = (/** @type {PointerEvent} */ event) => isOut(event) || this.#isMine(event);
    const gestures = new Gestures(box, {
      begins: (/** @type {PointerEvent} */ event) => {
        this.#pressed = collection.held.pressed(event);
        this.#pressedAt = { x: event.clientX, y: event.clientY };
        return this.#isMine(event) && !isOut(event);
      },
      holds: () => ranges.openMenu !== undefined,
      held: (/** @type {Point} */ point) => ranges.openMenu?.(point, this.#pressed.id),
      drags: () => this.#lift(this.#pressed, this.#pressedAt),
      dragMoved: (/** @type {Point} */ point) => this.#follow(point),
      dragEnded: () => this.#drop(),
      dragCancelled: () => this.#takeBack(),
    }, scroll);
    gestures.start(signal);
    listen(box, {
      keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      pointerdown: (/** @type {PointerEvent} */ event) => this.#loosen(event),
      dragstart: (/** @type {DragEvent} */ event) => this.#dragOut(event),
      dragend: () => (this.#out = undefined),
      // Over an element that has just come under the pointer, this is all that is heard before a drop.
      dragenter: (/** @type {DragEvent} */ event) => this.#dragOver(event),
      dragover: (/** @type {DragEvent} */ event) => this.#dragOver(event),
      dragleave: (/** @type {DragEvent} */ { relatedTarget }) => box.contains(/** @type {Node} */ (relatedTarget)) || this.#leave(),
      drop: (/** @type {DragEvent} */ event) => this.#take(event),
      keyup: ({ key }) => key === "Alt" && this.#lead && !gestures.isDragging && this.#drop(),
    }, { capture: true, signal });
    const cancel = this.#cancel = () => (gestures.isDragging ? gestures.cancel() : this.#takeBack());
    listen(window, {
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape" || !this.#lead) return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
      },
      // A tile that is scrolled away with the keyboard in it is blurred, too.
      blur: ({ target }) => target === window && cancel(),
    }, { capture: true, signal });
    box.setAttribute("aria-keyshortcuts", "Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight");
  }

  /** @param {PointerEvent} event */
  #isMine(event) {
    const { box, held } = this.#collection;
    // In edit mode a drag selects.
    return this.isOn && !box.matches("[data-editing][aria-multiselectable]") && Boolean(held.pressed(event));
  }

  // MARK: What is shown

  /** @param {State} state */
  #arrangement({ geometry }) {
    const { held } = this.#collection;
    const now = (/** @type {RangeEnd} */ end) => {
      if (end.id === undefined) return;
      const tile = held.tile(end.id);
      if (tile) end.position = tile.position;
    };
    for (const { led, target } of this.#moves) {
      now(led);
      if (target && target.side !== "section") now(target.end);
    }
    return new Arrangement(geometry, this.#moves);
  }

  /**
   * The state with each tile where it is shown, and the gap taken.
   *
   * @param {State} state
   */
  #arrangedState(state) {
    const arrangement = this.#arrangement(state);
    // Each move may lead one item out of what is held, at either end.
    const base = state.base - this.#moves.length;
    /** @type {any[]} */
    const tiles = [];
    for (const tile of state.tiles) tiles[arrangement.shown(tile.position) - base] = tile;
    if (arrangement.gap !== undefined) tiles[arrangement.gap - base] = {};
    return { ...state, geometry: arrangement.geometry, base, tiles };
  }

  /**
   * Takes note of where everything is seen: an update follows.
   *
   * @param {State} old
   */
  hold(old) {
    if (!this.#moves.length) return;
    const { top } = this.#collection.scroll;
    this.#seen.clear();
    for (const { row, frame } of [...old.tiles, ...old.headers]) {
      const { x, y } = this.#frames.get(row) ?? frame ?? {};
      const way = rest(row);
      if (y !== undefined) this.#seen.set(row, { x: x + way.x, y: y + way.y - top });
    }
  }

  /**
   * Shows everything where it is to be; what is not there yet goes there.
   *
   * @param {number} [shift] how far what is in view stands lower than before, which is scrolled
   */
  lay(shift = 0) {
    if (!this.#moves.length && !this.#frames.size) return;
    const { held, scroll, rows } = this.#collection;
    const { state } = held;
    this.#moves = this.#moves.filter((move) => !move.isStored || !this.#isTold(move));
    const arrangement = this.#arrangement(state);
    const { geometry } = arrangement;
    const isStill = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    scroll.setContentHeight(geometry.height);
    if (shift) scroll.top += shift;
    const { top } = scroll;
    const frames = new Map();
    const put = (/** @type {any} */ { row, frame }, /** @type {Rect} */ next) => {
      const seen = this.#seen.get(row);
      const before = this.#frames.get(row) ?? frame;
      const left = seen && rest(row);
      const way = seen
        ? { x: left.x + next.x - seen.x, y: left.y + next.y - seen.y - top }
        : { x: next.x - before.x, y: next.y - before.y - shift };
      if (next.x !== frame.x || next.y !== frame.y) frames.set(row, next);
      if (Math.abs(way.x) + Math.abs(way.y) > 0.5 && !isStill) glide(row, way);
    };
    for (const tile of state.tiles) {
      if (!tile.frame) continue;
      const next = geometry.frameOf(arrangement.shown(tile.position));
      put(tile, next);
      scroll.setFrame(tile.row, next);
    }
    for (const header of state.headers) {
      const { y, height } = geometry.sectionFrameOf(header.position);
      put(header, { ...header.frame, y });
      header.cell.style.height = `${height}px`;
    }
    this.#frames = frames;
    this.#seen.clear();
    rows.fill(state);
    this.#mark();
  }

  /**
   * Whether the scene's list says what was stored.
   *
   * @param {Lead} move
   */
  #isTold(move) {
    return move.isSeveral || this.#arrangementOf([move]).isPlain;
  }

  /** @param {Lead[]} moves */
  #arrangementOf(moves) {
    const all = this.#moves;
    this.#moves = moves;
    const arrangement = this.#arrangement(this.#collection.held.state);
    this.#moves = all;
    return arrangement;
  }

  /** Marks the rows of what is led: one is seen as its copy only, several stay where they are. */
  #mark() {
    const { held } = this.#collection;
    const lead = this.#copy && (this.#lead ?? this.#moves.at(-1));
    const isLed = (/** @type {any} */ tile) => lead && (tile.id === lead.led.id || (lead.isSeveral && tile.isShownSelected));
    const rows = new Map(held.all.filter(isLed).map((/** @type {any} */ { row }) => [row, lead?.isSeveral ? "along" : "lifted"]));
    for (const row of this.#marked) if (!rows.has(row)) delete row.dataset.moving;
    for (const [row, mark] of rows) row.dataset.moving = mark;
    this.#marked = new Set(rows.keys());
  }

  // MARK: Lifting, leading, dropping

  /**
   * @param {any} tile
   * @param {Point} [point] where it was pressed; without one it is led by keys
   */
  #lift(tile, point) {
    if (!tile?.frame) return false;
    const { held, scroll, box } = this.#collection;
    const { id, position, row } = tile;
    const selected = tile.isShownSelected ? held.all.filter((/** @type {any} */ { isShownSelected }) => isShownSelected).length : 1;
    const led = { id, position };
    this.#endCopy();
    this.#lead = { led, isSeveral: selected > 1, target: selected > 1 ? undefined : { side: "before", end: { ...led } } };
    this.#moves.push(this.#lead);
    const frame = this.#frames.get(row) ?? tile.frame;
    const copy = row.cloneNode(true);
    copy.className = "lifted";
    copy.inert = true;
    copy.ariaHidden = "true";
    for (const name of ["role", "aria-rowindex", "aria-selected", "data-item", "tabindex"]) {
      for (const element of [copy, copy.firstElementChild]) element.removeAttribute(name);
    }
    if (tile.isShownSelected) copy.firstElementChild.dataset.selected = "";
    copy.dataset.by = point ? "pointer" : "keys";
    if (selected > 1) copy.dataset.count = String(selected);
    box.firstElementChild.append(copy);
    scroll.setFrame(copy, frame);
    this.#copy = { element: copy, frame };
    if (point) {
      const at = scroll.locate(point);
      this.#grip = { x: at.x - frame.x, y: at.y - frame.y };
    }
    box.dataset.moving = "";
    this.#mark();
    // Only the scene knows all that is selected, and what may not be moved.
    send("lift", box.dataset.collection, id);
    return true;
  }

  /**
   * The scene says how many items are moved with one, or why none is.
   *
   * @param {string} id
   * @param {number} count
   * @param {string} [sentence]
   */
  lifted(id, count, sentence) {
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
    // The others are not in view.
    lead.isSeveral = true;
    if (lead.target?.end.id === id) delete lead.target;
    this.lay();
  }

  /**
   * The pointer is there, or the content has moved below it.
   *
   * @param {Point} point
   */
  #follow(point) {
    const { held, scroll } = this.#collection;
    if (!this.#lead || !this.#copy) return;
    const at = scroll.locate(point);
    const { element, frame } = this.#copy;
    // Below the end it would make the content higher, which is then scrolled on and on.
    const { visible } = scroll;
    const lowest = Math.max(this.#arrangement(held.state).geometry.height, visible.y + visible.height) - frame.height;
    this.#copy.frame = { ...frame, x: Math.round(at.x - this.#grip.x), y: Math.min(Math.round(at.y - this.#grip.y), lowest) };
    scroll.setFrame(element, this.#copy.frame);
    this.#aim(this.#arrangement(held.state).targetAt(at));
  }

  /**
   * Has the gap there.
   *
   * @param {Target} [target]
   */
  #aim(target) {
    const { held } = this.#collection;
    if (!this.#lead || !target) return;
    const { side, end } = target;
    if (side !== "section") end.id = held.at(end.position)?.id;
    const before = this.#lead.target;
    if (before?.side === side && before.end.position === end.position) return;
    const top = this.#topSection();
    this.#lead.target = target;
    // A section above may have a line more or less now.
    this.lay(this.#topSection(top.section).y - top.y);
  }

  /**
   * The section at the top of the view, unless it begins in view, and where it begins.
   *
   * @param {number} [section]
   */
  #topSection(section) {
    const { held, scroll } = this.#collection;
    const { geometry } = this.#arrangement(held.state);
    const { y: top } = scroll.visible;
    const yOf = (/** @type {number} */ section) => geometry.sectionFrameOf(section).y;
    section ??= last(geometry, (/** @type {number} */ section) => yOf(section) <= top);
    return { section, y: geometry.hasHeaders ? yOf(section) : 0 };
  }

  /** Lets go: what is led comes to stand in its gap, and the scene is asked to store that. */
  #drop() {
    const lead = this.#lead;
    if (!lead) return;
    const { held, box } = this.#collection;
    const { led, target } = lead;
    const arrangement = this.#arrangement(held.state);
    if (!target || arrangement.shifts.at(-1)?.isPlain) return this.#takeBack();
    this.#lead = undefined;
    delete box.dataset.moving;
    this.#settle(arrangement.geometry.frameOf(arrangement.gap));
    announce(`Moved to ${this.#where(arrangement, arrangement.gap)}.`);
    const { side, end } = target;
    const other = side === "section" ? this.#header(end.position)?.id : end.id ?? end.position;
    const settled = (/** @type {boolean} */ isDone) => {
      lead.isStored = isDone;
      if (!isDone) this.#end(lead);
      else if (this.#isTold(lead)) this.#end(lead);
      else setTimeout(() => this.#end(lead), patience);
    };
    if (other === undefined || !ask(["move", box.dataset.collection, led.id, side, other], { settled })) this.#end(lead);
  }

  /** What is led goes back to where it was. */
  #takeBack() {
    const lead = this.#lead;
    if (!lead) return;
    const { held, box } = this.#collection;
    this.#lead = undefined;
    delete box.dataset.moving;
    if (this.#copy?.element.dataset.by === "keys") announce("Not moved.");
    this.#end(lead);
    const tile = held.tile(lead.led.id);
    this.#settle(tile ? this.#frames.get(tile.row) ?? tile.frame : held.state.geometry.frameOf(Math.min(lead.led.position, held.state.geometry.count - 1)));
  }

  /** @param {Lead} move */
  #end(move) {
    if (!this.#moves.includes(move)) return;
    this.#moves = this.#moves.filter((other) => other !== move);
    this.lay();
  }

  /**
   * The copy goes to a frame, and is the row again.
   *
   * @param {Rect} next
   */
  #settle(next) {
    const copy = this.#copy;
    if (!copy) return;
    const { element, frame } = copy;
    this.#collection.scroll.setFrame(element, next);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) glide(element, { x: next.x - frame.x, y: next.y - frame.y });
    element.dataset.by = "itself";
    const done = () => this.#copy === copy && this.#endCopy();
    Promise.allSettled(element.getAnimations().map((/** @type {Animation} */ { finished }) => finished)).then(done);
  }

  #endCopy() {
    this.#copy?.element.remove();
    this.#copy = undefined;
    this.#mark();
  }

  // MARK: Out of the window

  /**
   * A mouse drags a tile as text and as a file, by the browser: to another program, or into a field.
   *
   * @param {PointerEvent} event
   */
  #loosen(event) {
    const tile = isOut(event) && this.#collection.held.of(event.target);
    if (!tile || !(textOf(tile) || fileOf(tile))) return;
    const { row } = tile;
    row.draggable = true;
    const fasten = () => row.removeAttribute("draggable");
    for (const type of ["pointerup", "dragend"]) listen(window, { [type]: fasten }, { once: true });
  }

  /** @param {DragEvent} event */
  #dragOut(event) {
    const { held } = this.#collection;
    const tile = held.of(event.target) ?? held.all.find((/** @type {any} */ { row }) => row === event.target);
    if (!tile?.row.draggable || !event.dataTransfer) return;
    const isAlong = (/** @type {any} */ other) => other === tile || (tile.isShownSelected && other.isShownSelected);
    const all = held.all.filter(isAlong);
    event.dataTransfer.setData("text/plain", all.map(textOf).join("\n"));
    const files = all.map(fileOf).filter(Boolean);
    if (files.length) event.dataTransfer.setData("text/uri-list", files.map(({ href }) => href).join("\r\n"));
    // What Chromium's kin take for a file, one at a time.
    const { href, type, download } = fileOf(tile) ?? {};
    if (href) event.dataTransfer.setData("DownloadURL", `${type || "application/octet-stream"}:${download || "file"}:${href}`);
    const items = all.slice(0, 512).map((/** @type {any} */ { id }) => id);
    event.dataTransfer.setData(
      itemsType, JSON.stringify({ items, page: location.pathname, collection: this.#collection.box.dataset.collection }));
    event.dataTransfer.effectAllowed = "copyMove";
    this.#out = tile.id;
  }

  // MARK: Into the list

  /**
   * Something is dragged over the list by the browser: a gap opens where it would go.
   *
   * @param {DragEvent} event
   */
  #dragOver(event) {
    const { box, held, scroll } = this.#collection;
    const types = event.dataTransfer?.types ?? [];
    const isBack = this.#out !== undefined && this.isOn;
    const isWanted = isBack || (this.takesDrops && [itemsType, "text/plain"].some((type) => types.includes(type)));
    if (!isWanted || this.#copy || types.includes("Files") || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isBack ? "move" : "copy";
    if (!this.#lead) this.#moves.push((this.#lead = { led: { position: 0 }, isSeveral: true }));
    scroll.top += edgeScroll(event.clientY, box.getBoundingClientRect());
    this.#aim(this.#arrangement(held.state).targetAt(scroll.locate({ x: event.clientX, y: event.clientY })));
  }

  #leave() {
    const lead = this.#lead;
    if (!lead || this.#copy) return;
    this.#lead = undefined;
    this.#end(lead);
  }

  /** @param {DragEvent} event */
  #take(event) {
    const lead = this.#lead;
    if (!lead || this.#copy || !event.dataTransfer) return;
    event.preventDefault();
    this.#lead = undefined;
    const { held, box } = this.#collection;
    const { side, end } = lead.target ?? { side: "section", end: { position: 0 } };
    const other = side === "section" ? this.#header(end.position)?.id ?? "" : end.id ?? end.position;
    const settled = () => this.#end(lead);
    const text = event.dataTransfer.getData("text/plain");
    const name = box.dataset.collection;
    let { items = [], page = "", collection = "" } = {};
    try {
      ({ items, page, collection } = JSON.parse(event.dataTransfer.getData(itemsType)));
    } catch {
      // It comes from another program.
    }
    const isAsked = this.#out !== undefined && this.isOn
      ? ask(["move", name, this.#out, side, other], { settled })
      : ask(["drop", name, side, other, text, items, page, collection], { settled });
    if (!isAsked) settled();
  }

  // MARK: By keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { held, scroll, keyboard } = this.#collection;
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (!this.isOn || !altKey || ctrlKey || metaKey || shiftKey || !/^Arrow|^Page|^Home$|^End$/.test(key)) return;
    const tile = held.of(target);
    if (!this.#lead && target !== tile?.cell) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#copy?.element.dataset.by === "pointer" || (!this.#lead && !this.#lift(tile))) return;
    const { led } = /** @type {Lead} */ (this.#lead);
    const before = this.#arrangement(held.state);
    const next = before.targetBy(key, before.gap ?? before.shown(led.position), scroll.page);
    if (next) this.#aim(next);
    const now = this.#arrangement(held.state);
    const { gap } = now;
    if (gap === undefined || !this.#copy) return;
    const frame = now.geometry.frameOf(gap);
    const { header } = now.geometry;
    scroll.reveal({ ...frame, y: frame.y - header, height: frame.height + header });
    const copy = this.#copy;
    scroll.setFrame(copy.element, frame);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) glide(copy.element, { x: frame.x - copy.frame.x, y: frame.y - copy.frame.y });
    copy.frame = frame;
    keyboard.cursor = { ...led };
    announce(`${this.#where(now, gap)}.`);
  }

  /**
   * @param {Arrangement} arrangement
   * @param {number} position in the list as it is shown
   */
  #where(arrangement, position) {
    const { section, rank, count } = arrangement.rank(position);
    const cell = arrangement.geometry.counts.length > 1 && this.#header(section)?.cell;
    const title = cell ? (cell.querySelector("input")?.value ?? cell.textContent.trim()) : "";
    return `position ${rank} of ${count}${title && ` in ${title}`}`;
  }

  /** @param {number} section */
  #header(section) {
    const { first, headers } = this.#collection.held.state;
    return headers[section - first];
  }
}
