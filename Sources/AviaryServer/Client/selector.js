import { front } from "./element.js";
import { Gestures } from "./gestures.js";
import { shortcutOf } from "./keys.js";
import { load } from "./later.js";

/**
 * Rubber bands, and letters that lead to an item: a part that is loaded with the first of them.
 *
 * @typedef {object} Selector
 * @property {(event: PointerEvent, now?: PointerEvent) => void} press hears a press between the tiles, and where the pointer is now
 * @property {(event: KeyboardEvent) => void} type hears a key that means nothing else
 * @property {(number: number, position: number | null) => void} found hears where the item is that letters lead to
 */

/** @returns {Promise<(collection: object) => Selector>} */
export const loadSelector = () => load("select", { front, Gestures, shortcutOf });
