import { call } from "./actions.js";
import { addBanner, say } from "./banner.js";
import { backoff } from "./connection.js";
import { listen, make } from "./element.js";
import { load } from "./later.js";

/**
 * What sends files is a part that a page loads once there is something on it that takes files.
 *
 * @typedef {object} Sender
 * @property {() => void} hurry
 * @property {(element: HTMLElement, files: Iterable<File>, addresses?: (string | undefined)[]) => object[]} upload
 */

/** @type {Promise<Sender> | undefined} */
let sender;

export function startUploads() {
  loadSender();
  listen(document, { focusin: loadSender, dragenter: loadSender, change: loadSender });
}

function loadSender() {
  if (sender || !document.querySelector("[data-upload]")) return;
  sender = load("uploads", { call, addBanner, say, backoff, listen, make });
  sender.catch(() => (sender = undefined));
}

/** The connection is back: no file waits any longer. */
export const hurryUploads = () => sender?.then(({ hurry }) => hurry());

/**
 * Sends files, and has the action of `element` called for each.
 *
 * @param {HTMLElement} element with `data-upload` and `data-action`
 * @param {Iterable<File>} files
 * @param {(string | undefined)[]} [addresses] where the server takes those that were begun before
 */
export function upload(element, files, addresses) {
  loadSender();
  return sender?.then((sender) => sender.upload(element, files, addresses));
}
