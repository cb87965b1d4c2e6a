/**
 * The number from `low` to `high` that is nearest to `value`; `low`, when there is none.
 *
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
