/**
 * Where a key leads from one position to another: pure numbers.
 *
 * @param {string} key as in `KeyboardEvent.key`
 * @param {boolean} whole whether Home and End mean the whole collection, not the line
 * @param {number} from a position
 * @param {{count: number, columns: number, lines: number}} grid `lines` are those that fit the screen
 * @returns {number | undefined} the position to go to, or nothing when the key is not one that leads anywhere
 */
export function step(key, whole, from, { count, columns, lines }) {
  const line = from - (from % columns);
  const vertical = (/** @type {number} */ by) => {
    const to = from + by * columns;
    if (to < 0) return from % columns;
    if (to < count) return to;
    // Below the last full line: the last item, unless one stands on that line already.
    const lastLine = count - 1 - ((count - 1) % columns);
    return line === lastLine ? from : Math.min(count - 1, lastLine + (from % columns));
  };
  const target = {
    ArrowLeft: () => from - 1,
    ArrowRight: () => from + 1,
    ArrowUp: () => (line === 0 ? from : vertical(-1)),
    ArrowDown: () => vertical(1),
    PageUp: () => vertical(-lines),
    PageDown: () => vertical(lines),
    Home: () => (whole ? 0 : line),
    End: () => (whole ? count - 1 : line + columns - 1),
  }[key];
  return target && count > 0 ? Math.max(0, Math.min(count - 1, target())) : undefined;
}
