import { listen } from "./element.js";

/**
 * The connection to the scene: opened at once, and again whenever it is lost, for as long as the page lives.
 *
 * @typedef {object} Delegate
 * @property {() => string} hello the first frame of each connection
 * @property {(text: string) => void} didReceive
 * @property {() => void} didOpen
 * @property {() => void} didClose
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

export class Connection {
  #url;
  #delegate;
  /** @type {WebSocket | undefined} */
  #socket;
  #attempts = 0;
  #isOpen = false;
  #isAway = false;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {string} url
   * @param {Delegate} delegate
   */
  constructor(url, delegate) {
    this.#url = url;
    this.#delegate = delegate;
  }

  start() {
    listen(window, {
      // A page that keeps its connection when it is left is not kept itself.
      pagehide: () => {
        this.#isAway = true;
        this.restart();
      },
      pageshow: () => {
        this.#isAway = false;
        this.#hurry();
      },
      // A person who comes back, or a network that does, does not wait.
      online: () => this.#hurry(),
      visibilitychange: () => document.hidden || this.#hurry(),
    });
    this.#connect();
  }

  /**
   * Sends a frame.
   *
   * @param {string} text
   * @returns {boolean} false when there is no connection; then nothing is kept either
   */
  send(text) {
    // A socket may be closing before anybody has been told.
    const isOpen = this.#isOpen && this.#socket?.readyState === WebSocket.OPEN;
    if (isOpen) this.#socket?.send(text);
    return isOpen;
  }

  /** Begins anew, because what the scene says does not fit what is here. */
  restart() {
    this.#socket?.close();
    if (this.#socket) this.#didClose(this.#socket);
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#timer = setTimeout(() => this.restart(), limit);
    listen(socket, {
      open: () => {
        if (socket !== this.#socket) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => (this.#attempts = 0), trial);
        this.#isOpen = true;
        socket.send(this.#delegate.hello());
        this.#delegate.didOpen();
      },
      message: ({ data }) => socket === this.#socket && this.#delegate.didReceive(data),
      close: () => this.#didClose(socket),
    });
  }

  /** @param {WebSocket} socket */
  #didClose(socket) {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    clearTimeout(this.#timer);
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (this.#isAway) return;
    this.#timer = setTimeout(() => this.#connect(), backoff(this.#attempts++, Math.random()));
    if (wasOpen) this.#delegate.didClose();
  }

  #hurry() {
    if (this.#socket || this.#isAway) return;
    this.#attempts = 0;
    this.#connect();
  }
}
