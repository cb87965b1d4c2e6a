// The rows of a `select`, against a slow model: what was chosen stays as long as its row is there.

import assert from "node:assert/strict";
import test from "node:test";
import { Field } from "../../Sources/AviaryServer/Client/field.js";
import { applyOps } from "../../Sources/AviaryServer/Client/splice.js";
import { faked } from "./faked.mjs";
import { random } from "./random.mjs";

/** A node with the little that rows need. */
class Node {
  /** @type {Node[]} */
  children = [];
  /** @type {Node | null} */
  parentNode = null;
  /** @type {Record<string, string>} */
  dataset = {};
  textContent = "";

  constructor(/** @type {string} */ localName) {
    this.localName = localName;
  }

  get nextSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get isConnected() {
    return this.parentNode !== null;
  }

  append(/** @type {Node[]} */ ...nodes) {
    for (const node of nodes) this.insertBefore(node, null);
  }

  insertBefore(/** @type {Node} */ node, /** @type {Node | null} */ next) {
    node.remove();
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, node);
    node.parentNode = this;
  }

  remove() {
    if (!this.parentNode) return;
    const select = this.select();
    const { children } = this.parentNode;
    children.splice(children.indexOf(this), 1);
    this.parentNode = null;
    select?.forget(this);
  }

  /** @returns {Select | undefined} */
  select() {
    return this.parentNode?.select();
  }

  querySelectorAll() {
    return [];
  }
}

class Group extends Node {
  label = "";
}

/** Chooses the first option when the chosen one is removed, even if it comes back, as browsers do. */
class Select extends Node {
  dataset = { choices: "shelf" };
  ariaLabel = "Shelf";
  type = "select-one";

  constructor() {
    super("select");
    this.append(Object.assign(new Node("option"), { value: "", textContent: "None" }));
    /** @type {Node | undefined} */
    this.chosen = this.children[0];
  }

  get options() {
    return this.children.flatMap((child) => (child instanceof Group ? child.children : [child]));
  }

  get value() {
    return /** @type {any} */ (this.chosen)?.value ?? "";
  }

  set value(value) {
    this.chosen = this.options.find((option) => /** @type {any} */ (option).value === value);
  }

  select() {
    return this;
  }

  forget(/** @type {Node} */ node) {
    if (this.chosen && (node === this.chosen || node.children.includes(this.chosen))) this.chosen = this.options[0];
  }

  matches() {
    return false;
  }
}

async function start() {
  const select = new Select();
  /** @type {string[]} */
  const said = [];
  Object.assign(globalThis, {
    document: { querySelectorAll: () => [select], querySelector: () => null, activeElement: null },
    CSS: { escape: (/** @type {string} */ name) => name, supports: () => true },
    HTMLOptGroupElement: Group,
  });
  const field = new Field(/** @type {any} */ (select));
  const { default: begin } = await faked("choices", {
    applyOps,
    fieldOf: () => field,
    say: (/** @type {string} */ _, /** @type {string} */ sentence) => said.push(sentence),
    phrase: (/** @type {string} */ sentence, /** @type {string[]} */ ...values) => `${values[1]} is gone`,
    make: (/** @type {string} */ name, /** @type {object} */ properties) =>
      Object.assign(name === "optgroup" ? new Group(name) : new Node(name), properties),
    hasFocus: () => false,
    listen() {},
  });
  const show = begin();
  const choose = (/** @type {string} */ value) => {
    select.value = value;
    field.type();
  };
  const shown = () => select.options.slice(1).map((option) => `${/** @type {any} */ (option).value} ${option.textContent}`);
  return { select, field, show, said, choose, shown };
}

const row = (/** @type {string} */ id, title = `Row ${id}`) => [id, 0, title];

test("what the store has chosen is shown, and what a person has chosen stays", async () => {
  const { select, show, choose, shown, said } = await start();
  show({ list: "shelf", steps: [row("1"), row("2"), row("3")], chosen: ["2"], isNew: true });
  assert.equal(select.value, "2");
  choose("1");
  show({ list: "shelf", steps: [-1, 2, row("1", "Renamed")], chosen: ["3"] });
  assert.equal(select.value, "1");
  assert.deepEqual(shown(), ["2 Row 2", "3 Row 3", "1 Renamed"]);
  show({ list: "shelf", steps: [2, -1], chosen: ["3"] });
  assert.equal(select.value, "");
  assert.deepEqual(said, ["Renamed is gone"]);
});

test("rows that do not fit are an error, for which the client connects anew", async () => {
  const { show } = await start();
  assert.throws(() => show({ list: "shelf", steps: [1], chosen: [] }), RangeError);
  show({ list: "shelf", steps: [row("1")], chosen: [], isNew: true });
  assert.throws(() => show({ list: "shelf", steps: [2], chosen: [] }), RangeError);
});

test("what a page before this one has left is chosen once its row is there", async () => {
  const { select, show } = await start();
  select.dataset.left = "2";
  show({ list: "shelf", steps: [row("1")], chosen: [], isNew: true });
  assert.equal(select.dataset.left, "2");
});

for (let seed = 0; seed < 60; seed++) {
  test(`a history of rows is followed: ${seed}`, async () => {
    const { select, field, show, choose, shown, said } = await start();
    const draw = random(seed);
    /** @type {{id: string, title: string}[]} */
    let rows = [];
    /** @type {string | undefined} */
    let own;
    let stored = "";
    let gone = 0;
    let count = 0;
    show({ list: "shelf", steps: [], chosen: [], groups: [["A", 0], ["B", 0]], isNew: true });
    for (let step = 0; step < 60; step++) {
      const before = own ?? stored;
      const old = rows;
      let isNew = false;
      const next = [...rows];
      const at = draw(rows.length + 1);
      switch (draw(6)) {
        case 0: case 1: next.splice(at, 0, { id: String(++count), title: `Row ${count}` }); break;
        case 2: next.splice(at, 1); break;
        case 3: if (rows[at]) next.splice(draw(rows.length), 0, ...next.splice(at, 1)); break;
        case 4: if (rows[at]) next[at] = { id: rows[at].id, title: `${rows[at].title}*` }; break;
        default:
          if (draw(3) === 0) isNew = true;
          else if (rows[at]) choose((own = rows[at].id));
          else {
            field.discard();
            own = undefined;
          }
      }
      if (draw(4) === 0) stored = next[draw(next.length + 1)]?.id ?? "";
      rows = next;
      if (stored && !rows.some(({ id }) => id === stored)) stored = "";
      // The slowest steps there are: each row is left out, and moved or sent again.
      const known = new Set(old);
      const steps = isNew ? rows.map(({ id, title }) => row(id, title))
        : [...(old.length ? [-old.length] : []), ...rows.map((each) => (known.has(each) ? [each.id] : row(each.id, each.title)))];
      const middle = draw(rows.length + 1);
      show({ list: "shelf", steps, chosen: stored ? [stored] : [], groups: [["A", middle], ["B", rows.length - middle]], isNew });
      const isGone = before !== "" && !rows.some(({ id }) => id === before);
      if (isGone && own !== undefined) own = "";
      const expected = own ?? stored;
      if (isGone && expected === "") gone += 1;
      assert.deepEqual(shown(), rows.map(({ id, title }) => `${id} ${title}`));
      assert.equal(select.value, expected);
      assert.equal(said.length, gone);
    }
  });
}
