import { ask } from "../actions.js";
import { announce } from "../banner.js";
import { listen } from "../element.js";
import { Gestures, isPlain } from "../gestures.js";
import { prefix } from "../prefix.js";
import { outletValues } from "../roomloader.js";
import { upload } from "../uploadloader.js";

/**
 * Runs a room's own code: a module of the app. Its default export is called with a `Room` when the page or the sheet
 * opens, and again when the page comes back from the back/forward cache. The page works without this code, also when
 * the code fails.
 *
 * @typedef {object} Room
 * @property {HTMLElement} root the page's `main`, or its body; or the visible panel of the sheet
 * @property {AbortSignal} signal aborted when the page is left or the sheet closed; hand it to every listener
 * @property {(name: string, fields?: Record<string, string>, item?: string | null) => Promise<boolean>} act calls an
 *   action; resolves to false when it was not done, after the page has told the person
 * @property {(outlet: string, hear: (value: import("../splice.js").Value) => void) => void} observe calls `hear` with
 *   each new value of an outlet of the page, and at once with the present value, if any
 * @property {(element: HTMLElement, delegate: RoomDelegate, scroll?: {top: number}) => void} recognize recognizes
 *   gestures on an element
 * @property {string} prefix the path before each address of the app, which the texts of outlets do not have
 * @property {(sentence: string) => void} announce has a screen reader read out a sentence
 * @property {typeof import("../uploadloader.js").upload} upload sends files, and calls the action of the element for each
 *
 * @typedef {import("../gestures.js").GestureDelegate & {begins: (event: PointerEvent) => boolean | void}} RoomDelegate
 *   `begins` returns true if a press there begins a gesture
 */

/**
 * Adapts an object that the room's own code scrolls. Such an object always scrolls down.
 *
 * @param {{top: number}} scroll
 */
const downOf = (scroll) => ({
  get top() {
    return scroll.top;
  },
  set top(y) {
    scroll.top = y;
  },
  axes: { unturned: /** @type {import("../geometry.js").Axes["unturned"]} */ ((it) => it) },
});

/**
 * @returns `start`, which calls a room's module, and `report`, which reports an outlet's new value to all rooms
 */
export default () => {
  /** @type {Set<{outlet: string, hear: (value: import("../splice.js").Value) => void}>} */
  const observers = new Set();

  /**
   * @param {HTMLElement} root
   * @param {string} path
   * @param {AbortSignal} signal
   * @returns {Room}
   */
  const makeRoom = (root, path, signal) => ({
    root,
    signal,
    announce,
    prefix: prefix(),
    upload,
    act: (name, fields = {}, item = null) => new Promise((resolve) => {
      const settled = (/** @type {boolean} */ isDone) => resolve(isDone);
      if (!ask("do", { action: path + name, fields, item }, { settled })) resolve(false);
    }),
    observe(outlet, hear) {
      const observer = { outlet: path + outlet, hear };
      observers.add(observer);
      signal.addEventListener("abort", () => observers.delete(observer));
      const value = outletValues.get(observer.outlet);
      if (value !== undefined) hear(value);
    },
    recognize(element, delegate, scroll) {
      const gestures = new Gestures(element, delegate, scroll && downOf(scroll));
      gestures.start(signal);
      const pointerdown = (/** @type {PointerEvent} */ event) => {
        if (isPlain(event) && delegate.begins(event)) gestures.press(event);
      };
      listen(element, { pointerdown }, { signal });
    },
  });

  return {
    /**
     * @param {string} address of the module
     * @param {HTMLElement} root
     * @param {string} [path] the prefix of all names in a sheet
     * @param {AbortSignal} [closed] aborted when a sheet closes; a page itself has none
     */
    async start(address, root, path = "", closed = new AbortController().signal) {
      const { default: begin } = await import(address);
      if (closed.aborted) return;
      let controller = new AbortController();
      const start = () => begin(makeRoom(root, path, (controller = new AbortController()).signal));
      const pagehide = () => controller.abort();
      listen(closed, { abort: pagehide });
      listen(window, { pagehide, pageshow: ({ persisted }) => persisted && start() }, { signal: closed });
      listen(window, {
        // While a popover is open, Escape closes only the popover, and keeps the selection.
        keydown(event) {
          if (event.key === "Escape" && root.querySelector(":popover-open")) event.stopPropagation();
        },
      }, { signal: closed, capture: true });
      start();
    },

    /**
     * @param {string} outlet
     * @param {import("../splice.js").Value} value
     */
    report(outlet, value) {
      for (const observer of observers) if (observer.outlet === outlet) observer.hear(value);
    },
  };
};
