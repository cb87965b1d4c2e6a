/**
 * The script of the Photorama room: pull to refresh, and search by Return. `viewer.js` of Photos comes before it in the
 * same module.
 *
 * @param {import("../../../Sources/AviaryServer/Client/later/room.js").Room} room
 */
export default (room) => (room.root.querySelector(".film") ? startViewer(room) : startFeed(room));

/** The distance that triggers a refresh, and the farthest distance that the mark follows a finger, in CSS pixels. */
const enough = 72;
const farthest = 110;

/** @param {import("../../../Sources/AviaryServer/Client/later/room.js").Room} room */
function startFeed({ root, signal, act }) {
  // The storyboard has these elements.
  const box = /** @type {HTMLElement} */ (root.querySelector(".collection"));
  const pull = /** @type {HTMLElement} */ (root.querySelector(".pull"));
  const search = /** @type {HTMLInputElement} */ (root.querySelector("[type=search]"));
  let /** @type {Touch | undefined} */ from, by = 0;

  const show = () => {
    const seen = Math.min(farthest, by);
    root.classList.toggle("pulled", by > 0);
    root.classList.toggle("enough", by >= enough);
    pull.style.setProperty("--by", `${seen}px`);
  };
  const end = () => {
    [from, by] = [undefined, 0];
    show();
  };
  listen(box, {
    touchstart({ touches }) {
      from = touches.length === 1 && box.scrollTop <= 0 ? touches[0] : undefined;
    },
    touchmove(event) {
      if (!from || event.touches.length > 1) return end();
      const [aside, down] = [event.touches[0].clientX - from.clientX, event.touches[0].clientY - from.clientY];
      // The first movement decides whether the finger pulls the list or scrolls.
      if (!by && (down <= Math.abs(aside) || box.scrollTop > 0)) return end();
      if (event.cancelable) event.preventDefault();
      by = Math.max(1, down * 0.6);
      show();
    },
    touchend() {
      if (by >= enough) act("refresh");
      end();
    },
    touchcancel: end,
  }, { signal, passive: false });
  listen(box, {
    // If an image fails, its picture was stored when the cell was made, but is gone. The server fetches it again.
    error({ target }) {
      const cell = target.closest("[data-item]");
      if (target.localName === "img" && cell) act("lost", {}, cell.dataset.item);
    },
  }, { signal, capture: true });
  listen(search, {
    // The field sends its text after each letter, and the server waits for a pause. Return searches at once.
    keydown({ key, isComposing, keyCode }) {
      // In Safari, the key that ends a composition of an input method comes after the composition. Its key code is 229,
      // so such a Return does not search.
      if (key === "Enter" && !isComposing && keyCode !== 229) act("searchNow", { text: search.value });
    },
  }, { signal });
}
