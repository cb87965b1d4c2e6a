/**
 * Loads the rest of the client (`rest.js`) when a page is idle, or when it needs one of its parts first.
 *
 * The rest is a second script. It gets what it imports of the first one from there, so that each module exists once.
 *
 * @typedef {typeof import("./rest.js").default} Rest
 */

/** @type {object} */
let shared;

/** @type {Promise<Rest> | undefined} */
let rest;

/**
 * The parts that were asked for.
 *
 * @type {Map<keyof Rest, Promise<unknown>>}
 */
const parts = new Map();

/**
 * The parts that have begun.
 *
 * @type {{[Name in keyof Rest]?: ReturnType<Rest[Name]>}}
 */
export const begun = {};

/** @param {object} exports what the rest imports from the modules of the first script */
export const share = (exports) => (shared = exports);

/** How often the script was requested. */
let requests = 0;

/**
 * Requests the script. Both scripts of a version have the version in their names. WebKit remembers that a script did not
 * come, so each further request has another address.
 */
function fetchRest() {
  const query = requests ? `?${requests}` : "";
  requests++;
  return import(`./rest-${import.meta.url.split("-").pop()}${query}`);
}

/**
 * Loads the rest, once.
 *
 * @returns {Promise<Rest>} rejected while the server cannot be reached
 */
function loadRest() {
  if (!rest) {
    rest = fetchRest().catch(fetchRest).then(({ default: make }) => make(shared));
    rest.catch(() => (rest = undefined));
  }
  return rest;
}

let isIdle = false;

/** Loads the rest as soon as the browser has nothing else to do. Then the toolbars of the page begin. */
export function loadIdly() {
  if (isIdle) return;
  isIdle = true;
  const begin = () => (document.querySelector("[data-toolbar]") ? load("toolbar") : loadRest()).catch(() => (isIdle = false));
  (self.requestIdleCallback ?? setTimeout)(begin);
}

/**
 * Begins a part, once.
 *
 * @template {keyof Rest} Name
 * @param {Name} name
 * @returns {Promise<ReturnType<Rest[Name]>>} rejected while the server cannot be reached
 */
export function load(name) {
  let part = /** @type {Promise<ReturnType<Rest[Name]>> | undefined} */ (parts.get(name));
  if (!part) {
    part = loadRest().then((rest) => /** @type {() => ReturnType<Rest[Name]>} */ (rest[name])());
    part.then((value) => Object.assign(begun, { [name]: value }), () => parts.delete(name));
    parts.set(name, part);
  }
  return part;
}
