// Pages that are read from right to left: the geometry stays as it is, and the scroll box mirrors it. Without a page.

import assert from "node:assert/strict";
import test from "node:test";
import start from "../../Sources/AviaryServer/Client/later/frames.js";
import { random } from "./random.mjs";

/** @type {any} */ (globalThis).document = { dir: "rtl" };
/** @type {any} */ (globalThis).ResizeObserver = class {
  observe() {}
};
/** @type {any} */ (globalThis).getComputedStyle = (/** @type {any} */ element) => element.computed;
/** @type {any} */ (globalThis).requestAnimationFrame = () => 1;

const { geometryOf } = await import("../../Sources/AviaryServer/Client/geometry.js");
const { begun } = await import("../../Sources/AviaryServer/Client/later.js");
const { ScrollBox } = await import("../../Sources/AviaryServer/Client/scrollbox.js");
Object.assign(begun, { frames: start() });

/** Three columns of cells of 40 by 60 points. */
const lattice = [4, 8, 50, 70, 40, 60, 3];
const kinds = /** @type {const} */ (["down", "across"]);
const numbersOf = (/** @type {"down" | "across"} */ kind) => (kind === "down" ? lattice : [lattice, "horizontal"]);

/** A geometry on a page that is read from left to right. */
function straight(/** @type {any[]} */ numbers, /** @type {number[]} */ counts) {
  document.dir = "ltr";
  const geometry = geometryOf(numbers, counts);
  document.dir = "rtl";
  return geometry;
}

/**
 * A box of 300 by 160 points with its left upper corner at (100, 50). Its content begins 20 points from the edge where the
 * list begins: from the top, or from the right.
 *
 * @param {"down" | "across"} kind
 */
function make(kind) {
  const isAcross = kind === "across";
  /** @type {any} */
  const content = {
    style: { width: "", height: "" }, children: [],
    get offsetWidth() {
      return isAcross ? parseFloat(this.style.width) || 0 : 300;
    },
    get offsetLeft() {
      return isAcross ? 300 - 20 - this.offsetWidth : 0;
    },
    get offsetTop() {
      return isAcross ? 0 : 20;
    },
    offsetParent: null,
    get computed() {
      return { width: this.style.width || "300px", height: this.style.height || "160px", paddingLeft: "0px", paddingTop: "0px" };
    },
    getBoundingClientRect() {
      const x = 100 + this.offsetLeft - box.scrollLeft;
      return { x, y: 50 + this.offsetTop - box.scrollTop, width: this.offsetWidth, height: parseFloat(this.style.height) || 160 };
    },
  };
  /** @type {any} */
  const box = {
    clientWidth: 300, clientHeight: 160, scrollLeft: 0, scrollTop: 0,
    get scrollWidth() {
      return isAcross ? 20 + content.offsetWidth : 300;
    },
    computed: { scrollPaddingRight: "24px", scrollPaddingLeft: "7px", paddingLeft: "5px", paddingRight: "20px" },
    addEventListener(/** @type {string} */ name, /** @type {(event: any) => void} */ hear) {
      (this.listeners ??= {})[name] = hear;
    },
    toggleAttribute() {},
    scrollTo({ left = 0 }) {
      this.scrollLeft = left;
    },
  };
  content.offsetParent = box;
  const scroll = new ScrollBox(box, content, () => {});
  scroll.start();
  scroll.turn(geometryOf(numbersOf(kind), [1_000]).axes);
  scroll.setContentHeight(2_000);
  return { box, content, scroll };
}

test("the geometry of such a page is the same, but for its axes", () => {
  for (const kind of kinds) {
    const [own, other] = [geometryOf, straight].map((of) => of(numbersOf(kind), [10]));
    assert.notEqual(own.axes, other.axes);
    assert.deepEqual([own.frameOf(4), own.height, own.numbers, own.key], [other.frameOf(4), other.height, other.numbers, other.key]);
    assert.equal(own.isAcross, other.isAcross);
    const longer = own.updated([12]);
    assert.deepEqual([longer.count, longer.axes], [12, own.axes], "or the box would turn with each change");
    assert.equal(longer.resized, undefined);
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home"]) {
      const { keyOf } = /** @type {import("../../Sources/AviaryServer/Client/geometry.js").Axes} */ (own.axes);
      const mirrored = key.replace(/Left|Right/, (side) => (side === "Left" ? "Right" : "Left"));
      assert.equal(own.neighbourOf(4, keyOf(mirrored), false, 100), other.neighbourOf(4, key, false, 100), key);
    }
  }
});

test("measured heights keep the axes", () => {
  const numbers = [[300, false, 1, false, 0, 1], 0, [[0, 50, 0, 0, 300], [0, 50, 0, 0, 300]], 100, [0]];
  const geometry = geometryOf(numbers, [2]);
  assert.ok("resized" in geometry);
  const resized = /** @type {any} */ (geometry).resized((/** @type {number} */ position) => (position ? undefined : 80));
  assert.deepEqual([resized.height, resized.axes], [130, geometry.axes]);
});

test("points and rects are converted there and back, and ways keep their lengths", () => {
  const next = random(41);
  const drawn = () => next(400) - 100;
  for (const kind of kinds) {
    const { turned, unturned, sent } = /** @type {any} */ (geometryOf(numbersOf(kind), [1]).axes);
    for (let round = 0; round < 200; round++) {
      const rect = { x: drawn(), y: drawn(), width: drawn() + 100, height: drawn() + 100 };
      assert.deepEqual(unturned(turned(rect)), rect);
      assert.deepEqual(turned(unturned(rect)), rect);
      const [other, way] = [{ ...rect, x: drawn(), y: drawn() }, { x: 0, y: 0 }];
      Object.assign(way, { x: other.x - rect.x, y: other.y - rect.y });
      const [from, to, seen] = [turned(rect), turned(other), turned(way)];
      assert.ok(to.x - from.x === seen.x && to.y - from.y === seen.y);
      assert.deepEqual(Object.values(sent(rect)), kind === "down" ? Object.values(rect) : [rect.y, rect.x, rect.height, rect.width]);
    }
    assert.equal(turned(undefined), undefined);
  }
});

test("rows stand as far from the right edge as elsewhere from the left one", () => {
  /** @type {any} */
  const [tile, header] = ["tile", "section"].map((className) => ({ className, style: {} }));
  const { scroll } = make("down");
  // The style sheet puts both at the right edge of the content, with their left edges.
  scroll.setFrame(tile, { x: 4, y: 78, width: 96, height: 60 });
  assert.deepEqual(tile.style, { translate: "-100px 78px", width: "96px", height: "60px" });
  scroll.setFrame(header, { x: 0, y: 78, width: 300, height: 600 });
  assert.deepEqual(header.style, { margin: "78px 0 0 -300px", width: "300px", height: "600px" });
  assert.deepEqual(scroll.locate({ x: 390, y: 75 }), { x: 10, y: 5 });
  assert.deepEqual(scroll.view, [0, 0, 300, 140], "as on any page");
});

test("a list that scrolls to the left begins at the right", () => {
  const { box, content, scroll } = make("across");
  assert.equal(content.style.width, "2000px");
  assert.deepEqual(scroll.visible, { x: 0, y: 0, width: 160, height: 280 });
  box.scrollLeft = -520;
  assert.equal(scroll.top, 500);
  assert.deepEqual(scroll.view, [500, 0, 300, 160]);
  assert.equal(scroll.page, 300 - 24 - 7);
  scroll.top = 700;
  assert.equal(box.scrollLeft, -720);
  assert.equal(scroll.end, 2_000 + 20 - 300 - 20);
  assert.equal(scroll.endOf(2_000), 2_000 + 5 - 300);
  // The right edge of the content is at 100 + 300 - 20 + 720.
  assert.deepEqual(scroll.locate({ x: 390, y: 60 }), { x: 10, y: 710 });
  scroll.reveal({ y: 100, height: 50 });
  assert.equal(scroll.top, 100 - 24, "free of what floats at the right");
  /** @type {any} */
  const [tile, header] = ["tile", "section"].map((className) => ({ className, style: {} }));
  scroll.setFrame(tile, { x: 4, y: 78, width: 96, height: 60 });
  assert.deepEqual(tile.style, { translate: "-138px 4px", width: "60px", height: "96px" });
  scroll.setFrame(header, { x: 0, y: 78, width: 160, height: 600 });
  assert.deepEqual(header.style, { margin: "0px 0 0 -678px", width: "600px", height: "160px" });
});

test("a wheel that turns to the left scrolls a list that begins at the right", () => {
  const { box, scroll } = make("across");
  scroll.setContentHeight(20_000_000);
  scroll.top = 5_000_000;
  // Browsers merge the turns of a wheel, so one scroll may be as long as all of them. It is no drag of the scroll bar.
  box.listeners.wheel({ ctrlKey: false, deltaX: -1_600 });
  box.scrollLeft -= 1_600;
  assert.equal(scroll.top, 5_001_600);
});

test("a list that is not rendered has no place, and is no error", () => {
  const { box, content, scroll } = make("across");
  const { axes } = geometryOf(numbersOf("across"), [1]);
  const seen = /** @type {any} */ (axes).seen(content);
  assert.equal(seen.offsetTop, 20, "from the right");
  Object.assign(content, { offsetParent: null });
  Object.defineProperties(content, { offsetLeft: { value: 0 }, offsetWidth: { value: 0 } });
  assert.equal(seen.offsetTop, 0);
  Object.assign(box, { clientWidth: 0, clientHeight: 0 });
  scroll.setContentHeight(3_000);
  assert.equal(content.style.width, "3000px");
});

test("cells turn the other way", () => {
  const numbers = [[300, false, 1, false, 0, 1], 0, [[0, 50, 0, 0, 300], [0, 50, 0, 0, 300]], 100, [0], [[1, 1, 0, 30, 1]]];
  for (const [dir, rotate] of [["ltr", "30deg"], ["rtl", "-30deg"]]) {
    const row = { style: /** @type {any} */ ({}) };
    document.dir = dir;
    geometryOf(numbers, [2]).dress(/** @type {any} */ (row), 1);
    assert.equal(row.style.rotate, rotate);
  }
});
