// Rubber bands and letters, as far as they need no page.

import assert from "node:assert/strict";
import test from "node:test";
import { Behaviours } from "../../Sources/AviaryServer/Client/behaviours.js";
import { listen } from "../../Sources/AviaryServer/Client/element.js";
import { hasMod } from "../../Sources/AviaryServer/Client/keys.js";
import { faked } from "./faked.mjs";
import { random } from "./random.mjs";

const fakes = { announce() {}, buttonsOf: () => [], hasMod, listen, make: () => make(), send() {} };
const { default: start, Letters, overlaps, rectBetween } = await faked("select", fakes);
/** Makes the element of a band. */
let make;

test("a band lies between two points, wherever the pointer goes, in whole points", () => {
  assert.deepEqual(rectBetween({ x: 10.4, y: 20.6 }, { x: 30.2, y: 25 }), { x: 10, y: 20, width: 21, height: 5 });
  assert.deepEqual(rectBetween({ x: 30.2, y: 25 }, { x: 10.4, y: 20.6 }), { x: 10, y: 20, width: 21, height: 5 });
  assert.deepEqual(rectBetween({ x: 5, y: 5 }, { x: -40, y: -9.5 }), { x: 0, y: 0, width: 5, height: 5 });
  assert.deepEqual(rectBetween({ x: -5, y: -5 }, { x: -40, y: -9 }), { x: 0, y: 0, width: 0, height: 0 });
});

test("a band covers both of its points, and never what lies outside of the content", () => {
  const draw = random(7);
  for (let round = 0; round < 20_000; round++) {
    const [a, b] = [0, 1].map(() => ({ x: draw(110_000) / 100 - 200, y: draw(900_000_000) / 100 - 200 }));
    const { x, y, width, height } = rectBetween(a, b);
    assert.ok(x >= 0 && y >= 0 && width >= 0 && height >= 0);
    for (const point of [a, b]) {
      if (point.x >= 0) assert.ok(point.x >= x && point.x <= x + width, `round ${round}`);
      if (point.y >= 0) assert.ok(point.y >= y && point.y <= y + height, `round ${round}`);
    }
  }
});

test("a band touches what it has something in common with", () => {
  const band = { x: 10, y: 10, width: 20, height: 20 };
  const at = (x, y) => overlaps({ x, y, width: 10, height: 10 }, band);
  assert.deepEqual([at(0, 0), at(1, 1), at(0, 15), at(29, 29), at(30, 15), at(15, 15)], [false, true, false, true, false, true]);
});

test("letters belong to one word until there is a pause", () => {
  const letters = new Letters();
  assert.deepEqual(letters.add("t", 0), { text: "t", by: 1 });
  assert.deepEqual(letters.add("e", 400), { text: "te", by: 0 });
  assert.deepEqual(letters.add("a", 1_400), { text: "tea", by: 0 });
  assert.deepEqual(letters.add("m", 2_401), { text: "m", by: 1 });
});

test("the same letter again leads on to the next item that begins with it", () => {
  const letters = new Letters();
  letters.add("t", 0);
  assert.deepEqual(letters.add("T", 100), { text: "T", by: 1 });
  assert.deepEqual(letters.add("t", 200), { text: "t", by: 1 });
  assert.deepEqual(letters.add("o", 300), { text: "tTto", by: 0 });
});

// A band from its press to its end, over four tiles beside each other, each of 100 × 100 points.

class Pointed extends Event {
  constructor(type, { clientX = 0, clientY = 0, buttons = 1, ctrlKey = false } = {}) {
    super(type, { cancelable: true });
    const rest = { button: 0, isPrimary: true, pointerType: "mouse", metaKey: false, shiftKey: false };
    Object.assign(this, rest, { clientX, clientY, buttons, ctrlKey });
  }
}

/** Hears its capturing listeners first, as an element does. */
class Box extends EventTarget {
  #first = new EventTarget();

  addEventListener(type, listener, options) {
    if (options?.capture) this.#first.addEventListener(type, listener, options);
    else super.addEventListener(type, listener, options);
  }

  dispatchEvent(event) {
    this.#first.dispatchEvent(event);
    return super.dispatchEvent(event);
  }
}

/** A collection with a band, and what the page told the scene of it. */
function banded() {
  const frames = [0, 100, 200, 300].map((x) => ({ x, y: 0, width: 100, height: 100 }));
  const page = Object.assign(new EventTarget(), { getSelection: () => null });
  const [screen, told, shown] = [new EventTarget(), [], []];
  Object.assign(globalThis, {
    document: page, window: screen, getSelection: () => null, requestAnimationFrame: () => 0, PointerEvent: Pointed,
  });
  const box = Object.assign(new Box(), {
    clientLeft: 0, clientTop: 0, clientWidth: 400, clientHeight: 400,
    getBoundingClientRect: () => ({ x: 0, y: 0, left: 0, top: 0, right: 400, bottom: 400 }),
    firstElementChild: { append: (element) => shown.push(element) },
  });
  const tiles = frames.map((frame, position) => ({ id: `${position}`, position, frame, isShownSelected: position === 3 }));
  const scroll = { top: 0, locate: (point) => point, axes: { sent: (it) => it, unturned: (it) => it }, setFrame() {} };
  const selecting = {
    request(_, { step }, wish) {
      told.push([step, tiles.filter(({ id, position }) => wish(id, position)).map(({ id }) => id).join()]);
    },
  };
  const geometry = { frameOf: (position) => frames[position] };
  make = () => ({ style: {}, remove() { shown.splice(shown.indexOf(this), 1); } });
  const held = { all: tiles, state: { tiles, geometry }, of() {}, pressed() {} };
  const behaviours = new Behaviours(box, held, scroll);
  behaviours.start();
  const selector = start()({ box, scroll, selecting, held, ranges: { endRun() {} }, behaviours });
  const down = (point, pointerType = "mouse") =>
    Object.defineProperty(Object.assign(new Pointed("pointerdown", point), { pointerType }), "target", { value: box });
  return {
    told, shown, box,
    press: (point, now) => selector.press(down(point), now),
    touch: (point) => selector.press(down(point, "touch")),
    move: (point) => page.dispatchEvent(new Pointed("pointermove", point)),
    lift: (point) => page.dispatchEvent(new Pointed("pointerup", { ...point, buttons: 0 })),
    escape() {
      const event = Object.assign(new Event("keydown", { cancelable: true }), { key: "Escape" });
      screen.dispatchEvent(event);
      return event.defaultPrevented;
    },
  };
}

test("a band selects what it touches, and nothing before it is led anywhere", () => {
  const { told, shown, press, move, lift } = banded();
  press({ clientX: 10, clientY: 150 });
  move({ clientX: 13, clientY: 148 });
  assert.deepEqual([told, shown.length], [[], 0]);
  move({ clientX: 120, clientY: 50 });
  assert.equal(shown.length, 1);
  move({ clientX: 130, clientY: 40 });
  move({ clientX: 220, clientY: 40 });
  lift({ clientX: 90, clientY: 40 });
  assert.deepEqual(told, [["new", "0,1"], ["on", "0,1,2"], ["on", "0"], ["on", "0"]]);
  assert.equal(shown.length, 0);
  move({ clientX: 300, clientY: 40 });
  assert.equal(told.length, 4, "it has ended");
});

test("with Control a band adds to what was selected, and Escape takes it back", () => {
  const { told, shown, press, move, lift, escape } = banded();
  assert.equal(escape(), false, "there is none");
  press({ clientX: 10, clientY: 150, ctrlKey: true });
  assert.equal(escape(), false, "nothing is drawn");
  move({ clientX: 120, clientY: 50, ctrlKey: true });
  assert.equal(escape(), true);
  move({ clientX: 220, clientY: 50 });
  lift({ clientX: 220, clientY: 50 });
  assert.deepEqual(told, [["add", "0,1,3"], ["drop", "3"]]);
  assert.equal(shown.length, 0);
});

test("a band that was drawn and left before the part was there is drawn to its end", () => {
  const { told, press, move } = banded();
  press({ clientX: 10, clientY: 150 }, new Pointed("pointerup", { clientX: 120, clientY: 50, buttons: 0 }));
  assert.deepEqual(told, [["new", "0,1"], ["on", "0,1"]]);
  move({ clientX: 220, clientY: 50 });
  assert.equal(told.length, 2);
});

test("a button that was released where no page hears it ends a band with the next move", () => {
  const { told, shown, press, move } = banded();
  press({ clientX: 10, clientY: 150 }, new Pointed("pointermove", { clientX: 120, clientY: 50 }));
  assert.equal(shown.length, 1);
  move({ clientX: 90, clientY: 50, buttons: 0 });
  assert.deepEqual([told.at(-1), shown.length], [["on", "0"], 0]);
  const count = told.length;
  move({ clientX: 300, clientY: 50, buttons: 0 });
  assert.equal(told.length, count);
});

test("no band begins beside the content or by a finger", () => {
  const { told, touch, press, move } = banded();
  press({ clientX: 405, clientY: 150 });
  touch({ clientX: 10, clientY: 150 });
  move({ clientX: 120, clientY: 50 });
  assert.deepEqual(told, []);
});

test("a press that opens a menu draws nothing and leaves the menu alone", () => {
  const { told, box, press, move } = banded();
  press({ clientX: 10, clientY: 150, ctrlKey: true });
  const menu = new Event("contextmenu", { cancelable: true });
  box.dispatchEvent(menu);
  assert.equal(menu.defaultPrevented, false);
  move({ clientX: 120, clientY: 50 });
  assert.deepEqual(told, []);
});
