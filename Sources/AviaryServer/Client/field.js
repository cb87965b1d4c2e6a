/**
 * The state of a form control's value.
 *
 * The value belongs to the store, as an outlet shows it, or to a person who is typing, dragging or waiting for an
 * answer. Nothing overwrites the person's value. The store's newer value is shown afterwards.
 *
 * @typedef {(HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) & Parts} Control
 * @typedef {object} Parts what only some controls have
 * @property {HTMLOptionsCollection} [options]
 * @property {boolean} [checked]
 * @property {boolean} [defaultChecked]
 * @property {string} [defaultValue]
 * @property {(start: number | null, end: number | null) => void} [setSelectionRange]
 * @property {() => void} [select]
 * @typedef {Record<"checked" | "value", string | boolean | undefined>} Values a control by the property that has its
 *   value: the value in use has the type of that property
 * @typedef {{selectionStart: number | null, selectionEnd: number, value: string}} Selection a control without a
 *   selection has no beginning either
 */
export class Field {
  control;
  /** @type {"checked" | "value"} */
  #property;

  /** The store's value, as last received. */
  stored;

  /**
   * The value when the person began to type: the requested value that the store has not confirmed, or else the store's
   * value.
   */
  was;

  /** True if an outlet shows the store's value. Otherwise the last requested value stands for the store's value. */
  #isBound = false;

  /** True if the person has typed or dragged, and has neither committed nor discarded the value. */
  isTyped = false;

  /**
   * The value that was requested and that the store has not confirmed yet.
   *
   * @type {string | boolean | undefined}
   */
  #sent;

  /**
   * The value of `#sent` before the last request.
   *
   * @type {string | boolean | undefined}
   */
  #before;

  /** The number of answers that are missing. */
  #asked = 0;

  /**
   * The value to request next, after the pending answer. Typing meanwhile does not change it.
   *
   * @type {string | boolean | undefined}
   */
  #next;

  /**
   * The value that the person is typing into another control of the same name.
   *
   * @type {string | undefined}
   */
  #mirrored;

  /** True if the person has typed or dragged since the last request. */
  #isFresh = false;

  /** True if the typed value was refused, and stays so that the person can correct it. */
  #isLeftToCorrect = false;

  /** True while a refused value is requested again. */
  isRetried = false;

  /** True if the store has sent a value since the last request. */
  #isWritten = false;

  /** @param {Control} control its default value stands for the store's value until one is received */
  constructor(control) {
    this.control = control;
    const { type, options } = control;
    this.#property = type === "checkbox" ? "checked" : "value";
    // A select has no default value of its own. The option selected in the markup stands for it, or else the first
    // option.
    const chosen = options && ([...options].find((option) => option.defaultSelected) ?? options[0])?.value;
    this.stored = (type === "checkbox" ? control.defaultChecked : control.defaultValue) ?? chosen ?? control.value;
    this.was = this.stored;
  }

  /** @returns {string | boolean} */
  get value() {
    return /** @type {string | boolean} */ (this.control[this.#property]);
  }

  get isAsking() {
    return this.#asked > 0;
  }

  get isPending() {
    return this.isTyped || this.isAsking;
  }

  /** True if the store's next value may be the result of the person's own change. */
  get isOwn() {
    return this.isPending || this.#sent !== undefined;
  }

  /**
   * Takes a new value from the store.
   *
   * @param {string | boolean} value
   * @returns {boolean} true if the value is news to a person who is typing something else
   */
  write(value) {
    const isNews = this.isTyped && value !== this.stored && value !== this.was && value !== this.value;
    this.stored = value;
    this.#isBound = this.#isWritten = true;
    if (!this.isPending && this.#mirrored === undefined) this.show();
    return isNews;
  }

  /** Shows the store's value, and keeps the caret. */
  show() {
    const { control, stored } = this;
    this.#sent = undefined;
    this.#isLeftToCorrect = this.isRetried = false;
    // The refused value is replaced, so the mark of the refusal goes, too.
    if (control.ariaInvalid) control.ariaInvalid = null;
    fit(control, String(stored));
    if (this.value === stored) return;
    const { selectionStart, selectionEnd, value } = /** @type {Selection} */ (control);
    /** @type {Values} */ (control)[this.#property] = stored;
    if (selectionStart === null || !control.matches?.(":focus") || !control.setSelectionRange) return;
    const isAll = selectionEnd > selectionStart && selectionEnd - selectionStart === value.length;
    control.setSelectionRange(selectionStart, isAll ? control.value.length : selectionEnd);
  }

  /** Notes that the person types, drags or chooses. */
  type() {
    fit(this.control, String(this.value));
    if (!this.isTyped) this.was = this.#sent ?? this.stored;
    this.isTyped = this.#isFresh = true;
    this.#isLeftToCorrect = this.isRetried = false;
    this.#mirrored = undefined;
  }

  /**
   * Shows the value that the person is typing into another control of the same name. Without `value`, it shows the
   * store's value again.
   *
   * @param {string} [value]
   */
  mirror(value) {
    if (this.isPending) return;
    const wasMirrored = this.#mirrored !== undefined;
    this.#mirrored = value;
    if (value !== undefined) /** @type {Values} */ (this.control)[this.#property] = value;
    else if (wasMirrored) this.show();
  }

  /** Prepares a refused value to be requested again. */
  retry() {
    if (!this.isJudged) return;
    this.#sent = undefined;
    this.#isLeftToCorrect = false;
    this.isRetried = true;
  }

  /** True if the control still holds a refused value, so that the person can correct it. */
  get isRefused() {
    return this.control.ariaInvalid === "true";
  }

  /**
   * True if the value was refused and the person has not changed it after that, so the scene's judgement still holds.
   */
  get isJudged() {
    return this.#isLeftToCorrect && this.isRefused && !this.isAsking;
  }

  /** Discards the typed value: shows the value committed before, or else the store's value. */
  discard() {
    this.isTyped = this.#isFresh = false;
    // The intermediate values of a live control were not committed, so a waiting one is discarded, too.
    if (this.control.dataset && "live" in this.control.dataset) this.#next = undefined;
    if (!this.isAsking && this.#sent === undefined) return this.show();
    /** @type {Values} */ (this.control)[this.#property] = this.isRetried ? this.stored : (this.#next ?? this.#sent);
  }

  /**
   * Notes that the scene no longer refuses the value, because another value was chosen elsewhere. Text with the caret
   * in it stays.
   */
  accept() {
    if (!this.isJudged) return;
    if (this.control.matches(":focus")) this.retry();
    else this.discard();
  }

  /**
   * Commits the value. Returns true if the value has to be requested, because it differs from the value that was
   * requested last, or else from the store's value.
   *
   * From now on the value is not the person's any more. A refused value stays, so that the person can correct it.
   */
  commit() {
    if (this.isJudged) return false;
    // The same text may be wanted again after another request that is still pending.
    const isAgain = this.isAsking ? this.#isFresh : this.isRefused;
    const isNew = isAgain || this.#next !== undefined || this.value !== (this.#sent ?? this.stored);
    this.isTyped = this.#isFresh = false;
    if (!isNew && !this.isAsking && this.#sent === undefined) this.show();
    return isNew;
  }

  /**
   * Returns true if the value may be requested now. Otherwise the value waits for the pending answer, and replaces an
   * older value that waits.
   *
   * @param {boolean} [isNext] true if the waiting value, if there is one, must be sent now, because another request
   *   follows
   */
  take(isNext) {
    if (!isNext) {
      this.#next = this.value;
      this.#isFresh = false;
    }
    if (this.#next === undefined || (!isNext && this.isAsking)) return false;
    this.#before = this.#sent;
    this.#sent = this.#next;
    this.#next = undefined;
    this.#isWritten = false;
    this.#asked++;
    return true;
  }

  /** The value that was requested last. */
  get asked() {
    return this.#sent ?? this.value;
  }

  /** Takes back a value that is too long to be sent. It counts as typed, so the person can shorten it. */
  takeBack() {
    this.#asked--;
    this.#sent = this.#before;
    this.isTyped = true;
  }

  /**
   * Handles an answer. The store's value may come later, so the requested value stays until then.
   *
   * @param {boolean} isDone
   * @returns {boolean} true if a newer value has waited for the answer
   */
  settle(isDone) {
    // Only the answer to the last request decides.
    if (--this.#asked) return false;
    this.isRetried = false;
    const isWaiting = this.#next !== undefined;
    if (isDone && !this.#isBound) this.stored = this.#sent ?? this.stored;
    // The store never had the value that it did not accept.
    if ((!isDone || this.isRefused) && this.was === this.#sent) this.was = this.stored;
    if (!isDone || this.isRefused) this.#sent = undefined;
    // A refused value stays even without the focus, because a press that is under way refers to what is on the screen.
    if (this.isRefused && !isWaiting) {
      this.#isLeftToCorrect = !this.isTyped;
      this.isTyped = true;
    }
    if (!isWaiting && !this.isTyped && !(isDone && !this.#isWritten)) this.show();
    return isWaiting;
  }
}

/**
 * Makes a text field with `data-fits` as wide as its text, where the browser has no `field-sizing`.
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

/** @type {(element: Element) => element is Control} */
export const isControl = (element) => element.matches("input:not([type=file]), select, textarea");

/** @param {Control} control */
export function fieldOf(control) {
  const field = fields.get(control) ?? new Field(control);
  fields.set(control, field);
  return field;
}

/**
 * Forgets the field of a control that will show something else.
 *
 * @param {Element} control
 */
export const forget = (control) => fields.delete(control);
