import { call } from "./actions.js";
import { addBanner } from "./banner.js";
import { backoff } from "./connection.js";
import { listen } from "./element.js";
import { load } from "./later.js";
import { address } from "./visit.js";

/**
 * What sends files is a part that a page loads once there is something on it that takes files.
 *
 * @typedef {object} Sender
 * @property {() => void} hurry
 * @property {(element: HTMLElement, files: Iterable<File>, before?: Before[]) => object[]} upload
 * @typedef {{address?: string, sentence?: string}} Before what became of a file on a page before this one: where the server
 *   takes it, or why it was not sent
 */

/** @type {Promise<Sender> | undefined} */
let sender;

export function startUploads() {
  look();
  listen(document, { focusin: look, dragenter: look, change: look });
}

const look = () => document.querySelector("[data-upload]") && loadSender();

/** @returns {Promise<Sender>} rejected without a connection; what asks next tries again */
export const loadSender = () => (sender = load("uploads", { call, addBanner, backoff, address }));

/** The connection is back: no file waits any longer. */
export const hurryUploads = () => sender?.then(({ hurry }) => hurry(), () => {});

/**
 * Sends files, and has the action of `element` called for each.
 *
 * @param {HTMLElement} element with `data-upload` and `data-action`
 * @param {Iterable<File>} files
 * @param {Before[]} [before]
 */
export const upload = async (element, files, before) => (await loadSender()).upload(element, files, before);
