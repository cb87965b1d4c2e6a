import assert from "node:assert/strict";
import test from "node:test";

// A browser with a clock of its own: frames of 16 ms, each with its scroll events first, and timers in between.
let now = 0;
/** @type {(() => void)[]} */
let frames = [];
/** @type {{at: number, act: () => void}[]} */
let timers = [];

/** @type {any} */ (globalThis).ResizeObserver = class {
  observe() {}
};
/** @type {any} */ (globalThis).getComputedStyle = () => ({ scrollPaddingTop: "0px" });
/** @type {any} */ (globalThis).requestAnimationFrame = (/** @type {() => void} */ act) => frames.push(act);
/** @type {any} */ (globalThis).setTimeout = (/** @type {() => void} */ act, /** @type {number} */ wait) => timers.push({ at: now + wait, act });
Object.defineProperty(performance, "now", { value: () => now });

const { ScrollBox } = await import("../../Sources/AviaryServer/Client/scrollbox.js");

/** A box of 700 points over 100,000. It reports its offset, and whether it is at rest. */
const make = () => {
  frames = [];
  timers = [];
  /** @type {Record<string, () => void>} */
  const listeners = {};
  /** @type {{isConnected: boolean} & Record<string, any>} */
  const box = {
    clientHeight: 700, clientWidth: 390, scrollTop: 0, isConnected: true,
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) => (listeners[name] = listener),
    toggleAttribute() {},
  };
  const content = { offsetTop: 0, style: {}, children: [] };
  /** @type {[top: number, hasEnded: boolean | undefined, time: number][]} */
  const reports = [];
  const scroll = new ScrollBox(/** @type {any} */ (box), /** @type {any} */ (content), (hasEnded) => reports.push([Number(scroll.view[1]), hasEnded, now]));
  scroll.start();
  scroll.setContentHeight(100_000);
  // What `hello` tells.
  scroll.view;
  /** Lets frames pass, each with what happens before it. */
  const pass = (/** @type {number} */ count, /** @type {((index: number) => void) | undefined} */ step, length = 16) => {
    for (let index = 0; index < count; index++) {
      const end = now + length;
      for (let due; (due = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]);) {
        timers.splice(timers.indexOf(due), 1);
        now = Math.max(now, due.at);
        due.act();
      }
      now = end;
      step?.(index);
      for (const act of frames.splice(0)) act();
    }
  };
  const moveBy = (/** @type {number} */ by) => {
    box.scrollTop += by;
    listeners.scroll();
  };
  return { box, scroll, reports, pass, moveBy };
};

const isEnd = (/** @type {any[]} */ [, hasEnded]) => hasEnded === true;

test("a box that nobody scrolls reports nothing", () => {
  const { reports, pass, scroll } = make();
  scroll.report();
  pass(20);
  assert.deepEqual(reports, []);
});

test("behind a movement one report says that the box is at rest, with the rect that was told last", () => {
  const { reports, pass, moveBy } = make();
  pass(30, () => moveBy(90));
  const end = now;
  assert.equal(reports.filter(isEnd).length, 0, "not while it moves");
  pass(20);
  assert.equal(reports.filter(isEnd).length, 1);
  const [top, hasEnded, time] = reports.at(-1) ?? [];
  assert.deepEqual([top, hasEnded], [2700, true]);
  assert.deepEqual(reports.at(-2)?.slice(0, 2), [2700, undefined]);
  assert.ok(Number(time) - end >= 16 && Number(time) - end <= 80, `after ${Number(time) - end} ms`);
});

test("a box that moves is reported as often as one whose rest is of no interest", () => {
  const { reports, pass, moveBy } = make();
  pass(60, () => moveBy(10));
  for (const [index, [, , time]] of reports.entries()) if (index) assert.ok(time - reports[index - 1][2] >= 30);
  assert.equal(reports.filter(isEnd).length, 0);
});

test("frames that come late are no rest", () => {
  const { reports, pass, moveBy } = make();
  pass(20, () => moveBy(90), 120);
  assert.equal(reports.filter(isEnd).length, 0);
  pass(3, undefined, 120);
  assert.equal(reports.filter(isEnd).length, 1);
});

test("what is scrolled by the program comes to rest, too", () => {
  const { scroll, reports, pass, moveBy } = make();
  scroll.reveal({ y: 40_000, height: 130 }, 0);
  // The event behind it has nothing new.
  moveBy(0);
  pass(20);
  assert.deepEqual(reports.map(([top, hasEnded]) => [top, hasEnded]), [[40_000, undefined], [40_000, true]]);
});

test("each movement has its rest, also one that leads back", () => {
  const { reports, pass, moveBy } = make();
  for (const by of [500, -500]) {
    pass(3, (index) => moveBy(index ? 0 : by));
    pass(20);
  }
  assert.deepEqual(reports.map(([top, hasEnded]) => [top, hasEnded]), [[500, undefined], [500, true], [0, undefined], [0, true]]);
});

test("a box that has left the page says nothing more", () => {
  const { box, reports, pass, moveBy } = make();
  pass(4, () => moveBy(90));
  const before = reports.length;
  box.isConnected = false;
  pass(20);
  assert.equal(reports.length, before);
});
