import { announce } from "../banner.js";
import { cellNameOf } from "../newsloader.js";
import { phrase } from "../words.js";

/**
 * Reads out changes that others make to text fields in view, such as names. The changes show at once. One sentence is
 * read out when the changes pause, so that many changes do not make a screen reader talk without end. This part of the
 * client (`later.js`) begins with the first change.
 */

/** The debounce time after the last change, in milliseconds. */
const lull = 1_000;

export default () => {
  /**
   * The changes: for each control its cell, its name before, and its value now.
   *
   * @type {Map<Element, {cell: string | undefined, name: string, value: string}>}
   */
  const changes = new Map();

  let lullTimer = 0;

  function announceChanges() {
    // A row that has left the view may have been recycled for another item, so its changes are skipped.
    const [first, ...others] = [...changes].filter(([control, { cell }]) => cell && cell === cellNameOf(control));
    changes.clear();
    if (!first) return;
    const [, { name, value }] = first;
    const count = others.length;
    const more = count > 1 ? phrase("%1 more have changed.", count) : phrase("One more has changed.");
    const sentence = phrase("%1 is now “%2”.", name, value);
    announce(count > 0 ? `${sentence} ${more}` : sentence);
  }

  /**
   * @param {Element} control
   * @param {{cell: string | undefined, name: string, value: string}} change
   */
  return (control, change) => {
    changes.set(control, { ...change, name: changes.get(control)?.name ?? change.name });
    clearTimeout(lullTimer);
    lullTimer = setTimeout(announceChanges, lull);
  };
};
