import { announce } from "./banner.js";

/**
 * What others change in the text fields in view, a name for one: seen at once, and read out in one sentence when the changes
 * pause, so that another window that changes much does not talk without end.
 */

/** How long nothing may have changed before it is read out, in milliseconds. */
const lull = 1_000;

/**
 * What has changed: the cell of each control, what the control was called before, and what it shows now.
 *
 * @type {Map<import("./field.js").Control, {cell: string | undefined, name: string, value: string}>}
 */
const changes = new Map();

let lullTimer = 0;

/**
 * A control in view shows another value, which the person has not asked for.
 *
 * @param {import("./field.js").Control} control
 * @param {string} value
 */
export function noteChange(control, value) {
  if (!control.matches("textarea, input[type=text]") || document.hidden) return;
  const { name } = changes.get(control) ?? { name: control.ariaLabel ?? control.name };
  changes.set(control, { cell: cellNameOf(control), name, value });
  clearTimeout(lullTimer);
  lullTimer = setTimeout(tellChanges, lull);
}

function tellChanges() {
  // What has gone meanwhile is not in view any more, and its node may show something else.
  const [first, ...others] = [...changes].filter(([control, { cell }]) => cell && cell === cellNameOf(control));
  changes.clear();
  if (!first) return;
  const [, { name, value }] = first;
  const more = others.length > 1 ? ` ${others.length} more have changed.` : others.length > 0 ? " One more has changed." : "";
  announce(`${name} is now “${value}”.${more}`);
}

/** @param {Element} control */
function cellNameOf(control) {
  const cell = /** @type {HTMLElement | null} */ (control.closest("[data-item], [data-section]"));
  return cell?.dataset.item ?? cell?.dataset.section;
}
