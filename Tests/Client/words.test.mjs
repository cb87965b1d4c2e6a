// The sentences of the script: each is in `Words.Script`, and each of `Words.Script` is used.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const sources = new URL("../../Sources/AviaryServer/", import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, sources), "utf8");

const modules = readdirSync(new URL("Client", sources), { recursive: true })
  .map(String).filter((name) => name.endsWith(".js") && name !== "words.js");

/** The sentences of each call of `phrase`: what stands in quotation marks up to its end. */
function said(/** @type {string} */ source) {
  return [...source.matchAll(/\bphrase\(/g)].flatMap(({ index }) => {
    let depth = 0;
    const sentences = [];
    for (const [token] of source.slice(index + "phrase".length).matchAll(/"[^"\n]*"|[()]/g)) {
      if (token === "(") depth += 1;
      else if (token === ")") depth -= 1;
      else sentences.push(token.slice(1, -1));
      if (depth === 0) break;
    }
    return sentences;
  });
}

const inScript = new Set(modules.flatMap((name) => said(read(`Client/${name}`))));
const words = read("../AviaryText/Words.swift");
/** The declaration of a group of words. */
const group = (/** @type {string} */ name) => words.match(new RegExp(`struct ${name}: Sendable \\{\n([^]*?)\n    \\}\n`))?.[1] ?? "";
const inSwift = [...group("Script").matchAll(/public var \w+ =\s+"([^"\n]*)"/g)].map(([, sentence]) => sentence);
const ofPages = [...group("Page").matchAll(/public var (?:start|notFound) = "([^"\n]*)"/g)].map(([, sentence]) => sentence);

test("both ends have the same sentences", () => {
  assert.ok(inSwift.length > 40);
  assert.equal(ofPages.length, 2);
  assert.deepEqual([...inScript].sort(), [...new Set([...inSwift, ...ofPages])].sort());
});

test("each sentence is there once", () => assert.equal(new Set(inSwift).size, inSwift.length));

test("no sentence is said without its translation", () => {
  const spoken = /\bsay\("\w+", ["`][^"`]|\b(?:fail|remark|announce)\(["`]|(?:textContent|ariaLabel): ["`]\w{2}/;
  for (const name of modules) {
    for (const line of read(`Client/${name}`).split("\n")) assert.doesNotMatch(line, spoken, name);
  }
});

test("a sentence is the page's, with its values wherever they stand", async () => {
  const words = { "Moved to position %1 of %2.": "Von %2 jetzt an Stelle %1.", "Moved to %1.": "Nach %1%1." };
  globalThis.document = /** @type {any} */ ({
    querySelector: (/** @type {string} */ selector) => selector === "[data-words]" && { textContent: JSON.stringify(words) },
  });
  const { phrase } = await import("../../Sources/AviaryServer/Client/words.js");
  assert.equal(phrase("Moved to position %1 of %2.", 3, 9), "Von 9 jetzt an Stelle 3.");
  assert.equal(phrase("Moved to %1.", "50 %1 $& off"), "Nach 50 %1 $& off50 %1 $& off.");
  assert.equal(phrase("Sending “%1”", "$1.png"), "Sending “$1.png”");
  assert.equal(phrase("Dismiss"), "Dismiss");
});

test("without words of the page a sentence is English", async () => {
  globalThis.document = /** @type {any} */ ({ querySelector: () => null });
  const { phrase } = await import(`../../Sources/AviaryServer/Client/words.js?${"english"}`);
  assert.equal(phrase("Cancel %1", "a.png"), "Cancel a.png");
});
