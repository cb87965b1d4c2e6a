import { front, hasFocus, listen, make } from "./element.js";
import { returnFocus, startLastFocus } from "./lastfocus.js";
import { phrase } from "./words.js";

/** How long a notice stays, and one that offers something, in milliseconds. An error stays. */
const noticeTime = 6_000;
const offerTime = 12_000;

/** @type {HTMLElement} */
let bannerBox;

/** @type {Record<string, HTMLElement | undefined>} */
const banners = {};

/**
 * The notice that is a remark.
 *
 * @type {HTMLElement | undefined}
 */
let remarked;

/**
 * What is read out, and seen by nobody: the one element for what a page shows without a word.
 *
 * @type {HTMLElement}
 */
let announcer;

/** Makes room for sentences for the person, over the page: an error, a notice, and the state of the connection. */
export function startBanners() {
  bannerBox = make("div", { className: "banners" });
  announcer = make("p", { className: "announcer", role: "status" });
  document.body.append(bannerBox, announcer);
  startLastFocus(bannerBox);
}

/**
 * Has the sentences where a person can reach them: what is behind a sheet is inert.
 *
 * @returns {HTMLElement} where they are
 */
export function raiseBanners() {
  const root = front();
  (root.body ?? root).append(bannerBox, announcer);
  return bannerBox;
}

/** @param {HTMLElement} banner shown until it is removed */
export const addBanner = (banner) => bannerBox.append(banner);

/**
 * Has a sentence read out when the person pauses. Of several in a row only the last is.
 *
 * @param {string} sentence
 */
export function announce(sentence) {
  // The same words twice are no change, which is what is read.
  announcer.textContent = announcer.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/**
 * Shows a sentence until it is dismissed or another of its kind comes; an empty one takes it away.
 *
 * @param {string} kind `error`, `notice` or `connection`
 * @param {string} sentence
 * @param {string} [title] of a button beside it
 * @param {string} [action] what that button calls
 * @returns {HTMLElement | undefined} for `withdraw`
 */
export function say(kind, sentence, title, action) {
  const last = banners[kind];
  // The answer to the press before it may come at once: a remark that has to go is still read out.
  if (last?.isConnected && last === remarked && title) announce(last.firstElementChild?.textContent ?? "");
  withdraw(last);
  if (!sentence) return;
  const banner = make("div", { className: `banner ${kind}`, role: kind === "error" ? "alert" : "status" });
  const text = make("p");
  banners[kind] = banner;
  banner.append(text);
  // A page may have a place of its own for a kind.
  (front().querySelector(`[data-banner=${kind}]`) ?? bannerBox).append(banner);
  // What is put into an element that is there with its role is read out.
  text.textContent = sentence;
  if (title) banner.append(makeButton(title, banner, action));
  if (kind !== "connection") banner.append(makeButton(phrase("Dismiss"), banner));
  if (kind === "notice") setTimeout(() => withdraw(banner), title ? offerTime : noticeTime);
  return banner;
}

/**
 * Takes a sentence away, if it is still there.
 *
 * @param {HTMLElement} [banner]
 */
export function withdraw(banner) {
  if (!banner) return;
  const hadFocus = hasFocus(banner);
  banner.remove();
  if (hadFocus) returnFocus(bannerBox);
}

/**
 * Says why a press did nothing. What is offered at present, to undo the press before it for one, stays in view: then the
 * sentence is only read out.
 *
 * @param {string} sentence
 */
export function remark(sentence) {
  if (banners.notice?.isConnected && banners.notice.querySelector("[data-action]")) announce(sentence);
  else remarked = say("notice", sentence);
}

/**
 * A button that takes the banner away, besides calling its action.
 *
 * @param {string} title
 * @param {HTMLElement} banner
 * @param {string} [action]
 */
const makeButton = (title, banner, action) => {
  const button = make("button", { type: "button", textContent: title });
  if (action) button.dataset.action = action;
  listen(button, {
    click() {
      banner.remove();
      returnFocus(bannerBox);
    },
  });
  return button;
};
