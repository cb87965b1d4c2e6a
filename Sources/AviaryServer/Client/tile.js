import { focus, make } from "./element.js";
import { outletsOf } from "./outlets.js";

/**
 * Tiles, and the templates that make their rows and recycle them.
 *
 * The life of a row: `Template.makeRow` makes it or takes a recycled one, for `Tile.make`. When its tile leaves the list,
 * `Rows.#leave` takes its row away: a row with an exit transition (`Transition.exit`) is retired (`Tile.retire`), and never used again. Any other row
 * goes back to its template (`Tile.recycle`, `Template.takeBackRow`).
 *
 * @typedef {import("./splice.js").Value} Value
 * @typedef {import("./geometry.js").Rect} Rect
 */

/** A `<template data-cell>` or `<template data-header>`. It makes the rows of tiles, and keeps recycled rows. */
export class Template {
  #row = make("div", { role: "row" });
  /** @type {HTMLElement[]} */
  #spare = [];
  /**
   * The targets of each outlet, with the index of their element. An outlet may have several targets.
   *
   * @type {{outlet: import("./outlets.js").Outlet, at: number}[][]}
   */
  outlets;

  /** @param {HTMLTemplateElement} template */
  constructor({ content, dataset }) {
    const root = /** @type {Element} */ (content.firstElementChild);
    const targets = elementsOf(root).flatMap((element, at) => outletsOf(element).map((outlet) => ({ outlet, at })));
    const names = new Set(targets.map(({ outlet }) => outlet.name));
    this.outlets = [...names].map((name) => targets.filter(({ outlet }) => outlet.name === name));
    const cell = /** @type {HTMLElement} */ (root.cloneNode(true));
    const isTile = "cell" in dataset;
    this.hasLink = linkOf(cell) !== null;
    if (isTile) stopTab(cell, -1);
    cell.role = isTile ? "gridcell" : "rowheader";
    /** The key of the cell's dataset that has the identifier of the item or section. */
    this.key = isTile ? "item" : "section";
    /** The cell's reuse identifier. A template has one of the two names. */
    this.name = /** @type {string} */ (dataset.cell ?? dataset.header);
    this.#row.className = isTile ? "tile" : "section";
    this.#row.dataset.cell = this.name;
    this.#row.append(cell);
  }

  /** A row with a cell. The outlets of a recycled row still show another item. */
  makeRow() {
    return this.#spare.pop() ?? /** @type {HTMLElement} */ (this.#row.cloneNode(true));
  }

  /**
   * Takes back a row that is off the page, unless it has a picture. In a recycled row, the old picture would show until
   * the next one has loaded.
   *
   * @param {HTMLElement} row
   */
  takeBackRow(row) {
    if (this.#spare.length >= 200 || row.querySelector("img")) return;
    this.#spare.push(row);
    for (const animation of row.getAnimations()) animation.cancel();
  }
}

/**
 * The elements of a cell that may have outlets, in order. The cells of the first paint have the same elements.
 *
 * @param {Element} cell
 */
const elementsOf = (cell) => [cell, ...cell.querySelectorAll("[data-outlet]")];

/**
 * The link of a tile, marked as `data-link` in the storyboard.
 *
 * @param {Element} cell
 * @returns {HTMLAnchorElement | null}
 */
const linkOf = (cell) => cell.querySelector("a[data-link]");

/**
 * Sets whether Tab reaches a cell and its form controls.
 *
 * @param {HTMLElement} cell
 * @param {0 | -1} tabIndex
 */
export function stopTab(cell, tabIndex) {
  const controls = /** @type {NodeListOf<HTMLElement>} */ (cell.querySelectorAll("input, select, textarea"));
  for (const element of [cell, ...controls]) element.tabIndex = tabIndex;
}

/**
 * Makes a row a picture of itself: screen readers, scripts and the person no longer find a tile in it.
 *
 * @param {HTMLElement} row
 * @param {boolean} isSelected
 */
export function conceal(row, isSelected) {
  const cell = /** @type {HTMLElement} */ (row.firstElementChild);
  row.inert = true;
  if (isSelected) cell.dataset.selected = "";
  for (const name of ["role", "aria-rowindex", "aria-selected", "data-item", "data-section", "tabindex"]) {
    for (const element of [row, cell]) element.removeAttribute(name);
  }
}

/** One item on the page, or the header of a section: a row with one cell. */
export class Tile {
  /** @type {(Value | undefined)[]} */
  #values = [];
  #targets;

  /**
   * The frame in content coordinates; unknown until there is a geometry.
   *
   * @type {Rect | undefined}
   */
  frame;

  /** @type {boolean | undefined} */
  #wish;

  /**
   * @param {HTMLElement} row from the first paint, or made by its template
   * @param {Template} template
   */
  constructor(row, template) {
    this.row = row;
    this.template = template;
    this.cell = /** @type {HTMLElement} */ (row.firstElementChild);
    this.id = this.cell.dataset[template.key] ?? "";
    this.position = Number(row.ariaRowIndex) - 1;
    /** True if the item is selected in the scene. */
    this.isSelected = this.isShownSelected;
    /** The link to the item's page, if the template has one. */
    this.link = template.hasLink ? linkOf(this.cell) : null;
    // The cell gets the keyboard focus, so Tab skips the link.
    if (this.link) this.link.tabIndex = -1;
    // A header can get the focus when the header that had it is removed.
    if (template.key === "section") this.cell.tabIndex = -1;
    const elements = elementsOf(this.cell);
    this.#targets = template.outlets.map((targets) => targets.map(({ outlet, at }) => ({ outlet, element: elements[at] })));
  }

  /**
   * Makes the tile of an item, or the header of a section. It shows no values yet.
   *
   * @param {string} id
   * @param {Template} template
   */
  static make(id, template) {
    const row = template.makeRow();
    const cell = /** @type {HTMLElement} */ (row.firstElementChild);
    cell.removeAttribute("data-pressed");
    cell.dataset[template.key] = id;
    const tile = new Tile(row, template);
    const { link } = tile;
    if (link) link.href = /** @type {string} */ (link.dataset.link).replaceAll(":item", () => encodeURIComponent(id));
    return tile;
  }

  /**
   * Shows the value of an outlet, unless it is shown already.
   *
   * @param {number} index of the outlet in the template
   * @param {Value} value
   * @returns {import("./field.js").Control | void} the control that showed another value of the same item before, if
   *   others have changed it
   */
  set(index, value) {
    const targets = this.#targets[index];
    if (!targets) return console.error(`aviary: ${this.id} has no outlet ${index}`);
    const before = this.#values[index];
    if (before === value) return;
    this.#values[index] = value;
    const changed = targets.filter(({ outlet, element }) => outlet.write(element, value));
    // Only a control's `write` returns true.
    if (before !== undefined) return /** @type {import("./field.js").Control} */ (changed[0]?.element);
  }

  /** @param {boolean} isSelected */
  select(isSelected) {
    this.isSelected = isSelected;
    this.wish(this.#wish);
  }

  /**
   * Shows the selection that the person wishes, or else the selection in the scene.
   *
   * @param {boolean} [isSelected]
   */
  wish(isSelected) {
    this.#wish = isSelected;
    const shown = String(isSelected ?? this.isSelected);
    if (this.cell.dataset.item && this.cell.ariaSelected !== shown) this.cell.ariaSelected = shown;
  }

  get isShownSelected() {
    return this.cell.ariaSelected === "true";
  }

  /**
   * @param {number} position
   * @param {Rect} [frame]
   */
  place(position, frame) {
    this.position = position;
    this.frame = frame;
  }

  /** @param {number} row its index among all rows, headers included */
  number(row) {
    const index = String(row + 1);
    if (this.row.ariaRowIndex !== index) this.row.ariaRowIndex = index;
  }

  /**
   * Opens the link by the keyboard, with `Mod` into a new tab.
   *
   * @param {KeyboardEvent} event
   */
  openLink({ ctrlKey, metaKey }) {
    this.link?.dispatchEvent(new MouseEvent("click", { ctrlKey, metaKey, bubbles: true, cancelable: true }));
  }

  /** Focuses the cell without scrolling. Only the collection scrolls. */
  focus() {
    focus(this.cell);
  }

  /** Removes the row from the page. Its template may reuse it for another item. */
  recycle() {
    this.row.remove();
    this.template.takeBackRow(this.row);
  }

  /**
   * Prepares the row for its exit transition: screen readers and scripts no longer find a tile in it. A retired row is
   * never recycled; `depart` removes it after the transition. `Transition.exit` decides which tiles are retired.
   */
  retire() {
    this.row.className = "leaving";
    this.row.style.margin = "";
    conceal(this.row, this.isShownSelected);
  }
}
