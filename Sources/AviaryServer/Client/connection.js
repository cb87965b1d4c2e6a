import { listen } from "./element.js";
import { encode } from "./packets.js";
import { Liveness } from "./liveness.js";
import { outer } from "./prefix.js";
import { questions } from "./wire.js";

/**
 * The connection to the scene: opened at once, and reopened whenever it is lost, for as long as the page lives. There are
 * two exceptions: `endConnection` ends it for good, and after a sign-out it stays closed until the page is shown again.
 * `actions.js` has the requests that a person makes meanwhile.
 *
 * @typedef {object} Delegate is told of what happens on the connection (`aviary.js`)
 * @property {() => import("./packets.js").BrowserMessages["hello"]} hello the first message of each connection
 * @property {(text: string) => void} didReceive
 * @property {() => void} didOpen
 * @property {(code?: number) => void} didClose called when an open connection is lost, with the server's close code if
 *   there is one
 * @property {(isDoubted: boolean) => void} didDoubt `true` when the open connection does not answer, `false` when it
 *   answers again
 */

/** The shortest and longest wait between attempts, in milliseconds. */
const shortest = 250;
const longest = 10_000;

/** How long an attempt may take, in milliseconds. */
const limit = 10_000;

/** How long a connection must last before the waits begin anew with the shortest, in milliseconds. */
const trial = 3_000;

/**
 * The wait before an attempt, in milliseconds: exponential backoff, half of it random, so that a thousand windows do
 * not reconnect at once.
 *
 * @param {number} attempts the number of failures in a row
 * @param {number} chance from 0 to 1
 */
export const backoff = (attempts, chance) => Math.min(longest, shortest * 2 ** attempts) * (0.5 + chance / 2);

/** The server's close codes: no room for another browser window, and signed out. */
export const full = 1013;
export const signedOut = 4401;

/** @type {Delegate} */
let delegate;

/** @type {WebSocket | undefined} */
let socket;

/**
 * `isOpen`: the socket is open. `isPaused`: there are no attempts until the page is shown again, because it was left, or
 * because the browser is signed out.
 */
let isOpen = false;
let isPaused = false;

/** True if the connection must not be opened again. */
let isOver = false;

/** The number of failures in a row. */
let attempts = 0;

/** Ends an attempt after `limit`, forgets the failures after `trial`, or begins the next attempt after a wait. */
let timer = 0;

const liveness = new Liveness();

/** Takes the next liveness step. */
let clock = 0;

/** @param {Delegate} it */
export function startConnection(it) {
  delegate = it;
  listen(window, {
    // A browser does not put a page with an open connection into its back/forward cache, so the connection is closed.
    pagehide() {
      isPaused = true;
      disconnect();
    },
    pageshow() {
      isPaused = false;
      hurry();
    },
    // When the person or the network comes back, the next attempt is due at once.
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
 * Sends a message as a packet of its own. `ask` and `askWithoutLimit` in `actions.js` keep it for the next connection if
 * it has not been sent; all other callers handle that themselves.
 *
 * @template {keyof import("./packets.js").BrowserMessages} Name
 * @param {Name} name
 * @param {import("./packets.js").BrowserMessages[Name]} fields
 * @returns {boolean} false when there is no connection; then nothing is sent
 */
export function send(name, fields) {
  // A socket may already be closing before its `close` event.
  const canSend = isOpen && socket?.readyState === WebSocket.OPEN;
  if (canSend) {
    socket?.send(encode(name, fields));
    // A server to which a thousand windows reconnect may answer `hello` late, so that is no question.
    if (questions.includes(name)) doubt();
  }
  return canSend;
}

/** True as long as the connection is open and nothing suggests that messages get lost. */
export const isConnected = () => isOpen && !liveness.isDoubted;

/** Expects an answer from now on. */
function doubt() {
  if (!isOpen) return;
  liveness.ask(performance.now());
  watch();
}

/** Takes the liveness steps that are due, and sets the timer for the next. */
function watch() {
  clearTimeout(clock);
  if (!isOpen) return;
  const { step, wait } = liveness.look(performance.now(), !document.hidden);
  if (step === "ping") send("ping", {});
  if (step === "doubt") delegate.didDoubt(true);
  if (step === "lose") return disconnect();
  if (step) watch();
  else if (wait !== undefined) clock = setTimeout(watch, wait);
}

/** Notes that the server was heard. The timer keeps running; when it fires, it finds that there is time left. */
function noteHeard() {
  if (liveness.hear(performance.now())) delegate.didDoubt(false);
}

/** Ends the connection for good, when the page has nothing to show any more. */
export function endConnection() {
  isOver = true;
  disconnect();
}

/**
 * Closes the connection, for example when the scene's messages do not fit the page's state. `lost` decides whether it is
 * opened again.
 */
export function disconnect() {
  socket?.close();
  lost();
}

function connect() {
  clearTimeout(timer);
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}${outer("/live")}`);
  /**
   * Wraps a listener so that it ignores the events of a socket that was given up.
   *
   * @type {<E extends Event>(hear: (event: E) => void) => (event: E) => void}
   */
  const current = (hear) => (event) => opened === socket && hear(event);
  socket = opened;
  timer = setTimeout(disconnect, limit);
  listen(opened, {
    open: current(() => {
      clearTimeout(timer);
      timer = setTimeout(() => (attempts = 0), trial);
      isOpen = true;
      noteHeard();
      watch();
      send("hello", delegate.hello());
      delegate.didOpen();
    }),
    message: current(({ data }) => {
      noteHeard();
      delegate.didReceive(data);
    }),
    close: current(({ code }) => lost(code)),
  });
}

/**
 * Decides whether a lost connection is opened again, and when.
 *
 * @param {number} [code] the server's close code
 */
function lost(code) {
  if (!socket) return;
  socket = undefined;
  clearTimeout(timer);
  clearTimeout(clock);
  const wasOpen = isOpen;
  isOpen = false;
  if (isPaused || isOver) return;
  // After a sign-out there is no reconnect until the page is shown again.
  if (code === signedOut) isPaused = true;
  // After a refusal for lack of room the wait is the longest one, as after very many failures.
  else timer = setTimeout(connect, backoff(code === full ? Infinity : attempts++, Math.random()));
  if (wasOpen) delegate.didClose(code);
}

/** Attempts to connect at once, because somebody waits. */
export function hurry() {
  if (socket || isPaused || isOver) return;
  attempts = 0;
  connect();
}
