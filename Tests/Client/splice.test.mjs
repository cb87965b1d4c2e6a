import assert from "node:assert/strict";
import { test } from "node:test";

import { spliced } from "../../Sources/AviaryServer/Client/splice.js";

/** SplitMix32: the numbers depend on the seed alone. */
function generator(seed) {
  return (bound) => {
    seed = (seed + 0x9e3779b9) | 0;
    let mixed = seed ^ (seed >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % bound;
  };
}

test("the list of the wire's description", () => {
  const places = spliced(["1", "2", "3", "4", "5"], [2, -1, ["5"], ["9", 0, "x"], 1, -1]);
  assert.deepEqual(places.map(({ id }) => id), ["1", "2", "5", "9", "4"]);
  assert.deepEqual(places.map(({ isKept }) => isKept), [true, true, false, false, true]);
  assert.deepEqual(places[3].tile, ["9", 0, "x"]);
});

for (let seed = 0; seed < 500; seed++) {
  test(`random steps rewrite the list as a slow reader does, seed ${seed}`, () => {
    const random = generator(seed);
    const held = Array.from({ length: random(12) }, (_, place) => `${place}`);
    const [steps, expected] = [[], []];
    const movable = [];
    let read = 0;
    let fresh = 100;
    while (read < held.length || random(3)) {
      const length = Math.min(1 + random(3), held.length - read);
      switch (random(4)) {
        case 0:
          if (length) expected.push(...held.slice(read, read + length)), steps.push(length);
          read += length;
          break;
        case 1:
          if (length) movable.push(...held.slice(read, read + length)), steps.push(-length);
          read += length;
          break;
        case 2:
          if (movable.length) {
            const [id] = movable.splice(random(movable.length), 1);
            expected.push(id);
            steps.push([id]);
          }
          break;
        default:
          expected.push(`${++fresh}`);
          steps.push([`${fresh}`, 0]);
      }
    }
    assert.deepEqual(spliced(held, steps).map(({ id }) => id), expected);
  });
}

for (const [name, held, steps] of [
  ["too long", ["1"], [2]], ["too short", ["1", "2"], [1]], ["an unknown tile", ["1"], [["2"], 1]],
  ["one tile twice", ["1"], [1, ["1"]]], ["a new tile that is held", ["1"], [1, ["1", 0]]],
]) {
  test(`steps that do not fit are refused: ${name}`, () => {
    assert.throws(() => spliced(held, steps));
  });
}
