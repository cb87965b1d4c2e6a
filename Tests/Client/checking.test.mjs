// Checks of what is typed: one at a time, and the newest value follows.

import assert from "node:assert/strict";
import test from "node:test";
import { faked } from "./faked.mjs";
import { random } from "./random.mjs";

/** @type {any} */ (globalThis).document = {};

/** A part with a scene whose answers come when the test says so. */
async function start() {
  /** @type {{fields: Record<string, string>, settled: (isDone: boolean) => boolean}[]} */
  const asked = [];
  /** @type {Record<string, (event: object) => void>} */
  let heard = {};
  const page = { isConnected: true };
  const { default: begin } = await faked("checking", {
    ask: (/** @type {string} */ name, /** @type {any} */ { action, fields }, /** @type {any} */ { settled }) => {
      assert.deepEqual([name, action], ["do", "check"]);
      return asked.push({ fields, settled });
    },
    isConnected: () => page.isConnected,
    listen: (/** @type {object} */ _, /** @type {typeof heard} */ listeners) => (heard = listeners),
  });
  const form = {};
  const control = { name: "title", type: "text", value: "", form, dataset: { check: "check" }, isConnected: true };
  const check = begin();
  const type = (/** @type {string} */ value) => {
    control.value = value;
    check(control);
  };
  return { asked, control, form, page, type, submit: () => heard.submit({ target: form }), reset: () => heard.reset({ target: form }) };
}

test("the newest text follows the answer to the one before", async () => {
  const { asked, type } = await start();
  for (const text of ["a", "ab", "abc"]) type(text);
  assert.deepEqual(asked.map(({ fields }) => fields.title), ["a"]);
  assert.equal(asked[0].settled(false), true, "the sentence stands beside the control");
  assert.deepEqual(asked.map(({ fields }) => fields.title), ["a", "abc"]);
  asked[1].settled(true);
  assert.equal(asked.length, 2, "nothing is due");
  type("abcd");
  assert.equal(asked[2].fields.title, "abcd");
});

test("what is submitted is not checked again behind the action of the form", async () => {
  for (const end of /** @type {const} */ (["submit", "reset"])) {
    const { asked, type, [end]: finish } = await start();
    type("a");
    type("ab");
    finish();
    asked[0].settled(true);
    assert.equal(asked.length, 1);
    type("c");
    assert.equal(asked[1].fields.title, "c");
  }
});

test("nothing is asked without a connection, or of a control that is gone", async () => {
  const { asked, control, page, type } = await start();
  page.isConnected = false;
  type("a");
  assert.equal(asked.length, 0);
  page.isConnected = true;
  type("ab");
  type("abc");
  control.isConnected = false;
  asked[0].settled(true);
  assert.equal(asked.length, 1);
});

test("in any history one check is under way, and the last text is checked last", async () => {
  for (let seed = 0; seed < 200; seed++) {
    const { asked, type } = await start();
    const draw = random(seed);
    let [answered, last] = [0, ""];
    for (let step = 0; step < 40; step++) {
      if (draw(10) < 6) type((last = `${step}`));
      else if (answered < asked.length) asked[answered++].settled(draw(2) === 0);
      assert.ok(asked.length - answered <= 1);
    }
    while (answered < asked.length) asked[answered++].settled(true);
    assert.equal(asked.at(-1)?.fields.title ?? "", last);
  }
});
