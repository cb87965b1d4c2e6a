import { ask, select } from "./actions.js";
import { raiseBanners } from "./banner.js";
import { listen } from "./element.js";
import { fieldOf, forget } from "./field.js";
import { returnFocus, spotOf } from "./lastfocus.js";
import { load } from "./later.js";
import { lastPressed } from "./meaning.js";
import { address, isElsewhere } from "./visit.js";

/**
 * Sheets: controllers that the scene presents over the page, and its questions. What shows them is a part that is loaded with
 * the first one.
 *
 * @typedef {object} Presenter
 * @property {(name: string, style: string, html: string, address: string | null, isNew: boolean, version: string) => void} present
 * @property {(name: string) => void} dismiss
 * @property {() => void} tell says what is shown
 * @property {() => void} follow shows what belongs to the entry of the history
 * @property {() => Promise<void>} pass waits until the history stands where it shall
 */

/** @type {Presenter | undefined} */
export let presenter;

/**
 * Makes live what a sheet holds, and returns what ends that.
 *
 * @type {(root: HTMLElement, path: string) => () => void}
 */
let adoptSheets;

/** @returns {Promise<Presenter>} */
export const loadSheets = async () => (presenter = await load("sheets", {
  ask, select, raiseBanners, fieldOf, forget, returnFocus, spotOf, lastPressed, address, isElsewhere,
  adopt: adoptSheets,
}));

/** @param {(root: HTMLElement, path: string) => () => void} adopter */
export function startSheets(adopter) {
  adoptSheets = adopter;
  // A reload, perhaps of a page whose scene is lost.
  if (history.state?.sheets) loadSheets().catch(() => {});
  listen(window, {
    popstate() {
      const isHere = location.pathname + location.search === address;
      if (presenter || !isHere || history.state?.sheets) loadSheets().then(({ follow }) => follow(), () => isHere || location.reload());
    },
  });
}

/**
 * Whether something belongs to a sheet. The scene may still speak of one that the person has closed.
 *
 * @param {string} name
 */
export const isOfSheet = (name) => /^sheet\d+\//.test(name);
