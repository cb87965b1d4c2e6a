/**
 * The visit of a page in its tab: what it leaves behind for the page that comes back to the same entry of the history, by a
 * reload, by going back or forward, or because its address is entered again; and for the next one with the same address,
 * what it kept of the room itself. An address is its path and its query.
 *
 * A tab that is duplicated copies all this. So no page that is there is named in it: a page is when it goes.
 *
 * @typedef {[name: string, receipt: string, ...arguments: any[]]} Request with its receipt in place of its number
 * @typedef {[tab: string, top: number, keepsake: string, stays: Record<string, any[] | undefined>, requests?: Request[]]} Visit
 *   `top` is how far the page is scrolled: what the script in its head looks at; `requests` have no answer
 */

/** What `hello` calls a page, and where its entry of the history keeps what it leaves: a name among all. */
export const tab = crypto.getRandomValues(new Uint32Array(4)).join("-");

/** The page's address: what it shows belongs to that, the query included. */
export const address = location.pathname + location.search;

/**
 * What names this page's entry of the history.
 *
 * @type {string | undefined}
 */
let entry;

/** Whether the entry that is shown is another page's. A sheet has an entry of its own, whose state names its page. */
export const isElsewhere = () => {
  const { aviary, page = aviary } = history.state ?? {};
  return page !== undefined && page !== entry;
};

/** Where a page that goes says which one it was: its address, how long the history was, and the key of its visit. */
const leaver = "leaver";

/** Before the address of a page: the key of the visit that was left there last. The scene of an address goes from one to the next. */
const latest = "latest ";

/** What the script in the head of the page looks at: the address that a room's link was followed to, and the key of its visit. */
const followed = "followed";

/**
 * The address of the room's link that was followed.
 *
 * @type {string | undefined}
 */
let following;

/**
 * A room's link is followed: people go from room to room by them as between tabs, so that the room stands where it stood.
 *
 * @param {HTMLAnchorElement} link
 */
export const follow = ({ pathname, search }) => (following = pathname + search);

/** How many entries browsers keep of a history at most. From then on its length says nothing. */
const fullHistory = 50;

/**
 * What the page before left here, if there was one.
 *
 * @returns {Visit | undefined}
 */
export function findVisit() {
  try {
    const left = takeKept(leaver);
    const [to, key] = takeKept(followed) ?? [];
    // A sheet's address that is opened anew is a page's.
    const { aviary, page, sheets, ...state } = history.state ?? {};
    entry = aviary ?? tab;
    if (aviary) return withScene(takeKept(aviary));
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
 * What was left at an entry of the history, with the scene that this address has by now: another page at the same address may
 * have had it since.
 *
 * @param {Visit} [visit]
 * @returns {Visit | undefined}
 */
function withScene(visit) {
  const [name, keepsake] = findScene() ?? [];
  return visit && name ? [name, visit[1], keepsake ?? "", visit[3], visit[4]] : visit;
}

/**
 * The page that had the scene of this address last, and its keepsake. Nobody else finds it from now on.
 *
 * @returns {[name: string, keepsake: string] | undefined} nothing when that page is there, or has left no scene
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
 * What the page left that this one replaces, without the state of its entry of the history: the same address was entered
 * again in Firefox, a link leads to its own page, or the person signed in at this address. As after any link, the page begins
 * at the top.
 *
 * @param {[href: string, length: number, key: string]} leaver
 * @returns {Visit | undefined}
 */
function findReplaced([href, length, key]) {
  // A form at this address, where the page was not shown any more, has made an entry of its own.
  const isSignedIn = document.referrer === href && length + 1 === history.length;
  if (href !== location.href || (length !== history.length && !isSignedIn) || length >= fullHistory) return;
  const [name, , keepsake, , requests] = takeKept(key) ?? [];
  return name && [name, 0, keepsake, {}, requests];
}

/** @param {Visit} visit its name is empty as long as the page is there */
export function keepVisit(visit) {
  // The entry may be another page's already, which the browser takes for the same document as this one.
  const { aviary } = history.state ?? {};
  const key = entry;
  if (!key) return;
  const keep = () => {
    sessionStorage[key] = JSON.stringify(visit);
    sessionStorage[address] = visit[2];
    sessionStorage[latest + address] = key;
    if (visit[0] && following) sessionStorage[followed] = JSON.stringify([following, sessionStorage[latest + following]]);
    if (visit[0] && aviary === key) sessionStorage[leaver] = JSON.stringify([location.href, history.length, key]);
    else delete sessionStorage[leaver];
  };
  try {
    keep();
  } catch {
    // It may be full of the addresses that this tab has been to. This one counts more than all of them.
    try {
      sessionStorage.clear();
      keep();
    } catch {}
  }
}

/**
 * Reads what is kept under a key, and keeps it no longer.
 *
 * @param {string} key
 */
function takeKept(key) {
  const kept = read(key);
  delete sessionStorage[key];
  return kept;
}

/** @param {string} key */
const read = (key) => sessionStorage[key] && JSON.parse(sessionStorage[key]);
