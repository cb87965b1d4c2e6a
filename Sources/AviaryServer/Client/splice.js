// Pure: rewrites the list of tiles a collection holds.

/** @typedef {[id: string, flags: number, ...values: any[]]} WireTile */
/** @typedef {number | [string] | WireTile} Step */
/** @typedef {{id: string, tile: WireTile | null, isKept: boolean}} Place */

/**
 * What the list becomes: for each place its identifier, the new tile if it is one, and whether it is a tile that kept
 * its place among the others.
 * @param {string[]} held the identifiers held now, in order
 * @param {Step[]} steps @returns {Place[]}
 */
export function spliced(held, steps) {
  const places = [];
  const known = new Set(held);
  let read = 0;
  for (const step of steps) {
    if (typeof step === "number") {
      const end = read + Math.abs(step);
      if (!Number.isInteger(step) || end > held.length) throw new Error(`a step of ${step} at ${read} of ${held.length}`);
      if (step > 0) for (const id of held.slice(read, end)) places.push({ id, tile: null, isKept: true });
      read = end;
    } else if (step.length === 1) {
      if (!known.has(step[0])) throw new Error(`a move of ${step[0]}, which is not held`);
      places.push({ id: step[0], tile: null, isKept: false });
    } else {
      places.push({ id: step[0], tile: /** @type {WireTile} */ (step), isKept: false });
    }
  }
  if (read !== held.length) throw new Error(`the steps end at ${read} of ${held.length}`);
  if (new Set(places.map((place) => place.id)).size !== places.length) throw new Error("a tile would be there twice");
  return places;
}
