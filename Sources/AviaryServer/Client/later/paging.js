import { front } from "../element.js";
import { isMirrored } from "../geometry.js";
import { hasMod, isComposed, isForControl } from "../keys.js";

/**
 * Scrolls the main list by keys when the focus is outside of all scrolling elements, for example after loading the
 * page, or at a button beside the list. A browser would scroll the whole page; here a list scrolls within the page.
 * This part of the client (`later.js`) begins with the first of these keys.
 */
export default () => scroll;

/** The elements that may scroll in a page or a sheet. */
const boxes = "[data-collection], main, .sheet, .presented";

/** The elements that use these keys themselves. */
const users = "[role=slider], [role=menu], [role=radiogroup], :popover-open";

/** The distance for each key: in points, or ±1 for a page. */
const ways = { ArrowDown: 40, ArrowRight: 40, ArrowUp: -40, ArrowLeft: -40, " ": 1, PageDown: 1, PageUp: -1, End: 1e9, Home: -1e9 };

/** @param {KeyboardEvent} event */
function scroll(event) {
  const { key, shiftKey, altKey } = event;
  const target = /** @type {Element} */ (event.target);
  const way = Object.hasOwn(ways, key) && ways[/** @type {keyof typeof ways} */ (key)];
  // On a slow line this part comes late, and the person may have gone on to another element.
  if (!way || target !== document.activeElement || event.defaultPrevented || altKey || hasMod(event) || isComposed(event) || isForControl(event)) return;
  if (target.closest(users) || (key === " " ? target.closest("button, summary") : shiftKey)) return;
  // If an element around the target scrolls, the browser scrolls it, and nothing is done here.
  for (let around = /** @type {Element | null} */ (target); around; around = around.parentElement) if (axisOf(around)) return;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (front().querySelectorAll(boxes))].filter(axisOf);
  const [box] = all.sort((one, other) => sizeOf(other) - sizeOf(one));
  const axis = box && axisOf(box);
  const isAcross = axis === "left";
  const isArrow = key.startsWith("Arrow");
  // The arrow keys across the scroll direction do nothing.
  if (!axis || (isArrow && isAcross !== /Left|Right/.test(key))) return;
  event.preventDefault();
  // What floats over the beginning of the list does not count.
  const { scrollPaddingTop, scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(box);
  const padding = !isAcross ? scrollPaddingTop : isMirrored() ? scrollPaddingRight : scrollPaddingLeft;
  const page = (isAcross ? box.clientWidth : box.clientHeight) - (parseFloat(padding) || 0);
  const by = Math.abs(way) === 1 ? way * (shiftKey ? -1 : 1) * page * 0.875 : way;
  // On a page that is read from right to left, the end is at the left.
  box.scrollBy({ [axis]: isAcross && isMirrored() && !isArrow ? -by : by });
}

/** @param {Element} element */
const sizeOf = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;

/**
 * Returns the direction in which an element scrolls, if it does.
 *
 * @param {Element} element
 * @returns {"top" | "left" | undefined}
 */
function axisOf(element) {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
  const isHigher = scrollHeight > clientHeight + 1;
  if (!isHigher && scrollWidth <= clientWidth + 1) return;
  const { overflowX, overflowY } = getComputedStyle(element);
  // The page itself scrolls unless its style forbids it.
  const scrolls = (/** @type {string} */ overflow) => /auto|scroll/.test(overflow) || (overflow === "visible" && element === document.scrollingElement);
  if (isHigher && scrolls(overflowY)) return "top";
  if (scrollWidth > clientWidth + 1 && scrolls(overflowX)) return "left";
}
