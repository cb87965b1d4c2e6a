/**
 * How tiles move: 200 ms, ease-out, transforms and opacity only.
 *
 * A tile's `translate` has its final value from the first moment on; a transform animates the rest of the way. So
 * nothing has to be measured, and a change during an animation continues from the visible position.
 */

export const timing = { duration: 200, easing: "ease-out" };

/** @typedef {{x: number, y: number}} Way in points, to the right and down */

/** @type {WeakMap<Element, {animation: Animation, x: number, y: number}>} */
const gliding = new WeakMap();

/**
 * @param {Way} from a point
 * @param {Way} to another point
 * @returns {Way}
 */
export const wayBetween = (from, to) => ({ x: to.x - from.x, y: to.y - from.y });

/** @param {Way} way */
const by = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Updates that follow each other faster than this, in milliseconds, are not animated. */
const rush = 40;
let lastStep = -rush;

/** True if the person has asked for less motion. */
export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Returns true if the update that begins may be animated. It is not animated on a hidden page or with reduced motion.
 * It is not animated shortly after another update either, because there would be no time to draw the motion.
 */
export function isAllowed() {
  const now = performance.now();
  const isRush = now - lastStep < rush;
  lastStep = now;
  return !isRush && !document.hidden && !wantsStillness();
}

/**
 * The offset of an element's visible position from its final one.
 *
 * @param {Element} element
 * @returns {Way}
 */
export function offset(element) {
  const { animation, x = 0, y = 0 } = gliding.get(element) ?? {};
  const share = 1 - (animation?.effect?.getComputedTiming().progress ?? 1);
  return { x: x * share, y: y * share };
}

/**
 * Animates `element`, which already has its new frame, along the way that leads there.
 *
 * @param {HTMLElement} element
 * @param {Way} way
 * @param {boolean} [isAbove] true if it passes over the others
 */
export function glide(element, way, isAbove) {
  const from = wayBetween(way, offset(element));
  gliding.get(element)?.animation.cancel();
  if (!from.x && !from.y) return void gliding.delete(element);
  const animation = element.animate({ transform: [by(from), "none"] }, timing);
  gliding.set(element, { animation, ...from });
  if (isAbove) element.animate({ zIndex: [1, 1] }, timing);
}

/**
 * Animates the enter transition of a new tile: it fades in and grows.
 *
 * @param {HTMLElement} element
 */
export function arrive(element) {
  element.animate({ opacity: [0, 1], scale: [0.96, 1] }, timing);
}

/**
 * Animates the exit transition of a retired tile, along a way or by fading out in place, and then removes it.
 *
 * @param {HTMLElement} element
 * @param {Way} [way]
 * @param {Way} [from] the offset that an animation had still left
 */
export function depart(element, way, from = offset(element)) {
  const remove = () => element.remove();
  const frames = way ? { transform: [by(from), by(way)], zIndex: [1, 1] } : { opacity: 0 };
  element.animate(frames, { ...timing, fill: "forwards" }).finished.then(remove, remove);
}
