/**
 * The browser's side of a scene: starts what is on the page and hands each message to whom it concerns.
 *
 * It knows collections, tiles, outlets and actions; what they are about, only the server does.
 */
import { awaitsFrames, loadFrames } from "./geometry.js";
import { ask, asked, done, failed, hasUnsent, resume, startActions, unsent, working } from "./actions.js";
import { announce, say, startBanners } from "./banner.js";
import { copy } from "./clipboard.js";
import { Collection } from "./collection.js";
import { endConnection, full, reconnect, send, signedOut, startConnection } from "./connection.js";
import { listen } from "./element.js";
import { fieldOf, isControl } from "./field.js";
import { judgeAnew, startFields } from "./fields.js";
import { decode } from "./packets.js";
import { load } from "./later.js";
import { loadMenus, menus } from "./menus.js";
import { outletsOf } from "./outlets.js";
import { startPaging } from "./paging.js";
import { pathOf } from "./paths.js";
import { forgetOutlets, startRoom, tellOutlet } from "./room.js";
import { isOfSheet, loadSheets, presenter, startSheets } from "./sheets.js";
import { Template } from "./tile.js";
import { hurryUploads, loadSender, startUploads } from "./uploads.js";
import { address, findScene, findVisit, follow, keepVisit, tab } from "./visit.js";
import { phrase } from "./words.js";

/** The page that this one replaces, and what the page says in its next `hello`, in case the scene is lost. */
let [predecessor, , keepsake = "", stays = {}, requests = []] = findVisit() ?? [];

/**
 * Where collections were scrolled to when the page was left.
 *
 * @type {Map<Collection, number>}
 */
const tops = new Map();

/** How long a connection may be gone before the page speaks of it, in milliseconds. */
const grace = 600;

/**
 * What the page says when the server closes it for a reason.
 *
 * @type {Record<number, string>}
 */
const reasons = {
  [full]: phrase("Too many windows are open. This one waits."),
  [signedOut]: phrase("You were signed out. Reload to sign in. What you typed is kept."),
};

/**
 * The outlets of the page itself, and of the sheets over it.
 *
 * @type {{element: Element, outlet: import("./outlets.js").Outlet}[]}
 */
let outlets = [];

/** @type {Map<string, Collection>} */
const collections = new Map();

/**
 * Takes over what stands below an element.
 *
 * @param {ParentNode} root
 * @returns {string[]} the names of its collections
 */
function adopt(root) {
  /** @type {(selector: string) => any[]} */
  const all = (selector) => [...root.querySelectorAll(selector)];
  outlets = outlets.concat(all("[data-outlet]")
    .filter((element) => !element.closest(".tile, .section"))
    .flatMap((element) => outletsOf(element).map((outlet) => ({ element, outlet }))));
  const templates = all("template").map((template) => new Template(template));
  return all("[data-collection]").map((box) => {
    const name = box.dataset.collection;
    // A template belongs to the storyboard that declares it.
    const own = templates.filter((template) => pathOf(template.name) === pathOf(name));
    collections.set(name, new Collection(box, own));
    return name;
  });
}

/**
 * Makes a sheet live, and returns what ends that.
 *
 * @param {HTMLElement} sheet what a person sees of it
 * @param {string} path which all its names begin with
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
 * Does what a message says that names a collection first: the collection has a method of its name.
 *
 * @param {string} message
 */
const tell = (message) => (/** @type {string} */ name, /** @type {any[]} */ ...values) => {
  /** @type {any} */
  const collection = collections.get(name);
  if (collection || !isOfSheet(name)) collection[message](...values);
};

/**
 * What each message of the scene does, but for those that name a collection.
 *
 * @type {Record<string, (...values: any[]) => void>}
 */
const messages = {
  menu: (...values) => menus?.show(...values),
  copy: async (number, text) => send("copied", number, await copy(text)),
  outlet(name, value) {
    for (const { element, outlet } of outlets) if (outlet.name === name) outlet.write(element, value);
    tellOutlet(name, value);
  },
  title: (title) => (document.title = title),
  // On its way back, WebKit goes nowhere else.
  async show(address, sentence) {
    await presenter?.pass();
    if (sentence) (await loadLeaving()).lead(address, sentence);
    else location.assign(address);
  },
  notFound(sentence) {
    // At once: the scene has closed the connection, and another one would be told the same.
    endConnection();
    clearTimeout(absence);
    loadLeaving().then(({ showNothing }) => showNothing(sentence), () => location.reload());
  },
  // A page of another version than the server's.
  upgrade: (version) => loadLeaving().then(({ upgrade }) => upgrade(version), () => {}),
  present: (...values) => /** @type {any} */ (presenter).present(...values),
  dismiss: (name) => presenter?.dismiss(name),
  done,
  failed,
  working,
  say,
  announce,
  offer: (sentence, title, action) => say("notice", sentence, title, action),
  keepsake: (text) => (keepsake = text),
  // That it came is all it says.
  pong() {},
  display: (number) => load("display").then((tell) => tell(number), reconnect),
  refused: (reason) => console.warn(`aviary: the scene refused a packet: ${reason}`),
};

/** What is needed by a page that goes, and by the one that takes its place. */
const loadLeaving = () => load("leaving", { hasUnsent, isControl, fieldOf });

/**
 * What is still to be done of what the scene said.
 *
 * @type {import("./packets.js").Message[]}
 */
let messagesDue = [];

/** Does what the scene said, in order. It waits for the parts that have menus, that show sheets, and that know frames. */
function obey() {
  // Not once the list can be seen: a person may ask for a menu at once.
  if (!menus && messagesDue.some(([name]) => name === "menus")) return loadMenus().then(obey, reconnect);
  while (messagesDue.length) {
    const [[name, ...values]] = messagesDue;
    if (name === "present" && !presenter) return loadSheets().then(obey, reconnect);
    if (name === "reload" && awaitsFrames(values[1])) return loadFrames().then(obey, reconnect);
    messagesDue.shift();
    try {
      (messages[name] ?? tell(name))(...values);
    } catch (error) {
      // The scene takes us to hold what we do not. Only all of it, once more, puts that right.
      console.error("aviary:", error);
      return reconnect();
    }
  }
}

/** @type {number | undefined} */
let absence;

let isHere = true;

/** Stores what a page needs that replaces this one. None does as long as this one is there. */
const remember = () => {
  const now = [...collections].map(([name, { stay }]) => /** @type {const} */ ([name, stay]));
  keepVisit([isHere ? "" : tab, Math.max(...now.map(([, stay]) => stay?.[0] ?? 0)), keepsake, Object.fromEntries(now), unsent()]);
};
// All of this lives as long as the page.
startBanners();
startActions();
startUploads();
startSheets(adoptSheet);
startPaging();
startFields(() => {
  for (const collection of collections.values()) collection.tellEdited();
});
listen(document, {
  click({ target, ctrlKey, metaKey, shiftKey, altKey }) {
    const link = target.closest("nav.rooms a[href]");
    if (link && !ctrlKey && !metaKey && !shiftKey && !altKey) follow(link);
  },
});
// Behind the fields, which commit what is typed.
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
      // WebKit forgets where some boxes of a page are scrolled to that it keeps for the way back.
      const stand = () => tops.forEach((top, collection) => collection.top === top || (collection.top = top));
      stand();
      requestAnimationFrame(stand);
    }
    remember();
  },
  // A page that is hidden may be thrown away without another word.
  visibilitychange: remember,
});

/** Stands where the page before did, and connects. */
function begin() {
  for (const [name, collection] of collections) {
    collection.start();
    const stay = stays[name];
    if (stay && !awaitsFrames(stay[1])) collection.resume(stay);
  }
  delete document.documentElement.dataset.returning;
  for (const [name, receipt, ...values] of requests) ask([name, ...values], { isKept: true, receipt });
  startConnection({
    hello: () => [
      "hello",
      address,
      Object.fromEntries([...collections].map(([name, collection]) => [name, collection.scrollPosition])),
      tab,
      keepsake,
      predecessor || null,
      document.documentElement.dataset.version ?? "",
      asked(),
    ],

    didReceive(text) {
      const packet = decode(text);
      for (const problem of packet.problems) console.error(`aviary: ${problem}`);
      messagesDue.push(...packet.messages);
      obey();
    },

    didOpen() {
      messagesDue = [];
      clearTimeout(absence);
      say("connection", "");
      // What is still wrong will be said again.
      say("error", "");
      // Pictures that could not be had meanwhile are requested anew.
      if (absence) for (const picture of document.images) if (picture.src && !picture.naturalWidth) picture.src += "";
      for (const collection of collections.values()) collection.tellEdited(true);
      presenter?.tell();
      resume();
      hurryUploads();
    },

    didClose(code) {
      judgeAnew();
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
    if (localStorage.unsent) loadSender();
  } catch {}
}

// A page that comes back stands where it stood before it is seen.
if (Object.values(stays).some((stay) => stay && awaitsFrames(stay[1]))) loadFrames().then(begin, begin);
else begin();
