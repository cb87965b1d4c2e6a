// How far a list is pulled by a finger.

import assert from "node:assert/strict";
import test from "node:test";
import { faked } from "./faked.mjs";

const { pulled } = await faked("pull", {});

test("the first movement of a finger decides whether it pulls or scrolls", () => {
  assert.equal(pulled(0, 0, 10), 6);
  for (const [aside, down] of [[0, -1], [0, 0], [10, 10], [-30, 10]]) assert.equal(pulled(0, aside, down), 0, `${aside}, ${down}`);
});

test("a pulled list follows the finger until it is lifted, also back to its place", () => {
  assert.equal(pulled(6, 300, 100), 60);
  assert.equal(pulled(60, 0, -40), 1);
});
