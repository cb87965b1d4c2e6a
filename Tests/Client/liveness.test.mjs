import assert from "node:assert/strict";
import test from "node:test";
import { Liveness } from "../../Sources/AviaryServer/Client/liveness.js";

/**
 * The steps that are taken until a moment, and when.
 *
 * @param {Liveness} liveness
 * @param {number} from
 * @param {number} to
 * @param {boolean} isSeen
 */
function steps(liveness, from, to, isSeen = true) {
  const taken = [];
  for (let now = from; now <= to; ) {
    const { step, wait } = liveness.look(now, isSeen);
    if (step) taken.push([now, step]);
    else if (wait === undefined) break;
    else now += wait;
  }
  return taken;
}

const opened = () => {
  const liveness = new Liveness();
  liveness.hear(0);
  return liveness;
};

test("what is asked and not answered is doubted within a few seconds, and the connection given up", () => {
  const liveness = opened();
  liveness.ask(1_000);
  assert.deepEqual(steps(liveness, 1_000, 60_000), [[2_500, "ping"], [5_000, "doubt"], [13_000, "lose"]]);
});

test("more that is asked does not put the doubt off", () => {
  const liveness = opened();
  liveness.ask(1_000);
  liveness.ask(2_400);
  assert.deepEqual(steps(liveness, 2_400, 5_000).at(-1), [5_000, "doubt"]);
});

test("a page that is seen and asks nothing doubts within twenty seconds", () => {
  assert.deepEqual(steps(opened(), 0, 60_000), [[15_000, "ping"], [17_500, "doubt"], [25_500, "lose"]]);
});

test("a hidden page that asks nothing is silent", () => {
  assert.deepEqual(steps(opened(), 0, 600_000, false), []);
});

test("a slow action is not doubted as long as pings are answered", () => {
  const liveness = opened();
  liveness.ask(0);
  assert.deepEqual(steps(liveness, 0, 2_000), [[1_500, "ping"]]);
  assert.equal(liveness.hear(2_000), false);
  assert.deepEqual(steps(liveness, 2_000, 16_999), [], "nothing is asked any more");
});

test("whatever is heard ends the doubt", () => {
  const liveness = opened();
  liveness.ask(0);
  steps(liveness, 0, 5_000);
  assert.ok(liveness.isDoubted);
  assert.equal(liveness.hear(5_000), true);
  assert.ok(!liveness.isDoubted);
  assert.equal(liveness.hear(5_001), false);
});

test("a clock that slept gives every step its time", () => {
  const liveness = opened();
  liveness.ask(0);
  assert.deepEqual(steps(liveness, 3_600_000, 3_700_000), [
    [3_600_000, "ping"], [3_602_500, "doubt"], [3_610_500, "lose"],
  ]);
});
