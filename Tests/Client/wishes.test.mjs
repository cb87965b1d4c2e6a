import assert from "node:assert/strict";
import test from "node:test";
import { tapWish, Wishes } from "../../Sources/AviaryServer/Client/wishes.js";
import { random } from "./random.mjs";

/**
 * Items as they are shown: what is wished, or else what the scene says.
 *
 * @param {Wishes} wishes
 * @param {boolean[]} said
 */
const shown = (wishes, said) =>
  said.map((isSelected, position) => ({
    id: `i${position}`, position, isSelected: wishes.of(`i${position}`, position) ?? isSelected,
  }));

const selected = (/** @type {Wishes} */ wishes, /** @type {boolean[]} */ said) =>
  shown(wishes, said).filter(({ isSelected }) => isSelected).map(({ position }) => position);

const none = Array(8).fill(false);

test("the newest wish counts, and without one the scene", () => {
  const wishes = new Wishes();
  wishes.add(1, tapWish("i2", true, false));
  wishes.add(2, tapWish("i2", false, false));
  wishes.add(3, tapWish("i4", true, false));
  assert.deepEqual(selected(wishes, none), [4]);
  wishes.forget(2);
  assert.deepEqual(selected(wishes, none), [2, 4]);
  wishes.forget(1);
  wishes.forget(3);
  assert.deepEqual(selected(wishes, none), []);
});

test("where one may be selected a tap takes the others out", () => {
  const wishes = new Wishes();
  const said = none.with(1, true);
  wishes.add(1, tapWish("i5", true, true));
  assert.deepEqual(selected(wishes, said), [5]);
});

test("a range that shrinks leaves everything as it was before the first of its run, answered or not", () => {
  const wishes = new Wishes();
  let said = none.with(5, true);
  const lead = (/** @type {number} */ number, /** @type {number} */ to) =>
    wishes.addRange(number, { anchor: "i2", isOn: true, from: 2, to }, shown(wishes, said));
  lead(1, 7);
  assert.deepEqual(selected(wishes, said), [2, 3, 4, 5, 6, 7]);
  said = [false, false, true, true, true, true, true, true];
  wishes.forget(1);
  lead(2, 3);
  assert.deepEqual(selected(wishes, said), [2, 3, 5]);
  lead(3, 0);
  assert.deepEqual(selected(wishes, said), [0, 1, 2, 5]);
});

test("a range reaches what is not held yet, and all reaches everything", () => {
  const wishes = new Wishes();
  wishes.addRange(1, { anchor: 0, isOn: true, from: 0, to: 900 }, shown(wishes, none));
  assert.equal(wishes.of("far", 900), true);
  assert.equal(wishes.of("further", 901), undefined);
  wishes.add(2, () => false);
  assert.equal(wishes.of("further", 901), false);
});

/** The same rules, as a scene follows them: one item after the other. */
class Scene {
  selection = new Set();
  /** @type {{anchor: number, isOn: boolean, before: Set<number>} | undefined} */
  run;

  tap(/** @type {number} */ item) {
    this.run = undefined;
    if (!this.selection.delete(item)) this.selection.add(item);
  }

  range(/** @type {number} */ from, /** @type {number} */ to, /** @type {boolean} */ isOn) {
    if (this.run?.anchor !== from || this.run.isOn !== isOn) this.run = { anchor: from, isOn, before: new Set(this.selection) };
    this.selection = new Set(this.run.before);
    for (let item = Math.min(from, to); item <= Math.max(from, to); item++) this.selection[isOn ? "add" : "delete"](item);
  }

  all(/** @type {boolean} */ isOn) {
    this.run = undefined;
    this.selection = new Set(isOn ? Array(12).keys() : []);
  }
}

test("however late the answers are, what is shown is what the scene comes to", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const below = random(seed);
    const [scene, wishes] = [new Scene(), new Wishes()];
    let said = Array(12).fill(false);
    /** @type {[number, boolean[]][]} */
    const answers = [];
    let anchor = 0;
    for (let number = 1; number <= 40; number++) {
      const [kind, item, isOn] = [below(6), below(12), below(3) > 0];
      const now = shown(wishes, said);
      if (kind === 0) {
        scene.tap(item);
        wishes.add(number, tapWish(`i${item}`, !now[item].isSelected, false));
      } else if (kind === 1) {
        scene.all(isOn);
        wishes.add(number, () => isOn);
      } else {
        if (kind === 2) anchor = below(12);
        scene.range(anchor, item, isOn);
        wishes.addRange(number, { anchor: `i${anchor}`, isOn, from: anchor, to: item }, now);
      }
      const truth = said.map((_, position) => scene.selection.has(position));
      answers.push([number, truth]);
      assert.deepEqual(selected(wishes, said), [...scene.selection].sort((a, b) => a - b), `seed ${seed}, request ${number}`);
      while (answers.length && below(3) === 0) {
        const [answered, state] = answers.shift() ?? [0, said];
        said = state;
        wishes.forget(answered);
        assert.deepEqual(selected(wishes, said), [...scene.selection].sort((a, b) => a - b), `seed ${seed}, answer ${answered}`);
      }
    }
  }
});
