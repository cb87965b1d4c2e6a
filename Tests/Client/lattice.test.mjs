import assert from "node:assert/strict";
import { test } from "node:test";

import { contentHeight, destination, frame } from "../../Sources/AviaryServer/Client/lattice.js";

test("neighbours meet without a seam at every width", () => {
  for (let width = 320; width < 1500; width += 7) {
    for (const columns of [1, 3, 4, 7, 11]) {
      const pitch = width / columns;
      const lattice = [0, 0, pitch, pitch, pitch, pitch, columns];
      for (let position = 0; position < 3 * columns; position++) {
        const here = frame(lattice, position);
        if ((position + 1) % columns) assert.equal(here.x + here.width, frame(lattice, position + 1).x);
        else assert.equal(here.x + here.width, width);
        assert.equal(here.y + here.height, frame(lattice, position + columns).y);
      }
    }
  }
});

test("the content ends where its last row does", () => {
  const lattice = [5, 7, 60, 50, 50, 40, 3];
  assert.equal(contentHeight(lattice, 0), 14);
  assert.equal(contentHeight(lattice, 1), 54);
  assert.equal(contentHeight(lattice, 3), 54);
  assert.equal(contentHeight(lattice, 4), 104);
});

for (const [key, toEnds, from, to] of [
  ["ArrowLeft", false, 4, 3], ["ArrowRight", false, 4, 5], ["ArrowUp", false, 4, 1], ["ArrowDown", false, 4, 7],
  ["ArrowUp", false, 1, 1], ["ArrowDown", false, 8, 8], ["ArrowLeft", false, 0, 0], ["ArrowRight", false, 9, 9],
  ["Home", false, 5, 3], ["End", false, 4, 5], ["End", false, 9, 9], ["Home", true, 5, 0], ["End", true, 5, 9],
  ["PageDown", false, 1, 7], ["PageDown", false, 0, 6], ["PageDown", false, 6, 9], ["PageUp", false, 7, 1],
  ["PageUp", false, 4, 1], ["Enter", false, 4, null],
]) {
  test(`${toEnds ? "Ctrl+" : ""}${key} from ${from} of ten in threes leads to ${to}`, () => {
    assert.equal(destination(key, toEnds, from, 10, 3, 2), to);
  });
}
