// The banner of an action that takes long.

import assert from "node:assert/strict";
import test from "node:test";
import { listen } from "../../Sources/AviaryServer/Client/element.js";
import { faked } from "./faked.mjs";

class Fake extends EventTarget {
  append(...children) {
    this.children = children;
  }
}

/** Shows an action for `requests`, and returns the banners and what was sent. */
async function shown(...requests) {
  const [banners, sent] = [[], []];
  const { default: start } = await faked("working", {
    addBanner: (banner) => banners.push(banner), send: (...message) => sent.push(message), listen,
    make: (name, properties) => Object.assign(new Fake(), { name }, properties),
    makeButton: (textContent, click) => Object.assign(new Fake(), { textContent, click }),
  });
  const show = start();
  for (const request of requests) show({ number: 3, sentence: "Sorting", title: "Stop" }, request);
  return { banners, sent };
}

test("an action that takes long has one banner, which tells it and stops it", async () => {
  const request = {};
  const { banners: [banner, ...others], sent } = await shown(request, request);
  assert.equal(request.banner, banner);
  assert.deepEqual(others, []);
  const [text, , stop] = banner.children;
  assert.equal(text.textContent, "Sorting");
  stop.click();
  assert.deepEqual(sent, [["stop", { number: 3 }]]);
});

test("an action that was answered meanwhile has no banner", async () => {
  assert.deepEqual((await shown(undefined)).banners, []);
});
