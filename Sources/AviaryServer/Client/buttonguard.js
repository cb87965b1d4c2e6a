import { cellOf, hasFocus } from "./element.js";

/**
 * Protects from presses on a button whose action has just changed.
 *
 * A press that was meant for the old action must not call the new one. A finger on its way cannot stop, and nobody
 * looks between two quick taps or presses of Return. So the button ignores presses during a pause after the change. An
 * ignored press restarts the pause.
 */

/** The length of the pause, in milliseconds: the time to notice a change, and the time for a double tap to end. */
const reaction = 500;
const repetition = 1_000;

/** The largest distance between the two presses of a double tap, in points. */
const reach = 20;

/** Decides when one button may be pressed again. */
export class ButtonGuard {
  #pause = 0;
  #end = 0;

  /**
   * Notes that the button changes its meaning now.
   *
   * @param {number} now in milliseconds
   * @param {boolean} isUnderFinger true if the button was pressed last, or has the focus
   */
  change(now, isUnderFinger) {
    this.#pause = isUnderFinger ? repetition : reaction;
    this.#end = now + this.#pause;
  }

  /**
   * Returns true if a press is meant for the button's present action.
   *
   * @param {number} now
   */
  press(now) {
    const isMeant = now >= this.#end;
    if (!isMeant) this.#end = now + this.#pause;
    return isMeant;
  }

  /**
   * The time until the button takes presses again, in milliseconds.
   *
   * @param {number} now
   */
  left(now) {
    return Math.max(0, this.#end - now);
  }
}

/** @type {WeakMap<Element, ButtonGuard>} */
const guards = new WeakMap();

/**
 * The element that the person pressed last. Safari does not focus a button when it is pressed.
 *
 * @type {Element | undefined}
 */
let lastPressed;

export const lastPress = () => lastPressed;

/**
 * Notes where the pointer is pressed. A press elsewhere ends a double tap, because the person has moved the pointer.
 *
 * @param {{target: EventTarget | null, clientX: number, clientY: number}} event
 */
export function notePress({ target, clientX: x, clientY: y }) {
  lastPressed = /** @type {Element} */ (target);
  if (Math.hypot(x - spot.x, y - spot.y) > reach) spot.time = -repetition;
}

/**
 * Notes that a button has another action, or the same action with another value.
 *
 * @param {HTMLElement} element
 */
export function changeMeaning(element) {
  const guard = guards.get(element) ?? new ButtonGuard();
  guards.set(element, guard);
  guard.change(performance.now(), element.contains(lastPressed) || hasFocus(element));
  // One timer for each button is enough: when it fires too early, it starts again.
  if (element.ariaDisabled) return;
  const wait = () => {
    const left = guard.left(performance.now());
    element.ariaDisabled = left ? "true" : null;
    if (left) setTimeout(wait, left);
  };
  wait();
}

/**
 * The point, time and owner of the last press of a button, if the pointer was not pressed elsewhere since.
 *
 * @type {{x: number, y: number, time: number, owner?: string}}
 */
let spot = { x: 0, y: 0, time: -repetition };

/**
 * Returns true if another button has moved under the finger since the last press at the same point: a button of another
 * item, section or action. Each press restarts the time in which this is checked.
 *
 * @param {HTMLElement} element
 * @param {{clientX: number, clientY: number, detail: number}} event a click, after its `notePress`; a click by the keyboard
 *   has no point
 * @param {number} [now]
 */
export function hasMovedIn(element, { clientX: x, clientY: y, detail }, now = performance.now()) {
  if (!detail) return false;
  const { item, section } = cellOf(element)?.dataset ?? {};
  const owner = JSON.stringify([item, section, element.dataset.action]);
  // A double tap belongs to the button of its first tap.
  const first = now - spot.time < repetition ? spot.owner : owner;
  spot = { x, y, time: now, owner: first };
  return first !== owner;
}

/**
 * Returns true if a press is meant for the button's present action.
 *
 * @param {Element} element
 */
export const isMeant = (element) => guards.get(element)?.press(performance.now()) ?? true;
