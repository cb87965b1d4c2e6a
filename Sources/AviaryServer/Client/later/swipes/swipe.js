/**
 * Decides how far a swiped row is moved, and what the end of a swipe means. `later/swipes.js` has the events and the
 * page.
 *
 * All distances are in points, from the closed row, in the direction in which the row is opened.
 *
 * @typedef {object} Side the actions that the swipe uncovers
 * @property {number} width of all of them
 * @property {boolean} isFull true if a full swipe calls the first one
 */

/** How far a row yields beyond its actions at most. */
const slack = 40;

/** The speed, in points per millisecond, from which the direction alone decides. */
const flick = 0.4;

/** How long a finger rests until its speed does not count any more, in milliseconds. */
const rest = 80;

/**
 * The distance that a row moves when it is pulled by `by` points too far.
 *
 * @param {number} by
 */
const yielded = (by) => (by * slack) / (by + slack);

/** One swipe, from its beginning to its end. */
export class Swipe {
  #row;
  #from;
  #canBeFull;
  #pulled;
  #speed = 0;
  #at = 0;

  /**
   * None until the scene has answered. Until then the row follows a finger wherever it goes.
   *
   * @type {Side | undefined}
   */
  side;

  /**
   * @param {number} row the width of the row
   * @param {number} [from] the distance at the beginning
   * @param {boolean} [isWheel] true for a wheel, which turns on after the fingers have left it. So the row must be open
   *   already for a full swipe by the wheel
   */
  constructor(row, from = 0, isWheel) {
    this.#row = row;
    this.#from = this.#pulled = from;
    this.#canBeFull = !isWheel || from > 0;
  }

  /**
   * @param {number} travel since the beginning
   * @param {number} now in milliseconds
   */
  move(travel, now) {
    const pulled = Math.max(0, this.#from + travel);
    if (pulled === this.#pulled) return;
    if (now > this.#at) this.#speed = (pulled - this.#pulled) / (now - this.#at);
    this.#pulled = pulled;
    this.#at = now;
  }

  /** The distance at which the row is shown. */
  get distance() {
    const { width, isFull } = this.side ?? { width: this.#canBeFull ? this.#row : slack, isFull: false };
    const by = this.#pulled - width;
    return Math.min(this.#row, by <= 0 || (isFull && this.#canBeFull) ? this.#pulled : width + yielded(by));
  }

  /** True if a swipe that ended here would call the first action. */
  get isFull() {
    const { width, isFull } = this.side ?? { width: 0, isFull: false };
    return isFull && this.#canBeFull && this.#pulled >= Math.max(width + slack, this.#row * 0.6);
  }

  /**
   * What the swipe means when it ends now.
   *
   * @param {number} now in milliseconds
   * @returns {"full" | "open" | "closed"}
   */
  end(now) {
    const { width } = this.side ?? { width: 0 };
    if (!width) return "closed";
    if (this.isFull) return "full";
    const speed = now - this.#at < rest ? this.#speed : 0;
    const isOpen = Math.abs(speed) > flick ? speed > 0 : this.#pulled > width / 2;
    return isOpen ? "open" : "closed";
  }
}

/** How long a wheel rests until its next turn is a new gesture, in milliseconds. */
export const pause = 120;

/** How far a wheel turns until its direction counts, in points. */
const slop = 8;

/** Adds the turns of a wheel, and decides whether a gesture goes along the row or scrolls the list. */
export class Wheel {
  #x = 0;
  #y = 0;
  #at = -Infinity;

  /** @type {boolean | undefined} */
  #isAlong;

  /**
   * @param {{deltaX: number, deltaY: number, deltaMode?: number}} event
   * @param {number} now in milliseconds
   * @returns {number | undefined} how far the fingers have gone to the right along a row; `undefined` if they scroll, or
   *   their direction does not count yet
   */
  turn({ deltaX, deltaY, deltaMode }, now) {
    if (now - this.#at > pause) {
      this.#x = this.#y = 0;
      this.#isAlong = undefined;
    }
    this.#at = now;
    // Lines are counted as 16 points.
    const unit = deltaMode ? 16 : 1;
    this.#x += deltaX * unit;
    this.#y += deltaY * unit;
    if (Math.hypot(this.#x, this.#y) >= slop) this.#isAlong ??= Math.abs(this.#x) > 2 * Math.abs(this.#y);
    return this.#isAlong ? -this.#x : undefined;
  }
}
