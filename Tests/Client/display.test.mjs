// When a page says that a packet is displayed.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { faked } from "./faked.mjs";

/**
 * A page whose frames and times are the test's.
 *
 * @param {{isHidden?: boolean, animations?: any[]}} page
 */
async function open({ isHidden = false, animations = [] } = {}) {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {(() => void)[]} */
  const frames = [];
  Object.assign(globalThis, {
    document: { hidden: isHidden, getAnimations: () => animations },
    requestAnimationFrame: (/** @type {() => void} */ draw) => frames.push(draw),
  });
  /** @type {any[]} */
  const sent = [];
  const { default: makeDisplay } = await faked("display", { send: (/** @type {string} */ name, /** @type {{number: number}} */ { number }) => (sent.push([name, number]), true) });
  const tell = makeDisplay();
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return {
    sent, tell,
    async draw() {
      for (const draw of frames.splice(0)) draw();
      mock.timers.tick(1);
      await settle();
    },
    async wait(/** @type {number} */ time) {
      mock.timers.tick(time);
      await settle();
    },
    settle,
  };
}

/** @param {string} className of what it stands in */
function animation(className) {
  let finish = () => {}, cancel = (/** @type {unknown} */ _) => {};
  const finished = new Promise((resolve, reject) => ([finish, cancel] = [() => resolve(undefined), reject]));
  return { effect: { target: { parentElement: { className } } }, finished, finish, cancel };
}

test.afterEach(() => mock.timers.reset());

test("a packet is displayed behind the frame that draws it", async () => {
  const page = await open();
  page.tell(7);
  await page.settle();
  assert.deepEqual(page.sent, []);
  await page.draw();
  assert.deepEqual(page.sent, [["displayed", 7]]);
});

test("it is not before the rows that move are at rest, or have been taken further", async () => {
  const rows = [animation("content"), animation("content")];
  const page = await open({ animations: [...rows, animation("spinner"), { effect: null }] });
  page.tell(7);
  await page.draw();
  rows[0].finish();
  await page.settle();
  assert.deepEqual(page.sent, []);
  rows[1].cancel(new Error("cancelled"));
  await page.settle();
  assert.deepEqual(page.sent, [["displayed", 7]]);
});

test("a page that draws nothing says so after a second, once", async () => {
  const page = await open({ animations: [animation("content")] });
  page.tell(7);
  await page.wait(999);
  assert.deepEqual(page.sent, []);
  await page.wait(1);
  assert.deepEqual(page.sent, [["displayed", 7]]);
  await page.draw();
  assert.equal(page.sent.length, 1);
});

test("a hidden page does not wait", async () => {
  const page = await open({ isHidden: true });
  page.tell(7);
  await page.settle();
  assert.deepEqual(page.sent, [["displayed", 7]]);
});

test("packets are displayed in their order", async () => {
  const page = await open();
  page.tell(7);
  page.tell(8);
  await page.draw();
  assert.deepEqual(page.sent, [["displayed", 7], ["displayed", 8]]);
});
