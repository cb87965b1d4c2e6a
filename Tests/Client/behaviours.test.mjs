// The behaviours of a collection: the order in which they are asked, and those that join later.

import assert from "node:assert/strict";
import test from "node:test";
import { Behaviours } from "../../Sources/AviaryServer/Client/behaviours.js";

Object.assign(globalThis, { document: new EventTarget(), requestAnimationFrame: () => 0 });

/** Behaviours that note each call of theirs. */
function noting() {
  const calls = [];
  const behaviours = new Behaviours(new EventTarget(), { of: () => ({ id: "a" }) });
  const add = (name, methods = {}) => behaviours.add(name, () => ({
    before: () => calls.push(`${name} before`), after: (_, inView) => calls.push(`${name} after ${inView}`),
    end: () => calls.push(`${name} end`), ...methods,
  }));
  return { behaviours, add, calls };
}

test("behaviours are asked in the declared order, in whatever order they have joined", () => {
  const { behaviours, add, calls } = noting();
  const order = ["swipes", "outline", "mover", "ranges", "menus", "keyboard", "select", "scrubber"];
  for (const name of ["scrubber", "outline", "swipes", "keyboard", "menus", "mover", "select", "ranges"]) add(name);
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

/** An event of a pointer, at a distance from where it was pressed. */
const pointed = (type, clientX = 0, pointerType = "mouse") => Object.defineProperty(
  Object.assign(new Event(type), { clientX, clientY: 0, isPrimary: true, pointerType }), "target", { value: document });

test("the first behaviour that takes a press gets its drag, and no other is asked", () => {
  const { behaviours, add, calls } = noting();
  behaviours.start();
  const draggable = (name, claim) => add(name, {
    press: () => (calls.push(`${name} press`), claim), drags: () => true, dragMoved: ({ x }) => calls.push(`${name} ${x}`),
    dragEnded: () => calls.push(`${name} ended`),
  });
  const ranges = draggable("ranges", "gesture");
  const select = draggable("select", "gesture");
  const mover = draggable("mover", undefined);
  behaviours.press(pointed("pointerdown"));
  document.dispatchEvent(pointed("pointermove", 20));
  assert.deepEqual([mover, ranges, select].map((each) => behaviours.isDragging(each)), [false, true, false]);
  document.dispatchEvent(pointed("pointerup", 30));
  assert.deepEqual(calls, ["mover press", "ranges press", "ranges 20", "ranges 30", "ranges ended"]);
});

test("a press that is left to the browser begins no gesture", () => {
  const { behaviours, add, calls } = noting();
  behaviours.start();
  add("mover", { press: () => "browser" });
  add("ranges", { press: () => calls.push("asked"), drags: () => calls.push("drags") });
  behaviours.press(pointed("pointerdown"));
  document.dispatchEvent(pointed("pointermove", 20));
  assert.deepEqual(calls, []);
});

test("only the behaviour that drags can cancel the drag", () => {
  const { behaviours, add, calls } = noting();
  behaviours.start();
  const ranges = add("ranges", { press: () => "gesture", drags: () => true, dragMoved() {}, dragCancelled: () => calls.push("cancelled") });
  const select = add("select");
  behaviours.press(pointed("pointerdown"));
  document.dispatchEvent(pointed("pointermove", 20));
  behaviours.cancel(select);
  assert.deepEqual([behaviours.isDragging(ranges), calls], [true, []]);
  behaviours.cancel(ranges);
  assert.deepEqual([behaviours.isDragging(ranges), calls], [false, ["cancelled"]]);
});

for (const hasMenus of [false, true]) {
  test(`a finger that rests ${hasMenus ? "waits to be lifted where menus have joined, and opens one then" : "drags at once without menus"}`, (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { behaviours, add, calls } = noting();
    behaviours.start();
    add("mover", { press: () => "gesture", drags: () => true, dragMoved: () => calls.push("moved"), dragEnded: () => calls.push("dropped") });
    if (hasMenus) add("menus", { longPress: ({ x }, id) => calls.push(`menu of ${id} at ${x}`) });
    behaviours.press(pointed("pointerdown", 5, "touch"));
    context.mock.timers.tick(400);
    document.dispatchEvent(pointed("pointerup", 6, "touch"));
    assert.deepEqual(calls, hasMenus ? ["menu of a at 6"] : ["moved", "moved", "dropped"]);
  });
}

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
