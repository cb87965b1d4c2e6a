/**
 * What a person selects by a rubber band, and where letters lead: a part that is loaded with the first of them.
 *
 * The scene knows the whole list, so it selects and it finds; the page shows at once what a band touches of the tiles it holds.
 *
 * @typedef {import("../geometry.js").Rect} Rect
 * @typedef {import("../gestures.js").Point} Point
 */

/**
 * What this needs of the client, which has loaded it.
 *
 * @type {any}
 */
let announce, front, Gestures, listen, make, phrase, send, shortcutOf;

/** How long letters belong to one word, in milliseconds. */
const pause = 1_000;

/**
 * Takes what it needs of the client.
 *
 * @param {any} client
 * @returns {(collection: any) => Selector} lets a person select in a collection
 */
export default (client) => {
  ({ announce, front, Gestures, listen, make, phrase, send, shortcutOf } = client);
  return (collection) => new Selector(collection);
};

// MARK: Decisions

/**
 * The rectangle between two points of the content, in whole points. What lies above the content or left of it is left out.
 *
 * @param {Point} from
 * @param {Point} to
 * @returns {Rect}
 */
export const rectBetween = (from, to) => {
  const [x, y] = [Math.max(0, Math.floor(Math.min(from.x, to.x))), Math.max(0, Math.floor(Math.min(from.y, to.y)))];
  const [right, bottom] = [Math.ceil(Math.max(from.x, to.x)), Math.ceil(Math.max(from.y, to.y))];
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
};

/**
 * Whether two rectangles have something in common, as the scene has it.
 *
 * @param {Rect} one
 * @param {Rect} other
 */
export const overlaps = (one, other) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** Letters that are typed one after the other. The same letter again leads on to the next item that begins with it. */
export class Letters {
  #typed = "";
  #at = -Infinity;

  /**
   * @param {string} letter
   * @param {number} now in milliseconds
   * @returns {{text: string, by: 0 | 1}} what to look for, and whether from the item behind that with the keyboard
   */
  add(letter, now) {
    this.#typed = now - this.#at > pause ? letter : this.#typed + letter;
    this.#at = now;
    const isOne = [...this.#typed.toLowerCase()].every((other) => other === letter.toLowerCase());
    return isOne ? { text: letter, by: 1 } : { text: this.#typed, by: 0 };
  }
}

// MARK: The page

/**
 * Has a pointer heard once more where it is, by those who listen now.
 *
 * @param {PointerEvent} event
 */
const repeat = (event) =>
  document.dispatchEvent(new PointerEvent(event.buttons & 1 ? "pointermove" : "pointerup", /** @type {any} */ (event)));

/** A rubber band over the tiles of one collection, from where the pointer was pressed. */
class Band {
  #collection;
  #origin;
  #isAdding;
  /** What was selected before. */
  #before;
  /** @type {Rect} */
  #rect = { x: 0, y: 0, width: 0, height: 0 };
  /** @type {HTMLElement | undefined} */
  #element;
  /** @type {string | undefined} */
  #told;

  /**
   * @param {any} collection
   * @param {PointerEvent} event
   */
  constructor(collection, { clientX, clientY, ctrlKey, metaKey, shiftKey }) {
    const { scroll, held } = (this.#collection = collection);
    this.#origin = scroll.locate({ x: clientX, y: clientY });
    this.#isAdding = ctrlKey || metaKey || shiftKey;
    this.#before = new Map(held.all.map((/** @type {any} */ tile) => [tile.id, tile.isShownSelected]));
  }

  begin() {
    const { box, ranges } = this.#collection;
    ranges.end();
    this.#element = make("div");
    // The policy allows styles that are set like this, and no page pays for a sheet.
    Object.assign(/** @type {HTMLElement} */ (this.#element).style, {
      position: "absolute", top: 0, left: 0, zIndex: 2, boxSizing: "border-box", pointerEvents: "none",
      border: "1px solid var(--accent, Highlight)",
      background: "color-mix(in srgb, var(--accent, Highlight) 16%, transparent)",
    });
    box.firstElementChild.append(this.#element);
  }

  /**
   * @param {Point} point
   * @param {boolean} [isLast]
   */
  draw(point, isLast) {
    const { scroll, held } = this.#collection;
    const rect = (this.#rect = rectBetween(this.#origin, scroll.locate(point)));
    scroll.setFrame(this.#element, rect);
    // What the band touches of the tiles held changes with all that it touches.
    const touched = held.state.tiles.filter((/** @type {any} */ { frame }) => frame && overlaps(frame, rect));
    const now = String(touched.map((/** @type {any} */ { id }) => id));
    if (now === this.#told && !isLast) return;
    this.#tell(this.#told === undefined ? (this.#isAdding ? "add" : "new") : "on");
    this.#told = now;
  }

  /** The selection is again as it was. */
  drop() {
    this.#tell("drop");
    this.remove();
  }

  remove() {
    this.#element?.remove();
  }

  /** @param {string} step */
  #tell(step) {
    const { held, scroll, selecting } = this.#collection;
    const { geometry } = held.state;
    const rect = this.#rect;
    selecting.ask(["band", Object.values(scroll.turned(rect)), step], (/** @type {string} */ id, /** @type {number} */ position) => {
      if (step === "drop") return this.#before.get(id);
      return overlaps(geometry.frameOf(position), rect) || (this.#isAdding ? this.#before.get(id) : false);
    });
  }
}

/** Lets a person select in one collection. */
class Selector {
  #collection;
  #gestures;
  #letters = new Letters();

  /**
   * The press that may become a band, and where the pointer was last.
   *
   * @type {Band | undefined}
   */
  #band;
  /** @type {Point} */
  #last = { x: 0, y: 0 };

  /** How many times something was looked for, and for what last. */
  #count = 0;
  #text = "";

  /** @param {any} collection */
  constructor(collection) {
    this.#collection = collection;
    const { box, scroll, ranges: { signal } } = collection;
    // The collection says which presses are between tiles.
    const gestures = this.#gestures = new Gestures(box, {
      begins: () => false,
      drags: () => {
        this.#band?.begin();
        return true;
      },
      dragMoved: (/** @type {Point} */ point) => this.#band?.draw((this.#last = point)),
      dragEnded: () => {
        this.#band?.draw(this.#last, true);
        this.#band?.remove();
      },
      dragCancelled: () => this.#band?.drop(),
    }, scroll);
    // Before the gestures hear of it: a button that was released where no page hears it is up.
    const move = (/** @type {PointerEvent} */ event) => this.#band && event.isPrimary && !(event.buttons & 1) && repeat(event);
    listen(document, { pointermove: move }, { signal });
    // A press that opens a menu draws nothing: on a Mac one with Control.
    listen(box, { contextmenu: () => gestures.cancel() }, { signal, capture: true });
    gestures.start(signal);
    listen(document, {
      pointerup: (/** @type {PointerEvent} */ { isPrimary }) => isPrimary && (this.#band = undefined),
      pointercancel: () => (this.#band = undefined),
      selectstart: (/** @type {Event} */ event) => this.#band && event.preventDefault(),
    }, { signal });
    listen(window, {
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape" || !gestures.isDragging) return;
        event.preventDefault();
        event.stopPropagation();
        gestures.cancel();
      },
      blur: (/** @type {FocusEvent} */ { target }) => target === window && gestures.cancel(),
    }, { signal, capture: true });
  }

  // MARK: A rubber band

  /**
   * @param {PointerEvent} event
   * @param {PointerEvent} [now] the newest event: the pointer may have gone on before this part was there
   */
  press(event, now = event) {
    const { pointerType, button, clientX, clientY } = event;
    const { box } = this.#collection;
    const edge = box.getBoundingClientRect();
    // Beside the content, or below it, is the scroll bar.
    const isBar = clientX - edge.x > box.clientLeft + box.clientWidth || clientY - edge.y > box.clientTop + box.clientHeight;
    if (pointerType !== "mouse" || button || isBar) return;
    // Text that a press before this part was there has selected would be dragged.
    getSelection()?.removeAllRanges();
    this.#band = new Band(this.#collection, event);
    this.#gestures.press(event);
    if (now !== event) repeat(now);
  }

  // MARK: Letters

  /** @param {KeyboardEvent} event */
  type(event) {
    const { box, held, keyboard } = this.#collection;
    const { key, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey || !/^[\p{L}\p{N}]$/u.test(key)) return;
    // The page may have a button for it.
    const shortcut = shortcutOf(event).toUpperCase();
    const buttons = [...front().querySelectorAll("[data-shortcut]")];
    if (buttons.some(({ dataset }) => dataset.shortcut.toUpperCase().split(" ").includes(shortcut))) return;
    const { text, by } = this.#letters.add(key, performance.now());
    this.#text = text;
    const position = keyboard.cursor?.position ?? held.inView[0] - by;
    send("find", ++this.#count, box.dataset.collection, text, position + by);
  }

  /**
   * @param {number} number
   * @param {number | null} position
   */
  found(number, position) {
    const { ranges, keyboard } = this.#collection;
    if (number !== this.#count) return;
    if (position === null) return announce(phrase("Nothing begins with “%1”.", this.#text));
    ranges.end();
    keyboard.go(position);
  }
}
