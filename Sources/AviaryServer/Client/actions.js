import { listen } from "./element.js";
import { isForControl, shortcutOf } from "./keys.js";

/**
 * Actions: what a person does that calls Swift by name, with a receipt for each; and what changes a selection.
 *
 * @typedef {{element?: HTMLElement, timer?: number, message: import("./frames.js").Message, settled?: (isDone: boolean) => void}} Pending
 * @typedef {{element?: HTMLElement, isQuiet?: boolean, settled?: (isDone: boolean) => void}} Asking what says that it is
 *   busy when it takes long; whether nobody has to be told that there is no connection; who hears of the answer
 */

/** How long an action may take before its button says that it is busy, in milliseconds. */
const patience = 200;

/** What a scene reads at most of one message, in bytes. */
const frameLimit = 32_000;

export class Actions {
  #send;
  #banner;
  #number = 0;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #hasFailed = false;

  /**
   * @param {(...message: import("./frames.js").Message) => boolean} send false when nothing can be sent
   * @param {import("./banner.js").Banner} banner
   */
  constructor(send, banner) {
    this.#send = send;
    this.#banner = banner;
  }

  /** What the button said when a run of clicks began. */
  #clicked = "";

  start() {
    listen(document, { click: (event) => this.#click(event), submit: (event) => this.#submit(event), keydown: press });
  }

  /**
   * An action was done.
   *
   * @param {number} number
   */
  done(number) {
    if (!this.#settle(number, true)) return;
    if (this.#hasFailed) this.#banner.say("error", "");
    this.#hasFailed = false;
  }

  /**
   * An action was not done.
   *
   * @param {number} number
   * @param {string} sentence
   */
  failed(number, sentence) {
    this.#settle(number, false);
    this.#fail(sentence);
  }

  /**
   * Changes a selection; without a connection when it is back, so that what follows finds it changed.
   *
   * @param {...any} message without its number
   */
  select(...message) {
    const numbered = /** @type {import("./frames.js").Message} */ ([...message, ++this.#number]);
    this.#pending.set(this.#number, { message: numbered });
    this.#send(...numbered);
  }

  /** The connection is back: asks again for what has no receipt. The scene knows by the number what it has done. */
  resume() {
    for (const { message } of this.#pending.values()) this.#send(...message);
  }

  /** Says that nothing can be asked for. */
  miss() {
    this.#banner.say("notice", "Not connected, so nothing was done. Try again when the connection is back.");
  }

  /** @param {string} sentence */
  #fail(sentence) {
    this.#hasFailed = true;
    this.#banner.say("error", sentence);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const element = /** @type {Element} */ (event.target).closest("[data-action]:not(form, input, select, textarea)");
    if (!(element instanceof HTMLElement)) return;
    event.preventDefault();
    // A second click means what the first one did: not what the button says since, nor more of what it waits for.
    const text = element.textContent ?? "";
    if (event.detail > 1 && text !== this.#clicked) return;
    this.#clicked = text;
    if (element.ariaBusy) return;
    this.#do(element, /** @type {HTMLButtonElement} */ (element).form);
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.action === undefined) return;
    event.preventDefault();
    // Its text stays until the receipt, so that a second Return would send it again.
    if (![...this.#pending.values()].some(({ element }) => element === form)) this.#do(form, form);
  }

  /**
   * @param {HTMLElement} element
   * @param {HTMLFormElement | null} [form]
   */
  #do(element, form) {
    /** @type {Record<string, string>} */
    const fields = {};
    if (element instanceof HTMLButtonElement && element.name) fields[element.name] = element.value;
    for (const [name, value] of form ? new FormData(form) : []) if (typeof value === "string") fields[name] = value;
    this.call(element, fields, { settled: (isDone) => isDone && element instanceof HTMLFormElement && element.reset() });
  }

  /**
   * Asks for the action of an element.
   *
   * @param {HTMLElement} element
   * @param {Record<string, string>} fields
   * @param {Asking} [asking]
   */
  call(element, fields, asking) {
    const item = element.closest("[data-item]")?.getAttribute("data-item") ?? null;
    const header = /** @type {HTMLElement | null} */ (element.closest("[data-section]"));
    const section = header ? [null, header.dataset.section] : [];
    return this.ask(["do", element.dataset.action, fields, item, ...section], { element, ...asking });
  }

  /**
   * Asks for something that has a receipt.
   *
   * @param {[name: string, ...arguments: any[]]} request without its number
   * @param {Asking} [asking]
   * @returns {boolean | void} whether there will be an answer; otherwise the person was told why not
   */
  ask([name, ...values], { element, isQuiet, settled } = {}) {
    /** @type {import("./frames.js").Message} */
    const message = [name, ++this.#number, ...values];
    if (new Blob([JSON.stringify(message)]).size > frameLimit) {
      return this.#fail("This is too long to be sent. Shorten it, then try again.");
    }
    // Nothing is kept for later: by then it may mean something else.
    if (!this.#send(...message)) {
      return isQuiet ? undefined : this.miss();
    }
    const timer = element && setTimeout(() => (element.ariaBusy = "true"), patience);
    this.#pending.set(this.#number, { element, timer, message, settled });
    return true;
  }

  /**
   * @param {number} number
   * @param {boolean} isDone
   */
  #settle(number, isDone) {
    const pending = this.#pending.get(number);
    if (!pending) return;
    this.#pending.delete(number);
    clearTimeout(pending.timer);
    if (pending.element) pending.element.ariaBusy = null;
    pending.settled?.(isDone);
    return pending.element;
  }
}

/**
 * Presses the button whose `data-shortcut` this is; text fields keep their keys.
 *
 * @param {KeyboardEvent} event
 */
const press = (event) => {
  if (isForControl(event)) return;
  const shortcut = shortcutOf(event).toUpperCase();
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-shortcut]"))) {
    if (!button.dataset.shortcut?.toUpperCase().split(" ").includes(shortcut)) continue;
    event.preventDefault();
    button.click();
  }
};
