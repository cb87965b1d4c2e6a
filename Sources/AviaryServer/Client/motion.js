/**
 * How tiles move: 200 ms, ease-out, transforms and opacity only.
 *
 * A tile stands where its `translate` says from the first moment on; what is animated is the way it still has to go. So
 * nothing has to be measured, and a change in mid-flight goes on from where things are.
 */

const timing = { duration: 200, easing: "ease-out" };

/** @type {WeakMap<Element, {animation: Animation, x: number, y: number}>} */
const gliding = new WeakMap();

/** Whether anything may move: a person may have asked for stillness, and nobody sees a hidden page. */
export const isAllowed = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

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
