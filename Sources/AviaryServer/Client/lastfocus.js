import { focus, front, listen, passFocus } from "./element.js";

/**
 * Where the keyboard was: a control or a tile, of which collection.
 *
 * @typedef {{element: HTMLElement, item: string | undefined, box: HTMLElement | null}} Spot
 */

/**
 * Where the keyboard was last, outside of the sentences that a page shows: a person who presses a button in one of them goes
 * on where they were.
 *
 * @type {Spot | undefined}
 */
let lastFocus;

/**
 * @param {any} element
 * @returns {Spot}
 */
export const spotOf = (element) => ({ element, item: itemOf(element), box: element.closest("[data-collection]") });

/** @param {HTMLElement} sentences what does not count */
export const startLastFocus = (sentences) => listen(document, {
  focusin({ target }) {
    if (!sentences.contains(target)) lastFocus = spotOf(target);
  },
});

/**
 * Has the keyboard where it was; or, when that is gone, at the tile of its collection that Tab reaches, or else nearby.
 *
 * @param {HTMLElement} near where it is now, or was
 * @param {Spot} [spot] where it shall be
 */
export function returnFocus(near, spot = lastFocus) {
  const { element, item, box } = spot ?? {};
  // A row that was recycled shows another item.
  const isThere = element?.isConnected && itemOf(element) === item;
  if (isThere && element.checkVisibility() && !element.matches(":disabled")) return focus(element);
  // Not to the first button of the page, which may be a grave one.
  const stop = isThere && !box ? null : (box?.isConnected ? box : front()).querySelector("[role=gridcell][tabindex='0']");
  if (stop) focus(/** @type {HTMLElement} */ (stop));
  else passFocus((isThere && element) || (box?.isConnected && box) || near);
}

/** @param {Element} element */
const itemOf = (element) => /** @type {HTMLElement | null} */ (element.closest("[data-item]"))?.dataset.item;
