// Selecting many tiles at once, without a page.

import assert from "node:assert/strict";
import test from "node:test";

/** The active listeners. */
const heard = new Set();

const target = {
  addEventListener(name, listener, { signal } = {}) {
    heard.add(listener);
    signal?.addEventListener("abort", () => heard.delete(listener));
  },
  querySelectorAll: () => [],
};
Object.assign(globalThis, { document: target, window: target, location: { pathname: "/", search: "" } });
const { Behaviours } = await import("../../Sources/AviaryServer/Client/behaviours.js");
const { Ranges } = await import("../../Sources/AviaryServer/Client/ranges.js");

test("nothing is heard for a collection whose signal has ended", () => {
  const controller = new AbortController();
  const behaviours = new Behaviours(target, {}, {});
  behaviours.start(controller.signal);
  new Ranges(target, {}, {}, behaviours).start(controller.signal);
  assert.ok(heard.size > 8);
  controller.abort();
  assert.equal(heard.size, 0);
});
