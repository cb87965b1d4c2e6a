import { listen } from "./element.js";
import { begun, load } from "./later.js";
import { address, here } from "./visit.js";

/**
 * Sheets: controllers that the scene presents over the page, and its alerts. The part of the client that shows sheets
 * (`later/sheets.js`) begins with the first one.
 *
 * @typedef {object} Presenter
 * @property {(sheet: import("./packets.js").SceneMessages["present"]) => void} present
 * @property {(name: string) => void} dismiss
 * @property {() => void} report reports the sheets that are shown
 * @property {() => void} matchHistory shows the sheets of the present entry of the history
 * @property {() => Promise<void>} pass waits until pending changes of the history are done
 */

/** @type {(root: HTMLElement, path: string) => () => void} */
let adopt;

/**
 * Starts the collections and outlets of a sheet. Returns a function that ends them.
 *
 * @param {HTMLElement} root
 * @param {string} path
 */
export const adoptSheets = (root, path) => adopt(root, path);

/** @param {(root: HTMLElement, path: string) => () => void} adopter */
export function startSheets(adopter) {
  adopt = adopter;
  // If the page was reloaded with sheets open, its scene may be lost. So the part reports the sheets to the scene.
  if (history.state?.sheets) load("sheets").catch(() => {});
  listen(window, {
    popstate() {
      const isHere = here() === address;
      if (begun.sheets || !isHere || history.state?.sheets) load("sheets").then(({ matchHistory }) => matchHistory(), () => isHere || location.reload());
    },
  });
}

/**
 * True if a name belongs to a sheet. The scene may still send messages for a sheet that the person has closed.
 *
 * @param {string} name
 */
export const isOfSheet = (name) => /^sheet\d+\//.test(name);
