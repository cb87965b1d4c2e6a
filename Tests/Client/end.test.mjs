// A list that stays at its end: whether the end is in view, and what has come since, without a page.

import assert from "node:assert/strict";
import test from "node:test";

import { Anchor } from "../../Sources/AviaryServer/Client/anchor.js";
import { clamp } from "../../Sources/AviaryServer/Client/clamp.js";
import { EndState } from "../../Sources/AviaryServer/Client/later/end/state.js";
import { random, seed } from "./random.mjs";

test("a list begins at its end, and scrolling up by any distance leaves it", () => {
  const state = new EndState();
  assert.ok(state.isAtEnd);
  state.note(1_000, 1_000);
  state.hear(1_000, 1_000);
  assert.ok(state.isAtEnd);
  state.hear(998, 1_000);
  assert.ok(!state.isAtEnd);
});

test("scrolling down reaches the end a little before it", () => {
  const state = new EndState();
  state.note(1_000, 1_000);
  state.hear(500, 1_000);
  state.hear(980, 1_000);
  assert.ok(!state.isAtEnd);
  state.hear(985, 1_000);
  assert.ok(state.isAtEnd);
});

test("a bounce beyond the end does not leave it", () => {
  const state = new EndState();
  state.note(1_000, 1_000);
  for (const top of [1_030, 1_010, 1_000]) state.hear(top, 1_000);
  assert.ok(state.isAtEnd);
});

test("a box that grows or shrinks does not leave the end", () => {
  const state = new EndState();
  state.note(1_000, 1_000);
  // A keyboard opens: the browser keeps the position, and the page follows.
  state.hear(1_000, 1_300);
  assert.ok(state.isAtEnd);
  state.note(1_300, 1_300);
  // It closes: the browser moves to the largest position.
  state.hear(1_000, 1_000);
  assert.ok(state.isAtEnd);
});

test("the end is in view again when items have gone", () => {
  const state = new EndState();
  state.note(1_000, 1_000);
  state.hear(400, 1_000);
  state.note(400, 400);
  assert.ok(state.isAtEnd);
});

test("updates that come without a pause are rapid, and the first of them is not", () => {
  const state = new EndState();
  const times = [10, 1_000, 1_020, 1_040, 1_300, 1_700, 1_799];
  assert.deepEqual(times.map((time) => state.isRapid(time)), [false, false, true, true, true, false, true]);
});

const stateOf = (tiles, base = 0, size = tiles.length) => ({ base, tiles: tiles.slice(base, base + size), geometry: { count: tiles.length } });
const tilesOf = (count, name = "i") => Array.from({ length: count }, (_, index) => ({ id: `${name}${index}` }));

/** A list whose end the person has left. */
const left = () => {
  const state = new EndState();
  state.note(1_000, 1_000);
  state.hear(500, 1_000);
  return state;
};

test("items that come at the end are counted, and no others", () => {
  const state = left();
  const tiles = tilesOf(20);
  const steps = [[...tiles, ...tilesOf(3, "new")], [...tilesOf(5, "old"), ...tiles, ...tilesOf(3, "new")]];
  state.count(stateOf(tiles), stateOf([...tiles, ...tilesOf(3, "new")]), {});
  assert.equal(state.unseen, 3);
  state.count(stateOf(steps[0]), stateOf(steps[0]), { isScroll: true });
  assert.equal(state.unseen, 3);
  state.reach();
  assert.equal(state.unseen, 0);
  state.count(stateOf(tiles), stateOf(steps[0]), {});
  assert.equal(state.unseen, 0, "the end is in view");
});

test("items that come above are not counted, where the page holds a few tiles", () => {
  const state = left();
  const [tiles, above, below] = [tilesOf(1_000), tilesOf(7, "above"), tilesOf(4, "below")];
  state.count(stateOf(tiles, 500, 20), stateOf([...above, ...tiles, ...below], 507, 20), {});
  assert.equal(state.unseen, 4);
  state.count(stateOf([...above, ...tiles, ...below], 507, 20), stateOf([...tiles, ...below], 500, 20), {});
  assert.equal(state.unseen, 4);
});

test("all items are new when none of those that were seen is left", () => {
  const state = left();
  const [tiles, news] = [tilesOf(2), tilesOf(8, "new")];
  state.count(stateOf(tiles), stateOf([...tiles, ...news]), {});
  state.count(stateOf([...tiles, ...news]), stateOf(news), {});
  assert.equal(state.unseen, 8);
});

test(`what is in view stays, or the end stays (seed ${seed})`, () => {
  const draw = random(seed);
  for (let round = 0; round < 300; round++) {
    let [made, height, isAtEnd] = [0, 300 + draw(300), true];
    const make = (count) => Array.from({ length: count }, () => ({ id: made++, height: 10 + draw(200), isNew: true }));
    const state = new EndState();
    const anchor = new Anchor();
    let list = make(draw(30));
    let top = 0;
    const geometryOf = (tiles) => {
      const [starts, heights] = [[0], tiles.map((tile) => tile.height)];
      for (const each of heights) starts.push(starts.at(-1) + each);
      return {
        key: "", count: tiles.length, height: starts.at(-1), middleOf: (position) => position,
        frameOf: (position) => ({ y: starts[position], height: heights[position] }),
        positionsIn: (rect) => {
          const inView = tiles.flatMap((_, at) => (starts[at] < rect.y + rect.height && starts[at + 1] > rect.y ? [at] : []));
          return inView.length ? [inView[0], inView.at(-1) + 1] : [0, 0];
        },
      };
    };
    const page = (tiles) => ({ geometry: geometryOf(tiles), base: 0, tiles: [...tiles] });
    const endOf = ({ geometry }) => Math.max(0, geometry.height - height);
    let now = page(list);
    top = endOf(now);
    state.note(top, endOf(now));
    list.forEach((tile, position) => Object.assign(tile, { position, isNew: false }));
    for (let step = 0; step < 60; step++) {
      const kind = draw(7);
      if (kind === 0) {
        // The person scrolls.
        const before = top;
        top = clamp(top + draw(400) - 200, 0, endOf(now));
        state.hear(top, endOf(now));
        const distance = endOf(now) - top;
        if (top !== before) isAtEnd = top > before ? isAtEnd || distance <= 16 : distance <= 1;
      } else if (kind === 1) {
        // The box has another height.
        height = 200 + draw(500);
        top = Math.min(top, endOf(now));
        state.hear(top, endOf(now));
        if (endOf(now) - top <= 1) isAtEnd = true;
        if (state.isAtEnd) top = endOf(now);
        state.note(top, endOf(now));
      } else {
        // An update, or heights that are measured late.
        const old = now;
        if (kind === 2) list = [...list, ...make(1 + draw(4))];
        if (kind === 3) list = [...make(1 + draw(9)), ...list];
        if (kind === 4) list = list.filter(() => draw(5) > 0);
        if (kind === 5) list.splice(draw(list.length + 1), 0, ...make(1));
        const seen = list.findLastIndex((tile) => !tile.isNew);
        if (kind !== 6) for (const tile of list.slice(0, seen + 1)) tile.isNew = false;
        if (kind === 6) for (const tile of list) if (draw(3) === 0) tile.height = 10 + draw(200);
        now = page(list);
        const inView = old.geometry.positionsIn({ y: top, height });
        state.count(old, now, {});
        const next = state.isAtEnd ? endOf(now) : anchor.keep(old, now, { top, isMoved: true, inView });
        const staying = old.tiles.slice(...inView).find((tile) => now.tiles.includes(tile));
        // The share of the tile that is above the view.
        const shareOf = ({ geometry, tiles }, top) => {
          const frame = geometry.frameOf(tiles.indexOf(staying));
          return (frame.y - top) / frame.height;
        };
        if (isAtEnd) assert.equal(next, endOf(now), `round ${round}, step ${step}: the end stays`);
        else if (staying && top > 0) {
          const moved = shareOf(now, next) - shareOf(old, top);
          assert.ok(Math.abs(moved) < 1e-6, `round ${round}, step ${step}: what is in view stays`);
        }
        list.forEach((tile, position) => (tile.position = position));
        top = clamp(next, 0, endOf(now));
        state.note(top, endOf(now));
        if (endOf(now) - top <= 1) isAtEnd = true;
      }
      assert.equal(state.isAtEnd, isAtEnd, `round ${round}, step ${step}`);
      if (isAtEnd) for (const tile of list) tile.isNew = false;
      assert.equal(state.unseen, list.filter(({ isNew }) => isNew).length, `round ${round}, step ${step}: what is new`);
    }
  }
});
