import { addBanner } from "../banner.js";
import { send } from "../connection.js";
import { make, makeButton } from "../element.js";

/**
 * Shows a banner for an action that takes long, with a progress bar and a button that stops it. `settle` in
 * `../actions.js` removes the banner when the answer comes. This part of the client (`later.js`) begins with the first
 * such action.
 */

export default () => (
  /** @type {import("../packets.js").SceneMessages["working"]} */ { number, sentence, title },
  /** @type {import("../actions.js").Pending | undefined} */ request,
) => {
  if (!request || request.banner) return;
  const text = make("p");
  const stop = makeButton(title, () => (stop.disabled = send("stop", { number })));
  request.banner = make("div", { className: "banner working", role: "status" });
  request.banner.append(text, make("progress", { ariaLabel: sentence }), stop);
  addBanner(request.banner);
  text.textContent = sentence;
};
