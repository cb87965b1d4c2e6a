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
    // A sheet's address that is opened anew is a page's.
    const { aviary, page, sheets, ...state } = history.state ?? {};
    entry = aviary ?? tab;
    if (aviary) return takeKept(aviary);
    history.replaceState({ ...state, aviary: tab }, "");
    const replaced = left && findReplaced(left);
    if (replaced) return replaced;
    const { "": room } = JSON.parse(sessionStorage[address]);
    return ["", 0, JSON.stringify({ "": room }), {}];
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
  const { aviary, page: key = aviary } = history.state ?? {};
  if (!key || key !== entry) return;
  const keep = () => {
    sessionStorage[key] = JSON.stringify(visit);
    sessionStorage[address] = visit[2];
    if (visit[0] && aviary) sessionStorage[leaver] = JSON.stringify([location.href, history.length, key]);
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
  const text = sessionStorage[key];
  delete sessionStorage[key];
  return text && JSON.parse(text);
}
