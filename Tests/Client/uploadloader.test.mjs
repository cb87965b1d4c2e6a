// Which drags are refused where nothing takes files.

import assert from "node:assert/strict";
import test from "node:test";

Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { querySelector: () => null }), location: { pathname: "/", search: "" }, history: {},
});
const { hasFiles, itemsType, startUploads } = await import("../../Sources/AviaryServer/Client/uploadloader.js");
startUploads();

/** True if the page refuses a drag of these types, which the browser would otherwise open or drop itself. */
function isRefused(...types) {
  const event = Object.assign(new Event("dragover", { cancelable: true }), { dataTransfer: { types } });
  Object.defineProperty(event, "target", { value: { closest: () => null } });
  document.dispatchEvent(event);
  return event.defaultPrevented;
}

for (const [name, types, isOfFiles] of [
  ["files", ["Files"], true], ["a picture of another program", ["text/uri-list", "text/html", "Files"], true],
  ["text", ["text/plain"], false], ["a tile", [itemsType, "text/plain"], false],
  ["a tile whose picture the browser offers as a file", [itemsType, "text/uri-list", "Files"], false],
]) {
  test(`a drag of ${name} ${isOfFiles ? "has files, and is refused where nothing takes them" : "has no files, and goes on"}`, () => {
    assert.deepEqual([hasFiles(types), isRefused(...types)], [isOfFiles, isOfFiles]);
  });
}
