// The client's reading of the wire, against the packets that the Swift tests read, too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { decode, encode, fieldsOf } from "../../Sources/AviaryServer/Client/packets.js";
import { applyOps } from "../../Sources/AviaryServer/Client/splice.js";
import { browserFields, sceneFields } from "../../Sources/AviaryServer/Client/wire.js";

const golden = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`../Golden/wire/${name}.json`, import.meta.url), "utf8"));

for (const { name, packet } of [...golden("scene"), ...golden("splices")]) {
  test(`a packet of the scene is read: ${name}`, () => {
    const { messages, problems } = decode(packet);
    assert.deepEqual(problems, []);
    const parts = messages.map(({ name, ...fields }) => [name, ...Object.values(fields)]);
    assert.deepEqual(parts.map((parts) => (parts[0] === "cell" ? parts.flat() : parts)), JSON.parse(packet));
  });
}

for (const { name, before, packet, after } of golden("splices")) {
  test(`a splice does what it should: ${name}`, () => {
    const { steps } = decode(packet).messages.find(({ name }) => name === "splice") ?? {};
    const { tiles } = applyOps(before.map((/** @type {string} */ id) => ({ id })), steps, ([id]) => ({ id }));
    assert.deepEqual(tiles.map(({ id }) => id), after);
  });
}

test("every message of the scene has an example", () => {
  const seen = new Set(golden("scene").flatMap(({ packet }) => decode(packet).messages.map(({ name }) => name)));
  assert.deepEqual([...seen].sort(), Object.keys(sceneFields).sort());
});

test("the client's packets are written as the scene reads them", () => {
  for (const { packet } of golden("browser")) {
    const written = JSON.parse(packet).map(([name, ...parts]) => encode(name, fieldsOf(name, parts)).slice(1, -1));
    assert.equal(`[${written.join()}]`, packet);
  }
});

test("every message of the browser has an example", () => {
  const seen = new Set(golden("browser").flatMap(({ packet }) => JSON.parse(packet).map(([name]) => name)));
  assert.deepEqual([...seen].sort(), Object.keys(browserFields).sort());
});

test("optional fields are left out at the end, and stand in for others in front of them", () => {
  const call = { number: 1, action: "add", fields: {}, item: null };
  assert.equal(encode("do", call), '[["do",1,"add",{},null]]');
  assert.equal(encode("do", { ...call, section: "tea" }), '[["do",1,"add",{},null,null,"tea"]]');
  assert.equal(encode("scroll", { collection: "grid", rect: [0, 0, 1, 1], hasEnded: false }), '[["scroll","grid",[0,0,1,1]]]');
  assert.equal(encode("scroll", { collection: "grid", rect: [0, 0, 1, 1], hasEnded: true }), '[["scroll","grid",[0,0,1,1],true]]');
});

const lattice = [0, 0, 130, 130, 130, 130, 3];

for (const text of ["", "nonsense", "{}", "null", "7", '"splice"', "[", '["done",1]x']) {
  test(`no packet: ${text}`, () => {
    const { messages, problems } = decode(text);
    assert.equal(messages.length, 0);
    assert.equal(problems.length, 1);
  });
}

const broken = [
  null, 7, "done", {}, [], [null], [7], [["done"]],
  ["nope"], ["__proto__"], ["constructor", 1], ["toString"],
  ["done"], ["done", "1"], ["done", -1], ["done", 1.5], ["done", 1, 2],
  ["failed", 1], ["failed", 1, null], ["failed", 1, "a", "b"], ["working", 1, "a"], ["working", "1", "a", "b"],
  ["say", "error", 7], ["offer", "a", "b"], ["refused"], ["outlet", "a"], ["outlet", "a", []], ["outlet", "a", {}],
  ["title"], ["title", 7], ["notFound", null], ["show"], ["show", 7], ["show", ""], ["show", "colors"], ["show", "//evil.example/"],
  ["show", "/\\evil.example/"], ["show", "https:///evil.example/"], ["show", "https:/\\evil.example/"], ["show", "javascript:alert(1)"],
  ["show", "ftp://example.org/"], ["show", "x https://example.org/"],
  ["show", "/colors", 7], ["show", "/colors", "a", "b"],
  ["present", "sheet1", "sheet", "", null, true], ["present", "sheet1", "sheet", "", "//evil.example/", true, ""], ["present", "sheet1", "sheet", "", null, 1, ""],
  ["dismiss"], ["dismiss", 7],
  ["display"], ["display", -1], ["splice", "grid", 0, 0, [], null, null, null, null, 1],
  ["selected", "grid", "1", []], ["keepsake", 7],
  ["cell", "grid", "1"], ["cell", "grid", "1", 0], ["cell", "grid", 1, 0, "a"], ["cell", "grid", "1", -1, "a"],
  ["cell", "grid", "1", 0, ["a"]], ["cell", "grid", "1", 0, "a", 1], ["cell", "grid", "1", 0, "a", "1", "b"], [["pong"]],
  ["menus", "list"], ["moves", "list"], ["moves", "list", 1], ["moves", "list", true, 1], ["menus", "list", [], 1], ["swiped", 1, []], ["swiped", 1, [], "a"], ["menu", 1], ["menu", -1, []], ["menu", 1, "a"], ["copy"], ["copy", 7], ["copy", "1", "a"], ["copy", "a"],
  ["mode", "list"], ["mode", "list", "2"], ["mode", "list", 2, 1], ["found", "list", 1], ["found", "list", 1, "2"], ["found", "list", 1, 2, 1],
  ["lifted", "list", "1"], ["lifted", "list", 1, 1], ["lifted", "list", "1", 0, 7],
  ["gone", "list"], ["gone", "list", 17], ["pong", 1],
  ["splice", "grid", 1, 0], ["splice", "grid", -1, 0, []], ["splice", "grid", 1, 0, "a"],
  ["splice", "grid", 1, 0, [1], 5], ["splice", "grid", 1, 0, [1], [], 1],
  ["reload", "grid", {}, 0, 0, []], ["reload", "grid", lattice, 0, 0, [], 1],
];

for (const message of broken) {
  test(`no message: ${JSON.stringify(message)}`, () => {
    const { messages, problems } = decode(JSON.stringify([message, ["done", 1]]));
    assert.deepEqual(messages, [{ name: "done", number: 1 }], "the other one stands");
    assert.equal(problems.length, 1);
  });
}

test("a huge number is no count", () => {
  assert.equal(decode('[["splice","grid",1e300,0,[]]]').messages.length, 0);
});

for (const ops of [[0], [1.5], [[]], [[7]], [null], ["a"], [{}], [true], [[], 1]]) {
  test(`no splice: ${JSON.stringify(ops)}`, () => {
    assert.throws(() => applyOps([{ id: "a" }], /** @type {any} */ (ops), ([id]) => ({ id })));
  });
}
