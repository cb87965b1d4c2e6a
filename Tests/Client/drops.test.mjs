// What drops on a list mean, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";
import { dropOf, effectOf, pack, sentTarget, targetOfFiles } from "../../Sources/AviaryServer/Client/later/mover/drops.js";

const items = "application/x-aviary-items";

/** The data of a drag by the browser. */
const dataOf = (texts) => ({
  types: Object.keys(texts), getData: (type) => texts[type] ?? "", setData: (type, text) => (texts[type] = text),
});

for (const [name, types, isBack, takesDrops, takesFiles, effect] of [
  ["an item of the list, even if nothing from elsewhere can be dropped", [items], true, false, false, "move"],
  ["an item of another list", [items], false, true, false, "copy"],
  ["an item of another list, where nothing can be dropped", [items], false, false, true, undefined],
  ["a text", ["text/plain"], false, true, false, "copy"],
  ["a picture of another program", ["image/png"], false, true, true, undefined],
  ["files", ["Files"], false, true, true, "copy"],
  ["files, where nothing sends them", ["Files"], false, true, false, undefined],
  ["a tile whose picture the browser offers as a file", [items, "Files"], false, true, false, "copy"],
]) {
  test(`a list ${effect ? `takes a drag of ${name}` : `does not take a drag of ${name}`}`, () => {
    assert.equal(effectOf(types, isBack, takesDrops, takesFiles), effect);
  });
}

const carried = JSON.stringify({ items: ["4", "5"], page: "/jobs", collection: "done" });

for (const [name, texts, dragged, drop] of [
  ["files sends them", { Files: "", "text/plain": "a" }, undefined, { message: "do" }],
  ["an item in its own list moves it", { [items]: carried }, { item: "4", origin: "done", isBack: true },
    { message: "move", item: "4" }],
  ["an item of another list names that list, and no page", { [items]: carried, "text/plain": "Saw" },
    { item: "4", origin: "done", isBack: false },
    { message: "drop", content: { text: "Saw", items: ["4"], page: "", origin: "done" } }],
  ["items of another window names their page", { [items]: carried, "text/plain": "Saw" }, undefined,
    { message: "drop", content: { text: "Saw", items: ["4", "5"], page: "/jobs", origin: "done" } }],
  ["links of another program has them as text", { "text/uri-list": "# a comment\r\nhttps://a/\r\nhttps://b/" }, undefined,
    { message: "drop", content: { text: "https://a/\nhttps://b/", items: [], page: "", origin: "" } }],
]) {
  test(`a drop of ${name}`, () => assert.deepEqual(dropOf(dataOf(texts), dragged), drop));
}

test("what a drag out of a list carries is read in another window", () => {
  Object.assign(globalThis, {
    document: { documentElement: { dataset: { prefix: "/app" } } }, location: { pathname: "/app/jobs" },
  });
  const tileOf = (id) => ({ id, cell: { querySelectorAll: () => [{ textContent: ` Job ${id} ` }], querySelector: () => null } });
  const tiles = [tileOf("1"), tileOf("2")];
  const texts = {};
  pack(dataOf(texts), tiles[0], tiles, "open");
  assert.deepEqual(dropOf(dataOf(texts)), {
    message: "drop", content: { text: "Job 1\nJob 2", items: ["1", "2"], page: "/jobs", origin: "open" },
  });
});

/** A list with sections of 2, 0 and 1 items. Only the headers of the first two are held. */
const state = {
  geometry: latticeOf([0, 0, 100, 50, 100, 50, 1, 20, 20], [2, 0, 1]), first: 0, headers: [{ id: "x" }, { id: "y" }],
};
const held = { state, rangeEnd: (position) => ({ id: `${position}`, position }) };

test("a target is sent by identifiers as far as these are known", () => {
  const sent = (side, end) => Object.values(sentTarget({ side, end }, state));
  assert.deepEqual(sent("before", { id: "a", position: 1 }), ["before", "a"]);
  assert.deepEqual(sent("behind", { position: 2 }), ["behind", 2]);
  assert.deepEqual(sent("section", { position: 1 }), ["section", "y"]);
  assert.deepEqual(sent("section", { position: 2 }), ["section", ""]);
  assert.deepEqual(sentTarget(undefined, state), { side: "section", end: "x" });
});

test("files keep their order: they go before the next item, or else to the end of the section", () => {
  const sent = (position) => Object.values(targetOfFiles({ side: "behind", end: { position, id: `${position}` } }, held));
  assert.deepEqual(sent(0), ["before", "1"]);
  assert.deepEqual(sent(1), ["section", "x"]);
  assert.deepEqual(sent(2), ["behind", "2"], "the header of this section is not held");
});
