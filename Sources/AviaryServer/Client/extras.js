/**
 * The extras of the client: parts that few pages need, such as those for fingers and trackpads. They are one script, which
 * `later.js` loads with the first of them. Each function begins a part.
 */
import checking from "./later/checking.js";
import choices from "./later/choices.js";
import end from "./later/end.js";
import keyboard from "./later/onscreenkeyboard.js";
import outline from "./later/outline.js";
import pinch from "./later/pinch.js";
import pull from "./later/pull.js";
import scrubber from "./later/scrubber.js";
import swipes from "./later/swipes.js";

export default { checking, choices, end, keyboard, outline, pinch, pull, scrubber, swipes };
