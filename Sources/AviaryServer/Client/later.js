/**
 * Loads the scripts of the client that a page does not begin with. The *rest* (`rest.js`) is loaded when a page is idle, or
 * when it needs one of its parts first. The *extras* (`extras.js`) are loaded on the few pages that need one
 * of them.
 *
 * Each script gets what it imports of the first one from there, so that each module exists once.
 *
 * @typedef {typeof import("./rest.js").default & typeof import("./extras.js").default} Parts
 * @typedef {"rest" | "extras"} Script
 */

/**
 * The parts of `extras.js`.
 *
 * @type {(keyof Parts)[]}
 */
const extras = ["checking", "choices", "end", "keyboard", "outline", "pinch", "pull", "scrubber", "swipes"];

/** @type {object} */
let shared;

/**
 * The scripts that were asked for.
 *
 * @type {Map<Script, Promise<Parts>>}
 */
const scripts = new Map();

/**
 * The parts that were asked for.
 *
 * @type {Map<keyof Parts, Promise<unknown>>}
 */
const parts = new Map();

/**
 * The parts that have begun.
 *
 * @type {{[Name in keyof Parts]?: ReturnType<Parts[Name]>}}
 */
export const begun = {};

/** @param {object} exports what the other scripts import from the modules of the first script */
export const share = (exports) => (shared = exports);

/** How often a script was requested again. */
let retries = 0;

/**
 * Requests a script. All scripts of a version have the version in their names.
 *
 * @param {Script} name
 * @param {string} [query]
 */
const fetchScript = (name, query = "") => import(`./${name}-${import.meta.url.split("-").pop()}${query}`);

/**
 * Loads a script, once. WebKit remembers that a script did not come, so each further request has another address.
 *
 * @param {Script} name
 * @returns {Promise<Parts>} rejected while the server cannot be reached
 */
function loadScript(name) {
  let script = scripts.get(name);
  if (!script) {
    script = fetchScript(name).catch(() => fetchScript(name, `?${++retries}`)).then(({ default: make }) => make(shared));
    script.catch(() => scripts.delete(name));
    scripts.set(name, script);
  }
  return script;
}

let isIdle = false;

/** Loads the rest as soon as the browser has nothing else to do. Then `later/idle.js` begins. */
export function loadIdly() {
  if (isIdle) return;
  isIdle = true;
  const begin = () => load("idle").catch(() => (isIdle = false));
  (self.requestIdleCallback ?? setTimeout)(begin);
}

/**
 * Begins a part, once.
 *
 * @template {keyof Parts} Name
 * @param {Name} name
 * @returns {Promise<ReturnType<Parts[Name]>>} rejected while the server cannot be reached
 */
export function load(name) {
  let part = /** @type {Promise<ReturnType<Parts[Name]>> | undefined} */ (parts.get(name));
  if (!part) {
    part = loadScript(extras.includes(name) ? "extras" : "rest").then((script) => /** @type {() => ReturnType<Parts[Name]>} */ (script[name])());
    part.then((value) => Object.assign(begun, { [name]: value }), () => parts.delete(name));
    parts.set(name, part);
  }
  return part;
}
