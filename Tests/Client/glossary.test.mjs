// The names of the messages, and their glossary in `docs/WIRE.md`: each end knows just these, and an example of each is there.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const client = (/** @type {string} */ path) => read(`Sources/AviaryServer/Client/${path}`);

const scripts = (/** @type {string} */ folder) =>
  readdirSync(new URL(`../../Sources/AviaryServer/Client/${folder}`, import.meta.url))
    .filter((name) => name.endsWith(".js")).map((name) => folder + name);

/**
 * All that a pattern's group stands for in a text, once each.
 *
 * @param {string} text
 * @param {RegExp} pattern
 */
const names = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

const golden = (/** @type {string} */ side) =>
  JSON.parse(read(`Tests/Golden/wire/${side}.json`))
    .flatMap((/** @type {any} */ { packet }) => JSON.parse(packet).map((/** @type {any} */ [name]) => name));

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

/** The messages of each end, by the sources that have to agree. */
const sources = {
  scene: {
    "the table of its messages": names(part(wire, "## From the scene", "## "), /`\["(\w+)"/g),
    "what the client reads": names(part(client("packets.js"), "const vocabulary", "};"), /^ {2}(\w+): \[/gm),
    "what the client does": [
      ...names(part(client("aviary.js"), "const messages", "};"), /^ {2}(?:async )?(\w+)\b(?=[:,(])/gm),
      ...names(part(client("collection.js"), "  // MARK: What the scene says", "  // MARK:"), /^ {2}(\w+)\(/gm),
    ],
    "the golden packets": golden("scene"),
  },
  browser: {
    "the table of its messages": names(part(wire, "## From the browser", "## "), /^\| `\["(\w+)"/gm),
    "what the client sends": [
      ...names(["", "later/"].flatMap(scripts).map(client).join(""), /\b(?:send|ask|select|request)\(\[?"(\w+)"/g),
      ...names(client("aviary.js"), /hello: \(\) => \[\s*"(\w+)"/g),
    ],
    "the golden packets": golden("browser"),
  },
};

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

for (const [side, all] of Object.entries(sources)) {
  for (const [source, found] of Object.entries(all)) {
    test(`the glossary has the messages of the ${side}, and no others, as ${source} has them`, () => {
      assert.deepEqual([...new Set(found)].sort(), glossary(side));
    });
  }
}
