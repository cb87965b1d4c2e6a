/** What is done to elements all over the page, whoever they belong to. */

/**
 * Makes an element that has these properties.
 *
 * @param {string} name
 * @param {Record<string, unknown>} [properties]
 * @returns {any}
 */
export const make = (name, properties) => Object.assign(document.createElement(name), properties);

/**
 * What a person can reach: the sheet in front, or else the page.
 *
 * @returns {any} an element, or the document
 */
export const front = () => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;

/**
 * Has the events of `target` heard, each by its listener.
 *
 * @param {EventTarget} target
 * @param {Record<string, (event: any) => unknown>} listeners
 * @param {AddEventListenerOptions} [options]
 */
export function listen(target, listeners, options) {
  for (const [name, listener] of Object.entries(listeners)) target.addEventListener(name, listener, options);
}

/**
 * Whether the keyboard is at `element` or in it.
 *
 * @param {Element} element
 */
export const hasFocus = (element) => element.contains(document.activeElement);

/**
 * The cell that an element is in: of an item, or the header of a section.
 *
 * @param {Element} element
 * @returns {HTMLElement | null}
 */
export const cellOf = (element) => element.closest("[data-item], [data-section]");

/**
 * Has the keyboard at `element`. Where one is scrolled to is the person's, or the collection's affair.
 *
 * @param {HTMLElement} element
 */
export const focus = (element) => element.focus({ preventScroll: true });

/**
 * Hands the focus from an element that has been switched off to one nearby: it is never lost to the page. In a cell it goes
 * to another control, or else to the cell; not to a search field, where a phone opens its keyboard.
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
