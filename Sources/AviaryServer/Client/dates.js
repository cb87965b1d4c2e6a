/**
 * Dates, in the browser's language and time zone.
 *
 * @type {Record<string, Intl.DateTimeFormat>}
 */
const dateFormats = {};

/** The years 1 to 9999, in milliseconds. */
const firstDate = -62_135_596_800_000;
const lastDate = 253_402_300_799_999;

/** @type {(value: unknown) => value is number} */
export const isDate = (value) => isInteger(value) && value >= firstDate && value <= lastDate;

const isInteger = /** @type {(value: unknown) => value is number} */ (Number.isInteger);

/**
 * Shows a date in a `time` element. `InlineScript.dates` does the same before the first paint.
 *
 * @param {HTMLTimeElement} element
 * @param {number} milliseconds
 * @param {string} [target] `time` or `datetime`; otherwise the day
 */
export function showDate(element, milliseconds, target = "") {
  const format = (dateFormats[target] ??= new Intl.DateTimeFormat(undefined, {
    dateStyle: target === "time" ? undefined : "medium",
    timeStyle: target ? "short" : undefined,
  }));
  const date = new Date(milliseconds);
  const text = format.format(date);
  element.dateTime = date.toISOString();
  if (element.textContent !== text) element.textContent = text;
}
