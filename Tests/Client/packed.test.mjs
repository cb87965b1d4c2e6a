// The scripts as browsers get them: what shortens them may make something of them that no browser reads.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const folder = new URL("../../Sources/AviaryServer/Pages/", import.meta.url);

for (const name of readdirSync(folder).filter((name) => name.endsWith(".min.js.gz"))) {
  test(`${name} is a script that a browser can read`, async () => {
    const source = gunzipSync(readFileSync(new URL(name, folder))).toString();
    const other = readFileSync(new URL(name.replace(".gz", ".br"), folder));
    assert.equal(brotliDecompressSync(other).toString(), source);
    const script = import(`data:text/javascript,${encodeURIComponent(source)}`);
    // It begins at once, with a page, and here there is none.
    if (name === "aviary.min.js.gz") return assert.rejects(script, ReferenceError);
    const { default: make } = await script;
    const part = name === "rest.min.js.gz" ? "menu" : "swipes";
    assert.equal(typeof make({ prefix: () => "" })[part], "function");
  });
}
