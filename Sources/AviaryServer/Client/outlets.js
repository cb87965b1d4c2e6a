import { isDate, showDate } from "./dates.js";
import { hasFocus, passFocus } from "./element.js";
import { fieldOf, isControl } from "./field.js";
import { sayNews } from "./fields.js";
import { isFlag, isNumber, isString } from "./checks.js";
import { nameOf, pathOf } from "./paths.js";
import { changeMeaning } from "./buttonguard.js";
import { outer } from "./prefix.js";

/**
 * Outlets: the typed properties of elements that Swift may set. The client touches no other part of an element. Data
 * becomes text, a number, a colour or a checked address, but never markup. The server does the same for the first
 * paint; `Tests/Golden/outlets/outlets.json` has the expected results for both.
 *
 * @typedef {import("./splice.js").Value} Value
 */

/**
 * The values that each type accepts.
 *
 * @type {Record<string, (value: unknown, element: Element) => boolean>}
 */
const types = {
  text: isString,
  color: (value) => /^#[0-9a-f]{6}$/i.test(/** @type {string} */ (value)),
  number: isNumber,
  flag: isFlag,
  date: isDate,
  url: (value, { localName }) => isString(value) && isShowable(value, localName === "a"),
};

/**
 * True if an address may be shown. Its text alone decides, so the server decides the same for the first paint. A link
 * may lead to the web; resources are loaded only from this server.
 *
 * @param {string} text
 * @param {boolean} isLink
 */
const isShowable = (text, isLink) =>
  /^[^\0- \\]+$/.test(text) && (/^https?:\/\//i.test(text) ? isLink : !/^(\/\/|[a-z][a-z\d+.-]*:)/i.test(text));

/**
 * An outlet of an element, or of the elements cloned from it.
 *
 * @typedef {HTMLElement & {dateTime?: string, disabled?: boolean} & Record<string, unknown>} Target an element with the
 *   properties that outlets name
 * @typedef {{name: string, write(element: Element, value: Value): boolean | void}} Outlet `write` shows a value. `null`
 *   and values that the type does not accept restore the markup's value. It returns true when a change made elsewhere
 *   reaches a control's value
 *
 * @param {string} text as in `data-outlet`: `name`, `name:type` or `name:type(target)`
 * @param {Target} original in the state that `null` restores
 * @returns {Outlet}
 */
function outletOf(text, original) {
  // The server refuses storyboards with malformed outlets, so this matches.
  const [name, type = "text", target] = /** @type {string[]} */ (text.match(/[\w/-]+/g));
  /** The outlet's name in style sheets. */
  const own = nameOf(name);
  const isAction = target === "data-action";
  /** The attribute to set. The property is not used because it would resolve an address. */
  const attribute = isAction ? target : type === "url" && !target ? (original.localName === "a" ? "href" : "src") : undefined;
  /** The property to set; none for custom properties and `data-name`. */
  const isDated = type === "date";
  const property = isDated || target === "text" || (type === "text" && !target)
    ? "textContent" : target?.replace(/-./, ([, letter]) => letter.toUpperCase());
  const initial =
    attribute ? original.getAttribute(attribute)
    // The text of a first paint's date is not the markup's own, so the initial value is empty.
    : isDated && original.dateTime ? ""
    : property ? original[property]
    : type === "flag" ? original.hasAttribute(`data-${own}`)
    : null;

  const write = (/** @type {Target} */ element, /** @type {Value} */ value) => {
    if (value !== null && !types[type](value, element)) {
      console.error(`aviary: ${name} cannot show`, value);
      value = null;
    }
    // An action belongs to the controller that has the outlet, so the action gets the controller's path.
    // The check above has passed, so the value has the type of the outlet.
    const shown =
      value === null ? initial
      : isAction ? pathOf(/** @type {string | null} */ (initial) ?? "") + value
      : attribute ? outer(/** @type {string} */ (value))
      : value;
    if (isDated) {
      const time = /** @type {HTMLTimeElement & Target} */ (element);
      if (value !== null) return showDate(time, /** @type {number} */ (value), target);
      element.removeAttribute("datetime");
    }
    if (attribute) {
      if (element.getAttribute(attribute) === shown) return;
      if (shown === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, /** @type {string} */ (shown));
      if (isAction) changeMeaning(element);
      return;
    }
    if (!property) {
      if (type === "flag") return void element.toggleAttribute(`data-${own}`, /** @type {boolean} */ (shown));
      // The CSSOM is used because the content security policy allows no style attribute. `null` removes the property.
      element.style.setProperty(`--${own}`, /** @type {string | null} */ (shown));
      // Removes the class that set the custom property in the first paint.
      for (const name of [...element.classList]) if (/^p\d+$/.test(name)) element.classList.remove(name);
      return;
    }
    if (isControl(element) && /^(value|checked)$/.test(property)) {
      const field = fieldOf(element);
      const isOwn = field.isOwn;
      // Typed text belongs to the person. If it stays, the person is told of the store's value.
      if (field.write(type === "flag" ? /** @type {boolean} */ (shown) : String(shown))) sayNews(element);
      return !isOwn;
    }
    if (element[property] === shown) return;
    if (property === "ariaInvalid" && !shown && isControl(element)) fieldOf(element).accept();
    // A browser may blur an element as soon as it is hidden, so the focus is checked before.
    const hadFocus = hasFocus(element);
    element[property] = shown;
    if (property === "value" && element.dataset.action) changeMeaning(element);
    // The focus moves after the whole packet, because the packet may disable neighbours, too.
    if ((element.hidden || element.disabled) && hadFocus) {
      queueMicrotask(() => (hasFocus(element) || document.activeElement === document.body) && passFocus(element));
    }
  };
  return { name, write };
}

/**
 * The outlets of `element` itself, in order.
 *
 * @param {Element} element
 */
export const outletsOf = (element) =>
  (element.getAttribute("data-outlet")?.match(/\S+/g) ?? [])
    .map((text) => outletOf(text, /** @type {Target} */ (element)));
