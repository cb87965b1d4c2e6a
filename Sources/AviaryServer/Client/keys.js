/**
 * True if `Mod` is held: Control or Command.
 *
 * @param {{ctrlKey?: boolean, metaKey?: boolean}} event
 */
export const hasMod = ({ ctrlKey, metaKey }) => ctrlKey || metaKey;

/**
 * The name of a key event in shortcuts, such as `Mod+Shift+A`. Letters are upper case.
 *
 * @param {KeyboardEvent} event
 */
export const shortcutOf = (event) => {
  const { key, altKey, shiftKey } = event;
  return [hasMod(event) && "Mod", altKey && "Alt", shiftKey && "Shift", key.length === 1 ? key.toUpperCase() : key]
    .filter(Boolean).join("+");
};

/**
 * True if a key belongs to an input method. Safari ends the composition before the `keydown` event of the key that ends
 * it. This event has the key code 229.
 *
 * @param {{isComposing?: boolean, keyCode?: number}} event
 */
export const isComposed = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

/**
 * Returns true if a key belongs to the control that has the focus. A text field takes all keys; other controls take
 * keys without `Mod`.
 *
 * @param {Event & {ctrlKey?: boolean, metaKey?: boolean}} event
 */
export function isForControl(event) {
  const control = /** @type {Element} */ (event.target).closest("input, select, textarea, [contenteditable]");
  return control && !(hasMod(event) && control.matches("select, [type=range], [type=checkbox], [type=color]"));
}
