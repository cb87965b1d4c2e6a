// Lists that scroll to the right: their geometry is transposed, and the scroll box exchanges the axes. Without a page.

import assert from "node:assert/strict";
import test from "node:test";
import { clamp } from "../../Sources/AviaryServer/Client/clamp.js";
import start from "../../Sources/AviaryServer/Client/later/frames.js";
import { latticeOf } from "../../Sources/AviaryServer/Client/lattice.js";

/** @type {any} */ (globalThis).document = { dir: "" }; // read from left to right
/** @type {any} */ (globalThis).ResizeObserver = class {
  observe() {}
};
/** @type {any} */ (globalThis).getComputedStyle = (/** @type {any} */ element) => element.computed;
/** @type {any} */ (globalThis).requestAnimationFrame = () => 1;

const { ScrollBox } = await import("../../Sources/AviaryServer/Client/scrollbox.js");
const geometryOf = start();

/** Three cells one below the other, and as many columns as there have to be. */
const columns = [[[4, 8, 50, 70, 40, 60, 3], "horizontal"], [10]];

/**
 * A box of 300 by 160 points, whose content begins 20 points from its left edge.
 *
 * @param {string} [height] of the content, before the list is turned
 */
const make = (height = "900px") => {
  /** @type {any} */
  const content = {
    offsetLeft: 20, offsetTop: 0, style: { height, width: "" }, children: [],
    get computed() {
      const { width, height } = this.style;
      return { width: width || "300px", height: height || "160px", paddingLeft: "0px", paddingTop: "0px" };
    },
    getBoundingClientRect: () => ({ x: 100 + 20 - box.scrollLeft, y: 50 }),
  };
  /** @type {any} */
  const box = {
    clientWidth: 300, clientHeight: 160, scrollLeft: 0, scrollTop: 0, computed: { scrollPaddingLeft: "24px", scrollPaddingRight: "auto" },
    addEventListener() {}, toggleAttribute() {},
    getBoundingClientRect: () => ({ x: 100, y: 50 }),
    scrollTo: (/** @type {any} */ { left }) => (box.scrollLeft = left),
  };
  const scroll = new ScrollBox(box, content, () => {});
  scroll.start();
  scroll.turn(geometryOf(...columns).axes);
  scroll.setContentHeight(2_000);
  return { box, content, scroll };
};

test("what is told of the axis makes the geometry transposed, and the page that returns makes the same", () => {
  const geometry = geometryOf(...columns);
  // Across is down: x is 4 from the top, and the fourth item begins the second column.
  assert.deepEqual(geometry.frameOf(0), { x: 4, y: 8, width: 40, height: 60 });
  assert.deepEqual(geometry.frameOf(3), { x: 4, y: 78, width: 40, height: 60 });
  assert.equal(geometry.height, 4 * 70 - 10 + 16);
  assert.deepEqual(geometry.numbers, columns[0]);
  assert.deepEqual(geometryOf(JSON.parse(JSON.stringify(geometry.numbers)), [10]).frameOf(7), geometry.frameOf(7));
  const longer = geometry.updated([12]);
  assert.equal(longer.count, 12);
  assert.equal(longer.axes, geometry.axes, "or the box would turn with each change");
  assert.equal(longer.key, geometry.key);
  assert.notEqual(geometry.key, latticeOf(columns[0][0], [10]).key, "another layout");
  assert.equal(latticeOf(columns[0][0], [10]).axes, undefined);
});

for (const [from, key, to] of /** @type {[number, string, number | undefined][]} */ ([
  [0, "ArrowRight", 3], [3, "ArrowLeft", 0], [0, "ArrowDown", 1], [2, "ArrowDown", 3], [3, "ArrowUp", 2],
  [4, "Home", 0], [4, "End", 9], [1, "PageDown", 7], [7, "PageUp", 1], [9, "ArrowRight", 9], [0, "a", undefined],
])) {
  test(`${key} leads from ${from} to ${to} in columns`, () => {
    assert.equal(geometryOf(...columns).neighbourOf(from, key, false, 145), to);
  });
}

test("frames and footers are transposed alike", () => {
  const told = [[[160, false, 1], 0, [[8, 60, 4, 0, 96], [4, 80, 4, 0, 96]], 160, [0]], "horizontal"];
  const frames = geometryOf(told, [2]);
  assert.deepEqual(frames.frameOf(1), { x: 4, y: 72, width: 96, height: 80 });
  assert.deepEqual(frames.numbers, [[...told[0], []], "horizontal"]);
  assert.equal(frames.neighbourOf(0, "ArrowRight", false, 300), 1);
  const more = frames.updated([3], [0, [2, [4, 50, 4, 0, 96]], 214, [0]]);
  assert.equal(more.height, 214);
  assert.deepEqual(more.numbers[1], "horizontal");
  const footed = geometryOf([[[4, 8, 50, 70, 40, 60, 3, 30, 0], 20], "horizontal"], [4, 2]);
  assert.equal(footed.edges, 2);
  assert.deepEqual(footed.sectionFrameOf(1), { y: 196, end: 302, height: 30 });
});

test("the box is read and scrolled to the right", () => {
  const { box, content, scroll } = make();
  assert.equal(content.style.width, "2000px");
  assert.equal(content.style.height, "");
  assert.deepEqual(scroll.visible, { x: 0, y: 0, width: 160, height: 280 });
  box.scrollLeft = 520;
  assert.equal(scroll.top, 500);
  assert.deepEqual(scroll.visible, { x: 0, y: 500, width: 160, height: 300 });
  assert.deepEqual(scroll.view, [500, 0, 300, 160], "as it is seen");
  assert.equal(scroll.page, 300 - 24);
  scroll.top = 700;
  assert.equal(box.scrollLeft, 720);
  assert.equal(box.scrollTop, 0);
  assert.deepEqual(scroll.locate({ x: 110, y: 60 }), { x: 10, y: 710 });
  scroll.reveal({ y: 100, height: 50 });
  assert.equal(scroll.top, 100 - 24, "free of what floats at the left");
});

test("what is placed stands to the right", () => {
  const { scroll } = make();
  /** @type {any} */
  const tile = { className: "tile", style: {} };
  scroll.setFrame(tile, { x: 4, y: 78, width: 96, height: 60 });
  assert.deepEqual(tile.style, { translate: "78px 4px", width: "60px", height: "96px" });
  /** @type {any} */
  const header = { className: "section", style: {} };
  scroll.setFrame(header, { x: 0, y: 78, width: 160, height: 600 });
  assert.deepEqual(header.style, { margin: "0px 0 0 78px", width: "600px", height: "160px" });
});

test("a list that is turned is as wide as its box, however long it was", () => {
  for (const height of ["60px", "900px"]) assert.equal(make(height).scroll.visible.width, 160);
  const { box, scroll } = make();
  scroll.setContentHeight(200);
  scroll.turn();
  assert.equal(scroll.visible.width, box.clientWidth);
});

test("a box that scrolls down again has everything as it is", () => {
  const { box, content, scroll } = make();
  scroll.turn();
  scroll.setContentHeight(900);
  assert.deepEqual([content.style.width, content.style.height], ["", "900px"]);
  box.scrollTop = 300;
  assert.equal(scroll.top, 300);
  assert.deepEqual(scroll.view, [0, 300, 300, 160]);
});
