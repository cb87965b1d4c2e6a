/**
 * Where everything of a list stands, in content coordinates, as the scene's layout has it: pure numbers. Whoever lays out,
 * reveals or moves something asks the geometry, and knows nothing of the layout.
 *
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 * @typedef {{x: number, y: number}} Point
 * @typedef {{
 *   numbers: any[],
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
 *   sectionFrameOf(section: number): {y: number, end: number, height: number, from?: number},
 *   follow(counts: number[], told?: any): Geometry,
 *   wayFrom(was: Geometry, from: number, to: number): Point,
 *   dress?(row: HTMLElement, position?: number): boolean,
 *   turned?(it: any): any,
 * }} Geometry
 *
 * - `numbers`: what makes the same geometry, as the wire has it. `key`: geometries of the same key are of the same layout and
 *   width.
 * - `count`, `counts`, `starts`: how many items there are, and each section has, and how many lie before each section.
 * - `edges`: how many rows a section has beside its items: none, a header, or a header and a footer.
 * - `header`: the height of a header; `footer`: that of a footer which is pinned; `line`: that of a line, with what lies between
 *   lines; `height`: that of the content.
 * - `isLoose`: whether headers scroll away with their sections, and are not pinned.
 * - `frameOf`: the frame of an item, in whole points.
 * - `positionsIn`: the items whose lines touch a rect: from the first up to, not including, the second.
 * - `positionAt`: the item at a point, or the one nearest to it.
 * - `middleOf`: the item in the middle of the line that an item begins.
 * - `neighbourOf`: where a key leads from an item, `whole` if Home and End mean the whole list; `page` is in points. Nothing when
 *   the key leads nowhere.
 * - `sectionFrameOf`: where a section begins and ends, in whole points, and how high its header is. Its footer is found by the
 *   number of the section and a half: it begins at `y`, and `from` is where the part of the content begins that it stays in.
 * - `follow`: the geometry after the list or what is told of it has changed.
 * - `dress`: has a row look as the layout says of an item, or as any other row.
 * - `turned`: there where the list scrolls to the right, and all of this is transposed, with x and y exchanged: exchanges them
 *   in a rect, an element or a style.
 * - `wayFrom`: the way of an item that stood at `from` in the geometry before, in step with its neighbours, to `to` in this one.
 */
import { clamp } from "./clamp.js";
import { latticeOf } from "./lattice.js";
import { load } from "./later.js";

/**
 * Makes a geometry of frames that the scene tells: a part, which is loaded with the first one.
 *
 * @type {((numbers: any[], counts: number[]) => Geometry) | undefined}
 */
let framesOf;

export const loadFrames = async () => (framesOf = await load("frames", { clamp, latticeOf }));

const isFrames = (/** @type {any[]} */ numbers) => Array.isArray(numbers[0]);

/** Whether a geometry cannot be made before the part is loaded. */
export const awaitsFrames = (/** @type {any[]} */ numbers) => isFrames(numbers) && !framesOf;

/**
 * The geometry that the wire describes.
 *
 * @param {any[]} numbers
 * @param {number[]} counts how many items each section has; without headers, all are one that nobody sees
 * @returns {Geometry}
 */
export const geometryOf = (numbers, counts) =>
  isFrames(numbers) && framesOf ? framesOf(numbers, counts) : latticeOf(numbers, counts);
