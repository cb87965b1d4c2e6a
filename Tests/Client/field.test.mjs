// Whose a control's value is, without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { Field } from "../../Sources/AviaryServer/Client/field.js";
import { random } from "./random.mjs";

const make = (value = "a") => {
  const control = { type: "text", value, defaultValue: value };
  return { control, field: new Field(control) };
};

test("what nobody types follows the store", () => {
  const { control, field } = make();
  field.write("b");
  assert.equal(control.value, "b");
});

test("what is typed stays until it is dropped, and news of it is told once", () => {
  const { control, field } = make();
  field.write("a");
  field.type();
  control.value = "typed";
  assert.equal(field.write("b"), true);
  assert.equal(field.write("b"), false, "no news");
  assert.equal(field.write("typed"), false, "the same as what is typed");
  assert.equal(field.write("b"), true);
  assert.equal(field.write("a"), false, "as it was in the beginning");
  assert.equal(control.value, "typed");
  field.drop();
  assert.equal(control.value, "a");
});

test("what was committed stays until there is an answer, and then the store's is shown", () => {
  const { control, field } = make();
  field.type();
  control.value = "B ";
  assert.equal(field.commit(), true);
  assert.equal(field.take(), true);
  field.write("b");
  assert.equal(control.value, "B ");
  assert.equal(field.commit(), false, "asked for already");
  assert.equal(field.settle(true), false);
  assert.equal(control.value, "b");
});

test("what was refused gives way to the store's", () => {
  const { control, field } = make();
  field.type();
  control.value = "";
  field.commit();
  field.take();
  field.settle(false);
  assert.equal(control.value, "a");
});

test("what no outlet shows stays as it was committed", () => {
  const { control, field } = make();
  for (const [value, isDone, shown] of /** @type {const} */ ([["b", true, "b"], ["c", false, "b"]])) {
    field.type();
    control.value = value;
    field.commit();
    field.take();
    field.settle(isDone);
    assert.equal(control.value, shown);
  }
});

test("a store that tells of a rename after its receipt is waited for", () => {
  const { control, field } = make();
  field.write("a");
  field.type();
  control.value = "b";
  field.commit();
  field.take();
  field.settle(true, true);
  assert.equal(control.value, "b", "no flash of the old name");
  assert.equal(field.commit(), false, "nor is it asked for twice");
  field.write("b");
  assert.equal(control.value, "b");
});

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`a drag asks for one value at a time, and for the last: seed ${seed}`, () => {
    const next = random(seed);
    const { control, field } = make("0");
    field.write("0");
    let [asked, stored] = [/** @type {string[]} */ ([]), "0"];
    const take = () => field.take() && asked.push(control.value);
    const answer = () => {
      if (!field.isAsking) return;
      stored = /** @type {string} */ (asked.at(-1));
      field.write(stored);
      if (field.settle(true)) take();
    };
    for (let step = 1; step <= 200; step++) {
      if (next(10) < 7) {
        field.type();
        control.value = String(step);
        take();
      } else answer();
    }
    const last = control.value;
    if (field.commit()) take();
    while (field.isAsking) answer();
    assert.equal(control.value, last);
    assert.equal(stored, last);
    assert.equal(new Set(asked).size, asked.length);
  });
}
