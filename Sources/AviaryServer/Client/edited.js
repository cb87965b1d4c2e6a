/**
 * The tiles that are being edited and have left the window: they stay on the page until that ends. Only decides.
 *
 * @template {{position: number}} T
 * @param {T[]} aside those up to now
 * @param {{departed: T[], tiles: T[]}} change what leaves, and what is held from now on
 * @param {(tile: T) => boolean} isEdited
 * @returns {{aside: T[], departed: T[]}} `departed` are those that do leave
 */
export function setAside(aside, { departed, tiles }, isEdited) {
  const staying = departed.filter(isEdited);
  return {
    aside: [...new Set([...aside, ...staying])].filter((tile) => !tiles.includes(tile)),
    departed: departed.filter((tile) => !staying.includes(tile)),
  };
}

/**
 * The position of a tile that is set aside. Where its item is now is not known for certain: not where those are that are held.
 *
 * @param {number} position as far as it is known
 * @param {{base: number, tiles: unknown[]}} held
 */
export const asidePosition = (position, { base, tiles }) => {
  const end = base + tiles.length;
  return position >= base && position < end ? end : position;
};
