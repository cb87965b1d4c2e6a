/**
 * The number from `low` to `high` that is nearest to `value`, or `low` if `high` is less than `low`.
 *
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
