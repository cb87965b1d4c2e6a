// Rubber bands and letters, as far as they need no page.

import assert from "node:assert/strict";
import test from "node:test";
import { Letters, overlaps, rectBetween } from "../../Sources/AviaryServer/Client/later/select.js";
import { random } from "./random.mjs";

test("a band lies between two points, wherever the pointer goes, in whole points", () => {
  assert.deepEqual(rectBetween({ x: 10.4, y: 20.6 }, { x: 30.2, y: 25 }), { x: 10, y: 20, width: 21, height: 5 });
  assert.deepEqual(rectBetween({ x: 30.2, y: 25 }, { x: 10.4, y: 20.6 }), { x: 10, y: 20, width: 21, height: 5 });
  assert.deepEqual(rectBetween({ x: 5, y: 5 }, { x: -40, y: -9.5 }), { x: 0, y: 0, width: 5, height: 5 });
  assert.deepEqual(rectBetween({ x: -5, y: -5 }, { x: -40, y: -9 }), { x: 0, y: 0, width: 0, height: 0 });
});

test("a band covers both of its points, and never what lies outside of the content", () => {
  const draw = random(7);
  for (let round = 0; round < 20_000; round++) {
    const [a, b] = [0, 1].map(() => ({ x: draw(110_000) / 100 - 200, y: draw(900_000_000) / 100 - 200 }));
    const { x, y, width, height } = rectBetween(a, b);
    assert.ok(x >= 0 && y >= 0 && width >= 0 && height >= 0);
    for (const point of [a, b]) {
      if (point.x >= 0) assert.ok(point.x >= x && point.x <= x + width, `round ${round}`);
      if (point.y >= 0) assert.ok(point.y >= y && point.y <= y + height, `round ${round}`);
    }
  }
});

test("a band touches what it has something in common with", () => {
  const band = { x: 10, y: 10, width: 20, height: 20 };
  const at = (x, y) => overlaps({ x, y, width: 10, height: 10 }, band);
  assert.deepEqual([at(0, 0), at(1, 1), at(0, 15), at(29, 29), at(30, 15), at(15, 15)], [false, true, false, true, false, true]);
});

test("letters belong to one word until there is a pause", () => {
  const letters = new Letters();
  assert.deepEqual(letters.add("t", 0), { text: "t", by: 1 });
  assert.deepEqual(letters.add("e", 400), { text: "te", by: 0 });
  assert.deepEqual(letters.add("a", 1_400), { text: "tea", by: 0 });
  assert.deepEqual(letters.add("m", 2_401), { text: "m", by: 1 });
});

test("the same letter again leads on to the next item that begins with it", () => {
  const letters = new Letters();
  letters.add("t", 0);
  assert.deepEqual(letters.add("T", 100), { text: "T", by: 1 });
  assert.deepEqual(letters.add("t", 200), { text: "t", by: 1 });
  assert.deepEqual(letters.add("o", 300), { text: "tTto", by: 0 });
});
