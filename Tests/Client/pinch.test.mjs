// The size of cells, by two fingers, by the wheel and by keys.

import assert from "node:assert/strict";
import test from "node:test";
import { faked } from "./faked.mjs";

/** A collection with a mark, as a person uses it. */
async function pinched() {
  const calls = [];
  const limits = [];
  const listeners = {};
  globalThis.document = {
    querySelector: () => ({ hasAttribute: (name) => limits.includes(name) }),
    elementFromPoint: (x) => ({ cell: x }),
    activeElement: { cell: 7 },
  };
  const { default: begin, stepsBetween } = await faked("pinch", {
    call: (mark, fields, { settled }) => calls.push({ ...fields, settled }),
    listen: (_, added) => Object.assign(listeners, added),
    cellOf: ({ cell }) => ({ dataset: { item: String(cell) } }),
    hasMod: ({ ctrlKey }) => ctrlKey,
  });
  const pinch = begin()({ box: { dataset: { collection: "grid" }, contains: () => true } });
  const event = (fields) => ({ prevented: false, cancelable: true, preventDefault() { this.prevented = true; }, ...fields });
  const fire = (name, fields) => {
    const sent = event(fields);
    listeners[name](sent);
    return sent.prevented;
  };
  const fingers = (...distances) => distances.map((x) => ({ clientX: x, clientY: 0 }));
  return { calls, limits, pinch, event, fire, fingers, stepsBetween };
}

test("each quarter of the distance between two fingers is a step", async () => {
  const { stepsBetween } = await pinched();
  for (const [from, to, steps] of [[100, 100, 0], [100, 124, 0], [100, 126, 1], [100, 200, 3], [100, 79, -1], [100, 50, -3], [1, 1, 0]]) {
    assert.equal(stepsBetween(from, to), steps, `${from} to ${to}`);
  }
});

test("two fingers call the action with the item between them, and one finger scrolls", async () => {
  const { calls, fire, fingers } = await pinched();
  fire("touchstart", { touches: fingers(0) });
  assert.equal(fire("touchmove", { touches: fingers(50) }), false);
  fire("touchstart", { touches: fingers(0, 100) });
  assert.equal(fire("touchmove", { touches: fingers(0, 110) }), true);
  assert.equal(calls.length, 0);
  fire("touchmove", { touches: fingers(0, 130) });
  assert.deepEqual([calls[0].by, calls[0].item], ["1", "50"]);
  fire("touchend", { touches: fingers(0) });
  fire("touchmove", { touches: fingers(0, 500) });
  fire("touchstart", { touches: fingers(0, 100, 200) });
  fire("touchmove", { touches: fingers(0, 500, 600) });
  assert.equal(calls.length, 1);
});

test("steps are added up while a request has no answer", async () => {
  const { calls, pinch, event } = await pinched();
  for (const key of ["+", "=", "-", "+"]) assert.equal(pinch.key(event({ key, ctrlKey: true })), true);
  assert.deepEqual(calls.map(({ by }) => by), ["1"]);
  calls[0].settled();
  assert.deepEqual(calls.map(({ by }) => by), ["1", "1"]);
  for (const key of ["+", "-"]) pinch.key(event({ key, ctrlKey: true }));
  calls[1].settled();
  assert.equal(calls.length, 2, "a step forth and a step back are none");
  assert.equal(calls[0].item, "7");
});

test("keys without Mod, and with others, are left alone", async () => {
  const { calls, pinch, event } = await pinched();
  for (const keys of [{ key: "+" }, { key: "a", ctrlKey: true }, { key: "+", ctrlKey: true, altKey: true }]) {
    assert.equal(pinch.key(event(keys)), false);
  }
  assert.equal(calls.length, 0);
});

test("a notch of a wheel is a step, and a trackpad adds up to one", async () => {
  const { calls, fire } = await pinched();
  const wheel = (deltaY, more) => fire("wheel", { ctrlKey: true, deltaY, deltaMode: 0, clientX: 3, clientY: 0, ...more });
  assert.equal(wheel(-120, { ctrlKey: false }), false);
  assert.equal(wheel(-500), true);
  assert.deepEqual([calls[0].by, calls[0].item], ["1", "3"]);
  calls[0].settled();
  for (let count = 0; count < 9; count++) wheel(4);
  assert.equal(calls.length, 1);
  wheel(4);
  assert.equal(calls[1].by, "-1");
  calls[1].settled();
  wheel(-3, { deltaMode: 1 });
  assert.equal(calls[2].by, "1");
});

test("at the largest and the smallest size the browser magnifies the page", async () => {
  const { calls, limits, pinch, event, fire, fingers } = await pinched();
  const wheel = (deltaY) => fire("wheel", { ctrlKey: true, deltaY, deltaMode: 0, clientX: 3, clientY: 0 });
  limits.push("data-largest");
  assert.equal(wheel(-120), false);
  assert.equal(pinch.key(event({ key: "+", ctrlKey: true })), false);
  assert.equal(calls.length, 0);
  assert.equal(wheel(120), true);
  assert.equal(calls[0].by, "-1");
  limits.push("data-smallest");
  fire("touchstart", { touches: fingers(0, 100) });
  assert.equal(fire("touchmove", { touches: fingers(0, 200) }), false);
});
