/**
 * How tiles move: 200 ms, ease-out, transforms and opacity only.
 *
 * A tile stands where its `translate` says from the first moment on; what is animated is the way it still has to go. So
 * nothing has to be measured, and a change in mid-flight goes on from where things are.
 */

const timing = { duration: 200, easing: "ease-out" };

/** @type {WeakMap<Element, {animation: Animation, x: number, y: number}>} */
const gliding = new WeakMap();

/** Steps that follow each other faster than this, in milliseconds, are not seen one by one. */
const rush = 40;
let lastStep = -rush;

/**
 * Whether anything may move in the step that begins: a person may have asked for stillness, nobody sees a hidden page,
 * and in a rush of steps each is only shown: there would be no time to draw what moves.
 */
export function isAllowed() {
  const now = performance.now();
  const isRush = now - lastStep < rush;
  lastStep = now;
  return !isRush && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Lets `element`, already at its new place, come from `x`, `y` points away.
 *
 * @param {HTMLElement} element
 * @param {number} x
 * @param {number} y
 */
export function glide(element, x, y) {
  const flight = gliding.get(element);
  if (flight) {
    const rest = 1 - (flight.animation.effect?.getComputedTiming().progress ?? 1);
    x += flight.x * rest;
    y += flight.y * rest;
    flight.animation.cancel();
  }
  if (!x && !y) return void gliding.delete(element);
  const animation = element.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, timing);
  gliding.set(element, { animation, x, y });
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
 * Lets a leftover fade out, and takes it off the page.
 *
 * @param {HTMLElement} element
 */
export function depart(element) {
  const remove = () => element.remove();
  element.animate({ opacity: 0 }, { ...timing, fill: "forwards" }).finished.then(remove, remove);
}
