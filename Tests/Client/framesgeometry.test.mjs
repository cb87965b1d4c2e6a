// Geometries whose frames the scene tells, without a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { clamp } from "../../Sources/AviaryServer/Client/clamp.js";
import { decode } from "../../Sources/AviaryServer/Client/packets.js";
import start from "../../Sources/AviaryServer/Client/later/frames.js";
import { random, seed } from "./random.mjs";

// A page that is read from left to right.
Object.assign(globalThis, { document: { dir: "" } });

const framesOf = start();
const golden = JSON.parse(readFileSync(new URL("../Golden/layout/frames.json", import.meta.url), "utf8"));

/** The geometry after a frame of the wire. */
function heard(geometry, { told, counts }) {
  const { messages, problems } = decode(told);
  assert.deepEqual(problems, []);
  for (const message of messages) {
    if (message.name === "reload") geometry = framesOf(message.geometry, counts);
    if (message.name === "splice") geometry = geometry.updated(counts, message.frames);
  }
  return geometry;
}

for (const { name, steps } of golden) {
  test(`frames are where Swift has them: ${name}`, () => {
    let geometry;
    for (const step of steps) {
      geometry = heard(geometry, step);
      // A page that comes back makes the same geometry of what it kept.
      for (const known of [geometry, framesOf(JSON.parse(JSON.stringify(geometry.numbers)), step.counts)]) {
        assert.equal(known.height, step.height);
        step.frames.forEach(([x, y, width, height], index) =>
          assert.deepEqual(known.frameOf(step.first + index), { x, y, width, height }));
        for (const [section, y, end, height, footer, ...across] of step.sections) {
          const sides = across.length ? { x: across[0], width: across[1] } : {};
          assert.deepEqual(known.sectionFrameOf(section), { y, end: end - (footer ?? 0), height, ...sides });
          if (!footer) continue;
          assert.equal(known.edges, 2);
          assert.deepEqual(known.sectionFrameOf(section + 0.5), { y: end - footer, end, height: footer, from: end - footer, ...sides });
        }
        for (const [position, middle] of step.middles) assert.equal(known.middleOf(position), middle);
        for (const [y, height, from, to] of step.rects) assert.deepEqual(known.positionsIn({ y, height }), [from, to]);
        for (const [position, ...led] of step.neighbours) {
          ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].forEach((key, index) =>
            assert.equal(known.neighbourOf(position, key, false, 100), led[index] ?? position, `${key} from ${position}`));
          const { x, y, width, height } = known.frameOf(position);
          assert.equal(known.positionAt({ x: x + width / 2, y: y + height / 2 }), position);
        }
      }
    }
  });
}

test("a row looks as the layout says, until it shows another item or another layout is there", () => {
  const geometry = framesOf([[400, false, 1], 3, [[0, 50, 0, 0, 100, 100]], 50, [0], [[1, 0.5, 2, -8, 0.9]]], [9]);
  const row = { style: {} };
  const plain = { opacity: "", zIndex: "", rotate: "", scale: "" };
  for (const known of [geometry, framesOf(geometry.numbers, [9]), geometry.updated([8])]) {
    known.dress(row, 4);
    assert.deepEqual(row.style, { opacity: 0.5, zIndex: 2, rotate: "-8deg", scale: 0.9 });
    known.dress(row, 3);
    assert.deepEqual(row.style, plain);
  }
  geometry.dress(row, 4);
  geometry.dress(row);
  assert.deepEqual(row.style, plain);
  const next = geometry.updated([9], [2, [[0, 50, 0, 0, 100], 2], 50, [0]]);
  next.dress(row, 4);
  assert.deepEqual(row.style, plain, "what is not told any more is gone");
});

test("steps that do not fit are refused", () => {
  const geometry = framesOf([[400, false, 1], 0, [[0, 50, 0, 0, 100, 100]], 50, [0]], [2]);
  assert.throws(() => geometry.updated([2], [0, [1], 50, [0]]), RangeError);
  assert.throws(() => geometry.updated([2], [0, [3], 50, [0]]), RangeError);
  assert.equal(geometry.updated([2], [0, [[2, 7]], 57, [0]]).frameOf(1).y, 7);
});

test("an update that tells no frames keeps those known", () => {
  const geometry = framesOf([[400, false, 1], 0, [[0, 50, 0, 0, 100, 100]], 50, [0]], [2]);
  // `null` stands where a later argument follows.
  for (const none of [null, undefined]) assert.deepEqual(geometry.updated([2], none).numbers, geometry.numbers);
});

test(`beyond the frames that are known every item is somewhere in view, seed ${seed}`, () => {
  const next = random(seed);
  for (let round = 0; round < 2_000; round++) {
    const count = 50 + next(1_000_000);
    const [first, height] = [next(count - 20), count * 20 + next(1_000)];
    const top = Math.round((first / count) * height);
    const lines = [[top, 80, 0, 4, 90, 120, 60], [4, 80, 0, 4, 200, 90]];
    const geometry = framesOf([[400, false, 1], first, lines, height, [0]], [count]);
    const y = next(height);
    const [from, to] = geometry.positionsIn({ y, height: 300 });
    assert.ok(from >= 0 && to <= count && from <= to, `round ${round}`);
    // Wherever one scrolls to, placeholders stand in view, and within the content.
    if (y < top - 300 || y > top + 164) assert.ok(to > from, `round ${round}: nothing at ${y} of ${height}`);
    for (const position of [from, to - 1, 0, count - 1]) {
      const frame = geometry.frameOf(position);
      assert.ok(Object.values(frame).every(Number.isFinite), `round ${round}`);
      assert.ok(frame.y >= 0 && frame.y <= height, `round ${round}`);
    }
    for (const key of ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]) {
      const led = geometry.neighbourOf(from, key, false, 300);
      assert.ok(led >= 0 && led < count, `round ${round}, ${key}`);
    }
  }
});

test("an empty list has a geometry", () => {
  const geometry = framesOf([[400, true, 1], 0, [], 0, [0]], []);
  assert.deepEqual(geometry.positionsIn({ y: 0, height: 400 }), [0, 0]);
  assert.equal(geometry.neighbourOf(0, "ArrowDown", false, 100), undefined);
});
