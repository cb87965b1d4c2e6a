import { announce, say } from "./banner.js";
import { send } from "./connection.js";
import { focus, listen, make } from "./element.js";
import { phrase } from "./words.js";

/**
 * Parts of the client that load when they are needed first.
 *
 * Each part is a script of its own in `later/`. Its default export takes functions of the client, and makes the part.
 * All parts get the same common functions, and some get more.
 *
 * @type {Map<string, Promise<any>>}
 */
const parts = new Map();

/**
 * Loads a part, once.
 *
 * @param {string} name
 * @param {object} [client] further functions of the client that the part needs
 * @returns {Promise<any>} rejected while the server cannot be reached
 */
export function load(name, client) {
  let part = parts.get(name);
  if (!part) {
    // All scripts of a version have the version in their names.
    part = import(`./${name}-${import.meta.url.split("-").pop()}`).then(({ default: start }) => start({ announce, focus, listen, make, phrase, say, send, ...client }));
    part.catch(() => parts.delete(name));
    parts.set(name, part);
  }
  return part;
}
