import { say } from "./banner.js";
import { focus, make } from "./element.js";

/**
 * Puts text on the system's clipboard. A page without a secure context has no clipboard of its own, but may still copy what
 * is selected.
 *
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (copySelected(text)) return;
    say("error", "The browser keeps its clipboard closed, so nothing was copied. Allow it, then try again.");
  }
}

/** @param {string} text */
function copySelected(text) {
  const before = /** @type {HTMLElement} */ (document.activeElement);
  const area = make("textarea", { className: "clipboard", value: text });
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  focus(before);
  return isDone;
}
