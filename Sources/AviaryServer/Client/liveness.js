/**
 * Finds out whether the server still answers. A connection may lose everything that is sent, without any event.
 *
 * This class only decides; `connection.js` has the timer and the socket. Any received message proves that the server is
 * there. When a person's request gets no answer, a ping finds out whether the connection or only the action is slow. A
 * visible page also pings after a long silence. A hidden page sends no pings.
 *
 * @typedef {"ping" | "doubt" | "lose"} Step send a ping; tell the person that there is no answer; close the
 *   connection
 */

/** The silence before a ping, in milliseconds: after a person's request, and without one. */
const askedPing = 1_500;
const idlePing = 15_000;

/**
 * How long a ping may be unanswered before there is doubt, and how long the doubt lasts before the connection is
 * closed, in milliseconds.
 */
const pingTime = 2_500;
const doubtTime = 8_000;

export class Liveness {
  /** The time of the last message received or the last step taken. */
  #since = 0;

  /**
   * The time of the oldest request without an answer.
   *
   * @type {number | undefined}
   */
  #asked;

  /** @type {Step | undefined} */
  #taken;

  get isDoubted() {
    return this.#taken === "doubt";
  }

  /**
   * Notes that a message was received or the connection was opened.
   *
   * @param {number} now in milliseconds, as everywhere here
   * @returns {boolean} true if there was doubt
   */
  hear(now) {
    const wasDoubted = this.isDoubted;
    this.#since = now;
    this.#asked = this.#taken = undefined;
    return wasDoubted;
  }

  /**
   * Notes that a request was sent.
   *
   * @param {number} now
   */
  ask(now) {
    this.#asked ??= now;
  }

  /**
   * Decides the step that is due now.
   *
   * @param {number} now
   * @param {boolean} isSeen true if the page is visible
   * @returns {{step?: Step, wait?: number}} the step; or the wait until the next look, if there is anything to wait for
   */
  look(now, isSeen) {
    const isAsked = this.#asked !== undefined;
    if (this.#taken === "lose" || (!isAsked && !this.#taken && !isSeen)) return {};
    /** @type {[Step, number]} */
    const [step, due] =
      this.#taken === "doubt" ? ["lose", this.#since + doubtTime]
      : this.#taken === "ping" ? ["doubt", this.#since + pingTime]
      : ["ping", this.#asked === undefined ? this.#since + idlePing : this.#asked + askedPing];
    if (now < due) return { wait: due - now };
    this.#taken = step;
    this.#since = now;
    return { step };
  }
}
