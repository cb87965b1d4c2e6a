import { focus, listen, passFocus } from "./element.js";

/**
 * Where the keyboard was last, outside of the sentences that a page shows: a person who presses a button in one of them goes
 * on where they were.
 *
 * @type {{element: HTMLElement, item: string | undefined, box: HTMLElement | null} | undefined}
 */
let lastFocus;

/** @param {HTMLElement} sentences what does not count */
export const startLastFocus = (sentences) => listen(document, {
  focusin({ target }) {
    if (!sentences.contains(target)) lastFocus = { element: target, item: itemOf(target), box: target.closest("[data-collection]") };
  },
});

/**
 * Has the keyboard where it was; or, when that is gone, at the tile of its collection that Tab reaches, or else nearby.
 *
 * @param {HTMLElement} sentences where it is now, or was
 */
export function returnFocus(sentences) {
  const { element, item, box } = lastFocus ?? {};
  // A row that was recycled shows another item.
  const isThere = element?.isConnected && itemOf(element) === item;
  if (isThere && element.checkVisibility() && !element.matches(":disabled")) return focus(element);
  // Not to the first button of the page, which may be a grave one.
  const stop = isThere && !box ? null : (box ?? document).querySelector("[role=gridcell][tabindex='0']");
  if (stop) focus(/** @type {HTMLElement} */ (stop));
  else passFocus((isThere && element) || (box?.isConnected && box) || sentences);
}

/** @param {Element} element */
const itemOf = (element) => /** @type {HTMLElement | null} */ (element.closest("[data-item]"))?.dataset.item;
