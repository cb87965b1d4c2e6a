import { isDate, showDate } from "./dates.js";
import { hasFocus, passFocus } from "./element.js";
import { fieldOf, isControl } from "./field.js";
import { tellNews } from "./fields.js";
import { isFlag, isNumber, isString } from "./packets.js";
import { nameOf, pathOf } from "./paths.js";
import { changeMeaning } from "./meaning.js";

/**
 * Outlets: what Swift may set on an element, each with a type. Nothing else of an element is ever touched, and what comes
 * from data becomes text, a number, a colour or a checked address, never markup. The first paint sets the same, by
 * `Tests/Golden/outlets/outlets.json`.
 *
 * @typedef {import("./splice.js").Value} Value
 */

/**
 * What each type takes.
 *
 * @type {Record<string, (value: any, element: Element) => boolean>}
 */
const types = {
  text: isString,
  color: (value) => /^#[0-9a-f]{6}$/i.test(value),
  number: isNumber,
  flag: isFlag,
  date: isDate,
  url: (value, { localName }) => isString(value) && isShowable(value, localName === "a"),
};

/**
 * Whether an address may be shown: by its text alone, so that it means the same before there is a browser. A link may lead to
 * the web; what is loaded comes from here.
 *
 * @param {string} text
 * @param {boolean} isLink
 */
const isShowable = (text, isLink) =>
  /^[^\0- \\]+$/.test(text) && (/^https?:\/\//i.test(text) ? isLink : !/^(\/\/|[a-z][a-z\d+.-]*:)/i.test(text));

/**
 * One outlet of one element, or of the elements that are cloned from it.
 *
 * @typedef {{name: string, write: (element: any, value: Value) => boolean | void}} Outlet `write` shows a value; `null` is
 *   back to what the markup says, and so is what the type does not take; true when others have changed the value of a control
 *
 * @param {string} text as in `data-outlet`: `name`, `name:type` or `name:type(target)`
 * @param {any} original in the state that `null` returns to
 * @returns {Outlet}
 */
function outletOf(text, original) {
  // The server lets no storyboard start whose outlets are not as they should be.
  const [name, type = "text", target] = /** @type {string[]} */ (text.match(/[\w/-]+/g));
  /** What style sheets call it. */
  const own = nameOf(name);
  const isAction = target === "data-action";
  /** The attribute that is set as it is said: a property would say what address it leads to. */
  const attribute = isAction ? target : type === "url" && !target ? (original.localName === "a" ? "href" : "src") : undefined;
  /** The property that is set; none for custom properties and `data-name`. */
  const isDated = type === "date";
  const property = isDated || target === "text" || (type === "text" && !target)
    ? "textContent" : target?.replace(/-./, ([, letter]) => letter.toUpperCase());
  const initial =
    attribute ? original.getAttribute(attribute)
    // The date of the first paint says nothing without its datetime.
    : isDated && original.dateTime ? ""
    : property ? original[property]
    : type === "flag" ? original.hasAttribute(`data-${own}`)
    : null;

  const write = (/** @type {any} */ element, /** @type {any} */ value) => {
    if (value !== null && !types[type](value, element)) {
      console.error(`aviary: outlet ${name} cannot show`, value);
      value = null;
    }
    // An action is one of the controller that has the outlet.
    const shown = isAction && value !== null ? pathOf(initial ?? "") + value : value ?? initial;
    if (isDated) {
      if (value !== null) return showDate(element, value, target);
      element.removeAttribute("datetime");
    }
    if (attribute) {
      if (element.getAttribute(attribute) === shown) return;
      if (shown === null) element.removeAttribute(attribute);
      else element.setAttribute(attribute, shown);
      if (isAction) changeMeaning(element);
      return;
    }
    if (!property) {
      if (type === "flag") return void element.toggleAttribute(`data-${own}`, shown);
      // By the CSSOM: the content security policy allows no style attribute. Null removes it.
      element.style.setProperty(`--${own}`, shown);
      // The class that carried it in the first paint.
      for (const name of [...element.classList]) if (/^p\d+$/.test(name)) element.classList.remove(name);
      return;
    }
    if (isControl(element) && /^(value|checked)$/.test(property)) {
      const field = fieldOf(element);
      const isOwn = field.isOwn;
      // What is typed belongs to the person.
      if (field.write(type === "flag" ? shown : String(shown))) tellNews(element);
      return !isOwn;
    }
    if (element[property] === shown) return;
    if (property === "ariaInvalid" && !shown && isControl(element)) fieldOf(element).accept();
    // A browser may take the focus from what is hidden at once.
    const hadFocus = hasFocus(element);
    element[property] = shown;
    if (property === "value" && element.dataset.action) changeMeaning(element);
    // Once all of the packet is there: it may switch off what is near, too.
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
  (element.getAttribute("data-outlet")?.match(/\S+/g) ?? []).map((text) => outletOf(text, element));
