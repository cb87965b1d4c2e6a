import { openings } from "../clipboard.js";
import { focus, listen, make, makeButton } from "../element.js";
import { phrase } from "../words.js";

/**
 * Copies a text to the clipboard. It tries four ways in turn: the write that was opened during the press, a direct
 * write, the `copy` command, and at last a dialog for the person. This part of the client (`later.js`) begins with the
 * first text.
 */
export default () => {
  /**
   * The text copied last, and its request. If a scene lost the answer in a restart of the server, the scene asks again,
   * and the text is not copied a second time.
   *
   * @type {{text?: string, request?: number}}
   */
  let written = {};

  /**
   * Fulfils the promise of the oldest request. Actions run one after the other, so the text belongs to that request.
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

  /**
   * Copies the selected text by a command, which every browser allows during a press. Some browsers report success
   * without copying, but then they fire no `copy` event.
   */
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
   * @returns {Promise<boolean>} true if the person copied it
   */
  const offer = (text) => {
    const dialog = make("dialog", { className: "copying", ariaLabel: phrase("Copy") });
    const area = make("textarea", { value: text, readOnly: true, rows: 4, ariaLabel: phrase("Text to copy") });
    const buttons = make("div");
    dialog.append(make("p", { textContent: phrase("This browser lets you copy only by hand.") }), area, buttons);
    const before = /** @type {HTMLElement} */ (document.activeElement);
    document.body.append(dialog);
    return new Promise((settle) => {
      const close = (/** @type {boolean} */ isDone) => {
        dialog.remove();
        focus(before);
        settle(isDone);
      };
      const copyButton = makeButton(phrase("Copy"), () => {
        area.select();
        if (execute()) close(true);
      });
      buttons.append(copyButton, makeButton(phrase("Cancel"), () => close(false)));
      // The person may copy by the browser's own keys or menu. The browser takes the text when the event is over.
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
