/**
 * The geometry of a layout that cannot be told by a few numbers: the scene tells the frames near the visible rect. Pure
 * numbers. Beyond the frames that are known, as many items as there are stand in a lattice over the rest of the height: what a
 * placeholder and the way of a tile need, until the frames are told.
 *
 * @typedef {import("../geometry.js").Geometry} Geometry
 * @typedef {import("../geometry.js").Rect} Rect
 * @typedef {[first: number, steps: any[], height: number, sections: number[], looks?: number[][]]} Told as `docs/WIRE.md` has it
 *
 * @param {{latticeOf: typeof import("../lattice.js").latticeOf, clamp: typeof import("../clamp.js").clamp}} client
 */
export default ({ latticeOf, clamp }) => {
  /**
   * The frames known after some steps, which read those before from the beginning.
   *
   * @param {Rect[]} held
   * @param {any[]} steps
   * @throws {RangeError} when they do not fit
   */
  function follow(held, steps) {
    /** @type {Rect[]} */
    const frames = [];
    let [read, bottom] = [0, 0];
    for (const step of steps) {
      const [count, down] = [step].flat();
      if (step.length > 2) {
        const [above, height, left, gap, ...widths] = step;
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
   * Items whose frames are not known, over a part of the content.
   *
   * @param {number} width
   * @param {number} from a position
   * @param {number} to the one behind the last
   * @param {number} top
   * @param {number} bottom
   */
  function beyond(width, from, to, top, bottom) {
    const count = Math.max(1, to - from);
    const height = Math.max(1, bottom - top);
    const columns = clamp(Math.round(width / Math.sqrt((width * height) / count)), 1, count);
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

  /** Twice the vertical middle of a frame, and the horizontal one. */
  const middle = (/** @type {Rect} */ { y, height }) => 2 * y + height;
  const across = (/** @type {Rect} */ { x, width }) => 2 * x + width;
  /** Whether two frames are of one line: rounding moves a middle by a point. */
  const isLine = (/** @type {Rect} */ one, /** @type {Rect} */ other) => Math.abs(middle(one) - middle(other)) <= 2;

  /**
   * @param {[key: [width: number, hasHeaders: boolean, version: number], ...told: Told]} numbers
   * @param {number[]} counts
   * @param {Rect[]} [held] the frames that are known
   * @returns {Geometry}
   */
  function framesOf([key, first, steps, height, [firstSection, ...sections], looks = []], counts, held = []) {
    const [width, hasHeaders, , isLoose] = key;
    const frames = follow(held, steps);
    const starts = [0];
    counts.forEach((count, section) => starts.push(starts[section] + count));
    const count = starts[counts.length];
    const end = first + frames.length;
    const upper = frames.length ? Math.min(...frames.map(({ y }) => y)) : 0;
    const lower = frames.length ? Math.max(...frames.map(({ y, height }) => y + height)) : 0;
    const above = beyond(width, 0, first, 0, upper);
    const below = beyond(width, end, count, lower, height);
    const headers = sections.filter((_, index) => index % 3 === 2);

    /** @type {Geometry["frameOf"]} */
    const frameOf = (position) => frames[position - first] ?? (position < first ? above : below).frameOf(position);

    /**
     * The items of the line that an item is in, from the first up to, not including, the second.
     *
     * @param {number} position
     */
    function lineOf(position) {
      let [from, to] = [position, position + 1];
      const frame = frameOf(position);
      while (from > first && isLine(frameOf(from - 1), frame)) from--;
      while (to < end && isLine(frameOf(to), frame)) to++;
      return [from, to];
    }

    /**
     * The item of the next line, or that before, nearest to the column of another.
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
      if (end < count && y >= lower) return below.positionAt(point);
      const away = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) =>
        Math.max(from - at, at - from - size + 1, 0);
      // Lines count for more than columns.
      const distance = (/** @type {Rect} */ frame) => away(y, frame.y, frame.height) * 1e6 + away(x, frame.x, frame.width);
      let best = 0;
      frames.forEach((frame, index) => {
        if (distance(frame) < distance(frames[best])) best = index;
      });
      return clamp(first + best, 0, count - 1);
    }

    /** @satisfies {Geometry} */
    const geometry = {
      /** As the wire would tell them to who knows none. */
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
      hasHeaders,
      isLoose: isLoose === true,
      header: headers.length ? Math.min(...headers) : 0,
      line: Math.max(0, ...frames.map(({ height }) => height)),
      height,

      follow: (/** @type {number[]} */ counts, /** @type {Told} */ told = [first, [frames.length], height, [firstSection, ...sections], looks]) =>
        framesOf([key, ...told], counts, frames),

      frameOf,

      /**
       * Has a row look as the layout says.
       *
       * @param {HTMLElement} row
       * @param {number} [position] without one it looks as any other
       */
      dress({ style }, position = -1) {
        const [, opacity = 1, zIndex = 0, turn = 0, scale = 1] = looks.find(([at]) => at + first === position) ?? [];
        style.opacity = opacity === 1 ? "" : opacity;
        style.zIndex = zIndex || "";
        style.rotate = turn ? `${turn}deg` : "";
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
        if (end < count && bottom > lower) {
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

      sectionFrameOf(section) {
        const at = (section - firstSection) * 3;
        if (at >= 0 && at < sections.length) return { y: sections[at], end: sections[at + 1], height: sections[at + 2] };
        const [from, to] = [frameOf(starts[section]), frameOf(starts[section + 1] - 1)];
        return { y: from.y, end: to.y + to.height, height: 0 };
      },

      wayFrom(was, from, to) {
        const [before, after] = [was.frameOf(from), frameOf(to)];
        return { x: after.x - before.x, y: after.y - before.y };
      },
    };
    return geometry;
  }
  return framesOf;
};
