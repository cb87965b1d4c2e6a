// An outline: what the arrow keys and the mark mean, and the level of a dragged item, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import start from "../../Sources/AviaryServer/Client/later/frames.js";
import { Arrangement } from "../../Sources/AviaryServer/Client/later/mover/arrangement.js";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";
import { faked } from "./faked.mjs";

/** What was sent to the scene. */
const requests = [];
const style = { fontSize: "16px", paddingInlineStart: "32px", getPropertyValue: () => "" };
Object.assign(globalThis, {
  document: { documentElement: {} },
  getComputedStyle: () => style,
  MutationObserver: class { observe() {} },
});

const { default: makeOutline } = await faked("outline", {
  ask: (name, request) => requests.push([name, request]), send: (name, request) => requests.push([name, request]),
  listen: (box, listeners) => Object.assign(box, { listeners }),
  hasMod: ({ ctrlKey }) => ctrlKey,
});

/** On a page that is read from left to right. */
const scroll = { axes: { keyOf: (key) => key } };

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
  const outline = makeOutline()({ box, held, keyboard, scroll, ranges: { endRun() {} }, behaviours: { get: () => mover } });
  const press = (key, position, more) => outline.key({ key, target: tiles[position].cell, preventDefault() {}, ...more });
  requests.length = 0;
  return { outline, tiles, went, keyboard, mover, press, click: box.listeners.click };
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

test("on a page that is read from right to left, Left goes forward and Right goes back", () => {
  document.dir = "rtl";
  const { press, went } = outlined("1-", "2", "1+");
  const { axes } = scroll;
  scroll.axes = start()([0, 0, 1, 1, 1, 1, 1], [3]).axes;
  press("ArrowLeft", 0);
  assert.deepEqual(went, [1]);
  press("ArrowLeft", 2);
  press("ArrowRight", 0);
  press("ArrowLeft", 1, { altKey: true });
  const [list, expand] = [{ collection: "list" }, "expand"];
  assert.deepEqual(requests, [
    [expand, { ...list, item: "2", isExpanded: true }], [expand, { ...list, item: "0", isExpanded: false }],
    ["move", { ...list, item: "1", side: "section", end: "1" }],
  ]);
  scroll.axes = axes;
  document.dir = "";
});

for (const direction of ["ltr", "rtl"]) {
  test(`a click on the mark expands an item, on the side where its cell begins: ${direction}`, () => {
    const { tiles: [{ cell }], click } = outlined("1+");
    style.direction = direction;
    const asked = [1, 31, 33, 267, 269, 299].filter((clientX) => {
      requests.length = 0;
      click({ target: cell, clientX, preventDefault() {}, stopPropagation() {} });
      return requests.length;
    });
    assert.deepEqual(asked, direction === "ltr" ? [1, 31] : [269, 299]);
    delete style.direction;
  });
}

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
});

test("the middle half of another row takes a dragged item, and the quarter beyond it lets the gap pass", () => {
  //                                     0     1     2    3    4
  const { outline, tiles } = outlined("1-", "2", "2", "1-", "2");
  const numbers = [0, 0, 100, 40, 100, 40, 1];
  const led = { id: "3", position: 3 };
  const aimed = (target, y, own = led) => {
    const { into, isGap } = outline.aim(own, new Arrangement(latticeOf(numbers, [5]), [{ led: own, isSeveral: !target, target }]), { x: 5, y });
    return into ? into.id : Boolean(isGap);
  };
  // The gap is at its own place, the fourth row.
  for (const [y, answer] of [[39, false], [10, "0"], [29, "0"], [9, true], [50, "1"], [72, false], [125, true], [159, true], [400, true]]) {
    assert.equal(aimed(here(3), y), answer, `at ${y}`);
  }
  // What is below it, it does not go into.
  assert.equal(aimed(here(3), 180), true);
  // With the gap at the top, all others are one row lower.
  const top = { side: "before", end: { id: "0", position: 0 } };
  for (const [y, answer] of [[60, "0"], [41, false], [75, true], [100, "1"]]) assert.equal(aimed(top, y), answer, `at ${y}`);
  // Several items stay where they are, so there is no gap that a row could meet. None of them takes the others.
  for (const position of [2, 3]) tiles[position].isShownSelected = true;
  for (const [y, answer] of [[20, "0"], [5, true], [35, true], [100, true]]) assert.equal(aimed(undefined, y), answer, `at ${y}`);
  assert.equal(aimed(top, 60, { id: "9", position: 4 }), true, "it is not known");
  assert.deepEqual(outline.targetIn(tiles[0]), { side: "behind", end: { position: 2 } });
});

test("what is below a dragged item moves with it", () => {
  const { outline } = outlined("1", "1-", "2", "2", "1");
  assert.deepEqual(outline.placeOf({ id: "1", position: 1 }, here(1), 20), { side: "section", end: "0" });
  assert.deepEqual(outline.placeOf({ id: "1", position: 1 }, behind(0), 20), { side: "section", end: "0" });
});
