/**
 * Decides which tile of a collection Tab reaches (a roving `tabindex`), and which row inherits the focus of a removed
 * row. The collection itself moves the focus.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./tile.js").Tile} Tile
 * @typedef {{id?: string, position: number}} Cursor the item with the keyboard. Perhaps no tile of it is held, and only
 *   its position is known
 */

/**
 * The cursor after its tile has left: the item after the last remaining tile before the one that has left.
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
 * The tile that Tab reaches: the tile at the cursor; where only one item can be selected, the selected tile; or else
 * the first in view.
 *
 * @param {State} state
 * @param {{current?: Tile, isChoice: boolean, inView: [number, number]}} stop `current` is the tile at the cursor
 * @returns {Tile | undefined}
 */
export const tabStopOf = ({ tiles, base }, { current, isChoice, inView: [first] }) =>
  current ?? (isChoice ? tiles.find(({ isSelected }) => isSelected) : undefined) ?? tiles[first - base] ?? tiles[0];

/**
 * The heir of a removed header's focus: the next header that stays, or else the previous one.
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
