import { fieldOf, isControl } from "./field.js";

/**
 * Form controls with `data-action`: what a person types, drags or chooses in them calls Swift when it is committed, with
 * `data-live` also before.
 *
 * @typedef {import("./field.js").Field} Field
 * @typedef {import("./field.js").Control} Control
 */
export class Fields {
  #actions;

  /** @param {import("./actions.js").Actions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  start() {
    for (const [name, hear] of /** @type {[string, (control: Control, event: any) => void][]} */ ([
      ["input", (control) => this.#input(control)],
      ["change", (control) => this.#commit(control)],
      ["keydown", (control, event) => this.#key(control, event)],
      // A value that was typed back to what it was is no change to the browser.
      ["focusout", (control) => control !== document.activeElement && fieldOf(control).isTyped && this.#commit(control)],
    ])) {
      document.addEventListener(name, (event) => {
        const control = /** @type {Control} */ (event.target);
        if (control instanceof Element && isControl(control)) hear(control, event);
      });
    }
    // What is in a form is the person's until the form is sent.
    document.addEventListener("reset", ({ target }) => {
      const controls = [.../** @type {HTMLFormElement} */ (target).elements].filter(isControl);
      queueMicrotask(() => controls.forEach((control) => fieldOf(control).drop()));
    });
  }

  /** @param {Control} control */
  #input(control) {
    const field = fieldOf(control);
    field.type();
    if (control.dataset.live !== undefined) this.#send(field, true);
  }

  /** @param {Control} control */
  #commit(control) {
    const field = fieldOf(control);
    if (control.dataset.action !== undefined && field.commit()) this.#send(field);
  }

  /**
   * @param {Control} control
   * @param {KeyboardEvent} event
   */
  #key(control, event) {
    // Keys of an input method are its own.
    if (control.dataset.action === undefined || event.isComposing) return;
    if (event.key === "Enter" && control.localName === "input") {
      // Nor does Return send a form around it.
      event.preventDefault();
      this.#commit(control);
    } else if (event.key === "Escape" && fieldOf(control).isTyped) {
      event.preventDefault();
      fieldOf(control).drop();
    }
  }

  /**
   * @param {Field} field
   * @param {boolean} [isLive]
   */
  #send(field, isLive) {
    if (!field.take()) return;
    const { control, value } = field;
    const isAsked = this.#actions.call(control, { [control.name]: String(value) }, isLive, (isDone) => {
      if (field.settle(isDone)) this.#send(field, field.isTyped);
    });
    if (isAsked) return;
    // A text is not lost with the connection: it can be committed again.
    field.isTyped ||= isText(control);
    field.settle(false);
  }
}

/** @param {Control} control */
const isText = (control) => control.matches("textarea, input:not([type=range], [type=checkbox], [type=color])");
