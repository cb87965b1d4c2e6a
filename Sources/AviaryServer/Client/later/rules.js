/**
 * Adds style rules to the page.
 *
 * @param {string} text
 * @returns {() => void} removes them
 */
export function addRules(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
  return () => void (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet));
}
