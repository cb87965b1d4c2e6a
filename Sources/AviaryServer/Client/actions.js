import { remark, say, withdraw } from "./banner.js";
import { beginCopy, endCopy } from "./clipboard.js";
import { hurry, isConnected, send } from "./connection.js";
import { cellOf, front, listen } from "./element.js";
import { fieldOf, isControl } from "./field.js";
import { encode, valuesOf } from "./packets.js";
import { hasMod, isForControl, shortcutOf } from "./keys.js";
import { load } from "./later.js";
import { hasMovedIn, isMeant, notePress } from "./buttonguard.js";
import { tab } from "./visit.js";
import { phrase } from "./words.js";

/**
 * Actions: clicks, key presses and form controls that call Swift by name. Also the requests that change a selection.
 * The scene answers each of them.
 *
 * Without a connection:
 *
 *   a press, a tap with an action,        if not sent yet, waits at most `pressLimit`, and at most `pressCount`
 *   a move, a drop                        of them; then all that wait are given up (`ask`, `giveUp`)
 *   a typed value, a slider               waits, and the next page repeats it (`outlivesPage`)
 *   a selection, a closed sheet           waits, and is shown meanwhile (`askWithoutLimit`)
 *   a file                                is tried again by itself (`later/uploads.js`)
 *   a menu                                is not opened, and the person is told (`miss`)
 *   the place in the list, sheets         are said anew by each connection
 *   all else, such as a search            is not sent (`send` in `connection.js`)
 *
 * At the loss, `retryRefused` in `fields.js` adds the values that the scene has refused. After a reconnect, `askAgain`
 * sends all requests without an answer, also those that were sent before.
 *
 * @typedef {object} Asking
 * @property {HTMLElement} [element] marked as pressed until the answer comes, and as busy when that takes long
 * @property {boolean} [outlivesPage] true if the request waits for a connection however long, and the next page repeats
 *   it
 * @property {(isDone: boolean, sentence?: string) => boolean | void} [settled] called with the answer; returns true
 *   when the person already knows of a failure
 * @property {() => void} [flush] sends the newer value that waits for the answer, if there is such a value
 * @property {string} [receipt] the previous page's receipt for the same request
 * @property {string[]} [uploads] the files that the action receives
 * @property {number} [number] the number of the earlier request for the same action
 * @typedef {{name: Name, fields: BrowserMessages[Name], timer?: number, asked?: number, since?: number, banner?: HTMLElement} & Asking} Pending
 *   `since` is the time at which a press began to wait for a connection; `banner` says that the action takes long
 * @typedef {import("./packets.js").BrowserMessages} BrowserMessages
 * @typedef {keyof BrowserMessages} Name
 */

/**
 * How long an action may take, in milliseconds, before its button shows as busy and leaving the page asks for
 * confirmation.
 */
const busyAfter = 200;

/**
 * How long an action may take, in milliseconds, before further presses of its button count as impatience and are
 * refused.
 */
const impatientBefore = 2_000;

/**
 * How long a press waits for a connection, in milliseconds, and how many presses may wait. After so short a wait the
 * press still means what the person saw; later it may mean something else.
 */
const pressLimit = 5_000;
const pressCount = 8;

/** The longest message that a scene reads, in bytes. */
const frameLimit = 32_000;

/** The number of requests so far. */
let number = 0;

/** The number of the last request. Higher numbers are unused. */
export const asked = () => number;

/** @type {Map<number, Pending>} */
const pending = new Map();

/**
 * The error that was shown last, and when. A later press that succeeds removes it.
 *
 * @type {{banner?: HTMLElement, at: number}}
 */
let failure = { at: Infinity };

/**
 * The text of the button at the first click of a double click.
 *
 * @type {string | null}
 */
let clicked;

export function startActions() {
  listen(document, { pointerdown: notePress }, { capture: true });
  listen(document, { click, submit, keydown: pressByShortcut });
}

/**
 * Handles the answer that an action succeeded.
 *
 * @param {import("./packets.js").SceneMessages["done"]} answer
 */
export function done({ number }) {
  const { asked = 0 } = pending.get(number) ?? {};
  settle(number, true);
  if (asked > failure.at) withdraw(failure.banner);
}

/**
 * Handles the answer that an action failed.
 *
 * @param {import("./packets.js").SceneMessages["failed"]} answer
 */
export function failed({ number, sentence }) {
  if (!settle(number, false, sentence)) fail(sentence);
}

/**
 * Shows that an action takes long. The part of the client for that (`later.js`) begins with the first such action. The
 * answer may come while the part is loading; then there is no request any more.
 *
 * @param {import("./packets.js").SceneMessages["working"]} action
 */
export const working = (action) => load("working").then((show) => show(action, pending.get(action.number)), () => {});

/**
 * Sends a change of a selection, or the end of a sheet. Without a connection the request waits for the reconnect, however
 * long, so later requests find the selection changed.
 *
 * @template {Name} Requested
 * @param {Requested} name
 * @param {Omit<BrowserMessages[Requested], "number">} request
 * @param {() => void} settled
 * @returns {number} the number of the request
 */
export function askWithoutLimit(name, request, settled) {
  flush();
  const fields = numbered(name, request, ++number);
  pending.set(number, { name, fields, settled });
  send(name, fields);
  return number;
}

/**
 * @template {Name} Requested
 * @param {Requested} _
 * @param {Omit<BrowserMessages[Requested], "number">} request
 * @param {BrowserMessages["do"]["number"]} number
 */
const numbered = (_, request, number) => /** @type {BrowserMessages[Requested]} */ (/** @type {unknown} */ ({ ...request, number }));

/**
 * Repeats all requests without an answer, after a reconnect. Their numbers make them idempotent: the scene knows which
 * requests it has done.
 */
export function askAgain() {
  // Timers do not run while a machine sleeps, so the wait is checked here, too.
  const [oldest] = waiting();
  if (oldest && Date.now() - (oldest[1].since ?? 0) > pressLimit) giveUp();
  const inOrder = [...pending].sort(([one], [other]) => one - other);
  for (const [, request] of inOrder) if (send(request.name, request.fields)) delete request.since;
}

/** The presses that wait for a connection, oldest first. */
const waiting = () => [...pending].filter(([, { since }]) => since);

/** Gives up all presses that wait, because a later one may depend on an earlier one. */
function giveUp() {
  for (const [number] of waiting()) settle(number, false);
  miss();
}

const lasting = () => [...pending].filter(([, { outlivesPage }]) => outlivesPage);

/**
 * The committed requests without an answer, for the next page to repeat. Sent requests are among them, because they may
 * be lost without any event. Each carries a receipt in place of its number, so it is done only once.
 *
 * @returns {import("./visit.js").Request[]}
 */
export const unanswered = () => lasting().map(([number, { name, fields, receipt = `${tab}/${number}` }]) => [name, receipt, ...valuesOf(name, fields).slice(1)]);

/** Returns true if leaving the page may lose a request. */
export const mayLoseRequest = () =>
  waiting().length > 0 || lasting().some(([, { asked = 0 }]) => !isConnected() || performance.now() - asked > busyAfter);

/** Tells the person that there is no connection and nothing was done. */
export const miss = () =>
  say("notice", phrase("Not connected, so nothing was done. Try again later."));

/** @param {string} sentence */
function fail(sentence) {
  failure = { banner: say("error", sentence), at: performance.now() };
}

/** @param {MouseEvent} event */
function click(event) {
  const target = /** @type {Element} */ (event.target);
  const element = /** @type {HTMLElement | null} */ (target.closest("[data-action]:not(form, input, select, textarea, [data-upload])"));
  // With `Mod` or Shift the browser opens a link in another tab or window, so no action is called.
  if (!element || (element.matches("[href]") && (hasMod(event) || event.shiftKey))) return;
  event.preventDefault();
  // If the button has changed its action just now, the click was meant for the old action, and does nothing.
  if (!isMeant(element)) return;
  if (hasMovedIn(element, event)) return remark(phrase("The page moved under the pointer, so this one was not counted."));
  const text = element.textContent;
  // The second click of a double click counts only on an unchanged button, and never follows a link again.
  if (event.detail > 1 && (text !== clicked || element.matches("[href]"))) return;
  clicked = text;
  const oldest = [...pending.values()].find((other) => other.element === element);
  const isImpatient = performance.now() - (oldest?.asked ?? Infinity) > impatientBefore;
  if (isImpatient) return remark(phrase("Still working on the first press, so this one was not counted."));
  act(element, /** @type {HTMLButtonElement} */ (element).form);
}

/** @param {SubmitEvent} event */
function submit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.action) return;
  event.preventDefault();
  // The text stays in the form until the answer, so a second Return would send it twice.
  const sent = [...pending.values()].findLast(({ element }) => element === form);
  if (sent && JSON.stringify(/** @type {BrowserMessages["do"]} */ (sent.fields).fields) === JSON.stringify(fieldsOf(form))) return;
  act(form, form);
  // Selects the text, so that typing replaces it.
  const { activeElement } = document;
  if (form.contains(activeElement)) /** @type {HTMLInputElement} */ (activeElement).select?.();
}

/**
 * The values that a form sends, by the names of its controls.
 *
 * @param {HTMLFormElement | null} [form]
 * @returns {Record<string, string>}
 */
export const fieldsOf = (form) =>
  Object.fromEntries(/** @type {[string, string][]} */ (
    [...(form ? new FormData(form) : [])].filter(([, value]) => typeof value === "string")));

/**
 * @param {HTMLElement} element
 * @param {HTMLFormElement | null} [form]
 */
function act(element, form) {
  const { name, value } = /** @type {HTMLButtonElement} */ (element);
  // Where names are equal, the form's own controls override the button.
  const fields = { ...(element !== form && name && { [name]: value }), ...fieldsOf(form) };
  const controls = element === form ? [...form.elements].filter(isControl).map(fieldOf) : [];
  const sent = controls.map(({ value }) => value);
  /** @param {boolean} isDone */
  const settled = (isDone) => {
    if (!isDone || element !== form) return;
    // Text typed after this submission belongs to the next one, so it stays.
    const done = controls.filter(({ value }, index) => value === sent[index]);
    if (done.length === controls.length) form.reset();
    else done.forEach((field) => field.discard());
  };
  call(element, fields, { settled });
}

/**
 * Calls the action of an element.
 *
 * @param {HTMLElement} element
 * @param {Record<string, string>} fields
 * @param {Asking} [asking]
 */
export function call(element, fields, asking) {
  const cell = cellOf(element);
  const { item = null, section } = cell?.dataset ?? {};
  const action = /** @type {string} */ (element.dataset.action);
  return ask("do", { action, fields, item, section, uploads: asking?.uploads }, { element, ...asking });
}

/** Sends all values that wait for an earlier answer, so that the next request finds the state on screen. */
export const flush = () => pending.forEach(({ flush }) => flush?.());

/**
 * Sends a request that gets an answer.
 *
 * @template {Name} Requested
 * @param {Requested} name
 * @param {Omit<BrowserMessages[Requested], "number">} request
 * @param {Asking} [asking]
 * @returns {number | void} the number of the request; nothing when there will be no answer, and the person was told why
 */
export function ask(name, request, asking = {}) {
  flush();
  const { element, outlivesPage, receipt } = asking;
  const own = asking.number ?? ++number;
  const fields = numbered(name, request, receipt ? [own, receipt] : own);
  if (new Blob([encode(name, fields)]).size > frameLimit) {
    return fail(phrase("This is too long to be sent. Shorten it, then try again."));
  }
  const isSent = send(name, fields);
  const isWaiting = !isSent && !outlivesPage;
  // A typed or dragged value (`outlivesPage`) means the same at any time. A press waits only briefly.
  if (isWaiting) {
    if (waiting().length >= pressCount) {
      return void say("notice", phrase("Not connected, and other presses are waiting, so this one was not counted."));
    }
    hurry();
    setTimeout(() => pending.get(own)?.since && giveUp(), pressLimit);
  }
  element?.toggleAttribute("data-pressed", true);
  const timer = element && setTimeout(() => (element.ariaBusy = "true"), busyAfter);
  const since = isWaiting ? Date.now() : undefined;
  pending.set(own, { ...asking, timer, name, fields, asked: performance.now(), since });
  beginCopy(own);
  return own;
}

/**
 * @param {number} number
 * @param {boolean} isDone
 * @param {string} [sentence] why it was not done
 * @returns {boolean | void} true when the person already knows of the failure
 */
function settle(number, isDone, sentence) {
  const { element, timer, settled, banner } = pending.get(number) ?? {};
  pending.delete(number);
  withdraw(banner);
  endCopy(number);
  clearTimeout(timer);
  if (element && ![...pending.values()].some((other) => other.element === element)) {
    element.ariaBusy = null;
    element.toggleAttribute("data-pressed", false);
  }
  return settled?.(isDone, sentence);
}

/**
 * The buttons whose `data-shortcut` is the combination of a pressed key.
 *
 * @param {KeyboardEvent} event
 */
export function buttonsOf(event) {
  const shortcut = shortcutOf(event).toUpperCase();
  return [.../** @type {NodeListOf<HTMLElement>} */ (front().querySelectorAll("[data-shortcut]"))].filter(
    ({ dataset }) => dataset.shortcut?.toUpperCase().split(" ").includes(shortcut));
}

/**
 * Presses the buttons whose `data-shortcut` is this key combination, unless they are hidden. Text fields keep their
 * keys.
 *
 * @param {KeyboardEvent} event
 */
function pressByShortcut(event) {
  if (isForControl(event)) return;
  for (const button of buttonsOf(event)) {
    if (button.closest("[hidden]")) continue;
    event.preventDefault();
    // A pending request may enable the button. The scene performs requests in order, so the scene decides.
    if (/** @type {HTMLButtonElement} */ (button).disabled && pending.size) act(button, null);
    else button.click();
  }
}
