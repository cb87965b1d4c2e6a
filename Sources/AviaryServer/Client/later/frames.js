import { clamp } from "../clamp.js";
import { isMirrored } from "../geometry.js";
import { latticeOf } from "../lattice.js";
import { wayBetween } from "../motion.js";
import { same } from "../scrollbox.js";
import { Sizes } from "./sizes.js";

/**
 * The geometries that are more than a plain lattice.
 *
 * Where a few numbers cannot describe a layout, the scene sends the frames near the visible rect. Beyond the known
 * frames, the other items are spread in an approximate lattice over the rest of the height. Placeholders and moving
 * tiles use this lattice until the frames arrive.
 *
 * Cells of a self-sizing layout may have other heights than the scene knows yet. The frames then have these heights, and
 * those below are moved.
 *
 * Sections with footers need a few numbers more than a lattice. A list that scrolls sideways has a transposed geometry,
 * with x and y exchanged. On a page that is read from right to left, the same geometry is mirrored. Its x begins at the
 * right edge of the content. In a list that scrolls sideways, its y begins there.
 *
 * @typedef {import("../geometry.js").Geometry} Geometry
 * @typedef {import("../geometry.js").Rect} Rect
 * @typedef {[first: number, steps: (number | number[])[], height: number, sections: number[], looks?: number[][]]} Told
 *   as in `docs/WIRE.md`
 * @typedef {[width: number, hasHeaders: boolean, version: number, isLoose?: boolean, footers?: 0 | 1 | 2, kind?: 1 | 2]} Key
 * @typedef {[key: Key, ...told: Told]} Framed
 * @typedef {[lattice: number[], footer: number, isPinned?: 1]} Footed
 */

/** The name of the direction on the wire. */
const horizontal = "horizontal";

/**
 * The names of properties and keys after exchanging x and y, and after exchanging left and right.
 *
 * @type {Record<string, string>}
 */
const exchanged = {};
/** @type {Record<string, string>} */
const swapped = {};
for (const [names, pairs] of /** @type {[Record<string, string>, string[][]][]} */ ([
  [exchanged, [
    ["width", "height"], ["top", "left"], ["clientHeight", "clientWidth"], ["scrollTop", "scrollLeft"], ["offsetTop", "offsetLeft"],
    ["scrollHeight", "scrollWidth"], ["paddingTop", "paddingLeft"], ["paddingBottom", "paddingRight"], ["deltaX", "deltaY"],
    ["scrollPaddingTop", "scrollPaddingLeft"], ["scrollPaddingBottom", "scrollPaddingRight"],
    ["ArrowUp", "ArrowLeft"], ["ArrowDown", "ArrowRight"],
  ]],
  [swapped, [["paddingLeft", "paddingRight"], ["scrollPaddingLeft", "scrollPaddingRight"], ["ArrowLeft", "ArrowRight"]]],
])) {
  for (const [one, other] of pairs) Object.assign(names, { [one]: other, [other]: one });
}

/** @typedef {Partial<Rect>} Part a point, a way or a rect */

/** @type {(it: Part) => Part} */
const transposed = (it) => ({ x: it.y, y: it.x, width: it.height, height: it.width });

/** @type {(it: Part) => Part} */
const mirrored = ({ x = 0, y, width = 0, height }) => ({ x: -x - width, y, width, height });

const keyOf = (/** @type {string} */ key) => swapped[key] ?? key;

/** The distances that a browser counts to the right, and a list that scrolls to the left counts to the left. */
const distances = ["scrollLeft", "deltaX", "left"];

/**
 * Shows an element, an event, a style or an argument as if its list scrolled down.
 *
 * @param {any} it
 * @param {boolean} isMirrored
 * @returns {any}
 */
function across(it, isMirrored) {
  const nameOf = (/** @type {string} */ name) => {
    const other = exchanged[name] ?? name;
    return isMirrored ? swapped[other] ?? other : other;
  };
  const signOf = (/** @type {string} */ name) => (isMirrored && distances.includes(name) ? -1 : 1);
  return new Proxy(it, {
    get(_, key) {
      const name = nameOf(String(key));
      if (name === "scrollTo") return ({ top = 0, behavior = "auto" }) => it.scrollTo({ left: top * signOf("left"), behavior });
      if (isMirrored && name === "offsetLeft") return (it.offsetParent?.clientWidth ?? 0) - it.offsetLeft - it.offsetWidth;
      return signOf(name) < 0 ? -it[name] : it[name];
    },
    set(_, key, value) {
      const name = nameOf(String(key));
      it[name] = signOf(name) < 0 ? -value : value;
      return true;
    },
  });
}

/**
 * The axes of a list that scrolls sideways, of a mirrored list, and of a list that is both. They are constant, so a scroll
 * box knows whether its axes have changed.
 *
 * @type {Record<"across" | "mirrored" | "mirroredAcross", import("../geometry.js").Axes>}
 */
const axes = /** @type {any} */ ({
  across: {
    turned: (/** @type {Part | undefined} */ it) => it && transposed(it),
    unturned: transposed, sent: transposed, seen: (/** @type {object} */ it) => across(it, false), keyOf: same,
  },
  mirrored: {
    turned: (/** @type {Part | undefined} */ it) => it && mirrored(it),
    unturned: mirrored, sent: same, seen: same, keyOf,
  },
  mirroredAcross: {
    turned: (/** @type {Part | undefined} */ it) => it && mirrored(transposed(it)),
    unturned: (/** @type {Part} */ it) => transposed(mirrored(it)),
    sent: transposed, seen: (/** @type {object} */ it) => across(it, true), keyOf,
  },
});

export default () => {
  /**
   * Returns the known frames after applying steps, which read the previous frames from the beginning.
   *
   * @param {Rect[]} held
   * @param {Told[1]} steps
   * @throws {RangeError} when the steps do not fit the frames held
   */
  function framesAfter(held, steps) {
    /** @type {Rect[]} */
    const frames = [];
    let [read, bottom] = [0, 0];
    for (const step of steps) {
      const [count, down] = [step].flat();
      // A number has no length.
      if (/** @type {number[]} */ (step).length > 2) {
        const [above, height, left, gap, ...widths] = /** @type {number[]} */ (step);
        const y = bottom + above;
        let x = left;
        for (const width of widths) {
          frames.push({ x, y, width, height });
          x += width + gap;
        }
        bottom = y + height;
      } else {
        const run = held.slice(read, (read += Math.abs(count)));
        if (count > 0) frames.push(...run.map((frame) => (down ? { ...frame, y: frame.y + down } : frame)));
        bottom = 0;
      }
    }
    if (read !== held.length) throw new RangeError("the frames do not fit those known");
    return frames;
  }

  /**
   * Returns the frames that the scene has sent, with other heights. The frames below move.
   *
   * @param {Rect[]} told
   * @param {(number | undefined)[]} heights
   */
  function moved(told, heights) {
    let down = 0;
    return told.map((frame, index) => {
      const height = heights[index] ?? frame.height;
      const next = { ...frame, y: frame.y + down, height };
      down += height - frame.height;
      return next;
    });
  }

  /**
   * An approximate geometry for items without known frames, over a part of the content.
   *
   * @param {number} width
   * @param {number} from a position
   * @param {number} to the position after the last
   * @param {number} top
   * @param {number} bottom
   * @param {unknown} [isList] true if there is one item in each line
   */
  function beyond(width, from, to, top, bottom, isList) {
    const count = Math.max(1, to - from);
    const height = Math.max(1, bottom - top);
    const columns = isList ? 1 : clamp(Math.round(width / Math.sqrt((width * height) / count)), 1, count);
    const [pitchX, pitchY] = [width / columns, height / Math.ceil(count / columns)];
    const lattice = latticeOf([0, 0, pitchX, pitchY, Math.max(1, pitchX - 4), Math.max(1, pitchY - 4), columns], [count]);
    return {
      frameOf(/** @type {number} */ position) {
        const frame = lattice.frameOf(clamp(position - from, 0, count - 1));
        return { ...frame, y: Math.round(frame.y + top) };
      },
      positionsIn: (/** @type {{y: number, height: number}} */ rect) =>
        lattice.positionsIn({ y: rect.y - top, height: rect.height }).map((position) => position + from),
      positionAt: (/** @type {import("../geometry.js").Point} */ { x, y }) => lattice.positionAt({ x, y: y - top }) + from,
    };
  }

  /** Twice the middle of a frame, vertically and horizontally: doubled, so that it is whole. */
  const middle = (/** @type {Rect} */ { y, height }) => 2 * y + height;
  const across = (/** @type {Rect} */ { x, width }) => 2 * x + width;
  /** True if two frames are in one line. Rounding may move a middle by a point. */
  const isLine = (/** @type {Rect} */ one, /** @type {Rect} */ other) => Math.abs(middle(one) - middle(other)) <= 2;

  /**
   * @param {Framed} numbers
   * @param {number[]} counts
   * @param {Rect[]} [held] the frames that are known
   * @param {(number | undefined)[]} [heights] the measured heights of these cells, where they differ
   * @returns {Geometry}
   */
  function framesOf([key, first, steps, end, [firstSection, ...edges], looks = []], counts, held = [], heights = []) {
    const [width, hasHeaders, version, isLoose, footers = 0, kind] = key;
    const isSelfSizing = kind === 1;
    // Where sections stand side by side, each has its x and its width at the end.
    const numbersOfEdges = footers ? 4 : 3;
    const numbersOfSection = numbersOfEdges + (kind === 2 ? 2 : 0);
    const told = framesAfter(held, steps);
    const frames = heights.length ? moved(told, heights) : told;
    /** The y of the content for a y in the content that the scene knows. */
    const shown = (/** @type {number} */ y) =>
      frames.reduce((sum, { height }, index) => (told[index].y < y ? sum + height - told[index].height : sum), y);
    const height = shown(end);
    const sections = edges.map((number, index) => (index % numbersOfSection < 2 ? shown(number) : number));
    const starts = [0];
    counts.forEach((count, section) => starts.push(starts[section] + count));
    const count = starts[counts.length];
    const last = first + frames.length;
    const upper = frames.length ? Math.min(...frames.map(({ y }) => y)) : 0;
    const lower = frames.length ? Math.max(...frames.map(({ y, height }) => y + height)) : 0;
    const above = beyond(width, 0, first, 0, upper, isSelfSizing);
    const below = beyond(width, last, count, lower, height, isSelfSizing);
    const each = (/** @type {number} */ number) => sections.filter((_, index) => index % numbersOfSection === number);
    const [headers, pinned] = [each(2), footers === 2 ? each(3) : []];

    /** @type {Geometry["frameOf"]} */
    const frameOf = (position) => frames[position - first] ?? (position < first ? above : below).frameOf(position);

    /**
     * The range of positions in the line of an item, its end not included.
     *
     * @param {number} position
     */
    function lineOf(position) {
      let [from, to] = [position, position + 1];
      const frame = frameOf(position);
      while (from > first && isLine(frameOf(from - 1), frame)) from--;
      while (to < last && isLine(frameOf(to), frame)) to++;
      return [from, to];
    }

    /**
     * The item of the next or previous line that is nearest to an item's column.
     *
     * @param {number} position
     * @param {1 | -1} by
     */
    function lineFrom(position, by) {
      const frame = frameOf(position);
      let next = position + by;
      const isBeyond = () => (middle(frameOf(next)) - middle(frame)) * by > frame.height;
      while (next >= 0 && next < count && !isBeyond()) next += by;
      if (next < 0 || next >= count) return position;
      const [from, to] = lineOf(next);
      let best = from;
      const distance = (/** @type {number} */ position) => Math.abs(across(frameOf(position)) - across(frame));
      for (let at = from; at < to; at++) if (distance(at) < distance(best)) best = at;
      return best;
    }

    /** @type {Geometry["positionAt"]} */
    function positionAt(point) {
      const { x, y } = point;
      if (first > 0 && y < upper) return above.positionAt(point);
      if (last < count && y >= lower) return below.positionAt(point);
      const away = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) =>
        Math.max(from - at, at - from - size + 1, 0);
      // The distance in y counts first, then the distance in x.
      const distance = (/** @type {Rect} */ frame) => away(y, frame.y, frame.height) * 1e6 + away(x, frame.x, frame.width);
      let best = 0;
      frames.forEach((frame, index) => {
        if (distance(frame) < distance(frames[best])) best = index;
      });
      return clamp(first + best, 0, count - 1);
    }

    /** No change of the frames that the scene has sent. */
    const same = [first, [told.length], end, [firstSection, ...edges], looks];

    /** @type {Geometry} */
    const geometry = {
      /** The numbers that make the same geometry when no frames are known before. */
      get numbers() {
        let bottom = 0;
        const lines = frames.map(({ x, y, width, height }) => {
          const line = [y - bottom, height, x, 0, width];
          bottom = y + height;
          return line;
        });
        return [key, first, lines, height, [firstSection, ...sections], looks];
      },
      key: String(key),
      count,
      counts,
      starts,
      edges: footers ? 2 : Number(hasHeaders),
      isLoose: isLoose === true,
      header: headers.length ? Math.min(...headers) : 0,
      footer: Math.max(0, ...pinned),
      line: Math.max(0, ...frames.map(({ height }) => height)),
      height,

      updated(counts, change) {
        return framesOf([key, .../** @type {Told} */ (change ?? same)], counts, told);
      },

      frameOf,

      /**
       * Applies the layout attributes of an item to a row.
       *
       * @param {{style: Record<"opacity" | "zIndex" | "rotate" | "scale", string | number>}} row
       * @param {number} [position] without one the attributes are reset
       */
      dress({ style }, position = -1) {
        const [, opacity = 1, zIndex = 0, turn = 0, scale = 1] = looks.find(([at]) => at + first === position) ?? [];
        style.opacity = opacity === 1 ? "" : opacity;
        style.zIndex = zIndex || "";
        style.rotate = turn ? `${isMirrored() ? -turn : turn}deg` : "";
        style.scale = scale === 1 ? "" : scale;
        return true;
      },

      /**
       * @param {{y: number, height: number}} rect
       * @returns {[number, number]}
       */
      positionsIn(rect) {
        const bottom = rect.y + rect.height;
        const touches = (/** @type {Rect} */ frame) => frame.y < bottom && frame.y + frame.height > rect.y;
        const positions = frames.flatMap((frame, index) => (touches(frame) ? [first + index] : []));
        if (first > 0 && rect.y < upper) positions.push(...above.positionsIn(rect));
        if (last < count && bottom > lower) {
          const [from, to] = below.positionsIn(rect);
          positions.push(from, to - 1);
        }
        if (!positions.length) return [0, 0];
        return [Math.min(...positions), Math.min(count, Math.max(...positions) + 1)];
      },

      positionAt,

      middleOf(position) {
        const [from, to] = lineOf(position);
        return from + ((to - from) >> 1);
      },

      neighbourOf(position, key, whole, page) {
        const toward = (/** @type {1 | -1} */ by) => {
          const { x, y, width, height } = frameOf(position);
          const far = positionAt({ x: x + width / 2, y: y + height / 2 + by * page });
          return (far - position) * by > 0 ? far : lineFrom(position, by);
        };
        const target = {
          ArrowLeft: () => position - 1,
          ArrowRight: () => position + 1,
          ArrowUp: () => lineFrom(position, -1),
          ArrowDown: () => lineFrom(position, 1),
          PageUp: () => toward(-1),
          PageDown: () => toward(1),
          Home: () => (whole ? 0 : lineOf(position)[0]),
          End: () => (whole ? count - 1 : lineOf(position)[1] - 1),
        }[key];
        return target && count > 0 ? clamp(target(), 0, count - 1) : undefined;
      },

      sectionFrameOf(number) {
        const section = Math.floor(number);
        const at = (section - firstSection) * numbersOfSection;
        if (at >= 0 && at < sections.length) {
          const [y, end, header, footer] = sections.slice(at, at + numbersOfSection);
          const edge = edgeOf(number, { y, end, header, footer: footers ? footer : 0, isPinned: footers === 2 });
          const [x, width] = sections.slice(at + numbersOfEdges, at + numbersOfSection);
          return width === undefined ? edge : { ...edge, x, width };
        }
        const [from, to] = [frameOf(starts[section]), frameOf(starts[section + 1] - 1)];
        return edgeOf(number, { y: from.y, end: to.y + to.height, header: 0, footer: 0 });
      },

      wayFrom: (was, from, to) => wayBetween(was.frameOf(from), frameOf(to)),
    };
    if (!isSelfSizing) return geometry;
    /** @type {Geometry["resized"]} */
    const resized = (heightOf) =>
      framesOf([key, .../** @type {Told} */ (same)], counts, told, told.map((_, index) => heightOf(first + index)));
    return Object.assign(geometry, {
      version,
      shown,
      resized,
      heightOf: (/** @type {number} */ position) => told[position - first]?.height,
      sized: (
        /** @type {import("../transition.js").State} */ state,
        /** @type {import("../collection.js").Own} */ own,
        /** @type {import("../collection.js").Collection} */ collection,
      ) => own.behaviours.add("sizes", () => new Sizes(own, collection)).sized(state),
    });
  }

  /**
   * The frame of a header or a footer in its section.
   *
   * @param {number} number of the section; plus a half for its footer
   * @param {{y: number, end: number, header: number, footer: number, isPinned?: boolean}} section
   */
  function edgeOf(number, { y, end, header, footer, isPinned }) {
    const top = end - footer;
    if (Number.isInteger(number)) return { y, end: top, height: header };
    return { y: top, end, height: footer, from: isPinned ? y + header : top };
  }

  /**
   * A lattice whose sections have footers. It is made from a plain lattice with more space below the items of each
   * section.
   *
   * @param {Footed} numbers
   * @param {number[]} counts
   * @returns {Geometry}
   */
  function footedOf(numbers, counts) {
    const [[x, y, pitchX, pitchY, width, height, columns, header, empty, ...rest], footer, isPinned] = numbers;
    // A lattice has the same inset above and below the items. So the header's height is reduced by the height that the
    // upper inset gains.
    const lattice = latticeOf(
      [x, y + footer, pitchX, pitchY, width, height, columns, header - footer, empty + 2 * footer, ...rest], counts);
    const high = Math.round(footer);
    return {
      ...lattice,
      numbers,
      key: String(numbers),
      edges: 2,
      header,
      footer: isPinned ? high : 0,
      updated: (/** @type {number[]} */ counts) => footedOf(numbers, counts),
      sectionFrameOf(number) {
        const section = Math.floor(number);
        const { y, end } = lattice.sectionFrameOf(section);
        const own = Math.round(header + (counts[section] ? 0 : empty));
        return edgeOf(number, { y, end, header: own, footer: high, isPinned: isPinned === 1 });
      },
    };
  }

  /**
   * The geometry of a list that scrolls sideways: a transposed geometry.
   *
   * @param {Geometry} lines
   * @returns {Geometry}
   */
  const horizontalOf = (lines) => /** @type {Geometry} */ (/** @type {Partial<Geometry> & {__proto__: Geometry}} */ ({
    __proto__: lines,
    get numbers() {
      return [lines.numbers, horizontal];
    },
    key: `${horizontal} ${lines.key}`,
    updated: (/** @type {Parameters<Geometry["updated"]>} */ ...change) => horizontalOf(lines.updated(...change)),
    // To a person the list is one line, so Home and End mean the whole list.
    neighbourOf: (/** @type {number} */ position, /** @type {string} */ key, /** @type {boolean} */ _, /** @type {number} */ page) =>
      lines.neighbourOf(position, exchanged[key] ?? key, true, page),
    axes: axes.across,
    isAcross: true,
  }));

  /**
   * The geometry on a page that is read from right to left. Its frames are the same, and its axes are mirrored.
   *
   * @param {Geometry} geometry
   * @returns {Geometry}
   */
  const mirroredOf = (geometry) => /** @type {Geometry} */ (/** @type {Partial<Geometry> & {__proto__: Geometry}} */ ({
    __proto__: geometry,
    updated: (/** @type {Parameters<Geometry["updated"]>} */ ...change) => mirroredOf(geometry.updated(...change)),
    axes: geometry.isAcross ? axes.mirroredAcross : axes.mirrored,
    ...geometry.resized && {
      resized: (/** @type {(position: number) => number | undefined} */ heightOf) =>
        mirroredOf(/** @type {Required<Geometry>} */ (geometry).resized(heightOf)),
    },
  }));

  /**
   * Makes the geometry that the wire describes.
   *
   * @param {unknown[]} numbers
   * @param {number[]} counts
   * @returns {Geometry}
   */
  const geometryOf = (numbers, counts) => {
    const [first, direction] = numbers;
    // Numbers that are not nested describe a plain lattice, which a transposed geometry may contain.
    if (!Array.isArray(first)) return latticeOf(/** @type {number[]} */ (numbers), counts);
    if (direction === horizontal) return horizontalOf(geometryOf(first, counts));
    if (first.length > 6) return footedOf(/** @type {Footed} */ (numbers), counts);
    return framesOf(/** @type {Framed} */ (numbers), counts);
  };
  return (/** @type {unknown[]} */ numbers, /** @type {number[]} */ counts) => {
    const geometry = geometryOf(numbers, counts);
    return isMirrored() ? mirroredOf(geometry) : geometry;
  };
};
