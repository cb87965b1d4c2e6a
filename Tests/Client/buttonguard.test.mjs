import assert from "node:assert/strict";
import test from "node:test";
import { ButtonGuard, hasMovedIn, notePress } from "../../Sources/AviaryServer/Client/buttonguard.js";

test("a button that never changed takes every press", () => {
  assert.ok(new ButtonGuard().press(0));
});

test("a second press of what changed under the finger comes too early for a second", () => {
  const guard = new ButtonGuard();
  guard.change(5_000, true);
  assert.ok(!guard.press(5_600));
  assert.equal(guard.left(5_600), 1_000, "and begins the while anew");
  assert.ok(!guard.press(6_500));
  assert.ok(guard.press(7_500));
});

test("a press that was on its way comes too early", () => {
  const guard = new ButtonGuard();
  guard.change(5_000, false);
  assert.ok(!guard.press(5_300));
  assert.equal(guard.left(5_799), 1);
  assert.ok(guard.press(5_800));
});

const buttonOf = (dataset, action = "add") => ({ dataset: { action }, closest: () => (dataset ? { dataset } : null) });
const at = (clientX, clientY, detail = 1) => ({ clientX, clientY, detail });

/** A press of the pointer, and the click that follows. */
function isRefused(button, event, now) {
  if (event.detail) notePress({ target: null, ...event });
  return hasMovedIn(button, event, now);
}

test("a second tap at one place does nothing to who has moved in", () => {
  const [first, second, none] = [buttonOf({ section: "1" }), buttonOf({ section: "2" }), buttonOf()];
  assert.equal(isRefused(first, at(100, 100), 0), false);
  assert.equal(isRefused(second, at(103, 98), 200), true);
  assert.equal(isRefused(second, at(103, 98), 1_150), true, "each press that was too early begins the while anew");
  assert.equal(isRefused(second, at(103, 98), 2_200), false);
  assert.equal(isRefused(none, at(103, 98), 2_300), true);
  assert.equal(isRefused(none, at(103, 98), 3_400), false);
});

test("a second tap at one place does not press the button of another action that has taken it", () => {
  const [remove, putBack] = [buttonOf(undefined, "delete"), buttonOf(undefined, "putBack")];
  assert.equal(isRefused(remove, at(300, 300), 20_000), false);
  assert.equal(isRefused(putBack, at(300, 300), 20_000), true);
  assert.equal(isRefused(putBack, at(300, 300), 20_900), true);
  assert.equal(isRefused(putBack, at(300, 300), 22_000), false);
});

test("a press elsewhere, of the same owner, or of the keyboard counts", () => {
  const [first, second] = [buttonOf({ item: "1" }), buttonOf({ item: "2" })];
  assert.equal(isRefused(first, at(500, 100), 10_000), false);
  assert.equal(isRefused(first, at(500, 100), 10_100), false);
  assert.equal(isRefused(second, at(500, 100, 0), 10_200), false);
  assert.equal(isRefused(second, at(500, 140), 10_300), false);
  assert.equal(isRefused(first, at(500, 100), 10_400), false);
});

test("a press elsewhere ends a double tap, also when it presses no button", () => {
  const [old, next] = [buttonOf(undefined, "sheet1/tags"), buttonOf(undefined, "sheet2/tags")];
  assert.equal(isRefused(old, at(500, 100), 30_000), false);
  notePress({ target: null, ...at(60, 400) });
  assert.equal(isRefused(next, at(500, 100), 30_300), false);
});
