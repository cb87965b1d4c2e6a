import { front, listen } from "./element.js";
import { hasMod, isComposed, isForControl } from "./keys.js";

/**
 * Keys that scroll, where the keyboard is at nothing that scrolls: on a page that has just been loaded, or at a button beside
 * the list. A browser scrolls a whole page then; here a list scrolls within the page.
 */

/** What scrolls in a page, or in a sheet. */
const boxes = "[data-collection], main, .sheet, .presented";

/** What has a use of its own for these keys. */
const users = "[role=slider], [role=menu], [role=radiogroup], :popover-open";

/** What a key scrolls by: points, or shares of a page. */
const ways = { ArrowDown: 40, ArrowRight: 40, ArrowUp: -40, ArrowLeft: -40, " ": 1, PageDown: 1, PageUp: -1, End: 1e9, Home: -1e9 };

/** Behind all others, who may have a use for the key. */
export const startPaging = () => listen(window, { keydown: scroll });

/** @param {KeyboardEvent} event */
function scroll(event) {
  const { key, shiftKey, altKey } = event;
  const target = /** @type {Element} */ (event.target);
  const way = Object.hasOwn(ways, key) && ways[/** @type {keyof typeof ways} */ (key)];
  if (!way || event.defaultPrevented || altKey || hasMod(event) || isComposed(event) || isForControl(event)) return;
  if (target.closest(users) || (key === " " ? target.closest("button, summary") : shiftKey)) return;
  // What is around it the browser scrolls by itself.
  for (let around = /** @type {Element | null} */ (target); around; around = around.parentElement) if (axisOf(around)) return;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (front().querySelectorAll(boxes))].filter(axisOf);
  const [box] = all.sort((one, other) => sizeOf(other) - sizeOf(one));
  const isAcross = box && axisOf(box) === "left";
  // The arrows across a list do nothing.
  if (!box || (key.startsWith("Arrow") && isAcross !== /Left|Right/.test(key))) return;
  event.preventDefault();
  const { scrollPaddingTop, scrollPaddingLeft } = getComputedStyle(box);
  const page = isAcross ? box.clientWidth - (parseFloat(scrollPaddingLeft) || 0) : box.clientHeight - (parseFloat(scrollPaddingTop) || 0);
  const by = Math.abs(way) === 1 ? way * (shiftKey ? -1 : 1) * page * 0.875 : way;
  box[isAcross ? "scrollLeft" : "scrollTop"] += by;
}

/** @param {Element} element */
const sizeOf = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;

/**
 * Which way an element scrolls, if it does.
 *
 * @param {Element} element
 * @returns {"top" | "left" | undefined}
 */
function axisOf(element) {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
  const isHigher = scrollHeight > clientHeight + 1;
  if (!isHigher && scrollWidth <= clientWidth + 1) return;
  const { overflowX, overflowY } = getComputedStyle(element);
  // A page itself scrolls unless it is told not to.
  const scrolls = (/** @type {string} */ overflow) => /auto|scroll/.test(overflow) || (overflow === "visible" && element === document.scrollingElement);
  if (isHigher && scrolls(overflowY)) return "top";
  if (scrollWidth > clientWidth + 1 && scrolls(overflowX)) return "left";
}
