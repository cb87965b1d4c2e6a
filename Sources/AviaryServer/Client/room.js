import { ask } from "./actions.js";
import { announce } from "./banner.js";
import { listen } from "./element.js";
import { Gestures } from "./gestures.js";
import { upload } from "./uploads.js";

/**
 * A room's own code: one module of the app's, whose default export is called with a `Room` when the page is there. It is
 * called again when the page comes back from the browser's memory.
 *
 * @typedef {object} Room
 * @property {HTMLElement} root the page's `main`, or its body
 * @property {AbortSignal} signal aborted when the page is left; hand it to every listener
 * @property {(name: string, fields?: Record<string, string>, item?: string | null) => Promise<boolean>} act calls an action;
 *   false when it was not done, which the page has told the person
 * @property {(outlet: string, hear: (value: import("./splice.js").Value) => void) => void} observe calls `hear` with each
 *   value that Swift gives an outlet of the page from now on, and at once with the last one, if there was one
 * @property {(element: HTMLElement, delegate: import("./gestures.js").GestureDelegate, scroll?: {top: number}) => void}
 *   recognize hears the gestures on an element
 * @property {(sentence: string) => void} announce has a sentence read out
 * @property {(element: HTMLElement, files: Iterable<File>, addresses?: (string | undefined)[]) => Promise<object[]> | undefined}
 *   upload sends files, and has the action of the element called for each
 */

/**
 * What outlets of the page were set to.
 *
 * @type {Map<string, import("./splice.js").Value>}
 */
const outletValues = new Map();

/** @type {Set<{outlet: string, hear: (value: import("./splice.js").Value) => void}>} */
const observers = new Set();

/** Loads the room's module, if it has one. A page without it, or with one that fails, is a page all the same. */
export async function startRoom() {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[data-room]"));
  if (!link) return;
  try {
    const { default: begin } = await import(link.href);
    let controller = new AbortController();
    listen(window, {
      pagehide: () => controller.abort(),
      pageshow: ({ persisted }) => persisted && begin(makeRoom((controller = new AbortController()).signal)),
    });
    begin(makeRoom(controller.signal));
  } catch (error) {
    console.error("aviary: the room's module has failed:", error);
  }
}

/**
 * An outlet of the page was set.
 *
 * @param {string} outlet
 * @param {import("./splice.js").Value} value
 */
export function tellOutlet(outlet, value) {
  outletValues.set(outlet, value);
  for (const observer of observers) if (observer.outlet === outlet) observer.hear(value);
}

/**
 * @param {AbortSignal} signal
 * @returns {Room}
 */
const makeRoom = (signal) => ({
  root: document.querySelector("main") ?? document.body,
  signal,
  announce,
  upload,
  act: (name, fields = {}, item = null) => new Promise((resolve) => {
    if (!ask(["do", name, fields, item], { settled: (isDone) => resolve(isDone) })) resolve(false);
  }),
  observe(outlet, hear) {
    const observer = { outlet, hear };
    observers.add(observer);
    signal.addEventListener("abort", () => observers.delete(observer));
    const value = outletValues.get(outlet);
    if (value !== undefined) hear(value);
  },
  recognize: (element, delegate, scroll) => new Gestures(element, delegate, scroll).start(signal),
});
