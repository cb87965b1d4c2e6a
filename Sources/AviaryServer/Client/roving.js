/**
 * The keyboard in a collection: which one tile Tab reaches (a roving `tabindex`), and who gets the focus of a row that leaves.
 * Only decides; the focus itself is moved by the collection.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {{id?: string, position: number}} Cursor where the keyboard is. The item may not be held just now, or the position
 *   may be all that is known of it
 */

/**
 * Where the keyboard is when the tile that had it has left: at the item behind those that stood before it.
 *
 * @param {State} old
 * @param {State} now
 * @param {Tile} left
 * @returns {Cursor}
 */
export const cursorAfter = (old, now, left) => {
  const previous = old.tiles.slice(0, old.tiles.indexOf(left)).findLast((tile) => now.tiles.includes(tile));
  const position = previous ? now.base + now.tiles.indexOf(previous) + 1 : now.base;
  return { position: Math.min(position, now.geometry.count - 1) };
};

/**
 * The tile that Tab reaches: where the keyboard was last; in a row of choices the chosen one; or else the first in view.
 *
 * @param {State} state
 * @param {{current?: Tile, isChoice: boolean, inView: [number, number]}} stop `current` is the tile at the cursor
 * @returns {Tile | undefined}
 */
export const tabStopOf = ({ tiles, base }, { current, isChoice, inView: [first] }) =>
  current ?? (isChoice ? tiles.find(({ isSelected }) => isSelected) : undefined) ?? tiles[first - base] ?? tiles[0];

/**
 * The header that gets the focus of one that leaves: the next that stays, or else the one before.
 *
 * @param {Tile[]} old
 * @param {Tile} left
 * @param {Tile[]} now
 */
export const heirOf = (old, left, now) => {
  const index = old.indexOf(left);
  const stays = (/** @type {Tile} */ header) => now.includes(header);
  return old.slice(index).find(stays) ?? old.slice(0, index).findLast(stays);
};
