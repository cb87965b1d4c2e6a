/**
 * The browser's side of a scene: starts what is on the page and hands each message to whom it concerns.
 *
 * It knows collections, tiles, outlets and actions; what they are about, only the server does.
 */
import { ask, done, failed, resume, startActions, unsent } from "./actions.js";
import { announce, say, startBanners } from "./banner.js";
import { copy } from "./clipboard.js";
import { Collection } from "./collection.js";
import { endConnection, full, reconnect, send, signedOut, startConnection } from "./connection.js";
import { listen, make } from "./element.js";
import { startFields } from "./fields.js";
import { decode } from "./frames.js";
import { showMenu } from "./menus.js";
import { outletsOf } from "./outlets.js";
import { pathOf } from "./paths.js";
import { startRoom, tellOutlet } from "./room.js";
import { isOfSheet, loadSheets, presenter, startSheets } from "./sheets.js";
import { Template } from "./tile.js";
import { hurryUploads, startUploads } from "./uploads.js";
import { address, findVisit, keepVisit, tab } from "./visit.js";

/** The page that this one replaces. */
const [predecessor, , left = "", stays, requests = []] = findVisit() ?? [];

/** What the page says in its next `hello`, in case the scene is lost. */
let keepsake = left;

/** How long a connection may be gone before the page speaks of it, in milliseconds. */
const grace = 600;

/**
 * What the page says when the server closes it for a reason.
 *
 * @type {Record<number, string>}
 */
const reasons = {
  [full]: "Too many windows are open. This one goes on when there is room.",
  [signedOut]: "This browser was signed out. Reload the page to sign in. What you typed is kept.",
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
    const [header] = own.filter(({ key }) => key === "section");
    collections.set(name, new Collection(box, own.filter(({ key }) => key === "item"), header));
    return name;
  });
}

/**
 * Makes a sheet live, and returns what ends that.
 *
 * @param {HTMLElement} sheet
 */
function adoptSheet(sheet) {
  const controller = new AbortController();
  const names = adopt(sheet);
  for (const name of names) collections.get(name)?.start(controller.signal);
  return () => {
    controller.abort();
    for (const name of names) collections.delete(name);
    outlets = outlets.filter(({ element }) => !sheet.contains(element));
  };
}

adopt(document);

/**
 * What a message does that names a collection first.
 *
 * @param {"reload" | "splice" | "setOutlets" | "select" | "gone" | "setKeys"} method
 */
const tell = (method) => (/** @type {string} */ name, /** @type {any[]} */ ...values) => {
  /** @type {any} */
  const collection = collections.get(name);
  if (collection || !isOfSheet(name)) collection[method](...values);
};

/**
 * What each message of the scene does.
 *
 * @type {Record<string, (...values: any[]) => void>}
 */
const messages = {
  reload: tell("reload"),
  splice: tell("splice"),
  cell: tell("setOutlets"),
  selected: tell("select"),
  gone: tell("gone"),
  menus: tell("setKeys"),
  menu: showMenu,
  copy: async (number, text) => send("copied", number, await copy(text)),
  outlet(name, value) {
    for (const { element, outlet } of outlets) if (outlet.name === name) outlet.write(element, value);
    tellOutlet(name, value);
  },
  title: (title) => (document.title = title),
  show: (address) => location.assign(address),
  notFound,
  present: (...values) => /** @type {any} */ (presenter).present(...values),
  dismiss: (name) => presenter?.dismiss(name),
  done,
  failed,
  say,
  announce,
  offer: (sentence, title, action) => say("notice", sentence, title, action),
  keepsake: (text) => (keepsake = text),
  // That it came is all it says.
  pong() {},
  refused: (reason) => console.warn(`aviary: the scene refused a frame: ${reason}`),
};

/**
 * There is nothing at this address any more: shows the page that a visitor gets now.
 *
 * @param {string} sentence
 */
function notFound(sentence) {
  endConnection();
  clearTimeout(absence);
  const page = make("main", { className: "message" });
  const link = make("a", { href: "/", textContent: "Go to the start" });
  page.append(make("p", { textContent: sentence, role: "heading", ariaLevel: "1" }), make("p"));
  page.lastChild.append(link);
  document.title = "Not found";
  document.body.replaceChildren(page);
}

/**
 * What is still to be done of what the scene said.
 *
 * @type {import("./frames.js").Message[]}
 */
let messagesDue = [];

/** Does what the scene said, in order. It waits for the part that shows sheets. */
function obey() {
  while (messagesDue.length) {
    const [[name, ...values]] = messagesDue;
    if (name === "present" && !presenter) return loadSheets().then(obey, reconnect);
    messagesDue.shift();
    try {
      messages[name](...values);
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
startFields(() => {
  for (const collection of collections.values()) collection.tellEdited();
});
// Behind the fields, which commit what is typed.
listen(window, {
  pagehide() {
    isHere = false;
    remember();
  },
  pageshow() {
    isHere = true;
    remember();
  },
  // A page that is hidden may be thrown away without another word.
  visibilitychange: remember,
});
for (const [name, collection] of collections) {
  collection.start();
  if (stays?.[name]) collection.resume(stays[name]);
}
delete document.documentElement.dataset.returning;
for (const request of requests) ask(request, { isKept: true });
startConnection({
  hello: () => [
    "hello",
    address,
    Object.fromEntries([...collections].map(([name, collection]) => [name, collection.scrollPosition])),
    tab,
    keepsake,
    ...(predecessor ? [predecessor] : []),
  ],

  didReceive(text) {
    const frame = decode(text);
    for (const problem of frame.problems) console.error(`aviary: ${problem}`);
    messagesDue.push(...frame.messages);
    obey();
  },

  didOpen() {
    messagesDue = [];
    clearTimeout(absence);
    say("connection", "");
    // What is still wrong will be said again.
    say("error", "");
    for (const collection of collections.values()) collection.tellEdited(true);
    presenter?.tell();
    resume();
    hurryUploads();
  },

  didClose(code) {
    clearTimeout(absence);
    const sentence = code && reasons[code];
    absence = setTimeout(() => say("connection", sentence || "Reconnecting…"), sentence ? 0 : grace);
  },

  didDoubt(isDoubted) {
    say("connection", isDoubted ? "No answer yet. Still trying…" : "");
  },
});
startRoom();
