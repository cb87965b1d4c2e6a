import { focus, front, listen, passFocus } from "./element.js";

/**
 * A place of the keyboard focus: a control or a tile, and its collection.
 *
 * @typedef {{element: HTMLElement, item: string | undefined, box: HTMLElement | null}} Spot
 */

/**
 * The last place of the keyboard focus outside of the banners. When a button in a banner was pressed, the focus returns
 * there.
 *
 * @type {Spot | undefined}
 */
let lastFocus;

/**
 * @param {HTMLElement} element
 * @returns {Spot}
 */
export const spotOf = (element) => ({ element, item: itemOf(element), box: element.closest("[data-collection]") });

/** @param {HTMLElement} sentences the box of the banners, which does not count */
export const startLastFocus = (sentences) => listen(document, {
  focusin({ target }) {
    if (!sentences.contains(target)) lastFocus = spotOf(target);
  },
});

/**
 * Returns the focus to its last place. If that is gone, the focus goes to the tab stop of the collection, or else to an
 * element nearby.
 *
 * @param {HTMLElement} near the element that has or had the focus
 * @param {Spot} [spot] the place to return to
 */
export function returnFocus(near, spot = lastFocus) {
  const { element, item, box } = spot ?? {};
  // A recycled row shows another item, so it is not the old place any more.
  const isThere = element?.isConnected && itemOf(element) === item;
  if (isThere && element.checkVisibility() && !element.matches(":disabled")) return focus(element);
  // Chooses the tab stop of a collection, because the first button of the page could be one that deletes.
  const stop = isThere && !box ? null : (box?.isConnected ? box : front()).querySelector("[role=gridcell][tabindex='0']");
  if (stop) focus(/** @type {HTMLElement} */ (stop));
  else passFocus((isThere && element) || (box?.isConnected && box) || near);
}

/** @param {Element} element */
const itemOf = (element) => /** @type {HTMLElement | null} */ (element.closest("[data-item]"))?.dataset.item;
