import assert from "node:assert/strict";
import test from "node:test";
import { Meaning } from "../../Sources/AviaryServer/Client/meaning.js";

test("a button that never changed takes every press", () => {
  assert.ok(new Meaning().press(0));
});

test("a second press of what changed under the finger comes too early for a second", () => {
  const meaning = new Meaning();
  meaning.change(5_000, true);
  assert.ok(!meaning.press(5_600));
  assert.equal(meaning.rest(5_600), 1_000, "and begins the while anew");
  assert.ok(!meaning.press(6_500));
  assert.ok(meaning.press(7_500));
});

test("a press that was on its way comes too early", () => {
  const meaning = new Meaning();
  meaning.change(5_000, false);
  assert.ok(!meaning.press(5_300));
  assert.equal(meaning.rest(5_799), 1);
  assert.ok(meaning.press(5_800));
});
