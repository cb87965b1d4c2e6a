import assert from "node:assert/strict";
import test from "node:test";
import { step } from "../../Sources/AviaryServer/Client/cursor.js";
import { tableOf } from "../../Sources/AviaryServer/Client/sections.js";

// 0 1 2
// 3 4 5
// 6 7
const grid = { columns: 3, ...tableOf([8], 3) };

for (const [key, whole, from, to] of /** @type {[string, boolean, number, number][]} */ ([
  ["ArrowLeft", false, 4, 3],
  ["ArrowLeft", false, 3, 2],
  ["ArrowLeft", false, 0, 0],
  ["ArrowRight", false, 2, 3],
  ["ArrowRight", false, 7, 7],
  ["ArrowUp", false, 4, 1],
  ["ArrowUp", false, 1, 1],
  ["ArrowDown", false, 1, 4],
  ["ArrowDown", false, 4, 7],
  ["ArrowDown", false, 5, 7],
  ["ArrowDown", false, 6, 6],
  ["PageDown", false, 1, 7],
  ["PageDown", false, 2, 7],
  ["PageDown", false, 4, 7],
  ["PageUp", false, 7, 1],
  ["PageUp", false, 4, 1],
  ["Home", false, 5, 3],
  ["End", false, 3, 5],
  ["End", false, 6, 7],
  ["Home", true, 5, 0],
  ["End", true, 1, 7],
])) {
  test(`${whole ? "Ctrl " : ""}${key} leads from ${from} to ${to}`, () => assert.equal(step(key, whole, from, 2, grid), to));
}

test("other keys lead nowhere", () => {
  for (const key of ["a", "Tab", "Escape", "Delete"]) assert.equal(step(key, false, 0, 2, grid), undefined);
});

test("no key leads into an empty collection", () => {
  assert.equal(step("End", true, 0, 2, { columns: 3, ...tableOf([0], 3) }), undefined);
});
