/**
 * The path in a name on the wire. The names of a child controller begin with its path, as in `history/undo`.
 *
 * @param {string} name
 */
export const pathOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);

/**
 * The name without its path, as the controller itself uses it.
 *
 * @param {string} name
 */
export const nameOf = (name) => name.slice(name.lastIndexOf("/") + 1);
