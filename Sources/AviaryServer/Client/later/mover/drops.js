import { inner } from "../../prefix.js";
import { sectionAt } from "../../sections.js";
import { hasFiles, itemsType } from "../../uploadloader.js";

/**
 * Decides the drops on a list: whether the list takes a drag, what a drop means, and what the message says. `Mover`
 * (`../mover.js`) follows the drag, opens the gap, and sends the message.
 *
 *                              does the list take it?                 message
 *   drag of the page
 *     over its own list        `Mover.press`, `Mover.key`             `move`
 *     over another list        `takesDrops` (`Mover.#hostAt`)         `drop`, with `contentOf`
 *   drag by the browser        `effectOf`                             `dropOf`
 *     an item of the list      its items can be moved                 `move`
 *     files                    `takesDrops`, and has `data-upload`    `do` for each file, with `targetOfFiles`
 *     anything else            `takesDrops`, and one of `takenTypes`  `drop`
 *
 * A drag of the page follows pointer events. A drag by the browser is HTML's drag and drop, with text, items or files.
 * Within its own list an item moves if the scene allows moves, and not in edit mode with several selected items; the
 * scene may refuse a lifted item (`Mover.lifted`).
 *
 * Files go on to `takeFiles` in `../../uploadloader.js`. It sends files that are dropped elsewhere on an element with
 * `data-upload`, too, and refuses all others.
 *
 * A drop is before or behind an item, or in an empty section (`Arrangement.target`). Only in an outline, an item of the list
 * is dropped onto another one, which becomes its parent (`Outline.aim`). The scene may refuse each drop.
 *
 * @typedef {import("../../heldtiles.js").HeldTiles} HeldTiles
 * @typedef {import("../../tile.js").Tile} Tile
 * @typedef {import("../../transition.js").State} State
 * @typedef {import("./arrangement.js").Target} Target
 * @typedef {import("../../packets.js").BrowserMessages} BrowserMessages
 * @typedef {Pick<BrowserMessages["move"], "side" | "end">} SentTarget a target as a message has it
 * @typedef {Pick<BrowserMessages["drop"], "text" | "items" | "page" | "origin">} Content what comes from elsewhere
 *
 * @typedef {object} Dragged an item of this page that the browser drags
 * @property {string} item
 * @property {string} origin its collection
 * @property {boolean} isBack true if it is over its own list, and can be moved there
 *
 * @typedef {{message: "move", item: string} | {message: "drop", content: Content} | {message: "do"}} Drop
 */

/** The data types that a list may take from a drag by the browser. */
const takenTypes = [itemsType, "text/plain", "text/uri-list"];

/**
 * Decides whether a list takes a drag by the browser.
 *
 * @param {readonly string[]} types of the data
 * @param {boolean} isBack as in `Dragged`
 * @param {boolean} takesDrops
 * @param {boolean} takesFiles true if the list, or an element around it, has `data-upload`
 * @returns {"move" | "copy" | undefined} what a drop does; nothing if the list does not take it
 */
export function effectOf(types, isBack, takesDrops, takesFiles) {
  if (isBack) return "move";
  const isTaken = hasFiles(types) ? takesFiles : takenTypes.some((type) => types.includes(type));
  if (takesDrops && isTaken) return "copy";
}

/**
 * Decides what a drop by the browser means, on a list that takes it.
 *
 * @param {DataTransfer} data
 * @param {Dragged} [dragged]
 * @returns {Drop}
 */
export function dropOf(data, dragged) {
  if (hasFiles(data.types)) return { message: "do" };
  if (dragged?.isBack) return { message: "move", item: dragged.item };
  const links = data.getData("text/uri-list").split(/\r?\n/).filter((line) => line && !line.startsWith("#"));
  const text = data.getData("text/plain") || links.join("\n");
  if (dragged) return { message: "drop", content: contentOf(text, dragged.item, dragged.origin) };
  let { items = [], page = "", collection = "" } =
    /** @type {{items?: string[], page?: string, collection?: string}} */ ({});
  try {
    ({ items, page, collection } = JSON.parse(data.getData(itemsType)));
  } catch {
    // The drag comes from another program.
  }
  return { message: "drop", content: { text, items, page, origin: collection } };
}

/**
 * The content of a drop of an item from another list of this page.
 *
 * @param {string} text
 * @param {string} item
 * @param {string} origin its collection
 * @returns {Content}
 */
export const contentOf = (text, item, origin) => ({ text, items: [item], page: "", origin });

/**
 * A target as a message has it. For a section without a header the end is empty.
 *
 * @param {Target | undefined} target none in an empty list
 * @param {State} state
 * @returns {SentTarget}
 */
export function sentTarget(target, state) {
  const { side, end } = target ?? { side: "section", end: { position: 0 } };
  return { side, end: side === "section" ? headerOf(state, end.position)?.id ?? "" : end.id ?? end.position };
}

/**
 * The target of dropped files. Files arrive one after the other, so they are put before the next item, or else at the
 * end of the section, to keep their order.
 *
 * @param {Target | undefined} target
 * @param {HeldTiles} held
 * @returns {SentTarget}
 */
export function targetOfFiles(target, held) {
  const { state } = held;
  if (target?.side !== "behind") return sentTarget(target, state);
  const section = sectionAt(state.geometry, target.end.position);
  const next = target.end.position + 1;
  if (next < state.geometry.starts[section + 1]) return sentTarget({ side: "before", end: held.rangeEnd(next) }, state);
  const hasEnd = !state.geometry.edges || headerOf(state, section);
  return sentTarget(hasEnd ? { side: "section", end: { position: section } } : target, state);
}

/**
 * The header of a section, if the section has one and it is held.
 *
 * @param {State} state
 * @param {number} section
 * @returns {Tile | undefined}
 */
export const headerOf = ({ first, headers, geometry }, section) => headers[(section - first) * geometry.edges];

/**
 * The text of a tile, for other programs.
 *
 * @param {Tile} tile
 * @returns {string}
 */
export const textOf = ({ cell }) =>
  [.../** @type {NodeListOf<HTMLElement & {value?: string}>} */ (cell.querySelectorAll("[data-drag]"))]
    .map(({ value, textContent }) => value ?? textContent).join(" ").trim();

/**
 * The link to the file that a tile offers to other programs.
 *
 * @param {Tile} tile
 * @returns {HTMLAnchorElement | null}
 */
export const fileOf = ({ cell }) => cell.querySelector("a[data-drag][href]");

/**
 * Writes the data of a drag by the browser, which `dropOf` reads in the same browser. Other programs read the text and
 * the links.
 *
 * @param {DataTransfer} data
 * @param {Tile} tile the dragged tile
 * @param {Tile[]} all the dragged tile and those that go along
 * @param {string} collection
 */
export function pack(data, tile, all, collection) {
  data.setData("text/plain", all.map(textOf).join("\n"));
  const files = /** @type {HTMLAnchorElement[]} */ (all.map(fileOf).filter(Boolean));
  if (files.length) data.setData("text/uri-list", files.map(({ href }) => href).join("\r\n"));
  // Chromium-based browsers make a file of this, one at a time.
  const { href, type, download } = /** @type {Partial<HTMLAnchorElement>} */ (fileOf(tile) ?? {});
  if (href) data.setData("DownloadURL", `${type || "application/octet-stream"}:${download || "file"}:${href}`);
  const items = all.slice(0, 512).map(({ id }) => id);
  data.setData(itemsType, JSON.stringify({ items, page: inner(location.pathname), collection }));
}
