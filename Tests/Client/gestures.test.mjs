// The gestures that a press becomes, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { edgeScroll, Gestures, Press } from "../../Sources/AviaryServer/Client/gestures.js";

const at = (x, y = 0) => ({ x, y });
const always = { drags: () => true };
const never = { drags: () => false };

test("a mouse drags when it has left where it was pressed", () => {
  const press = new Press(at(0), false, always);
  assert.equal(press.move(at(7)), undefined, "it trembles");
  assert.equal(press.move(at(8)), "drag");
  assert.equal(press.move(at(0)), "drag", "and goes on when it comes back");
});

test("whoever listens decides where a drag begins", () => {
  const asked = [];
  const press = new Press(at(0), false, { drags: (point, isLong) => (asked.push([point.x, isLong]), point.x > 50) });
  assert.equal(press.move(at(20)), undefined);
  assert.equal(press.move(at(60)), "drag");
  assert.equal(press.move(at(70)), "drag");
  assert.deepEqual(asked, [[20, false], [60, false]]);
});

test("a finger that moves before it has rested scrolls", () => {
  const press = new Press(at(0), true, always);
  assert.equal(press.move(at(0, 9)), "scroll");
});

test("a finger that has rested drags at once, or waits when there is something to wait for", () => {
  assert.equal(new Press(at(0), true, always).becomeLong(), "drag");
  const press = new Press(at(0), true, { ...always, waitsForLift: () => true });
  assert.equal(press.becomeLong(), undefined);
  assert.equal(press.move(at(3)), undefined);
  assert.equal(press.isLong && !press.isDrag, true, "lifted here, it was a long press");
  assert.equal(press.move(at(20)), "drag");
});

test("what cannot be dragged stays a long press", () => {
  const press = new Press(at(0), true, { ...never, waitsForLift: () => true });
  press.becomeLong();
  assert.equal(press.move(at(90)), undefined);
  assert.deepEqual([press.isLong, press.isDrag, press.last], [true, false, at(90)]);
});

test("near an edge a drag scrolls, the faster the further", () => {
  const box = { y: 100, height: 400 };
  assert.deepEqual([300, 141, 140, 120, 100, 0].map((y) => edgeScroll(y, box)), [0, 0, 0, -10, -20, -70]);
  assert.deepEqual([460, 480, 600].map((y) => edgeScroll(y, box)), [0, 10, 70]);
});

test("a press that is handed over is heard whatever keys are held; no other press begins a gesture", () => {
  const document = new EventTarget();
  Object.assign(globalThis, { document, requestAnimationFrame: () => 0 });
  const element = new EventTarget();
  const heard = [];
  const gestures = new Gestures(/** @type {any} */ (element), {
    drags: () => true, dragMoved: ({ x }) => heard.push(x), dragEnded: () => heard.push("ended"),
    dragCancelled: () => heard.push("cancelled"),
  });
  gestures.start();
  const event = (type, clientX, keys = {}) => Object.assign(
    new Event(type, { cancelable: true }), { isPrimary: true, button: 0, pointerType: "mouse", clientX, clientY: 0, ...keys });
  element.dispatchEvent(event("pointerdown", 0));
  document.dispatchEvent(event("pointermove", 50));
  assert.deepEqual(heard, []);
  const press = event("pointerdown", 0, { ctrlKey: true });
  Object.defineProperty(press, "target", { value: element });
  gestures.press(press);
  document.dispatchEvent(event("pointermove", 50));
  assert.equal(gestures.isDragging, true);
  document.dispatchEvent(event("pointerup", 60));
  assert.deepEqual(heard, [50, 60, "ended"]);
  assert.equal(gestures.isDragging, false);
});
