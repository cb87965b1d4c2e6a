/**
 * Whether `Mod` is held: Control, or Command.
 *
 * @param {{ctrlKey?: boolean, metaKey?: boolean}} event
 */
export const hasMod = ({ ctrlKey, metaKey }) => ctrlKey || metaKey;

/**
 * What the keys of an event are called in shortcuts; letters are large.
 *
 * @param {KeyboardEvent} event
 */
export const shortcutOf = (event) => {
  const { key, altKey, shiftKey } = event;
  return [hasMod(event) && "Mod", altKey && "Alt", shiftKey && "Shift", key.length === 1 ? key.toUpperCase() : key]
    .filter(Boolean).join("+");
};

/**
 * Whether a key is an input method's own. Safari ends a composition before it tells of the key that ended it, which has the
 * code of such keys then.
 *
 * @param {{isComposing?: boolean, keyCode?: number}} event
 */
export const isComposed = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

/**
 * Whether a key belongs to the control it is pressed in: to a text field all of them, to others those without `Mod`.
 *
 * @param {Event & {ctrlKey?: boolean, metaKey?: boolean}} event
 */
export function isForControl(event) {
  const control = /** @type {Element} */ (event.target).closest("input, select, textarea, [contenteditable]");
  return control && !(hasMod(event) && control.matches("select, [type=range], [type=checkbox], [type=color]"));
}
