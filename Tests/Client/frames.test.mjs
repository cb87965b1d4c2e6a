// The client's reading of the wire, against the frames that the Swift tests read, too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { messagesOf } from "../../Sources/AviaryServer/Client/frames.js";

const golden = (name) => JSON.parse(readFileSync(new URL(`../Golden/wire/${name}.json`, import.meta.url)));

for (const { name, frame } of golden("scene")) {
  test(`a frame of the scene is read: ${name}`, () => {
    assert.deepEqual(messagesOf(frame), JSON.parse(frame));
  });
}

test("every message of the scene has an example", () => {
  const seen = new Set(golden("scene").flatMap(({ frame }) => JSON.parse(frame).map(([name]) => name)));
  assert.deepEqual([...seen].sort(), ["cell", "collection", "done", "failed", "offer", "outlet", "refused", "say", "selected", "splice"]);
});

test("the client's frames are written as the scene reads them", () => {
  for (const { frame } of golden("browser")) assert.equal(JSON.stringify(JSON.parse(frame)), frame);
});

const hostile = [
  "", "{", "null", "{}", "[1]", "[[]]", '[["fly"]]', '[["__proto__"]]', '[["constructor",1]]', '[["done","1"]]', '[["done",1,2]]',
  '[["outlet","a",{}]]', '[["cell","grid","1",0]]', '[["cell","grid","1","0","x"]]', '[["splice","grid",1,0,[[]]]]',
  '[["splice","grid",1,0,[1.5]]]', '[["splice","grid",1,0,[[7]]]]', '[["collection","grid",[0,0,1,1,1,1,0],0,0,[]]]',
  '[["collection","grid",[0,0,1,1,1,null,3],0,0,[]]]', '[["selected","grid",[1],[]]]',
];

for (const frame of hostile) {
  test(`a broken frame is refused whole: ${frame}`, () => {
    assert.throws(() => messagesOf(frame));
  });
}
