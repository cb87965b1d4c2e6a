// Presses on a page that is not connected.

import assert from "node:assert/strict";
import test from "node:test";

/** An element, as far as banners need it. */
class Fake extends EventTarget {
  dataset = {};
  append() {}
  remove() {}
  contains = () => false;
  toggleAttribute() {}
  querySelector = () => null;
  querySelectorAll = () => [];
}

const page = Object.assign(new Fake(), { body: new Fake(), documentElement: { dataset: {} }, createElement: () => new Fake() });
const globals = { document: page, location: { origin: "http://aviary" }, navigator: {}, self: {} };
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });
class Socket extends EventTarget {}
Object.assign(globalThis, { WebSocket: Socket, window: page });

const client = "../../Sources/AviaryServer/Client";
const [{ ask }, { startBanners }] = await Promise.all(["actions", "banner"].map((name) => import(`${client}/${name}.js`)));

test("a press that is not counted has no number, so nobody waits for its answer", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  startBanners();
  const presses = Array.from({ length: 9 }, () => ask("do", { action: "add", fields: {}, item: null }));
  assert.deepEqual(presses, [1, 2, 3, 4, 5, 6, 7, 8, undefined]);
});
