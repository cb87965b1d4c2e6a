// Where the keyboard goes when tiles come and go, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { setAside, asidePosition } from "../../Sources/AviaryServer/Client/edited.js";
import { shortcutOf } from "../../Sources/AviaryServer/Client/keys.js";
import { cursorAfter, heirOf, tabStopOf } from "../../Sources/AviaryServer/Client/roving.js";
import { faked } from "./faked.mjs";

const tiles = (text) => [...text].map((id) => ({ id }));
const state = (held, base = 0, count = base + held.length) => ({ geometry: { count }, base, tiles: held, first: 0, headers: [] });

test("the tile in the stop of the one that left has the keyboard, or else the last", () => {
  const [a, b, c, d] = tiles("abcd");
  const old = state([a, b, c, d]);
  assert.deepEqual(cursorAfter(old, state([a, c, d]), b), { position: 1 });
  assert.deepEqual(cursorAfter(old, state([c, d]), b), { position: 0 });
  assert.deepEqual(cursorAfter(old, state([a, b, c]), d), { position: 2 });
  assert.deepEqual(cursorAfter(old, state([c, d], 7, 20), b), { position: 7 });
});

test("Tab reaches where the keyboard was, what is chosen, the first in view, or the first", () => {
  const [a, b, c] = tiles("abc");
  const stop = { isChoice: false, inView: [6, 9] };
  const held = state([a, b, c], 5);
  assert.equal(tabStopOf(held, { ...stop, current: c }), c);
  assert.equal(tabStopOf(held, stop), b);
  assert.equal(tabStopOf(held, { ...stop, inView: [40, 44] }), a);
  c.isSelected = true;
  assert.equal(tabStopOf(held, { ...stop, isChoice: true }), c);
  assert.equal(tabStopOf(held, stop), b, "many may be selected");
  assert.equal(tabStopOf(state([]), stop), undefined);
});

test("the next header has the keyboard of one that left, or else the one before", () => {
  const [a, b, c, d] = tiles("abcd");
  assert.equal(heirOf([a, b, c, d], b, [a, d]), d);
  assert.equal(heirOf([a, b, c, d], d, [a, b]), b);
  assert.equal(heirOf([a], a, []), undefined);
});

test("what is being edited stays when the window goes on, until it is held again or the edit ends", () => {
  const [a, b, c] = tiles("abc");
  const edited = (tile) => tile === b;
  assert.deepEqual(setAside([], { departed: [a, b], tiles: [c] }, edited), { aside: [b], departed: [a] });
  assert.deepEqual(setAside([b], { departed: [], tiles: [b, c] }, edited), { aside: [], departed: [] });
  assert.deepEqual(setAside([b], { departed: [b], tiles: [] }, edited), { aside: [b], departed: [] });
});

test("what is aside has no position that another tile has", () => {
  const held = { base: 10, tiles: tiles("abcde") };
  assert.deepEqual([9, 10, 14, 15].map((position) => asidePosition(position, held)), [9, 15, 15, 15]);
});

const press = (key, modifiers = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

test("keys mean the menu, an entry of it, a paste, or nothing", async () => {
  const { menuKeyOf } = await faked("menu", { shortcutOf });
  const keys = ["Mod+C", "Mod+V", "Delete"];
  assert.deepEqual(menuKeyOf(press("ContextMenu"), keys), ["open", "ContextMenu"]);
  assert.deepEqual(menuKeyOf(press("F10", { shiftKey: true }), keys), ["open", "Shift+F10"]);
  assert.deepEqual(menuKeyOf(press("c", { metaKey: true }), keys), ["press", "Mod+C"]);
  assert.deepEqual(menuKeyOf(press("Backspace"), keys), ["press", "Delete"], "a Mac's Delete");
  assert.deepEqual(menuKeyOf(press("v", { ctrlKey: true }), keys), ["paste", "Mod+V"]);
  assert.equal(menuKeyOf(press("d", { ctrlKey: true }), keys), undefined);
  assert.equal(menuKeyOf(press("ContextMenu"), undefined), undefined, "there are no menus");
});
