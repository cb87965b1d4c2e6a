// The contrast matrix of the Palette room: the kept cells, the keys, and the contrast of a pair.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { cellAfter, contrastOf, heldRange, readColors, revealing } from "../../Gallery/Pages/Palette/Contrast/matrix.js";

/** Relative luminance, as WCAG 2.2 defines it. */
const luminanceOf = (hex) => [1, 3, 5]
  .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
  .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  .reduce((sum, light, channel) => sum + light * [0.2126, 0.7152, 0.0722][channel], 0);

test("the cells in view are held, and a few beyond, wherever it is scrolled to", () => {
  for (const count of [1, 2, 7, 60, 256]) {
    for (let offset = 0; offset <= count * 44; offset += 11) {
      const extent = Math.min(440, count * 44);
      const [first, last] = heldRange(offset, extent, 44, count);
      assert.ok(1 <= first && first <= last && last <= count, `${first} to ${last} of ${count}`);
      for (let index = 1; index <= count; index++) {
        const isSeen = index * 44 > offset && (index - 1) * 44 < offset + extent;
        if (isSeen) assert.ok(first <= index && index <= last, `${index} at ${offset}`);
      }
      assert.ok(last - first < 10 + 1 + 2 * 3, "no more than is seen and a margin");
    }
  }
});

test("a sheet on a desktop holds 700 cells at most of 256 colors, headings included", () => {
  // As wide and high as the styles let it be, and cells of 44 points.
  const most = (extent) => {
    let most = 0;
    for (let offset = 0; offset < 257 * 44; offset += 1) {
      const [first, last] = heldRange(offset, extent - 44, 44, 256);
      most = Math.max(most, last - first + 1);
    }
    // The heading, and the cell that has the keyboard.
    return most + 2;
  };
  assert.ok(most(56 * 16) * most(32 * 16) <= 700, `${most(56 * 16)} x ${most(32 * 16)}`);
});

test("what the keyboard leads to is seen behind the headings, and what is seen stays where it is", () => {
  for (let offset = 0; offset <= 2_000; offset += 7) {
    for (let index = 1; index <= 60; index++) {
      const next = revealing(offset, 440, 44, index);
      assert.ok(next + 44 <= index * 44 && (index + 1) * 44 <= next + 440);
      const isSeen = offset + 44 <= index * 44 && (index + 1) * 44 <= offset + 440;
      if (isSeen) assert.equal(next, offset);
    }
  }
});

test("keys lead to neighbours, by pages and to the ends, and never out of it", () => {
  const after = (key, isWhole = false, row = 5, column = 6) => {
    const next = cellAfter({ row, column }, key, isWhole, 10, 60);
    return next && [next.row, next.column];
  };
  assert.deepEqual(after("ArrowUp"), [4, 6]);
  assert.deepEqual(after("ArrowDown"), [6, 6]);
  assert.deepEqual(after("ArrowLeft"), [5, 5]);
  assert.deepEqual(after("ArrowRight"), [5, 7]);
  assert.deepEqual(after("PageDown"), [15, 6]);
  assert.deepEqual(after("PageUp"), [1, 6]);
  assert.deepEqual(after("Home"), [5, 1]);
  assert.deepEqual(after("End"), [5, 60]);
  assert.deepEqual(after("Home", true), [1, 1]);
  assert.deepEqual(after("End", true), [60, 60]);
  assert.deepEqual(after("ArrowDown", true), [60, 6]);
  assert.deepEqual(after("ArrowRight", false, 5, 60), [5, 60]);
  assert.equal(after("a"), undefined);
});

test("colors are read of lines, whatever they are called", () => {
  assert.deepEqual(readColors("#ffffff #000000 1 Snow white\n#010203 #ffffff 5e-05 0 # 1"), [
    { hex: "#ffffff", ink: "#000000", luminance: 1, name: "Snow white" },
    { hex: "#010203", ink: "#ffffff", luminance: 5e-5, name: "0 # 1" },
  ]);
  assert.deepEqual(readColors(""), []);
});

const page = readFileSync(new URL("../../Gallery/Pages/Palette/Contrast/Matrix.html", import.meta.url), "utf8");
/** The words of the grid, as its `dataset` has them. */
const words = Object.fromEntries(
  [...page.matchAll(/ data-(say-[\w-]+)="([^"]*)"/g)].map(([, name, text]) =>
    [name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), text]));

test("names of colors stand in the words as they are", () => {
  const [one, other] = ["$& {ratio}", "{text}"].map((name) => ({ name, luminance: 0 }));
  assert.equal(contrastOf(one, other, words).label, "$& {ratio} on {text}, 1.00 to 1, reaches no grade");
});

const golden = JSON.parse(readFileSync(new URL("../Golden/contrast/pairs.json", import.meta.url), "utf8"));
for (const { text, background, short, ratio, reaches } of golden) {
  test(`the contrast of ${text} on ${background} is as the golden file has it`, () => {
    const [one, other] = [text, background].map((name) => ({ name, luminance: luminanceOf(name) }));
    const pair = contrastOf(one, other, words);
    assert.equal(pair.short, short);
    assert.equal(pair.label, `${text} on ${background}, ${ratio} to 1, ${reaches ? `reaches ${reaches}` : "reaches no grade"}`);
    assert.equal(pair.isRead, Number(reaches) >= 4.5);
    assert.equal(pair.isLow, reaches === null);
  });
}
