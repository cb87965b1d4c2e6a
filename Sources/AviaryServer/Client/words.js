/**
 * The page's translations of the script's sentences, keyed by the English ones.
 *
 * @type {Record<string, string> | undefined}
 */
let words;

/**
 * A sentence for the person, in the app's language. `Words.Script` in Swift lists all of them.
 *
 * @param {string} sentence in English
 * @param {(string | number | boolean)[]} values the values for `%1`, `%2` …
 */
export function phrase(sentence, ...values) {
  words ??= JSON.parse(document.querySelector("[data-words]")?.textContent || "{}");
  return (words?.[sentence] ?? sentence).replace(/%(\d)/g, (_, number) => String(values[number - 1]));
}
