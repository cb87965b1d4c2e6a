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
  #element = document.createElement("div");
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
    menu.className = "menu";
    menu.tabIndex = -1;
    menu.setAttribute("role", "menu");
    menu.ariaLabel = "Actions";
    groups.forEach((entries, index) => {
      if (index > 0) menu.append(make("separator"));
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
    (place.isByKey ? this.#items[0] : menu).focus({ preventScroll: true });
    this.#listen();
  }

  /** @param {Entry} entry */
  #add([title, action, shortcut, flags]) {
    const item = make("menuitem");
    item.tabIndex = -1;
    item.textContent = title;
    if (flags & 1) item.ariaDisabled = "true";
    item.toggleAttribute("data-destructive", (flags & 2) > 0);
    if (shortcut) {
      const keys = document.createElement("kbd");
      keys.ariaHidden = "true";
      keys.textContent = isMac
        ? shortcut.replace("Mod+", "⌘").replace("Shift+", "⇧").replace("Delete", "⌫")
        : shortcut.replace("Mod", "Ctrl").replace("Delete", "Del");
      item.setAttribute("aria-keyshortcuts", shortcut.replace("Mod", isMac ? "Meta" : "Control"));
      item.append(keys);
    }
    item.addEventListener("click", () => this.#press(item, action));
    this.#items.push(item);
    this.#element.append(item);
  }

  #listen() {
    const { signal } = this.#closed;
    const menu = this.#element;
    const { element } = this.#place;
    const { top } = element.getBoundingClientRect();
    const isOutside = (/** @type {Event} */ { target }) => !menu.contains(/** @type {Node} */ (target));
    const hear = (/** @type {EventTarget} */ from, /** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
      from.addEventListener(name, act, { signal, capture: true });
    hear(menu, "keydown", (event) => this.#key(event));
    hear(menu, "contextmenu", (event) => event.preventDefault());
    hear(menu, "pointerover", ({ target, pointerType }) => {
      if (pointerType === "mouse") target.closest("[role=menuitem]")?.focus({ preventScroll: true });
    });
    hear(menu, "focusout", ({ relatedTarget }) => relatedTarget && !menu.contains(relatedTarget) && this.close());
    hear(document, "pointerdown", (event) => {
      if (!isOutside(event)) return;
      // A press beside the menu takes it away; it does not mean the tile that happens to be there.
      const collection = event.target.closest("[data-collection]");
      if (collection && !event.button) {
        event.stopPropagation();
        const swallow = (/** @type {Event} */ click) => click.stopPropagation();
        collection.addEventListener("click", swallow, { capture: true, once: true });
        addEventListener("pointerdown", () => collection.removeEventListener("click", swallow, true), { capture: true, once: true });
      }
      this.close(true);
    });
    // Scrolled by the person, that is: what comes or goes above moves nothing on the screen.
    hear(document, "scroll", (event) => {
      const isMoved = event.target === element || Math.abs(element.getBoundingClientRect().top - top) > 1;
      if (isOutside(event) && isMoved) this.close(true);
    });
    for (const name of ["resize", "blur"]) hear(window, name, ({ target }) => target === window && this.close());
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

/** @param {string} role */
const make = (role) => {
  const element = document.createElement("div");
  element.setAttribute("role", role);
  return element;
};
