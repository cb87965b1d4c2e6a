import { clamp } from "./clamp.js";
import { last, sectionAt } from "./sections.js";

/**
 * Where a key leads from one position to another: pure numbers. Up and down keep to the column, from section to section,
 * as near as the line allows.
 *
 * @param {string} key as in `KeyboardEvent.key`
 * @param {boolean} whole whether Home and End mean the whole collection, not the line
 * @param {number} from a position
 * @param {number} page how many lines fit the screen
 * @param {import("./sections.js").Table & {columns: number}} lattice
 * @returns {number | undefined} the position to go to, or nothing when the key is not one that leads anywhere
 */
export function step(key, whole, from, page, lattice) {
  const { columns, count, counts, starts, lines } = lattice;
  const section = sectionAt(lattice, from);
  const line = lines[section] + Math.floor((from - starts[section]) / columns);
  const column = (from - starts[section]) % columns;
  /** The item in a column of a line among all lines, or else the last of that line. */
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
