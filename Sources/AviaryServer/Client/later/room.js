/**
 * A room's own code: one module of the app's, whose default export is called with a `Room` when the page is there, or the
 * sheet over another page. It is called again when the page comes back from the browser's memory. A page without it, or with
 * one that fails, is a page all the same.
 *
 * @typedef {object} Room
 * @property {HTMLElement} root the page's `main`, or its body; or what a person sees of the sheet
 * @property {AbortSignal} signal aborted when the page is left or the sheet closed; hand it to every listener
 * @property {(name: string, fields?: Record<string, string>, item?: string | null) => Promise<boolean>} act calls an action;
 *   false when it was not done, which the page has told the person
 * @property {(outlet: string, hear: (value: import("../splice.js").Value) => void) => void} observe calls `hear` with each
 *   value that Swift gives an outlet of the page from now on, and at once with the last one, if there was one
 * @property {(element: HTMLElement, delegate: import("../gestures.js").GestureDelegate, scroll?: {top: number}) => void}
 *   recognize hears the gestures on an element
 * @property {(sentence: string) => void} announce has a sentence read out
 * @property {(element: HTMLElement, files: Iterable<File>, addresses?: (string | undefined)[]) => Promise<object[]> | undefined}
 *   upload sends files, and has the action of the element called for each
 */

/**
 * What a room scrolls by itself, which is down.
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
  turned: (/** @type {any} */ it) => it,
});

/**
 * Takes what it needs of the client, which has loaded it.
 *
 * @param {any} client
 * @returns what calls a room's module, and what tells all of them of an outlet that was set
 */
export default ({ ask, announce, listen, upload, Gestures, outletValues }) => {
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
    upload,
    act: (name, fields = {}, item = null) => new Promise((resolve) => {
      const settled = (/** @type {boolean} */ isDone) => resolve(isDone);
      if (!ask(["do", path + name, fields, item], { settled })) resolve(false);
    }),
    observe(outlet, hear) {
      const observer = { outlet: path + outlet, hear };
      observers.add(observer);
      signal.addEventListener("abort", () => observers.delete(observer));
      const value = outletValues.get(observer.outlet);
      if (value !== undefined) hear(value);
    },
    recognize: (element, delegate, scroll) => new Gestures(element, delegate, scroll && downOf(scroll)).start(signal),
  });

  return {
    /**
     * @param {string} address of the module
     * @param {HTMLElement} root
     * @param {string} [path] of a sheet, which all names in it begin with
     * @param {AbortSignal} [closed] ends it, as a page does that is left; a page itself has none
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
        // Escape closes the popover, and leaves the selection.
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
    tell(outlet, value) {
      for (const observer of observers) if (observer.outlet === outlet) observer.hear(value);
    },
  };
};
