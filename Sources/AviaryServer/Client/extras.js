/**
 * The client's parts for fingers and trackpads, which few pages need. They are one script, which `later.js` loads with the
 * first of them. Each function begins a part.
 */
import keyboard from "./later/onscreenkeyboard.js";
import pull from "./later/pull.js";
import swipes from "./later/swipes.js";

export default { keyboard, pull, swipes };
