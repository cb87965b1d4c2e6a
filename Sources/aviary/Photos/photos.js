/**
 * The Photos room's own code: files outlive a reload, photographs are shared, zoomed and turned over.
 *
 * @param {import("../../AviaryServer/Client/room.js").Room} room
 */
export default (room) => {
  startSharing(room);
  if (room.root.querySelector(".film")) return startViewer(room);
  const connected = new Promise((resolve) => room.observe("status", resolve));
  startGrid(room, connected);
  startQueue(room, connected);
};

const listen = (target, listeners, options) => {
  for (const [name, listener] of Object.entries(listeners)) target.addEventListener(name, listener, options);
};

// MARK: The grid

function startGrid({ root, signal, act }, connected) {
  const options = { signal };
  connected.then(() => act("screen", { ratio: String(devicePixelRatio) }));
  // Tiles held after the first paint are fetched before they are seen.
  const content = root.querySelector(".content");
  const hasten = () => {
    for (const picture of content.querySelectorAll("img[loading=lazy]")) picture.loading = "eager";
  };
  const watch = new MutationObserver(hasten);
  watch.observe(content, { childList: true });
  signal.addEventListener("abort", () => watch.disconnect());

  const isFile = ({ dataTransfer }) => dataTransfer.types.includes("Files");
  const rowOf = (target) => target.closest?.(".tile");
  listen(root, {
    click: ({ target }) => target.closest(".first") && root.querySelector(".choose input").click(),
    dragover(event) {
      if (!isFile(event) && !event.target.closest("input")) event.preventDefault();
    },
    drop(event) {
      if (isFile(event) || event.target.closest("input")) return;
      event.preventDefault();
      act("refuse");
    },
    // With Alt a mouse drags the file out of the window.
    dragstart(event) {
      const row = rowOf(event.target);
      if (!row?.draggable) return;
      const picture = row.querySelector("img");
      const address = `${location.origin}/photos/original/${row.firstElementChild.dataset.item}`;
      const { dataTransfer } = event;
      dataTransfer.clearData();
      dataTransfer.setData("DownloadURL", `application/octet-stream:${picture.alt.replaceAll(":", "_")}:${address}`);
      dataTransfer.setData("text/uri-list", address);
      dataTransfer.effectAllowed = "copy";
      dataTransfer.setDragImage(picture, picture.width / 2, picture.height / 2);
    },
  }, options);
  // Over a link Chromium selects text with Alt, and drags nothing.
  const loosen = ({ altKey = false }) => root.classList.toggle("loose", altKey);
  listen(window, { keydown: loosen, keyup: loosen, blur: loosen }, options);
  listen(window, {
    // Escape closes the popover, and leaves the selection.
    keydown(event) {
      if (event.key === "Escape" && root.querySelector(":popover-open")) event.stopPropagation();
    },
  }, { signal, capture: true });
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

// MARK: Files on their way

/** Names this tab, also after a reload. */
const tab = (() => {
  const random = crypto.getRandomValues(new Uint32Array(2)).join("-");
  try {
    return (sessionStorage["photos-tab"] ??= random);
  } catch {
    return random;
  }
})();

/**
 * The keys of this page's files in the store.
 *
 * @type {Map<File, Promise<number | undefined>>}
 */
const kept = new Map();

let opened;

/** Files that the gallery does not have yet. */
const openStore = () => (opened ??= new Promise((resolve, reject) => {
  const request = indexedDB.open("aviary-photos", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("files", { autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
}));

/**
 * @param {(store: IDBObjectStore) => IDBRequest | void} work
 * @returns {Promise<any>} rejected when the browser has no room
 */
const withStore = async (work) => {
  const transaction = (await openStore()).transaction("files", "readwrite");
  const request = work(transaction.objectStore("files"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
};

/** Keeps a file, or else its name. */
async function keep(sending) {
  const record = { tab, name: sending.file.name, album: albumHere() };
  try {
    const number = await withStore((store) => store.add({ ...record, file: sending.file }));
    sending.isKept = true;
    return number;
  } catch {
    return withStore((store) => store.add(record)).catch(() => undefined);
  }
}

const albumHere = () => location.pathname.match(/^\/photos\/album\/(\d+)$/)?.[1];

async function change(file, work) {
  const number = await kept.get(file);
  if (number !== undefined) await withStore((store) => work(store, number)).catch(() => {});
}

function startQueue({ root, signal, act, upload }, connected) {
  listen(root, {
    upload({ detail: sending }) {
      const { file, state, address, sentence } = sending;
      if (!kept.has(file)) kept.set(file, keep(sending));
      if (state === "done" || state === "cancelled") return change(file, (store, number) => store.delete(number));
      const now = [address] + sentence;
      if (now === (sending.kept ?? "")) return;
      sending.kept = now;
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
      upload(root.querySelector(".choose input"), files);
    },
  }, { signal });

  // Files of windows that do not answer are sent here.
  const others = new Set();
  const channel = new BroadcastChannel("aviary-photos");
  listen(channel, { message: ({ data }) => (data ? others.add(data) : channel.postMessage(tab)) });
  signal.addEventListener("abort", () => channel.close());
  channel.postMessage("");

  const takeUp = async (isOurs) => {
    const [numbers, records] = await withStore((store) => {
      const both = {};
      store.getAllKeys().onsuccess = ({ target }) => (both.numbers = target.result);
      const request = store.getAll();
      request.onsuccess = () => (both.records = request.result);
      return { get result() { return [both.numbers, both.records]; } };
    });
    const own = new Set(await Promise.all(kept.values()));
    const lost = [];
    for (const [index, record] of records.entries()) {
      const number = numbers[index];
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
  const inputFor = (album) => {
    const form = document.createElement("form");
    form.hidden = true;
    form.innerHTML = '<input name="album"><input type="file" data-upload="photos" data-action="add">';
    form.elements[0].value = album;
    root.append(form);
    return form.elements[1];
  };
  connected.then(() => takeUp((owner) => owner === tab))
    .then(() => new Promise((resolve) => setTimeout(resolve, 700)))
    .then(() => takeUp((owner) => !others.has(owner)))
    // Without a store files are sent all the same.
    .catch(() => {});
}

// MARK: Sharing

function startSharing({ root, signal, act, observe }) {
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
    const shared = text && JSON.parse(text);
    if (!shared || shared.asked !== asked) return;
    asked = undefined;
    try {
      if (await share(shared.files)) return;
    } catch (error) {
      // Closed by the person.
      if (error.name === "AbortError") return;
    }
    const link = Object.assign(document.createElement("a"), { href: shared.download, download: "" });
    root.append(link);
    link.click();
    link.remove();
  });
}

/** False where the system takes no files. */
async function share(files) {
  const isTaken = (list) => list.length > 0 && navigator.canShare?.({ files: list });
  if (!files.length || !isTaken([new File([""], "photo.jpg", { type: "image/jpeg" })])) return false;
  const list = await Promise.all(files.map(async ({ address, name }) => {
    const blob = await (await fetch(address)).blob();
    return new File([blob], name, { type: blob.type });
  }));
  if (!isTaken(list)) return false;
  await navigator.share({ files: list });
  return true;
}

// MARK: One photograph

const gap = 24;
const mostZoom = 8;

function startViewer({ root, signal, act, observe }) {
  const film = root.querySelector(".film");
  const shown = film.querySelector(".shown");
  const picture = film.querySelector(".picture");
  const link = { "-1": root.querySelector(".previous"), 1: root.querySelector(".next") };
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  let zoom = 1, x = 0, y = 0;
  let aside = 0, down = 0;
  /** Turns without an answer, the way of the last, and whether the photograph came by one. */
  let turning = 0, lastWay = 1, isTurned = false;
  let settled = Promise.resolve(true);
  let shownID = root.querySelector("[name=photo]").value;
  let left = -2000;

  const show = () => {
    shown.style.transform = zoom > 1 ? `translate(${x}px, ${y}px) scale(${zoom})` : "";
    film.style.transform = aside || down ? `translate(${aside}px, ${down}px)` : "";
    film.classList.toggle("zoomed", zoom > 1);
  };
  const zoomTo = (next, at, isSmooth) => {
    const box = film.getBoundingClientRect();
    const before = zoom;
    zoom = Math.min(mostZoom, Math.max(1, next));
    const [fromX, fromY] = at ? [at.x - box.x - box.width / 2, at.y - box.y - box.height / 2] : [0, 0];
    x = fromX - (fromX - x) * (zoom / before);
    y = fromY - (fromY - y) * (zoom / before);
    hold();
    if (isSmooth && !isStill()) {
      const from = shown.style.transform || "none";
      show();
      shown.animate([{ transform: from }, { transform: shown.style.transform || "none" }], { duration: 200, easing: "ease-out" });
    } else show();
    if (zoom > 1.5) sharpen();
  };
  /** Leaves no gap at an edge. */
  const hold = () => {
    const [roomX, roomY] = [
      Math.max(0, (picture.offsetWidth * zoom - film.offsetWidth) / 2),
      Math.max(0, (picture.offsetHeight * zoom - film.offsetHeight) / 2),
    ];
    x = Math.min(roomX, Math.max(-roomX, x));
    y = Math.min(roomY, Math.max(-roomY, y));
  };
  /** Shows the original. */
  const sharpen = async () => {
    const address = root.querySelector("a.original")?.getAttribute("href");
    const before = picture.src;
    if (!address || before.endsWith(address)) return;
    const original = Object.assign(new Image(), { src: address });
    await original.decode().catch(() => {});
    if (original.naturalWidth && picture.src === before) picture.src = address;
  };

  const glide = (toAside, toDown, from = getComputedStyle(film).transform) => {
    [aside, down] = [toAside, toDown];
    show();
    if (isStill()) return;
    film.animate([{ transform: from }, { transform: film.style.transform || "none" }], { duration: 220, easing: "ease-out" });
  };
  const step = (way) => way * (film.offsetWidth + gap);
  // The scene is asked at once: what is pressed next is for the photograph that this leads to.
  const turn = async (way) => {
    if (!turning && link[way].hidden) return glide(0, 0);
    if (zoom > 1) zoomTo(1);
    turning++;
    lastWay = way;
    glide(step(-way), 0);
    settled = act(way < 0 ? "previous" : "next");
    await settled;
    if (!--turning && aside) glide(0, 0);
  };
  // The neighbour is in the middle now: the film goes on from where it is seen.
  observe("id", (id) => {
    if (id === shownID) return;
    shownID = id;
    [zoom, x, y] = [1, 0, 0];
    isTurned = turning > 0;
    const at = new DOMMatrix(getComputedStyle(film).transform).m41;
    if (isTurned) glide(0, 0, `translate(${at + step(lastWay)}px)`);
    else show();
  });
  const close = () => {
    const button = root.querySelector("[data-dismiss]");
    const isSheet = root.closest("dialog");
    (isSheet ? button : root.querySelector("a.alone")).click();
  };

  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** Where the fingers began. */
  let first, spread, lastTap;
  const middle = () => {
    const all = [...fingers.values()];
    const sum = (of) => all.reduce((sum, point) => sum + point[of], 0) / all.length;
    return { x: sum("x"), y: sum("y") };
  };
  const apart = () => {
    const [one, other] = fingers.values();
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const begin = (isMany) => {
    if (isMany) glide(0, 0);
    first = { ...middle(), panX: x, panY: y, time: performance.now(), isMany };
    spread = apart() && { apart: apart(), zoom };
  };
  listen(film, {
    pointerdown(event) {
      if (event.button || turning) return;
      film.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      begin(fingers.size > 1);
    },
    pointermove(event) {
      if (!fingers.has(event.pointerId)) return;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const at = middle();
      const [byX, byY] = [at.x - first.x, at.y - first.y];
      if (spread) return zoomTo(spread.zoom * (apart() / spread.apart), at);
      if (zoom > 1) {
        [x, y] = [first.panX + byX, first.panY + byY];
        hold();
        return show();
      }
      first.way ??= Math.hypot(byX, byY) < 8 ? undefined : Math.abs(byX) > Math.abs(byY) ? "aside" : "down";
      aside = first.way !== "aside" ? 0 : link[byX < 0 ? 1 : -1].hidden ? byX / 3 : byX;
      down = first.way === "down" && event.pointerType !== "mouse" ? Math.max(0, byY) : 0;
      show();
    },
    pointerup: (event) => lift(event),
    pointercancel(event) {
      fingers.delete(event.pointerId);
      if (zoom === 1) glide(0, 0);
    },
    wheel(event) {
      event.preventDefault();
      zoomTo(zoom * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), { x: event.clientX, y: event.clientY });
    },
  }, { signal, passive: false });

  function lift({ pointerId }) {
    const at = middle();
    if (!fingers.delete(pointerId)) return;
    if (fingers.size) return begin(true);
    const { isMany, way, time } = first;
    const isQuick = performance.now() - time < 250;
    if (!isMany && Math.hypot(at.x - first.x, at.y - first.y) < 8) return tap(at);
    if (zoom > 1 || isMany) return;
    if (way === "aside" && (Math.abs(aside) > film.offsetWidth / 4 || (isQuick && Math.abs(aside) > 30))) {
      return turn(aside < 0 ? 1 : -1);
    }
    if (way === "down" && down > 110) return close();
    glide(0, 0);
  }
  /** Two taps at one spot. */
  function tap(at) {
    const time = performance.now();
    const isSecond = lastTap && time - lastTap.time < 400 && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 30;
    lastTap = isSecond ? undefined : { time, ...at };
    if (isSecond) zoomTo(zoom > 1 ? 1 : 2.5, at, true);
  }

  listen(root, {
    click(event) {
      const { target, ctrlKey, metaKey, shiftKey } = event;
      const pressed = target.closest(".turn a");
      const button = target.closest("[name=photo]");
      const isLeft = performance.now() - left < 2000;
      if (button ? !turning && !isTurned && !isLeft : !pressed || ctrlKey || metaKey || shiftKey) return;
      // A page of its own has neighbours that are pages.
      if (pressed && !root.closest("dialog")) return (left = performance.now());
      event.preventDefault();
      event.stopPropagation();
      if (pressed) return turn(pressed === link[1] ? 1 : -1);
      // Who has turned to it means it, once.
      if (!isLeft) settled.then((isDone) => {
        isTurned = false;
        if (isDone) act(button.dataset.action.split("/").pop(), { photo: button.value });
      });
    },
  }, { signal, capture: true });
  listen(document, {
    keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
      const next = { "+": zoom * 1.5, "=": zoom * 1.5, "-": zoom / 1.5, 0: 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      zoomTo(next, undefined, true);
    },
  }, { signal });
}
