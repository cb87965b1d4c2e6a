/**
 * A page's place in its tab: what it leaves behind for the page that comes back to the same entry of the history, by a
 * reload or by going back or forward; and for the next one with the same address, what it kept of the room itself.
 *
 * A tab that is duplicated copies all this. So no page that is there is named in it: a page is when it goes.
 *
 * @typedef {[name: string, ...arguments: any[]]} Request without its number
 * @typedef {[tab: string, top: number, kept: string, stays: Record<string, any[] | undefined>, requests?: Request[]]} Visit
 *   `top` is how far the page is scrolled: what the script in its head looks at; `requests` were never sent
 */

/** What `hello` calls a page, and where its entry of the history keeps what it leaves: a name among all. */
export const tab = crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * What the page before left here, if there was one.
 *
 * @returns {Visit | undefined}
 */
export function findVisit() {
  try {
    const { aviary } = history.state ?? {};
    if (!aviary) {
      history.replaceState({ ...history.state, aviary: tab }, "");
      const { "": room } = JSON.parse(sessionStorage[location.pathname]);
      return ["", 0, JSON.stringify({ "": room }), {}];
    }
    const left = sessionStorage[aviary];
    delete sessionStorage[aviary];
    return left && JSON.parse(left);
  } catch {}
}

/** @param {Visit} visit its name is empty as long as the page is there */
export function keepVisit(visit) {
  try {
    sessionStorage[history.state.aviary] = JSON.stringify(visit);
    sessionStorage[location.pathname] = visit[2];
  } catch {}
}
