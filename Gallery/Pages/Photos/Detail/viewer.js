/**
 * One photograph as large as the window. A person turns to a neighbouring photograph, zooms, or closes by a swipe.
 * Another file follows in the same module.
 */

/**
 * Adds listeners to `target`, by the names of their events.
 *
 * @template {EventTarget} Target
 * @param {Target} target
 * @param {Listeners<Target>} listeners
 * @param {AddEventListenerOptions} [options]
 */
const listen = (target, listeners, options) => {
  const entries = /** @type {[string, EventListener][]} */ (Object.entries(listeners));
  for (const [name, listener] of entries) target.addEventListener(name, listener, options);
};

const gap = 24;
const mostZoom = 8;

/**
 * @typedef {1 | -1} Way to the next photograph, or to the previous one
 * @typedef {{x: number, y: number}} Point
 *
 * @param {import("../../../../Sources/AviaryServer/Client/later/room.js").Room} room
 */
function startViewer({ root, signal, act, observe }) {
  // The storyboard has these elements.
  const film = /** @type {HTMLElement} */ (root.querySelector(".film"));
  const shown = /** @type {HTMLElement} */ (film.querySelector(".shown"));
  const picture = /** @type {HTMLImageElement} */ (film.querySelector(".picture"));
  const link = {
    "-1": /** @type {HTMLElement} */ (root.querySelector(".previous")),
    1: /** @type {HTMLElement} */ (root.querySelector(".next")),
  };
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  let zoom = 1, x = 0, y = 0;
  let aside = 0, down = 0;
  /** The turns that the server has not answered, the direction of the last turn, and whether a turn led here. */
  let turning = 0, /** @type {Way} */ lastWay = 1, isTurned = false;
  let settled = Promise.resolve(true);
  let shownID = /** @type {HTMLElement} */ (root.querySelector(".shown-id")).textContent;
  let left = -2000;

  const show = () => {
    shown.style.transform = zoom > 1 ? `translate(${x}px, ${y}px) scale(${zoom})` : "";
    film.style.transform = aside || down ? `translate(${aside}px, ${down}px)` : "";
    film.classList.toggle("zoomed", zoom > 1);
  };
  /** Applies the current position, and animates the element to it from where the element is visible now. */
  const ease = (/** @type {HTMLElement} */ element, from = getComputedStyle(element).transform) => {
    show();
    const to = element.style.transform || "none";
    if (!isStill()) element.animate([{ transform: from }, { transform: to }], { duration: 200, easing: "ease-out" });
  };
  /** @type {(next: number, at?: Point, isSmooth?: boolean) => void} */
  const zoomTo = (next, at, isSmooth) => {
    const box = film.getBoundingClientRect();
    const before = zoom;
    zoom = Math.min(mostZoom, Math.max(1, next));
    const [fromX, fromY] = at ? [at.x - box.x - box.width / 2, at.y - box.y - box.height / 2] : [0, 0];
    x = fromX - (fromX - x) * (zoom / before);
    y = fromY - (fromY - y) * (zoom / before);
    hold();
    isSmooth ? ease(shown) : show();
    if (zoom > 1.5) sharpen();
  };
  /** Limits the offset of an enlarged picture, so that no gap opens at an edge. */
  const hold = () => {
    const within = (/** @type {number} */ offset, /** @type {"offsetWidth" | "offsetHeight"} */ side) => {
      const room = Math.max(0, (picture[side] * zoom - film[side]) / 2);
      return Math.min(room, Math.max(-room, offset));
    };
    [x, y] = [within(x, "offsetWidth"), within(y, "offsetHeight")];
  };
  /** Replaces the thumbnail by the original, once the original is decoded. */
  const sharpen = async () => {
    const address = root.querySelector("a.original")?.getAttribute("href");
    const before = picture.src;
    if (!address || before.endsWith(address)) return;
    const original = Object.assign(new Image(), { src: address });
    await original.decode().catch(() => {});
    if (original.naturalWidth && picture.src === before) picture.src = address;
  };
  /** Shows the original of an animated picture, because a thumbnail has only one frame. */
  const move = () => isStill() || !root.querySelector("[data-moves]") || sharpen();
  listen(picture, { load: move }, { signal });
  move();

  /** @type {(toAside: number, toDown: number, from?: string) => void} */
  const glide = (toAside, toDown, from) => {
    [aside, down] = [toAside, toDown];
    ease(film, from);
  };
  const step = (/** @type {number} */ way) => way * (film.offsetWidth + gap);
  // Asks the server at once, before the animation ends: the next press is for the photograph that this turn leads to.
  const turn = async (/** @type {Way} */ way) => {
    if (!turning && link[way].hidden) return glide(0, 0);
    // The text in the field belongs to the photograph that is still visible. Leaving the field sends it.
    root.querySelector("input")?.blur();
    if (zoom > 1) zoomTo(1);
    turning++;
    lastWay = way;
    glide(step(-way), 0);
    settled = act(way < 0 ? "previous" : "next");
    await settled;
    if (!--turning && aside) glide(0, 0);
  };
  // The neighbour has become the photograph in the middle. The animation continues from the visible position.
  observe("id", (id) => {
    if (id === shownID) return;
    shownID = /** @type {string} */ (id);
    [zoom, x, y] = [1, 0, 0];
    isTurned = turning > 0;
    const at = new DOMMatrix(getComputedStyle(film).transform).m41;
    if (isTurned) glide(0, 0, `translate(${at + step(lastWay)}px)`);
    else show();
  });
  const close = () => root.querySelector(root.closest("dialog") ? "[data-dismiss]" : "a.alone")?.click();

  /**
   * The positions of the fingers, by the identifiers of their pointers.
   *
   * @type {Map<number, Point>}
   */
  const fingers = new Map();
  /**
   * Where and when the gesture began, with the offset of the picture at that time, and the way that it has taken.
   *
   * @type {Point & {panX: number, panY: number, time: number, isMany: boolean, way?: "aside" | "down"}}
   */
  let first;
  /** @type {{apart: number, zoom: number} | undefined} */
  let spread;
  /** @type {(Point & {time: number}) | undefined} */
  let lastTap;
  const middle = () => {
    const [one, other = one] = fingers.values();
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  };
  const apart = () => {
    const [one, other] = fingers.values();
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const begin = (/** @type {boolean} */ isMany) => {
    if (isMany) glide(0, 0);
    first = { ...middle(), panX: x, panY: y, time: performance.now(), isMany };
    spread = apart() ? { apart: apart(), zoom } : undefined;
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
    pointerup: lift,
    pointercancel(event) {
      fingers.delete(event.pointerId);
      if (zoom === 1) glide(0, 0);
    },
    wheel(event) {
      event.preventDefault();
      zoomTo(zoom * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), { x: event.clientX, y: event.clientY });
    },
  }, { signal, passive: false });

  function lift(/** @type {PointerEvent} */ { pointerId }) {
    if (!fingers.has(pointerId)) return;
    const at = middle();
    fingers.delete(pointerId);
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
  function tap(/** @type {Point} */ at) {
    const time = performance.now();
    const isSecond = lastTap && time - lastTap.time < 400 && Math.hypot(at.x - lastTap.x, at.y - lastTap.y) < 30;
    lastTap = isSecond ? undefined : { time, ...at };
    if (isSecond) zoomTo(zoom > 1 ? 1 : 2.5, at, true);
  }

  listen(root, {
    click(event) {
      const { target, ctrlKey, metaKey, shiftKey } = event;
      const pressed = target.closest(".turn a");
      /** @type {HTMLButtonElement | null} */
      const button = target.closest("[name=photo]");
      const isLeft = performance.now() - left < 2000;
      if (button ? !turning && !isTurned && !isLeft : !pressed || ctrlKey || metaKey || shiftKey) return;
      // In a page of its own, a neighbour is another page. The browser follows the link, so nothing is done here.
      if (pressed && !root.closest("dialog")) return (left = performance.now());
      event.preventDefault();
      event.stopPropagation();
      if (pressed) return turn(pressed === link[1] ? 1 : -1);
      // The first press after a turn is for the photograph to which the person has turned. So its action waits for the
      // answer to the turn.
      if (!isLeft) settled.then((isDone) => {
        isTurned = false;
        const { dataset, value } = /** @type {HTMLButtonElement} */ (button);
        if (isDone) act(dataset.action?.split("/").pop() ?? "", { photo: value });
      });
    },
  }, { signal, capture: true });
  listen(document, {
    keydown(event) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (ctrlKey || metaKey || altKey || target.closest("input")) return;
      /** @type {Record<string, number>} */
      const zooms = { "+": zoom * 1.5, "=": zoom * 1.5, "-": zoom / 1.5, 0: 1 };
      const next = zooms[key];
      const by = film.offsetWidth / 8;
      /** @type {Record<string, [number, number]>} */
      const ways = { ArrowLeft: [by, 0], ArrowRight: [-by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] };
      const way = shiftKey && zoom > 1 ? ways[key] : undefined;
      if (!next && !way) return;
      event.preventDefault();
      if (next || !way) return zoomTo(next, undefined, true);
      const [right, down] = way;
      x += right;
      y += down;
      hold();
      ease(shown);
    },
  }, { signal });
}
