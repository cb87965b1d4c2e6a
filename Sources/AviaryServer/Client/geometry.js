/**
 * The frames of a list's rows in content coordinates, as computed by the scene's layout. Computes with numbers only.
 * Code that lays out, reveals or moves rows asks the geometry, and knows nothing of the layout.
 *
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 * @typedef {{x: number, y: number}} Point
 * @typedef {object} Axes
 * @property {<T extends Partial<Rect> | undefined>(it: T) => T} turned converts a point, a way or a rect from the axes of
 *   the content to those of the browser window. The origin stays.
 * @property {<T extends Partial<Rect>>(it: T) => T} unturned converts it back
 * @property {<T extends Rect>(it: T) => T} sent converts a rect of the content to the axes of the wire
 * @property {<T extends object>(it: T) => T} seen returns an element, an event or a style as in a list that scrolls down
 * @property {(key: string) => string} keyOf returns the key of the same meaning on a page from left to right
 * @typedef {import("./transition.js").State} State
 * @typedef {{
 *   numbers: unknown[],
 *   key: string,
 *   count: number,
 *   counts: number[],
 *   starts: number[],
 *   edges: number,
 *   header: number,
 *   footer?: number,
 *   isLoose: boolean,
 *   line: number,
 *   height: number,
 *   frameOf(position: number): Rect,
 *   positionsIn(rect: {y: number, height: number}): [from: number, to: number],
 *   positionAt(point: Point): number,
 *   middleOf(position: number): number,
 *   neighbourOf(position: number, key: string, whole: boolean, page: number): number | undefined,
 *   sectionFrameOf(section: number): {y: number, end: number, height: number, from?: number, x?: number, width?: number},
 *   updated(counts: number[], told?: unknown[] | null): Geometry,
 *   wayFrom(was: Geometry, from: number, to: number): Point,
 *   dress?(row: HTMLElement, position?: number): boolean,
 *   axes?: Axes,
 *   isAcross?: true,
 *   version?: number,
 *   shown?(y: number): number,
 *   heightOf?(position: number): number | undefined,
 *   resized?(heightOf: (position: number) => number | undefined): Geometry,
 *   sized?(state: State, own: import("./collection.js").Own, collection: import("./collection.js").Collection): State,
 * }} Geometry
 *
 * - `numbers`: the wire's numbers that make the same geometry. `key`: equal for geometries of the same layout and
 *   width.
 * - `count`, `counts`, `starts`: the number of all items, of each section's items, and of the items before each
 *   section.
 * - `edges`: the number of rows that a section has in addition to its items: 0, 1 for a header, 2 for a header and a
 *   footer.
 * - `header`: the height of a header; `footer`: the height of a pinned footer; `line`: the height of a line with its
 *   spacing; `height`: the height of the content.
 * - `isLoose`: true if headers are not pinned, and scroll away with their sections.
 * - `frameOf`: the frame of an item, in whole points.
 * - `positionsIn`: the range of items whose lines touch a rect, its end not included.
 * - `positionAt`: the item at a point or nearest to it.
 * - `middleOf`: the middle item of the line that begins with an item.
 * - `neighbourOf`: the item that a key leads to, if any. `whole` is true if Home and End mean the whole list; `page` is
 *   in points.
 * - `sectionFrameOf`: the beginning and end of a section and the height of its header, in whole points. The section's
 *   number plus a half asks for its footer: the footer begins at `y`, and a pinned one stays within the content from
 *   `from` on. `x` and `width` are there where sections stand side by side.
 * - `updated`: the geometry after a change of the list or of the frames received.
 * - `dress`: applies the layout attributes of an item to a row, or resets them.
 * - `axes`: converts coordinates. It is present in a list that scrolls sideways, because the whole geometry is transposed.
 *   It is also present on a page that is read from right to left, because x is the distance from the right edge.
 * - `isAcross`: true if the list scrolls sideways.
 * - `version`, `shown`, `heightOf`, `resized`, `sized`: present only in a self-sizing layout. `version` is the version of
 *   the layout. `shown` is the y of the content for a y that the scene has sent, and `heightOf` the height of an item that
 *   it has sent. `resized` is the geometry with other heights, and `sized` the state with the heights of its cells.
 * - `wayFrom`: the way of an item from position `from` in the previous geometry to `to` in this one, in step with its
 *   neighbours.
 */
import { latticeOf } from "./lattice.js";
import { begun } from "./later.js";

/** True on a page that is read from right to left. There the part `frames` mirrors each geometry. */
export const isMirrored = () => document.dir === "rtl";

const isFrames = (/** @type {unknown[]} */ numbers) => Array.isArray(numbers[0]) || isMirrored();

/** True if a geometry needs the part `frames`, and this part has not begun yet. */
export const awaitsFrames = (/** @type {unknown[]} */ numbers) => isFrames(numbers) && !begun.frames;

/**
 * The geometry that the wire describes.
 *
 * @param {unknown[]} numbers
 * @param {number[]} counts the item count of each section; without headers, all items form one section
 * @returns {Geometry}
 */
export const geometryOf = (numbers, counts) => {
  const make = (isFrames(numbers) && begun.frames) || latticeOf;
  return make(/** @type {number[]} */ (numbers), counts);
};
