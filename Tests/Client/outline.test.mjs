// An outline: what the arrow keys and the mark mean, and the level of a dragged item, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { faked } from "./faked.mjs";

/** What was sent to the scene. */
const requests = [];
const style = { direction: "ltr", fontSize: "16px", paddingInlineStart: "32px", getPropertyValue: () => "" };
Object.assign(globalThis, {
  document: { documentElement: {} },
  getComputedStyle: () => style,
  MutationObserver: class { observe() {} },
});

const { default: makeOutline } = await faked("outline", {
  ask: (name, request) => requests.push([name, request]), send: (name, request) => requests.push([name, request]), listen() {},
  hasMod: ({ ctrlKey }) => ctrlKey,
});

/** An outline of rows, each given by its level, and by its mark if it has one: "1-" is expanded, "1+" is collapsed. */
function outlined(...rows) {
  const tiles = rows.map((row, position) => {
    const cell = {
      ariaExpanded: { "-": "true", "+": "false" }[row[1]] ?? null, style: { getPropertyValue: () => String(row[0] - 1) },
      getBoundingClientRect: () => ({ left: 0, right: 300 }),
    };
    cell.parentElement = {};
    return { id: `${position}`, position, cell, row: cell.parentElement };
  });
  const went = [];
  const mover = { canMove: true };
  const keyboard = { cursor: undefined, go: (position) => went.push(position) };
  const held = { all: tiles, at: (position) => tiles[position], tile: (id) => tiles[id], of: (cell) => tiles.find((tile) => tile.cell === cell) };
  const box = Object.assign(new EventTarget(), { dataset: { collection: "list" } });
  const outline = makeOutline()({ box, held, keyboard, ranges: { endRun() {} }, behaviours: { get: () => mover } });
  const press = (key, position, more) => outline.key({ key, target: tiles[position].cell, preventDefault() {}, ...more });
  requests.length = 0;
  return { outline, tiles, went, keyboard, mover, press };
}

test("each row has the level and the state of its cell", () => {
  const { tiles } = outlined("1-", "2", "1+");
  assert.deepEqual(tiles.map(({ row }) => [row.ariaLevel, row.ariaExpanded]), [["1", "true"], ["2", null], ["1", "false"]]);
});

test("Right goes to the first child of an expanded item, and handles no other key", () => {
  const { press, went } = outlined("1-", "2", "1+");
  assert.ok(press("ArrowRight", 0));
  assert.deepEqual(went, [1]);
  assert.ok(press("ArrowRight", 1));
  assert.ok(press("ArrowRight", 2));
  assert.deepEqual(went, [1]);
  assert.deepEqual(requests, [["expand", { collection: "list", item: "2", isExpanded: true }]]);
  assert.ok(press("ArrowLeft", 0));
  assert.deepEqual(requests[1], ["expand", { collection: "list", item: "0", isExpanded: false }]);
  for (const more of [{ shiftKey: true }, { ctrlKey: true }]) assert.ok(!press("ArrowRight", 0, more));
  assert.ok(!press("ArrowDown", 0));
  assert.ok(!press("Enter", 0));
});

test("Left goes to the parent, unless the person has gone elsewhere meanwhile", () => {
  const { outline, press, went, keyboard } = outlined("1-", "2", "1");
  keyboard.cursor = { id: "1", position: 1 };
  press("ArrowLeft", 1);
  outline.found({ number: 2, position: 0 });
  outline.found({ number: 1, position: null });
  assert.deepEqual(went, []);
  outline.found({ number: 1, position: 0 });
  assert.deepEqual(went, [0]);
  keyboard.cursor = { id: "1", position: 1 };
  press("ArrowLeft", 1);
  keyboard.cursor = { id: "2", position: 2 };
  outline.found({ number: 2, position: 0 });
  assert.deepEqual(went, [0]);
});

test("with Alt the arrows move an item into a level and out of it, if items can be moved", () => {
  const { press, mover } = outlined("1-", "2", "2");
  assert.ok(press("ArrowRight", 2, { altKey: true }));
  assert.ok(press("ArrowLeft", 2, { altKey: true }));
  assert.ok(press("ArrowLeft", 2, { altKey: true, repeat: true }));
  assert.deepEqual(requests, ["section", "behind"].map((side) => ["move", { collection: "list", item: "2", side, end: "2" }]));
  mover.canMove = false;
  assert.ok(!press("ArrowRight", 2, { altKey: true }));
});

const behind = (position) => ({ side: "behind", end: { id: `${position}`, position } });
const here = (position) => ({ side: "before", end: { id: `${position}`, position } });

test("a dragged item keeps its level where that is possible", () => {
  //                              0     1     2    3    4     5
  const { outline } = outlined("1-", "2-", "3", "2", "1", "1+");
  const led = { id: "4", position: 4 };
  assert.deepEqual(outline.placeOf(led, behind(2), 0), { side: "behind", end: "1" }, "the row below is at level 2");
  assert.deepEqual(outline.placeOf(led, behind(0), 0), { side: "before", end: "1" }, "as its first child");
  assert.equal(outline.placeOf(led, behind(3), 0), undefined, "it is there");
  assert.deepEqual(outline.placeOf(led, behind(5), 0), { side: "behind", end: "5" });
  assert.equal(outline.placeOf(led, here(4), 0), undefined);
  assert.equal(outline.placeOf(led, here(4), 9), undefined);
  assert.equal(outline.placeOf(led, { side: "before", end: { id: "0", position: 0 } }, 40), undefined);
});

test("a drag to the side changes the level", () => {
  const { outline } = outlined("1-", "2-", "3", "2", "1", "1+");
  const led = { id: "4", position: 4 };
  assert.deepEqual(outline.placeOf(led, here(4), 20), { side: "behind", end: "3" });
  assert.deepEqual(outline.placeOf(led, here(4), 40), { side: "section", end: "3" });
  assert.deepEqual(outline.placeOf(led, here(4), 400), { side: "section", end: "3" });
  assert.deepEqual(outline.placeOf(led, behind(5), 20), { side: "section", end: "5" });
  assert.deepEqual(outline.placeOf(led, behind(5), -400), { side: "behind", end: "5" });
  const child = { id: "3", position: 3 };
  assert.deepEqual(outline.placeOf(child, here(3), -20), { side: "behind", end: "0" });
  assert.deepEqual(outline.placeOf(child, here(3), 20), { side: "behind", end: "2" });
  style.direction = "rtl";
  assert.deepEqual(outline.placeOf(child, here(3), 20), { side: "behind", end: "0" });
  style.direction = "ltr";
});

test("what is below a dragged item moves with it", () => {
  const { outline } = outlined("1", "1-", "2", "2", "1");
  assert.deepEqual(outline.placeOf({ id: "1", position: 1 }, here(1), 20), { side: "section", end: "0" });
  assert.deepEqual(outline.placeOf({ id: "1", position: 1 }, behind(0), 20), { side: "section", end: "0" });
});
