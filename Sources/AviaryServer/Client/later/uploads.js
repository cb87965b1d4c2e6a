/**
 * What this needs of the client, which has loaded it.
 *
 * @type {any}
 */
let call, addBanner, say, backoff, listen, make, phrase, address;

/** Bytes of the request that begins a file, and of each that goes on with it: some proxies take no longer ones. */
const firstPart = 1 << 18;
const nextPart = 1 << 25;

/** How many files are sent at a time, and how many may wait for their action. */
const sentTogether = 3;
const mostUnreceived = 16;

/** Names the files that pages before this one have begun: to the person they are one choice. */
const taken = String(Math.random());

/** How long a request may take without progress, in milliseconds. */
const stall = 30_000;

/**
 * All files since there was none on its way.
 *
 * @type {Sending[]}
 */
let sendings = [];

/** @param {State[]} states */
const sendingsThat = (...states) => sendings.filter(({ state }) => states.includes(state));

/**
 * A file that a person has chosen, or dropped: it is sent in parts, goes on where a lost connection has interrupted it, and is
 * then received by the action of the element it was given to.
 *
 * The element hears of each step by the event `upload`, whose `detail` is this: first when it was chosen.
 *
 * @typedef {"waiting" | "sending" | "sent" | "done" | "failed" | "cancelled"} State
 * @typedef {[name: string, side: string, end: string | number]} DropTarget
 */
class Sending {
  element;
  file;

  /** Names the files that were chosen with it. */
  choice;

  /**
   * Where in a collection it was dropped.
   *
   * @type {DropTarget | undefined}
   */
  target;

  /** Where the server takes it, once it has begun. Known, it goes on there after a reload, too. */
  address;

  /** @type {State} */
  state = "waiting";

  /** The bytes that the server has, as far as is known. */
  sent = 0;

  /** Why it failed. */
  sentence = "";

  /** Whether the room's own code has it for a page that comes after this one; then nothing is lost with this page. */
  isKept = false;

  /** @type {XMLHttpRequest | undefined} */
  #request;

  /** Ends a wait between attempts. */
  hurry = () => {};

  /**
   * @param {HTMLElement} element with `data-upload` and `data-action`
   * @param {File} file
   * @param {string} choice
   * @param {import("../uploads.js").Before} [before] one that was not sent waits for the person
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
    if (state !== "sending") this.#drop();
    // Before it has an address, the server could not be told what to drop.
    else if (address) this.#request?.abort();
    this.hurry();
    if (state !== "failed") this.#end();
    sendNext();
  }

  /** The others of its choice, in some states. */
  #others(/** @type {State[]} */ ...states) {
    return sendingsThat(...states).filter((other) => other !== this && other.choice === this.choice);
  }

  /**
   * What the action gets: the form around the element, and how many files of the choice are still to come. Actions are performed in
   * their order, so that those which were asked for are done by then.
   */
  #fields() {
    const rest = this.#others("waiting", "sending").length;
    /** @type {Record<string, string>} */
    const fields = {};
    const { form } = /** @type {HTMLInputElement} */ (this.element);
    for (const [name, value] of form ? new FormData(form) : []) if (typeof value === "string") fields[name] = value;
    const { choice, target } = this;
    return { ...fields, "upload-choice": choice, "upload-rest": String(rest), ...(target && { "upload-target": JSON.stringify(target) }) };
  }

  /** It does not come: the action hears so when it was the last, and others came. */
  #end() {
    if (this.#others("waiting", "sending").length || !this.#others("sent", "done").length) return;
    call(this.element, this.#fields(), { isKept: true, settled: () => true });
  }

  #drop() {
    if (this.address) fetch(this.address, { method: "DELETE" }).catch(() => {});
  }

  retry() {
    this.#set("waiting");
    sendNext();
  }

  async send() {
    const { element, file } = this;
    // Whether it is known how much the server has.
    let isSure = !this.address;
    let attempts = 0;
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
      if (request.getResponseHeader("Upload-Complete") === "?1") return this.#receive();
      if (this.sent > sent) {
        attempts = 0;
        continue;
      }
      if (status === 404 && address) this.#forget();
      else if (status === 507 || (status >= 400 && status < 500 && status !== 409 && status !== 429)) {
        const isSentence = request.getResponseHeader("Content-Type")?.startsWith("text/plain");
        this.#drop();
        this.#fail(isSentence ? request.responseText.trim() : phrase("The server did not take it (%1).", status));
        return this.#end();
      } else if (!(await file.slice(0, 1).arrayBuffer().catch(() => {}))) {
        this.#drop();
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
    this.#drop();
  }

  #sendPart() {
    const { element, file, address, sent } = this;
    const end = Math.min(file.size, sent + (address ? nextPart : firstPart));
    const name = encodeURIComponent(file.name.replace(/\p{Surrogate}/gu, "_"));
    return this.#exchange(address ? "PATCH" : "POST", address ?? `/uploads/${element.dataset.upload}`, {
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
   * @param {Record<string, any>} [fields]
   * @param {Blob} [body]
   * @returns {Promise<XMLHttpRequest>} with status 0 when the connection was lost
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
      for (const [name, value] of Object.entries(fields)) request.setRequestHeader(name, value);
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

  /** It has arrived: has the action called. */
  #receive() {
    const { element, address = "" } = this;
    this.#set("sent");
    call(element, this.#fields(), {
      isKept: true,
      uploads: [address.replace("/uploads/", "")],
      settled: (isDone, sentence = "") => {
        if (isDone) this.#set("done");
        else {
          // The server has removed it, but not for a sheet that is closed: that action was never taken on.
          if (!element.isConnected) this.#drop();
          this.#fail(sentence);
        }
        sendNext();
        return true;
      },
    });
    sendNext();
  }

  /** The server has it no more. */
  #forget() {
    this.address = undefined;
    this.sent = 0;
  }

  /** @param {string} sentence */
  #fail(sentence) {
    // It is sent anew, if at all.
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
    this.tell();
    showSendings();
  }

  tell() {
    this.element.dispatchEvent(new CustomEvent("upload", { bubbles: true, detail: this }));
  }
}

/** No file waits any longer. */
function hurry() {
  for (const sending of sendings) sending.hurry();
}

/**
 * Sends files, and has the action of `element` called for each.
 *
 * @param {HTMLElement} element
 * @param {Iterable<File>} files
 * @param {import("../uploads.js").Before[]} [before]
 * @param {DropTarget} [target] where in a collection they were dropped
 */
function upload(element, files, before = [], target) {
  if (!sendingsThat("waiting", "sending", "sent").length) sendings = sendingsThat("failed");
  const choice = before.length ? taken : String(Math.random());
  const added = [...files].map((file, index) => new Sending(element, file, choice, before[index]));
  sendings.push(...added);
  for (const sending of added) {
    sending.target = target;
    sending.tell();
  }
  sendNext();
  return added;
}

/**
 * Sends no file any longer for what is below an element, a sheet that is closed: nobody would receive it.
 *
 * @param {HTMLElement} root
 */
function stop(root) {
  const stopped = sendingsThat("waiting", "sending").filter(({ element }) => root.contains(element));
  for (const sending of [...stopped, ...sendingsThat("failed")]) if (root.contains(sending.element)) sending.cancel();
  const [first, ...others] = stopped;
  if (!first) return;
  const { name } = first.file;
  say("error", others.length
    ? phrase("“%1” and %2 more files were not sent, because the sheet was closed. Open it again, then choose what to send.", name, others.length)
    : phrase("“%1” was not sent, because the sheet was closed. Open it again, then choose what to send.", name));
}

// MARK: Files that a page was left with

/** What says that a page was left with files that the room's own code has: what they were sent as, and the page's address. */
const unsent = "unsent";

/** Leaves word for the pages that come next, in whichever tab. */
function leaveWord() {
  const [first] = sendingsThat("waiting", "sending").filter(({ isKept }) => isKept);
  if (first) localStorage[unsent] = JSON.stringify([first.element.dataset.upload, address]);
}

/** @type {any} */
let unsentBanner;

/**
 * A page that takes such files goes on sending them; any other says where that is.
 *
 * @param {boolean} [isBegun] whether the page has begun, and so goes on with what was left before
 */
function readWord(isBegun) {
  unsentBanner?.remove();
  const [name, address] = JSON.parse(localStorage[unsent] ?? "[]");
  const isTaken = name && document.querySelector(`[data-upload="${CSS.escape(name)}"]`);
  if (isTaken && isBegun) delete localStorage[unsent];
  if (!name || isTaken) return;
  unsentBanner = make("div", { className: "banner upload", role: "status" });
  const text = make("p");
  const goButton = make("button", { type: "button", textContent: phrase("Go on sending") });
  const dismissButton = make("button", { type: "button", textContent: phrase("Dismiss") });
  listen(goButton, { click: () => location.assign(address) });
  listen(dismissButton, {
    click() {
      delete localStorage[unsent];
      unsentBanner.remove();
    },
  });
  unsentBanner.append(text, goButton, dismissButton);
  addBanner(unsentBanner);
  // What is put into an element that is there with its role is read out.
  text.textContent = phrase("Files are still waiting to be sent.");
}

/** @param {HTMLInputElement} input */
function uploadChosen(input) {
  upload(input, input.files ?? []);
  input.value = "";
}

/**
 * Whether it may be sent now. Where files were dropped they stand in their order: each waits until the one before has come.
 *
 * @param {Sending} sending
 */
const isNext = ({ target, choice }) => !target || !sendingsThat("sending").some((other) => other.choice === choice);

/** Sends what may be sent. */
function sendNext() {
  while (sendingsThat("sending").length < sentTogether && sendingsThat("sent").length < mostUnreceived) {
    const next = sendingsThat("waiting").find(isNext);
    if (!next) break;
    next.send();
  }
  showSendings();
}

/**
 * What files are being dragged over.
 *
 * @type {HTMLElement | null | undefined}
 */
let dropTarget;

/** @param {HTMLElement | null} element */
function setDropTarget(element) {
  dropTarget?.toggleAttribute("data-dropping", false);
  dropTarget = element;
  dropTarget?.toggleAttribute("data-dropping", true);
}

/** @type {any} */
let sendingBanner, sendingText, sendingBar, sendingList, againButton, stopButton;

/** How many files the banner names. */
const mostLines = 30;

/**
 * What the banner says of each of several files, in the order they are seen in.
 *
 * @type {Map<Sending, any>}
 */
let lines = new Map();

function makeBanner() {
  sendingBanner = make("div", { className: "banner upload", role: "status" });
  sendingText = make("p");
  sendingBar = make("progress", { ariaLabel: phrase("Sent") });
  againButton = make("button", { type: "button", textContent: phrase("Try again") });
  stopButton = make("button", { type: "button" });
  sendingList = make("ul", { ariaLabel: phrase("Files") });
  sendingBanner.append(sendingText, sendingBar, sendingList, againButton, stopButton);
}

/** @param {Sending} sending */
function makeLine(sending) {
  const line = make("li");
  const name = make("span", { textContent: sending.file.name });
  const bar = make("progress", { max: sending.file.size || 1, ariaLabel: phrase("%1, sent", sending.file.name) });
  const stop = make("button", { type: "button", textContent: "×", ariaLabel: phrase("Cancel %1", sending.file.name) });
  listen(stop, { click: () => sending.cancel() });
  line.append(name, bar, stop);
  return line;
}

/**
 * Shows how far each of several files is: first those that need somebody, then those on their way.
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
  for (const [{ state, sent, sentence }, line] of lines) {
    line.dataset.state = state;
    line.title = sentence;
    const [, bar, stop] = line.children;
    bar.value = state === "sent" ? bar.max : sent;
    stop.disabled = state === "sent";
  }
  sendingList.hidden = shown.length === 0;
}

/** Shows how far all files are, or those that failed. */
function showSendings() {
  const failed = sendingsThat("failed");
  const isActive = sendingsThat("waiting", "sending", "sent").length > 0;
  if (!isActive && !failed.length) return sendingBanner.remove();
  const all = isActive ? sendings.filter(({ state }) => state !== "cancelled") : failed;
  const [{ file: { name }, sentence }] = all;
  const count = all.length;
  const text = isActive
    ? count > 1 ? phrase("Sending %1 files", count) : phrase("Sending “%1”", name)
    : count > 1 ? phrase("%1 files were not sent. “%2”: %3", count, name, sentence) : phrase("“%1” was not sent. %2", name, sentence);
  // What is set again is read out again.
  if (sendingText.textContent !== text) sendingText.textContent = text;
  const sum = (/** @type {(sending: Sending) => number} */ of) => all.reduce((sum, sending) => sum + of(sending), 0);
  sendingBar.max = sum(({ file }) => file.size) || 1;
  sendingBar.value = sum(({ sent }) => sent);
  sendingBar.hidden = !isActive;
  showLines(isActive ? sendings.filter(({ state }) => state !== "cancelled" && state !== "done") : failed);
  againButton.hidden = isActive;
  stopButton.textContent = phrase(isActive ? "Cancel" : "Dismiss");
  if (!sendingBanner.isConnected) addBanner(sendingBanner);
}

/**
 * A browser may keep nothing for a site.
 *
 * @param {() => void} body
 */
const quietly = (body) => () => {
  try {
    body();
  } catch {}
};

/** @param {Record<string, any>} client */
export default function start(client) {
  ({ call, addBanner, say, backoff, listen, make, phrase, address } = client);
  makeBanner();
  listen(againButton, { click: () => sendingsThat("failed").forEach((sending) => sending.retry()) });
  listen(stopButton, {
    click() {
      for (const sending of sendingsThat("waiting", "sending", "failed")) sending.cancel();
    },
  });
  listen(window, {
    online: hurry,
    pagehide: quietly(leaveWord),
    pageshow: quietly(() => readWord(true)),
    storage: ({ key }) => key === unsent && readWord(),
    beforeunload: (event) => sendingsThat("waiting", "sending").some(({ isKept }) => !isKept) && event.preventDefault(),
  });
  listen(document, {
    change: ({ target }) => target.matches("[type=file][data-upload]") && uploadChosen(target),
    dragover(event) {
      // A file that misses its target would replace the page.
      if (!event.dataTransfer.types.includes("Files") || !document.querySelector("[data-upload]")) return;
      event.preventDefault();
      setDropTarget(event.target.closest("[data-upload]"));
      event.dataTransfer.dropEffect = dropTarget ? "copy" : "none";
    },
    dismissed: ({ target }) => stop(target),
    dragleave: ({ relatedTarget }) => relatedTarget || setDropTarget(null),
    drop(event) {
      if (!dropTarget) return;
      event.preventDefault();
      upload(dropTarget, event.dataTransfer.files, [], event.aviaryTarget);
      setDropTarget(null);
    },
  });
  quietly(() => readWord(true))();
  // What was chosen before this was loaded.
  for (const input of document.querySelectorAll("[type=file][data-upload]")) if (input.files.length) uploadChosen(input);
  return { hurry, upload };
}
