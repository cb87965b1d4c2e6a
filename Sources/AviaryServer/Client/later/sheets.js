/**
 * What stands over the page, each in a modal dialog: the page behind it is inert. Each has an entry of the tab's history, so
 * that the way back closes it.
 *
 * @typedef {object} Sheet
 * @property {string} name
 * @property {any} dialog
 * @property {HTMLElement} panel what a person sees of it
 * @property {string | null} address
 * @property {import("../lastfocus.js").Spot} origin where the keyboard was
 * @property {() => void} release ends what it holds
 */

/**
 * What a page with sheets needs, whatever it shows; any rule of the app's wins. The dialog is as large as the window, so that
 * a press beside what it holds is a press of it. In a narrow window that is at the bottom, where the thumb is.
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
  :where(.folding) { position: fixed; z-index: 4; box-sizing: border-box; pointer-events: none; }
  @media (max-width: 600px) {
    :where(.presented:has(> .sheet)) { place-items: end center; padding: 48px 0 0; }
    :where(.presented > .sheet) { padding-bottom: env(safe-area-inset-bottom); }
  }`;

/**
 * What this needs of the client, which has loaded it.
 *
 * @type {any}
 */
let ask, select, raiseBanners, send, listen, make, returnFocus, spotOf, lastPressed, address, isElsewhere, adopt;

/**
 * The topmost last.
 *
 * @type {Sheet[]}
 */
const sheets = [];

/** Those that the person has closed, and the scene may still tell of. */
const closing = new Set();

/** The changes of the history, one after the other: only an event says that going back is done. */
let passage = Promise.resolve();

/** How long going back may take, in milliseconds. */
const patience = 1_000;

/**
 * Takes what it needs of the client.
 *
 * @param {any} client
 * @returns {import("../sheets.js").Presenter}
 */
export default (client) => {
  ({ ask, select, raiseBanners, send, listen, make, returnFocus, spotOf, lastPressed, address, isElsewhere, adopt } = client);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  // Behind all others, which go before it by their selectors.
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return { present, dismiss, tell, follow };
};

/**
 * Shows a sheet over all others.
 *
 * @param {string} name
 * @param {string} style `sheet` or `alert`
 * @param {string} html
 * @param {string | null} address
 * @param {boolean} isNew otherwise the page whose place this one takes was told of it
 */
function present(name, style, html, address, isNew) {
  if (closing.has(name) || sheets.some((sheet) => sheet.name === name)) return;
  // The person has left its entry of the history since.
  if (!isNew && !entries().includes(name)) return tellDismissed(name);
  const origin = spotOf(findOrigin());
  const dialog = make("dialog", { className: "presented", role: style === "alert" ? "alertdialog" : "dialog" });
  const panel = make("section", { className: style, innerHTML: html });
  nameBy(dialog, panel, name);
  dialog.append(panel);
  document.body.append(dialog);
  dialog.showModal();
  const sheet = { name, dialog, panel, address, origin, release: adopt(dialog) };
  sheets.push(sheet);
  raiseBanners();
  addEntry(sheet);
  move(panel, cellOf(origin), "normal");
  let isPressedBeside = false;
  listen(dialog, {
    // By Escape, or the way back of a phone.
    close: () => dismissed(sheet),
    pointerdown: ({ target }) => (isPressedBeside = target === dialog),
    click({ target, detail }) {
      const button = target.closest("[data-dismiss]");
      if (button) dismissed(sheet, button.dataset.dismiss);
      // The second click of two that opened it is none beside it.
      else if (style === "sheet" && target === dialog && isPressedBeside && detail < 2) dismissed(sheet);
    },
  });
}

/** What the person did to open a sheet. */
function findOrigin() {
  const { activeElement, body } = document;
  if (activeElement !== body) return activeElement;
  const pressed = lastPressed();
  return (pressed?.isConnected && pressed.closest("a[href], button, input, select, textarea, [tabindex]")) || body;
}

/**
 * @param {any} dialog
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
 * The scene has taken a sheet away.
 *
 * @param {string} name
 */
function dismiss(name) {
  const sheet = sheets.find((sheet) => sheet.name === name);
  if (!sheet) return;
  putAway(sheet);
  dropEntry(name);
}

/** Tells a scene that may be another one what is shown here. */
function tell() {
  if (sheets.length) send("sheets", sheets.map(({ name }) => name));
}

/**
 * The person has closed a sheet, by an answer perhaps.
 *
 * @param {Sheet} sheet
 * @param {string} [answer] the number of a choice
 */
function dismissed(sheet, answer) {
  if (!sheets.includes(sheet)) return;
  putAway(sheet);
  dropEntry(sheet.name);
  tellDismissed(sheet.name, answer ? Number(answer) : null);
}

/**
 * @param {string} name
 * @param {number | null} [answer]
 */
function tellDismissed(name, answer = null) {
  closing.add(name);
  select(["dismissed", name, answer], () => void closing.delete(name));
}

/**
 * Takes a sheet off the page, with those over it. The keyboard goes back to where it was.
 *
 * @param {Sheet} sheet
 */
function putAway(sheet) {
  for (const { dialog, panel, origin, release } of sheets.splice(sheets.indexOf(sheet)).reverse()) {
    fold(panel, cellOf(origin));
    release();
    dialog.close();
    const sentences = raiseBanners();
    dialog.remove();
    if (origin.element !== document.activeElement || origin.element === document.body) returnFocus(sentences, origin);
  }
}

// MARK: The history

/** The names of the sheets at this entry of the history, the topmost last. */
const entries = () => /** @type {string[]} */ (history.state?.sheets ?? []);

const here = () => location.pathname + location.search;

/**
 * Makes an entry for a sheet. There is one already when the way forward leads to it, or a reload.
 *
 * @param {Sheet} sheet
 */
function addEntry({ name, address: own }) {
  passage = passage.then(() => {
    const at = sheets.findIndex((sheet) => sheet.name === name);
    if (at < 0 || entries().includes(name)) return;
    const { aviary, page = aviary } = history.state ?? {};
    // A reload at an address of its own makes another page.
    const state = { sheets: sheets.slice(0, at + 1).map(({ name }) => name), page, aviary: own === null ? aviary : undefined };
    try {
      if (own !== null && here() === own) history.replaceState(state, "");
      else history.pushState(state, "", own ?? location.href);
    } catch {
      // Safari makes a hundred in half a minute. The sheet is there all the same.
    }
  });
}

/**
 * Goes back from the entry of a sheet that was closed.
 *
 * @param {string} name
 */
function dropEntry(name) {
  passage = passage.then(() => new Promise((done) => {
    const at = entries().indexOf(name);
    if (at < 0) return done();
    addEventListener("popstate", () => done(), { once: true });
    setTimeout(done, patience);
    history.go(at - entries().length);
  }));
}

/** The person has gone back, or forward. */
function follow() {
  const names = entries();
  for (const sheet of [...sheets].reverse()) {
    if (names.includes(sheet.name) || !sheets.includes(sheet)) continue;
    putAway(sheet);
    tellDismissed(sheet.name);
  }
  if (here() === address || sheets.some((sheet) => sheet.address === here())) return;
  const settled = (/** @type {boolean} */ isDone) => {
    if (!isDone) location.reload();
    return true;
  };
  if (isElsewhere()) location.reload();
  else ask(["do", "@present", { address: here() }, null], { settled });
}

// MARK: Motion

const timing = { duration: 200, easing: "ease-out" };

/** @param {import("../lastfocus.js").Spot} origin */
const cellOf = ({ element, item, box }) => {
  const cell = element.closest("[data-item]") ?? box?.querySelector(`[data-item="${CSS.escape(item ?? "")}"]`);
  return cell?.isConnected && cell.dataset.item === item ? cell : null;
};

/**
 * Moves a panel out of the cell that was pressed for it, or into it.
 *
 * @param {HTMLElement} panel
 * @param {Element | null | undefined} cell
 * @param {PlaybackDirection} direction
 */
function move(panel, cell, direction) {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
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
 * Leaves a panel's surface behind for a moment, which goes where the panel came from.
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
