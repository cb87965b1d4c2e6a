import { load } from "./later.js";

/**
 * The values of the outlets of the page and its sheets, for the rooms' own code.
 *
 * @type {Map<string, import("./splice.js").Value>}
 */
export const outletValues = new Map();

/** @type {((outlet: string, value: import("./splice.js").Value) => void) | undefined} */
let reportToRooms;

/**
 * Loads a room's own code, if the room has some. Only pages with such code load the part of the client for it
 * (`later/room.js`).
 *
 * @param {HTMLElement} root
 * @param {ParentNode} markup the markup that names the module
 * @param {string} [path] the prefix of all names in a sheet
 * @param {AbortSignal} [closed] aborted when a sheet closes; a page itself has none
 */
export async function startRoom(root, markup, path, closed) {
  const link = /** @type {HTMLLinkElement | null} */ (markup.querySelector("link[data-room]"));
  if (!link) return;
  try {
    const { start, report } = await load("room");
    reportToRooms = report;
    await start(link.href, root, path, closed);
  } catch (error) {
    console.error("aviary:", error);
  }
}

/**
 * Notes the new value of an outlet.
 *
 * @param {string} outlet
 * @param {import("./splice.js").Value} value
 */
export function noteOutlet(outlet, value) {
  outletValues.set(outlet, value);
  reportToRooms?.(outlet, value);
}

/**
 * Forgets the outlets of a sheet that is gone.
 *
 * @param {string} path
 */
export function forgetOutlets(path) {
  for (const outlet of outletValues.keys()) if (outlet.startsWith(path)) outletValues.delete(outlet);
}
