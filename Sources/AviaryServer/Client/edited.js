/**
 * Finds the tiles that are being edited, but that the scene sends no longer. They stay on the page until the edit ends.
 * This function only decides which.
 *
 * @template {{position: number}} T
 * @param {T[]} aside the tiles set aside so far
 * @param {{departed: T[], tiles: T[]}} change the tiles that leave, and the tiles held from now on
 * @param {(tile: T) => boolean} isEdited
 * @returns {{aside: T[], departed: T[]}} the tiles set aside from now on, and the tiles that do leave
 */
export function setAside(aside, { departed, tiles }, isEdited) {
  const staying = departed.filter(isEdited);
  return {
    aside: [...new Set([...aside, ...staying])].filter((tile) => !tiles.includes(tile)),
    departed: departed.filter((tile) => !staying.includes(tile)),
  };
}

/**
 * The position of a tile that is set aside. Its exact position is unknown, but it cannot be a position of a tile held.
 *
 * @param {number} position its last known position
 * @param {{base: number, tiles: unknown[]}} held
 */
export const asidePosition = (position, { base, tiles }) => {
  const end = base + tiles.length;
  return position >= base && position < end ? end : position;
};
