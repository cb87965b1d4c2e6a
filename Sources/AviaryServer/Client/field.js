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

  /** How many answers are missing. */
  #asked = 0;

  /**
   * What is asked for next, once there is an answer. What is typed meanwhile does not change it.
   *
   * @type {string | boolean | undefined}
   */
  #next;

  /**
   * What the person does with another control of the same name.
   *
   * @type {string | undefined}
   */
  #followed;

  /** Whether the person has typed or dragged since anything was asked for. */
  #isFresh = false;

  /** Whether what is typed was refused, and is kept to be mended. */
  #isKept = false;

  /** Whether what was refused is asked for again. */
  isRetried = false;

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
    this.#isKept = this.isRetried = false;
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
    this.isTyped = this.#isFresh = true;
    this.#isKept = this.isRetried = false;
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

  /** What was refused is asked for again. */
  retry() {
    if (!this.isJudged) return;
    this.#sent = undefined;
    this.#isKept = false;
    this.isRetried = true;
  }

  /** Whether the control holds what the person typed although it was refused, to be mended. */
  get isRefused() {
    return this.control.ariaInvalid === "true";
  }

  /** Whether it was refused and nothing was typed since: what the scene said of it still holds. */
  get isJudged() {
    return this.#isKept && this.isRefused && !this.isAsking;
  }

  /** The person takes it back: what was committed before is shown, or else what the store says. */
  drop() {
    this.isTyped = this.#isFresh = false;
    // What a control asks for while it is dragged was not committed.
    if (this.control.dataset && "live" in this.control.dataset) this.#next = undefined;
    if (!this.isAsking) return this.show();
    this.control[this.#property] = this.isRetried ? this.stored : (this.#next ?? this.#sent);
  }

  /** The scene does not refuse it any more, because another value was chosen elsewhere. Text with the caret in it stays. */
  accept() {
    if (!this.isJudged) return;
    if (this.control.matches(":focus")) this.retry();
    else this.drop();
  }

  /**
   * Whether the value has to be asked for: it is another than the store's, or than what was asked for last.
   *
   * From now on it is not the person's any more, unless it was refused: then it stays, to be mended.
   */
  commit() {
    if (this.isJudged) return false;
    // The same text again may follow another wish of the person's.
    const isAgain = this.isAsking ? this.#isFresh : this.isRefused;
    const isNew = isAgain || this.#next !== undefined || this.value !== (this.#sent ?? this.stored);
    this.isTyped = this.#isFresh = false;
    if (!isNew && !this.isAsking) this.show();
    return isNew;
  }

  /**
   * Whether the value may be asked for now; one that may not waits until there is an answer to the one before, and an older
   * one is not asked for at all.
   *
   * @param {boolean} [isNext] whether the value that waits, if there is one, waits no longer: something else is asked for next
   */
  take(isNext) {
    if (!isNext) {
      this.#next = this.value;
      this.#isFresh = false;
    }
    if (this.#next === undefined || (!isNext && this.isAsking)) return false;
    this.#sent = this.#next;
    this.#next = undefined;
    this.#isTold = false;
    this.#asked++;
    return true;
  }

  /** What was asked for last. */
  get asked() {
    return this.#sent ?? this.value;
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
    this.isRetried = false;
    const isWaiting = this.#next !== undefined;
    if (isDone && !this.#isBound) this.stored = this.#sent ?? this.stored;
    // The store never said what was not taken.
    if ((!isDone || this.isRefused) && this.was === this.#sent) this.was = this.stored;
    if (!isDone) this.#sent = undefined;
    // It stays, wherever the keyboard is: a press that is under way means what is seen.
    if (this.isRefused && !isWaiting) {
      this.#isKept = !this.isTyped;
      this.isTyped = true;
    }
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
