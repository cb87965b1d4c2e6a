import { ask, miss } from "./actions.js";
import { clamp } from "./clamp.js";
import { send } from "./connection.js";
import { focus, front, hasFocus, listen, make } from "./element.js";
import { load } from "./later.js";

/**
 * Menus: the scene says what is in one, a person opens it by a right click, a hold or the keyboard, and chooses. What shows
 * them is a part that is loaded with the first one.
 *
 * @typedef {{x: number, y: number}} Point in the window
 * @typedef {{name: string | undefined, id: string | null, at: Point, focus: () => void, isByKey?: boolean}} Target what a menu is asked for
 *   the collection and the item, if it is one; where to open it, and what gets the focus back
 * @typedef {[title: string, action: string, shortcut: string, flags: number, fields?: Record<string, string>]} Entry
 */

/** How many menus were asked for. */
let count = 0;

/**
 * What the one asked for last is for.
 *
 * @type {Target}
 */
let asked;

const loadMenu = () => load("menu", { ask, clamp, focus, front, hasFocus, listen, make });

/**
 * Asks the scene what is in a menu.
 *
 * @param {Target} target
 */
export function askForMenu(target) {
  asked = target;
  if (!send("menu", ++count, target.name, target.id)) return miss();
  loadMenu().catch(miss);
}

/**
 * Opens the menu that was asked for last.
 *
 * @param {number} number
 * @param {Entry[][]} groups
 */
export async function showMenu(number, groups) {
  try {
    const show = await loadMenu();
    if (number === count) show(groups, asked);
  } catch {
    // The person was told when it was asked for.
  }
}
