import { ask } from "./actions.js";
import { Gestures } from "./gestures.js";
import { load } from "./later.js";
import { upload } from "./uploads.js";

/**
 * What outlets of the page, and of the sheets over it, were set to, for the rooms' own code.
 *
 * @type {Map<string, import("./splice.js").Value>}
 */
const outletValues = new Map();

/** @type {((outlet: string, value: import("./splice.js").Value) => void) | undefined} */
let tellRooms;

/**
 * Loads a room's own code, if it has some, by a part that only pages load which need it.
 *
 * @param {HTMLElement} root
 * @param {ParentNode} markup where the module is named
 * @param {string} [path] of a sheet, which all names in it begin with
 * @param {AbortSignal} [closed] ends it, as a page does that is left; a page itself has none
 */
export async function startRoom(root, markup, path, closed) {
  const link = /** @type {HTMLLinkElement | null} */ (markup.querySelector("link[data-room]"));
  if (!link) return;
  try {
    const { start, tell } = await load("room", { ask, upload, Gestures, outletValues });
    tellRooms = tell;
    await start(link.href, root, path, closed);
  } catch (error) {
    console.error("aviary:", error);
  }
}

/**
 * An outlet was set.
 *
 * @param {string} outlet
 * @param {import("./splice.js").Value} value
 */
export function tellOutlet(outlet, value) {
  outletValues.set(outlet, value);
  tellRooms?.(outlet, value);
}

/**
 * A sheet is gone, with all its outlets.
 *
 * @param {string} path
 */
export function forgetOutlets(path) {
  for (const outlet of outletValues.keys()) if (outlet.startsWith(path)) outletValues.delete(outlet);
}
