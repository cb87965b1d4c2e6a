// The height of an on-screen keyboard, as passed to style sheets.

import assert from "node:assert/strict";
import test from "node:test";
import start from "../../Sources/AviaryServer/Client/later/onscreenkeyboard.js";

/** A phone whose keyboard lies over the page. */
function phone() {
  const viewport = Object.assign(new EventTarget(), { height: 844, offsetTop: 0, scale: 1 });
  /** @type {Map<string, string>} */
  const set = new Map();
  const style = {
    setProperty: (/** @type {string} */ name, /** @type {string} */ value) => set.set(name, value),
    removeProperty: (/** @type {string} */ name) => set.delete(name),
  };
  start(/** @type {any} */ (viewport), /** @type {any} */ ({ clientHeight: 844, style }));
  return {
    /** @param {Partial<{height: number, offsetTop: number, scale: number}>} change */
    show(change, event = "resize") {
      Object.assign(viewport, change);
      viewport.dispatchEvent(new Event(event));
      return set.get("--keyboard");
    },
  };
}

test("a keyboard that comes is told, and so is that it has gone", () => {
  const { show } = phone();
  assert.equal(show({ height: 844 }), undefined);
  assert.equal(show({ height: 508.4 }), "336px");
  assert.equal(show({ height: 844 }), undefined);
});

test("a page that is moved up above the keyboard has less of it covered", () => {
  const { show } = phone();
  show({ height: 508 });
  assert.equal(show({ offsetTop: 120 }, "scroll"), "216px");
  assert.equal(show({ offsetTop: 330 }, "scroll"), undefined, "the rest is no more than a toolbar");
});

test("neither a toolbar of the browser nor zooming is a keyboard", () => {
  const { show } = phone();
  assert.equal(show({ height: 750 }), undefined);
  assert.equal(show({ height: 422, scale: 2 }), undefined);
});

test("a keyboard that is there already is told at once", () => {
  /** @type {string[]} */
  const told = [];
  const viewport = Object.assign(new EventTarget(), { height: 500, offsetTop: 0, scale: 1 });
  const style = { setProperty: (/** @type {string} */ _, /** @type {string} */ value) => told.push(value), removeProperty() {} };
  start(/** @type {any} */ (viewport), /** @type {any} */ ({ clientHeight: 800, style }));
  assert.deepEqual(told, ["300px"]);
});
