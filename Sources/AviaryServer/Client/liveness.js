/**
 * Whether the other end is still there: a connection may swallow all that is sent, and no event tells.
 *
 * Only decides; `connection.js` has the clock and the socket. Anything heard proves that the other end is there. When a
 * person has asked for something and nothing is heard, a ping asks whether the connection or only the action is slow. A page
 * that is seen also pings when nothing has been heard for long. A hidden page is silent.
 *
 * @typedef {"ping" | "doubt" | "lose"} Step to send a ping; to tell the person that there is no answer; to connect anew
 */

/** After how long without a word a ping follows what was asked for, or is sent by itself: in milliseconds. */
const askedPing = 1_500;
const idlePing = 15_000;

/** How long a ping has no answer until there is doubt, and how long there is doubt until the connection is given up. */
const pingTime = 2_500;
const doubtTime = 8_000;

export class Liveness {
  /** When the other end was heard last, or the last step was taken. */
  #since = 0;

  /**
   * When the first of what has not been answered was sent.
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
   * Something was heard, or the connection was opened.
   *
   * @param {number} now in milliseconds, as everywhere here
   * @returns {boolean} whether there was doubt
   */
  hear(now) {
    const wasDoubted = this.isDoubted;
    this.#since = now;
    this.#asked = this.#taken = undefined;
    return wasDoubted;
  }

  /**
   * Something was sent that will be answered.
   *
   * @param {number} now
   */
  ask(now) {
    this.#asked ??= now;
  }

  /**
   * Looks what is to be done now.
   *
   * @param {number} now
   * @param {boolean} isSeen whether the page is
   * @returns {{step?: Step, wait?: number}} the step; or in how long to look again, unless there is nothing to wait for
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
