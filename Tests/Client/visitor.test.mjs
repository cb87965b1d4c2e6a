// The script in the head of a page that forgets what another person has left in the tab.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const swift = readFileSync(new URL("../../Sources/AviaryServer/Pages/InlineScript.swift", import.meta.url), "utf8");
const literal = swift.match(/static let visitor = InlineScript\(\s*"""\n([^]*?)\n\s*"""/)?.[1] ?? "";
const script = literal.replace(/^ +/gm, "").replace(/\\\n/g, "").replace(/\\\\/g, "\\");

/** Aviary has stored visits, an opened link and typed text in the tab. */
const stored = { "1-2-3-4": "[]", "/notes": "{}", "//notes": "1-2-3-4", linked: "[]", leaver: "[]", typed: "[]", farewell: "Bye" };
/** What the site beside it has stored there. */
const foreign = { draft: "Dear Sir", visitor: "no. 7", latest: "news" };

/** Runs the script in a page. Returns a function that shows the page again, as from the back/forward cache. */
function open(storage, visitor, prefix) {
  let show = () => {};
  vm.runInNewContext(script, {
    document: { documentElement: { dataset: { visitor, prefix } } }, sessionStorage: storage,
    addEventListener: (/** @type {string} */ name, /** @type {() => void} */ listener) => name === "pageshow" && (show = listener),
  });
  return show;
}

for (const [before, after, isForgotten] of [
  ["ann", "ben", true], ["ann", "", true], ["ann", "ann", false], ["", "ann", false], [undefined, "ann", false],
]) {
  test(`what ${before || "nobody"} has left is ${isForgotten ? "forgotten" : "kept"} for ${after || "nobody"}`, () => {
    const storage = { ...stored, ...foreign, ...(before !== undefined && { "visitor ": before }) };
    open(storage, after);
    assert.deepEqual(storage, { ...(!isForgotten && stored), ...foreign, "visitor ": after });
  });
}

test("two apps of one site do not take their visitors for each other's", () => {
  const storage = { ...stored };
  for (const _ of [1, 2]) {
    open(storage, "ann", "/board");
    open(storage, "", "/shop");
  }
  assert.deepEqual(storage, { ...stored, "visitor /board": "ann", "visitor /shop": "" });
});

test("a page that the browser has kept gets nothing of the next person, and leaves them nothing", () => {
  const storage = {};
  const show = open(storage, "ann");
  open(storage, "ben");
  Object.assign(storage, { "5-6-7-8": "by Ben" });
  show();
  assert.deepEqual(storage, { "visitor ": "ann" });
  // The page stores what waits on it, and then Ben's page is loaded in its place.
  Object.assign(storage, stored);
  open(storage, "ben");
  assert.deepEqual(storage, { "visitor ": "ben" });
});
