import { ask } from "./actions.js";
import { focus, front, listen } from "./element.js";
import { isForControl, menuKeyOf } from "./keys.js";
import { askForMenu } from "./menus.js";

/** How long the event of a paste may take to follow its keys, in milliseconds. */
const pasteDelay = 150;

/**
 * How the menus of one collection are opened, and its keys pressed: by a right click, by the keyboard, by a paste.
 *
 * @typedef {import("./tile.js").Tile} Tile
 */
export class MenuKeys {
  #box;
  #held;
  #cursor;

  /**
   * The shortcuts in its menus, if it has menus.
   *
   * @type {string[] | undefined}
   */
  keys;

  /** @type {number | undefined} */
  #pasting;

  /**
   * @param {HTMLElement} box
   * @param {import("./held.js").Held} held
   * @param {() => string | undefined} cursor the item where the keyboard is
   */
  constructor(box, held, cursor) {
    this.#box = box;
    this.#held = held;
    this.#cursor = cursor;
  }

  /** @param {AbortSignal} [signal] ends it */
  start(signal) {
    listen(this.#box, { contextmenu: (event) => this.#contextMenu(event) });
    listen(document, { paste: (event) => this.#paste(event) }, { signal });
  }

  /**
   * @param {import("./menus.js").Point} at
   * @param {string} [id] none for the background
   * @param {boolean} [isByKey]
   */
  open(at, id, isByKey) {
    askForMenu({
      name: this.#box.dataset.collection, id: id ?? null, at, isByKey,
      focus: () => focus(this.#held.tile(id)?.cell ?? this.#box),
    });
  }

  /** @param {MouseEvent} event */
  #contextMenu(event) {
    const { target, clientX, clientY } = event;
    // A text field has the browser's own; so has everything where we have none.
    if (!this.keys || event.defaultPrevented || /** @type {Element} */ (target).closest("input, select, textarea")) return;
    event.preventDefault();
    this.open({ x: clientX, y: clientY }, this.#held.of(target)?.id);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const { target, clipboardData, defaultPrevented } = event;
    // Outside of every collection it is for the first that takes any: an empty one has no focus.
    if (defaultPrevented || !this.keys?.includes("Mod+V") || isForControl(event) || !front().contains(this.#box)) return;
    if ((/** @type {Element} */ (target).closest("[data-collection]") ?? this.#box) !== this.#box) return;
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
    ask(["press", /** @type {string} */ (this.#box.dataset.collection), this.#cursor() ?? null, shortcut, fields]);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Tile} [tile]
   * @returns {boolean} whether it is for the menu
   */
  hear(event, tile) {
    const [kind, shortcut] = menuKeyOf(event, this.keys) ?? [];
    if (!kind || !shortcut) return false;
    if (kind === "paste") {
      // The event that follows has the text. It may be that there is none, and no event either.
      this.#pasting ??= setTimeout(() => this.#press(shortcut), pasteDelay);
      return true;
    }
    if (kind === "open") {
      const { x, y } = (tile?.cell ?? this.#box).getBoundingClientRect();
      this.open({ x: x + 24, y: y + 24 }, tile?.id, true);
    } else if (!event.repeat) {
      this.#press(shortcut);
    }
    // Nor does a button of the page hear of it.
    event.stopPropagation();
    event.preventDefault();
    return true;
  }
}
