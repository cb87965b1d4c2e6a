import { clamp } from "./clamp.js";
import { hasFocus } from "./element.js";
import { load } from "./later.js";

/**
 * A slider beside a collection, labelled by its sections. The part loads with the first collection that has one.
 *
 * @typedef {object} Scrubber
 * @property {() => void} follow called when the list or its layout has changed
 * @property {(labels: [top: number, end: number, text: string][]) => void} add takes the titles of sections
 */

/** @returns {Promise<(collection: object) => Scrubber>} */
export const loadScrubber = () => load("scrubber", { clamp, hasFocus });
