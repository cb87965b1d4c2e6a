/**
 * Turns the tiles held into the next ones. Only computes, and checks all ops before the page is touched.
 *
 * @typedef {[id: string, flags: number, ...values: Value[]]} NewTile
 * @typedef {string | number | boolean | null} Value
 * @typedef {number | [id: string] | NewTile} Op
 */

/**
 * Applies `ops` to `held`.
 *
 * The ops read the list once from its beginning. `n` keeps the next n tiles, `-n` leaves them out, `[id]` inserts a tile
 * that is left out elsewhere, and a longer array inserts a new tile. The ops must cover the whole list.
 *
 * @template {{id: string}} T
 * @param {readonly T[]} held
 * @param {readonly Op[]} ops
 * @param {(tile: NewTile) => T} make called only after all ops were found valid
 * @returns {{tiles: T[], moved: Set<T>, departed: T[]}}
 * @throws {RangeError} when the ops do not fit the list: client and scene are out of step
 */
export function applyOps(held, ops, make) {
  /** @type {Map<string, T>} */
  const leftOut = new Map();
  let read = 0;
  const next = ops.flatMap(/** @returns {(T | [id: string] | NewTile)[]} */ (op) => {
    if (typeof op !== "number") return [op];
    const run = held.slice(read, (read += Math.abs(op)));
    if (op > 0) return run;
    for (const tile of run) leftOut.set(tile.id, tile);
    return [];
  });
  const identifiers = new Set(next.map((entry) => (Array.isArray(entry) ? entry[0] : entry.id)));
  const fits = (/** @type {Op} */ op) => typeof op === "number" || op.length > 1 || leftOut.has(op[0]);
  if (read !== held.length || identifiers.size !== next.length || !ops.every(fits)) {
    throw new RangeError("a splice does not fit");
  }

  /** @type {Set<T>} */
  const moved = new Set();
  const tiles = next.map((entry) => {
    if (!Array.isArray(entry)) return entry;
    if (entry.length > 1) return make(/** @type {NewTile} */ (entry));
    const tile = /** @type {T} */ (leftOut.get(entry[0]));
    moved.add(tile);
    leftOut.delete(tile.id);
    return tile;
  });
  return { tiles, moved, departed: [...leftOut.values()] };
}
