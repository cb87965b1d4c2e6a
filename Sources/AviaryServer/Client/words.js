/**
 * The sentences of the script that the page has in another language, by the English ones.
 *
 * @type {Record<string, string> | undefined}
 */
let words;

/**
 * A sentence for the person, in the words of the app. `ScriptWords` in Swift has all of them.
 *
 * @param {string} sentence in English
 * @param {(string | number | boolean)[]} values what `%1`, `%2` … stand for
 */
export function phrase(sentence, ...values) {
  words ??= JSON.parse(document.querySelector("[data-words]")?.textContent || "{}");
  return (words?.[sentence] ?? sentence).replace(/%(\d)/g, (_, number) => String(values[number - 1]));
}
