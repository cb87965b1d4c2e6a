import { load } from "./later.js";

/**
 * The system's clipboard. Browsers let a page write there during a click or a key press only, and the text comes later, from
 * the scene. So each request opens a write with a promise of text, which is kept when the text comes and broken by the
 * request's receipt; a broken one leaves the clipboard as it was.
 *
 * @typedef {{give: (text: Blob) => void, giveUp: () => void, isWritten: Promise<boolean>}} Opening
 */

/**
 * The requests without a receipt, oldest first.
 *
 * @type {Map<number, Opening | undefined>}
 */
const openings = new Map();

/**
 * Something was asked for that may copy.
 *
 * @param {number} number of the request
 */
export const beginCopy = (number) => openings.set(number, open());

/**
 * There is an answer.
 *
 * @param {number} number of the request
 */
export function endCopy(number) {
  openings.get(number)?.giveUp();
  openings.delete(number);
}

/** @returns {Opening | undefined} nothing where a page has no clipboard, as without a secure context */
function open() {
  if (!navigator.clipboard?.write || !self.ClipboardItem) return;
  /** @type {any} */
  let [give, giveUp] = [];
  const content = new Promise((resolve, reject) => ([give, giveUp] = [resolve, reject]));
  // A browser that refuses the write at once does not listen to it.
  content.catch(() => {});
  try {
    const writing = navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
    return { give, giveUp, isWritten: writing.then(() => true, () => false) };
  } catch {}
}

/**
 * Puts text on the clipboard, by a part that is loaded with the first text.
 *
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there
 */
export const copy = (text) => load("copy", { openings }).then((copy) => copy(text)).catch(() => false);
