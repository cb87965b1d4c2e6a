/**
 * A page that an older version of the app has painted, and that meets a newer server: it is loaded anew, once, and what was
 * typed in it is there again. Where it is scrolled to and what it has asked for any page leaves to the next one, as
 * `visit.js` has it.
 *
 * A newer server may send this part to an older page. So it needs as little of the client as can be.
 *
 * @typedef {[name: string, type: string, index: number, value: string | boolean]} Typed what a control holds, which is the one
 *   of this number among those of its name and type
 */

/** Where the version is kept that this tab was loaded anew for, and what was typed. */
const [upgraded, typed] = ["upgraded", "typed"];

/** How often a page looks whether it may go, in milliseconds, and for how long. */
const interval = 250;
const patience = 60_000;

const controls = "input:not([type=file], [type=hidden], [type=password]), textarea, select";

/** @param {{hasUnsent: () => boolean, isTyped: (control: any) => boolean}} client */
export default ({ hasUnsent, isTyped }) => ({
  /**
   * Loads the page anew, when nothing is on its way any more.
   *
   * @param {string} version of the server
   * @param {number} [deadline]
   */
  leave(version, deadline = performance.now() + patience) {
    // Whatever it is that hands out old pages may do so again: no loop.
    if (sessionStorage[upgraded] === version) return;
    const isBusy = hasUnsent() || document.querySelector(".banner.upload, .lifted, dialog:modal");
    if (isBusy && performance.now() < deadline) return void setTimeout(() => this.leave(version, deadline), interval);
    sessionStorage[upgraded] = version;
    sessionStorage[typed] = JSON.stringify([location.href, ...held(isTyped)]);
    location.reload();
  },

  /** Puts back what was typed in the page before. */
  restore() {
    const [href, focused, ...values] = JSON.parse(sessionStorage[typed]);
    delete sessionStorage[typed];
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
  },
});

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
