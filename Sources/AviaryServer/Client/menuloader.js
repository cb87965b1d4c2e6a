import { load } from "./later.js";

/**
 * Menus. The scene sends their entries; a person opens one by a right click, a hold or the keyboard. The part of the
 * client for menus (`later/menu.js`) begins with the first collection that has menus.
 *
 * @typedef {{x: number, y: number}} Point in the browser window
 * @typedef {object} Target the place for which a menu is requested
 * @property {string} name the collection
 * @property {string | null} id the item; `null` for the background
 * @property {Point} at where the menu opens
 * @property {() => void} focus gives the focus back
 * @property {boolean} [isByKey] true if a key has opened the menu
 *
 * @typedef {[title: string, action: string, shortcut: string, flags: number, fields?: Record<string, string>]} Entry
 *
 * @typedef {object} Menus
 * @property {(collection: import("./collection.js").Own) => import("./later/menu.js").MenuKeys} makeKeys
 * @property {(menu: import("./packets.js").SceneMessages["menu"]) => void} show
 */

/** @type {Menus | undefined} */
export let menus;

export const loadMenus = async () => (menus = await load("menu"));
