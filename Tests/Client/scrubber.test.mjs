// The decisions of a scrubber: the labels to request, the known labels, and the visible labels.

import assert from "node:assert/strict";
import test from "node:test";

import { heightsOf, Labels } from "../../Sources/AviaryServer/Client/later/scrubber.js";
import { random } from "./random.mjs";


/** Sections of these heights, and the labels that a scene tells of them. */
const sectionsOf = (heights) => {
  let top = 0;
  return heights.map((height, index) => /** @type {const} */ ([top, (top += height), `section ${index}`]));
};

test("labels are asked for evenly, as many as have room, and no more than a scene takes", () => {
  assert.deepEqual(heightsOf(1_000, 90), [0, 333, 666]);
  assert.deepEqual(heightsOf(1_000, 1), [0]);
  assert.equal(heightsOf(1e9, 100_000).length, 48);
});

test("the label of a height is that of the section there", () => {
  const labels = new Labels();
  assert.equal(labels.at(0), undefined);
  labels.add([[100, 200, "b"]]);
  labels.add([[0, 100, "a"], [100, 200, "b"]]);
  assert.deepEqual([0, 99, 100, 199, 200].map((y) => labels.at(y)?.[2]), ["a", "a", "b", "b", undefined]);
});

for (const seed of [1, 2, 3, 4, 5]) {
  test(`the labels shown are in order, apart, and each at its section, seed ${seed}`, () => {
    const below = random(seed);
    for (let round = 0; round < 200; round++) {
      const count = 1 + below(round % 2 ? 12 : 3_000);
      const sections = sectionsOf(Array.from({ length: count }, () => 1 + below(5_000)));
      const height = sections[count - 1][1];
      const length = 100 + below(900);
      const labels = new Labels();
      const told = heightsOf(height, length).map((y) => sections.find(([top, end]) => top <= y && y < end));
      labels.add(/** @type {any} */ (told));
      const marks = labels.marks(height, length);
      assert.equal(marks[0].text, "section 0");
      assert.ok(marks.length <= length / 24 + 1);
      marks.forEach(({ at, text }, index) => {
        const [top] = sections[Number(text.split(" ")[1])];
        assert.equal(at, (top / height) * length);
        if (index) assert.ok(at - marks[index - 1].at >= 24);
      });
      // The label at the thumb does not move the others.
      labels.add(/** @type {any} */ (sections.filter(() => below(10) === 0)));
      assert.deepEqual(labels.marks(height, length), marks);
    }
  });
}
