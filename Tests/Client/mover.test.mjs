// Drops into lists that are empty by then.

import assert from "node:assert/strict";
import test from "node:test";
import { listen } from "../../Sources/AviaryServer/Client/element.js";
import { hasMod } from "../../Sources/AviaryServer/Client/keys.js";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";
import { wayBetween } from "../../Sources/AviaryServer/Client/motion.js";
import { last, sectionAt } from "../../Sources/AviaryServer/Client/sections.js";
import { faked } from "./faked.mjs";

class Fake extends EventTarget {
  dataset = {};
  style = {};
  popover = null;
  firstElementChild = null;
  append() {}
  remove() {}
  showPopover() {}
  setAttribute() {}
  removeAttribute() {}
  cloneNode = () => Object.assign(new Fake(), { firstElementChild: new Fake() });
  closest = () => this;
  matches = () => false;
  getAnimations = () => [];
  querySelectorAll = () => [];
  getBoundingClientRect = () => ({ x: 0, y: 0, top: 0, bottom: 1_000 });
}

/** Two lists of one line each, below each other, with what is said to the person and asked of the scene. */
async function lists(geometries, labels = []) {
  const [said, asked, boxes] = [[], [], labels.map((ariaLabel) => Object.assign(new Fake(), { ariaLabel }))];
  Object.assign(globalThis, {
    window: new EventTarget(), matchMedia: () => ({ matches: true }), setTimeout: () => 0,
    document: { hidden: true, elementFromPoint: (_, y) => boxes[y < 100 ? 0 : 1] },
  });
  const { default: start } = await faked("mover", {
    announce: (sentence) => said.push(sentence), ask: (...request) => asked.push(request), phrase: (...parts) => parts.join("|"),
    listen, isPlain: () => true, last, sectionAt, edgeScroll: () => 0, glide() {}, wayBetween, offset: () => ({ x: 0, y: 0 }), send() {}, conceal() {}, hasMod, wantsStillness: () => true,
  });
  const makeMover = start();
  const made = boxes.map((box, index) => {
    box.firstElementChild = new Fake();
    const geometry = geometries[index];
    const tiles = Array.from({ length: geometry.count }, (_, position) => ({
      id: `${index}${position}`, position, row: new Fake(), cell: new Fake(), frame: geometry.frameOf(position),
    }));
    const state = { geometry, base: 0, tiles, first: 0, headers: [] };
    const held = {
      state, pressed: () => state.tiles[0], at: (position) => state.tiles[position],
      get all() {
        return state.tiles;
      },
      tile: (id) => state.tiles.find((tile) => tile.id === id),
    };
    const scroll = {
      top: 0, axes: { turned: (it) => it, unturned: (it) => it }, locate: (point) => point, visible: { y: 0 }, setContentHeight() {}, setFrame() {}, setHeight() {},
    };
    const behaviours = {};
    const mover = makeMover({ box, held, scroll, rows: { fill() {} }, ranges: {}, behaviours: { get: (name) => behaviours[name] } });
    mover.allow({ isOn: true, takesDrops: true });
    return { mover, state, behaviours };
  });
  const [from] = made;
  const { mover } = from;
  mover.press({ clientX: 5, clientY: 5, pointerType: "touch", target: from.state.tiles[0].cell });
  mover.drags();
  return { said, asked, from, drag: (point) => mover.dragMoved(point), drop: () => mover.dragEnded() };
}

const line = [0, 0, 100, 50, 100, 50, 1];

test("an item that was removed elsewhere while it was moved is not dropped", async () => {
  const { said, asked, from, drag, drop } = await lists([latticeOf(line, [2])], ["One"]);
  drag({ x: 5, y: 70 });
  Object.assign(from.state, { geometry: latticeOf(line, [0]), tiles: [] });
  drop();
  assert.deepEqual([said, asked], [[], []]);
});

for (const [label, sentences] of [["Two", ["Moved to %1.|Two"]], [null, []]]) {
  test(`a drop into an empty list that shows no gap is told by its name: ${label}`, async () => {
    const empty = { ...latticeOf(line, [0]), numbers: [[]], edges: 0 };
    const { said, drag, drop } = await lists([latticeOf(line, [2]), empty], ["One", label]);
    drag({ x: 5, y: 150 });
    drop();
    assert.deepEqual(said, sentences);
  });
}

const box = { value: "on" };
const withField = (selector) => (selector === "input" ? box : null);
for (const [what, cell] of [
  ["the text that a drag carries", { querySelector: withField, querySelectorAll: () => [{ textContent: "Milk" }], textContent: "Done Milk Edit" }],
  ["its text, not a box to check", { querySelector: withField, textContent: " Milk " }],
  ["its text field", { querySelector: () => ({ value: "Milk" }), textContent: "" }],
]) {
  test(`a drop onto a row of an outline names the row: ${what}`, async () => {
    const { said, from, drag, drop } = await lists([latticeOf(line, [2])], ["One"]);
    const [, into] = from.state.tiles;
    Object.assign(into.cell, cell);
    from.behaviours.outline = { aim: () => ({ into }), targetIn: () => ({ side: "behind", end: { position: 1 } }) };
    drag({ x: 5, y: 70 });
    drop();
    assert.deepEqual(said, ["Moved to %1.|Milk"]);
  });
}
