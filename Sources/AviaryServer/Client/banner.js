import { front, hasFocus, make, makeButton } from "./element.js";
import { returnFocus, startLastFocus } from "./lastfocus.js";
import { phrase } from "./words.js";

/**
 * How long a notice stays, and how long a notice with a button stays, in milliseconds. An error stays until it is
 * dismissed.
 */
const noticeTime = 6_000;
const offerTime = 12_000;

/** @type {HTMLElement} */
let bannerBox;

/** @type {Record<string, HTMLElement | undefined>} */
const banners = {};

/**
 * The last notice that was shown by `remark`.
 *
 * @type {HTMLElement | undefined}
 */
let remarked;

/**
 * An invisible live region: screen readers read out changes that the page shows without text.
 *
 * @type {HTMLElement}
 */
let announcer;

/** Creates the banner box over the page: for an error, a notice, and the state of the connection. */
export function startBanners() {
  bannerBox = make("div", { className: "banners" });
  announcer = make("p", { className: "announcer", role: "status" });
  document.body.append(bannerBox, announcer);
  startLastFocus(bannerBox);
}

/**
 * Moves the banners into the front sheet, because everything behind a sheet is inert.
 *
 * @returns {HTMLElement} the banner box
 */
export function raiseBanners() {
  const root = front();
  (root.body ?? root).append(bannerBox, announcer);
  return bannerBox;
}

/** @param {HTMLElement} banner shown until it is removed */
export const addBanner = (banner) => bannerBox.append(banner);

/**
 * Has a screen reader read out a sentence when the person pauses. Of several sentences in a row only the last is read.
 *
 * @param {string} sentence
 */
export function announce(sentence) {
  // Only a change is read out, so a repeated sentence gets a space at its end.
  announcer.textContent = announcer.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/**
 * Shows a banner until it is dismissed or another banner of its kind comes. A notice also goes after some seconds. An
 * empty sentence removes the banner of this kind.
 *
 * @param {string} kind `error`, `notice` or `connection`
 * @param {string} sentence
 * @param {string} [title] of a button beside it
 * @param {string} [action] the action of that button
 * @returns {HTMLElement | undefined} for `withdraw`
 */
export function say(kind, sentence, title, action) {
  const last = banners[kind];
  // If the answer to the previous press replaces a remark at once, the remark is still read out.
  if (last?.isConnected && last === remarked && title) announce(last.firstElementChild?.textContent ?? "");
  withdraw(last);
  if (!sentence) return;
  const banner = make("div", { className: `banner ${kind}`, role: kind === "error" ? "alert" : "status" });
  const text = make("p");
  banners[kind] = banner;
  banner.append(text);
  // A page may have its own element for a kind of banner.
  (front().querySelector(`[data-banner=${kind}]`) ?? bannerBox).append(banner);
  // Screen readers read text that is added to an element which already has its role.
  text.textContent = sentence;
  if (title) banner.append(makeEnd(title, banner, action));
  if (kind !== "connection") banner.append(makeEnd(phrase("Dismiss"), banner));
  if (kind === "notice") setTimeout(() => withdraw(banner), title ? offerTime : noticeTime);
  return banner;
}

/**
 * Removes a banner, if it is still shown, and returns the focus from it.
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
 * Says why a press did nothing. If the page shows a notice with an action, such as undo for the previous press, this
 * notice stays, and the sentence is only read out.
 *
 * @param {string} sentence
 */
export function remark(sentence) {
  if (banners.notice?.isConnected && banners.notice.querySelector("[data-action]")) announce(sentence);
  else remarked = say("notice", sentence);
}

/**
 * Makes a button that removes the banner, and calls `action` if there is one.
 *
 * @param {string} title
 * @param {HTMLElement} banner
 * @param {string} [action]
 */
const makeEnd = (title, banner, action) => {
  const button = makeButton(title, () => {
    banner.remove();
    returnFocus(bannerBox);
  });
  if (action) button.dataset.action = action;
  return button;
};
