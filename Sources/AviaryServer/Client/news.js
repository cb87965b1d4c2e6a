import { cellOf } from "./element.js";
import { load } from "./later.js";

/**
 * A control in view shows another value, which the person has not asked for: it is read out, by a part that is loaded with the
 * first such change.
 *
 * @param {import("./field.js").Control} control
 * @param {string} value
 */
export function noteChange(control, value) {
  if (!control.matches("textarea, input[type=text]") || document.hidden) return;
  // What it was called before, and whose it was.
  const change = { cell: cellNameOf(control), name: control.ariaLabel ?? control.name, value };
  load("news", { cellNameOf }).then((note) => note(control, change), () => {});
}

/** @param {Element} control */
function cellNameOf(control) {
  const cell = cellOf(control);
  return cell?.dataset.item ?? cell?.dataset.section;
}
