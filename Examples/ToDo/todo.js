/**
 * Makes a task of each pasted line, because the text field has a single line.
 *
 * @param {import("../../Sources/AviaryServer/Client/later/room.js").Room} room
 */
export default ({ root, signal, act }) => {
  // The storyboard has this field.
  const field = /** @type {HTMLInputElement} */ (root.querySelector("input[name=title]"));
  const paste = async (/** @type {ClipboardEvent} */ event) => {
    const lines = (event.clipboardData?.getData("text/plain") ?? "").split(/\r?\n/).filter((line) => line.trim());
    if (lines.length < 2) return;
    event.preventDefault();
    // In order; if one fails, the rest is not added.
    for (const title of lines) if (!(await act("add", { title }))) return;
  };
  field.addEventListener("paste", paste, { signal });
};
