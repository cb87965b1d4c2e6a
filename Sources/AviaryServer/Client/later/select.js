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
let announce, edgeScroll, front, listen, make, send, shortcutOf;

/** How far a pointer may stray before it draws, in points; how long letters belong to one word, in milliseconds. */
const slop = 4;
const pause = 1_000;

/**
 * Takes what it needs of the client.
 *
 * @param {any} client
 * @returns {(collection: any) => Selector} lets a person select in a collection
 */
export default (client) => {
  ({ announce, edgeScroll, front, listen, make, send, shortcutOf } = client);
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

/** Lets a person select in one collection. */
class Selector {
  #collection;
  #letters = new Letters();

  /** How many times something was looked for, and for what last. */
  #count = 0;
  #text = "";

  /** @param {any} collection */
  constructor(collection) {
    this.#collection = collection;
  }

  // MARK: A rubber band

  /**
   * @param {PointerEvent} event
   * @param {PointerEvent} [now] the newest event: the pointer may have gone on before this part was there
   */
  press(event, now = event) {
    const { pointerType, button, clientX, clientY, ctrlKey, metaKey, shiftKey } = event;
    const { box, scroll, held, ranges, selecting } = this.#collection;
    const edge = box.getBoundingClientRect();
    // Beside the content, or below it, is the scroll bar.
    const isBar = clientX - edge.x > box.clientLeft + box.clientWidth || clientY - edge.y > box.clientTop + box.clientHeight;
    if (pointerType !== "mouse" || button || isBar) return;
    const origin = scroll.locate({ x: clientX, y: clientY });
    const isAdding = ctrlKey || metaKey || shiftKey;
    let last = { x: clientX, y: clientY };
    /** @type {Rect} */
    let rect;
    /** @type {HTMLElement | undefined} */
    let band;
    /** @type {string | undefined} */
    let told;
    /** What was selected before. */
    const before = new Map(held.all.map((/** @type {any} */ tile) => [tile.id, tile.isShownSelected]));
    const controller = new AbortController();

    /** @param {string} step */
    const tell = (step) => {
      const { geometry } = held.state;
      const drawn = rect;
      selecting.ask(["band", Object.values(scroll.turned(drawn)), step], (/** @type {string} */ id, /** @type {number} */ position) => {
        if (step === "drop") return before.get(id);
        return overlaps(geometry.frameOf(position), drawn) || (isAdding ? before.get(id) : false);
      });
    };

    /** @param {boolean} [isLast] */
    const draw = (isLast) => {
      rect = rectBetween(origin, scroll.locate(last));
      scroll.setFrame(band, rect);
      // What the band touches of the tiles held changes with all that it touches.
      const touched = held.state.tiles.filter((/** @type {any} */ { frame }) => frame && overlaps(frame, rect));
      const now = String(touched.map((/** @type {any} */ { id }) => id));
      if (now === told && !isLast) return;
      tell(told === undefined ? (isAdding ? "add" : "new") : "on");
      told = now;
    };

    const begin = () => {
      ranges.end();
      band = make("div");
      // The policy allows styles that are set like this, and no page pays for a sheet.
      Object.assign(/** @type {HTMLElement} */ (band).style, {
        position: "absolute", top: 0, left: 0, zIndex: 2, boxSizing: "border-box", pointerEvents: "none",
        border: "1px solid var(--accent, Highlight)",
        background: "color-mix(in srgb, var(--accent, Highlight) 16%, transparent)",
      });
      box.firstElementChild.append(band);
      const follow = () => {
        if (controller.signal.aborted) return;
        const by = edgeScroll(scroll.turned(last).y, scroll.turned(box.getBoundingClientRect()));
        if (by) scroll.top += by;
        draw();
        requestAnimationFrame(follow);
      };
      follow();
    };

    /** @param {boolean} isDropped */
    const end = (isDropped) => {
      controller.abort();
      if (!band) return;
      if (isDropped) tell("drop");
      else draw(true);
      band.remove();
    };

    /** @param {PointerEvent} event */
    const move = ({ clientX, clientY, buttons, isPrimary }) => {
      if (!isPrimary) return;
      if (band || Math.hypot(clientX - last.x, clientY - last.y) >= slop) {
        last = { x: clientX, y: clientY };
        if (!band) begin();
      }
      if (!(buttons & 1)) end(false);
    };

    const { signal } = controller;
    listen(document, {
      pointermove: move,
      pointerup: move,
      pointercancel: () => end(true),
      selectstart: (/** @type {Event} */ event) => event.preventDefault(),
      // Text that a press before this part was there has selected would be dragged.
      dragstart: (/** @type {Event} */ event) => event.preventDefault(),
    }, { signal });
    getSelection()?.removeAllRanges();
    listen(window, {
      keydown(/** @type {KeyboardEvent} */ event) {
        if (event.key !== "Escape" || !band) return;
        event.preventDefault();
        event.stopPropagation();
        end(true);
      },
      blur: (/** @type {FocusEvent} */ { target }) => target === window && end(true),
    }, { signal, capture: true });
    if (now !== event) move(now);
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
    if (position === null) return announce(`Nothing begins with “${this.#text}”.`);
    ranges.end();
    keyboard.go(position);
  }
}
