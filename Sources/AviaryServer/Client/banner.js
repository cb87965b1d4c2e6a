// Sentences for the person, one at a time: an error stays until it is dismissed, a notice for a while.

const noticeTime = 6_000;

export class Banner {
  #element = null;
  #timer = 0;

  /** @param {string} kind "error" or "notice" @param {string} sentence empty: take it away */
  say(kind, sentence) {
    this.dismiss();
    if (!sentence) return;
    const isError = kind === "error";
    const text = Object.assign(document.createElement("p"), { textContent: sentence });
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Dismiss" });
    button.addEventListener("click", () => this.dismiss(), { once: true });
    const element = document.createElement("div");
    element.className = `banner ${isError ? "error" : "notice"}`;
    element.append(text, button);
    document.body.append(element);
    // What is put into an element that has the role already is read out.
    element.setAttribute("role", isError ? "alert" : "status");
    this.#element = element;
    if (!isError) this.#timer = setTimeout(() => this.dismiss(), noticeTime);
  }

  dismiss() {
    clearTimeout(this.#timer);
    this.#element?.remove();
    this.#element = null;
  }
}
