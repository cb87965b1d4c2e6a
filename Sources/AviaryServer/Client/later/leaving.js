/**
 * A page that goes, and what the page in its place does for it: there is nothing at its address any more, an action leads to
 * another page, or an older version of the app has painted it. What was typed in a page that is loaded anew for a newer
 * version is there again. So is what was typed in a sheet with an address, which comes back as a page. Where a page is scrolled
 * to and what it has asked for it leaves to the next one by `visit.js`.
 *
 * A newer server may send this part to an older page. So it needs as little of the client as can be.
 *
 * @typedef {[name: string, type: string, index: number, value: string | boolean]} Typed what a control holds, which is the one
 *   of this number among those of its name and type
 */

/** Where the version is kept that this tab was loaded anew for, what was typed, and what the next page says. */
const [upgraded, typed, farewell] = ["upgraded", "typed", "farewell"];

/** How often a page looks whether it may go, in milliseconds, and for how long. */
const interval = 250;
const patience = 60_000;

const controls = "input:not([type=file], [type=hidden], [type=password]), textarea, select";

/**
 * @param {object} client
 * @param {(name: string, properties: object) => any} client.make
 * @param {(kind: string, sentence: string) => void} client.say
 * @param {(sentence: string) => string} [client.phrase]
 * @param {() => boolean} client.hasUnsent
 * @param {typeof import("../field.js").isControl} client.isControl
 * @param {typeof import("../field.js").fieldOf} client.fieldOf
 */
export default ({ make, phrase = (sentence) => sentence, say, hasUnsent, isControl, fieldOf }) => ({
  /**
   * Shows the page that a visitor gets now.
   *
   * @param {string} sentence
   */
  showNothing(sentence) {
    const page = make("main", { className: "message" });
    const link = make("a", { href: "/", textContent: phrase("Go to the start") });
    page.append(make("p", { textContent: sentence, role: "heading", ariaLevel: "1" }), make("p", {}));
    page.lastChild.append(link);
    document.title = phrase("Not found");
    document.body.replaceChildren(page);
  },

  /**
   * Leads to another page in place of this one, which says a sentence.
   *
   * @param {string} address
   * @param {string} sentence
   */
  lead(address, sentence) {
    try {
      sessionStorage[farewell] = sentence;
    } catch {}
    location.replace(address);
  },

  /**
   * Loads the page anew, when nothing is on its way any more, and no sheet is open that would not be there again.
   *
   * @param {string} version of the server
   */
  upgrade(version) {
    // Whatever it is that hands out old pages may do so again: no loop.
    if (sessionStorage[upgraded] === version) return;
    const deadline = performance.now() + patience;
    const isBusy = () => hasUnsent() || document.querySelector(".banner.upload, .lifted");
    const look = () => {
      // A person is in the midst of something, however long it takes.
      if (dialogs().length > addressed().length || (isBusy() && performance.now() < deadline)) return void setTimeout(look, interval);
      sessionStorage[upgraded] = version;
      const sentence = said();
      if (sentence) sessionStorage[farewell] = sentence;
      const sheet = dialogs().at(-1) ?? null;
      const places = [[location.href, sheet], ...(sheet ? [[history.state?.page, null]] : [])];
      sessionStorage[typed] = JSON.stringify(places.map(([where, root]) => [where, ...held(root, (control) => isControl(control) && fieldOf(control).isTyped)]));
      // What the controls of a sheet would call when the page goes is gone with the sheet.
      if (sheet) for (const control of own(sheet)) delete control.dataset.action;
      location.reload();
    };
    look();
  },

  /** Does what the page before has left to be done. */
  arrive() {
    const { [farewell]: sentence, [typed]: values } = sessionStorage;
    delete sessionStorage[farewell];
    delete sessionStorage[typed];
    if (sentence) say("notice", sentence);
    if (!values) return;
    // What was typed in the page below a sheet waits for the way back.
    const isHere = (/** @type {any[]} */ [where]) => where === location.href || where === history.state?.aviary;
    /** @type {any[][]} */
    const all = JSON.parse(values);
    all.filter(isHere).forEach(restore);
    const others = all.filter((each) => !isHere(each));
    if (others.length) sessionStorage[typed] = JSON.stringify(others);
  },
});

/** What stands over the page, the topmost last. */
const dialogs = () => [...document.querySelectorAll("dialog:modal")];

/** The addresses of sheets at this entry of the history: the last one leads to a page of its own. */
const addressed = () => /** @type {string[]} */ (history.state?.sheets ?? []).filter((key) => key.startsWith("/"));

/** What the page says, of what was lost for one. A button has nobody to call on the page that comes next. */
const said = () =>
  [...document.querySelectorAll(".banner:is(.error, .notice):not(:has([data-action])) > p")].map(({ textContent }) => textContent).join(" ");

/**
 * Puts back what was typed.
 *
 * @param {any[]} typed where it was, the control with the keyboard, and what the others hold
 */
function restore([, focused, ...values]) {
  for (const [name, type, index, value] of values) {
    const control = named(name, type)[index];
    if (!control) continue;
    if (typeof value === "boolean") control.checked = value;
    else control.value = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (!focused || document.activeElement !== document.body) return;
  const [name, type, index, start, end] = focused;
  const control = named(name, type)[index];
  control?.focus({ preventScroll: true });
  if (start !== null) control?.setSelectionRange?.(start, end);
}

/**
 * The controls of the page itself, or of a sheet.
 *
 * @param {Element | null} sheet
 * @returns {any[]}
 */
const own = (sheet) =>
  [...document.querySelectorAll(controls)].filter((control) => control.closest("dialog") === sheet && !control.closest(".tile, .section"));

/**
 * @param {string} name
 * @param {string} type
 * @param {Element | null} [sheet]
 */
const named = (name, type, sheet = null) => own(sheet).filter((control) => control.name === name && control.type === type);

/**
 * What the person has typed in the controls, behind the one with the keyboard and the selection in it. A control of the page
 * that calls an action is left out: it commits what was typed when the page goes.
 *
 * @param {Element | null} sheet
 * @param {(control: any) => boolean} isTyped
 */
function held(sheet, isTyped) {
  /** @type {(control: any) => [string, string, number]} */
  const key = (control) => [control.name, control.type, named(control.name, control.type, sheet).indexOf(control)];
  const kept = own(sheet).filter((control) => sheet || !control.dataset.action);
  const values = kept.filter(isTyped).map((control) =>
    [...key(control), /^(checkbox|radio)$/.test(control.type) ? control.checked : control.value]);
  const focused = kept.find((control) => control === document.activeElement);
  let selection = [null, null];
  try {
    selection = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null];
  } catch {}
  return [focused ? [...key(focused), ...selection] : null, ...values];
}
