import assert from "node:assert/strict";
import test from "node:test";

/** The storage of a tab. */
let storage = {};

/** How many pages there were, each with a module of its own. */
let count = 0;

/**
 * A page of a tab, as far as a visit goes.
 *
 * @param {{path?: string, length?: number, state?: object | null}} entry of the history
 */
async function page({ path = "/colors", length = 2, state = null }) {
  const history = { state, length, replaceState: (/** @type {any} */ it) => (history.state = it) };
  const { pathname, search, href } = new URL(path, "http://aviary");
  const location = { pathname, search, href };
  Object.assign(globalThis, { location });
  const { tab, findScene, findVisit, noteLink, storeVisit } = await import(`../../Sources/AviaryServer/Client/visit.js?${count++}`);
  /** Runs code with the globals of one window. */
  const inWindow = (/** @type {() => any} */ body) => {
    Object.assign(globalThis, { history, location, sessionStorage: storage });
    return body();
  };
  return {
    tab, history,
    noteLink: (/** @type {string} */ path) => noteLink(/** @type {any} */ (new URL(path, "http://aviary"))),
    scene: () => inWindow(findScene),
    visit: inWindow(findVisit),
    hide: () => inWindow(() => storeVisit(["", 0, '{"":"room"}', {}])),
    leave: (/** @type {any[]} */ requests = [], signIn = 0) =>
      inWindow(() => storeVisit([tab, 900, '{"":"room","grid":"2"}', { grid: [900] }, requests], signIn)),
  };
}

/** Only the room's own state. */
const room = ["", 0, '{"":"room"}', {}];

test.beforeEach(() => {
  storage = {};
});

test("a page whose address is entered again takes the place of the one before, at the top", async () => {
  const before = await page({});
  const request = ["do", "rename", { name: "Tea" }, "1"];
  before.leave([request]);
  const after = await page({});
  assert.deepEqual(after.visit, [before.tab, 0, '{"":"room","grid":"2"}', {}, [request]]);
  after.leave();
  assert.equal((await page({})).visit[0], after.tab);
});

test("a page that comes back to its entry stands where it stood", async () => {
  const before = await page({});
  before.leave();
  const after = await page({ state: before.history.state });
  assert.deepEqual(after.visit, [before.tab, 900, '{"":"room","grid":"2"}', { grid: [900] }, []]);
});

test("a page after a sign-in, at its address or at the site's, takes the place of the one before", async () => {
  const before = await page({});
  const request = ["do", "rename", { name: "Tea" }, "1"];
  before.leave([request], 1);
  const after = await page({ length: 3 });
  assert.deepEqual(after.visit, [before.tab, 0, '{"":"room","grid":"2"}', {}, [request]]);
});

test("one more entry of the history is no sign-in, if nobody was signed out", async () => {
  (await page({})).leave([["do", "rename", { name: "Tea" }, "1"]]);
  assert.deepEqual((await page({ length: 3 })).visit, room);
});

test("a page of a room between leaves nothing to the next one", async () => {
  (await page({})).leave();
  (await page({ path: "/palette", length: 3 })).leave();
  assert.deepEqual((await page({ length: 3 })).visit, room);
});

for (const [name, entry] of Object.entries({
  "a sign-in at another address": { path: "/palette", length: 3 },
  "a link to another room": { path: "/palette", length: 3 },
  "an address entered over another page": { path: "/palette" },
  "a link to the same room from another page": { length: 4 },
  "an address with another query": { path: "/colors?sort=hue" },
})) {
  test(`${name} leads to a page of its own`, async () => {
    (await page({})).leave();
    assert.deepEqual((await page(entry)).visit?.[0] || "", "");
  });
}

test("what a room says of itself belongs to its address, the query included", async () => {
  (await page({ path: "/colors?sort=hue" })).leave();
  assert.deepEqual((await page({ path: "/colors?sort=hue", length: 4 })).visit, room);
  assert.equal((await page({ length: 5 })).visit, undefined);
});

test("a full storage forgets the other pages, not this one, nor the visitor and the keys of the site", async () => {
  const others = { "visitor ": "ann", draft: "Dear Sir" };
  const visited = { ...others };
  const limit = 6;
  storage = new Proxy(visited, {
    set(_, key, value) {
      if (!(key in visited) && Object.keys(visited).length >= limit) throw new RangeError("full");
      visited[key] = value;
      return true;
    },
  });
  (await page({ path: "/photos/1" })).leave();
  const last = await page({ path: "/photos/2", length: 3 });
  last.leave();
  assert.deepEqual((await page({ path: "/photos/2", state: last.history.state })).visit.slice(0, 2), [last.tab, 900]);
  assert.deepEqual({ ...visited, ...others }, visited);
});

test("a full history tells nobody apart", async () => {
  (await page({ length: 50 })).leave();
  assert.deepEqual((await page({ length: 50 })).visit, room.with(2, '{"":"room"}'));
});

test("a page that is there keeps its place, whoever has a copy of the storage", async () => {
  const before = await page({});
  before.leave();
  const there = await page({});
  const own = storage;
  storage = { ...own };
  assert.equal((await page({})).visit?.[0] || "", "");
  storage = own;
  there.hide();
  storage = { ...own };
  assert.equal((await page({})).visit?.[0] || "", "");
});

test("whoever left the tab before the last page is not taken for it", async () => {
  const colors = await page({});
  colors.leave();
  const home = await page({ path: "/", length: 3 });
  home.leave();
  assert.equal((await page({ length: 3 })).visit[0], "");
});

/** The link of a room is opened from a page. */
const opened = async (/** @type {any} */ from, /** @type {string} */ path) => {
  from.noteLink(path);
  from.leave();
};

test("the link of a room leads to where it stood, with its scene", async () => {
  const colors = await page({});
  colors.leave();
  const home = await page({ path: "/", length: 3 });
  opened(home, "/colors");
  const again = await page({ length: 4 });
  assert.deepEqual(again.visit, [colors.tab, 900, '{"":"room","grid":"2"}', { grid: [900] }, []]);
  // The way back leads to the older page of the room, which has the scene of the newer one.
  again.leave();
  assert.deepEqual((await page({ path: "/", state: home.history.state })).visit?.[0], home.tab);
  assert.deepEqual((await page({ state: colors.history.state })).visit.slice(0, 2), [again.tab, 900]);
});

test("a page that the browser kept finds the scene that another page at its address has had", async () => {
  const colors = await page({});
  colors.leave();
  const home = await page({ path: "/", length: 3 });
  opened(home, "/colors");
  const again = await page({ length: 4 });
  assert.equal(colors.scene(), undefined, "it is there");
  again.leave();
  assert.deepEqual(colors.scene(), [again.tab, '{"":"room","grid":"2"}']);
  assert.equal(colors.scene(), undefined, "once");
});

test("the link of a room that is opened elsewhere counts for nothing", async () => {
  (await page({})).leave();
  const home = await page({ path: "/", length: 3 });
  opened(home, "/palette");
  assert.equal((await page({ length: 4 })).visit[0], "");
});

test("a page whose entry is another's already when it goes keeps its place", async () => {
  const before = await page({});
  const { state } = before.history;
  before.history.state = { aviary: "another" };
  before.leave();
  assert.equal((await page({ state })).visit?.[1], 900);
});
