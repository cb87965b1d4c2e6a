import { announce, say } from "./banner.js";
import { send } from "./connection.js";
import { focus, listen, make } from "./element.js";
import { phrase } from "./words.js";

/**
 * Parts of the client that most visits do without. Each is a script of its own, in `later/`: its default export takes what it
 * needs of the client, and makes the part. All of them are given what most of them need.
 *
 * @type {Map<string, Promise<any>>}
 */
const parts = new Map();

/**
 * Loads a part when it is needed first.
 *
 * @param {string} name
 * @param {object} [client] what else the part needs of the client
 * @returns {Promise<any>} rejected while the server cannot be reached
 */
export function load(name, client) {
  let part = parts.get(name);
  if (!part) {
    // All scripts of a version have it in their names.
    part = import(`./${name}-${import.meta.url.split("-").pop()}`).then(({ default: start }) => start({ announce, focus, listen, make, phrase, say, send, ...client }));
    part.catch(() => parts.delete(name));
    parts.set(name, part);
  }
  return part;
}
