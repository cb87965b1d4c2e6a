/**
 * The rest of the client: parts that a page needs after its first paint, or never. They are one script, which `later.js`
 * loads. Each function begins a part. `extras.js` has those that few pages need.
 *
 * The part `leaving` keeps its name in all versions, because a page of an older version loads it to reload itself.
 */
import copy from "./later/copy.js";
import display from "./later/display.js";
import frames from "./later/frames.js";
import idle from "./later/idle.js";
import leaving from "./later/leavingpage.js";
import menu from "./later/menu.js";
import mover from "./later/mover.js";
import news from "./later/news.js";
import paging from "./later/paging.js";
import room from "./later/room.js";
import select from "./later/select.js";
import sheets from "./later/sheets.js";
import uploads from "./later/uploads.js";
import working from "./later/working.js";

export default {
  copy, display, frames, idle, leaving, menu, mover, news, paging, room, select, sheets, uploads, working,
};
