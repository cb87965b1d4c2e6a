/**
 * The Photorama room's own code: refresh by pulling, a search by Return. `viewer.js` of Photos stands in front of it.
 *
 * @param {import("../../AviaryServer/Client/room.js").Room} room
 */
export default (room) => (room.root.querySelector(".film") ? startViewer(room) : startFeed(room));

/** How far the list is pulled until it is refreshed, in points, and how far it follows a finger. */
const enough = 72;
const farthest = 110;

function startFeed({ root, signal, act }) {
  const box = root.querySelector(".collection");
  const pull = root.querySelector(".pull");
  let from, by = 0;

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
      // The first step decides whether the finger scrolls.
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
    // A picture that was stored when its cell was made.
    error({ target }) {
      const cell = target.closest("[data-item]");
      if (target.localName === "img" && cell) act("lost", {}, cell.dataset.item);
    },
  }, { signal, capture: true });
  listen(root.querySelector("[type=search]"), {
    // The field says each letter by itself; Return is for now.
    keydown({ key, isComposing, keyCode, target }) {
      // Safari ends a composition before it tells of the key that ended it, which has the code of an input method then.
      if (key === "Enter" && !isComposing && keyCode !== 229) act("searchNow", { text: target.value });
    },
  }, { signal });
}
