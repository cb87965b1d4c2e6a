/**
 * The rest of the client: parts that a page needs after its first paint, or never. They are one script, which `later.js`
 * loads. Each export begins a part.
 *
 * The part `leaving` keeps its name in all versions, because a page of an older version loads it to reload itself.
 */
export { default as copy } from "./later/copy.js";
export { default as display } from "./later/display.js";
export { default as end } from "./later/end.js";
export { default as frames } from "./later/frames.js";
export { default as keyboard } from "./later/onscreenkeyboard.js";
export { default as leaving } from "./later/leavingpage.js";
export { default as menu } from "./later/menu.js";
export { default as mover } from "./later/mover.js";
export { default as news } from "./later/news.js";
export { default as room } from "./later/room.js";
export { default as scrubber } from "./later/scrubber.js";
export { default as select } from "./later/select.js";
export { default as sheets } from "./later/sheets.js";
export { default as toolbar } from "./later/toolbar.js";
export { default as uploads } from "./later/uploads.js";
export { default as working } from "./later/working.js";
