/**
 * The script of the Palette room: an area to pick lightness and chroma, the browser's eyedropper if it has one, and
 * pasting of files and long text. Other modules are loaded with the first sheet that needs them.
 *
 * @typedef {import("../../../Sources/AviaryServer/Client/later/room.js").Room} Room
 *
 * @param {Room} room
 */
export default (room) => {
  startArea(room);
  startDropper(room);
  startFolding(room);
  startAdding(room);
  startPasting(room);
  startPastingByMenu(room);
  startMatrices(room);
};

/** The largest chroma of the area. The slider of the chroma ends there, too. */
const mostChroma = 0.4;

// MARK: The area

/** @param {Room} room */
function startArea({ root, signal, act, observe }) {
  const area = root.querySelector(".area");
  if (!area) return;
  // The storyboard has these elements.
  const canvas = /** @type {HTMLCanvasElement} */ (area.querySelector("canvas"));
  const thumb = /** @type {HTMLElement} */ (area.querySelector(".area-thumb"));
  const words = /** @type {Record<string, string>} */ (thumb.dataset);
  /** @type {Record<string, number>} */
  const shown = { perceived: 50, chroma: 0, tone: 0 };
  // `busy`: a value was sent and is not answered yet. `waits`: a newer value waits.
  let busy = false, waits = false, painted = "";

  const paint = () => {
    const [width, height] = [area.clientWidth, area.clientHeight];
    const looks = `${shown.tone} ${width} ${height}`;
    if (!width || looks === painted) return;
    painted = looks;
    [canvas.width, canvas.height] = [width, height];
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
    const pixels = context.createImageData(width, height);
    fill(pixels, shown.tone);
    context.putImageData(pixels, 0, 0);
  };
  /** @type {number | undefined} */
  let frame;
  const repaint = () => (frame ??= requestAnimationFrame(() => {
    frame = undefined;
    paint();
  }));

  const show = () => {
    const { perceived, chroma } = shown;
    thumb.style.setProperty("--lightness-share", String(perceived / 100));
    thumb.style.setProperty("--chroma-share", String(chroma / mostChroma));
    thumb.setAttribute("aria-valuenow", String(perceived));
    const { say, sayBeyond } = words;
    const sentence = isInGamut(perceived / 100, chroma, shown.tone) ? say : sayBeyond;
    const text = sentence.replace("{lightness}", String(perceived)).replace("{chroma}", String(chroma));
    thumb.setAttribute("aria-valuetext", text);
  };

  /** Sends the newest value, but only after the answer to the previous one, and at most one in each frame. */
  const report = () => {
    if (busy) return void (waits = true);
    [busy, waits] = [true, false];
    requestAnimationFrame(async () => {
      const { perceived, chroma } = shown;
      await act("picker/pick", { perceived: String(perceived), chroma: String(chroma) });
      busy = false;
      if (waits) report();
    });
  };

  /** @type {(perceived: number, chroma: number) => void} */
  const set = (perceived, chroma) => {
    shown.perceived = round(clamp(perceived, 100), 10);
    shown.chroma = round(clamp(chroma, mostChroma), 1000);
    show();
    report();
  };

  for (const name of Object.keys(shown)) {
    /** @type {HTMLInputElement | null} */
    const slider = root.querySelector(`.picker [type=range][name=${name}]`);
    if (slider) shown[name] = Number(slider.value);
    observe(`picker/${name}`, (value) => {
      // While a person drags the thumb, the server answers with older values, which are ignored.
      if (value === null || (name !== "tone" && busy)) return;
      shown[name] = Number(value);
      show();
      repaint();
    });
  }
  show();

  const resize = new ResizeObserver(repaint);
  resize.observe(area);
  signal.addEventListener("abort", () => {
    resize.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
  });

  /** @type {number | undefined} */
  let pointer;
  const lead = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = area.getBoundingClientRect();
    set((1 - (clientY - top) / height) * 100, ((clientX - left) / width) * mostChroma);
  };
  area.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pointer !== undefined) return;
    event.preventDefault();
    pointer = event.pointerId;
    thumb.focus({ preventScroll: true });
    lead(event);
  }, { signal });
  addEventListener("pointermove", (event) => event.pointerId === pointer && lead(event), { signal });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(name, ({ pointerId }) => {
      if (pointerId === pointer) pointer = undefined;
    }, { signal });
  }
  thumb.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? 10 : 1;
    const { perceived, chroma } = shown;
    const next = /** @type {Record<string, [number, number]>} */ ({
      ArrowUp: [perceived + by, chroma],
      ArrowDown: [perceived - by, chroma],
      ArrowRight: [perceived, chroma + by * 0.005],
      ArrowLeft: [perceived, chroma - by * 0.005],
      PageUp: [perceived + 10, chroma],
      PageDown: [perceived - 10, chroma],
      Home: [perceived, 0],
      End: [perceived, mostVivid(perceived / 100, shown.tone)],
    })[event.key];
    if (!next) return;
    event.preventDefault();
    set(...next);
  }, { signal });

  // The area needs this module, so the button of the area is visible only if the module runs.
  /** @type {HTMLElement} */ (root.querySelector(".area-choice")).hidden = false;
}

/** @type {(value: number, most: number) => number} */
const clamp = (value, most) => Math.min(Math.max(value, 0), most);
/** @type {(value: number, places: number) => number} */
const round = (value, places) => Math.round(value * places) / places;

/**
 * The linear sRGB channels of an OKLab color, by the formula of CSS Color 4.
 *
 * @param {number} lightness
 * @param {number} a
 * @param {number} b
 */
function light(lightness, a, b) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

// The gallery has the same tolerance: up to half a step of 8 bits outside of the gamut is allowed.
const isShown = (/** @type {number} */ amount) => amount > -0.00015 && amount < 1.0046;

/**
 * @param {number} lightness
 * @param {number} chroma
 * @param {number} hue
 */
function isInGamut(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  return light(lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)).every(isShown);
}

/**
 * The largest chroma that sRGB has at a lightness and a hue.
 *
 * @param {number} lightness
 * @param {number} hue
 */
function mostVivid(lightness, hue) {
  let [low, high] = [0, mostChroma];
  while (high - low > 0.0005) {
    const middle = (low + high) / 2;
    if (isInGamut(lightness, middle, hue)) low = middle;
    else high = middle;
  }
  // This page knows the hue only in whole degrees, so the exact limit may be lower. The result stays a little below it.
  return Math.max(0, Math.floor((low - 0.004) * 1000) / 1000);
}

/** The 8-bit channels of sRGB for 4,097 linear-light values from 0 to 1. */
const bytes = Uint8Array.from({ length: 4097 }, (_, index) => {
  const amount = index / 4096;
  return Math.round(255 * (amount <= 0.0031308 ? amount * 12.92 : 1.055 * amount ** (1 / 2.4) - 0.055));
});

/**
 * Paints the colors that sRGB has. All other pixels stay transparent.
 *
 * @param {ImageData} pixels
 * @param {number} hue
 */
function fill({ data, width, height }, hue) {
  const [cos, sin] = [Math.cos((hue * Math.PI) / 180), Math.sin((hue * Math.PI) / 180)];
  for (let y = 0; y < height; y++) {
    const lightness = 1 - y / (height - 1);
    for (let x = 0; x < width; x++) {
      const chroma = (x / (width - 1)) * mostChroma;
      const amounts = light(lightness, chroma * cos, chroma * sin);
      if (!amounts.every(isShown)) break;
      const at = 4 * (y * width + x);
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = bytes[Math.round(clamp(amounts[channel], 1) * 4096)];
      }
      data[at + 3] = 255;
    }
  }
}

// MARK: The eyedropper

/** @param {Room} room */
function startDropper({ root, signal, act }) {
  const button = root.querySelector(".dropper");
  if (!button || !("EyeDropper" in window)) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const { sRGBHex } = await new EyeDropper().open({ signal });
      act("picker/enter", { hex: sRGBHex });
    } catch {
      // The person pressed Escape or left the page, so nothing was picked.
    }
  }, { signal });
}

// MARK: Folding

/**
 * Folds the picker where a window is too low for the picker and the list. A picker that was folded here unfolds in a
 * higher window.
 *
 * @param {Room} room
 */
function startFolding({ root, signal }) {
  const picker = root.querySelector(".picker");
  /** @type {HTMLInputElement | null | undefined} */
  const isShown = picker?.querySelector(".fold input");
  if (!picker || !isShown) return;
  const low = matchMedia("(width < 40rem) and (height < 30rem)");
  let isFoldedHere = false;
  const fit = () => {
    if (low.matches && isShown.checked && !picker.contains(document.activeElement)) {
      [isShown.checked, isFoldedHere] = [false, true];
    } else if (!low.matches && isFoldedHere) {
      [isShown.checked, isFoldedHere] = [true, false];
    }
  };
  fit();
  low.addEventListener("change", fit, { signal });
  isShown.addEventListener("change", () => (isFoldedHere = false), { signal });
}

// MARK: Adding

/**
 * Closes the popover after a choice. A button that submits a form cannot close it with `popovertarget`.
 *
 * @param {Room} room
 */
function startAdding({ root, signal }) {
  const panel = root.querySelector("#add");
  panel?.addEventListener("click", ({ target }) => {
    if (/** @type {HTMLElement} */ (target).closest("button")) panel.hidePopover();
  }, { signal });
  panel?.addEventListener("change", () => panel.hidePopover(), { signal });
}

// MARK: Pasting

/** Returns whether a text is too long for a message. Then it is sent as a file. */
const isLong = (/** @type {string} */ text) => text.length > 8_000;

/**
 * The field that takes palette files. The storyboard has it.
 *
 * @param {HTMLElement} root
 */
const importOf = (root) => /** @type {HTMLInputElement} */ (root.querySelector(".import input"));

/**
 * Sends a long text as a file, after the server has recorded where to paste it: after the focused color.
 *
 * @param {Room} room
 * @param {string} text
 */
async function pasteLong({ root, act, upload }, text) {
  const item = document.activeElement?.closest("[data-collection=grid] [data-item]")?.dataset.item;
  if (!(await act("pasteFile", {}, item))) return;
  const input = importOf(root);
  upload(input, [new File([text], input.dataset.sayPasted ?? "", { type: "text/plain" })]);
}

/**
 * Sends several colors that were pasted in the field for one color. A field has a single line, so the browser would
 * join the lines and cut the end.
 *
 * @param {Room} room
 * @param {ClipboardEvent} event
 */
function pasteSeveral(room, event) {
  const text = event.clipboardData?.getData("text/plain").trim() ?? "";
  if (!/[\r\n]/.test(text) && text.length <= /** @type {HTMLInputElement} */ (event.target).maxLength) return;
  event.preventDefault();
  const isWritable = !importOf(room.root).matches(":disabled");
  if (isLong(text) && isWritable) pasteLong(room, text);
  else room.act("picker/enter", { hex: text });
}

/**
 * Sends pasted files and long pasted text as palette files.
 *
 * @param {Room} room
 */
function startPasting(room) {
  const { root, signal, upload } = room;
  const paste = (/** @type {ClipboardEvent} */ event) => {
    const { clipboardData } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    const input = importOf(root);
    if (target.matches(".entry [name=hex]")) return pasteSeveral(room, event);
    if (!clipboardData || input.matches(":disabled") || target.closest("input, textarea, dialog")) return;
    const files = [...clipboardData.files];
    const text = clipboardData.getData("text/plain");
    if (!files.length && !isLong(text)) return;
    event.preventDefault();
    if (files.length) upload(input, files);
    else pasteLong(room, text);
  };
  document.addEventListener("paste", paste, { signal, capture: true });
}

/**
 * Lets "Paste" in the menu read the system's clipboard, if the browser allows it.
 *
 * @param {Room} room
 */
function startPastingByMenu(room) {
  const { signal, act } = room;
  let isRead = false;
  addEventListener("click", async (event) => {
    const item = /** @type {HTMLElement} */ (event.target).closest?.("[role=menuitem]");
    if (isRead || !item?.ariaKeyShortcuts?.endsWith("+V")) return;
    const clipboard = navigator.clipboard;
    if (!clipboard?.readText) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    // If the browser refuses, the server pastes the text that was last copied here.
    const text = await clipboard.readText().catch(() => "");
    // If the server did not receive the text, nothing is pasted. Otherwise it would paste the text that was last copied
    // here.
    if (isLong(text) || (text && !(await act("readClipboard", { text })))) {
      // Closes the menu. The focus returns to the item for which the menu was opened.
      item.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      if (isLong(text)) pasteLong(room, text);
      return;
    }
    isRead = true;
    try {
      item.click();
    } finally {
      isRead = false;
    }
  }, { signal, capture: true });
}

// MARK: Contrast

/** The grids that are filled, or whose module is being loaded. */
const matrices = new WeakSet();

/**
 * Fills the matrix of each sheet that has one, as soon as the sheet appears on the page.
 *
 * @param {Room} room
 */
function startMatrices({ signal, prefix }) {
  const begin = () => {
    for (const grid of document.querySelectorAll(".matrix")) {
      if (matrices.has(grid)) continue;
      matrices.add(grid);
      // If the module cannot be loaded, it is loaded again when the next sheet appears.
      import(`${prefix}/assets/matrix.js`).then(({ default: start }) => start(grid)).catch(() => matrices.delete(grid));
    }
  };
  const sheets = new MutationObserver(begin);
  sheets.observe(document.body, { childList: true });
  signal.addEventListener("abort", () => sheets.disconnect());
  begin();
}
