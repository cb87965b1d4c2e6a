// The note about files that a page was left with, for later pages.

import assert from "node:assert/strict";
import test from "node:test";
import { faked } from "./faked.mjs";

/** Opens a page of a visitor that takes no files. Returns its banners. */
async function banners(visitor) {
  const shown = [];
  const make = () => ({ append() {}, remove() {} });
  Object.assign(globalThis, {
    document: { documentElement: { dataset: { visitor } }, querySelector: () => null, querySelectorAll: () => [] },
    window: {}, CSS: { escape: (/** @type {string} */ name) => name },
  });
  const { default: begin } = await faked("uploads", {
    make, makeButton: make, listen() {}, addBanner: (/** @type {any} */ banner) => shown.push(banner), prefix: () => "",
    phrase: (/** @type {string} */ text) => text,
  });
  begin();
  return shown;
}

for (const [owner, visitor, count] of [["ann", "ann", 1], ["ann", "ben", 0], ["ann", "", 0], [undefined, undefined, 1]]) {
  test(`${visitor || "nobody"} is ${count ? "" : "not "}told of files that ${owner || "nobody"} was sending`, async () => {
    globalThis.localStorage = /** @type {any} */ ({ unsent: JSON.stringify(["photos", "/photos", ...(owner === undefined ? [] : [owner])]) });
    assert.equal((await banners(visitor)).length, count);
    assert.ok(localStorage.unsent, "the note stays for its owner");
  });
}
