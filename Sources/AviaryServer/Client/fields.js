import { call, flush, hasUnsent } from "./actions.js";
import { say, withdraw } from "./banner.js";
import { isConnected } from "./connection.js";
import { cellOf, focus, listen } from "./element.js";
import { fieldOf, forget, isControl } from "./field.js";
import { isComposed } from "./keys.js";
import { phrase } from "./words.js";

/**
 * Form controls with `data-action`: what a person types, drags or chooses in them calls Swift when it is committed, with
 * `data-live` also before. In a cell that is an edit of its item: it stays with the item until it ends, whatever becomes of
 * the cell.
 *
 * @typedef {import("./field.js").Field} Field
 * @typedef {import("./field.js").Control} Control
 */

/** How long after its receipt the store may take to tell what it did, in milliseconds. */
const delay = 500;

/**
 * The controls of cells that a person is in, or whose text is the person's.
 *
 * @type {Set<Control>}
 */
const edited = new Set();

/**
 * The request by which the value of a field was asked for last.
 *
 * @type {WeakMap<Field, number>}
 */
const numbers = new WeakMap();

/**
 * What the person was told of changes elsewhere, until what was typed is committed or dropped.
 *
 * @type {WeakMap<Control, HTMLElement | undefined>}
 */
const news = new WeakMap();

/**
 * Whether something below `row` is being edited.
 *
 * @param {Element} row
 */
export const isEdited = (row) => [...edited].some((control) => row.contains(control));

/**
 * The item is gone: what is being edited there belongs to nobody any more.
 *
 * @param {Element} row
 */
export function abandon(row) {
  for (const control of edited) {
    if (!row.contains(control)) continue;
    withdraw(news.get(control));
    tellGone(control);
    // Otherwise the browser tells of a change when the control goes.
    fieldOf(control).show();
    edited.delete(control);
    forget(control);
  }
}

/**
 * Begins to edit what can be edited in a cell.
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
 * Tells that other cells than before are being edited.
 *
 * @type {() => void}
 */
let didChange;

/** @param {() => void} tell */
export function startFields(tell) {
  didChange = tell;
  /** @type {(hear: (control: Control, event: any) => void) => (event: any) => void} */
  const of = (hear) => (event) => isControl(event.target) && hear(event.target, event);
  // To go away is to leave the field one is in.
  const leaveAll = () => {
    unfinished().forEach(commit);
    flush();
  };
  listen(window, {
    pagehide: leaveAll,
    // What is not sent would be lost with the tab, unless that comes back.
    beforeunload(event) {
      if (hasUnsent() || (!isConnected() && unfinished().length)) event.preventDefault();
    },
  });
  listen(document, {
    focusin: of((control) => review(control, true)),
    input: of(input),
    change: of(commit),
    keydown: of(keydown),
    focusout: of(leave),
    // What is in a form is the person's until the form is sent.
    reset({ target }) {
      const controls = [...target.elements].filter(isControl);
      queueMicrotask(() => controls.forEach((control) => fieldOf(control).drop()));
    },
  });
  // A shortcut, a screen reader and Safari press a button while the keyboard stays in a field: that leaves the field, too.
  listen(document, { click: leaveFor, submit: leaveFor }, { capture: true });
}

/**
 * A press asks for something: what is typed elsewhere is asked for first.
 *
 * @param {Event} event
 */
function leaveFor({ target }) {
  const element = /** @type {Element} */ (target).closest("[data-action], input, select, textarea");
  if (element && !element.matches("input, select, textarea")) unfinished().forEach(commit);
}

/**
 * The connection is gone, and the scene of the next one may not have heard of what was refused: it is asked for there under its
 * old number, before all that was asked for since.
 */
export function judgeAnew() {
  for (const control of /** @type {NodeListOf<Control>} */ (document.querySelectorAll("[aria-invalid=true][data-action]"))) {
    const field = isControl(control) && fieldOf(control);
    if (!field || !field.isJudged) continue;
    field.retry();
    if (field.commit()) request(field, false, numbers.get(field));
  }
}

/** The controls that hold something that is neither committed nor dropped. */
const unfinished = () => [...new Set([...edited, document.activeElement])]
  .filter((element) => element && isControl(element) && fieldOf(element).isTyped).map((element) => /** @type {Control} */ (element));

/** @param {Control} control */
function input(control) {
  const field = fieldOf(control);
  field.type();
  if (!("live" in control.dataset)) return;
  lead(control);
  request(field);
}

/**
 * Has the other controls of the same name and action show the same at once, a slider's number for one, until the store says
 * what became of it.
 *
 * @param {Control} control
 */
function lead(control) {
  const { value, validity } = control;
  const shown = fieldOf(control).isHeld && validity.valid && value ? value : undefined;
  for (const other of followers(control)) fieldOf(other).follow(shown);
}

/** @param {Control} control */
const followers = (control) => [...document.querySelectorAll("input[data-action]")].filter(
  (other) => other !== control && /** @type {Control} */ (other).name === control.name && cellOf(control) === cellOf(other)
    && other.dataset.action === control.dataset.action && !other.matches("[type=checkbox], [type=radio]"));

/** @param {Control} control */
function commit(control) {
  const field = fieldOf(control);
  withdraw(news.get(control));
  if (control.dataset.action && field.commit()) request(field);
}

/** @param {Control} control */
function leave(control) {
  // Another window may have the keyboard for a while; the control is still in use then.
  if (control === document.activeElement) return;
  // A value that was typed back to what it was is no change to the browser.
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
    // Nor does Return send a form around it.
    event.preventDefault();
    field.retry();
    commit(control);
    if (field.isTyped) return;
  } else if (event.key === "Escape" && (field.isTyped || field.isRetried || cell)) {
    event.preventDefault();
    withdraw(news.get(control));
    const { isRefused, isRetried, isAsking } = field;
    field.drop();
    // The scene takes back what it said of the refused text when it is asked for its own.
    if (isRetried || (isRefused && !isAsking)) request(field);
  } else return;
  // Back to the tile, from where the arrows lead on.
  if (cell) focus(cell);
}

/**
 * @param {Field} field
 * @param {boolean} [isNext] whether it is the value that waits, and not that of the control
 * @param {number} [number] of the request that asked for the same before
 */
function request(field, isNext, number) {
  if (!field.take(isNext)) return;
  const { control, was } = field;
  const cell = cellOf(control);
  const values = { [control.name]: String(field.asked), ...((cell || "was" in control.dataset) && { [`${control.name}.was`]: String(was) }) };
  /** @param {boolean} isDone */
  const settled = (isDone) => {
    // The item is gone, which was said with what was typed.
    if (fieldOf(control) !== field) return true;
    if (field.settle(isDone, cell !== null)) request(field, true);
    else if (cell) setTimeout(() => fieldOf(control) !== field || field.isHeld || field.show(), delay);
    lead(control);
    review(control);
  };
  const asked = call(control, values, { isKept: true, settled, flush: () => request(field, true), number });
  if (asked) {
    numbers.set(field, asked);
    return lead(control);
  }
  // It is too long, and can be shortened.
  field.isTyped ||= isText(control);
  field.settle(false);
}

/**
 * Looks whether a control of a cell is being edited.
 *
 * @param {Control} control
 * @param {boolean} [isEntered]
 */
function review(control, isEntered = control === document.activeElement) {
  if (!control.dataset.action || !cellOf(control)) return;
  if (isEntered || fieldOf(control).isHeld) edited.add(control);
  else edited.delete(control);
  didChange();
}

/**
 * Says that what is being typed was changed elsewhere.
 *
 * @param {Control} control
 */
export function tellNews(control) {
  if (!cellOf(control)) return;
  const { stored } = fieldOf(control);
  const name = control.ariaLabel ?? control.name;
  const sentence = phrase("%1 was changed elsewhere to “%2”. Return keeps what you typed, Escape shows the change.", name, stored);
  news.set(control, say("notice", sentence));
}

/**
 * Says what was typed for an item that is gone.
 *
 * @param {Control} control
 */
function tellGone(control) {
  const { isHeld, value } = fieldOf(control);
  if (isHeld) say("error", phrase("This was removed elsewhere while you were typing. You had typed “%1”.", value));
}

/** @param {Control} control */
const isText = (control) => control.matches("textarea, input:not([type=range], [type=checkbox], [type=color])");
