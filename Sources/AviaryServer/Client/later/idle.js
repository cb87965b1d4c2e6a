import { listen } from "../element.js";
import { load } from "../later.js";
import { startToolbars } from "./toolbar.js";

/**
 * Begins what a page needs as soon as the browser has nothing else to do: its toolbars, and the checks of what is typed.
 * The part of the client for the checks (`later/checking.js`) is loaded at the first input into a control that has one.
 */
export default () => {
  startToolbars(document);
  listen(document, {
    input({ target }) {
      const control = /** @type {import("../field.js").Control} */ (target);
      if (control.dataset.check) load("checking").then((check) => check(control), () => {});
    },
  });
};
