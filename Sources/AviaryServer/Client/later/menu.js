/**
 * What this needs of the client, which has loaded it.
 *
 * @type {any}
 */
let ask, clamp, focus, front, hasFocus, isForControl, listen, make, miss, phrase, send, shortcutOf;

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** How far from the edges of the window a menu stays, in points. */
const inset = 8;

/** How long letters belong to one word, in milliseconds. */
const pause = 700;

/** How long the event of a paste may take to follow its keys, in milliseconds. */
const pasteDelay = 150;

/** How many menus were asked for. */
let count = 0;

/**
 * What the one asked for last is for.
 *
 * @type {Target}
 */
let asked;

/**
 * Closes the menu that is open; `isBack` has the focus back where it was opened.
 *
 * @type {(isBack?: boolean) => void}
 */
let close = () => {};

/**
 * Takes what it needs of the client.
 *
 * @param {any} client
 * @returns {import("../menus.js").Menus}
 */
export default (client) => {
  ({ ask, clamp, focus, front, hasFocus, isForControl, listen, make, miss, phrase, send, shortcutOf } = client);
  return {
    makeKeys: (collection) => new MenuKeys(collection),
    // Of several that were asked for, the last one is shown.
    show: (number, groups) => number === count && show(groups, asked),
  };
};

/**
 * What keys pressed in a collection mean to its menu: to open it, to paste, or an entry that has them as its shortcut.
 *
 * @param {KeyboardEvent} event
 * @param {string[] | undefined} keys those of its menus, if it has menus
 * @returns {["open" | "paste" | "press", shortcut: string] | undefined}
 */
export function menuKeyOf(event, keys) {
  if (!keys) return;
  // The key that a Mac calls Delete is another's Backspace.
  const shortcut = shortcutOf(event).replace("Backspace", "Delete");
  if (shortcut === "ContextMenu" || shortcut === "Shift+F10") return ["open", shortcut];
  if (keys.includes(shortcut)) return [shortcut === "Mod+V" ? "paste" : "press", shortcut];
}

/** How the menus of one collection are opened, and its keys pressed: by a right click, by the keyboard, by a paste. */
class MenuKeys {
  #box;
  #held;
  #keyboard;

  /**
   * The shortcuts in its menus.
   *
   * @type {string[]}
   */
  keys = [];

  /** @type {number | undefined} */
  #pasting;

  /** @param {any} collection */
  constructor({ box, held, keyboard, ranges }) {
    this.#box = box;
    this.#held = held;
    this.#keyboard = keyboard;
    listen(box, { contextmenu: (/** @type {MouseEvent} */ event) => this.#contextMenu(event) });
    listen(document, { paste: (/** @type {ClipboardEvent} */ event) => this.#paste(event) }, { signal: ranges.signal });
  }

  /**
   * @param {import("../menus.js").Point} at
   * @param {string} [id] none for the background
   * @param {boolean} [isByKey]
   */
  open(at, id, isByKey) {
    const name = this.#box.dataset.collection;
    asked = { name, id: id ?? null, at, isByKey, focus: () => focus(this.#held.tile(id)?.cell ?? this.#box) };
    if (!send("menu", ++count, name, asked.id)) miss();
  }

  /** @param {MouseEvent} event */
  #contextMenu(event) {
    const { target, clientX, clientY } = event;
    // A text field has the browser's own.
    if (event.defaultPrevented || /** @type {Element} */ (target).closest("input, select, textarea")) return;
    event.preventDefault();
    this.open({ x: clientX, y: clientY }, this.#held.of(target)?.id);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const { target, clipboardData, defaultPrevented } = event;
    // The room's own code has taken it: its keys must not paste what was copied before.
    if (defaultPrevented) return this.#forgetKeys();
    // Outside of every collection it is for the first that takes any: an empty one has no focus.
    if (!this.keys.includes("Mod+V") || isForControl(event) || !front().contains(this.#box)) return;
    if ((/** @type {Element} */ (target).closest("[data-collection]") ?? this.#box) !== this.#box) return;
    event.preventDefault();
    this.#press("Mod+V", { text: clipboardData?.getData("text/plain") ?? "" });
  }

  /** The event of a paste has come: its keys alone mean nothing more. */
  #forgetKeys() {
    clearTimeout(this.#pasting);
    this.#pasting = undefined;
  }

  /**
   * Does what keys stand for in a menu.
   *
   * @param {string} shortcut
   * @param {Record<string, string>} [fields]
   */
  #press(shortcut, fields = {}) {
    this.#forgetKeys();
    ask(["press", /** @type {string} */ (this.#box.dataset.collection), this.#keyboard.cursor?.id ?? null, shortcut, fields]);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {import("../tile.js").Tile} [tile]
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

/**
 * Opens a menu instead of the one that is open; without anything in it none.
 *
 * @typedef {import("../menus.js").Entry} Entry
 * @typedef {import("../menus.js").Target} Target
 *
 * @param {Entry[][]} groups
 * @param {Target} target
 */
function show(groups, target) {
  close();
  if (groups.length === 0) return;
  const menu = make("div", { className: "menu", role: "menu", ariaLabel: phrase("Actions"), tabIndex: -1 });
  groups.forEach((entries, index) => {
    if (index > 0) menu.append(make("div", { role: "separator" }));
    for (const entry of entries) menu.append(makeItem(entry, target));
  });
  // Where a landmark is, if there is one.
  (front().querySelector("main") ?? front().body ?? front()).append(menu);
  // Its size, not what a transition makes of it.
  const { offsetWidth, offsetHeight, style } = menu;
  const { x, y } = target.at;
  const [right, bottom] = [innerWidth - offsetWidth - inset, innerHeight - offsetHeight - inset];
  style.left = `${clamp(x, inset, right)}px`;
  style.top = `${clamp(y > bottom && y - offsetHeight >= inset ? y - offsetHeight : y, inset, bottom)}px`;
  focus(target.isByKey ? menu.firstChild : menu);

  const controller = new AbortController();
  close = (isBack) => {
    controller.abort();
    if (isBack) target.focus();
    menu.remove();
  };
  hear(menu, controller.signal);
}

/**
 * @param {Entry} entry
 * @param {Target} target
 */
function makeItem([title, action, shortcut, flags, fields = {}], { id, name }) {
  const item = make("div", { role: flags & 4 ? "menuitemcheckbox" : "menuitem", tabIndex: -1, textContent: title });
  if (flags & 4) item.ariaChecked = String((flags & 8) > 0);
  if (flags & 1) item.ariaDisabled = "true";
  item.toggleAttribute("data-destructive", (flags & 2) > 0);
  if (shortcut) {
    const textContent = isMac()
      ? shortcut.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Delete", "⌫")
      : shortcut.replace("Mod", "Ctrl").replace("Delete", "Del");
    item.ariaKeyShortcuts = shortcut.replace("Mod", isMac() ? "Meta" : "Control");
    item.append(make("kbd", { ariaHidden: "true", textContent }));
  }
  listen(item, {
    click() {
      if (item.ariaDisabled) return;
      close(true);
      ask(["do", action, fields, id, name]);
    },
  });
  return item;
}

/**
 * @param {HTMLElement} menu
 * @param {AbortSignal} signal when it is closed
 */
function hear(menu, signal) {
  const options = { signal, capture: true };
  const isOutside = (/** @type {Event} */ { target }) => !menu.contains(/** @type {Node} */ (target));
  const leave = () => close();
  let isPressed = false;
  listen(menu, {
    keydown: keysOf(menu),
    pointerdown: () => (isPressed = true),
    // The finger that opened the menu may leave a click behind, where an item is by then. Keys make clicks of no detail.
    click: (event) => event.detail && !isPressed && event.stopPropagation(),
    contextmenu: (event) => event.preventDefault(),
    pointerover({ target, pointerType }) {
      const item = pointerType === "mouse" && target.closest("[role^=menuitem]");
      if (item) focus(item);
    },
    focusout: ({ relatedTarget }) => relatedTarget && !menu.contains(relatedTarget) && close(),
  }, options);
  listen(document, {
    pointerdown(event) {
      if (!isOutside(event)) return;
      if (!event.button) swallow(event);
      close(true);
    },
    // Only what the person scrolls: what comes or goes above moves nothing on the screen.
    wheel: (event) => isOutside(event) && close(true),
  }, options);
  listen(window, { resize: leave, blur: leave }, { signal });
}

/**
 * What the keys do in a menu: lead from item to item, to one that begins with what is typed, and away.
 *
 * @param {HTMLElement} menu
 */
function keysOf(menu) {
  const items = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("[role^=menuitem]")]);
  let typed = "";
  let timer = 0;
  const find = (/** @type {string} */ key, /** @type {number} */ at) => {
    clearTimeout(timer);
    timer = setTimeout(() => (typed = ""), pause);
    typed += key.toLowerCase();
    // The first letter leads on from where one is.
    const from = Math.max(0, typed.length > 1 ? at : at + 1);
    [...items.slice(from), ...items.slice(0, from)]
      .find(({ textContent }) => textContent?.toLowerCase().startsWith(typed))?.focus();
  };
  return (/** @type {KeyboardEvent} */ event) => {
    // Neither the page's shortcuts nor the collection's mean the menu.
    event.stopPropagation();
    const { key } = event;
    const at = items.findIndex(hasFocus);
    const next = {
      ArrowDown: items[at + 1] ?? items[0], ArrowUp: items.at(Math.max(at, 0) - 1), Home: items[0], End: items.at(-1),
    }[key];
    if (next) next.focus();
    else if (key === "Enter" || (key === " " && !typed)) items[at]?.click();
    else if (key === "Escape" || key === "Tab") close(true);
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) find(key, at);
    else return;
    event.preventDefault();
  };
}

/**
 * A press beside the menu takes it away; it does not mean the tile that happens to be there.
 *
 * @param {any} press
 */
function swallow(press) {
  const collection = press.target.closest("[data-collection]");
  if (!collection) return;
  press.stopPropagation();
  const click = (/** @type {Event} */ event) => event.stopPropagation();
  listen(collection, { click }, { capture: true, once: true });
  listen(window, { pointerdown: () => collection.removeEventListener("click", click, true) }, { capture: true, once: true });
}
