/**
 * What a person has asked a selection to become, as long as the scene has not answered: shown at once, and given up for
 * what the scene says as soon as that is known.
 *
 * A wish is worked out when it is made, from what the person sees then, so that no order of answers makes it another.
 *
 * @typedef {(id: string, position: number) => boolean | undefined} Wish whether an item is to be selected, if it is meant
 * @typedef {{id: string, position: number, isSelected: boolean}} Shown an item that is held, as it is shown
 */

export class Wishes {
  /** @type {Map<number, Wish>} */
  #wishes = new Map();

  /**
   * The ranges that replace each other: where they begin, and what their items were before.
   *
   * @type {{anchor: string | number, isOn: boolean, before: Map<string, boolean>} | undefined}
   */
  #run;

  /**
   * Whether an item is to be shown as selected; nothing when only the scene knows.
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
   * @param {number} number of the request, as its answer names it
   * @param {Wish} wish
   */
  add(number, wish) {
    this.#run = undefined;
    this.#wishes.set(number, wish);
  }

  /**
   * A range, of items and of positions where nothing is held.
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
    // By identifier, since an update may come in between; what is left of the range again is as it was.
    const held = new Map(shown.map(({ id, position }) => [id, isInside(position) ? isOn : run.before.get(id)]));
    this.add(number, (id, position) => (held.has(id) ? held.get(id) : isInside(position) ? isOn : undefined));
    this.#run = run;
  }

  /** @param {number} number of a request that is answered */
  drop(number) {
    this.#wishes.delete(number);
  }
}

/**
 * A tap: the item joins the selection or leaves it. Where only one may be selected, the others leave it.
 *
 * @param {string} tapped
 * @param {boolean} isOn
 * @param {boolean} isAlone
 * @returns {Wish}
 */
export const tapWish = (tapped, isOn, isAlone) => (id) => (id === tapped ? isOn : isAlone && isOn ? false : undefined);
