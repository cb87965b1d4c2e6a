/**
 * What others change in the text fields in view, a name for one: seen at once, and read out in one sentence when the changes
 * pause, so that another window that changes much does not talk without end. A part that is loaded with the first change.
 */

/** How long nothing may have changed before it is read out, in milliseconds. */
const lull = 1_000;

/**
 * @param {{announce: (sentence: string) => void, cellNameOf: (control: Element) => string | undefined,
 *   phrase: typeof import("../words.js").phrase}} client
 */
export default ({ announce, cellNameOf, phrase }) => {
  /**
   * What has changed: the cell of each control, what the control was called before, and what it shows now.
   *
   * @type {Map<Element, {cell: string | undefined, name: string, value: string}>}
   */
  const changes = new Map();

  let lullTimer = 0;

  function tellChanges() {
    // What has gone meanwhile is not in view any more, and its node may show something else.
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
    lullTimer = setTimeout(tellChanges, lull);
  };
};
