import { focus, make } from "./element.js";
import { outletsOf } from "./outlets.js";

/**
 * @typedef {import("./splice.js").Value} Value
 * @typedef {import("./geometry.js").Rect} Rect
 */

/** What stands in a `<template data-cell>`, or `data-header`: makes the nodes of tiles, and keeps those that are free. */
export class Template {
  #row = make("div", { role: "row" });
  /** @type {HTMLElement[]} */
  #spare = [];
  /**
   * What each outlet sets, with the number of its element. One may set several things.
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
    // What names it, and what it is.
    this.key = isTile ? "item" : "section";
    this.name = dataset.cell ?? dataset.header;
    this.#row.className = isTile ? "tile" : "section";
    this.#row.dataset.cell = this.name;
    this.#row.append(cell);
  }

  /** A row with a cell in it; its outlets may still show another item. */
  makeRow() {
    return this.#spare.pop() ?? /** @type {HTMLElement} */ (this.#row.cloneNode(true));
  }

  /**
   * Takes a row back that is not on the page any more, unless it has a picture: that would be seen in place of the next one
   * until that has come.
   *
   * @param {HTMLElement} row
   */
  recycle(row) {
    if (this.#spare.length >= 200 || row.querySelector("img")) return;
    this.#spare.push(row);
    for (const animation of row.getAnimations()) animation.cancel();
  }
}

/**
 * The elements of a cell that may have outlets, in order; the first paint's cells have the same.
 *
 * @param {Element} cell
 */
const elementsOf = (cell) => [cell, ...cell.querySelectorAll("[data-outlet]")];

/**
 * The link of a tile, which the storyboard has as `data-link`.
 *
 * @param {Element} cell
 * @returns {HTMLAnchorElement | null}
 */
const linkOf = (cell) => cell.querySelector("a[data-link]");

/**
 * Says whether Tab reaches a cell, and what can be edited in it.
 *
 * @param {HTMLElement} cell
 * @param {0 | -1} tabIndex
 */
export function stopTab(cell, tabIndex) {
  const controls = /** @type {NodeListOf<HTMLElement>} */ (cell.querySelectorAll("input, select, textarea"));
  for (const element of [cell, ...controls]) element.tabIndex = tabIndex;
}

/** One item on the page, or the header of a section: a row with one cell. */
export class Tile {
  /** @type {(Value | undefined)[]} */
  #values = [];
  #targets;

  /**
   * Where it stands, in content coordinates; unknown until a geometry says so.
   *
   * @type {Rect | undefined}
   */
  frame;

  /** Whether the scene says that it is selected. */
  isSelected = false;

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
    this.isSelected = this.isShownSelected;
    /** What leads to the item's page, if its template has a link. */
    this.link = template.hasLink ? linkOf(this.cell) : null;
    // The keyboard follows it from the cell.
    if (this.link) this.link.tabIndex = -1;
    // The keyboard goes to a header when the one that it was in is gone.
    if (template.key === "section") this.cell.tabIndex = -1;
    const elements = elementsOf(this.cell);
    this.#targets = template.outlets.map((targets) => targets.map(({ outlet, at }) => ({ outlet, element: elements[at] })));
  }

  /**
   * Makes the tile of an item, or the header of a section, which shows nothing of it yet.
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
   * Shows a value, unless it is shown already.
   *
   * @param {number} index of the outlet in the template
   * @param {Value} value
   * @returns {import("./field.js").Control | void} the control that showed another value of this item before
   */
  set(index, value) {
    const targets = this.#targets[index];
    if (!targets) return console.error(`aviary: ${this.id} has no outlet ${index}`);
    const before = this.#values[index];
    if (before === value) return;
    this.#values[index] = value;
    const changed = targets.filter(({ outlet, element }) => outlet.write(element, value));
    if (before !== undefined) return changed[0]?.element;
  }

  /** @param {boolean} isSelected */
  select(isSelected) {
    this.isSelected = isSelected;
    this.wish(this.#wish);
  }

  /**
   * Shows what a person wishes, or else what the scene says.
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
   * @param {number} [row] among all rows, those of headers included
   */
  number(position, row = position) {
    const index = String(row + 1);
    if (this.row.ariaRowIndex !== index) this.row.ariaRowIndex = index;
    this.position = position;
  }

  /**
   * Follows its link by the keyboard, with `Mod` into a new tab.
   *
   * @param {KeyboardEvent} event
   */
  follow({ ctrlKey, metaKey }) {
    this.link?.dispatchEvent(new MouseEvent("click", { ctrlKey, metaKey, bubbles: true, cancelable: true }));
  }

  /** Not by scrolling: where it stands is its collection's affair. */
  focus() {
    focus(this.cell);
  }

  /** Takes the node off the page; its template may use it again. */
  remove() {
    this.row.remove();
    this.template.recycle(this.row);
  }

  /** Becomes a leftover: nothing that counts tiles, by ear or by script, counts it any more. */
  retire() {
    this.row.className = "leaving";
    this.row.style.inset = "";
    this.row.inert = true;
    if (this.isShownSelected) this.cell.dataset.selected = "";
    for (const name of ["role", "aria-rowindex", "aria-selected", "data-item", "data-section", "tabindex"]) {
      for (const element of [this.row, this.cell]) element.removeAttribute(name);
    }
  }
}
