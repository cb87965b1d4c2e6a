/**
 * How tiles move: 200 ms, ease-out, transforms and opacity only.
 *
 * A tile stands where its `translate` says from the first moment on; what is animated is the way it still has to go. So
 * nothing has to be measured, and a change in mid-flight goes on from where things are.
 */

const timing = { duration: 200, easing: "ease-out" };

/** @typedef {{x: number, y: number}} Way in points, to the right and down */

/** @type {WeakMap<Element, {animation: Animation, x: number, y: number}>} */
const gliding = new WeakMap();

/** @param {Way} way */
const by = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Steps that follow each other faster than this, in milliseconds, are not seen one by one. */
const rush = 40;
let lastStep = -rush;

/** Whether the person has asked for less motion. */
export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Whether anything may move in the step that begins: a person may have asked for stillness, nobody sees a hidden page,
 * and in a rush of steps each is only shown: there would be no time to draw what moves.
 */
export function isAllowed() {
  const now = performance.now();
  const isRush = now - lastStep < rush;
  lastStep = now;
  return !isRush && !document.hidden && !wantsStillness();
}

/**
 * What `element` still has to go: where it is seen, from where it stands.
 *
 * @param {Element} element
 * @returns {Way}
 */
export function rest(element) {
  const { animation, x = 0, y = 0 } = gliding.get(element) ?? {};
  const part = 1 - (animation?.effect?.getComputedTiming().progress ?? 1);
  return { x: x * part, y: y * part };
}

/**
 * Lets `element`, already in its new frame, go the way that led there.
 *
 * @param {HTMLElement} element
 * @param {Way} way
 * @param {boolean} [isAbove] whether it passes over the others
 */
export function glide(element, way, isAbove) {
  const { x, y } = rest(element);
  const from = { x: x - way.x, y: y - way.y };
  gliding.get(element)?.animation.cancel();
  if (!from.x && !from.y) return void gliding.delete(element);
  const animation = element.animate({ transform: [by(from), "none"] }, timing);
  gliding.set(element, { animation, ...from });
  if (isAbove) element.animate({ zIndex: [1, 1] }, timing);
}

/**
 * Lets a new tile fade in and grow.
 *
 * @param {HTMLElement} element
 */
export function arrive(element) {
  element.animate({ opacity: [0, 1], scale: [0.96, 1] }, timing);
}

/**
 * Lets a leftover go its way, or fade out where it is, and takes it off the page.
 *
 * @param {HTMLElement} element
 * @param {Way} [way]
 * @param {Way} [from] what it still had to go
 */
export function depart(element, way, from = rest(element)) {
  const remove = () => element.remove();
  const frames = way ? { transform: [by(from), by(way)], zIndex: [1, 1] } : { opacity: 0 };
  element.animate(frames, { ...timing, fill: "forwards" }).finished.then(remove, remove);
}
