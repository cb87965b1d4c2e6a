import { ask } from "../actions.js";
import { isConnected } from "../connection.js";
import { listen } from "../element.js";

/**
 * Checks of what a person types: each input into a control with `data-check` calls that action with the control's value.
 * One check of a control is under way at a time, and the newest value follows it. So the answer to an earlier text never
 * comes after the answer to a later one. This part of the client begins with the first input into such a control.
 *
 * @typedef {import("../field.js").Control} Control
 */

export default () => {
  /**
   * The controls with a check under way, and whether another one is due.
   *
   * @type {Map<Control, boolean>}
   */
  const checks = new Map();

  // The action of the form checks all values, and comes behind the checks that are under way.
  const forget = (/** @type {Event} */ { target }) => {
    for (const control of checks.keys()) if (control.form === target) checks.set(control, false);
  };
  listen(document, { submit: forget, reset: forget }, { capture: true });

  /** @param {Control} control */
  return function check(control) {
    if (checks.has(control)) return void checks.set(control, true);
    // Without a connection the action of the form decides later.
    if (!isConnected()) return;
    const fields = { [control.name]: control.type === "checkbox" ? String(control.checked) : control.value };
    const settled = () => {
      const isDue = checks.get(control);
      checks.delete(control);
      if (isDue && control.isConnected) check(control);
      return true;
    };
    checks.set(control, false);
    if (!ask("do", { action: control.dataset.check ?? "", fields, item: null }, { settled })) checks.delete(control);
  };
};
