// Only a list; a page starts in `aviary.js`. This is the first script of a page: the core of the client. The rest
// (`rest.js`) uses the other modules of this list, by the addresses by which it imports them.

import * as actions from "./actions.js";
import * as banner from "./banner.js";
import * as buttonguard from "./buttonguard.js";
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
import * as motion from "./motion.js";
import * as newsloader from "./newsloader.js";
import * as prefix from "./prefix.js";
import * as roomloader from "./roomloader.js";
import * as sections from "./sections.js";
import * as sheetloader from "./sheetloader.js";
import * as uploadloader from "./uploadloader.js";
import * as visit from "./visit.js";
import * as words from "./words.js";
import { share } from "./later.js";
import "./aviary.js";

share({
  "./actions.js": actions,
  "./banner.js": banner,
  "./buttonguard.js": buttonguard,
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
  "./motion.js": motion,
  "./newsloader.js": newsloader,
  "./prefix.js": prefix,
  "./roomloader.js": roomloader,
  "./sections.js": sections,
  "./sheetloader.js": sheetloader,
  "./uploadloader.js": uploadloader,
  "./visit.js": visit,
  "./words.js": words,
});
