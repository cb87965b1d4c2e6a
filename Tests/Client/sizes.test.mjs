// Cells as high as their content: the frames with their heights, and what is reported to the scene, without a page.

import assert from "node:assert/strict";
import test from "node:test";

import start from "../../Sources/AviaryServer/Client/later/frames.js";
import { clamp } from "../../Sources/AviaryServer/Client/clamp.js";
import { faked } from "./faked.mjs";
import { random } from "./random.mjs";

// A page that is read from left to right.
Object.assign(globalThis, { document: { dir: "" } });

const framesOf = start();

/** Ten items of 100 points from position 20 on among 40, in two sections with headers of 30 points, as the scene sends them. */
const numbers = () => [
  [300, true, 7, false, 0, 1], 20, Array.from({ length: 10 }, (_, index) => [index === 5 ? 30 : index ? 0 : 2_030, 100, 0, 0, 300]),
  4_060, [0, 0, 2_530, 30, 2_530, 4_060, 30],
];
const counts = [25, 15];

const frames = (geometry) => Array.from({ length: 10 }, (_, index) => geometry.frameOf(20 + index)).map(({ y, height }) => [y, height]);

test("frames have the measured heights, and those below move", () => {
  const told = framesOf(numbers(), counts);
  const geometry = told.resized((position) => ({ 21: 40, 24: 250, 26: 1 })[position]);
  assert.deepEqual(frames(geometry), [
    [2_030, 100], [2_130, 40], [2_170, 100], [2_270, 100], [2_370, 250], [2_650, 100], [2_750, 1], [2_751, 100], [2_851, 100],
    [2_951, 100],
  ]);
  assert.equal(geometry.height, 4_060 - 60 + 150 - 99);
  assert.deepEqual(geometry.sectionFrameOf(0), { y: 0, end: 2_620, height: 30 });
  assert.deepEqual(geometry.sectionFrameOf(1), { y: 2_620, end: 4_051, height: 30 });
  assert.deepEqual([2_030, 2_130, 2_131, 2_530, 2_630].map(geometry.shown), [2_030, 2_130, 2_071, 2_620, 2_720]);
  assert.equal(geometry.heightOf(21), 100);
  assert.equal(geometry.heightOf(50), undefined);
  assert.deepEqual(geometry.positionsIn({ y: 2_171, height: 100 }), [22, 24]);
  assert.equal(geometry.neighbourOf(24, "ArrowDown", false, 100), 25);
});

test("the next frames of the scene begin with those it has sent, not with the measured ones", () => {
  const geometry = framesOf(numbers(), counts).resized((position) => (position === 21 ? 40 : undefined));
  const next = geometry.updated(counts, [20, [10], 4_060, [0, 0, 2_530, 30, 2_530, 4_060, 30]]);
  assert.deepEqual(frames(next), frames(framesOf(numbers(), counts)));
  assert.deepEqual(frames(geometry.resized(() => undefined)), frames(next));
});

test("a page that comes back makes the same geometry", () => {
  const geometry = framesOf(numbers(), counts).resized((position) => position * 3);
  const again = framesOf(JSON.parse(JSON.stringify(geometry.numbers)), counts);
  assert.deepEqual(frames(again), frames(geometry));
  assert.equal(again.height, geometry.height);
  assert.deepEqual(again.sectionFrameOf(1), geometry.sectionFrameOf(1));
});

/** A collection of rows with natural heights, and what it reports. */
async function page(natural) {
  const sent = [];
  const observed = new Set();
  globalThis.getComputedStyle = ({ id }) => ({ height: `${natural.get(id)}px` });
  globalThis.ResizeObserver = class {
    constructor(heard) {
      page.heard = heard;
    }
    observe = (row) => observed.add(row);
    unobserve = (row) => observed.delete(row);
    disconnect = () => observed.clear();
  };
  const { Sizes } = await faked("sizes", { clamp, send: (name, message) => sent.push([name, message]) });
  const tiles = [...natural.keys()].map((id, index) => ({ id, row: { id, isConnected: index === 0, style: {} } }));
  const key = [300, false, 7, false, 0, 1];
  const told = (heights) => framesOf([key, 0, heights.map((height) => [0, height, 0, 0, 300]), heights.reduce((a, b) => a + b, 0), [0]], [heights.length]);
  let layouts = 0;
  const content = { append: (row) => (row.isConnected = true) };
  const own = { box: { dataset: { collection: "texts" }, querySelector: () => content }, held: {} };
  const update = (state, change) => {
    layouts++;
    own.held.state = sizes.sized(state);
    sizes.after({ now: own.held.state, change });
  };
  const sizes = new Sizes(own, {
    splice: ({ count, base, steps, elsewhere, isStill }) => {
      const { geometry, tiles } = own.held.state;
      assert.deepEqual([count, base, steps, elsewhere, isStill], [geometry.count, 0, [tiles.length], [], true]);
      update({ ...own.held.state, geometry: geometry.updated([count]) }, { isScroll: false });
    },
  });
  return {
    sent, observed, own, tiles, resized: () => page.heard(),
    layouts: () => layouts,
    reload: (heights, held = tiles) => update({ geometry: told(heights), base: 0, tiles: held }, {}),
    splice: (heights, held = tiles) => update({ geometry: told(heights), base: 0, tiles: held }, { isScroll: true }),
  };
}

test("cells are laid out by their heights before anyone sees them, and reported once", async () => {
  const natural = new Map([["a", 40.2], ["b", 100], ["c", 30_000], ["d", 0]]);
  const list = await page(natural);
  list.reload([100, 100, 100, 100]);
  assert.equal(list.layouts(), 1);
  assert.ok(list.tiles.every(({ row }) => row.isConnected && row.style.width === "300px"));
  const { geometry } = list.own.held.state;
  assert.deepEqual([0, 1, 2, 3].map((position) => geometry.frameOf(position).height), [41, 100, 20_000, 1]);
  assert.deepEqual(list.sent, [["measured", { collection: "texts", version: 7, heights: { a: 41, c: 20_000, d: 1 } }]]);
  assert.equal(list.observed.size, 4);
  list.splice([100, 100, 100, 100]);
  assert.equal(list.sent.length, 1, "the scene has not answered yet");
  list.splice([41, 100, 20_000, 1]);
  assert.equal(list.sent.length, 1);
  const layouts = list.layouts();
  natural.set("b", 55);
  list.resized();
  assert.equal(list.layouts(), layouts + 1);
  assert.deepEqual(list.sent.at(-1)[1].heights, { b: 55 });
  list.resized();
  assert.equal(list.layouts(), layouts + 1, "nothing has changed");
});

test("a reload is told the heights again, and a row without a box has none", async () => {
  const natural = new Map([["a", 40], ["b", Number.NaN]]);
  const list = await page(natural);
  list.reload([100, 100]);
  list.reload([100, 100]);
  assert.deepEqual(list.sent.map(([, { heights }]) => heights), [{ a: 40 }, { a: 40 }]);
});

test("tiles that leave are not observed, and are reported anew when they come back", async () => {
  const list = await page(new Map([["a", 40], ["b", 50]]));
  list.reload([100, 100]);
  list.splice([100], [list.tiles[1]]);
  assert.deepEqual([...list.observed], [list.tiles[1].row]);
  list.splice([100, 100]);
  assert.deepEqual(list.sent.map(([, { heights }]) => heights), [{ a: 40, b: 50 }, { a: 40 }]);
});

test("many heights are reported in several messages", async () => {
  const list = await page(new Map(Array.from({ length: 600 }, (_, index) => [`${index}`, 50])));
  list.reload(Array(600).fill(100));
  assert.deepEqual(list.sent.map(([, { heights }]) => Object.keys(heights).length), [256, 256, 88]);
});

for (const seed of [1, 2, 3]) {
  test(`frames follow their heights and the y of the scene, seed ${seed}`, () => {
    const below = random(seed);
    for (let round = 0; round < 300; round++) {
      const count = 1 + below(30);
      const first = below(20);
      const heights = Array.from({ length: count }, () => 1 + below(300));
      const gap = below(9);
      let y = first * 100;
      const steps = heights.map((height, index) => [index ? gap : y, height, 0, 0, 300]);
      y += heights.reduce((sum, height) => sum + height + gap, 0) - gap;
      const told = framesOf([[300, false, 1, false, 0, 1], first, steps, y, [0]], [first + count]);
      const measured = heights.map((height) => (below(2) ? 1 + below(300) : height));
      const geometry = told.resized((position) => measured[position - first]);
      let at = first * 100;
      measured.forEach((height, index) => {
        const before = told.frameOf(first + index);
        assert.deepEqual(geometry.frameOf(first + index), { x: 0, y: at, width: 300, height });
        assert.equal(geometry.shown(before.y), at);
        assert.equal(geometry.shown(before.y + before.height), at + height);
        at += height + gap;
      });
      assert.equal(geometry.height, at - gap);
    }
  });
}
