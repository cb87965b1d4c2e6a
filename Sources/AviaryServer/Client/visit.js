/**
 * The visit of a page in its tab: the state that the page leaves for a later page. A page that comes back to the same
 * entry of the history takes over this state. A page comes back by a reload, by going back or forward, or when its
 * address is entered again. Another page at the same address (path and query) takes over only the keepsake of the room
 * itself.
 *
 * The script `visitor` in the page's head forgets all of it before a page of another person uses it.
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
 * The prefix of an address in a storage key. The value is the key of the last visit there. The scene of an address
 * passes from one visit to the next.
 *
 * There are two other keys. Under `leaver`, a page that goes notes its address, the length of the history and the key of
 * its visit. It also notes how many entries of the history a sign-in may add. Under `linked` it notes the address of the
 * room's link that was opened last, with the key of the last visit there. The script in the page's head reads that.
 */
const latest = "/";

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
    const left = takeStored("leaver");
    const [to, key] = takeStored("linked") ?? [];
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
  const scene = findScene();
  return visit && scene ? [scene[0], visit[1], scene[1], visit[3], visit[4]] : visit;
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
 * @param {[href: string, length: number, key: string, signIn: number]} leaver
 * @returns {Visit | undefined}
 */
function findReplaced([href, length, key, signIn]) {
  const added = history.length - length;
  if (href !== location.href || (added && added !== signIn) || length >= fullHistory) return;
  const [name, , keepsake, , requests] = takeStored(key) ?? [];
  return name && [name, 0, keepsake, {}, requests];
}

/**
 * @param {Visit} visit its name is empty as long as the page is open
 * @param {number} [signIn] how many entries of the history a sign-in may add. It is 1 if the server has signed the person
 *   out: the form of a sign-in is an entry of its own
 */
export function storeVisit(visit, signIn) {
  const store = () => {
    const key = entry;
    if (!key) return;
    sessionStorage[key] = JSON.stringify(visit);
    sessionStorage[address] = visit[2];
    sessionStorage[latest + address] = key;
    if (visit[0] && linked) sessionStorage.linked = JSON.stringify([linked, sessionStorage[latest + linked]]);
    // The present entry may already belong to another page that the browser treats as the same document. In this case
    // this page is not noted as the one that leaves.
    if (visit[0] && history.state?.aviary === key) sessionStorage.leaver = JSON.stringify([location.href, history.length, key, signIn]);
    else delete sessionStorage.leaver;
  };
  try {
    try {
      store();
    } catch {
      // The storage may be full of visits to other addresses. This visit is more important. Other keys are those of the
      // site, and the visitor.
      for (const key in sessionStorage) if (/^[/\d]/.test(key)) delete sessionStorage[key];
      store();
    }
  } catch {}
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
