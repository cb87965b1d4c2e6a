import { listen } from "../element.js";

/**
 * Calls `cancel` when the person presses Escape during a gesture, and when the window loses the focus.
 *
 * @param {() => unknown} isActive true during a gesture. Otherwise the key is for others
 * @param {() => void} cancel
 * @param {AbortSignal} [signal] ends this when it is aborted
 */
export const listenForCancel = (isActive, cancel, signal) => listen(window, {
  keydown(event) {
    if (event.key !== "Escape" || !isActive()) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  },
  // Only the window's own `blur` counts: a focused tile that is removed by scrolling is blurred, too.
  blur: ({ target }) => target === window && cancel(),
}, { capture: true, signal });
