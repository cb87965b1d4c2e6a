import { load } from "./later.js";

/**
 * The system's clipboard.
 *
 * Browsers let a page write to the clipboard only during a click or a key press, but the text comes later, from the
 * scene. So each request opens a write with a promise of the text. The promise is fulfilled when the text comes. It is
 * rejected when the request is answered without a text; then the clipboard stays unchanged.
 *
 * @typedef {{give: (text: Blob) => void, giveUp: () => void, isWritten: Promise<boolean>}} Opening
 */

/**
 * The requests without an answer, oldest first.
 *
 * @type {Map<number, Opening | undefined>}
 */
export const openings = new Map();

/**
 * Opens a clipboard write for a request that may copy.
 *
 * @param {number} number of the request
 */
export const beginCopy = (number) => openings.set(number, open());

/**
 * Ends the clipboard write of a request that is answered.
 *
 * @param {number} number of the request
 */
export function endCopy(number) {
  openings.get(number)?.giveUp();
  openings.delete(number);
}

/**
 * @returns {Opening | undefined} nothing where a page has no clipboard, as outside of a secure context, or the write
 *   throws
 */
function open() {
  if (!navigator.clipboard?.write || !self.ClipboardItem) return;
  // The promise sets both at once.
  let [give, giveUp] = /** @type {[Opening["give"], Opening["giveUp"]]} */ (/** @type {unknown} */ ([]));
  const content = new Promise((resolve, reject) => ([give, giveUp] = [resolve, reject]));
  // If a browser refuses the write at once, it does not handle the later rejection. So the rejection is handled here.
  content.catch(() => {});
  try {
    const writing = navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
    return { give, giveUp, isWritten: writing.then(() => true, () => false) };
  } catch {}
}

/**
 * Puts text on the clipboard. The part of the client that does this (`later.js`) begins with the first text.
 *
 * @param {string} text
 * @returns {Promise<boolean>} true if the text is there
 */
export const copy = (text) => load("copy").then((copy) => copy(text)).catch(() => false);
