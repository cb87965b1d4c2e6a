import { say } from "./banner.js";
import { listen } from "./element.js";
import { load } from "./later.js";
import { phrase } from "./words.js";

/**
 * Loads the part of the client that sends files (`later/uploads.js`), as soon as an element of the page takes files.
 *
 * A list that takes drops decides first about files over it (`later/mover/drops.js`), then an element with
 * `data-upload` (`takeFiles`). This module hands the files to that part, and refuses those that neither takes.
 *
 * @typedef {object} Sender
 * @property {() => void} hurry
 * @property {(element: HTMLElement, files: Iterable<File>, before?: Before[], target?: FileTarget) => SentFile[]} upload
 * @typedef {import("./later/uploads.js").SentFile} SentFile
 * @typedef {import("./later/uploads.js").FileTarget} FileTarget
 * @typedef {{address?: string, sentence?: string}} Before the outcome of a file on an earlier page: the server's
 *   address for it, or the reason why it was not sent
 */

/** The data type of dragged tiles. */
export const itemsType = "application/x-aviary-items";

/** @type {Promise<Sender> | undefined} */
let sender;

export function startUploads() {
  look();
  listen(document, { focusin: look, dragenter: look, change: look, dragover: takeFiles, drop: takeFiles });
}

/**
 * True if files are dragged, and not tiles, which browsers may offer as files, too.
 *
 * @param {readonly string[]} types
 */
export const hasFiles = (types) => types.includes("Files") && !types.includes(itemsType);

/**
 * Sends files that are dropped on an element with `data-upload`, as soon as the part that sends is loaded. Refuses all
 * others. Otherwise the browser would open the file in place of the page. A field for files takes its own.
 *
 * @param {Fired<DragEvent> & {target: HTMLElement}} event
 */
function takeFiles(event) {
  /** @type {HTMLInputElement | null} */
  const element = event.target.closest("[data-upload], [type=file]");
  if (!hasFiles(event.dataTransfer.types) || element?.files) return;
  event.preventDefault();
  if (event.type !== "drop") return;
  if (element) upload(element, [...event.dataTransfer.files], [], event.aviaryTarget);
  else say("notice", phrase("Files can't be dropped here."));
}

const look = () => document.querySelector("[data-upload]") && loadSender();

/** @returns {Promise<Sender>} rejected without a connection; the next call tries again */
export const loadSender = () => (sender = load("uploads"));

/** Ends the waits between attempts, after a reconnect. */
export const hurryUploads = () => sender?.then(({ hurry }) => hurry(), () => {});

/**
 * Sends files, and calls the action of `element` for each: an element with `data-upload` and `data-action`.
 *
 * @param {Parameters<Sender["upload"]>} sent
 */
export const upload = async (...sent) => (await loadSender()).upload(...sent);
