/**
 * Copies a text to the clipboard: as promised during the press, at once where the browser lets a page do that, by a command,
 * or else by the person's hand. A part that is loaded with the first text.
 *
 * @param {{focus: (element: HTMLElement) => void, listen: typeof import("../element.js").listen,
 *   make: typeof import("../element.js").make, phrase: typeof import("../words.js").phrase, openings: Map<number, import("../clipboard.js").Opening | undefined>}} client
 */
export default ({ focus, listen, make, openings, phrase }) => {
  /**
   * The text that was copied last, and the request that copied it: a scene that lost the answer with its server asks again.
   *
   * @type {{text?: string, request?: number}}
   */
  let written = {};

  /**
   * Keeps the promise of the oldest request: actions are performed one after the other, so the text belongs to that one.
   *
   * @param {string} text
   */
  async function writeOpened(text) {
    const [opening] = openings.values();
    opening?.give(new Blob([text], { type: "text/plain" }));
    return opening?.isWritten;
  }

  /** @param {string} text */
  async function write(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} text */
  function copySelected(text) {
    const before = /** @type {HTMLElement} */ (document.activeElement);
    const area = make("textarea", { className: "clipboard", value: text });
    document.body.append(area);
    area.select();
    const isDone = execute();
    area.remove();
    focus(before);
    return isDone;
  }

  /** Copies what is selected: during a press every browser does. Some say so without having done it, and tell no event. */
  function execute() {
    let isHeard = false;
    const hear = () => (isHeard = true);
    document.addEventListener("copy", hear, { capture: true, once: true });
    const isDone = document.execCommand("copy");
    document.removeEventListener("copy", hear, true);
    return isDone && isHeard;
  }

  /**
   * Shows the text, selected, with a button that copies it.
   *
   * @param {string} text
   * @returns {Promise<boolean>} whether it was copied
   */
  const offer = (text) => {
    const dialog = make("dialog", { className: "copying", ariaLabel: phrase("Copy") });
    const area = make("textarea", { value: text, readOnly: true, rows: 4, ariaLabel: phrase("Text to copy") });
    const copyButton = make("button", { type: "button", textContent: phrase("Copy") });
    const cancelButton = make("button", { type: "button", textContent: phrase("Cancel") });
    const buttons = make("div");
    buttons.append(copyButton, cancelButton);
    dialog.append(make("p", { textContent: phrase("This browser lets you copy only by hand.") }), area, buttons);
    const before = /** @type {HTMLElement} */ (document.activeElement);
    document.body.append(dialog);
    return new Promise((settle) => {
      const close = (/** @type {boolean} */ isDone) => {
        dialog.remove();
        focus(before);
        settle(isDone);
      };
      listen(copyButton, {
        click() {
          area.select();
          if (execute()) close(true);
        },
      });
      listen(cancelButton, { click: () => close(false) });
      // By the browser's own keys or menu; its text is taken when the event is over.
      listen(area, { copy: () => setTimeout(() => dialog.open && close(true)) });
      listen(dialog, { cancel: () => close(false), keydown: (event) => event.stopPropagation() });
      dialog.showModal();
      focus(area);
      area.select();
    });
  };
  return async (/** @type {string} */ text) => {
    const [request] = openings.keys();
    if (written.text === text && written.request === request) return true;
    const isDone = (await writeOpened(text)) || (await write(text)) || copySelected(text) || (await offer(text));
    if (isDone && request !== undefined) written = { text, request };
    return isDone;
  };
};
