import { ask } from "./actions.js";
import { remark } from "./banner.js";
import { geometryOf } from "./geometry.js";
import { edgeScroll, Gestures } from "./gestures.js";
import { load } from "./later.js";
import { glide, rest } from "./motion.js";
import { last, sectionAt } from "./sections.js";

/**
 * Items that are moved by hand: a part that is loaded with the first collection where they can be.
 *
 * @typedef {object} Mover
 * @property {boolean} isOn whether they can be moved
 * @property {boolean} [takesDrops] whether something can be dropped from elsewhere
 * @property {(old: import("./transition.js").State) => void} hold takes note of where everything is seen, before an update
 * @property {() => void} lay shows everything where the person has moved it
 * @property {(id: string, count: number, sentence?: string) => void} lifted hears how many items are moved with one, or why none is
 */

/** @returns {Promise<(collection: object) => Mover>} */
export const loadMover = () => load("reorder", { ask, edgeScroll, geometryOf, Gestures, glide, last, remark, rest, sectionAt });
