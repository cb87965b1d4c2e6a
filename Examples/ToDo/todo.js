/**
 * What a text field of one line cannot do by itself: several lines that are pasted become a task each.
 *
 * @param {import("../../Sources/AviaryServer/Client/room.js").Room} room
 */
export default ({ root, signal, act }) => {
  const field = root.querySelector("input[name=title]");
  const paste = async (event) => {
    const lines = event.clipboardData.getData("text/plain").split(/\r?\n/).filter((line) => line.trim());
    if (lines.length < 2) return;
    event.preventDefault();
    // In their order: one that is not done ends the others.
    for (const title of lines) if (!(await act("add", { title }))) return;
  };
  field.addEventListener("paste", paste, { signal });
};
