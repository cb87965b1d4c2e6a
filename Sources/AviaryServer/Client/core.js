// The first script of a page: the core of the client. `aviary.js` is where a page starts. The rest (`rest.js`) uses the
// other modules of this list, by the addresses by which it imports them.

import * as actions from "./actions.js";
import * as banner from "./banner.js";
import * as clamp from "./clamp.js";
import * as clipboard from "./clipboard.js";
import * as connection from "./connection.js";
import * as element from "./element.js";
import * as field from "./field.js";
import * as geometry from "./geometry.js";
import * as gestures from "./gestures.js";
import * as keys from "./keys.js";
import * as lastfocus from "./lastfocus.js";
import * as lattice from "./lattice.js";
import * as meaning from "./meaning.js";
import * as motion from "./motion.js";
import * as news from "./news.js";
import * as prefix from "./prefix.js";
import * as room from "./room.js";
import * as sections from "./sections.js";
import * as sheets from "./sheets.js";
import * as uploads from "./uploads.js";
import * as visit from "./visit.js";
import * as words from "./words.js";
import { share } from "./later.js";
import "./aviary.js";

share({
  "./actions.js": actions,
  "./banner.js": banner,
  "./clamp.js": clamp,
  "./clipboard.js": clipboard,
  "./connection.js": connection,
  "./element.js": element,
  "./field.js": field,
  "./geometry.js": geometry,
  "./gestures.js": gestures,
  "./keys.js": keys,
  "./lastfocus.js": lastfocus,
  "./lattice.js": lattice,
  "./meaning.js": meaning,
  "./motion.js": motion,
  "./news.js": news,
  "./prefix.js": prefix,
  "./room.js": room,
  "./sections.js": sections,
  "./sheets.js": sheets,
  "./uploads.js": uploads,
  "./visit.js": visit,
  "./words.js": words,
});
