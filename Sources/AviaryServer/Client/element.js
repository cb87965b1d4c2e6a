/** Helpers for elements of any part of the page. */

/**
 * Makes an element that has these properties.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export const make = (name, properties) => Object.assign(document.createElement(name), properties);

/**
 * The root that a person can reach: the sheet in front, or else the page.
 *
 * @returns {Document | (HTMLElement & {body?: undefined})}
 */
export const front = () => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;

/**
 * Adds listeners to `target`, by the names of their events.
 *
 * @template {EventTarget} Target
 * @param {Target} target
 * @param {Listeners<Target>} listeners
 * @param {AddEventListenerOptions} [options]
 */
export function listen(target, listeners, options) {
  const entries = /** @type {[string, EventListener][]} */ (Object.entries(listeners));
  for (const [name, listener] of entries) target.addEventListener(name, listener, options);
}

/**
 * Makes a button that calls `click`.
 *
 * @param {string} text
 * @param {(event: MouseEvent) => void} click
 * @returns {HTMLButtonElement}
 */
export const makeButton = (text, click) => make("button", { type: "button", textContent: text, onclick: click });

/**
 * True if `element` or something in it has the focus.
 *
 * @param {Element} element
 */
export const hasFocus = (element) => element.contains(document.activeElement);

/**
 * True if an event is on the background of a collection, between its tiles.
 *
 * @param {Element} box
 * @param {Event} event
 */
export const isBackground = (box, { target }) => target === box || target === box.firstElementChild;

/**
 * The cell that an element is in: of an item, or the header of a section.
 *
 * @param {Element} element
 * @returns {HTMLElement | null}
 */
export const cellOf = (element) => element.closest("[data-item], [data-section]");

/**
 * Focuses `element` without scrolling. Only the person and the collection scroll.
 *
 * @param {HTMLElement} element
 */
export const focus = (element) => element.focus({ preventScroll: true });

/**
 * Moves the focus from an element that was disabled or hidden to one nearby, so that it is never lost. In a cell the
 * focus goes to another control, or else to the cell. It never goes to a search field, because there a phone opens its
 * keyboard.
 *
 * @param {Element} element
 */
export function passFocus(element) {
  for (let around = element.parentElement; around; around = around.parentElement) {
    for (const other of around.querySelectorAll("button:enabled, input:enabled:not([type=search]), a[href], [tabindex='0']")) {
      if (!element.contains(other) && other.checkVisibility()) return focus(/** @type {HTMLElement} */ (other));
    }
    if (around.matches("[data-item], [data-section]")) return focus(around);
  }
}

/**
 * Adds style rules to the page.
 *
 * @param {string} text
 * @returns {() => void} removes them
 */
export function addRules(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
  return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet));
}
