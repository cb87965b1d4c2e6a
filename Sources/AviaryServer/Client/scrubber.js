import { clamp } from "./clamp.js";
import { hasFocus } from "./element.js";
import { load } from "./later.js";

/**
 * A slider beside a collection, labelled by its sections: a part that is loaded with the first collection that has one.
 *
 * @typedef {object} Scrubber
 * @property {() => void} follow hears that the list or its layout has changed
 * @property {(labels: [top: number, end: number, text: string][]) => void} add hears what sections are called
 */

/** @returns {Promise<(collection: object) => Scrubber>} */
export const loadScrubber = () => load("scrubber", { clamp, hasFocus });
