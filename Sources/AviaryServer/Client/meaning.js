import { cellOf, hasFocus, listen } from "./element.js";

/**
 * What a button means may change under the finger. A press that was meant for its old action must not do the new one: a
 * finger on its way cannot stop, and a second tap, or a second Return, comes without a look. So for a while after the change
 * the button takes no press; one that comes nevertheless was too early, and begins the while anew.
 */

/** How long, in milliseconds: as long as a person takes to notice, or to the end of a double tap. */
const reaction = 500;
const repetition = 1_000;

/** How far apart two presses may be, in points, to be a double tap. */
const reach = 20;

/** When one button may be pressed again. */
export class Meaning {
  #pause = 0;
  #end = 0;

  /**
   * It means something else from now on.
   *
   * @param {number} now in milliseconds
   * @param {boolean} isUnderFinger whether it was what the person pressed last, or has the keyboard
   */
  change(now, isUnderFinger) {
    this.#pause = isUnderFinger ? repetition : reaction;
    this.#end = now + this.#pause;
  }

  /**
   * Whether a press means what the button says now.
   *
   * @param {number} now
   */
  press(now) {
    const isMeant = now >= this.#end;
    if (!isMeant) this.#end = now + this.#pause;
    return isMeant;
  }

  /**
   * How long it takes no press yet.
   *
   * @param {number} now
   */
  rest(now) {
    return Math.max(0, this.#end - now);
  }
}

/** @type {WeakMap<Element, Meaning>} */
const meanings = new WeakMap();

/**
 * Where the person pressed last.
 *
 * @type {any}
 */
let pressed;

/** What the person pressed last. Safari gives a button no focus for that. */
export const lastPressed = () => pressed;

export const startMeanings = () => listen(document, { pointerdown: ({ target }) => (pressed = target) }, { capture: true });

/**
 * A button means something else from now on: another action, or the same one with another value.
 *
 * @param {HTMLElement} element
 */
export function changeMeaning(element) {
  const meaning = meanings.get(element) ?? new Meaning();
  meanings.set(element, meaning);
  meaning.change(performance.now(), element.contains(pressed) || hasFocus(element));
  // One clock for each button is enough: it looks again when it rings too early.
  if (element.ariaDisabled) return;
  const wait = () => {
    const rest = meaning.rest(performance.now());
    element.ariaDisabled = rest ? "true" : null;
    if (rest) setTimeout(wait, rest);
  };
  wait();
}

/**
 * Where a button was pressed last, when, and whose button it was.
 *
 * @type {{x: number, y: number, time: number, owner: string} | undefined}
 */
let spot;

/**
 * Whether another item's button, another section's or one of another action has moved under the finger since the button at the
 * same point was pressed. A press that comes nevertheless begins the while anew.
 *
 * @param {HTMLElement} element
 * @param {{clientX: number, clientY: number, detail: number}} event a click; one of the keyboard has no point
 * @param {number} [now]
 */
export function hasMovedIn(element, { clientX: x, clientY: y, detail }, now = performance.now()) {
  if (!detail) return false;
  const { item, section } = cellOf(element)?.dataset ?? {};
  const owner = JSON.stringify([item, section, element.dataset.action]);
  const isAgain = spot && now - spot.time < repetition && Math.hypot(x - spot.x, y - spot.y) < reach;
  // A double tap stays with whom it began.
  const first = isAgain && spot ? spot.owner : owner;
  spot = { x, y, time: now, owner: first };
  return first !== owner;
}

/**
 * Whether a press of a button means what it says.
 *
 * @param {Element} element
 */
export const isMeant = (element) => meanings.get(element)?.press(performance.now()) ?? true;
