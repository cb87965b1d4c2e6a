/**
 * The scroll anchor: the tile that must not move on the screen while the content changes. Computes with numbers only.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./tile.js").Tile} Tile
 */
export class Anchor {
  /**
   * The tile that stays in place through all resizes, until the person scrolls. `share` is its distance below the top
   * of the view, in heights of the tile.
   *
   * @type {{tile?: Tile, position: number, share: number} | undefined}
   */
  #staying;

  /**
   * Returns the scroll position that keeps the anchor in place.
   *
   * The anchor is a tile in view that is held before and after the change and was not moved. After a change of the
   * list, the search begins at the middle of the first line. After a change of the layout, it begins at the first tile.
   * Through any number of resizes, the anchor stays the tile that was found before the first of them.
   *
   * @param {State} old
   * @param {State} now
   * @param {{top: number, isMoved: boolean, inView: [number, number]}} view the visible part of the old content, and
   *   whether the person has scrolled there
   * @param {Set<Tile>} [moved]
   * @returns {number} the content coordinate for the top of the view. A list at its very top stays there, so that new
   *   items show
   */
  keep(old, now, { top, isMoved, inView: [first, end] }, moved) {
    const isSame = now.geometry.key === old.geometry.key;
    if (isSame || isMoved) this.#staying = undefined;
    if (top <= 0 || old.geometry.count === 0 || now.geometry.count === 0) return top;
    if (!this.#staying) {
      // When a few items come or go above, the middle item of a line usually stays on that line.
      const middle = isSame ? old.geometry.middleOf(first) : first;
      const staying = (/** @type {number} */ from, /** @type {number} */ to) =>
        old.tiles.slice(Math.max(0, from - old.base), Math.max(0, to - old.base))
          .find((tile) => now.tiles.includes(tile) && !moved?.has(tile));
      const tile = staying(middle, end) ?? staying(first, middle);
      if (isSame && !tile) return top;
      const position = tile?.position ?? first;
      const { y, height } = old.geometry.frameOf(position);
      this.#staying = { tile, position, share: (y - top) / (height || 1) };
    }
    const { tile, position, share } = this.#staying;
    const index = now.tiles.indexOf(/** @type {Tile} */ (tile));
    const { y, height } = now.geometry.frameOf(index < 0 ? Math.min(position, now.geometry.count - 1) : now.base + index);
    return y - share * height;
  }
}
