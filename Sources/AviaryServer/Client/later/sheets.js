/**
 * What stands over the page, each in a modal dialog: the page behind it is inert. Each has an entry of the tab's history, so
 * that the way back closes it.
 *
 * @typedef {object} Sheet
 * @property {string} name
 * @property {any} dialog
 * @property {HTMLElement} panel what a person sees of it
 * @property {string | null} address
 * @property {string} key what names it in the history: its address, where another controller is the same sheet, or its name
 * @property {import("../lastfocus.js").Spot} origin where the keyboard was
 * @property {string} version names the storyboards that it is from
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
  :where(html:has(> body > .presented)) { overflow: hidden; }
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
let ask, phrase, select, raiseBanners, say, send, listen, make, fieldOf, forget, returnFocus, spotOf, lastPressed;

/** @type {any} */
let address, isElsewhere, adopt;

/**
 * The topmost last.
 *
 * @type {Sheet[]}
 */
const sheets = [];

/** Those that the person has closed, and the scene may still tell of. */
const closing = new Set();

/**
 * The addresses that the scene was asked to open a sheet for, by the way forward, and has not answered.
 *
 * @type {string[]}
 */
const reopening = [];

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
  ({ ask, phrase, select, raiseBanners, say, send, listen, make, fieldOf, forget, returnFocus, spotOf, lastPressed } = client);
  ({ address, isElsewhere, adopt } = client);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  // Behind all others, which go before it by their selectors.
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  // There may be a connection already.
  tell();
  return { present, dismiss, tell, follow, pass: () => passage };
};

/**
 * Shows a sheet over all others.
 *
 * @param {string} name
 * @param {string} style `sheet` or `alert`
 * @param {string} html
 * @param {string | null} address
 * @param {boolean} isNew otherwise the page whose place this one takes was told of it
 * @param {string} version
 */
function present(name, style, html, address, isNew, version) {
  if (closing.has(name)) return;
  const known = sheets.find((sheet) => sheet.name === name);
  if (known) return setAddress(known, address);
  const own = address && pathOf(address);
  const key = own ?? name;
  // The person has left its entry of the history since.
  if (own && reopening.includes(own) ? here() !== own : !isNew && !entries().includes(key)) return tellDismissed(name);
  const origin = spotOf(findOrigin());
  const dialog = make("dialog", { className: "presented", role: style === "alert" ? "alertdialog" : "dialog" });
  const panel = make("section", { className: style, innerHTML: html });
  nameBy(dialog, panel, name);
  const styles = takeStyles(panel);
  const dropRules = takeRules(panel);
  dialog.append(panel);
  const { documentElement: root } = document;
  // The page behind does not scroll, and where its scroll bar takes room that room stays.
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = "stable";
  document.body.append(dialog);
  const end = adopt(panel, `${name}/`);
  const release = () => {
    end();
    dropRules();
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
    // By Escape, or the way back of a phone.
    close: () => dismissed(sheet),
    pointerdown: ({ target }) => (isPressedBeside = target === dialog),
    click(event) {
      const { target, detail } = event;
      const button = target.closest("[data-dismiss]");
      const link = target.closest("a[href^='#']");
      const isElse = event.ctrlKey || event.metaKey || event.shiftKey;
      if (button) dismissed(sheet, button.dataset.dismiss);
      else if (link && !isElse) {
        // It would be an entry of the history that closes nothing.
        event.preventDefault();
        panel.querySelector(`[id="${CSS.escape(link.hash.slice(1))}"]`)?.scrollIntoView();
      }
      // The second click of two that opened it is none beside it.
      else if (style === "sheet" && target === dialog && isPressedBeside && detail < 2) dismissed(sheet);
    },
  });
}

/**
 * Hands the style sheets that come with a sheet to the page, which keeps them.
 *
 * @param {HTMLElement} panel
 * @returns {Promise<unknown>[]} those that are still to be loaded
 */
function takeStyles(panel) {
  const selector = "link[rel=stylesheet]";
  return [.../** @type {any} */ (panel.querySelectorAll(selector))].flatMap((own) => {
    own.remove();
    const known = /** @type {any[]} */ ([...document.head.querySelectorAll(selector)]).find(({ href }) => href === own.href);
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
 * Makes a style sheet of the rules that come with a sheet: they say where its supplementary views stand.
 *
 * @param {HTMLElement} panel
 * @returns {() => void} takes it away
 */
function takeRules(panel) {
  const meta = /** @type {any} */ (panel.querySelector("meta[data-rules]"));
  if (!meta) return () => {};
  const own = new CSSStyleSheet();
  own.replaceSync(meta.dataset.rules);
  meta.remove();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
  return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== own));
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
  // The scene takes those over it away first. One that is left was opened since.
  const others = sheet ? sheets.slice(sheets.indexOf(sheet) + 1) : [];
  for (const { panel } of sheet ? [sheet, ...others] : []) tellTyped(panel);
  if (sheet) putAway(sheet);
  dropEntry(sheet?.key ?? name);
  for (const { name } of others.reverse()) tellDismissed(name);
}

/** Tells a scene that may be another one what is shown here, and what the entry of the history says. */
function tell() {
  const shown = sheets.map(({ name, address, version }) => (address === null ? name : [name, address, version]));
  // The address of a sheet is no name of the scene's.
  const names = here() === address ? entries().filter((key) => !sheets.some(({ name }) => name === key)) : [];
  if (shown.length + names.length) send("sheets", [...shown, ...names]);
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
  dropEntry(sheet.key);
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
    // What sends files hears of it.
    panel.dispatchEvent(new CustomEvent("dismissed", { bubbles: true }));
    dialog.close();
    const sentences = raiseBanners();
    dialog.remove();
    if (!sheets.length) document.documentElement.style.scrollbarGutter = "";
    if (origin.element !== document.activeElement || origin.element === document.body) returnFocus(sentences, origin);
  }
}

/**
 * Says what was typed in a sheet that the scene takes away.
 *
 * @param {HTMLElement} panel
 */
function tellTyped(panel) {
  // What is asked for just now takes the sheet away itself, and has the text.
  if (panel.querySelector("[data-pressed]:not(input, select, textarea)")) return;
  const controls = [...panel.querySelectorAll("textarea, input:not([type=file], [type=password], [type=range], [type=checkbox], [type=radio], [type=color])")];
  const texts = controls.filter((control) => fieldOf(control).isHeld).map((control) => {
    const text = `“${control.value}”`;
    forget(control);
    // The keyboard leaves it in a moment, and then nothing is to be committed.
    control.value = control.defaultValue;
    return text;
  }).join(", ");
  if (texts) say("error", phrase("What you were typing in has been closed. You had typed %1.", texts));
}

// MARK: The history

/** The keys of the sheets at this entry of the history, the topmost last. */
const entries = () => /** @type {string[]} */ (history.state?.sheets ?? []);

const here = () => location.pathname + location.search;

/**
 * An address as the browser shows it, which encodes more than the scene.
 *
 * @param {string} address
 */
function pathOf(address) {
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
}

/**
 * Makes an entry for a sheet. There is one already when the way forward leads to it, or a reload.
 *
 * @param {Sheet} sheet
 */
function addEntry(sheet) {
  passage = passage.then(() => {
    const at = sheets.indexOf(sheet);
    if (at < 0 || entries().includes(sheet.key)) return;
    const { aviary, page = aviary } = history.state ?? {};
    const { address: own } = sheet;
    // A sheet without an address has that of what is below it. The person may be at another by now.
    const below = sheets.slice(0, at).findLast(({ address }) => address !== null)?.address ?? address;
    // A reload at an address of its own makes another page.
    const state = { sheets: sheets.slice(0, at + 1).map(({ key }) => key), page, aviary: own === null ? aviary : undefined };
    try {
      history.pushState(state, "", own ?? below);
    } catch {
      // Safari makes a hundred in half a minute. The sheet is there all the same.
    }
  });
}

/**
/**
 * A sheet stands at another address: it has come to show what another tile leads to. It closes into that.
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
      // Safari makes a hundred in half a minute. The entry keeps its name.
      sheet.key = key;
    }
  });
}

/**
 * Goes back from the entry of a sheet that is not shown.
 *
 * @param {string} key
 */
function dropEntry(key) {
  passage = passage.then(() => new Promise((done) => {
    const at = entries().indexOf(key);
    // It may have been opened again by its address.
    if (at < 0 || sheets.some((sheet) => sheet.key === key)) return done();
    addEventListener("popstate", () => done(), { once: true });
    setTimeout(done, patience);
    history.go(at - entries().length);
  }));
}

/** The person has gone back, or forward. */
function follow() {
  passage = passage.then(() => {
    const keys = entries();
    for (const sheet of [...sheets].reverse()) {
      if (keys.includes(sheet.key) || !sheets.includes(sheet)) continue;
      putAway(sheet);
      tellDismissed(sheet.name);
    }
    const missing = keys.find((key) => !sheets.some((sheet) => sheet.key === key));
    const own = here();
    if (own === address || sheets.some((sheet) => sheet.address === own)) {
      // What has no address cannot be opened again.
      if (missing !== undefined) dropEntry(missing);
    } else if (isElsewhere()) location.reload();
    else reopen(own, missing ?? own);
  });
}

/**
 * Has the scene open the sheet at whose address the person is.
 *
 * @param {string} own
 * @param {string} missing the lowest sheet of the entry that is not shown
 */
function reopen(own, missing) {
  const settled = (/** @type {boolean} */ isDone, /** @type {string} */ sentence) => {
    reopening.splice(reopening.indexOf(own), 1);
    if (here() !== own) return true;
    if (sheets.some(({ address }) => address === own)) follow();
    // Another scene knows nothing of it, but the server has a page there: of its own, so that the way back leads from it.
    else if (!isDone && sentence) location.replace(own);
    // Without a connection the page stays.
    else dropEntry(missing);
    return true;
  };
  reopening.push(own);
  if (!ask(["do", "@present", { address: own }, null], { settled })) settled(false, "");
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
