// Where rows go, and which way they are seen to go there, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";
import { clamp } from "../../Sources/AviaryServer/Client/clamp.js";
import start from "../../Sources/AviaryServer/Client/later/frames.js";
import { readingOrder, Transition } from "../../Sources/AviaryServer/Client/transition.js";
import { random, seed } from "./random.mjs";

// A page that is read from left to right.
Object.assign(globalThis, { document: { dir: "" } });

const numbers = [0, 0, 100, 100, 100, 100, 4];
const lattice = (count) => latticeOf(numbers, [count]);
const screen = { x: 0, y: 0, width: 400, height: 400 };
const tall = { ...screen, y: -500, height: 2_000 };
const seen = (options = {}) => ({ moves: true, before: screen, visible: screen, shift: 0, ...options });

/** Tiles as they stand in an old list. */
const tilesOf = (ids, { count = ids.length, base = 0 } = {}) =>
  ids.map((id, index) => ({ id, position: base + index, frame: lattice(count).frameOf(base + index) }));
const partOf = start();
const state = (tiles, count = tiles.length, base = 0) => ({ geometry: lattice(count), base, tiles, first: 0, headers: [] });

test("nothing moves where nothing may, and rows go to their places", () => {
  const tiles = tilesOf(["a", "b", "c"]);
  const transition = new Transition(state(tiles), state(tiles.slice(1), 2), { departed: [tiles[0]] }, seen({ moves: false }));
  assert.equal(transition.exit(tiles[0]), undefined);
  assert.deepEqual(transition.tile(tiles[1], 0), { position: 0, row: 0, frame: lattice(2).frameOf(0), move: undefined });
});

test("a tile that nobody knew enters, one that stood elsewhere glides in from there, above the others", () => {
  const [a, b] = tilesOf(["a", "b"]);
  const [fresh, far] = [{ id: "new", position: 0 }, { id: "far", position: 0 }];
  const transition = new Transition(
    state([a, b], 30), state([fresh, far, a, b], 31), { departed: [], elsewhere: new Map([["far", 6]]) }, seen());
  assert.equal(transition.tile(fresh, 0).move, "enter");
  assert.deepEqual(transition.tile(far, 1).move, { way: { x: -100, y: -100 }, isAbove: true, twin: undefined });
});

test("a tile that is led out at one side comes in at the other, and is seen twice for once", () => {
  const tiles = tilesOf(["a", "b", "c", "d", "e"]);
  const fresh = { id: "new", position: 0 };
  const now = [fresh, ...tiles];
  const transition = new Transition(state(tiles), state(now), { departed: [], elsewhere: new Map() }, seen());
  const { move } = transition.tile(tiles[3], 4);
  assert.deepEqual(move.way, { x: 100, y: 0 });
  assert.deepEqual(move.twin, { frame: lattice(5).frameOf(3), way: { x: 100, y: 0 } });
  assert.deepEqual(transition.tile(tiles[1], 2).move, { way: { x: 100, y: 0 }, isAbove: false, twin: undefined });
});

test("one that was moved goes straight", () => {
  const tiles = tilesOf(["a", "b", "c", "d", "e"]);
  const moved = new Set([tiles[0]]);
  const now = [...tiles.slice(1), tiles[0]];
  const transition = new Transition(state(tiles), state(now), { departed: [], moved, elsewhere: new Map() }, seen());
  assert.deepEqual(transition.tile(tiles[0], 4).move, { way: { x: 0, y: 100 }, isAbove: true, twin: undefined });
});

test("who departs fades out where it is, or goes to where its item is now, no further than off the screen", () => {
  const [a, b] = tilesOf(["a", "b"], { count: 10_000 });
  const transition = new Transition(
    state([a, b], 10_000), state([], 9_999), { departed: [a, b], elsewhere: new Map([["b", 9_001]]) }, seen());
  assert.deepEqual(transition.exit(a), { frame: a.frame, way: undefined });
  assert.deepEqual(transition.exit(b), { frame: b.frame, way: { x: 0, y: 500 } });
});

test("what was out of view goes without a word", () => {
  const [below] = tilesOf(["below"], { count: 400, base: 200 });
  const transition = new Transition(state([below], 400, 200), state([], 399), { departed: [below], elsewhere: new Map() }, seen());
  assert.equal(transition.exit(below), undefined);
});

test("a header that was held glides with its section, a new one enters", () => {
  const sections = (counts) => latticeOf([...numbers, 40, 60], counts);
  const [first, second] = [0, 1].map((position) => ({ id: `s${position}`, position }));
  first.frame = { x: 0, y: 0, width: 400, height: 40 };
  const old = { geometry: sections([1]), base: 0, tiles: [], first: 0, headers: [first] };
  const now = { geometry: sections([4, 1]), base: 0, tiles: [], first: 0, headers: [second, first] };
  const transition = new Transition(old, now, { departed: [], elsewhere: new Map() }, seen());
  assert.equal(transition.header(second, 0).move, "enter");
  assert.deepEqual(transition.header(first, 1).move, { way: { x: 0, y: 140 } });
  assert.equal(transition.header(first, 1).row, 5, "its row is behind the four of the first section and its header");
});

test(`whatever stays is led from where it stood to where it stands (seed ${seed})`, () => {
  const draw = random(seed);
  for (let round = 0; round < 2_000; round++) {
    const ids = Array.from({ length: 1 + draw(16) }, (_, index) => `i${index}`);
    const tiles = tilesOf(ids);
    const kept = tiles.filter(() => draw(4) > 0);
    const next = [...kept];
    for (let count = draw(5); count > 0; count--) next.splice(draw(next.length + 1), 0, { id: `n${count}`, position: 0 });
    const shift = 100 * (draw(3) - 1);
    const transition = new Transition(state(tiles), state(next), { departed: [], elsewhere: new Map() }, seen({ shift, before: tall, visible: tall }));
    next.forEach((tile, index) => {
      const { frame, move } = transition.tile(tile, index);
      assert.deepEqual(frame, lattice(next.length).frameOf(index));
      if (!tile.frame) return assert.equal(move, "enter");
      const straight = { x: frame.x - tile.frame.x, y: frame.y - tile.frame.y - shift };
      assert.equal(move.isAbove, false);
      if (!move.twin) return assert.deepEqual(move.way, straight);
      // Around the side: by whole lines the other way, seen at both ends.
      assert.notEqual(move.way.x, straight.x);
      assert.deepEqual(move.twin.way, move.way);
      assert.equal(move.twin.frame.y, tile.frame.y + shift);
      assert.equal(Math.abs(straight.x - move.way.x) % 400, 0);
    });
  }
});

for (const [edges, what] of [[1, "headers are read before the items of their section"], [2, "footers behind them"]]) {
  test(`${what} (seed ${seed})`, () => {
    const draw = random(seed);
    const view = { moves: false, before: {}, visible: { x: 0, y: 0, width: 400, height: 600 }, shift: 0 };
    for (let round = 0; round < 500; round++) {
      const counts = Array.from({ length: 1 + draw(6) }, () => draw(4));
      const lattice = [...numbers, 40, 60];
      const geometry = edges === 2 ? partOf([lattice, 25], counts) : latticeOf(lattice, counts);
      const all = counts.flatMap((count, section) => [
        { header: section }, ...Array.from({ length: count }, (_, item) => ({ section, item })),
        ...(edges === 2 ? [{ header: section + 0.5 }] : []),
      ]);
      const [tiles, headers] = [all.filter(({ header }) => header === undefined), all.filter(({ header }) => header !== undefined)];
      const from = draw(tiles.length + 1);
      const held = tiles.slice(from);
      const first = draw(counts.length);
      const headed = headers.slice(first * edges);
      const now = { geometry, base: from, tiles: held, first, headers: headed };
      const order = readingOrder(now);
      assert.deepEqual(order, all.filter((row) => held.includes(row) || headed.includes(row)));
      // Each row is counted, those that are not held included.
      const transition = new Transition(now, now, { departed: [] }, view);
      for (const row of order) {
        const index = headed.indexOf(row);
        const step = index < 0 ? transition.tile(row, held.indexOf(row)) : transition.header(row, index);
        assert.equal(step.row, all.indexOf(row));
        if (index >= 0) assert.equal(step.position, row.header);
      }
    }
  });
}

test("a footer glides when its section grows, and is not taken for its header", () => {
  const [first, second] = [{ id: "s", frame: { x: 0, y: 0, width: 400, height: 40 } }, { id: "s", frame: { x: 0, y: 140, width: 400, height: 25 } }];
  const geometry = (count) => partOf([[0, 0, 100, 100, 100, 100, 4, 40, 60], 25], [count]);
  const [old, now] = [1, 5].map((count) => ({ geometry: geometry(count), base: 0, tiles: [], first: 0, headers: [first, second] }));
  const view = { moves: true, before: { x: 0, y: 0, width: 400, height: 600 }, visible: { x: 0, y: 0, width: 400, height: 600 }, shift: 0 };
  const transition = new Transition(old, now, { departed: [], elsewhere: new Map() }, view);
  assert.deepEqual(transition.header(first, 0).move, { way: { x: 0, y: 0 } });
  assert.deepEqual(transition.header(second, 1).move, { way: { x: 0, y: 100 } });
  assert.deepEqual(transition.header(second, 1).frame, { x: 0, y: 240, width: 400, height: 25 });
});
