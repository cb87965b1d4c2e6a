// One tile: a row of one gridcell, made from a template or adopted from the first paint.

import { outletsOf, setOutlet } from "./outlets.js";

/** What a reuse identifier looks like: its markup, and the own state of its outlets. */
export class Template {
  /** @type {Tile[]} */
  #pool = [];

  /** @param {HTMLTemplateElement} element */
  constructor(element) {
    this.name = element.dataset.cell;
    this.root = element.content.firstElementChild;
    this.own = outletsOf(this.root).map((outlet) => outlet.own);
  }

  /** A tile that shows nothing of what it showed before. @returns {Tile} */
  make() {
    const used = this.#pool.pop();
    if (used) return used;
    const row = document.createElement("div");
    row.append(this.root.cloneNode(true));
    return new Tile(this, row);
  }

  /** @param {Tile} tile */
  takeBack(tile) {
    tile.reset();
    if (this.#pool.length < 64) this.#pool.push(tile);
  }
}

export class Tile {
  id = "";
  #outlets;
  #frame = { x: NaN, y: NaN, width: NaN, height: NaN };

  /** @param {Template} template @param {HTMLElement} row */
  constructor(template, row) {
    this.template = template;
    this.row = row;
    this.cell = /** @type {HTMLElement} */ (row.firstElementChild);
    this.#outlets = outletsOf(this.cell);
    this.id = this.cell.dataset.item ?? "";
  }

  /** @param {string} id */
  name(id) {
    this.id = id;
    this.row.className = "tile";
    this.row.dataset.cell = this.template.name;
    this.row.setAttribute("role", "row");
    this.cell.setAttribute("role", "gridcell");
    this.cell.dataset.item = id;
    this.cell.tabIndex = -1;
  }

  /** Takes away what makes it a tile: it may still be seen leaving, and is no one's any more. */
  unname() {
    this.row.removeAttribute("role");
    this.row.removeAttribute("aria-rowindex");
    for (const name of ["role", "data-item", "aria-selected", "tabindex"]) this.cell.removeAttribute(name);
  }

  set isSelected(flag) {
    this.cell.setAttribute("aria-selected", String(flag));
  }

  /** @param {number} index @param {any} value */
  set(index, value) {
    const outlet = this.#outlets[index];
    if (outlet) setOutlet(outlet, value, this.template.own[index]);
  }

  reset() {
    this.#outlets.forEach((_, index) => this.set(index, null));
    this.row.inert = false;
  }

  /** @param {{x: number, y: number, width: number, height: number}} frame @param {number} position */
  place(frame, position) {
    const { style } = this.row;
    if (frame.x !== this.#frame.x || frame.y !== this.#frame.y) style.transform = `translate(${frame.x}px, ${frame.y}px)`;
    if (frame.width !== this.#frame.width) style.width = `${frame.width}px`;
    if (frame.height !== this.#frame.height) style.height = `${frame.height}px`;
    this.#frame = frame;
    this.row.setAttribute("aria-rowindex", String(position + 1));
  }

  get frame() {
    return this.#frame;
  }
}
