/**
 * A page that has nothing to show any more: there is nothing at its address, or another page takes its place.
 *
 * @param {{make: (name: string, properties: object) => any, say: (kind: string, sentence: string) => void}} client
 */
export default ({ make, say }) => ({
  /**
   * Shows the page that a visitor gets now.
   *
   * @param {string} sentence
   */
  showNothing(sentence) {
    const page = make("main", { className: "message" });
    const link = make("a", { href: "/", textContent: "Go to the start" });
    page.append(make("p", { textContent: sentence, role: "heading", ariaLevel: "1" }), make("p", {}));
    page.lastChild.append(link);
    document.title = "Not found";
    document.body.replaceChildren(page);
  },

  /**
   * Leads to another page in place of this one, which says a sentence.
   *
   * @param {string} address
   * @param {string} sentence
   */
  lead(address, sentence) {
    try {
      sessionStorage.farewell = sentence;
    } catch {}
    location.replace(address);
  },

  /** Says what the page before has left to be said. */
  tell() {
    say("notice", sessionStorage.farewell);
    delete sessionStorage.farewell;
  },
});
