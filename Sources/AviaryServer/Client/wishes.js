/**
 * Optimistic changes of a selection. They show the person's requests at once. As soon as the scene answers, the scene's
 * state replaces them.
 *
 * A wish is computed when it is made, from the state on screen, so the order of answers cannot change it.
 *
 * @typedef {(id: string, position: number) => boolean | undefined} Wish whether an item shall be selected; nothing if
 *   the wish does not concern the item
 * @typedef {{id: string, position: number, isSelected: boolean}} Shown an item held, with its selection as shown
 */

export class Wishes {
  /** @type {Map<number, Wish>} */
  #wishes = new Map();

  /**
   * The run, a series of ranges that replace each other: their common beginning, and the selection of their items
   * before the run.
   *
   * @type {{anchor: string | number, isOn: boolean, before: Map<string, boolean>} | undefined}
   */
  #run;

  /**
   * Returns whether to show an item as selected; nothing when the scene's state applies.
   *
   * @param {string} id
   * @param {number} position
   */
  of(id, position) {
    for (const wish of [...this.#wishes.values()].reverse()) {
      const isSelected = wish(id, position);
      if (isSelected !== undefined) return isSelected;
    }
  }

  /**
   * @param {number} number of the request, for its answer
   * @param {Wish} wish
   */
  add(number, wish) {
    this.#run = undefined;
    this.#wishes.set(number, wish);
  }

  /**
   * Adds a range. It finds the held items by their identifiers, and all other items by their positions.
   *
   * @param {number} number
   * @param {{anchor: string | number, isOn: boolean, from: number, to: number}} range both ends included
   * @param {Shown[]} shown
   */
  addRange(number, { anchor, isOn, from, to }, shown) {
    const run = this.#run?.anchor === anchor && this.#run.isOn === isOn ? this.#run : { anchor, isOn, before: new Map() };
    const isInside = (/** @type {number} */ position) => position >= Math.min(from, to) && position <= Math.max(from, to);
    for (const { id, position, isSelected } of shown) {
      if (isInside(position) && !run.before.has(id)) run.before.set(id, isSelected);
    }
    // Items held are noted by identifier, because an update may come in between. Items that leave the range regain
    // their earlier state.
    const held = new Map(shown.map(({ id, position }) => [id, isInside(position) ? isOn : run.before.get(id)]));
    this.add(number, (id, position) => (held.has(id) ? held.get(id) : isInside(position) ? isOn : undefined));
    this.#run = run;
  }

  /** @param {number} number of a request that is answered */
  forget(number) {
    this.#wishes.delete(number);
  }
}

/**
 * The wish of a tap: the item joins the selection or leaves it. Where only one item may be selected, the others leave
 * the selection.
 *
 * @param {string} tapped
 * @param {boolean} isOn
 * @param {boolean} isAlone
 * @returns {Wish}
 */
export const tapWish = (tapped, isOn, isAlone) => (id) => (id === tapped ? isOn : isAlone && isOn ? false : undefined);
