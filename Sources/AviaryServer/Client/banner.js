/** How long a notice stays, and one that offers something, in milliseconds. An error stays. */
const noticeTime = 6_000;
const offerTime = 12_000;

/** Sentences for the person, over the page: an error, a notice, and the state of the connection. */
export class Banner {
  #element = document.createElement("div");
  /** @type {Record<string, HTMLElement | undefined>} */
  #banners = {};

  start() {
    this.#element.className = "banners";
    document.body.append(this.#element);
  }

  /**
   * Shows a sentence until it is dismissed or another of its kind comes; an empty one takes it away.
   *
   * @param {string} kind `error`, `notice` or `connection`
   * @param {string} sentence
   * @param {string} [title] of a button beside it
   * @param {string} [action] what that button calls
   */
  say(kind, sentence, title, action) {
    this.#banners[kind]?.remove();
    if (sentence === "") return;
    const banner = document.createElement("div");
    const text = document.createElement("p");
    this.#banners[kind] = banner;
    banner.className = `banner ${kind}`;
    banner.setAttribute("role", kind === "error" ? "alert" : "status");
    banner.append(text);
    this.#element.append(banner);
    // What is put into an element that is there with its role is read out.
    text.textContent = sentence;
    if (title) banner.append(button(title, banner, action));
    if (kind !== "connection") banner.append(button("Dismiss", banner));
    if (kind === "notice") setTimeout(() => banner.remove(), title ? offerTime : noticeTime);
  }
}

/**
 * A button that takes the banner away, besides calling its action.
 *
 * @param {string} title
 * @param {HTMLElement} banner
 * @param {string} [action]
 */
const button = (title, banner, action) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = title;
  if (action) button.dataset.action = action;
  button.addEventListener("click", () => {
    banner.remove();
    // Back to what the page is about, rather than to the first button, which may be a grave one.
    const tile = /** @type {HTMLElement | null} */ (document.querySelector("[data-collection] [tabindex='0']"));
    tile?.focus({ preventScroll: true });
  });
  return button;
};
