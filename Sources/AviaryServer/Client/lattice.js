// Numbers only: where the items of a uniform layout stand. Points, in content coordinates.

/** @typedef {[x: number, y: number, pitchX: number, pitchY: number, width: number, height: number, columns: number]} Lattice */
/** @typedef {{x: number, y: number, width: number, height: number}} Frame */

/**
 * The frame of a position, its edges on whole points, so that neighbours meet without a seam.
 * @param {Lattice} lattice @param {number} position @returns {Frame}
 */
export function frame([x, y, pitchX, pitchY, width, height, columns], position) {
  const left = x + (position % columns) * pitchX;
  const top = y + Math.floor(position / columns) * pitchY;
  const [wholeLeft, wholeTop] = [Math.round(left), Math.round(top)];
  return {
    x: wholeLeft,
    y: wholeTop,
    width: Math.round(left + width) - wholeLeft,
    height: Math.round(top + height) - wholeTop,
  };
}

/** @param {Lattice} lattice @param {number} count @returns {number} */
export function contentHeight([, y, , pitchY, , height, columns], count) {
  const rows = Math.ceil(count / columns);
  return Math.round(rows ? 2 * y + rows * pitchY - (pitchY - height) : 2 * y);
}

/**
 * Where a key leads from a position, or null for a key that leads nowhere.
 * @param {string} key @param {boolean} toEnds whether Ctrl or Cmd is held
 * @param {number} position @param {number} count @param {number} columns @param {number} page rows that fit in view
 * @returns {number | null}
 */
export function destination(key, toEnds, position, count, columns, page) {
  const row = position - (position % columns);
  const targets = {
    ArrowLeft: position - 1,
    ArrowRight: position + 1,
    ArrowUp: position - columns,
    ArrowDown: position + columns,
    Home: toEnds ? 0 : row,
    End: toEnds ? count - 1 : Math.min(row + columns, count) - 1,
    PageUp: position - page * columns,
    PageDown: position + page * columns,
  };
  if (!count || !Object.hasOwn(targets, key)) return null;
  const target = targets[key];
  if (key.startsWith("Page")) {
    // The same column, in the first or the last row that has it.
    const column = position % columns;
    const last = count - 1 - ((count - 1 - column) % columns);
    return Math.max(column, Math.min(target, last));
  }
  return target < 0 || target >= count ? position : target;
}
