import { ask, askWithoutLimit } from "../actions.js";
import { raiseBanners, say } from "../banner.js";
import { send } from "../connection.js";
import { addRules, listen, make } from "../element.js";
import { fieldOf, forget } from "../field.js";
import { hasMod } from "../keys.js";
import { returnFocus, spotOf } from "../lastfocus.js";
import { lastPress } from "../buttonguard.js";
import { timing, wantsStillness } from "../motion.js";
import { inner, outer } from "../prefix.js";
import { adoptSheets } from "../sheetloader.js";
import { address, here, isElsewhere } from "../visit.js";
import { phrase } from "../words.js";
import { startToolbars } from "./toolbar.js";

/**
 * Shows sheets over the page, each in a modal dialog. The page behind is inert. Each sheet has an entry of the tab's
 * history, so going back closes it.
 *
 * @typedef {object} Sheet
 * @property {string} name
 * @property {HTMLDialogElement} dialog
 * @property {HTMLElement} panel its visible part
 * @property {string | null} address
 * @property {string} key its key in the history: its address, or else its name. Another controller with the same
 *   address is the same sheet
 * @property {import("../lastfocus.js").Spot} origin the place of the keyboard focus before the sheet was opened
 * @property {string} version the version of the storyboards that it was made from
 * @property {() => void} release ends its collections and outlets
 */

/**
 * The style rules that every page with sheets needs. Any rule of the app wins. The dialog is as large as the window, so
 * a press beside its panel is a press on the dialog. In a narrow window the panel is at the bottom, near the thumb.
 */
const rules = `
  :where(.presented) {
    display: grid; place-items: center; box-sizing: border-box; width: 100vw; max-width: none; height: 100dvh; max-height: none;
    margin: 0; padding: 24px 16px max(24px, env(safe-area-inset-bottom)); border: none; background: none;
  }
  :where(.presented > section) {
    box-sizing: border-box; width: 100%; max-width: 560px; max-height: 100%; overflow-y: auto; overscroll-behavior: contain;
  }
  :where(.presented > .alert) { max-width: 360px; }
  :where(.presented > section, .folding) { background: Canvas; color: CanvasText; }
  :where(html:has(> body > .presented)) { overflow: hidden; }
  :where(.folding) { position: fixed; z-index: 4; box-sizing: border-box; pointer-events: none; }
  @media (max-width: 600px) {
    :where(.presented:has(> .sheet)) { place-items: end center; padding: 48px 0 0; }
    :where(.presented > .sheet) { padding-bottom: env(safe-area-inset-bottom); }
  }`;

/**
 * The sheets shown, the topmost last.
 *
 * @type {Sheet[]}
 */
const sheets = [];

/** The names of sheets that the person has closed, while the scene may still send messages for them. */
const closing = new Set();

/**
 * When the person goes to an entry whose sheet is closed, the page asks the scene to open it again. These are the
 * addresses of the requests that the scene has not answered.
 *
 * @type {string[]}
 */
const reopening = [];

/**
 * The queue of changes of the history. They must run one after the other, because going back ends only with an event.
 */
let passage = Promise.resolve();

/** How long going back may take, in milliseconds. */
const longestExit = 1_000;

/** @returns {import("../sheetloader.js").Presenter} */
export default () => {
  addRules(rules);
  // The connection may be open already. So the sheets of the history entry, as after a reload, are reported at once.
  report();
  return { present, dismiss, report, matchHistory, pass: () => passage };
};

/**
 * Shows a sheet over all others.
 *
 * @param {import("../packets.js").SceneMessages["present"]} presented its address is without the prefix
 */
function present({ sheet: name, style, html, address: inside, isNew, version }) {
  if (closing.has(name)) return;
  const address = inside && outer(inside);
  const known = sheets.find((sheet) => sheet.name === name);
  if (known) return setAddress(known, address);
  const own = address && pathOf(address);
  const key = own ?? name;
  // If the person has left the sheet's entry of the history meanwhile, the sheet is not shown.
  if (own && reopening.includes(own) ? here() !== own : !isNew && !entries().includes(key)) return reportDismissed(name);
  const origin = spotOf(findOrigin());
  const dialog = make("dialog", { className: "presented", role: style === "alert" ? "alertdialog" : "dialog" });
  const panel = make("section", { className: style, innerHTML: html });
  nameBy(dialog, panel, name);
  const styles = takeStyles(panel);
  const removeRules = takeRules(panel);
  dialog.append(panel);
  const { documentElement: root } = document;
  // The page behind does not scroll. If its scroll bar takes space, the space is kept.
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = "stable";
  document.body.append(dialog);
  startToolbars(panel);
  const end = adoptSheets(panel, `${name}/`);
  const release = () => {
    end();
    removeRules();
  };
  const sheet = { name, dialog, panel, address: own, key, origin, version, release };
  sheets.push(sheet);
  const show = () => {
    if (!sheets.includes(sheet)) return;
    dialog.hidden = false;
    dialog.showModal();
    raiseBanners();
    addEntry(sheet);
    move(panel, cellOf(origin), "normal");
  };
  dialog.hidden = styles.length > 0;
  if (dialog.hidden) Promise.all(styles).then(show);
  else show();
  let isPressedBeside = false;
  listen(dialog, {
    // The dialog was closed by Escape, or by a phone's back gesture.
    close: () => dismissed(sheet),
    pointerdown: ({ target }) => (isPressedBeside = target === dialog),
    click(event) {
      const { target, detail } = event;
      const button = target.closest("[data-dismiss]");
      /** @type {HTMLAnchorElement | null} */
      const link = target.closest("a[href^='#']");
      if (button) dismissed(sheet, button.dataset.dismiss);
      else if (link && !hasMod(event) && !event.shiftKey) {
        // The link would add an entry to the history that closes no sheet.
        event.preventDefault();
        panel.querySelector(`[id="${CSS.escape(link.hash.slice(1))}"]`)?.scrollIntoView();
      }
      // The second click of a double click that opened the sheet does not close it.
      else if (style === "sheet" && target === dialog && isPressedBeside && detail < 2) dismissed(sheet);
    },
  });
}

/**
 * Moves the style sheets that come with a sheet to the page's head, where they stay.
 *
 * @param {HTMLElement} panel
 * @returns {Promise<unknown>[]} the style sheets that are still loading
 */
function takeStyles(panel) {
  const selector = "link[rel=stylesheet]";
  return [.../** @type {NodeListOf<HTMLLinkElement>} */ (panel.querySelectorAll(selector))].flatMap((own) => {
    own.remove();
    const all = /** @type {NodeListOf<HTMLLinkElement>} */ (document.head.querySelectorAll(selector));
    const known = [...all].find(({ href }) => href === own.href);
    if (!known) document.head.append(own);
    const link = known ?? own;
    if (link.sheet) return [];
    return new Promise((settle) => {
      listen(link, {
        load: settle,
        error() {
          // The next sheet tries again.
          link.remove();
          settle(0);
        },
      });
    });
  });
}

/**
 * Makes a style sheet of the rules that come with a sheet. They position its supplementary views.
 *
 * @param {HTMLElement} panel
 * @returns {() => void} removes it
 */
function takeRules(panel) {
  const meta = panel.querySelector("meta[data-rules]");
  if (!meta) return () => {};
  meta.remove();
  return addRules(/** @type {string} */ (meta.dataset.rules));
}

/**
 * The element that the person used to open a sheet.
 *
 * @returns {HTMLElement}
 */
function findOrigin() {
  const { activeElement, body } = document;
  if (activeElement !== body) return /** @type {HTMLElement} */ (activeElement);
  const pressed = lastPress();
  return (pressed?.isConnected && pressed.closest("a[href], button, input, select, textarea, [tabindex]")) || body;
}

/**
 * @param {HTMLElement} dialog
 * @param {HTMLElement} panel
 * @param {string} name
 */
function nameBy(dialog, panel, name) {
  const title = panel.querySelector("h1, h2, h3");
  if (title) {
    title.id ||= `${name}-title`;
    dialog.setAttribute("aria-labelledby", title.id);
  } else dialog.ariaLabel = document.title;
  const text = dialog.role === "alertdialog" && panel.querySelector("p");
  if (text) {
    text.id ||= `${name}-text`;
    dialog.setAttribute("aria-describedby", text.id);
  }
}

/**
 * Handles a sheet that the scene has dismissed.
 *
 * @param {string} name
 */
function dismiss(name) {
  const sheet = sheets.find((sheet) => sheet.name === name);
  // The scene dismisses the sheets above first. A sheet that is still above was opened after the scene sent this
  // message. It is closed, too.
  const others = sheet ? sheets.slice(sheets.indexOf(sheet) + 1) : [];
  for (const { panel } of sheet ? [sheet, ...others] : []) sayTyped(panel);
  if (sheet) putAway(sheet);
  leaveEntry(sheet?.key ?? name);
  for (const { name } of others.reverse()) reportDismissed(name);
}

/** Reports the shown sheets and those in the entry of the history, because the scene may be a new one. */
function report() {
  const shown = sheets.map(({ name, address, version }) =>
    address === null ? name : /** @type {[string, string, string]} */ ([name, inner(address), version]));
  // Only at the page's own address are all keys names that the scene knows. At a sheet's address nothing but the shown
  // sheets is reported.
  const names = here() === address ? entries().filter((key) => !sheets.some(({ name }) => name === key)) : [];
  if (shown.length + names.length) send("sheets", { sheets: [...shown, ...names] });
}

/**
 * Handles a sheet that the person has closed, perhaps with an answer.
 *
 * @param {Sheet} sheet
 * @param {string} [answer] the number of the choice
 */
function dismissed(sheet, answer) {
  if (!sheets.includes(sheet)) return;
  putAway(sheet);
  leaveEntry(sheet.key);
  reportDismissed(sheet.name, answer ? Number(answer) : null);
}

/**
 * @param {string} name
 * @param {number | null} [answer]
 */
function reportDismissed(name, answer = null) {
  closing.add(name);
  askWithoutLimit("dismissed", { sheet: name, answer }, () => void closing.delete(name));
}

/**
 * Removes a sheet and all sheets above it. The focus returns to its earlier place.
 *
 * @param {Sheet} sheet
 */
function putAway(sheet) {
  for (const { dialog, panel, origin, release } of sheets.splice(sheets.indexOf(sheet)).reverse()) {
    fold(panel, cellOf(origin));
    release();
    // The part that sends files listens for this event.
    panel.dispatchEvent(new CustomEvent("dismissed", { bubbles: true }));
    dialog.close();
    const sentences = raiseBanners();
    dialog.remove();
    if (!sheets.length) document.documentElement.style.scrollbarGutter = "";
    if (origin.element !== document.activeElement || origin.element === document.body) returnFocus(sentences, origin);
  }
}

/**
 * Tells the person what they had typed in a sheet that the scene dismisses.
 *
 * @param {HTMLElement} panel
 */
function sayTyped(panel) {
  // If a button of the sheet was pressed and is not answered yet, that press closes the sheet, and the typed text was
  // sent with it.
  if (panel.querySelector("[data-pressed]:not(input, select, textarea)")) return;
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
  const controls = panel.querySelectorAll("textarea, input:not([type=file], [type=password], [type=range], [type=checkbox], [type=radio], [type=color])");
  const texts = [...controls].filter((control) => fieldOf(control).isPending).map((control) => {
    const text = phrase("“%1”", control.value);
    forget(control);
    // The control loses the focus next, and must not commit then.
    control.value = control.defaultValue;
    return text;
  }).join(", ");
  if (texts) say("error", phrase("What you were typing in has been closed. You had typed %1.", texts));
}

// MARK: The history

/** The keys of the sheets at this entry of the history, the topmost last. */
const entries = () => /** @type {string[]} */ (history.state?.sheets ?? []);

/**
 * An address in the browser's encoding. The browser encodes more characters than the scene does.
 *
 * @param {string} address
 */
function pathOf(address) {
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
}

/**
 * Adds an entry to the history for a sheet. After going forward or a reload, there is one already.
 *
 * @param {Sheet} sheet
 */
function addEntry(sheet) {
  passage = passage.then(() => {
    const at = sheets.indexOf(sheet);
    if (at < 0 || entries().includes(sheet.key)) return;
    const { aviary, page = aviary } = /** @type {import("../visit.js").Entry} */ (history.state ?? {});
    const { address: own } = sheet;
    // A sheet without an address uses the address below it. The tab may be at another address by now.
    const below = sheets.slice(0, at).findLast(({ address }) => address !== null)?.address ?? address;
    // A reload at the sheet's own address makes another page.
    const state = { sheets: sheets.slice(0, at + 1).map(({ key }) => key), page, aviary: own === null ? aviary : undefined };
    try {
      history.pushState(state, "", own ?? below);
    } catch {
      // Safari allows only a hundred entries in half a minute. Beyond this number a sheet is shown without an entry.
    }
  });
}

/**
 * Changes the address of a sheet that now shows another tile's item. It will close into that tile.
 *
 * @param {Sheet} sheet
 * @param {string | null} address
 */
function setAddress(sheet, address) {
  const own = address && pathOf(address);
  const { key } = sheet;
  if (!own || own === sheet.address) return;
  sheet.address = sheet.key = own;
  const cell = document.querySelector(`.tile a[href="${CSS.escape(address)}"]`)?.closest("[data-item]");
  if (cell) sheet.origin = spotOf(cell);
  passage = passage.then(() => {
    const keys = entries();
    if (keys.at(-1) !== key) return;
    try {
      history.replaceState({ ...history.state, sheets: [...keys.slice(0, -1), own] }, "", own);
    } catch {
      // Safari allows only a hundred changes in half a minute. Beyond this number the entry keeps its key.
      sheet.key = key;
    }
  });
}

/**
 * Goes back from the history entry of a sheet that is no longer shown.
 *
 * @param {string} key
 */
function leaveEntry(key) {
  passage = passage.then(() => new Promise((done) => {
    const at = entries().indexOf(key);
    // If another sheet with the same address is open now, the entry stays.
    if (at < 0 || sheets.some((sheet) => sheet.key === key)) return done();
    addEventListener("popstate", () => done(), { once: true });
    setTimeout(done, longestExit);
    history.go(at - entries().length);
  }));
}

/** Shows the sheets of the history after the person has gone back or forward. */
function matchHistory() {
  passage = passage.then(() => {
    const keys = entries();
    for (const sheet of [...sheets].reverse()) {
      if (keys.includes(sheet.key) || !sheets.includes(sheet)) continue;
      putAway(sheet);
      reportDismissed(sheet.name);
    }
    const missing = keys.find((key) => !sheets.some((sheet) => sheet.key === key));
    const own = here();
    if (own === address || sheets.some((sheet) => sheet.address === own)) {
      // A sheet without an address cannot be opened again, so the tab goes back from its entry.
      if (missing !== undefined) leaveEntry(missing);
    } else if (isElsewhere()) location.reload();
    else reopen(own, missing ?? own);
  });
}

/**
 * Asks the scene to open the sheet at the tab's address.
 *
 * @param {string} own
 * @param {string} missing the key of the lowest sheet in the entry that is not shown
 */
function reopen(own, missing) {
  const settled = (/** @type {boolean} */ isDone, /** @type {string | undefined} */ sentence) => {
    reopening.splice(reopening.indexOf(own), 1);
    if (here() !== own) return true;
    if (sheets.some(({ address }) => address === own)) matchHistory();
    // If this scene cannot open the sheet, the server's page at the sheet's address replaces this one, so that going
    // back works.
    else if (!isDone && sentence) location.replace(own);
    // Otherwise, for instance without a connection, the page stays and the entry is left.
    else leaveEntry(missing);
    return true;
  };
  reopening.push(own);
  if (!ask("do", { action: "@present", fields: { address: inner(own) }, item: null }, { settled })) settled(false, "");
}

// MARK: Motion

/** @param {import("../lastfocus.js").Spot} origin */
const cellOf = ({ element, item, box }) => {
  const cell = element.closest("[data-item]") ?? box?.querySelector(`[data-item="${CSS.escape(item ?? "")}"]`);
  return cell?.isConnected && cell.dataset.item === item ? cell : null;
};

/**
 * Animates a panel out of the cell that opened it, or back into it.
 *
 * @param {HTMLElement} panel
 * @param {Element | null | undefined} cell
 * @param {PlaybackDirection} direction
 */
function move(panel, cell, direction) {
  if (document.hidden || wantsStillness()) return;
  const to = panel.getBoundingClientRect();
  const from = cell?.getBoundingClientRect();
  const middle = (/** @type {DOMRect} */ { x, y, width, height }) => [x + width / 2, y + height / 2];
  const [x, y] = from ? middle(from).map((at, axis) => at - middle(to)[axis]) : [0, 24];
  const scale = from ? `scale(${from.width / to.width}, ${from.height / to.height})` : "";
  return panel.animate(
    [{ transform: `translate(${x}px, ${y}px) ${scale}`, opacity: 0 }, { transform: "none", opacity: 1 }],
    { ...timing, direction });
}

/**
 * Shows a panel's empty surface for a moment, and animates it back to the panel's origin.
 *
 * @param {HTMLElement} panel
 * @param {Element | null | undefined} cell
 */
function fold(panel, cell) {
  const { x, y, width, height } = panel.getBoundingClientRect();
  const surface = make("div", { className: `${panel.className} folding`, inert: true, ariaHidden: "true" });
  Object.assign(surface.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  document.body.append(surface);
  const motion = move(surface, cell, "reverse");
  if (motion) motion.onfinish = motion.oncancel = () => surface.remove();
  else surface.remove();
}
