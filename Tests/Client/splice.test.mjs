import assert from "node:assert/strict";
import test from "node:test";
import { applyOps } from "../../Sources/AviaryServer/Client/splice.js";
import { random, seed } from "./random.mjs";

/** @typedef {{id: string}} Item */

const items = (/** @type {string} */ ids) => [...ids].map((id) => ({ id }));
const make = (/** @type {any[]} */ [id]) => ({ id });

/**
 * The ops that lead from `old` to `next` when `kept` stay in their order: the slow, obvious way round.
 *
 * @param {string[]} old
 * @param {string[]} next
 * @param {Set<string>} kept
 */
const opsBetween = (old, next, kept) => {
  const ops = [];
  let read = 0;
  for (const id of next) {
    if (!kept.has(id)) {
      ops.push(old.includes(id) ? [id] : [id, 0]);
      continue;
    }
    const at = old.indexOf(id);
    if (at > read) ops.push(read - at);
    ops.push(1);
    read = at + 1;
  }
  if (read < old.length) ops.push(read - old.length);
  return ops;
};

test(`random splices give the list they were made for, seed ${seed}`, () => {
  const next = random(seed);
  for (let round = 0; round < 20_000; round++) {
    const old = Array.from({ length: next(12) }, (_, index) => `${index}`);
    const now = old.filter(() => next(4) > 0);
    for (let moves = next(3); moves > 0 && now.length > 0; moves--) {
      now.splice(next(now.length), 0, ...now.splice(next(now.length), 1));
    }
    for (let inserts = next(4); inserts > 0; inserts--) now.splice(next(now.length + 1), 0, `new ${inserts}`);
    // Any of those that still follow one another may be kept: take them greedily.
    const kept = new Set();
    let last = -1;
    for (const id of now) {
      const at = old.indexOf(id);
      if (at > last && next(5) > 0) {
        kept.add(id);
        last = at;
      }
    }
    const held = old.map((id) => ({ id }));
    const ops = /** @type {any[]} */ (opsBetween(old, now, kept));
    const change = applyOps(held, ops, make);
    const hint = `round ${round}: ${JSON.stringify({ old, ops })}`;
    assert.deepEqual(change.tiles.map(({ id }) => id), now, hint);
    for (const tile of change.tiles) {
      assert.equal(change.moved.has(tile), held.includes(tile) && !kept.has(tile.id), hint);
    }
    assert.deepEqual(change.departed, held.filter(({ id }) => !now.includes(id)), hint);
  }
});

for (const [name, held, ops] of /** @type {[string, string, any[]][]} */ ([
  ["reads too much", "abc", [4]],
  ["reads too little", "abc", [2]],
  ["drops too much", "abc", [-4]],
  ["reads much too much", "abc", [Number.MAX_SAFE_INTEGER]],
  ["moves what it kept", "abc", [3, ["a"]]],
  ["moves what it never held", "abc", [3, ["x"]]],
  ["moves one twice", "abc", [-1, 2, ["a"], ["a"]]],
  ["makes what it kept", "abc", [3, ["a", 0]]],
  ["makes one twice", "abc", [3, ["x", 0], ["x", 0]]],
  ["moves and makes one", "abc", [-1, 2, ["a"], ["a", 0]]],
])) {
  test(`a splice is refused before anything is made when it ${name}`, () => {
    assert.throws(() => applyOps(items(held), ops, () => assert.fail("made a tile")), RangeError);
  });
}

test("a tile that is dropped and made anew is another tile", () => {
  const held = items("abc");
  const { tiles, departed } = applyOps(held, [1, -1, ["b", 2], 1], make);
  assert.notEqual(tiles[1], held[1]);
  assert.deepEqual(departed, [held[1]]);
});
