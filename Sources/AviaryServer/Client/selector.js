import { front } from "./element.js";
import { Gestures } from "./gestures.js";
import { shortcutOf } from "./keys.js";
import { load } from "./later.js";

/**
 * Rubber bands, and finding items by letters. The part of the client for both (`later.js`) loads when one of the two is
 * used first.
 *
 * @typedef {object} Selector
 * @property {(event: PointerEvent, now?: PointerEvent) => void} press takes a press between the tiles, and the newest
 *   event of the pointer
 * @property {(event: KeyboardEvent) => void} type takes a key without another meaning
 * @property {(number: number, position: number | null) => void} found takes the position of the item found
 */

/** @returns {Promise<(collection: import("./collection.js").Own) => Selector>} */
export const loadSelector = () => load("select", { front, Gestures, shortcutOf });
