/**
 * The script of the Photorama room: pictures that are lost, and search by Return. `viewer.js` of Photos comes before it in the
 * same module.
 *
 * @param {import("../../../Sources/AviaryServer/Client/later/room.js").Room} room
 */
export default (room) => (room.root.querySelector(".film") ? startViewer(room) : startFeed(room));

/** @param {import("../../../Sources/AviaryServer/Client/later/room.js").Room} room */
function startFeed({ root, signal, act }) {
  // The storyboard has these elements.
  const box = /** @type {HTMLElement} */ (root.querySelector(".collection"));
  const search = /** @type {HTMLInputElement} */ (root.querySelector("[type=search]"));

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
