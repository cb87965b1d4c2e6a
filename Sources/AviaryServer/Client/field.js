/**
 * Whose the value of a form control is: the store's, which an outlet shows, or the person's, who is just typing, dragging or
 * waiting for an answer. Nothing touches what is the person's; what the store says meanwhile is shown afterwards.
 *
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control
 */
export class Field {
  control;
  #property;

  /** What the store says, as far as this page was told. */
  stored;

  /** What the store said when the person began. */
  was;

  /** Whether an outlet tells of the store; what was asked for last has to do instead otherwise. */
  #isBound = false;

  /** Whether the person has typed or dragged, and neither committed nor dropped it. */
  isTyped = false;

  /**
   * What was asked for and is not shown by the store yet.
   *
   * @type {string | boolean | undefined}
   */
  #sent;

  /** How many answers are missing, and whether a newer value waits for them. */
  #asked = 0;
  #isWaiting = false;

  /**
   * What the person does with another control of the same name.
   *
   * @type {string | undefined}
   */
  #followed;

  /** Whether the store has said anything since it was asked last. */
  #isTold = false;

  /** @param {any} control in the state that stands for the store's until that is told */
  constructor(control) {
    this.control = control;
    const { type, options } = control;
    this.#property = type === "checkbox" ? "checked" : "value";
    // A select is made a field by its first choice, and has no default value of its own.
    const chosen = options && ([...options].find((option) => option.defaultSelected) ?? options[0])?.value;
    this.stored = (type === "checkbox" ? control.defaultChecked : control.defaultValue) ?? chosen ?? control.value;
    this.was = this.stored;
  }

  /** @returns {string | boolean} */
  get value() {
    return this.control[this.#property];
  }

  get isAsking() {
    return this.#asked > 0;
  }

  get isHeld() {
    return this.isTyped || this.isAsking;
  }

  /** Whether what the store says next may be the person's doing. */
  get isOwn() {
    return this.isHeld || this.#sent !== undefined;
  }

  /**
   * The store says something.
   *
   * @param {string | boolean} value
   * @returns {boolean} whether it is news to a person who is typing something else
   */
  write(value) {
    const isNews = this.isTyped && value !== this.stored && value !== this.was && value !== this.value;
    this.stored = value;
    this.#isBound = this.#isTold = true;
    if (!this.isHeld && this.#followed === undefined) this.show();
    return isNews;
  }

  /** Shows what the store says, with the caret where it is. */
  show() {
    const { control, stored } = this;
    this.#sent = undefined;
    // A value that was refused is not there any more.
    if (control.ariaInvalid) control.ariaInvalid = null;
    fit(control, String(stored));
    if (this.value === stored) return;
    const { selectionStart, selectionEnd, value } = control;
    control[this.#property] = stored;
    if (selectionStart === null || !control.matches?.(":focus") || !control.setSelectionRange) return;
    const isAll = selectionEnd > selectionStart && selectionEnd - selectionStart === value.length;
    control.setSelectionRange(selectionStart, isAll ? control.value.length : selectionEnd);
  }

  /** The person types, drags or chooses. */
  type() {
    fit(this.control, String(this.value));
    if (!this.isTyped) this.was = this.#sent ?? this.stored;
    this.isTyped = true;
    this.#followed = undefined;
  }

  /**
   * Shows what the person does with another control of the same name; without a value, what the store says again.
   *
   * @param {string} [value]
   */
  follow(value) {
    if (this.isHeld) return;
    const hasFollowed = this.#followed !== undefined;
    this.#followed = value;
    if (value !== undefined) this.control[this.#property] = value;
    else if (hasFollowed) this.show();
  }

  /** What was refused is asked for again if the person wants that. */
  retry() {
    if (this.isRefused) this.#sent = undefined;
  }

  /** Whether the control holds what the person typed although it was refused, to be mended. */
  get isRefused() {
    return this.control.ariaInvalid === "true";
  }

  /** The person takes it back. */
  drop() {
    this.isTyped = this.#isWaiting = false;
    if (!this.isAsking) this.show();
  }

  /**
   * Whether the value has to be asked for: it is another than the store's, or than what was asked for last.
   *
   * From now on it is not the person's any more.
   */
  commit() {
    const isNew = this.value !== (this.#sent ?? this.stored);
    this.isTyped = false;
    if (!isNew && !this.isAsking) this.show();
    return isNew;
  }

  /**
   * Whether the value may be asked for now; one that may not waits until there is an answer to the one before, and an older
   * one is not asked for at all.
   *
   * @param {boolean} [isUrgent] whether the value that waits, if there is one, waits no longer: something else is asked for next
   */
  take(isUrgent) {
    const isNow = isUrgent ? this.#isWaiting : !this.isAsking;
    this.#isWaiting = !isNow && !isUrgent;
    if (isNow) {
      this.#sent = this.value;
      this.#isTold = false;
      this.#asked++;
    }
    return isNow;
  }

  /**
   * There is an answer, or nothing could be asked.
   *
   * @param {boolean} isDone
   * @param {boolean} [isLate] whether the store, if it has said nothing yet, is about to
   * @returns {boolean} whether a newer value has waited for it
   */
  settle(isDone, isLate) {
    // The answer to the last value decides.
    if (--this.#asked) return false;
    const isWaiting = this.#isWaiting;
    this.#isWaiting = false;
    if (isDone && !this.#isBound) this.stored = this.#sent ?? this.stored;
    if (!isDone) this.#sent = undefined;
    if (this.isRefused && !isWaiting && this.control.matches(":focus")) this.isTyped = true;
    if (!isWaiting && !this.isTyped && !(isDone && isLate && !this.#isTold)) this.show();
    return isWaiting;
  }
}

/**
 * Has a text field with `data-fits` as wide as its text, where the browser's `field-sizing` does not.
 *
 * @param {Control} control
 * @param {string} text
 */
function fit(control, text) {
  if (control.dataset?.fits === undefined || CSS.supports("field-sizing: content")) return;
  /** @type {HTMLInputElement} */ (control).size = Math.max(2, text.length);
}

/** @type {WeakMap<Element, Field>} */
const fields = new WeakMap();

/** @param {Element} element */
export const isControl = (element) => element.matches("input:not([type=file]), select, textarea");

/** @param {Element} control */
export function fieldOf(control) {
  const field = fields.get(control) ?? new Field(control);
  fields.set(control, field);
  return field;
}

/**
 * The control is to show something else: what was the person's is not any more.
 *
 * @param {Element} control
 */
export const forget = (control) => fields.delete(control);
