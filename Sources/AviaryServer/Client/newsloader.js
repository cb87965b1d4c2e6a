import { cellOf } from "./element.js";
import { load } from "./later.js";

/**
 * Notes that a control in view shows another value that the person did not request. Screen readers read out the change.
 * The part of the client that does this (`later/news.js`) begins with the first such change.
 *
 * @param {import("./field.js").Control} control
 * @param {string} value
 */
export function noteChange(control, value) {
  if (!control.matches("textarea, input[type=text]") || document.hidden) return;
  // The control's name before the change, and its cell.
  const change = { cell: cellNameOf(control), name: control.ariaLabel ?? control.name, value };
  load("news").then((note) => note(control, change), () => {});
}

/** @param {Element} control */
export function cellNameOf(control) {
  const cell = cellOf(control);
  return cell?.dataset.item ?? cell?.dataset.section;
}
