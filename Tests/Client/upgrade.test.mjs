// A page that is older than its server reloads, once for each entry of the history.

import assert from "node:assert/strict";
import test from "node:test";
import { faked } from "./faked.mjs";

/** Has pages at entries of one tab's history reload for a version. Returns the entries whose pages have done so. */
async function reloaded(...entries) {
  const reloads = [];
  /** @type {any} */
  const history = {};
  Object.assign(globalThis, {
    history, sessionStorage: {},
    location: { href: "http://aviary/", reload: () => reloads.push(history.state.aviary) },
    document: { querySelector: () => null, querySelectorAll: () => [] },
  });
  const { default: begin } = await faked("leavingpage", { mayLoseRequest: () => false });
  for (const aviary of entries) {
    history.state = { aviary };
    begin().upgrade("2");
  }
  return reloads;
}

test("a page reloads once", async () => {
  assert.deepEqual(await reloaded("a", "a"), ["a"]);
});

test("a page reloads after another one of its tab has reloaded for the same version", async () => {
  assert.deepEqual(await reloaded("a", "b", "a"), ["a", "b", "a"]);
});
