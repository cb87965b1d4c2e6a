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
  field.discard();
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
  field.settle(true);
  assert.equal(control.value, "b", "no flash of the old name");
  assert.equal(field.commit(), false, "nor is it asked for twice");
  field.write("b");
  assert.equal(control.value, "b");
});

test("a value that waits is asked for before something else is, and the answer to the last decides", () => {
  const { control, field } = make("0");
  field.write("0");
  assert.equal(field.take(true), false, "nothing waits");
  for (const [value, isNow] of /** @type {const} */ ([["1", true], ["2", false], ["3", false]])) {
    field.type();
    control.value = value;
    assert.equal(field.take(), isNow);
  }
  assert.equal(field.commit(), true);
  assert.equal(field.take(true), true);
  assert.equal(field.take(true), false, "once");
  field.write("1");
  assert.equal(field.settle(true), false);
  assert.equal(control.value, "3", "the answer to the first is not shown");
  assert.ok(field.isAsking);
  field.write("3");
  assert.equal(field.settle(true), false);
  assert.equal(control.value, "3");
  assert.ok(!field.isAsking && !field.isPending);
});

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`a press finds the value that is shown: seed ${seed}`, () => {
    const next = random(seed);
    const { control, field } = make("0");
    field.write("0");
    // The values sent to the scene, in order, and the last one that it has stored.
    let [sent, stored] = [/** @type {string[]} */ ([]), "0"];
    const press = () => {
      if (field.take(true)) sent.push(control.value);
      assert.equal(sent.at(-1) ?? stored, control.value);
    };
    const answer = () => {
      const value = sent.shift();
      if (value === undefined) return;
      field.write((stored = value));
      if (field.settle(true) && field.take()) sent.push(control.value);
    };
    for (let step = 1; step <= 300; step++) {
      const choice = next(10);
      if (choice < 5) {
        field.type();
        control.value = String(step);
        if (field.take()) sent.push(control.value);
      } else if (choice < 7) press();
      else answer();
    }
    const last = control.value;
    if (field.commit() && field.take()) sent.push(last);
    while (sent.length) answer();
    assert.deepEqual([control.value, stored, field.isPending], [last, last, false]);
  });
}

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

for (const [name, marked, stored] of /** @type {const} */ ([["first", -1, "a"], ["marked", 2, "c"]])) {
  test(`the first choice in a select is asked for, whose ${name} option was shown before`, () => {
    const options = ["a", "b", "c"].map((value, index) => ({ value, defaultSelected: index === marked }));
    // Its first event comes when the choice is made.
    const field = new Field({ type: "select-one", value: "b", options });
    assert.equal(field.stored, stored);
    field.type();
    assert.equal(field.commit(), true);
  });
}
