// The behaviours of a collection: the order in which they are asked, and those that join later.

import assert from "node:assert/strict";
import test from "node:test";
import { Behaviours } from "../../Sources/AviaryServer/Client/behaviours.js";

/** Behaviours that note each call of theirs. */
function noting() {
  const calls = [];
  const behaviours = new Behaviours();
  const add = (name, methods = {}) => behaviours.add(name, () => ({
    before: () => calls.push(`${name} before`), after: (_, inView) => calls.push(`${name} after ${inView}`),
    end: () => calls.push(`${name} end`), ...methods,
  }));
  return { behaviours, add, calls };
}

test("behaviours are asked in the declared order, in whatever order they have joined", () => {
  const { behaviours, add, calls } = noting();
  const order = ["mover", "ranges", "menus", "keyboard", "select", "scrubber"];
  for (const name of ["scrubber", "keyboard", "menus", "mover", "select", "ranges"]) add(name);
  behaviours.before({});
  assert.deepEqual(calls, order.map((name) => `${name} before`));
  calls.length = 0;
  behaviours.after({}, [2, 5]);
  assert.deepEqual(calls, order.map((name) => `${name} after 2,5`));
});

test("a key goes from one behaviour to the next, until one of them handles it", () => {
  const { behaviours, add, calls } = noting();
  const key = (name, isHandled) => add(name, { key: (event) => (calls.push(`${name} ${event}`), isHandled) });
  key("select", false);
  key("keyboard", true);
  add("ranges");
  behaviours.key("Down");
  key("menus", true);
  behaviours.key("Mod+V");
  key("mover", false);
  behaviours.key("Alt+Down");
  assert.deepEqual(calls, ["keyboard Down", "menus Mod+V", "mover Alt+Down", "menus Alt+Down"]);
});

test("a behaviour that joins later is asked at its declared place from then on", () => {
  const { behaviours, add, calls } = noting();
  add("keyboard");
  add("ranges");
  assert.equal(behaviours.get("mover"), undefined);
  behaviours.before({});
  add("mover");
  behaviours.before({});
  assert.deepEqual(calls, ["ranges before", "keyboard before", "mover before", "ranges before", "keyboard before"]);
});

test("a behaviour joins once", () => {
  const { behaviours, add } = noting();
  const mover = add("mover");
  assert.equal(add("mover"), mover);
  assert.equal(behaviours.get("mover"), mover);
});

test("the state as shown is the scene's, unless a behaviour arranges it", () => {
  const { behaviours, add } = noting();
  add("ranges");
  const state = { base: 3 };
  assert.equal(behaviours.arranged(state), state);
  add("mover", { arranged: ({ base }) => ({ base: base - 1 }) });
  assert.deepEqual(behaviours.arranged(state), { base: 2 });
});

test("all behaviours end with the collection, also those that have joined later", () => {
  const { behaviours, add, calls } = noting();
  const controller = new AbortController();
  add("ranges");
  behaviours.start(controller.signal);
  add("mover");
  controller.abort();
  assert.deepEqual(calls, ["mover end", "ranges end"]);
});
