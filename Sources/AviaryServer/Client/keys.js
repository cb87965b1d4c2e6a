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

/**
 * What keys pressed in a collection mean to its menu: to open it, to paste, or an entry that has them as its shortcut.
 *
 * @param {KeyboardEvent} event
 * @param {string[] | undefined} keys those of its menus, if it has menus
 * @returns {["open" | "paste" | "press", shortcut: string] | undefined}
 */
export function menuKeyOf(event, keys) {
  if (!keys) return;
  // The key that a Mac calls Delete is another's Backspace.
  const shortcut = shortcutOf(event).replace("Backspace", "Delete");
  if (shortcut === "ContextMenu" || shortcut === "Shift+F10") return ["open", shortcut];
  if (keys.includes(shortcut)) return [shortcut === "Mod+V" ? "paste" : "press", shortcut];
}
