import { addBanner, remark, say, withdraw } from "./banner.js";
import { beginCopy, endCopy } from "./clipboard.js";
import { hurry, isConnected, send } from "./connection.js";
import { cellOf, front, listen, make } from "./element.js";
import { fieldOf, isControl } from "./field.js";
import { encode } from "./packets.js";
import { hasMod, isForControl, shortcutOf } from "./keys.js";
import { hasMovedIn, isMeant, startMeanings } from "./meaning.js";
import { tab } from "./visit.js";
import { phrase } from "./words.js";

/**
 * Actions: what a person does that calls Swift by name, with a receipt for each; and what changes a selection.
 *
 * @typedef {object} Asking
 * @property {HTMLElement} [element] marked as pressed until there is an answer, and as busy when that takes long
 * @property {boolean} [isKept] without a connection it is sent when there is one
 * @property {(isDone: boolean, sentence?: string) => boolean | void} [settled] called with the answer; true when the person knows
 *   of a failure
 * @property {() => void} [flush] asks for a newer value that waits for the answer, if there is one
 * @property {string} [receipt] that of the page before, which asked for the same
 * @property {string[]} [uploads] the files that the action receives
 * @property {number} [number] that of the request before, which asked for the same
 * @typedef {{message: import("./packets.js").Message, timer?: number, asked?: number, since?: number, banner?: HTMLElement} & Asking} Pending
 *   `since` is when a press began to wait for a connection; `banner` says that it takes long
 */

/** How long an action may take before its button says that it is busy, and who leaves is warned: in milliseconds. */
const patience = 200;

/** How long an action may take before more presses of its button are taken for impatience, in milliseconds. */
const impatience = 2_000;

/**
 * How long a press waits for a connection, in milliseconds, and how many do. It does what the person saw, who has not gone on
 * yet; later it may mean something else.
 */
const pressLimit = 5_000;
const pressCount = 8;

/** What a scene reads at most of one message, in bytes. */
const frameLimit = 32_000;

/** How many receipts were asked for. */
let number = 0;

/** The number of what was asked for last: by a higher one, nobody was asked for anything yet. */
export const asked = () => number;

/** @type {Map<number, Pending>} */
const pending = new Map();

/**
 * The error that was shown last, and when: the success of a press behind it takes it away.
 *
 * @type {{banner?: HTMLElement, at: number}}
 */
let failure = { at: Infinity };

/**
 * What the button said when a run of clicks began.
 *
 * @type {string | null}
 */
let clicked;

export function startActions() {
  startMeanings();
  listen(document, { click, submit, keydown: press });
}

/**
 * An action was done.
 *
 * @param {number} number
 */
export function done(number) {
  const { asked = 0 } = pending.get(number) ?? {};
  settle(number, true);
  if (asked > failure.at) withdraw(failure.banner);
}

/**
 * An action was not done.
 *
 * @param {number} number
 * @param {string} sentence
 */
export function failed(number, sentence) {
  if (!settle(number, false, sentence)) fail(sentence);
}

/**
 * An action takes long: says so until there is an answer, with a button that stops it.
 *
 * @param {number} number
 * @param {string} sentence
 * @param {string} title of the button
 */
export function working(number, sentence, title) {
  const request = pending.get(number);
  if (!request || request.banner) return;
  const [text, stop] = [make("p"), make("button", { type: "button", textContent: title })];
  listen(stop, {
    click() {
      stop.disabled = send("stop", number);
    },
  });
  request.banner = make("div", { className: "banner working", role: "status" });
  request.banner.append(text, make("progress", { ariaLabel: sentence }), stop);
  addBanner(request.banner);
  text.textContent = sentence;
}

/**
 * Changes a selection; without a connection when it is back, so that what follows finds it changed.
 *
 * @param {[name: string, ...arguments: any[]]} request without its number
 * @param {() => void} settled
 * @returns {number} its number
 */
export function select(request, settled) {
  flush();
  /** @type {import("./packets.js").Message} */
  const message = [...request, ++number];
  pending.set(number, { message, settled });
  send(...message);
  return number;
}

/** The connection is back: asks again for what has no receipt. The scene knows by the number what it has done. */
export function resume() {
  // A machine that slept has kept no time.
  const [oldest] = waiting();
  if (oldest && Date.now() - (oldest[1].since ?? 0) > pressLimit) giveUp();
  const inOrder = [...pending].sort(([one], [other]) => one - other);
  for (const [, request] of inOrder) if (send(...request.message)) delete request.since;
}

/** The presses that wait for a connection, oldest first. */
const waiting = () => [...pending].filter(([, { since }]) => since);

/** Does none of the presses that wait: a later one may count on an earlier one. */
function giveUp() {
  for (const [number] of waiting()) settle(number, false);
  miss();
}

const kept = () => [...pending].filter(([, { isKept }]) => isKept);

/**
 * What was committed and has no answer, for the page that comes next: no event tells that a line swallows what is sent. The
 * receipt in place of its number has it done once.
 *
 * @returns {import("./visit.js").Request[]}
 */
export const unsent = () => kept().map(([number, { message: [name, , ...values], receipt = `${tab}/${number}` }]) => [name, receipt, ...values]);

/** Whether something may be lost with the page. */
export const hasUnsent = () =>
  waiting().length > 0 || kept().some(([, { asked = 0 }]) => !isConnected() || performance.now() - asked > patience);

/** Says that nothing can be asked for. */
export const miss = () =>
  say("notice", phrase("Not connected, so nothing was done. Try again later."));

/** Says that a press was one too many. */
const refuse = () => say("notice", phrase("Not connected, and other presses are waiting, so this one was not counted."));

/** @param {string} sentence */
function fail(sentence) {
  failure = { banner: say("error", sentence), at: performance.now() };
}

/** @param {MouseEvent} event */
function click(event) {
  const target = /** @type {Element} */ (event.target);
  const element = /** @type {HTMLElement | null} */ (target.closest("[data-action]:not(form, input, select, textarea, [data-upload])"));
  // With `Mod` or Shift a link leads to another tab or window.
  if (!element || (element.matches("[href]") && (hasMod(event) || event.shiftKey))) return;
  event.preventDefault();
  // A second click means what the first one did, not what the button says since.
  if (!isMeant(element)) return;
  if (hasMovedIn(element, event)) return remark(phrase("The page moved under the pointer, so this one was not counted."));
  const text = element.textContent;
  // Nor does the second click of a double click follow a link once more.
  if (event.detail > 1 && (text !== clicked || element.matches("[href]"))) return;
  clicked = text;
  const oldest = [...pending.values()].find((other) => other.element === element);
  const isImpatient = performance.now() - (oldest?.asked ?? Infinity) > impatience;
  if (isImpatient) return remark(phrase("Still working on the first press, so this one was not counted."));
  act(element, /** @type {HTMLButtonElement} */ (element).form);
}

/** @param {SubmitEvent} event */
function submit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.action) return;
  event.preventDefault();
  // Its text stays until the receipt, so that a second Return would send it again.
  const sent = [...pending.values()].findLast(({ element }) => element === form);
  if (sent && encode(sent.message[3]) === encode(fieldsOf(form))) return;
  act(form, form);
  // What is typed next is not part of it.
  const { activeElement } = document;
  if (form.contains(activeElement)) /** @type {HTMLInputElement} */ (activeElement).select?.();
}

/**
 * What a form sends, by the names of its controls.
 *
 * @param {HTMLFormElement | null} [form]
 * @returns {Record<string, string>}
 */
const fieldsOf = (form) =>
  Object.fromEntries([...(form ? new FormData(form) : [])].filter(([, value]) => typeof value === "string"));

/**
 * @param {HTMLElement} element
 * @param {HTMLFormElement | null} [form]
 */
function act(element, form) {
  const { name, value } = /** @type {HTMLButtonElement} */ (element);
  // A form may have controls of these names.
  const fields = { ...(element !== form && name && { [name]: value }), ...fieldsOf(form) };
  const controls = element === form ? [...form.elements].filter(isControl).map(fieldOf) : [];
  const sent = controls.map(({ value }) => value);
  /** @param {boolean} isDone */
  const settled = (isDone) => {
    if (!isDone || element !== form) return;
    // What was typed since is of the next one.
    const done = controls.filter(({ value }, index) => value === sent[index]);
    if (done.length === controls.length) form.reset();
    else done.forEach((field) => field.drop());
  };
  call(element, fields, { settled });
}

/**
 * Asks for the action of an element.
 *
 * @param {HTMLElement} element
 * @param {Record<string, string>} fields
 * @param {Asking} [asking]
 */
export function call(element, fields, asking) {
  const cell = cellOf(element);
  const { item = null, section } = cell?.dataset ?? {};
  const { uploads } = asking ?? {};
  const origin = uploads ? [item, null, section ?? null, uploads] : section === undefined ? [item] : [null, null, section];
  return ask(["do", element.dataset.action, fields, ...origin], { element, ...asking });
}

/** Asks for the values that wait for an answer, so that what is asked for next finds what the person sees. */
export const flush = () => pending.forEach(({ flush }) => flush?.());

/**
 * Asks for something that has a receipt.
 *
 * @param {[name: string, ...arguments: any[]]} request without its number
 * @param {Asking} [asking]
 * @returns {number | void} its number; none when there will be no answer, and the person was told why not
 */
export function ask([name, ...values], asking = {}) {
  flush();
  const { element, isKept, receipt } = asking;
  const own = asking.number ?? ++number;
  /** @type {import("./packets.js").Message} */
  const message = name === "tap" ? [name, ...values, own] : [name, receipt ? [own, receipt] : own, ...values];
  if (new Blob([encode(message)]).size > frameLimit) {
    return fail(phrase("This is too long to be sent. Shorten it, then try again."));
  }
  const isSent = send(...message);
  const isWaiting = !isSent && !isKept;
  // What was typed or dragged means the same at any time. A press waits for a moment only.
  if (isWaiting) {
    if (waiting().length >= pressCount) return refuse();
    hurry();
    setTimeout(() => pending.get(own)?.since && giveUp(), pressLimit);
  }
  element?.toggleAttribute("data-pressed", true);
  const timer = element && setTimeout(() => (element.ariaBusy = "true"), patience);
  const since = isWaiting ? Date.now() : undefined;
  pending.set(own, { ...asking, timer, message, asked: performance.now(), since });
  beginCopy(own);
  return own;
}

/**
 * @param {number} number
 * @param {boolean} isDone
 * @param {string} [sentence] why it was not done
 * @returns {boolean | void} whether the person knows already
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
 * Presses the button whose `data-shortcut` this is, unless it is hidden; text fields keep their keys.
 *
 * @param {KeyboardEvent} event
 */
function press(event) {
  if (isForControl(event)) return;
  const shortcut = shortcutOf(event).toUpperCase();
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (front().querySelectorAll("[data-shortcut]"))) {
    if (!button.dataset.shortcut?.toUpperCase().split(" ").includes(shortcut) || button.closest("[hidden]")) continue;
    event.preventDefault();
    // What is asked for already may be what it needs: the scene knows, which does one after the other.
    if (/** @type {HTMLButtonElement} */ (button).disabled && pending.size) act(button, null);
    else button.click();
  }
}
