// Where items are shown while they are moved, against a list of lists that the same is done to.

import assert from "node:assert/strict";
import test from "node:test";
import { geometryOf } from "../../Sources/AviaryServer/Client/geometry.js";
import { Arrangement } from "../../Sources/AviaryServer/Client/later/mover/arrangement.js";
import { last, sectionAt } from "../../Sources/AviaryServer/Client/sections.js";
import { random as seeded } from "./random.mjs";

// A page that is read from left to right.
Object.assign(globalThis, { document: { dir: "" } });

// Three columns of 100 points, lines of 50, headers of 20, 8 between and around.
const numbers = [0, 8, 100, 58, 100, 50, 3, 20, 40];

/** @param {any[][]} sections */
const geometryFor = (sections) => geometryOf(numbers, sections.map(({ length }) => length));

/**
 * The items by their shown positions, with a gap at each free position.
 *
 * @param {any[][]} sections
 * @param {Arrangement} arrangement
 */
const shownOf = (sections, arrangement) => {
  const all = Array(arrangement.geometry.count).fill("gap");
  sections.flat().forEach((item, position) => (all[arrangement.shown(position)] = item));
  const { starts } = arrangement.geometry;
  return arrangement.geometry.counts.map((_, section) => all.slice(starts[section], starts[section + 1]));
};

/**
 * The same by hand.
 *
 * @param {any[][]} sections
 * @param {{led: any, isSeveral: boolean, side: string, other: any, section: number}} move
 */
const moved = (sections, { led, isSeveral, side, other, section }) => {
  const marked = sections.map((items, index) => {
    const next = items.flatMap((item) => (item !== other || side === "section" ? [item] : side === "before" ? ["here", item] : [item, "here"]));
    return side === "section" && index === section ? [...next, "here"] : next;
  });
  return marked.map((items) => items.filter((item) => isSeveral || item !== led).map((item) => (item === "here" ? (isSeveral ? "gap" : led) : item)));
};

/**
 * Sections of items, drawn by a seed, as a test needs them: never without any item.
 *
 * @param {number} seed
 * @param {number} rounds
 */
function* drawn(seed, rounds) {
  const random = seeded(seed);
  for (let round = 0; round < rounds; round++) {
    let item = 0;
    const sections = Array.from({ length: 1 + random(4) }, () => Array.from({ length: random(7) }, () => item++));
    const all = sections.flat();
    if (all.length) yield { random, sections, all, geometry: geometryFor(sections) };
  }
}

for (let seed = 0; seed < 50; seed++) {
  test(`moves are shown as the model makes them, one after the other (seed ${seed})`, () => {
    for (const { random, sections, all, geometry } of drawn(seed, 40)) {
      /** @type {any[]} */
      const moves = [];
      let model = sections;
      for (let count = 1 + random(3); count > 0; count--) {
        const led = all[random(all.length)];
        const isSeveral = count === 1 && random(3) === 0;
        const other = all[random(all.length)];
        if (other === led) continue;
        const section = random(sections.length);
        const side = model[section].length ? ["before", "behind"][random(2)] : "section";
        const end = { position: side === "section" ? section : all.indexOf(other) };
        moves.push({ led: { position: all.indexOf(led) }, isSeveral, target: { side, end } });
        model = moved(model, { led, isSeveral, side, other, section });
      }
      const arrangement = new Arrangement(geometry, moves);
      assert.deepEqual(shownOf(sections, arrangement), model);
      assert.deepEqual(arrangement.geometry.counts, model.map(({ length }) => length));
    }
  });

  test(`what is pointed at becomes the gap (seed ${seed})`, () => {
    for (const { random, sections, all, geometry } of drawn(seed, 40)) {
      const led = { position: random(all.length) };
      const isSeveral = random(4) === 0;
      /** @type {any} */
      let target = isSeveral ? undefined : { side: "before", end: led };
      for (let steps = 0; steps < 6; steps++) {
        const before = new Arrangement(geometry, [{ led, isSeveral, target }]);
        const point = { x: random(300), y: random(Math.max(1, before.geometry.sectionFrameOf(sections.length - 1).end)) };
        target = before.targetAt(point);
        const now = new Arrangement(geometry, [{ led, isSeveral, target }]);
        const gap = /** @type {number} */ (now.gap);
        const section = last(before.geometry, (index) => before.geometry.sectionFrameOf(index).y <= point.y);
        assert.equal(sectionAt(now.geometry, gap), section, "in the section that was pointed at");
        const hit = before.geometry.count && before.geometry.positionAt(point);
        const hitFrame = before.geometry.frameOf(hit);
        const isHit = point.x >= hitFrame.x && point.x < hitFrame.x + hitFrame.width && point.y >= hitFrame.y && point.y < hitFrame.y + hitFrame.height;
        const passed = before.gap !== undefined && before.gap < hit && before.section !== section;
        if (isHit) assert.equal(gap, hit - Number(passed));
        // Looked at again from there, nothing changes.
        if (isHit && !passed) assert.deepEqual(now.targetAt(point), target);
      }
    }
  });

  test(`keys lead everywhere, and the gap never leaves the list (seed ${seed})`, () => {
    for (const { random, sections, all, geometry } of drawn(seed, 20)) {
      const led = { position: random(all.length) };
      const seen = new Set();
      /** @type {any} */
      let target = { side: "before", end: led };
      const lead = (/** @type {string} */ key) => {
        const before = new Arrangement(geometry, [{ led, isSeveral: false, target }]);
        target = before.targetBy(key, before.gap ?? led.position, 2) ?? target;
        const now = new Arrangement(geometry, [{ led, isSeveral: false, target }]);
        if (now.gap !== undefined) seen.add(`${now.section}:${now.gap - now.geometry.starts[now.section]}`);
      };
      lead("Home");
      // To the very first section, which may be empty.
      for (let count = 0; count < sections.length + 1; count++) lead("ArrowLeft");
      for (let count = 0; count < all.length + sections.length + 1; count++) lead("ArrowRight");
      const without = sections.map((items) => items.filter((item) => item !== all[led.position]).length);
      assert.equal(seen.size >= without.reduce((sum, length) => sum + length + 1, 0) - 1, true, `${[...seen]} of ${without}`);
      for (let count = 0; count < 20; count++) lead(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "End", "Home"][random(6)]);
    }
  });
}

test("an empty section is a target, and its only item leaves one behind", () => {
  const geometry = geometryFor([["a"], []]);
  const move = { led: { position: 0 }, isSeveral: false };
  const target = new Arrangement(geometry, [move]).targetAt({ x: 10, y: geometry.sectionFrameOf(1).y + 30 });
  assert.deepEqual(target, { side: "section", end: { position: 1 } });
  const arrangement = new Arrangement(geometry, [{ ...move, target }]);
  assert.deepEqual(arrangement.geometry.counts, [0, 1]);
  assert.deepEqual(arrangement.rank(/** @type {number} */ (arrangement.gap)), { section: 1, rank: 1, count: 1 });
  const back = arrangement.targetAt({ x: 10, y: 30 });
  assert.deepEqual(back, { side: "section", end: { position: 0 } });
});

test("the first item of a list has a gap, too", () => {
  for (const [own, counts] of [[numbers.slice(0, 7), [0]], [numbers, [0, 0]]]) {
    const move = { led: { position: 0 }, isSeveral: true };
    const empty = geometryOf(own, counts);
    const target = new Arrangement(empty, [move]).targetAt({ x: 10, y: 10 });
    assert.deepEqual(target, { side: "section", end: { position: 0 } });
    const arrangement = new Arrangement(empty, [{ ...move, target }]);
    assert.deepEqual([arrangement.gap, arrangement.geometry.count], [0, 1]);
    assert.deepEqual(arrangement.geometry.frameOf(0), geometryOf(own, [1, ...counts.slice(1)]).frameOf(0));
    assert.deepEqual(arrangement.targetAt({ x: 10, y: 10 }), target, "looked at again from there, nothing changes");
  }
  // A list whose sections are none has no target at all.
  assert.equal(new Arrangement(geometryOf(numbers, []), [{ led: { position: 0 }, isSeveral: true, target: { side: "section", end: { position: -1 } } }]).gap, undefined);
});
