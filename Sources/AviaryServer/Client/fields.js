import { call, flush, mayLoseRequest } from "./actions.js";
import { say, withdraw } from "./banner.js";
import { isConnected } from "./connection.js";
import { cellOf, focus, listen } from "./element.js";
import { fieldOf, forget, isControl } from "./field.js";
import { isComposed } from "./keys.js";
import { phrase } from "./words.js";

/**
 * Form controls with `data-action`. They call Swift when the person commits a value, and with `data-live` also while it
 * changes.
 *
 * In a cell a commit edits the item of the cell. The edit stays with the item until it ends, even if the list scrolls
 * the cell away.
 *
 * @typedef {import("./field.js").Field} Field
 * @typedef {import("./field.js").Control} Control
 */

/** How long after the answer the store's new value may come, in milliseconds. */
const delay = 500;

/**
 * The controls of cells that have the focus or hold a value of the person.
 *
 * @type {Set<Control>}
 */
const edited = new Set();

/**
 * The number of the last request for a field's value.
 *
 * @type {WeakMap<Field, number>}
 */
const numbers = new WeakMap();

/**
 * The notices about changes made elsewhere, until the typed value is committed or discarded.
 *
 * @type {WeakMap<Control, HTMLElement | undefined>}
 */
const news = new WeakMap();

/**
 * Returns true if something below `row` is being edited.
 *
 * @param {Element} row
 */
export const isEdited = (row) => [...edited].some((control) => row.contains(control));

/**
 * Ends the edits in a row whose item was deleted, and shows the typed text to the person.
 *
 * @param {Element} row
 */
export function abandon(row) {
  for (const control of edited) {
    if (!row.contains(control)) continue;
    withdraw(news.get(control));
    const field = fieldOf(control);
    if (field.isPending) say("error", phrase("This was removed elsewhere while you were typing. You had typed “%1”.", field.value));
    // Otherwise the browser fires `change` when the control is removed.
    field.show();
    edited.delete(control);
    forget(control);
  }
}

/**
 * Focuses the first control of a cell that can be edited, and selects its text.
 *
 * @param {Element} cell
 */
export function enter(cell) {
  /** @type {HTMLInputElement | null} */
  const control = cell.querySelector(":is(input, select, textarea)[data-action]:enabled");
  control?.focus();
  control?.select?.();
  return control;
}

/**
 * Called when the set of edited cells changes.
 *
 * @type {() => void}
 */
let didChange;

/** @param {() => void} changed */
export function startFields(changed) {
  didChange = changed;
  /**
   * @type {<E extends Event>(hear: (control: Control, event: E) => void) => (event: E & {target: HTMLElement}) => void}
   */
  const of = (hear) => (event) => isControl(event.target) && hear(event.target, event);
  // Leaving the page commits the field that has the focus.
  const leaveAll = () => {
    unfinished().forEach(commit);
    flush();
  };
  listen(window, {
    pagehide: leaveAll,
    // An unsent value would be lost if the tab does not come back, so the browser asks first.
    beforeunload(event) {
      if (mayLoseRequest() || (!isConnected() && unfinished().length)) event.preventDefault();
    },
  });
  listen(document, {
    focusin: of((control) => review(control, true)),
    input: of(input),
    change: of(commit),
    keydown: of(keydown),
    focusout: of(leave),
    // Resetting a form discards the values that the person typed.
    reset({ target }) {
      const controls = [.../** @type {HTMLFormElement} */ (target).elements].filter(isControl);
      queueMicrotask(() => controls.forEach((control) => fieldOf(control).discard()));
    },
  });
  // A shortcut, a screen reader and Safari press a button without moving the focus from a field. That commits the
  // field, too.
  listen(document, { click: leaveFor, submit: leaveFor }, { capture: true });
}

/**
 * Commits typed values before the request of a press.
 *
 * @param {Event} event
 */
function leaveFor({ target }) {
  const element = /** @type {Element} */ (target).closest("[data-action], input, select, textarea");
  if (element && !element.matches("input, select, textarea")) unfinished().forEach(commit);
}

/**
 * Requests all refused values again after the connection is lost, because the next scene may not know them. Each
 * request keeps its old number, so it comes before all requests with a higher number.
 */
export function retryRefused() {
  for (const control of /** @type {NodeListOf<Control>} */ (document.querySelectorAll("[aria-invalid=true][data-action]"))) {
    const field = isControl(control) && fieldOf(control);
    if (!field || !field.isJudged) continue;
    field.retry();
    if (field.commit()) request(field, false, numbers.get(field));
  }
}

/** The controls whose typed value is neither committed nor discarded. */
const unfinished = () => /** @type {Control[]} */ ([...new Set([...edited, document.activeElement])]
  .filter((element) => element && isControl(element) && fieldOf(element).isTyped));

/** @param {Control} control */
function input(control) {
  const field = fieldOf(control);
  field.type();
  if (!("live" in control.dataset)) return;
  showInMirrors(control);
  request(field);
}

/**
 * Shows the value in the other controls of the same name and action at once, such as the number field beside a slider,
 * until the store's value comes.
 *
 * @param {Control} control
 */
function showInMirrors(control) {
  const { value, validity } = control;
  const shown = fieldOf(control).isPending && validity.valid && value ? value : undefined;
  for (const other of mirrors(control)) fieldOf(other).mirror(shown);
}

/** @param {Control} control */
const mirrors = (control) => [
  .../** @type {NodeListOf<Control>} */ (document.querySelectorAll("input[data-action]")),
].filter(
  (other) => other !== control && other.name === control.name && cellOf(control) === cellOf(other)
    && other.dataset.action === control.dataset.action && !other.matches("[type=checkbox], [type=radio]"));

/** @param {Control} control */
function commit(control) {
  const field = fieldOf(control);
  withdraw(news.get(control));
  if (control.dataset.action && field.commit()) request(field);
}

/** @param {Control} control */
function leave(control) {
  // When another window takes the keyboard, the control remains the active element and is still in use.
  if (control === document.activeElement) return;
  // The browser fires no `change` when the person has typed the old value again.
  if (fieldOf(control).isTyped) commit(control);
  review(control);
}

/**
 * @param {Control} control
 * @param {KeyboardEvent} event
 */
function keydown(control, event) {
  if (!control.dataset.action || isComposed(event)) return;
  const field = fieldOf(control);
  const cell = cellOf(control);
  if (event.key === "Enter" && control.localName === "input") {
    // Return must not submit a form around the control.
    event.preventDefault();
    field.retry();
    commit(control);
    if (field.isTyped) return;
  } else if (event.key === "Escape" && (field.isTyped || field.isRetried || cell)) {
    event.preventDefault();
    withdraw(news.get(control));
    const { isRefused, isRetried, isAsking } = field;
    field.discard();
    // If the scene has refused the value, a request for the store's value makes the scene withdraw the refusal.
    if (isRetried || (isRefused && !isAsking)) request(field);
  } else return;
  // In a cell the focus goes back to the tile, so that the arrow keys work.
  if (cell) focus(cell);
}

/**
 * @param {Field} field
 * @param {boolean} [isNext] true to send the waiting value, not the control's
 * @param {number} [number] of the earlier request for the same value
 */
function request(field, isNext, number) {
  if (!field.take(isNext)) return;
  const { control, was } = field;
  const cell = cellOf(control);
  const values = { [control.name]: String(field.asked), ...((cell || "was" in control.dataset) && { [`${control.name}.was`]: String(was) }) };
  /** @param {boolean} isDone */
  const settled = (isDone) => {
    // The field was forgotten, because its item was deleted. The person was told, and shown the typed text.
    if (fieldOf(control) !== field) return true;
    if (field.settle(isDone)) request(field, true);
    else setTimeout(() => fieldOf(control) !== field || field.isPending || field.show(), delay);
    showInMirrors(control);
    review(control);
  };
  const asked = call(control, values, { outlivesPage: true, settled, flush: () => request(field, true), number });
  if (asked) {
    numbers.set(field, asked);
    return showInMirrors(control);
  }
  field.takeBack();
}

/**
 * Updates whether a control of a cell is being edited.
 *
 * @param {Control} control
 * @param {boolean} [isEntered]
 */
function review(control, isEntered = control === document.activeElement) {
  if (!control.dataset.action || !cellOf(control)) return;
  if (isEntered || fieldOf(control).isPending) edited.add(control);
  else edited.delete(control);
  didChange();
}

/**
 * Tells the person that the value they are typing was changed elsewhere.
 *
 * @param {Control} control
 */
export function sayNews(control) {
  if (!cellOf(control)) return;
  const { stored } = fieldOf(control);
  const name = control.ariaLabel ?? control.name;
  const sentence = phrase("%1 was changed elsewhere to “%2”. Return keeps what you typed, Escape shows the change.", name, stored);
  news.set(control, say("notice", sentence));
}
