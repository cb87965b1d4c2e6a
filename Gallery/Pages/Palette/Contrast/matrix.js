/**
 * The contrast matrix: a grid that keeps only the cells in view, in both directions. The headings of rows and columns
 * stay at its edges. The script of the page loads this module for the first matrix.
 *
 * Rows and columns count from 1; index 0 is the heading. The contrast of a pair is computed here, in the same way as in
 * `ContrastMatrix`.
 */

/** The number of rows and columns that are kept beyond each edge of the view. */
const margin = 3;

/**
 * Returns the range of rows, or of columns, that the grid keeps.
 *
 * @param {number} offset the scroll offset
 * @param {number} extent the visible length after the heading
 * @param {number} side the length of one cell
 * @param {number} count
 * @returns {[first: number, last: number]}
 */
export function heldRange(offset, extent, side, count) {
  const last = Math.min(count, Math.ceil((offset + extent) / side) + margin);
  return [Math.max(1, Math.min(last, Math.floor(offset / side) + 1 - margin)), last];
}

/**
 * Returns the offset after the smallest scroll movement that makes a cell visible.
 *
 * @param {number} offset the scroll offset
 * @param {number} extent the visible length, with the heading
 * @param {number} side the length of one cell
 * @param {number} index
 */
export const revealing = (offset, extent, side, index) =>
  Math.min((index - 1) * side, Math.max(offset, (index + 1) * side - extent));

/**
 * Returns the cell to which a key moves; `undefined` for other keys.
 *
 * @param {{row: number, column: number}} cursor
 * @param {string} key
 * @param {boolean} isWhole true if Control is pressed, which moves to the end of a row or column
 * @param {number} page the number of visible rows
 * @param {number} count
 */
export function cellAfter({ row, column }, key, isWhole, page, count) {
  const next = {
    ArrowUp: [isWhole ? 1 : row - 1, column],
    ArrowDown: [isWhole ? count : row + 1, column],
    ArrowLeft: [row, isWhole ? 1 : column - 1],
    ArrowRight: [row, isWhole ? count : column + 1],
    PageUp: [row - page, column],
    PageDown: [row + page, column],
    Home: [isWhole ? 1 : row, 1],
    End: [isWhole ? count : row, count],
  }[key];
  if (!next) return undefined;
  const [nextRow, nextColumn] = next.map((index) => Math.min(count, Math.max(1, index)));
  return { row: nextRow, column: nextColumn };
}

/**
 * Reads the colors, in the lines that `MatrixController` writes: `#rrggbb #rrggbb 0.25 Name`, with the color, the ink
 * and the luminance.
 *
 * @param {string} text
 */
export const readColors = (text) => text.split("\n").filter(Boolean).map((line) => {
  const [hex, ink, luminance, ...words] = line.split(" ");
  return { hex, ink, luminance: Number(luminance), name: words.join(" ") };
});

/**
 * A ratio as text. The text is rounded down, so that a ratio never seems to reach a grade that it misses.
 *
 * @param {number} ratio
 * @param {number} digits
 */
const textOf = (ratio, digits) => (Math.floor(ratio * 10 ** digits + 1e-9) / 10 ** digits).toFixed(digits);

/**
 * The contrast of one color on another: the visible text and the label for screen readers.
 *
 * @param {{luminance: number, name: string}} text
 * @param {{luminance: number, name: string}} background
 * @param {Record<string, string>} words The `data-say-…` of the grid
 */
export function contrastOf(text, background, words) {
  const [darker, lighter] = [text.luminance, background.luminance].sort((one, other) => one - other);
  const ratio = (lighter + 0.05) / (darker + 0.05);
  const grade = [3, 4.5, 7].findLast((least) => ratio >= least);
  const verdict = grade ? filled(words.sayReaches, { grade: textOf(grade, 1) }) : words.sayReachesNone;
  const pair = { text: text.name, background: background.name, ratio: textOf(ratio, 2), verdict };
  return {
    short: textOf(ratio, 1),
    label: filled(words.sayPair, pair),
    isRead: ratio >= 4.5,
    isLow: ratio < 3,
  };
}

/**
 * Puts values into a sentence of the page, in place of the names in braces.
 *
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/**
 * Fills a grid. The listeners belong to the grid, so they are removed with it.
 *
 * @param {HTMLElement} grid
 */
export default function startMatrix(grid) {
  // The storyboard has these elements.
  const content = /** @type {HTMLElement} */ (grid.querySelector(".matrix-content"));
  const sheet = /** @type {HTMLElement} */ (grid.parentElement);
  const source = /** @type {HTMLElement} */ (sheet.querySelector(".matrix-colors"));
  const { action } = /** @type {HTMLElement} */ (sheet.querySelector(".matrix-open")).dataset;
  const words = /** @type {Record<string, string>} */ (grid.dataset);
  /**
   * The kept rows by their indices, each with its cells.
   *
   * @typedef {{node: HTMLElement}} Cell
   * @typedef {Cell & {cells: Map<number, Cell>}} Row
   *
   * @type {Map<number, Row>}
   */
  const rows = new Map();
  /** @type {ReturnType<typeof readColors>} */
  let colors = [];
  let cursor = { row: 1, column: 1 };
  /**
   * The cell that the Tab key reaches.
   *
   * @type {HTMLElement | undefined}
   */
  let stop;

  /**
   * Fills a cell.
   *
   * @param {HTMLElement} cell
   * @param {number} row
   * @param {number} column
   */
  const show = (cell, row, column) => {
    const isPair = row > 0 && column > 0;
    const text = /** @type {HTMLElement} */ (cell.firstElementChild);
    const set = (/** @type {string} */ name, /** @type {string} */ value) => cell.style.setProperty(name, value);
    if (!isPair) {
      const color = colors[Math.max(row, column) - 1];
      const { sayRow, sayColumn, sayCorner } = words;
      const label = color ? filled(row ? sayRow : sayColumn, color) : sayCorner;
      cell.title = text.textContent = label;
      set("--fill", color?.hex ?? "var(--raised)");
      return;
    }
    const [ink, background] = [colors[row - 1], colors[column - 1]];
    const { short, label, isRead, isLow } = contrastOf(ink, background, words);
    Object.assign(cell, { title: label, ariaLabel: label });
    set("--fill", background.hex);
    set("--ink", background.ink);
    set("--dot", ink.hex);
    cell.toggleAttribute("data-isread", isRead);
    cell.toggleAttribute("data-islow", isLow);
    text.textContent = row === column ? "" : short;
  };

  /** @type {(row: number) => Row} */
  const makeRow = (row) => {
    const node = document.createElement("div");
    node.role = "row";
    node.ariaRowIndex = String(row + 1);
    node.style.setProperty("--row", String(row));
    return { node, cells: new Map() };
  };
  /** @type {(row: number, column: number) => Cell} */
  const makeCell = (row, column) => {
    const node = document.createElement("div");
    node.className = "pair";
    node.role = row === 0 ? "columnheader" : column === 0 ? "rowheader" : "gridcell";
    node.ariaColIndex = String(column + 1);
    node.style.setProperty("--column", String(column));
    node.append(document.createElement("span"));
    if (row && column) {
      node.tabIndex = -1;
      // When a person presses the cell, the client runs this action with this item.
      if (row !== column) Object.assign(node.dataset, { action, item: `${row - 1} ${column - 1}` });
    }
    show(node, row, column);
    return { node };
  };

  const sides = () => {
    const { clientWidth, clientHeight } = content;
    return { width: clientWidth / (colors.length + 1), height: clientHeight / (colors.length + 1) };
  };

  /** Keeps the cells in view, the headings, and the cell with the keyboard focus. */
  const render = () => {
    const { width, height } = sides();
    if (!colors.length || !width || !height) return;
    const count = colors.length;
    const [top, bottom] = heldRange(grid.scrollTop, grid.clientHeight - height, height, count);
    const [left, right] = heldRange(grid.scrollLeft, grid.clientWidth - width, width, count);
    // While the focus is outside of the grid, a visible cell becomes the one that the Tab key reaches.
    if (!content.contains(document.activeElement)) {
      cursor = { row: within(cursor.row, top, bottom), column: within(cursor.column, left, right) };
    }
    const columns = indices(left, right, cursor.column);
    hold(content, rows, indices(top, bottom, cursor.row), makeRow);
    for (const [row, { node, cells }] of rows) hold(node, cells, columns, (column) => makeCell(row, column));
    // `indices` has added the row and the column of the cursor.
    const { node: next } = /** @type {Cell} */ (rows.get(cursor.row)?.cells.get(cursor.column));
    if (stop && stop !== next) stop.tabIndex = -1;
    next.tabIndex = 0;
    stop = next;
  };

  const update = () => {
    colors = readColors(/** @type {string} */ (source.textContent));
    grid.ariaRowCount = grid.ariaColCount = String(colors.length + 1);
    for (const [row, { cells }] of rows) {
      for (const [column, { node }] of cells) if (Math.max(row, column) <= colors.length) show(node, row, column);
    }
    cursor = { row: within(cursor.row, 1, colors.length), column: within(cursor.column, 1, colors.length) };
    render();
  };

  const key = (/** @type {KeyboardEvent} */ event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (altKey || target.role !== "gridcell") return;
    if (key === "Enter" || key === " ") {
      event.preventDefault();
      if (!event.repeat) target.click();
      return;
    }
    const { width, height } = sides();
    const page = Math.max(1, Math.floor(grid.clientHeight / height) - 2);
    const next = shiftKey ? undefined : cellAfter(cursor, key, ctrlKey || metaKey, page, colors.length);
    if (!next) return;
    event.preventDefault();
    cursor = next;
    grid.scrollTop = revealing(grid.scrollTop, grid.clientHeight, height, next.row);
    grid.scrollLeft = revealing(grid.scrollLeft, grid.clientWidth, width, next.column);
    render();
    stop?.focus({ preventScroll: true });
  };

  const focus = (/** @type {FocusEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.role !== "gridcell") return;
    const { style } = /** @type {HTMLElement} */ (target.parentElement);
    const [row, column] = [style.getPropertyValue("--row"), target.style.getPropertyValue("--column")];
    cursor = { row: Number(row), column: Number(column) };
    render();
  };

  // The Tab key goes to a cell, and not to the scroll container.
  grid.tabIndex = -1;
  // The second click of a double click is ignored, because the pair is about to open.
  grid.addEventListener("click", (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest(".pair[data-pressed]")) event.stopPropagation();
  });
  grid.addEventListener("scroll", render, { passive: true });
  grid.addEventListener("keydown", key);
  grid.addEventListener("focusin", focus);
  new MutationObserver(update).observe(source, { childList: true, characterData: true, subtree: true });
  new ResizeObserver(render).observe(grid);
  update();
}

/** @type {(value: number, least: number, most: number) => number} */
const within = (value, least, most) => Math.max(least, Math.min(most, value));

/**
 * The indices of the heading, of all cells from `first` to `last`, and of `own`, in order.
 *
 * @param {number} first
 * @param {number} last
 * @param {number} own
 */
function indices(first, last, own) {
  const held = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (own < first) held.unshift(own);
  if (own > last) held.push(own);
  return [0, ...held];
}

/**
 * Makes an element hold exactly one node for each index, in order. A node that stays is not moved, so it keeps the
 * focus.
 *
 * @template {{node: HTMLElement}} Part
 * @param {HTMLElement} parent
 * @param {Map<number, Part>} held
 * @param {number[]} indices
 * @param {(index: number) => Part} make
 */
function hold(parent, held, indices, make) {
  const wanted = new Set(indices);
  for (const [index, { node }] of held) {
    if (wanted.has(index)) continue;
    node.remove();
    held.delete(index);
  }
  let next = parent.firstElementChild;
  for (const index of indices) {
    const known = held.get(index);
    if (known) {
      next = known.node.nextElementSibling;
      continue;
    }
    const made = make(index);
    held.set(index, made);
    parent.insertBefore(made.node, next);
  }
}
