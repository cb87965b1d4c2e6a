import { call, fieldsOf } from "../actions.js";
import { addBanner, say } from "../banner.js";
import { backoff } from "../connection.js";
import { listen, make, makeButton } from "../element.js";
import { inner, outer, prefix } from "../prefix.js";
import { hasFiles } from "../uploadloader.js";
import { address } from "../visit.js";
import { phrase } from "../words.js";

/**
 * Sends files, chosen or dropped. This part of the client (`later.js`) begins as soon as an element of the page takes
 * files.
 *
 * A list that takes drops decides first about files over it, and gives them their target (`mover/drops.js`). Then
 * `takeFiles` in `../uploadloader.js` hands files over an element with `data-upload` to this part, and refuses all others.
 */

/** The sizes of a file's first request and of each further one, in bytes. Some proxies refuse longer requests. */
const firstPart = 1 << 18;
const nextPart = 1 << 25;

/** The number of files sent at the same time, and of sent files that may wait for their action. */
const sentTogether = 3;
const mostUnreceived = 16;

/**
 * The identifier of a choice: the files that a person has chosen together. All files that earlier pages have begun
 * count as one choice.
 */
const taken = String(Math.random());

/** How long a request may take without progress, in milliseconds. */
const stall = 30_000;

/**
 * All files since the last time that no file was under way.
 *
 * @type {Sending[]}
 */
let sendings = [];

/** @param {State[]} states */
const sendingsThat = (...states) => sendings.filter(({ state }) => states.includes(state));

/**
 * A file that a person has chosen or dropped. It is sent in parts, and resumes where a lost connection has interrupted
 * it. Then the action of its element receives it.
 *
 * The element gets an `upload` event for each step, beginning with the choice. Its `detail` is this object.
 *
 * @typedef {"waiting" | "sending" | "sent" | "done" | "failed" | "cancelled"} State
 * @typedef {[collection: string, side: string, end: string | number]} FileTarget where files were dropped in a
 *   collection, as a `drop` has it
 * @typedef {Sending} SentFile
 */
class Sending {
  element;
  file;

  /** Identifies the files that were chosen together. */
  choice;

  /**
   * Where it was dropped in a collection.
   *
   * @type {FileTarget | undefined}
   */
  target;

  /** The server's address for the upload, once it has begun. With it the upload can resume after a reload, too. */
  address;

  /** @type {State} */
  state = "waiting";

  /** The number of bytes that the server is known to have. */
  sent = 0;

  /** The reason why the file was not sent. */
  sentence = "";

  /** True if the server refuses the file for its type or length, so another attempt would fail, too. */
  isRefused = false;

  /** True if the room's own code keeps the file for a later page. If so, nothing is lost when this page goes. */
  isKept = false;

  /** True if the server has the whole file. Its action waits for the files before it. */
  isWhole = false;

  /** @type {XMLHttpRequest | undefined} */
  #request;

  /** Ends the wait between two attempts. */
  hurry = () => {};

  /**
   * @param {HTMLElement} element with `data-upload` and `data-action`
   * @param {File} file
   * @param {string} choice
   * @param {import("../uploadloader.js").Before | undefined} before its outcome on an earlier page; a failed file waits for
   *   the person
   */
  constructor(element, file, choice, { address, sentence = "" } = {}) {
    this.element = element;
    this.file = file;
    this.choice = choice;
    this.address = address;
    this.sentence = sentence;
    if (sentence) this.state = "failed";
  }

  cancel() {
    const { state, address } = this;
    this.#set("cancelled");
    if (state !== "sending" || this.isWhole) this.#deleteRemote();
    // Without an address the server could not be told what to delete, so the request goes on until there is an address.
    else if (address) this.#request?.abort();
    this.hurry();
    if (state !== "failed") this.#end();
    sendNext();
  }

  /** The other files of its choice that are in given states. */
  #others(/** @type {State[]} */ ...states) {
    return sendingsThat(...states).filter((other) => other !== this && other.choice === this.choice);
  }

  /**
   * The fields of the action: the form around the element, and the number of files of the choice that are still to
   * come. Actions run in order, so all actions for earlier files are done when the last one runs.
   */
  #fields() {
    const rest = this.#others("waiting", "sending").length;
    const { element, choice, target } = this;
    return {
      ...fieldsOf(/** @type {HTMLInputElement} */ (element).form),
      "upload-choice": choice,
      "upload-rest": String(rest),
      ...(target && { "upload-target": JSON.stringify(target) }),
    };
  }

  /** Calls the action without a file when this was the last file of a choice, and others have arrived. */
  #end() {
    if (this.#others("waiting", "sending").length || !this.#others("sent", "done").length) return;
    call(this.element, this.#fields(), { outlivesPage: true, settled: () => true });
  }

  /** Tells the server to delete the file. */
  #deleteRemote() {
    if (this.address) fetch(this.address, { method: "DELETE" }).catch(() => {});
  }

  retry() {
    if (this.isRefused) return;
    this.#set("waiting");
    sendNext();
  }

  async send() {
    const { element, file } = this;
    // True if the server's byte count is known.
    let isSure = !this.address;
    let attempts = 0;
    this.isWhole = false;
    this.#set("sending");
    while (this.state === "sending") {
      const { address, sent } = this;
      const request = await (isSure ? this.#sendPart() : this.#exchange("HEAD", address ?? ""));
      const { status } = request;
      const offset = request.getResponseHeader("Upload-Offset");
      isSure = offset !== null;
      this.sent = Number(offset ?? sent);
      this.address = request.getResponseHeader("Location") ?? address;
      if (this.state !== "sending") break;
      if (request.getResponseHeader("Upload-Complete") === "?1") {
        this.isWhole = true;
        return sendNext();
      }
      if (this.sent > sent) {
        attempts = 0;
        continue;
      }
      if (status === 404 && address) this.#forget();
      else if (status === 507 || (status >= 400 && status < 500 && status !== 409 && status !== 429)) {
        const isSentence = request.getResponseHeader("Content-Type")?.startsWith("text/plain");
        this.#deleteRemote();
        this.isRefused = status === 413 || status === 415;
        this.#fail(isSentence ? request.responseText.trim() : phrase("The server did not take it (%1).", status));
        return this.#end();
      } else if (!(await file.slice(0, 1).arrayBuffer().catch(() => {}))) {
        this.#deleteRemote();
        this.#fail(phrase("It cannot be read any more: it was moved or changed since it was chosen."));
        return this.#end();
      }
      isSure ||= !this.address;
      await new Promise((settle) => {
        this.hurry = () => settle(0);
        setTimeout(settle, attempts ? backoff(attempts, Math.random()) : 0);
        attempts++;
      });
    }
    this.#deleteRemote();
  }

  #sendPart() {
    const { element, file, address, sent } = this;
    const end = Math.min(file.size, sent + (address ? nextPart : firstPart));
    const name = encodeURIComponent(file.name.replace(/\p{Surrogate}/gu, "_"));
    return this.#exchange(address ? "PATCH" : "POST", address ?? outer(`/uploads/${element.dataset.upload}`), {
      "Upload-Complete": end < file.size ? "?0" : "?1",
      ...(address
        ? { "Content-Type": "application/partial-upload", "Upload-Offset": sent }
        : {
            "Content-Type": file.type || "application/octet-stream",
            "Content-Disposition": `attachment; filename*=UTF-8''${name}`,
            "Upload-Length": file.size,
          }),
    }, file.slice(sent, end));
  }

  /**
   * @param {string} method
   * @param {string} address
   * @param {Record<string, string | number>} [fields] the browser turns a number into text
   * @param {Blob} [body]
   * @returns {Promise<XMLHttpRequest>} the finished request, with status 0 when the connection was lost
   */
  #exchange(method, address, fields = {}, body) {
    return new Promise((settle) => {
      const request = (this.#request = new XMLHttpRequest());
      const { sent } = this;
      let timer = 0;
      const watch = () => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), stall);
      };
      request.open(method, address);
      for (const [name, value] of Object.entries(fields)) request.setRequestHeader(name, /** @type {string} */ (value));
      listen(request.upload, {
        progress: ({ loaded }) => {
          watch();
          this.sent = sent + loaded;
          this.#set(this.state);
        },
      });
      listen(request, {
        loadend: () => {
          clearTimeout(timer);
          this.sent = sent;
          settle(request);
        },
      });
      watch();
      request.send(body);
    });
  }

  /** Calls the action, because this file and those before it have arrived. */
  callAction() {
    const { element, address = "" } = this;
    this.#set("sent");
    call(element, this.#fields(), {
      outlivesPage: true,
      uploads: [inner(address).replace("/uploads/", "")],
      settled: (isDone, sentence = "") => {
        if (isDone) this.#set("done");
        else {
          // After a failed action the server removes the file. But the server never received the action of a closed
          // sheet, so the file of that action is deleted here.
          if (!element.isConnected) this.#deleteRemote();
          this.#fail(sentence);
        }
        sendNext();
        return true;
      },
    });
  }

  /** Forgets the address, because the server no longer has the file. */
  #forget() {
    this.address = undefined;
    this.sent = 0;
  }

  /** @param {string} sentence */
  #fail(sentence) {
    // A retry sends the file from its beginning.
    this.#forget();
    this.#set("failed", sentence);
    sendNext();
  }

  /**
   * @param {State} state
   * @param {string} [sentence]
   */
  #set(state, sentence = "") {
    Object.assign(this, { state, sentence });
    this.report();
    showSendings();
  }

  report() {
    this.element.dispatchEvent(new CustomEvent("upload", { bubbles: true, detail: this }));
  }
}

/** Ends the waits of all files. */
function hurry() {
  for (const sending of sendings) sending.hurry();
}

/**
 * Sends files, and calls the action of `element` for each.
 *
 * @param {HTMLElement} element
 * @param {Iterable<File>} files
 * @param {import("../uploadloader.js").Before[]} [before]
 * @param {FileTarget} [target]
 */
function upload(element, files, before = [], target) {
  if (!sendingsThat("waiting", "sending", "sent").length) sendings = sendingsThat("failed");
  const choice = before.length ? taken : String(Math.random());
  const added = [...files].map((file, index) => new Sending(element, file, choice, before[index]));
  sendings.push(...added);
  for (const sending of added) {
    sending.target = target;
    sending.report();
  }
  sendNext();
  return added;
}

/**
 * Cancels the files of all elements in a closed sheet, because no action would receive them.
 *
 * @param {HTMLElement} root
 */
function stop(root) {
  const stopped = sendingsThat("waiting", "sending").filter(({ element }) => root.contains(element));
  for (const sending of [...stopped, ...sendingsThat("failed")]) if (root.contains(sending.element)) sending.cancel();
  const [first, ...others] = stopped;
  if (!first) return;
  const { name } = first.file;
  say("error", others.length === 1
    ? phrase("“%1” and one more file were not sent, because the sheet was closed. Open it again, then choose what to send.", name)
    : others.length
    ? phrase("“%1” and %2 more files were not sent, because the sheet was closed. Open it again, then choose what to send.", name, others.length)
    : phrase("“%1” was not sent, because the sheet was closed. Open it again, then choose what to send.", name));
}

// MARK: Files that a page was left with

/** The storage key of the note. Other apps of the same origin have other prefixes. */
const unsent = `unsent${prefix()}`;

/** The mark of the visitor, if the app recognizes visitors. */
const visitor = () => document.documentElement.dataset.visitor ?? "";

/**
 * Writes a note for later pages, in any tab: the page was left with files kept by its room's own code. The note has the
 * `data-upload` name, the page's address, and the visitor, because nobody else is told of the files.
 */
function leaveWord() {
  const [first] = sendingsThat("waiting", "sending").filter(({ isKept }) => isKept);
  if (first) localStorage[unsent] = JSON.stringify([first.element.dataset.upload, address, visitor()]);
}

/** @type {HTMLElement} */
let unsentBanner;

/**
 * Reads the note. A page that takes such files resumes sending them; any other page shows a banner with a link to the
 * page of the note.
 *
 * @param {boolean} [isBegun] true if the page begins or comes back, and so resumes the files left before
 */
function readWord(isBegun) {
  unsentBanner?.remove();
  const [name, address, owner = ""] = JSON.parse(localStorage[unsent] ?? "[]");
  if (owner !== visitor()) return;
  const isTaken = name && document.querySelector(`[data-upload="${CSS.escape(name)}"]`);
  if (isTaken && isBegun) delete localStorage[unsent];
  if (!name || isTaken) return;
  unsentBanner = make("div", { className: "banner upload", role: "status" });
  const text = make("p");
  const goButton = makeButton(phrase("Go on sending"), () => location.assign(address));
  const dismissButton = makeButton(phrase("Dismiss"), () => {
    delete localStorage[unsent];
    unsentBanner.remove();
  });
  unsentBanner.append(text, goButton, dismissButton);
  addBanner(unsentBanner);
  // Screen readers read text that is added to an element which already has its role.
  text.textContent = phrase("Files are still waiting to be sent.");
}

// MARK: Sending

/** @param {HTMLInputElement} input */
function uploadChosen(input) {
  upload(input, input.files ?? []);
  input.value = "";
}

/**
 * Calls the actions of the files that have arrived, and begins to send all files that may be sent now. Several files are
 * sent at a time, but the actions of a choice are called in its order.
 */
function sendNext() {
  const waiting = new Set();
  for (const sending of sendingsThat("sending")) {
    if (!sending.isWhole) waiting.add(sending.choice);
    if (!waiting.has(sending.choice)) sending.callAction();
  }
  while (sendingsThat("sending").length < sentTogether && sendingsThat("sent").length < mostUnreceived) {
    const [next] = sendingsThat("waiting");
    if (!next) break;
    next.send();
  }
  showSendings();
}

// MARK: Display

/**
 * The element that files are being dragged over.
 *
 * @type {HTMLElement | null | undefined}
 */
let highlighted;

/** @param {HTMLElement | null} element */
function highlight(element) {
  highlighted?.toggleAttribute("data-dropping", false);
  highlighted = element;
  highlighted?.toggleAttribute("data-dropping", true);
}

let /** @type {HTMLElement} */ sendingBanner, /** @type {HTMLElement} */ sendingText,
  /** @type {HTMLProgressElement} */ sendingBar,
  /** @type {HTMLElement} */ sendingList,
  /** @type {HTMLButtonElement} */ againButton, /** @type {HTMLButtonElement} */ stopButton;

/** The largest number of files that the banner lists. */
const mostLines = 30;

/**
 * The banner's line for each of several files, in display order.
 *
 * @typedef {[HTMLElement, HTMLProgressElement, HTMLButtonElement]} Line
 *
 * @type {Map<Sending, HTMLElement>}
 */
let lines = new Map();

function makeBanner() {
  sendingBanner = make("div", { className: "banner upload", role: "status" });
  sendingText = make("p");
  sendingBar = make("progress", { ariaLabel: phrase("Sent") });
  againButton = makeButton(phrase("Try again"), () => sendingsThat("failed").forEach((sending) => sending.retry()));
  stopButton = makeButton("", () => sendingsThat("waiting", "sending", "failed").forEach((sending) => sending.cancel()));
  sendingList = make("ul", { ariaLabel: phrase("Files") });
  sendingBanner.append(sendingText, sendingBar, sendingList, againButton, stopButton);
}

/** @param {Sending} sending */
function makeLine(sending) {
  const line = make("li");
  const name = make("span", { textContent: sending.file.name });
  const bar = make("progress", { max: sending.file.size || 1, ariaLabel: phrase("%1, sent", sending.file.name) });
  const stop = makeButton("×", () => sending.cancel());
  stop.ariaLabel = phrase("Cancel %1", sending.file.name);
  line.append(name, bar, stop);
  return line;
}

/**
 * The message about a file that failed. Most sentences name the file.
 *
 * @param {Sending} sending
 */
function reason({ file: { name }, sentence }) {
  return sentence.includes(name) ? sentence : phrase("“%1” was not sent. %2", name, sentence);
}

/**
 * Shows the progress of each of several files: first the failed ones, then those under way.
 *
 * @param {Sending[]} all
 */
function showLines(all) {
  /** @type {State[]} */
  const order = ["failed", "sending", "sent", "waiting"];
  const shown = all.length < 2
    ? [] : order.flatMap((state) => all.filter((sending) => sending.state === state)).slice(0, mostLines);
  const isSame = shown.length === lines.size && [...lines.keys()].every((sending, index) => sending === shown[index]);
  if (!isSame) {
    lines = new Map(shown.map((sending) => [sending, lines.get(sending) ?? makeLine(sending)]));
    sendingList.replaceChildren(...lines.values());
  }
  for (const [sending, line] of lines) {
    const { state, sent, file } = sending;
    line.dataset.state = state;
    // `makeLine` has made these three.
    const [text, bar, stop] = /** @type {Line} */ (/** @type {unknown} */ (line.children));
    text.textContent = state === "failed" ? reason(sending) : file.name;
    bar.hidden = state === "failed";
    bar.value = state === "sent" ? bar.max : sent;
    stop.disabled = state === "sent";
  }
  sendingList.hidden = shown.length === 0;
}

/** Shows the progress of all files, or the failed ones. */
function showSendings() {
  const failed = sendingsThat("failed");
  const isActive = sendingsThat("waiting", "sending", "sent").length > 0;
  if (!isActive && !failed.length) return sendingBanner.remove();
  const all = isActive ? sendings.filter(({ state }) => state !== "cancelled") : failed;
  const [first] = all;
  const count = all.length;
  const text = isActive
    ? count > 1 ? phrase("Sending %1 files", count) : phrase("Sending “%1”", first.file.name)
    : count > 1 ? phrase("%1 files were not sent.", count) : reason(first);
  // Setting the same text again would have it read out again.
  if (sendingText.textContent !== text) sendingText.textContent = text;
  const sum = (/** @type {(sending: Sending) => number} */ of) => all.reduce((sum, sending) => sum + of(sending), 0);
  sendingBar.max = sum(({ file }) => file.size) || 1;
  sendingBar.value = sum(({ sent }) => sent);
  sendingBar.hidden = !isActive;
  showLines(all.filter(({ state }) => state !== "done"));
  againButton.hidden = isActive || failed.every(({ isRefused }) => isRefused);
  stopButton.textContent = phrase(isActive ? "Cancel" : "Dismiss");
  if (!sendingBanner.isConnected) addBanner(sendingBanner);
}

// MARK: The listeners

/**
 * Wraps a function that uses `localStorage`, which a browser may deny.
 *
 * @param {() => void} body
 */
const quietly = (body) => () => {
  try {
    body();
  } catch {}
};

/** @returns {import("../uploadloader.js").Sender} */
export default () => {
  makeBanner();
  listen(window, {
    online: hurry,
    pagehide: quietly(leaveWord),
    pageshow: quietly(() => readWord(true)),
    storage: ({ key }) => key === unsent && readWord(),
    beforeunload: (event) => sendingsThat("waiting", "sending").some(({ isKept }) => !isKept) && event.preventDefault(),
  });
  listen(document, {
    change: ({ target }) =>
      target.matches("[type=file][data-upload]") && uploadChosen(/** @type {HTMLInputElement} */ (target)),
    dragover(event) {
      if (!hasFiles(event.dataTransfer.types)) return;
      highlight(event.target.closest("[data-upload]"));
      if (highlighted) event.dataTransfer.dropEffect = "copy";
    },
    dismissed: ({ target }) => stop(target),
    dragleave: ({ relatedTarget }) => relatedTarget || highlight(null),
    drop: () => highlight(null),
  });
  quietly(() => readWord(true))();
  // Sends files that were chosen before this part was loaded.
  /** @type {NodeListOf<HTMLInputElement & {files: FileList}>} */
  const inputs = document.querySelectorAll("[type=file][data-upload]");
  for (const input of inputs) if (input.files.length) uploadChosen(input);
  return { hurry, upload };
};
