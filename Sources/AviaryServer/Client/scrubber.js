import { clamp } from "./clamp.js";
import { hasFocus } from "./element.js";
import { load } from "./later.js";

/**
 * A slider beside a collection, labelled by its sections. The part of the client for it (`later.js`) loads with the
 * first collection that has a slider.
 *
 * @typedef {object} Scrubber
 * @property {() => void} follow called when the list or its layout has changed
 * @property {(labels: [top: number, end: number, text: string][]) => void} add takes the titles of sections
 */

/** @returns {Promise<(collection: import("./collection.js").Own) => Scrubber>} */
export const loadScrubber = () => load("scrubber", { clamp, hasFocus });
