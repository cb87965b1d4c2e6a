import { send } from "../connection.js";

/**
 * Tells the scene that a packet is displayed: painted, and at rest. The scene asks for this only when one of its
 * completions waits for the packet. This part of the client (`later.js`) begins with the first such packet.
 */

/**
 * How long rows may move before the packet counts as displayed, in milliseconds. Every animation of rows is shorter.
 */
const longestLoad = 1_000;

/** Waits until the next frame is drawn, which shows the packet and starts its animations. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));

/** Waits until all rows are at rest. An endless animation of the app's style sheet does not count. */
const motionEnded = () => Promise.allSettled(
  document.getAnimations().filter(isOfRow).map(({ finished }) => finished));

/** @param {Animation} animation */
const isOfRow = ({ effect }) =>
  /** @type {KeyframeEffect | null} */ (effect)?.target?.parentElement?.className === "content";

export default () => async (/** @type {number} */ number) => {
  // A hidden page draws no frames, so it does not wait.
  const late = new Promise((resolve) => setTimeout(resolve, longestLoad));
  if (!document.hidden) await Promise.race([painted().then(motionEnded), late]);
  // If the connection was lost meanwhile, the scene no longer waits.
  send("displayed", { number });
};
