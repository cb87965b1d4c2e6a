import assert from "node:assert/strict";
import test from "node:test";
import { random, seed } from "./random.mjs";

// The little of a browser that a scroll box needs: a box that scrolls within its ends, and tells of it.
const origin = 44;

/** @type {any} */ (globalThis).ResizeObserver = class {
  observe() {}
};
/** @type {any} */ (globalThis).getComputedStyle = () => ({ scrollPaddingTop: "44px", scrollPaddingBottom: "auto" });
/** @type {any} */ (globalThis).requestAnimationFrame = () => 1;

const { ScrollBox } = await import("../../Sources/AviaryServer/Client/scrollbox.js");

class Box {
  clientHeight = 728;
  content = {
    offsetTop: origin,
    style: { height: "0px" },
    children: [{ style: { translate: "" } }],
    getBoundingClientRect: () => ({ width: 390 }),
  };
  #top = 0;
  /** @type {Record<string, () => void>} */
  #listeners = {};

  addEventListener(/** @type {string} */ name, /** @type {() => void} */ listener) {
    this.#listeners[name] = listener;
  }

  toggleAttribute() {}

  get height() {
    return parseFloat(this.content.style.height);
  }

  get end() {
    return Math.max(0, this.height + origin - this.clientHeight);
  }

  get scrollHeight() {
    return this.end + this.clientHeight;
  }

  get scrollTop() {
    return (this.#top = Math.min(this.#top, this.end));
  }

  set scrollTop(top) {
    this.#top = Math.max(0, Math.min(top, this.end));
  }

  /** What a person does. */
  scroll(/** @type {number} */ top) {
    this.scrollTop = top;
    this.#listeners.scroll();
  }

  rest() {
    this.#listeners.scrollend();
  }
}

const make = (/** @type {number} */ height) => {
  const box = new Box();
  const scroll = new ScrollBox(/** @type {any} */ (box), /** @type {any} */ (box.content), () => {});
  scroll.start();
  scroll.setContentHeight(height);
  const [tile] = /** @type {any[]} */ (box.content.children);
  /** Where the frame of a tile is on screen, as the browser has it. */
  const seen = () => parseFloat(tile.style.translate.split(" ")[1]) + origin - box.scrollTop;
  const setTop = (/** @type {number} */ y) => scroll.setFrame(tile, { x: 0, y, width: 130, height: 130 });
  return { box, scroll, seen, setTop };
};

test("content that fits is scrolled as it is", () => {
  const { box, scroll, seen, setTop } = make(7_999_990);
  setTop(5_000_000);
  assert.equal(box.height, 7_999_990);
  for (const top of [0, 500, 6_000_000, 10_000, box.end]) {
    box.scroll(top);
    box.rest();
    assert.equal(scroll.top, top - origin);
    assert.equal(seen(), 5_000_000 - scroll.top);
  }
});

for (const height of [200, 1_000_000, 43_333_420]) {
  test(`the end of ${height} points is known wherever the box is, and reached`, () => {
    const { box, scroll } = make(height);
    const end = Math.max(-origin, height - box.clientHeight);
    for (const share of [0, 0.3, 1, 0.999]) {
      box.scroll(box.end * share);
      assert.equal(Math.round(scroll.end), end);
      assert.equal(scroll.endOf(height), end);
    }
    scroll.top = scroll.endOf(height);
    assert.equal(scroll.top, end);
    // A box that has grown is read before it is measured.
    box.clientHeight += 100;
    assert.equal(scroll.end, Math.max(-origin, end - 100));
  });
}

for (const height of [1_000_000, 43_333_420]) {
  test(`a slide in ${height} points moves nothing and does not scroll, except near an end`, () => {
    const { box, scroll, seen, setTop } = make(height);
    box.scroll(box.end / 2);
    for (const by of [700, -3_000, 12_345, -50]) {
      const [at, top] = [box.scrollTop, scroll.top];
      setTop(top + 200);
      const before = seen();
      scroll.slide(top + by);
      setTop(top + 200 + by);
      assert.equal(seen(), before);
      assert.equal(box.scrollTop, at);
      assert.equal(scroll.top, top + by);
    }
    scroll.slide(500);
    assert.equal(scroll.top, 500);
    for (let step = 0; step < 60; step++) box.scroll(box.scrollTop - 10);
    assert.equal(scroll.top, -origin, "the top of the content is reached");
    box.scroll(box.end / 2);
    scroll.slide(scroll.top - 5_000);
    box.rest();
    const top = scroll.top;
    for (let step = 0; box.scrollTop < box.end; step++) {
      box.scroll(box.scrollTop + 700);
      assert.ok(step < 100_000);
    }
    assert.equal(scroll.top, height - 728);
    assert.ok(top < height);
  });
}

for (const height of [8_100_000, 43_333_420, 251_000_000, 2_500_000_000]) {
  test(`the bar reaches first and last of ${height} points, and what is between at its share`, () => {
    const { box, scroll } = make(height);
    const tops = [];
    for (let part = 0; part <= 64; part++) {
      box.scroll((box.end * part) / 64);
      tops.push(scroll.top);
      assert.ok(Math.abs(scroll.top / (height - box.clientHeight) - part / 64) < 0.0125, `${scroll.top} at ${part} of 64`);
      box.rest();
      assert.equal(scroll.top, tops[part]);
      assert.ok(Math.abs(box.scrollTop - (box.end * part) / 64) < 2, "the bar stays where it was let go");
    }
    assert.equal(tops[0], -origin);
    assert.equal(tops[64], height - box.clientHeight);
    assert.deepEqual(tops, tops.toSorted((one, other) => one - other));
    for (const part of [32, 64, 16, 0, 63, 1]) {
      box.scroll((box.end * part) / 64);
      assert.equal(scroll.top, tops[part], "wherever it comes from");
    }
  });
}

for (const [name, act] of /** @type {[string, (at: ReturnType<typeof make>) => void][]} */ ([
  ["the end of an earlier movement", ({ box }) => box.rest()],
  ["a change of the content", ({ scroll }) => scroll.setContentHeight(43_333_420)],
  ["whoever asks", ({ scroll }) => void scroll.visible],
])) {
  test(`the bar leads to the same place when ${name} comes before the event`, () => {
    for (const [start, target] of [[3_000, 5_432_100], [5_432_100, 2_000_000], [7_000_000, 1_500_000], [0, 7_900_000]]) {
      const [told, untold] = [make(43_333_420), make(43_333_420)];
      for (const { box } of [told, untold]) {
        box.scroll(start);
        box.rest();
      }
      told.box.scroll(target);
      untold.box.scrollTop = target;
      act(untold);
      assert.equal(untold.scroll.top, told.scroll.top, `from ${start} to ${target}`);
      untold.box.scroll(untold.box.scrollTop);
      assert.equal(untold.scroll.top, told.scroll.top, `from ${start} to ${target}, told later`);
    }
  });
}

test("what is scrolled without a rest reaches both ends, point for point", () => {
  const { box, scroll } = make(43_333_420);
  for (const [start, by, end] of [[1_010_000, -2_900, -origin], [6_900_000, 2_900, 43_333_420 - box.clientHeight]]) {
    box.scroll(start);
    for (let expected = scroll.top; scroll.top !== end; ) {
      expected = Math.min(Math.max(-origin, expected + by), 43_333_420 - box.clientHeight);
      box.scroll(box.scrollTop + by);
      assert.equal(scroll.top, expected);
    }
  }
});

// The second stopped a little before the end, which came within one turn of the wheel; the third took the box's growing
// shorter for the bar.
for (const each of [seed, 214214015, 293003]) test(`every point scrolled is one of the content, seed ${each}`, () => {
  const next = random(each);
  for (let round = 0; round < 200; round++) {
    let height = 100_000 + next(9) * next(9_000_000);
    const { box, scroll, seen, setTop } = make(height);
    const ends = (/** @type {number} */ top) => Math.max(-origin, Math.min(top, Math.max(-origin, height - box.clientHeight)));
    for (let turn = 0; turn < 60; turn++) {
      const hint = `round ${round}, turn ${turn}, height ${height}, top ${scroll.top}, box ${box.scrollTop}`;
      const before = scroll.top;
      const by = next(5_000) - 2_500;
      const kind = next(8);
      if (kind === 0) box.scroll(next(box.end + 1));
      else if (kind === 1) scroll.top = next(height);
      else if (kind === 2) {
        height = next(3) ? Math.max(2_000, height + next(2_000) - 1_000) : 100_000 + next(9) * next(9_000_000);
        scroll.setContentHeight(height);
        assert.equal(scroll.top, ends(before), hint);
      } else if (kind === 3) {
        box.rest();
        assert.equal(scroll.top, before, hint);
      } else {
        box.scroll(box.scrollTop + by);
        assert.equal(scroll.top, ends(before + by), hint);
      }
      if (kind === 1) {
        const aim = next(height);
        setTop(aim);
        scroll.top = aim;
        assert.equal(scroll.top, ends(aim), hint);
      }
      setTop(scroll.top + next(1_000));
      const screen = seen();
      box.rest();
      assert.equal(seen(), screen, `nothing is seen to move, ${hint}`);
      if (box.scrollTop === 0) assert.equal(scroll.top, -origin, hint);
      if (box.scrollTop === box.end && box.end > 0) assert.equal(scroll.top, height - box.clientHeight, hint);
    }
  }
});
