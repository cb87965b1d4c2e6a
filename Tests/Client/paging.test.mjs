// The keys that scroll the main list, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { hasMod, isComposed } from "../../Sources/AviaryServer/Client/keys.js";
import { faked } from "./faked.mjs";

let isMirrored = false;
const strip = {
  clientWidth: 300, scrollWidth: 900, clientHeight: 100, scrollHeight: 100,
  scrollBy: (/** @type {object} */ by) => went.push(by),
};
/** How the strip was scrolled. */
const went = [];
Object.assign(globalThis, {
  document: { scrollingElement: null },
  getComputedStyle: () => ({ overflowX: "auto", overflowY: "hidden", scrollPaddingLeft: "20px", scrollPaddingRight: "60px", scrollPaddingTop: "0px" }),
});
const { default: start } = await faked("paging", {
  front: () => ({ querySelectorAll: () => [strip] }), isMirrored: () => isMirrored, hasMod, isComposed, isForControl: () => false,
});

/** Presses a key at an element beside the strip, and returns how the strip was scrolled, and whether the browser scrolls. */
function press(key, more = {}) {
  const target = { closest: () => null, parentElement: null, clientWidth: 9, scrollWidth: 9, clientHeight: 9, scrollHeight: 9 };
  document.activeElement = more.focused ?? target;
  const event = { key, target, defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true), ...more };
  went.length = 0;
  start()(event);
  assert.equal(event.defaultPrevented, went.length > 0);
  return went[0];
}

test("a page leaves out what floats where the list begins", () => {
  isMirrored = false;
  assert.deepEqual(press("PageDown"), { left: (300 - 20) * 0.875 });
  isMirrored = true;
  assert.deepEqual(press("PageDown"), { left: (300 - 60) * -0.875 });
  assert.deepEqual(press("ArrowLeft"), { left: -40 }, "an arrow is a direction of the screen");
  assert.equal(press("ArrowDown"), undefined);
});

test("a key scrolls nothing if another element has the focus by then", () => {
  assert.equal(press("PageDown", { focused: {} }), undefined);
  assert.ok(press("PageDown"));
});
