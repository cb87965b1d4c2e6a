// Tiles and headers by their templates, with rows that only count what is written into them.

import assert from "node:assert/strict";
import test from "node:test";

const nothing = { addEventListener() {}, querySelectorAll: () => [] };
Object.assign(globalThis, { document: nothing, window: nothing, location: { pathname: "/", search: "" } });
const { Cells } = await import("../../Sources/AviaryServer/Client/cells.js");

/** @param {"item" | "section"} key */
function templateOf(key, outlets = 2) {
  const write = (/** @type {any} */ cell, /** @type {unknown} */ value) => void cell.written.push(value);
  const makeRow = () => {
    const cell = { dataset: {}, written: [], ariaSelected: "false", removeAttribute() {}, querySelectorAll: () => [], querySelector: () => null };
    return { firstElementChild: cell, ariaRowIndex: "1" };
  };
  return { key, makeRow, hasLink: false, outlets: Array.from({ length: outlets }, () => [{ outlet: { write }, at: 0 }]) };
}

const [plain, wide, header, footer] = [templateOf("item"), templateOf("item"), templateOf("section", 1), templateOf("section", 1)];
const geometry = { edges: 2, sectionFrameOf: () => ({ y: 0, end: 100 }) };

function make() {
  const held = { state: { headers: /** @type {any[]} */ ([]), geometry } };
  return { held, cells: new Cells(/** @type {any} */ ([header, plain, footer, wide]), /** @type {any} */ (held), /** @type {any} */ ({})) };
}

test("a tile has the template, the selection and all values of its entry", () => {
  const { cells } = make();
  const tile = cells.tile(undefined, ["a", 3, "tea"]);
  assert.deepEqual([tile.template, tile.id, tile.isSelected], [wide, "a", true]);
  assert.deepEqual(tile.cell.written, ["tea", null]);
});

test("a held tile is used again with the same template, and only changed values are written", () => {
  const { cells } = make();
  const tile = cells.tile(undefined, ["a", 0, "tea", 1]);
  assert.equal(cells.tile(tile, ["a", 1, "tea", 2]), tile);
  assert.deepEqual([tile.cell.written, tile.isSelected], [["tea", 1, 2], true]);
  assert.notEqual(cells.tile(tile, ["a", 2, "tea", 2]), tile);
});

test("headers and footers come in turn, and one that is sent as its identifier alone is kept", () => {
  const { cells, held } = make();
  const { first, headers } = cells.headers([4, ["x", "Teas"], ["x", "3"]], /** @type {any} */ (geometry));
  assert.deepEqual([first, ...headers.map(({ template }) => template)], [4, header, footer]);
  held.state.headers = headers;
  const next = cells.headers([4, "x", ["x", "4"], ["y", "Nuts"]], /** @type {any} */ (geometry)).headers;
  assert.deepEqual([next[0] === headers[0], next[1] === headers[1], next[2].id], [true, true, "y"]);
  assert.deepEqual(next.map(({ cell }) => cell.written), [["Teas"], ["3", "4"], ["Nuts"]]);
});
