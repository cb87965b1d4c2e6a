import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { step } from "../../Sources/AviaryServer/Client/cursor.js";
import start from "../../Sources/AviaryServer/Client/later/frames.js";
import { clamp } from "../../Sources/AviaryServer/Client/clamp.js";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";
import { recount, sectionAt, tableOf } from "../../Sources/AviaryServer/Client/sections.js";

// A page that is read from left to right.
Object.assign(globalThis, { document: { dir: "" } });

const [plain, footed] = ["sections", "footers"].map((name) =>
  JSON.parse(readFileSync(new URL(`../Golden/layout/${name}.json`, import.meta.url), "utf8")));
const partOf = start();

[...plain, ...footed].forEach(({ lattice: numbers, footer, isPinned, counts, height, frames, offsets, rects, neighbours }, index) => {
  const told = isPinned ? [numbers, footer, 1] : [numbers, footer];
  test(`sections are where Swift has them, ${index}`, () => {
    const lattice = footer ? partOf(told, counts) : latticeOf(numbers, counts);
    assert.equal(lattice.count, frames.length);
    assert.equal(lattice.height, height);
    frames.forEach(([left, top, right, bottom], position) => {
      const frame = { x: left, y: top, width: right - left, height: bottom - top };
      assert.deepEqual(lattice.frameOf(position), frame);
      assert.equal(lattice.positionAt({ x: left + 1, y: top + 1 }), position);
    });
    counts.forEach((size, section) => {
      assert.equal(lattice.sectionFrameOf(section).y, offsets[section]);
      const end = footer ? lattice.sectionFrameOf(section + 0.5).end : lattice.sectionFrameOf(section).end;
      assert.equal(end, offsets[section + 1]);
    });
    neighbours.forEach((/** @type {(number | null)[]} */ led, /** @type {number} */ position) =>
      ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].forEach((key, index) => {
        const found = lattice.neighbourOf(position, key, false, 1);
        // The client stays where it is at the edge, or goes to the end of the line there.
        if (led[index] === null) assert.equal(lattice.frameOf(Number(found)).y, lattice.frameOf(position).y);
        else assert.equal(found, led[index]);
      }));
    for (const [y, height, from, to] of rects) {
      const found = lattice.positionsIn({ y, height });
      if (from < to) assert.deepEqual(found, [from, to]);
      else assert.equal(found[1] - found[0], 0);
    }
  });
});

footed.forEach(({ lattice: numbers, footer, isPinned, counts, offsets }, index) => {
  test(`a footer ends its section, ${index}`, () => {
    const lattice = partOf(isPinned ? [numbers, footer, 1] : [numbers, footer], counts);
    assert.equal(lattice.edges, 2);
    assert.equal(lattice.header, numbers[7]);
    assert.equal(lattice.footer, isPinned ? Math.round(footer) : 0, "what the keyboard keeps free");
    counts.forEach((count, section) => {
      const header = lattice.sectionFrameOf(section);
      const { y, end, height, from } = lattice.sectionFrameOf(section + 0.5);
      assert.equal(end, offsets[section + 1]);
      assert.equal(height, Math.round(footer));
      assert.equal(y, end - height);
      assert.equal(header.end, y, "a header that is pinned stays above it");
      assert.equal(from, isPinned ? header.y + header.height : y);
      if (count) {
        const last = lattice.frameOf(lattice.starts[section + 1] - 1);
        assert.ok(last.y + last.height <= y + 1, "the items end above it");
      }
    });
    const more = lattice.updated([...counts, 7]);
    assert.deepEqual(more.numbers, lattice.numbers);
    assert.equal(more.key, lattice.key);
    assert.ok(more.height > lattice.height + footer);
  });
});

for (const [counts, ops, after] of [
  [[], [[3], [0, 2], [7]], [3, 0, 0, 7]],
  [[3, 0, 0, 7], [1, -1, [2], 2], [3, 2, 0, 7]],
  [[3, 0, 0, 7], [-1], [0, 0, 7]],
  [[3, 0, 0, 7], [4, [1]], [3, 0, 0, 7, 1]],
  [[3, 0, 0, 7], [], [3, 0, 0, 7]],
]) {
  test(`${JSON.stringify(ops)} makes ${after} of ${counts}`, () => assert.deepEqual(recount(counts, ops), after));
}

test("the section of a position is the one that has an item there", () => {
  const table = tableOf([0, 2, 0, 0, 3], 3);
  assert.deepEqual([0, 1, 2, 4].map((position) => sectionAt(table, position)), [1, 1, 4, 4]);
});

// 0 1 2   3 4     5 6 7
//                 8
const grid = { columns: 3, ...tableOf([3, 2, 0, 4], 3) };
for (const [key, whole, from, to] of [
  ["ArrowDown", false, 2, 4], ["ArrowDown", false, 0, 3], ["ArrowDown", false, 4, 6], ["ArrowDown", false, 7, 8],
  ["ArrowDown", false, 8, 8], ["ArrowUp", false, 7, 4], ["ArrowUp", false, 3, 0], ["ArrowUp", false, 1, 1],
  ["ArrowRight", false, 2, 3], ["ArrowLeft", false, 5, 4], ["PageDown", false, 1, 6], ["PageUp", false, 6, 1],
  ["Home", false, 4, 3], ["End", false, 3, 4], ["End", false, 5, 7], ["End", true, 0, 8], ["Home", true, 8, 0],
]) {
  test(`with sections ${whole ? "Control and " : ""}${key} leads from ${from} to ${to}`, () =>
    assert.equal(step(key, whole, from, 2, grid), to));
}
