import { focus, listen, make } from "./element.js";

/**
 * Menus: the scene says what is in one, a person opens it by a right click, a hold or the keyboard, and chooses.
 *
 * @typedef {{x: number, y: number}} Point in the window
 * @typedef {{name: string | undefined, id: string | null, at: Point, element: Element, focus: () => void, isByKey?: boolean}} Place
 *   the collection and the item, if it is one; where to open it; what it is for, and what gets the focus back
 * @typedef {[title: string, action: string, shortcut: string, flags: number]} Entry
 */

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** How far from the edges of the window a menu stays, in points. */
const inset = 8;

/** How long letters belong to one word, in milliseconds. */
const pause = 700;

export class Menus {
  #send;
  #actions;
  #number = 0;
  /** @type {Place | undefined} */
  #asked;
  /** @type {Menu | undefined} */
  #menu;

  /**
   * @param {(...message: import("./frames.js").Message) => boolean} send
   * @param {import("./actions.js").Actions} actions
   */
  constructor(send, actions) {
    this.#send = send;
    this.#actions = actions;
  }

  /**
   * Asks the scene what is in a menu.
   *
   * @param {Place} place
   */
  ask(place) {
    this.#asked = place;
    if (!this.#send("menu", ++this.#number, place.name, place.id)) this.#actions.miss();
  }

  /**
   * Opens the menu that was asked for last.
   *
   * @param {number} number
   * @param {Entry[][]} groups
   */
  show(number, groups) {
    const place = this.#asked;
    if (number !== this.#number || !place) return;
    this.#asked = undefined;
    this.#menu?.close();
    if (groups.length === 0) return;
    this.#menu = new Menu(place, groups, (action) => this.#actions.ask(["do", action, {}, place.id, place.name]));
  }
}

/** A menu that is open. */
class Menu {
  #place;
  #choose;
  #element = make("div", { className: "menu", role: "menu", ariaLabel: "Actions", tabIndex: -1 });
  /** @type {HTMLElement[]} */
  #items = [];
  #closed = new AbortController();
  #typed = "";
  #typedAt = 0;

  /**
   * @param {Place} place
   * @param {Entry[][]} groups
   * @param {(action: string) => void} choose
   */
  constructor(place, groups, choose) {
    this.#place = place;
    this.#choose = choose;
    const menu = this.#element;
    groups.forEach((entries, index) => {
      if (index > 0) menu.append(make("div", { role: "separator" }));
      for (const entry of entries) this.#add(entry);
    });
    // Where a landmark is, if there is one.
    (place.element.closest("main") ?? document.body).append(menu);
    // Its size, not what a transition makes of it.
    const { offsetWidth, offsetHeight } = menu;
    const { x, y } = place.at;
    const [right, bottom] = [innerWidth - offsetWidth - inset, innerHeight - offsetHeight - inset];
    menu.style.left = `${Math.max(inset, Math.min(x, right))}px`;
    menu.style.top = `${Math.max(inset, y > bottom && y - offsetHeight >= inset ? y - offsetHeight : Math.min(y, bottom))}px`;
    focus(place.isByKey ? this.#items[0] : menu);
    this.#listen();
  }

  /** @param {Entry} entry */
  #add([title, action, shortcut, flags]) {
    const item = make("div", { role: "menuitem", tabIndex: -1, textContent: title });
    if (flags & 1) item.ariaDisabled = "true";
    item.toggleAttribute("data-destructive", (flags & 2) > 0);
    if (shortcut) {
      const textContent = isMac
        ? shortcut.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Delete", "⌫")
        : shortcut.replace("Mod", "Ctrl").replace("Delete", "Del");
      item.ariaKeyShortcuts = shortcut.replace("Mod", isMac ? "Meta" : "Control");
      item.append(make("kbd", { ariaHidden: "true", textContent }));
    }
    listen(item, { click: () => this.#press(item, action) });
    this.#items.push(item);
    this.#element.append(item);
  }

  #listen() {
    const options = { signal: this.#closed.signal, capture: true };
    const menu = this.#element;
    const { element } = this.#place;
    const { top } = element.getBoundingClientRect();
    listen(menu, {
      keydown: (event) => this.#key(event),
      contextmenu: (event) => event.preventDefault(),
      pointerover: ({ target, pointerType }) => {
        const item = pointerType === "mouse" && target.closest("[role=menuitem]");
        if (item) focus(item);
      },
      focusout: ({ relatedTarget }) => relatedTarget && !menu.contains(relatedTarget) && this.close(),
    }, options);
    listen(document, {
      pointerdown: (event) => {
        if (menu.contains(event.target)) return;
        if (!event.button) swallow(event);
        this.close(true);
      },
      // Scrolled by the person, that is: what comes or goes above moves nothing on the screen.
      scroll: ({ target }) => {
        const isMoved = target === element || Math.abs(element.getBoundingClientRect().top - top) > 1;
        if (isMoved && !menu.contains(target)) this.close(true);
      },
    }, options);
    const leave = (/** @type {Event} */ { target }) => target === window && this.close();
    listen(window, { resize: leave, blur: leave }, options);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // Neither the page's shortcuts nor the collection's mean the menu.
    event.stopPropagation();
    const { key } = event;
    const items = this.#items;
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = {
      ArrowDown: (at + 1) % items.length, ArrowUp: (Math.max(at, 0) || items.length) - 1, Home: 0, End: items.length - 1,
    }[key];
    if (next !== undefined) items[next].focus();
    else if (key === "Enter" || (key === " " && !this.#isTyping(event))) items[at]?.click();
    else if (key === "Escape" || key === "Tab") this.close(true);
    else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) this.#find(event, at);
    else return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #isTyping({ timeStamp }) {
    return this.#typed !== "" && timeStamp - this.#typedAt < pause;
  }

  /**
   * Goes to the next item that begins with what is typed.
   *
   * @param {KeyboardEvent} event
   * @param {number} at
   */
  #find(event, at) {
    this.#typed = ((this.#isTyping(event) ? this.#typed : "") + event.key).toLowerCase();
    this.#typedAt = event.timeStamp;
    const from = this.#typed.length === 1 ? at + 1 : Math.max(at, 0);
    [...this.#items.slice(from), ...this.#items.slice(0, from)]
      .find((item) => item.textContent?.toLowerCase().startsWith(this.#typed))?.focus();
  }

  /**
   * @param {HTMLElement} item
   * @param {string} action
   */
  #press(item, action) {
    if (item.ariaDisabled) return;
    this.close(true);
    this.#choose(action);
  }

  /** @param {boolean} [isBack] whether the focus goes back to where it was opened */
  close(isBack) {
    this.#closed.abort();
    if (isBack) this.#place.focus();
    this.#element.remove();
  }
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
