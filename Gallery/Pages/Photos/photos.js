/**
 * The script of the Photos room: it keeps unsent files through a reload, and shares photographs. `viewer.js` comes
 * before it in the same module.
 *
 * @typedef {import("../../../Sources/AviaryServer/Client/later/room.js").Room} Room
 * @typedef {import("../../../Sources/AviaryServer/Client/later/uploads.js").SentFile} SentFile
 * @typedef {{tab: string, name: string, album?: string, file?: File, address?: string, sentence?: string}} Unsent a
 *   file that the gallery does not have yet, or only its name
 *
 * @param {Room} room
 */
export default (room) => {
  // Another gallery at the same origin has another prefix, so the name of the store contains the prefix.
  storeName = `aviary-photos${room.prefix}`;
  startSharing(room);
  if (room.root.querySelector(".film")) return startViewer(room);
  const connected = new Promise((resolve) => room.observe("status", resolve));
  startGrid(room, connected);
  startQueue(room, connected);
};

// MARK: The grid

/**
 * @param {Room} room
 * @param {Promise<unknown>} connected
 */
function startGrid({ root, signal, act, prefix }, connected) {
  const options = { signal };
  connected.then(() => act("screen", { ratio: String(devicePixelRatio) }));
  // Fetches the pictures of new tiles at once, not only when the tiles come into view.
  const content = /** @type {HTMLElement} */ (root.querySelector(".content"));
  const hasten = () => {
    /** @type {NodeListOf<HTMLImageElement>} */
    const pictures = content.querySelectorAll("img[loading=lazy]");
    for (const picture of pictures) picture.loading = "eager";
  };
  const watch = new MutationObserver(hasten);
  watch.observe(content, { childList: true });
  signal.addEventListener("abort", () => watch.disconnect());

  const isFile = (/** @type {{dataTransfer: DataTransfer}} */ { dataTransfer }) => dataTransfer.types.includes("Files");
  /** @type {(target: HTMLElement) => (HTMLElement & {firstElementChild: HTMLElement}) | null} */
  const rowOf = (target) => target.closest?.(".tile");
  listen(root, {
    click: ({ target }) => target.closest(".first") && root.querySelector(".choose input")?.click(),
    dragover(event) {
      if (!isFile(event) && !event.target.closest("input")) event.preventDefault();
    },
    drop(event) {
      if (isFile(event) || event.target.closest("input")) return;
      event.preventDefault();
      act("refuse");
    },
    // A drag with Alt and the mouse takes the file out of the browser.
    dragstart(event) {
      const row = rowOf(event.target);
      if (!row?.draggable) return;
      const picture = /** @type {HTMLImageElement} */ (row.querySelector("img"));
      const address = `${location.origin}${prefix}/photos/original/${row.firstElementChild.dataset.item}`;
      const { dataTransfer } = event;
      dataTransfer.clearData();
      dataTransfer.setData("DownloadURL", `application/octet-stream:${picture.alt.replaceAll(":", "_")}:${address}`);
      dataTransfer.setData("text/uri-list", address);
      dataTransfer.effectAllowed = "copy";
      dataTransfer.setDragImage(picture, picture.width / 2, picture.height / 2);
    },
  }, options);
  // With Alt, a drag over a link selects text in Chromium. So links take no pointer while Alt is held.
  const loosen = (/** @type {Event & {altKey?: boolean}} */ { altKey = false }) =>
    root.classList.toggle("loose", altKey);
  listen(window, { keydown: loosen, keyup: loosen, blur: loosen }, options);
  listen(root, {
    pointerdown(event) {
      const row = event.altKey && event.pointerType === "mouse" && rowOf(event.target);
      if (!row) return;
      event.stopPropagation();
      row.draggable = true;
      const fasten = () => (row.draggable = false);
      listen(window, { pointerup: fasten, dragend: fasten }, { once: true });
    },
  }, { signal, capture: true });
}

// MARK: Unsent files

/** Identifies this tab, also after a reload. */
const tab = (() => {
  const random = String(Math.random());
  try {
    return (sessionStorage["photos-tab"] ??= random);
  } catch {
    return random;
  }
})();

/**
 * The promised keys of this page's files in the database. A key is undefined if nothing could be stored.
 *
 * @type {Map<File, Promise<IDBValidKey | void>>}
 */
const kept = new Map();

/** The name of the store of files, and of the channel between windows. */
let storeName = "";

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** Opens the database of files that the gallery does not have yet. */
const openStore = () => (opened ??= new Promise((resolve, reject) => {
  const request = indexedDB.open(storeName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("files", { autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
}));

/**
 * Resolves to the result of `work` after its transaction; rejects if the transaction fails, as without free space.
 *
 * @template Result
 * @param {(store: IDBObjectStore) => Result} work
 * @returns {Promise<Result>}
 */
const withStore = async (work) => {
  const transaction = (await openStore()).transaction("files", "readwrite");
  const done = work(transaction.objectStore("files"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(done);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
};

/**
 * Stores a file, or only its name if the browser has no space for it. Resolves to the key.
 *
 * @param {SentFile} sending
 */
async function keep(sending) {
  const record = { tab, name: sending.file.name, album: location.pathname.match(/\/photos\/album\/(\d+)$/)?.[1] };
  try {
    const { result } = await withStore((store) => store.add({ ...record, file: sending.file }));
    sending.isKept = true;
    return result;
  } catch {
    return withStore((store) => store.add(record)).then(({ result }) => result, () => {});
  }
}

/**
 * @param {File} file
 * @param {(store: IDBObjectStore, number: IDBValidKey) => unknown} work
 */
async function change(file, work) {
  const number = await kept.get(file);
  if (number !== undefined) await withStore((store) => work(store, number)).catch(() => {});
}

/**
 * @param {Room} room
 * @param {Promise<unknown>} connected
 */
function startQueue({ root, signal, act, upload }, connected) {
  /**
   * The address and the sentence that the database has of each file.
   *
   * @type {WeakMap<SentFile, string>}
   */
  const noted = new WeakMap();
  listen(root, {
    upload({ detail: sending }) {
      const { file, state, address, sentence } = sending;
      if (!kept.has(file)) kept.set(file, keep(sending));
      if (state === "done" || state === "cancelled") return change(file, (store, number) => store.delete(number));
      const now = (address ?? "") + sentence;
      if (now === (noted.get(sending) ?? "")) return;
      noted.set(sending, now);
      change(file, (store, number) => {
        const request = store.get(number);
        request.onsuccess = () => request.result && store.put({ ...request.result, address, sentence }, number);
      });
    },
  }, { signal });
  listen(document, {
    paste(event) {
      const files = [...event.clipboardData.files];
      if (!files.length) return;
      event.preventDefault();
      upload(/** @type {HTMLElement} */ (root.querySelector(".choose input")), files);
    },
  }, { signal });

  // This window also sends the files of tabs that are closed. An open tab answers on the channel.
  const others = new Set();
  const channel = new BroadcastChannel(storeName);
  listen(channel, { message: ({ data }) => (data ? others.add(data) : channel.postMessage(tab)) });
  signal.addEventListener("abort", () => channel.close());
  channel.postMessage("");

  const takeUp = async (/** @type {(owner: string) => boolean} */ isOurs) => {
    const [numbers, records] = await withStore(
      /** @returns {[IDBRequest<IDBValidKey[]>, IDBRequest<Unsent[]>]} */ (store) => [store.getAllKeys(), store.getAll()]);
    const own = new Set(await Promise.all(kept.values()));
    const lost = [];
    for (const [index, record] of records.result.entries()) {
      const number = numbers.result[index];
      if (signal.aborted || own.has(number) || !isOurs(record.tab)) continue;
      const { file, name, album = "", sentence } = record;
      if (!file) {
        if (!sentence) lost.push(name);
        withStore((store) => store.delete(number));
        continue;
      }
      kept.set(file, Promise.resolve(number));
      withStore((store) => store.put({ ...record, tab }, number)).catch(() => {});
      const [sending] = await upload(inputFor(album), [file], [record]);
      sending.isKept = true;
    }
    if (lost.length) act("lost", { names: lost.slice(0, 20).join("\n"), count: String(lost.length) });
  };
  const inputFor = (/** @type {string} */ album) => {
    const form = document.createElement("form");
    form.hidden = true;
    form.innerHTML = '<input name="album"><input type="file" data-upload="photos" data-action="add">';
    const [name, input] = /** @type {Iterable<HTMLInputElement>} */ (form.elements);
    name.value = album;
    root.append(form);
    return input;
  };
  connected.then(() => takeUp((owner) => owner === tab))
    .then(() => new Promise((resolve) => setTimeout(resolve, 700)))
    .then(() => takeUp((owner) => !others.has(owner)))
    // Without a database, files are still sent, but are lost with the page.
    .catch(() => {});
}

// MARK: Sharing

/** @param {Room} room */
function startSharing({ root, signal, act, observe, prefix }) {
  /** @type {string | undefined} */
  let asked;
  listen(root, {
    click(event) {
      const button = event.target.closest("button.share");
      if (!button) return;
      event.stopPropagation();
      asked = String(Math.random());
      act("share", { asked });
    },
  }, { signal, capture: true });
  observe("shared", async (text) => {
    const shared = text && JSON.parse(/** @type {string} */ (text));
    if (!shared || shared.asked !== asked) return;
    asked = undefined;
    try {
      if (await share(shared.files, prefix)) return;
    } catch (error) {
      // If the person has closed the share sheet, nothing is downloaded.
      if (/** @type {Error} */ (error).name === "AbortError") return;
    }
    const link = Object.assign(document.createElement("a"), { href: prefix + shared.download, download: "" });
    root.append(link);
    link.click();
    link.remove();
    act("saved");
  });
}

/**
 * Resolves to false if the system cannot share these files.
 *
 * @param {{address: string, name: string}[]} files
 * @param {string} prefix
 */
async function share(files, prefix) {
  const isTaken = (/** @type {File[]} */ files) => navigator.canShare?.({ files });
  if (!files.length || !isTaken([new File([""], "photo.jpg", { type: "image/jpeg" })])) return false;
  const list = await Promise.all(files.map(async ({ address, name }) => {
    const answer = await fetch(prefix + address);
    // If a copy is missing, the zip is downloaded. It has the copies that are there, and lists the missing ones.
    if (!answer.ok) throw new Error(address);
    const blob = await answer.blob();
    return new File([blob], name, { type: blob.type });
  }));
  if (!isTaken(list)) return false;
  await navigator.share({ files: list });
  return true;
}
