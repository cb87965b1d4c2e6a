import { ask, miss } from "../actions.js";
import { clamp } from "../clamp.js";
import { send } from "../connection.js";
import { focus, front, hasFocus, isBackground, listen, make } from "../element.js";
import { isMirrored } from "../geometry.js";
import { isPlain } from "../gestures.js";
import { hasMod, isForControl, shortcutOf } from "../keys.js";
import { phrase } from "../words.js";

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** How far from the edges of the browser window a menu stays, in points. */
const inset = 8;

/** The longest pause between the letters of one search, in milliseconds. */
const pause = 700;

/** How long after the key press the `paste` event may come, in milliseconds. */
const pasteDelay = 150;

/** The number of menus requested. */
let count = 0;

/**
 * The target of the last requested menu.
 *
 * @type {Target}
 */
let asked;

/**
 * Closes the open menu. `isBack` returns the focus to the menu's target.
 *
 * @type {(isBack?: boolean) => void}
 */
let close = () => {};

/**
 * Menus. The scene sends their entries; a person opens one by a right click, a long press or the keyboard. This part of
 * the client (`later.js`) begins with the first collection that has menus.
 *
 * @typedef {{x: number, y: number}} Point in the browser window
 * @typedef {object} Place where a menu opens
 * @property {Point} at
 * @property {() => void} focus gives the focus back
 * @property {boolean} [isByKey] true if a key has opened the menu
 *
 * @typedef {Place & {name: string, id: string | null}} Target the collection and the item for which a menu is requested;
 *   the background has no item
 *
 * @typedef {object} Item
 * @property {string} title
 * @property {string} [shortcut]
 * @property {boolean} [isDisabled]
 * @property {boolean} [isDestructive]
 * @property {boolean} [isChecked] none for an item that is no setting
 * @property {Item[]} [children] the items of a submenu
 * @property {boolean} [isOpen] true for the item that leads back from a submenu
 * @property {() => void} choose
 *
 * @typedef {[title: string, action: string, shortcut: string, flags: number, fields?: Record<string, string>, children?: any[]]} Entry
 */
export default () => ({
  /** @param {import("../collection.js").Own} collection */
  makeKeys: (collection) => new MenuKeys(collection),

  /**
   * Shows a menu, if it is the one requested last.
   *
   * @param {import("../packets.js").SceneMessages["menu"]} menu
   */
  show: ({ number, groups }) => number === count && openMenu(groups.map((entries) => entries.map((entry) => itemOf(entry, asked))), asked),
});

/**
 * The meaning of a key event for a collection's menu: open it, paste, or press the entry with this shortcut.
 *
 * @param {KeyboardEvent} event
 * @param {string[] | undefined} keys the shortcuts of the collection's menus, if it has menus
 * @returns {["open" | "paste" | "press", shortcut: string] | undefined}
 */
export function menuKeyOf(event, keys) {
  if (!keys) return;
  // The key that a Mac calls Delete is Backspace to other systems.
  const shortcut = shortcutOf(event).replace("Backspace", "Delete");
  if (shortcut === "ContextMenu" || shortcut === "Shift+F10") return ["open", shortcut];
  if (keys.includes(shortcut)) return [shortcut === "Mod+V" ? "paste" : "press", shortcut];
}

/** Opens the menus of one collection and handles their shortcuts: by a right click, by the keyboard, by a paste. */
export class MenuKeys {
  #box;
  #held;
  #keyboard;

  /**
   * The shortcuts in its menus.
   *
   * @type {string[]}
   */
  #keys = [];

  /** @type {number | undefined} */
  #pasting;

  /** @param {import("../collection.js").Own} collection */
  constructor({ box, held, keyboard, behaviours: { signal } }) {
    this.#box = box;
    this.#held = held;
    this.#keyboard = keyboard;
    listen(box, { contextmenu: (/** @type {MouseEvent} */ event) => this.#contextMenu(event) });
    listen(document, { paste: (/** @type {ClipboardEvent} */ event) => this.#paste(event) }, { signal });
  }

  /** @param {string[]} shortcuts */
  allow(shortcuts) {
    this.#keys = shortcuts;
  }

  /**
   * Takes a finger on the background, where it can only be a long press.
   *
   * @param {PointerEvent} event
   * @returns {import("../behaviours.js").Claim}
   */
  press(event) {
    if (isPlain(event) && event.pointerType !== "mouse" && isBackground(this.#box, event)) return "gesture";
  }

  /**
   * @param {Point} at
   * @param {string} [id]
   */
  longPress(at, id) {
    this.open(at, id);
  }

  /**
   * @param {Point} at
   * @param {string} [id] none for the background
   * @param {boolean} [isByKey]
   */
  open(at, id, isByKey) {
    const name = /** @type {string} */ (this.#box.dataset.collection);
    asked = { name, id: id ?? null, at, isByKey, focus: () => focus(this.#held.tile(id)?.cell ?? this.#box) };
    if (!send("menu", { number: ++count, collection: name, item: asked.id })) miss();
  }

  /** @param {MouseEvent} event */
  #contextMenu(event) {
    const { target, clientX, clientY } = event;
    // Text fields keep the browser's own menu.
    if (event.defaultPrevented || /** @type {Element} */ (target).closest("input, select, textarea")) return;
    event.preventDefault();
    this.open({ x: clientX, y: clientY }, this.#held.of(target)?.id);
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const { target, clipboardData, defaultPrevented } = event;
    // If the room's own code has handled the paste, the waiting key must not paste again.
    if (defaultPrevented) return this.#forgetKeys();
    // If the focus is outside of all collections, the first collection that takes a paste handles the paste, because an
    // empty collection cannot have the focus.
    if (!this.#keys.includes("Mod+V") || isForControl(event) || !front().contains(this.#box)) return;
    if ((/** @type {Element} */ (target).closest("[data-collection]") ?? this.#box) !== this.#box) return;
    event.preventDefault();
    this.#callEntry("Mod+V", { text: clipboardData?.getData("text/plain") ?? "" });
  }

  /** Forgets the keys of a paste, because its event has come. */
  #forgetKeys() {
    clearTimeout(this.#pasting);
    this.#pasting = undefined;
  }

  /**
   * Calls the action of the menu entry with a shortcut.
   *
   * @param {string} shortcut
   * @param {Record<string, string>} [fields]
   */
  #callEntry(shortcut, fields = {}) {
    this.#forgetKeys();
    const collection = /** @type {string} */ (this.#box.dataset.collection);
    ask("press", { collection, item: this.#keyboard.cursor?.id ?? null, shortcut, fields });
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} true if the key is for the menu
   */
  key(event) {
    const { target } = event;
    const tile = this.#held.of(target);
    // Menu keys apply to a tile or the selection, not to a header.
    if (target !== this.#box && target !== tile?.cell) return false;
    const [kind, shortcut] = menuKeyOf(event, this.#keys) ?? [];
    if (!kind || !shortcut) return false;
    if (kind === "paste") {
      // The `paste` event that follows has the text. An empty clipboard may fire no event, so the key alone pastes
      // after a delay.
      this.#pasting ??= setTimeout(() => this.#callEntry(shortcut), pasteDelay);
      return true;
    }
    if (kind === "open") {
      const { left, right, top } = (tile?.cell ?? this.#box).getBoundingClientRect();
      this.open({ x: isMirrored() ? right - 24 : left + 24, y: top + 24 }, tile?.id, true);
    } else if (!event.repeat) {
      this.#callEntry(shortcut);
    }
    // Keeps the key from the page's buttons.
    event.stopPropagation();
    event.preventDefault();
    return true;
  }
}

/**
 * The item that the entry of a scene's menu becomes.
 *
 * @param {Entry} entry
 * @param {Target} target
 * @returns {Item}
 */
const itemOf = ([title, action, shortcut, flags, fields = {}, children], target) => ({
  title,
  shortcut,
  isDisabled: (flags & 1) > 0,
  isDestructive: (flags & 2) > 0,
  isChecked: flags & 4 ? (flags & 8) > 0 : undefined,
  children: children?.map((entry) => itemOf(entry, target)),
  choose: () => ask("do", { action, fields, item: target.id, menu: target.name }),
});

/**
 * Opens a menu in place of the open one. An empty menu does not open.
 *
 * @param {Item[][]} groups
 * @param {Place} place
 */
export function openMenu(groups, place) {
  close();
  if (groups.length === 0) return;
  const menu = make("div", { className: "menu", role: "menu", ariaLabel: phrase("Actions"), tabIndex: -1 });
  groups.forEach((items, index) => {
    if (index > 0) menu.append(make("div", { role: "separator" }));
    for (const item of items) menu.append(makeItem(item, (isByKey) => openSubmenu(item, groups, { ...place, isByKey })));
  });
  // The menu goes into the main landmark, if there is one.
  (front().querySelector("main") ?? front().body ?? front()).append(menu);
  // These sizes ignore transforms of a transition.
  const { offsetWidth, offsetHeight, style } = menu;
  const { x, y } = place.at;
  const [right, bottom] = [innerWidth - offsetWidth - inset, innerHeight - offsetHeight - inset];
  style.left = `${clamp(isMirrored() ? x - offsetWidth : x, inset, right)}px`;
  style.top = `${clamp(y > bottom && y - offsetHeight >= inset ? y - offsetHeight : y, inset, bottom)}px`;
  focus(place.isByKey ? /** @type {HTMLElement} */ (menu.firstChild) : menu);

  const controller = new AbortController();
  close = (isBack) => {
    controller.abort();
    if (isBack) place.focus();
    menu.remove();
  };
  hear(menu, controller.signal);
}

/**
 * Opens a submenu in the place of its menu. The first item leads back.
 *
 * @param {Item} item
 * @param {Item[][]} groups the menu
 * @param {Place} place
 */
function openSubmenu({ title, isOpen, children = [], choose }, groups, place) {
  if (isOpen) return choose();
  const back = () => openMenu(groups, place);
  openMenu([[{ title, isOpen: true, children, choose: back }], children], place);
}

/**
 * @param {Item} item
 * @param {(isByKey: boolean) => void} open opens or leaves a submenu
 */
function makeItem({ title, shortcut, isDisabled, isDestructive, isChecked, children, isOpen, choose }, open) {
  const isSetting = isChecked !== undefined;
  const item = make("div", { role: isSetting ? "menuitemcheckbox" : "menuitem", tabIndex: -1, textContent: title });
  if (isSetting) item.ariaChecked = String(isChecked);
  if (isDisabled) item.ariaDisabled = "true";
  if (children) [item.ariaHasPopup, item.ariaExpanded] = ["menu", String(isOpen ?? false)];
  item.toggleAttribute("data-destructive", isDestructive);
  if (shortcut) {
    const textContent = isMac()
      ? shortcut.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Delete", "⌫")
      : shortcut.replace("Mod", phrase("Ctrl")).replace("Shift", phrase("Shift")).replace("Delete", phrase("Del"))
        .replace("Enter", phrase("Enter"));
    item.ariaKeyShortcuts = shortcut.replace("Mod", isMac() ? "Meta" : "Control");
    item.append(make("kbd", { ariaHidden: "true", textContent }));
  }
  listen(item, {
    click({ detail }) {
      if (item.ariaDisabled) return;
      if (children) return open(!detail);
      close(true);
      choose();
    },
  });
  return item;
}

/**
 * @param {HTMLElement} menu
 * @param {AbortSignal} signal aborted when the menu closes
 */
function hear(menu, signal) {
  const options = { signal, capture: true };
  const isOutside = (/** @type {Event} */ { target }) => !menu.contains(/** @type {Node} */ (target));
  const leave = () => close();
  let isPressed = false;
  listen(menu, {
    keydown: keysOf(menu),
    pointerdown: () => (isPressed = true),
    // The finger that opened the menu may cause a click on an item below it. Such a click is ignored. Clicks by keys
    // have `detail` 0.
    click: (event) => event.detail && !isPressed && event.stopPropagation(),
    contextmenu: (event) => event.preventDefault(),
    pointerover({ target, pointerType }) {
      const item = pointerType === "mouse" && target.closest("[role^=menuitem]");
      if (item) focus(item);
    },
    focusout: ({ relatedTarget }) => relatedTarget && !menu.contains(/** @type {Node} */ (relatedTarget)) && close(),
  }, options);
  listen(document, {
    pointerdown(event) {
      if (!isOutside(event)) return;
      if (!event.button) swallow(event);
      close(true);
    },
    // Only the person's scrolling closes the menu. Updates above the view move nothing on the screen.
    wheel: (event) => isOutside(event) && close(true),
  }, options);
  listen(window, { resize: leave, blur: leave }, { signal });
}

/**
 * Returns the key handler of a menu. Keys move between items, find an item by its first letters, choose, and close.
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
    // The first letter searches from the next item on.
    const from = Math.max(0, typed.length > 1 ? at : at + 1);
    [...items.slice(from), ...items.slice(0, from)]
      .find(({ textContent }) => textContent?.toLowerCase().startsWith(typed))?.focus();
  };
  return (/** @type {KeyboardEvent} */ event) => {
    // Shortcuts of the page and the collection do not apply in a menu.
    event.stopPropagation();
    const { key } = event;
    const at = items.findIndex(hasFocus);
    const next = {
      ArrowDown: items[at + 1] ?? items[0], ArrowUp: items.at(Math.max(at, 0) - 1), Home: items[0], End: items.at(-1),
    }[key];
    if (next) next.focus();
    else if (key === (isMirrored() ? "ArrowLeft" : "ArrowRight")) items[at]?.ariaExpanded === "false" && items[at].click();
    else if (/^Arrow(Left|Right)$/.test(key)) items[0].ariaExpanded === "true" && items[0].click();
    else if (key === "Enter" || (key === " " && !typed)) items[at]?.click();
    else if (key === "Escape" || key === "Tab") close(true);
    else if (key.length === 1 && !hasMod(event) && !event.altKey) find(key, at);
    else return;
    event.preventDefault();
  };
}

/**
 * Ignores the click of a press beside the menu, because the press closes the menu. It does not mean the tile below it, nor
 * the button that has opened the menu.
 *
 * @param {PointerEvent & {target: HTMLElement}} press
 */
function swallow(press) {
  const pressed = press.target.closest("[data-collection], [data-more]");
  if (!pressed) return;
  press.stopPropagation();
  const click = (/** @type {Event} */ event) => event.stopPropagation();
  listen(pressed, { click }, { capture: true, once: true });
  listen(window, { pointerdown: () => pressed.removeEventListener("click", click, true) }, { capture: true, once: true });
}
