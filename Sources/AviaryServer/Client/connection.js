import { listen } from "./element.js";
import { encode } from "./packets.js";
import { Liveness } from "./liveness.js";

/**
 * The connection to the scene: opened at once, and again whenever it is lost, for as long as the page lives.
 *
 * @typedef {object} Delegate
 * @property {() => import("./packets.js").Message} hello the first message of each connection
 * @property {(text: string) => void} didReceive
 * @property {() => void} didOpen
 * @property {(code?: number) => void} didClose with the code of the server, if it closed
 * @property {(isDoubted: boolean) => void} didDoubt there is no answer, though the connection is open; or there is one again
 */

/** The waits between attempts, in milliseconds. */
const shortest = 250;
const longest = 10_000;

/** How long an attempt may take, and how long a connection must have held to be trusted again. */
const limit = 10_000;
const trial = 3_000;

/**
 * How long to wait before an attempt: doubling, half of it by chance, so that a thousand windows do not return at once.
 *
 * @param {number} attempts those that failed in a row
 * @param {number} chance from 0 to 1
 */
export const backoff = (attempts, chance) => Math.min(longest, shortest * 2 ** attempts) * (0.5 + chance / 2);

/** The server's codes: it has no room for another window; the browser is signed out. */
export const full = 1013;
export const signedOut = 4401;

/** @type {Delegate} */
let delegate;

/** @type {WebSocket | undefined} */
let socket;

/** Whether it has been open; whether the page has been left. */
let isOpen = false;
let isAway = false;

/** Whether it is not to be opened again. */
let isOver = false;

let attempts = 0;
let timer = 0;

const liveness = new Liveness();
let clock = 0;

/** What a person waits for. A server that a thousand windows come back to may take its time for a hello. */
const questions = ["do", "press", "move", "drop", "menu", "tap", "range", "selectAll", "band", "find"];

/** @param {Delegate} it */
export function startConnection(it) {
  delegate = it;
  listen(window, {
    // A page that keeps its connection when it is left is not kept itself.
    pagehide() {
      isAway = true;
      reconnect();
    },
    pageshow() {
      isAway = false;
      hurry();
    },
    // A person who comes back, or a network that does, does not wait.
    online() {
      hurry();
      doubt();
    },
    visibilitychange() {
      watch();
      if (document.hidden) return;
      hurry();
      doubt();
    },
  });
  connect();
}

/**
 * Sends a message as a packet of its own.
 *
 * @param {import("./packets.js").Message} message
 * @returns {boolean} false when there is no connection; then nothing is kept either
 */
export function send(...message) {
  // A socket may be closing before anybody has been told.
  const canSend = isOpen && socket?.readyState === WebSocket.OPEN;
  if (canSend) {
    socket?.send(encode(message));
    if (questions.includes(message[0])) doubt();
  }
  return canSend;
}

/** Whether what is sent now arrives, as far as is known. */
export const isConnected = () => isOpen && !liveness.isDoubted;

/** Expects an answer from now on. */
function doubt() {
  if (!isOpen) return;
  liveness.ask(performance.now());
  watch();
}

/** Takes the steps that are due, and sets the clock for the next. */
function watch() {
  clearTimeout(clock);
  if (!isOpen) return;
  const { step, wait } = liveness.look(performance.now(), !document.hidden);
  if (step === "ping") send("ping");
  if (step === "doubt") delegate.didDoubt(true);
  if (step === "lose") return reconnect();
  if (step) watch();
  else if (wait !== undefined) clock = setTimeout(watch, wait);
}

/** The other end is there. The clock goes on: it finds that there is more time when it rings. */
function tellHeard() {
  if (liveness.hear(performance.now())) delegate.didDoubt(false);
}

/** Ends the connection for good: the page has nothing to show any more. */
export function endConnection() {
  isOver = true;
  reconnect();
}

/** Begins anew, because what the scene says does not fit what is here. */
export function reconnect() {
  socket?.close();
  lose();
}

function connect() {
  clearTimeout(timer);
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}/live`);
  /**
   * Ignores the events of a socket that has been given up.
   *
   * @type {(hear: (event: any) => void) => (event: any) => void}
   */
  const current = (hear) => (event) => opened === socket && hear(event);
  socket = opened;
  timer = setTimeout(reconnect, limit);
  listen(opened, {
    open: current(() => {
      clearTimeout(timer);
      timer = setTimeout(() => (attempts = 0), trial);
      isOpen = true;
      tellHeard();
      watch();
      send(...delegate.hello());
      delegate.didOpen();
    }),
    message: current(({ data }) => {
      tellHeard();
      delegate.didReceive(data);
    }),
    close: current(({ code }) => lose(code)),
  });
}

/** @param {number} [code] */
function lose(code) {
  if (!socket) return;
  socket = undefined;
  clearTimeout(timer);
  clearTimeout(clock);
  const wasOpen = isOpen;
  isOpen = false;
  if (isAway || isOver) return;
  // Whoever is signed out is until a person signs in.
  if (code === signedOut) isAway = true;
  else timer = setTimeout(connect, backoff(code === full ? longest : attempts++, Math.random()));
  if (wasOpen) delegate.didClose(code);
}

/** Somebody waits for a connection: attempts one at once. */
export function hurry() {
  if (socket || isAway || isOver) return;
  attempts = 0;
  connect();
}
