// How far a swiped row is moved, and what the end of a swipe means.

import assert from "node:assert/strict";
import test from "node:test";
import { pause, Swipe, Wheel } from "../../Sources/AviaryServer/Client/later/swipes/swipe.js";
import { random } from "./random.mjs";

const row = 360;

/** A swipe over a row with two actions, 150 points wide together. */
const begun = ({ from = 0, isWheel = false, side = { width: 150, isFull: true } } = {}) =>
  Object.assign(new Swipe(row, from, isWheel), { side });

/** Moves slowly, so that only the distance decides. Returns the time. */
const pull = (swipe, ...distances) => {
  let now = 0;
  for (const distance of distances) swipe.move(distance, (now += 1_000));
  return now + 1_000;
};

test("a row follows the finger point for point, and never to the other side", () => {
  const swipe = begun();
  for (const distance of [1, 40, 150, 300, 360]) {
    swipe.move(distance, distance);
    assert.equal(swipe.distance, distance);
  }
  swipe.move(-50, 500);
  assert.equal(swipe.distance, 0);
  swipe.move(900, 600);
  assert.equal(swipe.distance, row, "it does not leave the list");
});

test("a row follows the finger before its actions are known, and is closed if there are none", () => {
  const swipe = begun({ side: undefined });
  const now = pull(swipe, 200);
  assert.equal(swipe.distance, 200);
  assert.equal(swipe.isFull, false);
  swipe.side = { width: 0, isFull: false };
  assert.ok(swipe.distance < 40, "it yields a little");
  assert.equal(swipe.end(now), "closed");
});

test("without a full swipe a row yields less and less beyond its actions", () => {
  const swipe = begun({ side: { width: 100, isFull: false } });
  let before = 100;
  for (const distance of [110, 150, 250, 360]) {
    swipe.move(distance, distance);
    assert.ok(swipe.distance > before && swipe.distance < 140, `${swipe.distance} at ${distance}`);
    before = swipe.distance;
  }
  assert.equal(swipe.isFull, false);
  assert.equal(swipe.end(1_000), "open");
});

test("a slow swipe opens a row from half of its actions on, and calls the first one from most of the row on", () => {
  for (const [distance, end] of [[20, "closed"], [74, "closed"], [76, "open"], [215, "open"], [216, "full"], [360, "full"]]) {
    const swipe = begun();
    const now = pull(swipe, 10, distance);
    assert.equal(swipe.end(now), end, `${distance}`);
    assert.equal(swipe.isFull, end === "full");
  }
});

test("a full swipe goes clearly beyond the actions where they fill most of the row", () => {
  const swipe = begun({ side: { width: 320, isFull: true } });
  assert.equal(swipe.end(pull(swipe, 340)), "open");
  assert.equal(swipe.end(pull(swipe, 360)), "full");
});

test("a flick decides by its direction, unless the finger has rested since", () => {
  const flicked = (...moves) => {
    const swipe = begun();
    moves.forEach((distance, index) => swipe.move(distance, 1 + index * 16));
    return [swipe.end(1 + moves.length * 16), swipe.end(1_000)];
  };
  assert.deepEqual(flicked(0, 20, 40), ["open", "closed"]);
  assert.deepEqual(flicked(0, 140, 120), ["closed", "open"]);
});

test("an open row is opened further or closed", () => {
  for (const [travel, end] of [[-100, "closed"], [-20, "open"], [10, "open"], [100, "full"]]) {
    const swipe = begun({ from: 150 });
    assert.equal(swipe.end(pull(swipe, travel)), end, `${travel}`);
  }
});

test("a wheel turns on by itself, so only an open row has a full swipe by the wheel", () => {
  const swipe = begun({ isWheel: true });
  const now = pull(swipe, 900);
  assert.ok(swipe.distance < 190);
  assert.equal(swipe.isFull, false);
  assert.equal(swipe.end(now), "open");
  const further = begun({ from: 150, isWheel: true });
  assert.equal(further.end(pull(further, 100)), "full");
});

test("whatever is pulled, a row stays between its edges, and ends as it is shown", () => {
  const next = random(41);
  for (let round = 0; round < 2_000; round++) {
    const width = next(2) * next(300);
    const swipe = begun({ from: next(2) * width, isWheel: next(2) > 0, side: { width, isFull: width > 0 && next(2) > 0 } });
    let now = 0;
    for (let move = 0; move < 8; move++) {
      swipe.move(next(1_000) - 500, (now += next(100)));
      assert.ok(swipe.distance >= 0 && swipe.distance <= row);
    }
    const { isFull } = swipe;
    const end = swipe.end(now + next(100));
    assert.equal(end === "full", isFull);
    if (width === 0) assert.equal(end, "closed");
  }
});

test("a turn of the wheel goes along the row only if it clearly begins so", () => {
  const turned = (...turns) => {
    const wheel = new Wheel();
    return turns.map(([deltaX, deltaY, at = 0]) => wheel.turn({ deltaX, deltaY }, at));
  };
  assert.deepEqual(turned([4, 0], [6, 0], [10, 30]), [undefined, -10, -20], "it stays on its way");
  assert.deepEqual(turned([5, 5], [60, 0]), [undefined, -65], "the first points are few");
  assert.deepEqual(turned([3, 9], [90, 0]), [undefined, undefined], "a scroll stays a scroll");
  assert.deepEqual(turned([0, 40], [40, 0, pause]), [undefined, undefined], "until the wheel has rested");
  assert.deepEqual(turned([0, 40], [-40, 0, pause + 1]), [undefined, 40]);
  assert.equal(new Wheel().turn({ deltaX: 2, deltaY: 0, deltaMode: 1 }, 0), -32, "lines have a height");
});
