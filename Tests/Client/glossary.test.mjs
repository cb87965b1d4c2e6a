// The glossary in `docs/WIRE.md`.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { browserParts, sceneParts } from "../../Sources/AviaryServer/Client/wire.js";

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
/**
 * All that a pattern's group stands for in a text, once each.
 *
 * @param {string} text
 * @param {RegExp} pattern
 */
const names = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

/** The text from a line that begins so up to one that begins with `end`. */
const part = (/** @type {string} */ text, /** @type {string} */ start, /** @type {string} */ end) => {
  const from = text.indexOf(`\n${start}`);
  assert.notEqual(from, -1, start);
  return text.slice(from, text.indexOf(`\n${end}`, from + 1));
};

const wire = read("docs/WIRE.md");
const rows = [...part(wire, "## Glossary", "*Place*").matchAll(/^\| `?([\w ]+?)`? \| (?:(scene|browser|both) \| )?(.+) \|$/gm)]
  .filter(([, name]) => name !== "message" && name !== "term");
const glossary = (/** @type {string} */ side) =>
  rows.filter(([, , from]) => from === side || from === "both").map(([, name]) => name).sort();

const declared = { scene: Object.keys(sceneParts), browser: Object.keys(browserParts) };

test("no article says place, which is no term", () => {
  const articles = ["Results/AviaryResults", "Server/AviaryServer"].flatMap((catalog) =>
    readdirSync(new URL(`../../Sources/Aviary${catalog}.docc`, import.meta.url))
      .map((name) => `Sources/Aviary${catalog}.docc/${name}`));
  assert.ok(articles.length >= 5);
  for (const article of articles) assert.deepEqual(names(read(article), /^(.*\bplaces?\b.*)$/gim), [], article);
});

test("the glossary has each name and each term once", () => {
  const all = rows.map(([, name]) => name);
  assert.equal(new Set(all).size, all.length);
});

for (const [side, all] of Object.entries(declared)) {
  test(`the glossary has the messages of the ${side}, and no others`, () => {
    assert.deepEqual([...all].sort(), glossary(side));
  });
}
