/**
 * Whether the end of a collection is in view, and how many items have come since the person left it. Computes with
 * numbers only.
 *
 * @typedef {import("../../transition.js").State} State
 * @typedef {import("../../transition.js").Change} Change
 */
export class EndState {
  /** True while the end is to stay in view. */
  isAtEnd = true;

  /** The number of items behind the last one that the person has seen at the end. */
  unseen = 0;

  /** The scroll position that was last heard or set. */
  #top = 0;

  /** When the last update came. */
  #updated = -Infinity;

  /**
   * Hears a scroll position that the person may have chosen. Scrolling up leaves the end, by any distance. So even slow
   * scrolling leaves it while items come in each frame. Scrolling down reaches it.
   *
   * @param {number} top
   * @param {number} end the largest scroll position
   */
  hear(top, end) {
    const way = top - this.#top;
    this.#top = top;
    if (way && end - top <= (way > 0 ? near : exact)) this.reach();
    else if (way < 0) this.isAtEnd = false;
  }

  /**
   * Notes the scroll position after an update of the page.
   *
   * @param {number} top
   * @param {number} end the largest scroll position
   */
  note(top, end) {
    this.#top = top;
    // Items may have gone until the end was in view.
    if (end - top <= exact) this.reach();
  }

  reach() {
    this.isAtEnd = true;
    this.unseen = 0;
  }

  /**
   * Notes an update. True if it comes soon after the last one.
   *
   * @param {number} time in milliseconds
   */
  isRapid(time) {
    const since = time - this.#updated;
    this.#updated = time;
    return since < pause;
  }

  /**
   * Counts the new items after an update. They are behind the last item that was seen and stays. If none stays, all items
   * are new. Where the page does not hold that item, each change behind the tiles held is taken for a new item.
   *
   * @param {State} old
   * @param {State} now
   * @param {Change} change
   */
  count(old, now, { isScroll, moved }) {
    if (this.isAtEnd || isScroll) return;
    let seen = old.geometry.count - this.unseen;
    const beyond = Math.max(0, seen - old.base - old.tiles.length);
    const last = old.tiles.slice(0, Math.max(0, seen - old.base)).findLast((tile) => !moved?.has(tile) && now.tiles.includes(tile));
    if (last || !old.base) seen = beyond + (last ? now.base + now.tiles.indexOf(last) + 1 : 0);
    this.unseen = Math.max(0, now.geometry.count - seen);
  }
}

/** The distances from the end at which it counts as in view, in points: after scrolling down, and otherwise. */
const near = 16;
const exact = 1;

/** Updates that come more often than at this interval are rapid, in milliseconds. */
const pause = 400;
