// The glossary in `docs/WIRE.md`: one word means one thing.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

// The table of sentences in *Another language* speaks as people do.
test("no article says place, which is no term", () => {
  const articles = ["Results/AviaryResults", "Server/AviaryServer"].flatMap((catalog) =>
    readdirSync(new URL(`../../Sources/Aviary${catalog}.docc`, import.meta.url))
      .map((name) => `Sources/Aviary${catalog}.docc/${name}`));
  assert.ok(articles.length >= 5);
  for (const article of articles) assert.deepEqual(read(article).match(/^(?!\| `\w+\.).*\bplaces?\b.*$/gim), null, article);
});

test("the glossary has each term once", () => {
  const [, glossary] = read("docs/WIRE.md").split("\n## Glossary\n");
  const terms = [...glossary.matchAll(/^\| ([\w ]+) \| .+ \|$/gm)].map(([, term]) => term);
  assert.ok(terms.length > 30);
  assert.equal(new Set(terms).size, terms.length);
});
