/**
 * A page that goes, and what the page in its place does for it: there is nothing at its address any more, an action leads to
 * another page, or an older version of the app has painted it. What was typed in a page that is loaded anew for a newer
 * version is there again. Where it is scrolled to and what it has asked for any page leaves to the next one, as `visit.js` has it.
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
 * @param {() => boolean} client.hasUnsent
 * @param {(control: any) => boolean} client.isTyped
 */
export default ({ make, say, hasUnsent, isTyped }) => ({
  /**
   * Shows the page that a visitor gets now.
   *
   * @param {string} sentence
   */
  showNothing(sentence) {
    const page = make("main", { className: "message" });
    const link = make("a", { href: "/", textContent: "Go to the start" });
    page.append(make("p", { textContent: sentence, role: "heading", ariaLevel: "1" }), make("p", {}));
    page.lastChild.append(link);
    document.title = "Not found";
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
   * Loads the page anew, when nothing is on its way any more.
   *
   * @param {string} version of the server
   */
  upgrade(version) {
    // Whatever it is that hands out old pages may do so again: no loop.
    if (sessionStorage[upgraded] === version) return;
    const deadline = performance.now() + patience;
    const isBusy = () => hasUnsent() || document.querySelector(".banner.upload, .lifted, dialog:modal");
    const look = () => {
      if (isBusy() && performance.now() < deadline) return void setTimeout(look, interval);
      sessionStorage[upgraded] = version;
      sessionStorage[typed] = JSON.stringify([location.href, ...held(isTyped)]);
      location.reload();
    };
    look();
  },

  /** Does what the page before has left to be done. */
  arrive() {
    const { [farewell]: sentence, [typed]: values } = sessionStorage;
    if (sentence) say("notice", sentence);
    if (values) restore(JSON.parse(values));
    delete sessionStorage[farewell];
    delete sessionStorage[typed];
  },
});

/**
 * Puts back what was typed in the page before.
 *
 * @param {any[]} typed
 */
function restore([href, focused, ...values]) {
  if (href !== location.href) return;
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

/** @returns {any[]} the controls of the page itself; what is typed in one that calls an action is committed when a page goes */
const own = () => [...document.querySelectorAll(controls)].filter((control) => !control.dataset.action && !control.closest(".tile, .section, dialog"));

/**
 * @param {string} name
 * @param {string} type
 */
const named = (name, type) => own().filter((control) => control.name === name && control.type === type);

/**
 * What the person has typed in the controls, behind the one with the keyboard and the selection in it.
 *
 * @param {(control: any) => boolean} isTyped
 */
function held(isTyped) {
  /** @type {(control: any) => [string, string, number]} */
  const key = (control) => [control.name, control.type, named(control.name, control.type).indexOf(control)];
  const values = own().filter(isTyped).map((control) =>
    [...key(control), /^(checkbox|radio)$/.test(control.type) ? control.checked : control.value]);
  const focused = own().find((control) => control === document.activeElement);
  let selection = [null, null];
  try {
    selection = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null];
  } catch {}
  return [focused ? [...key(focused), ...selection] : null, ...values];
}
