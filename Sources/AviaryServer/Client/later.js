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
 * @typedef {{
 *   announce: typeof announce, focus: typeof focus, listen: typeof listen, make: typeof make, phrase: typeof phrase,
 *   say: typeof say, send: typeof send,
 * }} Common the functions that every part gets
 * @typedef {{
 *   copy: typeof import("./later/copy.js").default, display: typeof import("./later/display.js").default,
 *   frames: typeof import("./later/frames.js").default, leaving: typeof import("./later/leaving.js").default,
 *   menu: typeof import("./later/menu.js").default, news: typeof import("./later/news.js").default,
 *   reorder: typeof import("./later/reorder.js").default, room: typeof import("./later/room.js").default,
 *   scrubber: typeof import("./later/scrubber.js").default, select: typeof import("./later/select.js").default,
 *   sheets: typeof import("./later/sheets.js").default, uploads: typeof import("./later/uploads.js").default,
 * }} Parts what makes each part
 *
 * @type {Map<string, Promise<unknown>>}
 */
const parts = new Map();

/**
 * Loads a part, once.
 *
 * @template {keyof Parts} Name
 * @param {Name} name
 * @param {Omit<Parameters<Parts[Name]>[0], keyof Common>} [client] further functions of the client that the part needs
 * @returns {Promise<ReturnType<Parts[Name]>>} rejected while the server cannot be reached
 */
export function load(name, client) {
  let part = /** @type {Promise<ReturnType<Parts[Name]>> | undefined} */ (parts.get(name));
  if (!part) {
    // All scripts of a version have the version in their names.
    part = import(`./${name}-${import.meta.url.split("-").pop()}`).then(({ default: start }) => start({ announce, focus, listen, make, phrase, say, send, ...client }));
    part.catch(() => parts.delete(name));
    parts.set(name, part);
  }
  return part;
}
