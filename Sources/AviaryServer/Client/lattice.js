/**
 * Where the items of a uniform layout stand: pure numbers, in content coordinates. A layout is known by seven numbers, so
 * that it crosses the wire once for any number of items.
 *
 * @typedef {[x: number, y: number, pitchX: number, pitchY: number, width: number, height: number, columns: number]} Lattice
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 */

/**
 * Returns the whole point nearest to `value`. Halves go up, and so does what a rounding error has put just below one:
 * two tiles that share an edge must come to the same point however each of them computed it.
 *
 * @param {number} value
 */
const whole = (value) => Math.round(value + 1e-6);

/**
 * The frame of the item at `position`, its four edges rounded to whole points: neighbours meet without a seam.
 *
 * @param {Lattice} lattice
 * @param {number} position
 * @returns {Rect}
 */
export const frameOf = ([x, y, pitchX, pitchY, width, height, columns], position) => {
  x += (position % columns) * pitchX;
  y += Math.floor(position / columns) * pitchY;
  const [left, top] = [whole(x), whole(y)];
  return { x: left, y: top, width: whole(x + width) - left, height: whole(y + height) - top };
};

/**
 * The height of the content of `count` items; the inset at the end is the one at the beginning.
 *
 * @param {Lattice} lattice
 * @param {number} count
 */
export const contentHeight = ([, y, , pitchY, , height, columns], count) =>
  whole(2 * y + (count && (Math.ceil(count / columns) - 1) * pitchY + height));

/**
 * The positions whose rows touch `rect`: from the first up to, not including, the second.
 *
 * @param {Lattice} lattice
 * @param {{y: number, height: number}} rect
 * @param {number} count
 * @returns {[number, number]}
 */
export const positionsIn = ([, y, , pitchY, , height, columns], rect, count) => {
  const first = Math.floor((rect.y - y - height) / pitchY) + 1;
  const last = Math.ceil((rect.y + rect.height - y) / pitchY);
  const from = Math.min(count, Math.max(0, first) * columns);
  return [from, Math.max(from, Math.min(count, last * columns))];
};

/**
 * The position at a point, or the one nearest to it.
 *
 * @param {Lattice} lattice
 * @param {{x: number, y: number}} point
 * @param {number} count
 */
export const positionAt = ([left, top, pitchX, pitchY, , , columns], { x, y }, count) => {
  const column = Math.min(columns - 1, Math.max(0, Math.floor((x - left) / pitchX)));
  return Math.min(count - 1, Math.max(0, Math.floor((y - top) / pitchY)) * columns + column);
};

/**
 * The way that items go together which come `by` positions further: along the line, and to another line when that is nearer.
 * Whoever is led out at one side of the lattice comes in at the other.
 *
 * @param {Lattice} lattice
 * @param {number} by
 * @returns {{x: number, y: number}}
 */
export const wayOf = ([, , pitchX, pitchY, , , columns], by) => {
  // Just half a line stays on its line.
  const lines = Math.round((by - Math.sign(by) / 4) / columns);
  return { x: (by - lines * columns) * pitchX, y: lines * pitchY };
};
