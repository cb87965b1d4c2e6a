/**
 * Names on the wire: those of a child controller begin with its path, as in `history/undo`.
 *
 * @param {string} name
 */
export const pathOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);

/**
 * What the controller itself calls it.
 *
 * @param {string} name
 */
export const nameOf = (name) => name.slice(name.lastIndexOf("/") + 1);
