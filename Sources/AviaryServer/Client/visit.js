/**
 * The visit of a page in its tab: the state that the page leaves for a later page. A page that comes back to the same
 * entry of the history takes over this state. A page comes back by a reload, by going back or forward, or when its
 * address is entered again. Another page at the same address (path and query) takes over only the keepsake of the room
 * itself.
 *
 * A duplicated tab copies all visits. So a visit names its page only after that page has gone.
 *
 * @typedef {[name: keyof import("./packets.js").BrowserMessages, receipt: string, ...values: unknown[]]} Request as on the wire,
 *   with its receipt in place of its number
 * @typedef {{aviary?: string, page?: string, sheets?: string[]}} Entry the state of an entry of the history
 * @typedef {[top: number, numbers: unknown[], counts: number[], id?: string | true, offset?: number]} Stay a scroll position:
 *   its y, the layout as on the wire, and the tile at the top of the view with its distance from there, or
 *   `true` at the end of a list that stays there
 * @typedef {[tab: string, top: number, keepsake: string, stays: Record<string, Stay | undefined>, requests?: Request[]]} Visit
 *   `top` is the scroll position of the page, for the script in its head; `requests` have no answer
 */

/** A unique name of the page: `hello` sends it, and it is the key of the visit in the page's entry of the history. */
export const tab = crypto.getRandomValues(new Uint32Array(4)).join("-");

/** The tab's address, with its query. Sheets change it. */
export const here = () => location.pathname + location.search;

/** The page's address, with its query. The page's content belongs to this address. */
export const address = here();

/**
 * The key of this page's entry of the history.
 *
 * @type {string | undefined}
 */
let entry;

/**
 * True if the present entry of the history belongs to another page. A sheet has an entry of its own, whose state names
 * its page.
 */
export const isElsewhere = () => {
  const { aviary, page = aviary } = /** @type {Entry} */ (history.state ?? {});
  return page !== undefined && page !== entry;
};

/**
 * The storage key under which a page that goes notes its address, the length of the history, and the key of its visit.
 */
const leaver = "leaver";

/**
 * The prefix of an address in a storage key. The value is the key of the last visit there. The scene of an address
 * passes from one visit to the next.
 */
const latest = "latest ";

/**
 * The storage key that the script in the page's head reads. The value is the address of the room's link that
 * was opened last, with the key of the last visit there.
 */
const linkedKey = "linked";

/**
 * The address of the room's link that was opened.
 *
 * @type {string | undefined}
 */
let linked;

/**
 * Notes that a room's link was opened. People use these links like tabs, so the room keeps its scroll position.
 *
 * @param {HTMLAnchorElement} link
 */
export const noteLink = ({ pathname, search }) => (linked = pathname + search);

/**
 * The largest number of history entries that browsers keep. At this length a new entry does not change the length, so
 * the length tells nothing.
 */
const fullHistory = 50;

/**
 * The visit that an earlier page left for this page, if any.
 *
 * @returns {Visit | undefined}
 */
export function findVisit() {
  try {
    const left = takeStored(leaver);
    const [to, key] = takeStored(linkedKey) ?? [];
    // After a reload at a sheet's address, the sheet is a page of its own, so `page` and `sheets` are left out.
    const { aviary, page, sheets, ...state } = history.state ?? {};
    entry = aviary ?? tab;
    if (aviary) return withScene(takeStored(aviary));
    history.replaceState({ ...state, aviary: tab }, "");
    const replaced = left && findReplaced(left);
    if (replaced) return replaced;
    const visit = to === address && read(key);
    if (visit) return withScene(visit);
    const { "": room } = JSON.parse(sessionStorage[address]);
    return ["", 0, JSON.stringify({ "": room }), {}];
  } catch {}
}

/**
 * A visit left at an entry of the history, with the present scene of this address. Another page at the same address may
 * have had the scene after that visit.
 *
 * @param {Visit} [visit]
 * @returns {Visit | undefined}
 */
function withScene(visit) {
  const [name, keepsake] = findScene() ?? [];
  return visit && name ? [name, visit[1], keepsake ?? "", visit[3], visit[4]] : visit;
}

/**
 * Takes the name and keepsake of the page that had the scene of this address last. No other page finds them from then
 * on.
 *
 * @returns {[name: string, keepsake: string] | undefined} nothing when that page is still open, or has left no scene
 */
export function findScene() {
  try {
    const key = sessionStorage[latest + address];
    const visit = read(key);
    if (!visit?.[0]) return;
    sessionStorage[key] = JSON.stringify(["", ...visit.slice(1)]);
    return [visit[0], visit[2]];
  } catch {}
}

/**
 * The visit of the page that this one replaces, without the state of its history entry. A page is replaced when the
 * same address is entered again in Firefox, when a link leads to its own page, or after a sign-in at this address. As
 * after any link, the page begins at the top.
 *
 * @param {[href: string, length: number, key: string]} leaver
 * @returns {Visit | undefined}
 */
function findReplaced([href, length, key]) {
  // The form of a sign-in has made a history entry of its own, at this address or at that of the site.
  const isSignedIn = length + 1 === history.length;
  if (href !== location.href || (length !== history.length && !isSignedIn) || length >= fullHistory) return;
  const [name, , keepsake, , requests] = takeStored(key) ?? [];
  return name && [name, 0, keepsake, {}, requests];
}

/** @param {Visit} visit its name is empty as long as the page is open */
export function storeVisit(visit) {
  // The present entry may already belong to another page that the browser treats as the same document. In this case
  // this page is not noted as the one that leaves.
  const { aviary } = history.state ?? {};
  const key = entry;
  if (!key) return;
  const store = () => {
    sessionStorage[key] = JSON.stringify(visit);
    sessionStorage[address] = visit[2];
    sessionStorage[latest + address] = key;
    if (visit[0] && linked) sessionStorage[linkedKey] = JSON.stringify([linked, sessionStorage[latest + linked]]);
    if (visit[0] && aviary === key) sessionStorage[leaver] = JSON.stringify([location.href, history.length, key]);
    else delete sessionStorage[leaver];
  };
  try {
    store();
  } catch {
    // The storage may be full of visits to other addresses. This visit is more important.
    try {
      sessionStorage.clear();
      store();
    } catch {}
  }
}

/**
 * Reads the value of a key, and removes it.
 *
 * @param {string} key
 */
function takeStored(key) {
  const stored = read(key);
  delete sessionStorage[key];
  return stored;
}

/** @param {string} key */
const read = (key) => sessionStorage[key] && JSON.parse(sessionStorage[key]);
