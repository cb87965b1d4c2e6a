import { clamp } from "./clamp.js";
import { last, sectionAt } from "./sections.js";

/**
 * Where a key leads from a position. Computes with numbers only.
 *
 * Up and down keep the column, also across sections, unless the line reached is too short.
 *
 * @param {string} key as in `KeyboardEvent.key`
 * @param {boolean} whole true if Home and End mean the whole collection, not the line
 * @param {number} from a position
 * @param {number} page the number of lines that fit the screen
 * @param {import("./sections.js").Table & {columns: number}} lattice
 * @returns {number | undefined} the position to go to, or nothing when the key does not move the cursor
 */
export function step(key, whole, from, page, lattice) {
  const { columns, count, counts, starts, lines } = lattice;
  const section = sectionAt(lattice, from);
  const line = lines[section] + Math.floor((from - starts[section]) / columns);
  const column = (from - starts[section]) % columns;
  /**
   * The item at a line and a column, or the last item of the line if it is shorter. Lines are counted through all
   * sections.
   */
  const at = (/** @type {number} */ line, /** @type {number} */ column) => {
    line = clamp(line, 0, lines[counts.length] - 1);
    const section = last(lattice, (section) => lines[section] <= line);
    return Math.min(starts[section + 1] - 1, starts[section] + (line - lines[section]) * columns + column);
  };
  const target = {
    ArrowLeft: () => from - 1,
    ArrowRight: () => from + 1,
    ArrowUp: () => at(line - 1, column),
    ArrowDown: () => at(line + 1, column),
    PageUp: () => at(line - page, column),
    PageDown: () => at(line + page, column),
    Home: () => (whole ? 0 : at(line, 0)),
    End: () => (whole ? count - 1 : at(line, columns - 1)),
  }[key];
  return target && count > 0 ? clamp(target(), 0, count - 1) : undefined;
}
