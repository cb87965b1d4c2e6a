/**
 * The browser's side of a scene: starts the page, connects it, and applies the scene's messages.
 *
 * The way of a packet: `didReceive` decodes it, `applyDue` loads what its messages need, and `apply` gives each message
 * to its handler in `handlers`, or to the collection's method of the same name. A change of the list ends in
 * `Collection.#update` and `Rows.update`, a value of a cell in `Cells.set` and `Tile.set`, and a value of the page in
 * `handlers.outlet`.
 *
 * Where to find what else:
 *
 *   rows that are made and recycled          `tile.js`
 *   who gets a press or a key                `order` in `behaviours.js`
 *   what a press becomes                     `gestures.js`; a tap: `Ranges.click`
 *   drags of items, and what a drop means    `later/mover.js`, `later/mover/drops.js`
 *   files that are dropped                   `takeFiles` in `uploadloader.js`
 *   lists that stay at their end             `later/end.js`
 *   the connection, and requests without it  `connection.js`, `actions.js`
 *   what does not fit into a bar             `later/toolbar.js`
 *   parts that load later                    `later.js`; `later/` has them
 *
 * The client knows collections, tiles, outlets and actions. Only the server knows their meaning.
 */
import { awaitsFrames } from "./geometry.js";
import { ask, askAgain, asked, done, failed, startActions, unanswered, working } from "./actions.js";
import { announce, say, startBanners } from "./banner.js";
import { copy } from "./clipboard.js";
import { Collection } from "./collection.js";
import { disconnect, endConnection, full, send, signedOut, startConnection } from "./connection.js";
import { listen } from "./element.js";
import { retryRefused, startFields } from "./fields.js";
import { hasMod } from "./keys.js";
import { decode, fieldsOf } from "./packets.js";
import { begun, load, loadIdly } from "./later.js";
import { outletsOf } from "./outlets.js";
import { pathOf } from "./paths.js";
import { inner, outer, prefix } from "./prefix.js";
import { forgetOutlets, startRoom, noteOutlet } from "./roomloader.js";
import { isOfSheet, startSheets } from "./sheetloader.js";
import { Template } from "./tile.js";
import { hurryUploads, loadSender, startUploads } from "./uploadloader.js";
import { address, findScene, findVisit, noteLink, storeVisit, tab } from "./visit.js";
import { browserFields } from "./wire.js";
import { phrase } from "./words.js";

/**
 * @typedef {import("./packets.js").SceneMessages} SceneMessages
 */

/**
 * The state that the previous page has left: its name, the keepsake for the next `hello`, its scroll positions, and its
 * requests without an answer. A new scene restores the keepsake if the old scene was lost.
 */
let [predecessor, , keepsake = "", stays = {}, requests = []] =
  findVisit() ?? /** @type {Partial<import("./visit.js").Visit>} */ ([]);

/**
 * The scroll positions of the collections when the page was left.
 *
 * @type {Map<Collection, number>}
 */
const tops = new Map();

/** How long a connection may be gone before the page says so, in milliseconds. */
const grace = 600;

/**
 * The sentence for each close code of the server.
 *
 * @type {Record<number, string>}
 */
const reasons = {
  [full]: phrase("Too many windows are open. This one waits."),
  [signedOut]: phrase("You were signed out. Reload to sign in. What you typed is kept."),
};

/**
 * The outlets of the page itself and of the sheets over it, without the outlets of cells.
 *
 * @type {{element: Element, outlet: import("./outlets.js").Outlet}[]}
 */
let outlets = [];

/** @type {Map<string, Collection>} */
const collections = new Map();

/**
 * Takes over the outlets, templates and collections below an element.
 *
 * @param {ParentNode} root
 * @returns {string[]} the names of its collections
 */
function adopt(root) {
  /** @type {(selector: string) => HTMLElement[]} */
  const all = (selector) => [...root.querySelectorAll(selector)];
  outlets = outlets.concat(all("[data-outlet]")
    .filter((element) => !element.closest(".tile, .section"))
    .flatMap((element) => outletsOf(element).map((outlet) => ({ element, outlet }))));
  const templates = /** @type {HTMLTemplateElement[]} */ (all("template")).map((template) => new Template(template));
  return all("[data-collection]").map((box) => {
    const name = /** @type {string} */ (box.dataset.collection);
    // A template belongs to the storyboard that declares it. Only collections of this storyboard use it.
    const own = templates.filter((template) => pathOf(template.name) === pathOf(name));
    collections.set(name, new Collection(box, own));
    return name;
  });
}

/**
 * Starts the collections and outlets of a sheet. Returns a function that ends them.
 *
 * @param {HTMLElement} sheet its visible panel
 * @param {string} path the prefix of all its names
 */
function adoptSheet(sheet, path) {
  const controller = new AbortController();
  const names = adopt(sheet);
  for (const name of names) collections.get(name)?.start(controller.signal);
  startRoom(sheet, sheet, path, controller.signal);
  return () => {
    controller.abort();
    forgetOutlets(path);
    for (const name of names) collections.delete(name);
    outlets = outlets.filter(({ element }) => !sheet.contains(element));
  };
}

adopt(document);

/**
 * The handlers of the scene's messages about the page.
 *
 * @type {{[Name in Exclude<keyof SceneMessages, import("./packets.js").CollectionMessage>]: (message: SceneMessages[Name]) => unknown}}
 */
const handlers = {
  menu: (menu) => begun.menu?.show(menu),
  swiped: (answer) => begun.swipes?.answered(answer),
  copy: async ({ number, text }) => send("copied", { number, isDone: await copy(text) }),
  outlet({ outlet: name, value }) {
    for (const { element, outlet } of outlets) if (outlet.name === name) outlet.write(element, value);
    noteOutlet(name, value);
  },
  choices: (message) => load("choices").then((show) => show(message)).catch(disconnect),
  title: ({ title }) => (document.title = title),
  // WebKit ignores a navigation while it goes back in the history, so this waits until it has gone back.
  async show({ address: inside, sentence }) {
    const address = outer(inside);
    await begun.sheets?.pass();
    if (sentence) (await loadLeaving()).replacePage(address, sentence);
    else location.assign(address);
  },
  notFound({ sentence }) {
    // The connection ends for good, because a new one would get the same message.
    endConnection();
    clearTimeout(absence);
    loadLeaving().then(({ showNothing }) => showNothing(sentence), () => location.reload());
  },
  // The scene sends this when the page's version differs from the server's.
  upgrade: ({ version }) => loadLeaving().then(({ upgrade }) => upgrade(version), () => {}),
  // `applyDue` has loaded the part.
  present: (sheet) => begun.sheets?.present(sheet),
  dismiss: ({ sheet }) => begun.sheets?.dismiss(sheet),
  done,
  failed,
  working,
  say: ({ kind, sentence }) => say(kind, sentence),
  announce: ({ sentence }) => announce(sentence),
  offer: ({ sentence, title, action }) => say("notice", sentence, title, action),
  keepsake: (kept) => (keepsake = kept.keepsake),
  // `pong` needs no work. Its arrival alone shows that the connection works.
  pong() {},
  display: ({ number }) => load("display").then((answer) => answer(number), disconnect),
  refused: ({ reason }) => console.warn(`aviary: refused: ${reason}`),
};

/**
 * Hands a message to its handler: a message about a collection to the collection's method of the same name.
 *
 * @param {import("./packets.js").SceneMessage} message
 */
function apply(message) {
  if (!("collection" in message)) return handlerOf(handlers, message)(message);
  const collection = collections.get(message.collection);
  if (collection) return handlerOf(collection, message).call(collection, message);
  // The scene is wrong about the page, unless a sheet was closed meanwhile.
  if (!isOfSheet(message.collection)) throw new RangeError(message.collection);
}

/**
 * @param {object} handlers
 * @param {import("./packets.js").SceneMessage} message
 */
const handlerOf = (handlers, { name }) => /** @type {Record<string, (message: unknown) => unknown>} */ (handlers)[name];

/** Loads `later/leavingpage.js`, for a page that is left and for the page that replaces it. */
const loadLeaving = () => load("leaving");

/** True if a collection stays at its end, and the part for that has not begun yet. */
const awaitsEnd = (/** @type {string} */ name) => !begun.end && collections.get(name)?.staysAtEnd;

/**
 * The received messages that are not applied yet.
 *
 * @type {import("./packets.js").SceneMessage[]}
 */
let messagesDue = [];

/**
 * Applies the received messages in order. Menus load before all messages. The parts for sheets, for frames and for
 * the end of a list load just before the message that needs them.
 *
 * If a part is not loaded yet, the function returns in the middle of the list, and is called again once the part has
 * come. Until then the messages stay in the list, so no message overtakes the one that waits.
 *
 * @returns {void | Promise<void>}
 */
function applyDue() {
  // Menus load before the list shows, because a person may open one at once.
  if (!begun.menu && messagesDue.some(({ name }) => name === "menus")) return load("menu").then(applyDue, disconnect);
  while (messagesDue.length) {
    const [message] = messagesDue;
    if (message.name === "present" && !begun.sheets) return load("sheets").then(applyDue, disconnect);
    if (message.name === "reload") {
      const part = awaitsFrames(message.geometry) ? "frames" : awaitsEnd(message.collection) ? "end" : undefined;
      if (part) return load(part).then(applyDue, disconnect);
    }
    messagesDue.shift();
    try {
      apply(message);
    } catch (error) {
      // The scene is wrong about the tiles that this page holds. After a reconnect the scene sends everything again.
      console.error("aviary:", error);
      return disconnect();
    }
  }
}

/** @type {number | undefined} */
let absence;

let isHere = true;

/** How many entries of the history a sign-in may add, for the next page. */
let signIn = 0;

/**
 * Stores the visit for the page that replaces this one. While this page is shown, the visit does not name it, so no
 * other page takes its scene.
 */
const remember = () => {
  const now = [...collections].map(([name, { stay }]) => /** @type {const} */ ([name, stay]));
  storeVisit([isHere ? "" : tab, Math.max(...now.map(([, stay]) => stay?.[0] ?? 0)), keepsake, Object.fromEntries(now), unanswered()], signIn);
};
// What begins here lives as long as the page.
startBanners();
startActions();
startUploads();
startSheets(adoptSheet);
// On the window, so that all other listeners may use the key first.
listen(window, {
  keydown(event) {
    if (/^(Arrow|Page|Home|End| )/.test(event.key)) load("paging").then((page) => page(event), () => {});
  },
});
startFields(() => {
  for (const collection of collections.values()) collection.reportEdited();
});
listen(document, {
  click(event) {
    /** @type {HTMLAnchorElement | null} */
    const link = event.target.closest("nav.rooms a[href]");
    if (link && !hasMod(event) && !event.shiftKey && !event.altKey) noteLink(link);
  },
});
// These listeners run after the listeners of the fields, which commit typed text.
listen(window, {
  pagehide() {
    isHere = false;
    remember();
    for (const collection of collections.values()) tops.set(collection, collection.top);
  },
  pageshow({ persisted }) {
    isHere = true;
    if (persisted) {
      [predecessor, keepsake] = findScene() ?? [predecessor, keepsake];
      // WebKit forgets the scroll positions of some boxes of a page in its back/forward cache.
      const stand = () => tops.forEach((top, collection) => collection.top === top || (collection.top = top));
      stand();
      requestAnimationFrame(stand);
    }
    remember();
  },
  // A browser may discard a hidden page without another event, so the visit is stored when the page is hidden.
  visibilitychange: remember,
});

// On iOS the on-screen keyboard lies over the page. In other browsers the window shrinks, as the page's `viewport`
// requests.
if (CSS.supports("-webkit-touch-callout", "none")) {
  listen(window, { focusin: () => load("keyboard").catch(() => {}) }, { once: true });
}

/** Restores the scroll positions of the previous page, and connects. */
function begin() {
  for (const [name, collection] of collections) {
    collection.start();
    const stay = stays[name];
    if (stay && !awaitsFrames(stay[1]) && !awaitsEnd(name)) collection.resume(stay);
  }
  delete document.documentElement.dataset.returning;
  for (const [name, receipt, ...values] of requests) {
    // A page of another version may have left a message that this version does not know.
    if (browserFields[name]) ask(name, fieldsOf(name, [receipt, ...values]), { outlivesPage: true, receipt });
  }
  startConnection({
    hello: () => ({
      address: inner(address),
      scrollPositions: Object.fromEntries([...collections].map(([name, collection]) => [name, collection.scrollPosition])),
      tab,
      keepsake,
      predecessor: predecessor || null,
      version: document.documentElement.dataset.version ?? "",
      asked: asked(),
    }),

    didReceive(text) {
      const packet = decode(text);
      for (const problem of packet.problems) console.error(`aviary: ${problem}`);
      messagesDue.push(...packet.messages);
      applyDue();
      loadIdly();
    },

    didOpen() {
      messagesDue = [];
      signIn = 0;
      clearTimeout(absence);
      say("connection", "");
      // The scene sends errors again that still hold, so an old error is removed.
      say("error", "");
      // Requests the pictures again that could not be loaded without a connection.
      if (absence) for (const picture of document.images) if (picture.src && !picture.naturalWidth) picture.src += "";
      for (const collection of collections.values()) collection.reportEdited(true);
      begun.sheets?.report();
      askAgain();
      hurryUploads();
    },

    didClose(code) {
      // At once, not in `didOpen`: if this page is left before, the next page repeats these requests, too.
      retryRefused();
      signIn = +(code === signedOut);
      clearTimeout(absence);
      const sentence = code && reasons[code];
      absence = setTimeout(() => say("connection", sentence || phrase("Reconnecting…")), sentence ? 0 : grace);
    },

    didDoubt(isDoubted) {
      say("connection", isDoubted ? phrase("No answer yet. Still trying…") : "");
    },
  });
  startRoom(document.querySelector("main") ?? document.body, document);
  try {
    if (sessionStorage.typed || sessionStorage.farewell) loadLeaving().then(({ arrive }) => arrive(), () => {});
    if (localStorage[`unsent${prefix()}`]) loadSender();
  } catch {}
}

// If a page that comes back needs another part for its layout, that loads before the scroll position is restored.
const left = Object.entries(stays);
const needsFrames = left.some(([, stay]) => stay && awaitsFrames(stay[1]));
const needsEnd = left.some(([name]) => awaitsEnd(name));
if (needsFrames || needsEnd) Promise.all([needsFrames && load("frames"), needsEnd && load("end")]).then(begin, begin);
else begin();
