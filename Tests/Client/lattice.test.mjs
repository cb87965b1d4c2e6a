import assert from "node:assert/strict";
import test from "node:test";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";
import { random, seed } from "./random.mjs";

test("frames stand in columns", () => {
  const lattice = latticeOf([16, 12, 122, 142, 120, 140, 3], [6]);
  assert.deepEqual(lattice.frameOf(0), { x: 16, y: 12, width: 120, height: 140 });
  assert.deepEqual(lattice.frameOf(5), { x: 260, y: 154, width: 120, height: 140 });
});

for (const [count, height] of [[0, 24], [1, 164], [3, 164], [4, 306]]) {
  test(`the content of ${count} items has the inset at both ends`, () => {
    assert.equal(latticeOf([16, 12, 122, 142, 120, 140, 3], [count]).height, height);
  });
}

test("neighbours meet without a seam, and the row fills its width", () => {
  for (let width = 200; width < 2000; width++) {
    for (const columns of [3, 5, 7, 10, 13]) {
      const side = width / columns;
      const lattice = latticeOf([0, 0, side, side, side, side, columns], [columns * columns]);
      let [right, bottom] = [0, 0];
      for (let at = 0; at < columns; at++) {
        const frame = lattice.frameOf(at);
        assert.equal(frame.x, right, `column ${at} of ${columns} in ${width}`);
        right = frame.x + frame.width;
        const below = lattice.frameOf(at * columns);
        assert.equal(below.y, bottom, `row ${at} of ${columns} in ${width}`);
        bottom = below.y + below.height;
      }
      assert.equal(right, width);
    }
  }
});

for (const [columns, by, x, y] of [
  [3, 0, 0, 0], [3, 1, 1, 0], [3, -1, -1, 0], [3, 2, -1, 1], [3, -2, 1, -1], [3, -3, 0, -1], [3, 1000, 1, 333],
  [1, 1, 0, 1], [1, -7, 0, -7], [2, 1, 1, 0], [2, -1, -1, 0], [10, 5, 5, 0], [10, -5, -5, 0], [10, -6, 4, -1],
]) {
  test(`${by} positions further in ${columns} columns go ${x} along the line and ${y} lines on`, () => {
    // Adding zero makes one of the two zeros of them.
    const way = latticeOf([0, 0, 100, 50, 98, 48, columns], [1]).wayOf(by);
    assert.deepEqual({ x: way.x + 0, y: way.y + 0 }, { x: x * 100, y: y * 50 });
  });
}

test(`neighbours that go in step stay neighbours, seed ${seed}`, () => {
  const next = random(seed);
  for (let round = 0; round < 20_000; round++) {
    const columns = 1 + next(12);
    const lattice = latticeOf([0, 0, 100, 50, 100, 50, columns], [300]);
    const [from, by] = [next(200), next(200) - 100];
    if (from + by < 0) continue;
    const [before, after, way] = [lattice.frameOf(from), lattice.frameOf(from + by), lattice.wayOf(by)];
    // It comes in where its neighbours have gone, or a whole width of the lattice, that is one line, from there.
    const lines = (after.y - before.y - way.y) / 50;
    assert.ok(Math.abs(lines) <= 1, `round ${round}`);
    assert.equal(after.x - before.x - way.x, -lines * columns * 100 + 0, `round ${round}`);
    assert.ok(Math.abs(way.x) <= columns * 50);
  }
});

test(`positions in a rect are those of the slow way, seed ${seed}`, () => {
  const next = random(seed);
  for (let round = 0; round < 20_000; round++) {
    const [height, gap] = [1 + next(2000) / 8, next(80) / 8];
    // Eighths are exact, so that edges which meet do.
    const [y, columns] = [next(50), 1 + next(8)];
    const count = next(60);
    const rect = { y: next(6000) / 8 - 100, height: next(4000) / 8 };
    const touching = (/** @type {number} */ position) => {
      const top = y + Math.floor(position / columns) * (height + gap);
      return top < rect.y + rect.height && top + height > rect.y;
    };
    const expected = [...Array(count).keys()].filter(touching);
    const [from, to] = latticeOf([0, y, 100, height + gap, 100, height, columns], [count]).positionsIn(rect);
    const found = Array.from({ length: to - from }, (_, index) => from + index);
    assert.deepEqual(found, expected, `round ${round}`);
  }
});

test(`a point in a frame leads to its position, seed ${seed}`, () => {
  const next = random(seed);
  for (let round = 0; round < 20_000; round++) {
    const [width, height, gap, columns] = [8 + next(800) / 8, 8 + next(800) / 8, next(20), 1 + next(12)];
    const numbers = [next(30), next(30), width + gap, height + gap, width, height, columns];
    const count = 1 + next(1_000_000);
    const lattice = latticeOf(numbers, [count]);
    const position = next(count);
    const { x, y, width: wide, height: high } = lattice.frameOf(position);
    const point = { x: x + 1 + next(Math.floor(wide) - 2), y: y + 1 + next(Math.floor(high) - 2) };
    assert.equal(lattice.positionAt(point), position, `round ${round}`);
  }
});

for (const [x, y, position] of [[-50, -50, 0], [900, -50, 2], [900, 150, 5], [-50, 150, 3], [290, 250, 6], [50, 9000, 6]]) {
  test(`the position nearest to ${x}, ${y} is ${position}`, () => {
    assert.equal(latticeOf([0, 0, 100, 100, 100, 100, 3], [7]).positionAt({ x, y }), position);
  });
}
