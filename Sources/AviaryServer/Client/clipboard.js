import { listen } from "./element.js";
import { load } from "./later.js";

/**
 * The system's clipboard. Browsers let a page write there during a click or a key press only, and the text comes later, from
 * the scene. So each request opens a write with a promise of text, which is kept when the text comes and broken by the
 * request's receipt; a broken one leaves the clipboard as it was.
 *
 * @typedef {{give: (text: Blob) => void, giveUp: () => void, isWritten: Promise<boolean>}} Opening
 */

/**
 * The requests without a receipt, oldest first: actions are performed one after the other, so a text belongs to the first.
 *
 * @type {Map<number, Opening | undefined>}
 */
const openings = new Map();

/** The text that the oldest request has copied: a scene that lost it with its server asks again. */
let written = "";

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
  if (openings.has(number)) written = "";
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
 * Puts text on the clipboard; where the browser does not let the page, the person is offered to do it.
 *
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there
 */
export async function copy(text) {
  const isDone = text === written || (await writeOpened(text)) || (await copyOtherwise(text));
  if (isDone) written = text;
  return isDone;
}

/** @param {string} text */
async function writeOpened(text) {
  const [opening] = openings.values();
  opening?.give(new Blob([text], { type: "text/plain" }));
  return opening?.isWritten;
}

/**
 * Does it in another way: a part that few browsers need.
 *
 * @param {string} text
 * @returns {Promise<boolean>}
 */
const copyOtherwise = (text) => load("copy").then((copy) => copy(text)).catch(() => false);
