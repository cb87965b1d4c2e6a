// Made by scripts/wire of Wire/messages.toml. Do not edit.

import { isAddress, isCount, isFlag, isList, isLists, isNumber, isOutletValues, isString, isValue, nullable, optional } from "./checks.js";

/**
 * @typedef {object} SceneMessages the fields of a scene's messages, by the names of the messages
 * @property {{collection: string, geometry: unknown[], count: number, base: number, tiles: import("./splice.js").NewTile[], sections?: import("./sections.js").SectionOp[] | null, headers?: import("./collection.js").Headers | null, isRelaid?: boolean | null}} reload Tells all of a collection. The client keeps the nodes whose identifiers it already holds.
 * @property {{collection: string, count: number, base: number, steps: import("./splice.js").Op[], elsewhere?: [id: string, position: number][] | null, sections?: import("./sections.js").SectionOp[] | null, headers?: import("./collection.js").Headers | null, frames?: unknown[] | null, isStill?: boolean | null}} splice Changes the held tiles of a collection.
 * @property {{collection: string, item: string, values: import("./splice.js").Value[]}} cell Changes outlets of one tile.
 * @property {{collection: string, on: string[], off: string[]}} selected Changes the selection of held tiles.
 * @property {{collection: string, item: string}} gone An item that is being edited has left the list. If its tile was held, the splice that removes it follows.
 * @property {{collection: string, shortcuts: string[], hasSwipes?: boolean | null}} menus The collection has menus.
 * @property {{collection: string, limit: number, isEditing?: boolean | null, canSearch?: boolean | null}} mode Says how a person may select from now on.
 * @property {{collection: string, number: number, position: number | null, isParent?: boolean | null}} found Answers `find` and `ascend`.
 * @property {{collection: string, item: string, count: number, sentence?: string | null}} lifted Answers `lift`.
 * @property {{collection: string, isOn: boolean, takesDrops?: boolean | null}} moves Says whether items can be moved by hand from now on. Without this message they cannot.
 * @property {{collection: string, y: number, height: number | null, share: number | null, isAnimated?: boolean | null}} scrollTo Scrolls a collection to a part of its content, because its controller says so.
 * @property {{collection: string, labels: [top: number, end: number, text: string][]}} labels Answers `labels`: each section that was asked for, once.
 * @property {{number: number, groups: import("./later/menu.js").Entry[][]}} menu Answers `menu`. Without groups there is no menu.
 * @property {{number: number, leading: [] | [isFull: boolean, ...actions: import("./later/menu.js").Entry[]], trailing: [] | [isFull: boolean, ...actions: import("./later/menu.js").Entry[]]}} swiped Answers `swipe`.
 * @property {{number: number, text: string}} copy Puts a text on the system's clipboard. The action waits for the tab's `copied`.
 * @property {{outlet: string, value: import("./splice.js").Value}} outlet Sets an outlet of the page: a named property of a storyboard's element.
 * @property {{list: string, steps: import("./splice.js").Op[], chosen: string[], groups?: [title: string, count: number][] | null, isNew?: boolean | null}} choices Changes the rows of a control: of a `select`, a `datalist`, radio buttons or checkboxes.
 * @property {{title: string}} title Sets the title of the document.
 * @property {{address: string, sentence?: string | null}} show Leads to another page, as a link does.
 * @property {{sentence: string}} notFound There is nothing at this address. The client shows the page of status 404, and does not connect again.
 * @property {{version: string}} upgrade The page is of another version than the server. The client loads it anew, once for each version.
 * @property {{sheet: string, style: "sheet" | "alert", html: string, address: string | null, isNew: boolean, version: string}} present Shows a sheet or an alert over the page. Its values follow in the same packet.
 * @property {{sheet: string}} dismiss Removes a sheet.
 * @property {{number: number}} done An action was performed.
 * @property {{number: number, sentence: string}} failed An action was not performed.
 * @property {{number: number, sentence: string, title: string}} working A large action takes longer than half a second. A banner stays until the answer.
 * @property {{kind: "error" | "notice", sentence: string}} say Shows a sentence. An empty sentence removes the one of its kind.
 * @property {{sentence: string}} announce Has a screen reader read out a sentence that is not shown.
 * @property {{sentence: string, title: string, action: string}} offer Shows a notice with a button.
 * @property {{keepsake: string}} keepsake Says what the tab repeats in its next `hello`, in case this scene is lost by then.
 * @property {{}} pong Answers `ping`.
 * @property {{number: number}} display A completion waits until this packet is displayed. The tab answers with `displayed`.
 * @property {{reason: string}} refused The last packet was not understood. The client logs it, and nothing else happened.
 */

/**
 * @typedef {object} BrowserMessages the fields of a browser's messages, by the names of the messages
 * @property {{address: string, scrollPositions: Record<string, (number | string | true | undefined)[]>, tab?: string | null, keepsake?: string | null, predecessor?: string | null, version?: string | null, asked?: number | null}} hello Is the first message of every connection.
 * @property {{}} ping Asks whether the scene is there. It answers `pong` at once, whatever actions are under way.
 * @property {{number: number}} displayed The packet with this `display`, and each packet before it, is painted and at rest.
 * @property {{collection: string, rect: number[], hasEnded?: boolean | null, isAtEnd?: boolean | null}} scroll The visible rect has changed, or scrolling has ended.
 * @property {{collection: string, item: string, number?: number | null}} tap A tile was tapped, clicked, or pressed with Space or Return.
 * @property {{collection: string, from: string | number, to: string | number, isOn: boolean, number?: number | null}} range Selects or deselects all items between two ends, both included.
 * @property {{collection: string, isOn: boolean, number?: number | null}} selectAll Selects all items, or none.
 * @property {{collection: string, rect: number[], step: "new" | "add" | "on" | "drop", number?: number | null}} band A rubber band covers a rect. It selects the items whose frames it touches.
 * @property {{number: number, collection: string, text: string, from: number}} find Typed letters lead to the next item whose text begins with them.
 * @property {{collection: string, item: string, isExpanded: boolean}} expand Expands or collapses an item of an outline.
 * @property {{number: number, collection: string, item: string}} ascend Asks for the parent of an item of an outline.
 * @property {{collection: string, item: string}} lift A person has lifted an item to move it. The page shows that without an answer.
 * @property {{collection: string, heights: number[]}} labels Asks what the sections at some heights are called.
 * @property {{collection: string, version: number, heights: Record<string, number>}} measured Cells of a self-sizing layout have other heights than their frames.
 * @property {{collection: string, items: string[]}} edit Names all items whose content is being edited now. It is repeated on each connection.
 * @property {{number: number, collection: string, item: string | null}} menu Asks for the menu of a tile or of the background. It is for the selection when the tile is part of it.
 * @property {{number: number, collection: string, item: string}} swipe A swipe has begun: asks for the actions of its item.
 * @property {{number: number, isDone: boolean}} copied Answers `copy`. Without a connection a text counts as not copied.
 * @property {{number: number}} stop The person does not want an action any more.
 * @property {{sheet: string, answer: number | null, number: number}} dismissed The person has closed a sheet, and the sheets over it.
 * @property {{sheets: (string | [name: string, address: string, version: string])[]}} sheets Follows `hello`: which sheets the page still shows, and which its history entry names.
 * @property {{number: number, collection: string, item: string | null, shortcut: string, fields: Record<string, string>}} press Keys of a menu were pressed: asks for their action.
 * @property {{number: number, collection: string, item: string, side: "before" | "behind" | "section", end: string | number}} move A person has moved an item, or the selection when the item is part of it.
 * @property {{number: number, collection: string, side: "before" | "behind" | "section", end: string | number, text: string, items: string[], page: string, origin: string}} drop A person has dropped something from elsewhere.
 * @property {{number: number | [number: number, receipt: string], action: string, fields: Record<string, string>, item: string | null, menu?: string | null, section?: string | null, uploads?: string[] | null}} do Asks for an action.
 */

/**
 * The fields of a scene's messages in order, each with its check. Three dots mean that a field takes all elements that
 * follow.
 *
 * @type {Record<string, Record<string, import("./checks.js").Check> | null>}
 */
export const sceneFields = {
  __proto__: null,
  reload: { collection: isString, geometry: isList, count: isCount, base: isCount, tiles: isList, sections: optional(isList), headers: optional(isList), isRelaid: optional(isFlag) },
  splice: { collection: isString, count: isCount, base: isCount, steps: isList, elsewhere: optional(isList), sections: optional(isList), headers: optional(isList), frames: optional(isList), isStill: optional(isFlag) },
  cell: { collection: isString, item: isString, "...values": isOutletValues },
  selected: { collection: isString, on: isList, off: isList },
  gone: { collection: isString, item: isString },
  menus: { collection: isString, shortcuts: isList, hasSwipes: optional(isFlag) },
  mode: { collection: isString, limit: isCount, isEditing: optional(isFlag), canSearch: optional(isFlag) },
  found: { collection: isString, number: isCount, position: nullable(isCount), isParent: optional(isFlag) },
  lifted: { collection: isString, item: isString, count: isCount, sentence: optional(isString) },
  moves: { collection: isString, isOn: isFlag, takesDrops: optional(isFlag) },
  scrollTo: { collection: isString, y: isCount, height: nullable(isCount), share: nullable(isNumber), isAnimated: optional(isFlag) },
  labels: { collection: isString, labels: isLists },
  menu: { number: isCount, groups: isList },
  swiped: { number: isCount, leading: isList, trailing: isList },
  copy: { number: isCount, text: isString },
  outlet: { outlet: isString, value: isValue },
  choices: { list: isString, steps: isList, chosen: isList, groups: optional(isLists), isNew: optional(isFlag) },
  title: { title: isString },
  show: { address: isAddress, sentence: optional(isString) },
  notFound: { sentence: isString },
  upgrade: { version: isString },
  present: { sheet: isString, style: isString, html: isString, address: nullable(isAddress), isNew: isFlag, version: isString },
  dismiss: { sheet: isString },
  done: { number: isCount },
  failed: { number: isCount, sentence: isString },
  working: { number: isCount, sentence: isString, title: isString },
  say: { kind: isString, sentence: isString },
  announce: { sentence: isString },
  offer: { sentence: isString, title: isString, action: isString },
  keepsake: { keepsake: isString },
  pong: {},
  display: { number: isCount },
  refused: { reason: isString },
};

/**
 * The fields of a browser's messages in order. A question mark means that the field may be left out at the end.
 *
 * @type {Record<keyof BrowserMessages, string[]>}
 */
export const browserFields = {
  hello: ["address", "scrollPositions", "tab?", "keepsake?", "predecessor?", "version?", "asked?"],
  ping: [],
  displayed: ["number"],
  scroll: ["collection", "rect", "hasEnded?", "isAtEnd?"],
  tap: ["collection", "item", "number?"],
  range: ["collection", "from", "to", "isOn", "number?"],
  selectAll: ["collection", "isOn", "number?"],
  band: ["collection", "rect", "step", "number?"],
  find: ["number", "collection", "text", "from"],
  expand: ["collection", "item", "isExpanded"],
  ascend: ["number", "collection", "item"],
  lift: ["collection", "item"],
  labels: ["collection", "heights"],
  measured: ["collection", "version", "heights"],
  edit: ["collection", "items"],
  menu: ["number", "collection", "item"],
  swipe: ["number", "collection", "item"],
  copied: ["number", "isDone"],
  stop: ["number"],
  dismissed: ["sheet", "answer", "number"],
  sheets: ["sheets"],
  press: ["number", "collection", "item", "shortcut", "fields"],
  move: ["number", "collection", "item", "side", "end"],
  drop: ["number", "collection", "side", "end", "text", "items", "page", "origin"],
  do: ["number", "action", "fields", "item", "menu?", "section?", "uploads?"],
};

/**
 * The messages whose answer a person waits for.
 *
 * @type {(keyof BrowserMessages)[]}
 */
export const questions = ["tap", "range", "selectAll", "band", "find", "ascend", "menu", "swipe", "press", "move", "drop", "do"];
