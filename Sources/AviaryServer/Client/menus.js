import { load } from "./later.js";

/**
 * Menus. The scene sends their entries; a person opens one by a right click, a hold or the keyboard. The part of the
 * client for menus (`later.js`) begins with the first collection that has menus.
 *
 * @typedef {{x: number, y: number}} Point in the browser window
 * @typedef {{name: string, id: string | null, at: Point, focus: () => void, isByKey?: boolean}} Target the
 *   place for which a menu is requested: the collection, the item or none for the background, the point at which it
 *   opens, and a function that returns the focus
 * @typedef {[title: string, action: string, shortcut: string, flags: number, fields?: Record<string, string>]} Entry
 *
 * @typedef {object} Menus
 * @property {(collection: import("./collection.js").Own) => import("./later/menu.js").MenuKeys} makeKeys
 * @property {(menu: import("./packets.js").SceneMessages["menu"]) => void} show
 */

/** @type {Menus | undefined} */
export let menus;

export const loadMenus = async () => (menus = await load("menu"));
