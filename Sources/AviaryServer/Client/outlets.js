import { hasFocus, passFocus } from "./element.js";
import { fieldOf, isControl } from "./field.js";
import { tellNews } from "./fields.js";
import { isString } from "./frames.js";
import { setAction } from "./meaning.js";

/**
 * Outlets: what Swift may set on an element, each with a type. Nothing else of an element is ever touched, and what comes
 * from data becomes text, a number, a colour or a checked address, never markup.
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
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  // Pictures come from here; links may lead to the web.
  url(value, { localName }) {
    const url = isString(value) && URL.canParse(value, location.href) && new URL(value, location.href);
    return url && (localName === "a" ? /^https?:$/.test(url.protocol) : url.origin === location.origin);
  },
};

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
  const [name, type = "text", target] = /** @type {string[]} */ (text.match(/[\w-]+/g));
  /** The property that is set; none for custom properties and `data-name`. */
  const property =
    target?.replace(/-./, ([, letter]) => letter.toUpperCase()) ??
    { text: "textContent", url: original.localName === "a" ? "href" : "src" }[type];
  const isAction = target === "data-action";
  const initial = isAction ? original.dataset.action : property ? original[property] : type === "flag" ? original.hasAttribute(`data-${name}`) : null;

  const write = (/** @type {any} */ element, /** @type {any} */ value) => {
    if (value !== null && !types[type](value, element)) {
      console.error(`aviary: outlet ${name} cannot show`, value);
      value = null;
    }
    let shown = value ?? initial;
    if (isAction) return setAction(element, shown);
    if (!property) {
      if (type === "flag") return element.toggleAttribute(`data-${name}`, shown);
      // By the CSSOM: the content security policy allows no style attribute. Null removes it.
      element.style.setProperty(`--${name}`, shown);
      // The class that carried it in the first paint.
      for (const name of [...element.classList]) if (/^p\d+$/.test(name)) element.classList.remove(name);
      return;
    }
    if (type === "url" && value) shown = new URL(value, location.href).href;
    if (isControl(element) && /^(value|checked)$/.test(property)) {
      const field = fieldOf(element);
      const isOwn = field.isOwn;
      // What is typed belongs to the person.
      if (field.write(type === "flag" ? shown : String(shown))) tellNews(element);
      return !isOwn;
    }
    if (element[property] === shown) return;
    // A browser may take the focus from what is hidden at once.
    const hadFocus = hasFocus(element);
    element[property] = shown;
    if (type === "url" && !shown) element.removeAttribute(property);
    // Once all of the frame is there: it may switch off what is near, too.
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
