// Sentences for the person, one at a time: an error stays until it is dismissed, a notice for a while.

const noticeTime = 6_000;
const offerTime = 12_000;

export class Banner {
  #element = null;
  #timer = 0;

  /**
   * @param {string} kind "error" or "notice" @param {string} sentence empty: take it away
   * @param {{title: string, action: string} | null} offer a button beside it
   */
  say(kind, sentence, offer = null) {
    this.dismiss();
    if (!sentence) return;
    const isError = kind === "error";
    const text = Object.assign(document.createElement("p"), { textContent: sentence });
    const element = document.createElement("div");
    element.className = `banner ${isError ? "error" : "notice"}`;
    element.append(text);
    if (offer) element.append(this.#button(offer.title, offer.action));
    element.append(this.#button("Dismiss"));
    document.body.append(element);
    // What is put into an element that has the role already is read out.
    element.setAttribute("role", isError ? "alert" : "status");
    this.#element = element;
    if (!isError) this.#timer = setTimeout(() => this.dismiss(), offer ? offerTime : noticeTime);
  }

  /** A button that takes the sentence away, after whatever its action does. */
  #button(title, action = "") {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: title });
    if (action) button.dataset.action = action;
    // The click is on its way up to where actions are heard.
    button.addEventListener("click", () => queueMicrotask(() => this.dismiss()), { once: true });
    return button;
  }

  dismiss() {
    clearTimeout(this.#timer);
    this.#element?.remove();
    this.#element = null;
  }
}
