import { mayLoseRequest } from "../actions.js";
import { say } from "../banner.js";
import { make } from "../element.js";
import { fieldOf, isControl } from "../field.js";
import { outer } from "../prefix.js";
import { phrase } from "../words.js";

/**
 * Leaves a page, and restores its state in the page that replaces it. A page is left when its address shows nothing any
 * more, or when an action leads to another page. It is also left when an older version of the app has painted it.
 *
 * When a page reloads for a newer version, typed text is restored. This includes text in a sheet with an address, which
 * comes back as a page. `visit.js` hands over the scroll positions and the pending requests.
 *
 * A newer server may send this part to an older page, so it depends on as little of the client as possible.
 *
 * @typedef {[name: string, type: string, index: number | string, value: string | boolean]} Typed a control's value;
 *   `index` is the control's index among the controls of its name and type. A radio button is known by its value,
 *   because it may stand elsewhere in the next page
 * @typedef {[name: string, type: string, index: number | string, start: number | null, end: number | null]} Focused the control
 *   with the focus, and its selection
 * @typedef {[where: string, focused: Focused | null, ...values: Typed[]]} Left what is left for the page at an address
 * @typedef {import("../field.js").Control} Control
 */

/**
 * The storage keys for the version and the entry of the history that this tab was reloaded for, the typed values, and the
 * next page's notice.
 */
const [upgraded, typed, farewell] = ["upgraded", "typed", "farewell"];

/** How often a page checks whether it may reload, and for how long, in milliseconds. */
const interval = 250;
const longestTry = 60_000;

const controls = "input:not([type=file], [type=hidden], [type=password]), textarea, select";

export default () => ({
  /**
   * Shows the "not found" page, as a visitor gets it now.
   *
   * @param {string} sentence
   */
  showNothing(sentence) {
    const page = make("main", { className: "message" });
    const link = make("a", { href: outer("/"), textContent: phrase("Go to the start") });
    page.append(make("p", { textContent: sentence, role: "heading", ariaLevel: "1" }), make("p", {}));
    /** @type {Element} */ (page.lastChild).append(link);
    document.title = phrase("Not found");
    document.body.replaceChildren(...document.querySelectorAll("body > .rooms"), page);
  },

  /**
   * Replaces this page by another one, which shows a notice.
   *
   * @param {string} address
   * @param {string} sentence
   */
  replacePage(address, sentence) {
    try {
      sessionStorage[farewell] = sentence;
    } catch {}
    location.replace(address);
  },

  /**
   * Reloads the page, once no request is pending and every open sheet would come back.
   *
   * @param {string} version of the server
   */
  upgrade(version) {
    // Prevents a loop: a cache that returns old pages may do so again. Another entry of the history has a page of its own.
    const reload = `${version} ${history.state?.aviary}`;
    if (sessionStorage[upgraded] === reload) return;
    const deadline = performance.now() + longestTry;
    const isBusy = () => mayLoseRequest() || document.querySelector(".banner.upload, .lifted");
    const look = () => {
      // A sheet without an address is never interrupted. Pending requests delay the reload only until the deadline.
      if (dialogs().length > addressed().length || (isBusy() && performance.now() < deadline)) return void setTimeout(look, interval);
      sessionStorage[upgraded] = reload;
      const sentence = said();
      if (sentence) sessionStorage[farewell] = sentence;
      const sheet = dialogs().at(-1) ?? null;
      const places = [[location.href, sheet], ...(sheet ? [[history.state?.page, null]] : [])];
      sessionStorage[typed] = JSON.stringify(places.map(([where, root]) => [where, ...typedIn(root, (control) => isControl(control) && fieldOf(control).isTyped)]));
      // The actions of a sheet's controls end with the sheet, so they must not be called when the page goes.
      if (sheet) for (const control of own(sheet)) delete control.dataset.action;
      location.reload();
    };
    look();
  },

  /** Restores the typed values and shows the notice that the previous page has left. */
  arrive() {
    const { [farewell]: sentence, [typed]: values } = sessionStorage;
    delete sessionStorage[farewell];
    delete sessionStorage[typed];
    if (sentence) say("notice", sentence);
    if (!values) return;
    // The values of the page below a sheet wait until the person goes back there.
    const isHere = (/** @type {Left} */ [where]) => where === location.href || where === history.state?.aviary;
    /** @type {Left[]} */
    const all = JSON.parse(values);
    all.filter(isHere).forEach(restore);
    const others = all.filter((each) => !isHere(each));
    if (others.length) sessionStorage[typed] = JSON.stringify(others);
  },
});

/** The open dialogs, the topmost last. */
const dialogs = () => [...document.querySelectorAll("dialog:modal")];

/** The addresses of the sheets at this entry of the history. The last one has a page of its own. */
const addressed = () => /** @type {string[]} */ (history.state?.sheets ?? []).filter((key) => key.startsWith("/"));

/**
 * The texts of the page's error and notice banners, for the next page. Banners with an action are left out, because the
 * next page cannot call that action.
 */
const said = () =>
  [...document.querySelectorAll(".banner:is(.error, .notice):not(:has([data-action])) > p")].map(({ textContent }) => textContent).join(" ");

/**
 * Puts back what was typed.
 *
 * @param {Left} left
 */
function restore([, focused, ...values]) {
  for (const [name, type, index, value] of values) {
    const control = at(name, type, index);
    if (!control) continue;
    if (typeof value === "boolean") control.checked = value;
    else {
      control.value = value;
      // A row that is not there yet.
      if (control.value !== value) control.dataset.left = value;
    }
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (!focused || document.activeElement !== document.body) return;
  const [name, type, index, start, end] = focused;
  const control = at(name, type, index);
  control?.focus({ preventScroll: true });
  if (start !== null) control?.setSelectionRange?.(start, end);
}

/**
 * The controls of the page itself, or of a sheet.
 *
 * @param {Element | null} sheet
 * @returns {Control[]}
 */
const own = (sheet) =>
  [.../** @type {NodeListOf<Control>} */ (document.querySelectorAll(controls))]
    .filter((control) => control.closest("dialog") === sheet && !control.closest(".tile, .section"));

/**
 * @param {string} name
 * @param {string} type
 * @param {Element | null} [sheet]
 */
const named = (name, type, sheet = null) => own(sheet).filter((control) => control.name === name && control.type === type);

/**
 * The control of the page itself with this key.
 *
 * @param {string} name
 * @param {string} type
 * @param {number | string} index
 */
const at = (name, type, index) =>
  named(name, type).find((control, position) => index === (typeof index === "string" ? control.value : position));

/**
 * The control with the focus and its selection, followed by the values that the person has typed. A control of the page
 * that calls an action is left out, because it commits its value when the page goes.
 *
 * @param {Element | null} sheet
 * @param {(control: Control) => boolean} isTyped
 * @returns {[focused: Focused | null, ...values: Typed[]]}
 */
function typedIn(sheet, isTyped) {
  /** @type {(control: Control) => [name: string, type: string, index: number | string]} */
  const key = (control) => {
    const { name, type, value } = control;
    return [name, type, type === "radio" ? value : named(name, type, sheet).indexOf(control)];
  };
  const kept = own(sheet).filter((control) => sheet || !control.dataset.action);
  const values = kept.filter(isTyped).map(/** @returns {Typed} */ (control) =>
    [...key(control), /^(checkbox|radio)$/.test(control.type) ? control.checked ?? false : control.value]);
  const focused = /** @type {(Control & Partial<import("../field.js").Selection>) | undefined} */ (
    kept.find((control) => control === document.activeElement));
  /** @type {[start: number | null, end: number | null]} */
  let selection = [null, null];
  try {
    selection = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null];
  } catch {}
  return [focused ? [...key(focused), ...selection] : null, ...values];
}
