/**
 * A generator that a seed repeats (mulberry32), for replayed tests.
 *
 * @param {number} seed
 * @returns {(below: number) => number} an integer from 0 up to, not including, `below`
 */
export const random = (seed) => (below) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
};

/** The seed of this run: `AVIARY_SEED` repeats another. */
export const seed = Number(process.env.AVIARY_SEED ?? Math.floor(Math.random() * 2 ** 31));
