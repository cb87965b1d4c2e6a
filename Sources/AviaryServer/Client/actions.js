// data-action: a click on a button or the submission of a form becomes a numbered request, and its receipt comes back.

const patience = 200;

export class Actions {
  #send;
  #say;
  #number = 0;
  /** @type {Map<number, {element: HTMLElement, timer: number}>} */
  #pending = new Map();

  /** @param {(message: any[]) => boolean} send @param {(kind: string, sentence: string) => void} say */
  constructor(send, say) {
    [this.#send, this.#say] = [send, say];
  }

  #onClick = (event) => {
    const button = event.target.closest("[data-action]:not(form)");
    if (button && !button.disabled) this.#perform(button, {});
  };

  #onSubmit = (event) => {
    const form = event.target.closest("form[data-action]");
    if (!form) return;
    event.preventDefault();
    const texts = [...new FormData(form)].filter(([, value]) => typeof value === "string");
    this.#perform(form, Object.fromEntries(texts));
  };

  #onKey = (event) => {
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const keys = [event.ctrlKey || event.metaKey ? "Mod" : "", event.altKey ? "Alt" : "", event.shiftKey ? "Shift" : "", event.key.toUpperCase()];
    const shortcut = keys.filter(Boolean).join("+");
    const button = [...document.querySelectorAll("[data-shortcut]")].find((element) => element.dataset.shortcut.toUpperCase() === shortcut.toUpperCase());
    if (!button) return;
    event.preventDefault();
    button.click();
  };

  start() {
    document.addEventListener("click", this.#onClick);
    document.addEventListener("submit", this.#onSubmit);
    document.addEventListener("keydown", this.#onKey);
  }

  stop() {
    document.removeEventListener("keydown", this.#onKey);
    document.removeEventListener("click", this.#onClick);
    document.removeEventListener("submit", this.#onSubmit);
  }

  #perform(element, fields) {
    const number = ++this.#number;
    const item = element.closest("[data-item]")?.dataset.item ?? null;
    if (!this.#send(["do", number, element.dataset.action, fields, item])) {
      this.#say("error", "The gallery cannot be reached. Nothing was done; try again when the page is connected.");
      return;
    }
    const timer = setTimeout(() => element.setAttribute("aria-busy", "true"), patience);
    this.#pending.set(number, { element, timer });
  }

  /** @param {number} number */
  done(number) {
    const element = this.#end(number);
    if (element instanceof HTMLFormElement) element.reset();
  }

  /** @param {number} number @param {string} sentence */
  failed(number, sentence) {
    this.#end(number);
    this.#say("error", sentence);
  }

  /** The connection is lost: no receipt will come. What the store holds is shown when the page is back. */
  forget() {
    for (const number of [...this.#pending.keys()]) this.#end(number);
  }

  #end(number) {
    const pending = this.#pending.get(number);
    if (!pending) return null;
    clearTimeout(pending.timer);
    pending.element.removeAttribute("aria-busy");
    this.#pending.delete(number);
    return pending.element;
  }
}
