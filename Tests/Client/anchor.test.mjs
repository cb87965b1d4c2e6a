// Keeping the visible content in place while the rest of the content changes, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { Anchor } from "../../Sources/AviaryServer/Client/anchor.js";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";
import { random, seed } from "./random.mjs";

/** Tiles of 90 points, 100 apart, in so many columns. */
const numbers = (columns) => [0, 0, 100, 100, 90, 90, columns];

const stateOf = (ids, { columns = 3, base = 0, size = ids.length, tiles = new Map() } = {}) => {
  const held = ids.slice(base, base + size).map((id, index) => {
    const tile = tiles.get(id) ?? { id };
    tiles.set(id, tile);
    return Object.assign(tile, { position: base + index });
  });
  return { geometry: latticeOf(numbers(columns), [ids.length]), base, tiles: held, first: 0, headers: [] };
};
const view = (state, top, isMoved = true) => ({ top, isMoved, inView: state.geometry.positionsIn({ y: top, height: 400 }) });
const names = (count) => Array.from({ length: count }, (_, index) => `i${index}`);

/** The states of one list before and after a change; what was held is as it stood before. */
function change(before, after, options = {}) {
  const tiles = new Map();
  const old = stateOf(before, { ...options, tiles });
  const stood = new Map([...tiles].map(([id, { position }]) => [id, position]));
  const now = stateOf(after, { ...options, columns: options.to ?? options.columns, tiles });
  for (const [id, position] of stood) tiles.get(id).position = position;
  return { old, now, tiles };
}

test("at the very top what is new there is seen", () => {
  const { old, now } = change(names(90), ["new", ...names(90)]);
  assert.equal(new Anchor().keep(old, now, view(old, 0)), 0);
});

test("an empty list holds nothing", () => {
  const { old, now } = change(names(90), []);
  assert.equal(new Anchor().keep(old, now, view(old, 500)), 500);
});

test("rows that come above leave what is in view where it is", () => {
  const { old, now } = change(names(90), [...Array.from({ length: 6 }, (_, index) => `new${index}`), ...names(90)]);
  assert.equal(new Anchor().keep(old, now, view(old, 500)), 700);
});

test("an item or two above move no line", () => {
  const { old, now } = change(names(90), ["new", ...names(90)]);
  assert.equal(new Anchor().keep(old, now, view(old, 500)), 500, "the middle of the first line stays on it");
});

test("a tile that was moved holds nothing", () => {
  const { old, now, tiles } = change(names(90), [...names(90).filter((id) => id !== "i16"), "i16"]);
  const top = new Anchor().keep(old, now, view(old, 500), new Set([tiles.get("i16")]));
  assert.equal(top, 500);
});

test("through any number of resizes the tile that was first stays first, until the person scrolls", () => {
  const anchor = new Anchor();
  const tiles = new Map();
  const [wide, narrow] = [5, 2].map((columns) => stateOf(names(100), { columns, tiles }));
  let top = 530;
  const first = wide.geometry.positionsIn({ y: top, height: 400 })[0];
  for (let round = 0; round < 20; round++) {
    top = anchor.keep(wide, narrow, view(wide, top, round === 0));
    top = anchor.keep(narrow, wide, view(narrow, top, false));
  }
  assert.ok(Math.abs(top - 530) < 1e-6, `comes back to where it was: ${top}`);
  top = anchor.keep(wide, narrow, view(wide, top, false));
  assert.equal(narrow.geometry.frameOf(first).y - Math.round(top), -30);
  // The person scrolls: another tile is first.
  top = anchor.keep(narrow, wide, view(narrow, 4_000, true));
  assert.equal(wide.geometry.positionsIn({ y: top, height: 400 })[0], 80);
});

test(`a tile in view that stays has its place on the screen (seed ${seed})`, () => {
  const draw = random(seed);
  for (let round = 0; round < 2_000; round++) {
    const before = names(30 + draw(90));
    const after = before.filter(() => draw(8) > 0);
    for (let count = draw(12); count > 0; count--) after.splice(draw(after.length + 1), 0, `new${round}-${count}`);
    const columns = 1 + draw(5);
    const { old, now, tiles } = change(before, after, { columns });
    const top = 1 + draw(Math.ceil(before.length / columns) * 100);
    const { inView } = view(old, top);
    const next = new Anchor().keep(old, now, view(old, top));
    const staying = before.slice(...inView).filter((id) => after.includes(id));
    if (staying.length === 0) {
      assert.equal(next, top);
      continue;
    }
    const yOf = ({ geometry }, position) => geometry.frameOf(position).y;
    const kept = staying.filter(
      (id) => Math.abs(yOf(old, tiles.get(id).position) - top - yOf(now, after.indexOf(id)) + next) < 1e-6);
    assert.ok(kept.length > 0, `round ${round}: nothing stayed`);
  }
});
