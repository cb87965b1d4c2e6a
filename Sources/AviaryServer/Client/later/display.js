/**
 * Tells the scene that a packet is displayed, when something there waits for that: painted, and at rest. A part that is loaded
 * with the first such packet.
 */

/** How long something may move before it counts as displayed, in milliseconds: longer than any step takes. */
const patience = 1_000;

/** Behind the next frame, which draws the packet and begins what moves. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));

/** Until the rows that move are at rest. What an app's style sheet has turn without end is none of them. */
const rested = () => Promise.allSettled(
  document.getAnimations().filter(isOfRow).map(({ finished }) => finished));

/** @param {any} animation */
const isOfRow = ({ effect }) => effect?.target?.parentElement?.className === "content";

/** @param {{send: (...message: any[]) => boolean}} client */
export default ({ send }) => async (/** @type {number} */ number) => {
  // Nobody sees a hidden page, and it draws no frame.
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  if (!document.hidden) await Promise.race([painted().then(rested), late]);
  // A connection that was lost meanwhile has ended the wait.
  send("displayed", number);
};
