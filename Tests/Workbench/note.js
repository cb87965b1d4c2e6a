/** What a note is called, in capitals; a double click empties it. */
export default ({ root, signal, act, observe }) => {
  observe("name", (name) => (root.dataset.name = name.toUpperCase()));
  root.addEventListener("dblclick", () => act("note", { note: "" }).then((isDone) => (root.dataset.emptied = isDone)), { signal });
  signal.addEventListener("abort", () => delete root.dataset.name);
};
