/**
 * The scroll anchor: what must not move on the screen while the content changes. Pure numbers.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./tile.js").Tile} Tile
 */
export class Anchor {
  /**
   * What a resize keeps in view until the person scrolls; `share` is how much of its height the tile stands below the top.
   *
   * @type {{tile?: Tile, position: number, share: number} | undefined}
   */
  #held;

  /**
   * Finds a tile in view that is held before and after and has not been moved, the first from the middle of the first line
   * on; or, through any number of resizes, the one that was first before them.
   *
   * @param {State} old
   * @param {State} now
   * @param {{top: number, isMoved: boolean, inView: [number, number]}} view what is on screen of the old content, and whether
   *   the person has scrolled there
   * @param {Set<Tile>} [moved]
   * @returns {number} the content coordinate to have at the top; at the very top what is new there is to be seen
   */
  keep(old, now, { top, isMoved, inView: [first, end] }, moved) {
    const isSame = now.geometry.key === old.geometry.key;
    if (isSame || isMoved) this.#held = undefined;
    if (top <= 0 || old.geometry.count === 0 || now.geometry.count === 0) return top;
    if (!this.#held) {
      // The middle of a line stays on it when a few items come or go above.
      const middle = isSame ? old.geometry.middleOf(first) : first;
      const staying = (/** @type {number} */ from, /** @type {number} */ to) =>
        old.tiles.slice(Math.max(0, from - old.base), Math.max(0, to - old.base))
          .find((tile) => now.tiles.includes(tile) && !moved?.has(tile));
      const tile = staying(middle, end) ?? staying(first, middle);
      if (isSame && !tile) return top;
      const position = tile?.position ?? first;
      const { y, height } = old.geometry.frameOf(position);
      this.#held = { tile, position, share: (y - top) / (height || 1) };
    }
    const { tile, position, share } = this.#held;
    const index = now.tiles.indexOf(/** @type {Tile} */ (tile));
    const { y, height } = now.geometry.frameOf(index < 0 ? Math.min(position, now.geometry.count - 1) : now.base + index);
    return y - share * height;
  }
}
