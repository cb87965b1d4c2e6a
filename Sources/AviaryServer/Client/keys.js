/**
 * What the keys of an event are called in shortcuts; letters are large.
 *
 * @param {KeyboardEvent} event
 */
export const shortcutOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }) =>
  [(ctrlKey || metaKey) && "Mod", altKey && "Alt", shiftKey && "Shift", key.length === 1 ? key.toUpperCase() : key]
    .filter(Boolean).join("+");

/**
 * Whether a key belongs to the control it is pressed in: to a text field all of them, to others those without `Mod`.
 *
 * @param {Event & {ctrlKey?: boolean, metaKey?: boolean}} event
 */
export function isForControl({ target, ctrlKey, metaKey }) {
  const control = /** @type {Element} */ (target).closest("input, select, textarea, [contenteditable]");
  return control && !((ctrlKey || metaKey) && control.matches("select, [type=range], [type=checkbox], [type=color]"));
}
