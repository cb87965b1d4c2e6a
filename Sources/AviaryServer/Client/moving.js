import { ask } from "./actions.js";
import { remark } from "./banner.js";
import { geometryOf } from "./geometry.js";
import { edgeScroll, Gestures } from "./gestures.js";
import { load } from "./later.js";
import { glide, rest } from "./motion.js";
import { inner } from "./prefix.js";
import { last, sectionAt } from "./sections.js";

/**
 * Moves items by hand. The part of the client for this (`later.js`) loads with the first collection whose items can be
 * moved.
 *
 * @typedef {object} Mover
 * @property {boolean} isOn true if items can be moved
 * @property {boolean} [takesDrops] true if something can be dropped from elsewhere
 * @property {(old: import("./transition.js").State) => void} hold notes the visible positions of all rows, before an
 *   update
 * @property {() => void} lay shows the rows where the person has moved them
 * @property {(id: string, count: number, sentence?: string) => void} lifted takes the number of items that are moved
 *   together, or the reason why none may be
 */

/** @returns {Promise<(collection: import("./collection.js").Own) => Mover>} */
export const loadMover = () => load("reorder", { ask, edgeScroll, geometryOf, Gestures, glide, inner, last, remark, rest, sectionAt });
