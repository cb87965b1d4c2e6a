// Sheets and the history of a tab: random actions of a person, the scene and the connection, compared with a model that
// knows the stack of sheets of each entry.

import assert from "node:assert/strict";
import test from "node:test";
import { faked } from "./faked.mjs";
import { random as seeded } from "./random.mjs";

const page = "/sheets";
const origin = "http://aviary";

/** How long a press waits for a connection, as `actions.js` has it. */
const pressLimit = 5_000;

/** Scheduled work, on a clock that moves only when somebody waits. */
class Clock {
  now = 0;
  #due = [];
  #count = 0;

  after(wait, body) {
    this.#due.push({ at: this.now + wait, count: this.#count++, body });
  }

  /** Lets all happen that does until a moment, or all there is. */
  async run(until = Infinity) {
    for (;;) {
      // Promises that are kept at once need no clock.
      for (let step = 0; step < 40; step++) await null;
      this.#due.sort((one, other) => one.at - other.at || one.count - other.count);
      const [next] = this.#due;
      if (!next || next.at > until) break;
      this.#due.shift();
      this.now = next.at;
      next.body();
    }
    if (until < Infinity) this.now = until;
  }
}

/** A tab with its history, its page and the scene of that. */
class Tab {
  clock = new Clock();
  // The first entry is another site's.
  entries = [{ url: "/before" }, { url: page, state: { aviary: "tab" } }];
  at = 1;
  hasLeft = false;
  hasReplaced = false;
  isConnected = true;
  scene = { sheets: [], known: new Set(), answers: new Map(), count: 0, hasHadSheets: false };
  #dialogs = [];
  #pages = 0;
  #listeners = [];
  #requests = new Map();
  #asked = 0;

  /** @param {{wait: number, travel: number}} line how long a message takes, and going through the history */
  static async open({ wait, travel }) {
    const tab = new Tab();
    Object.assign(tab, { wait, travel });
    await tab.#load();
    return tab;
  }

  get entry() {
    return this.entries[this.at];
  }

  get keys() {
    return this.entry.state?.sheets ?? [];
  }

  /** The visible sheets, the topmost last. */
  get shown() {
    return this.#dialogs.map(({ own }) => own);
  }

  async #load() {
    const tab = this;
    const own = ++this.#pages;
    const isHere = () => own === this.#pages && !this.hasLeft && !this.hasReplaced;
    this.#dialogs = [];
    this.#listeners = [];
    this.#requests = new Map();
    const go = (by) => this.clock.after(this.travel, () => isHere() && this.#travel(by));
    const location = {
      get pathname() {
        return new URL(tab.entry.url, origin).pathname;
      },
      get search() {
        return new URL(tab.entry.url, origin).search;
      },
      get href() {
        return origin + tab.entry.url;
      },
      reload: () => (this.hasReplaced = true),
      replace: () => (this.hasReplaced = true),
    };
    const history = {
      get state() {
        return structuredClone(tab.entry.state ?? null);
      },
      pushState: (state, _, url) => {
        this.entries.length = this.at + 1;
        this.entries.push({ url: url.replace(origin, ""), state: structuredClone(state) });
        this.at++;
      },
      go,
    };
    const body = { append: (dialog) => dialog.isDialog && this.#dialogs.push(dialog) };
    Object.assign(globalThis, {
      location, history,
      document: { body, activeElement: body, hidden: true, title: "", documentElement: { style: {} } },
      addEventListener: (_, body) => this.#listeners.push(body),
      innerWidth: 0,
      setTimeout: (body, wait) => this.clock.after(wait, body),
    });
    const askWithoutLimit = (_, { sheet: name }, settled) => this.#ask(() => this.#end(name, true), settled);
    const ask = (_, { fields: { address } }, { settled }) => {
      const answer = () => {
        if (!this.scene.known.has(address)) return [false, "There is nothing here."];
        this.open(address);
        return [true];
      };
      this.#ask(answer, settled);
      const asked = this.#requests.get(this.#asked);
      if (!this.isConnected) this.clock.after(pressLimit, () => isHere() && asked?.isSent === false && this.#requests.delete(asked.number) && settled(false));
      return true;
    };
    const { default: start } = await faked("sheets", {
      ask, askWithoutLimit, make: (name, properties) => this.#make(name, properties),
      listen: (target, listeners) => Object.assign(target.listeners ?? {}, listeners),
      send: (_, { sheets }) => this.#toScene(() => this.#review(sheets.map((sheet) => [sheet].flat()))),
      spotOf: () => ({ element: { closest() {} }, item: undefined, box: null }),
      addRules() {}, raiseBanners() {}, returnFocus() {}, say() {},
      address: page, inner: (address) => address, outer: (address) => address, isElsewhere: () => (this.entry.state?.page ?? this.entry.state?.aviary) !== "tab",
      adoptSheets: () => () => {}, lastPress() {}, hasMod() {}, here: () => location.pathname + location.search, wantsStillness() {},
    });
    this.presenter = start();
  }

  #make(name, properties) {
    const element = {
      isDialog: name === "dialog", isConnected: true, listeners: {}, style: {}, append() {}, setAttribute() {}, dispatchEvent() {},
      querySelector() {}, querySelectorAll: () => [], closest() {}, getBoundingClientRect: () => ({}), showModal() {},
      close: () => this.clock.after(0, () => element.listeners.close?.()),
      remove: () => (this.#dialogs = this.#dialogs.filter((dialog) => dialog !== element)),
    };
    return Object.assign(element, properties);
  }

  // MARK: The line

  /** Asks for something that has a receipt: again on each connection, until there is one. */
  #ask(perform, settled) {
    const number = ++this.#asked;
    this.#requests.set(number, { number, perform, settled, isSent: false });
    this.#send(number);
  }

  #send(number) {
    const request = this.#requests.get(number);
    request.isSent = this.isConnected;
    this.#toScene(() => {
      const { answers } = this.scene;
      if (!answers.has(number)) answers.set(number, request.perform() ?? [true]);
      this.#toPage(() => this.#requests.delete(number) && request.settled(...answers.get(number)));
    });
  }

  #toScene(body) {
    const { connection } = this;
    if (this.isConnected) this.clock.after(this.wait / 2, () => connection === this.connection && body());
  }

  /** A message that is on its way when the connection is lost does not arrive. */
  #toPage(body) {
    const { connection } = this;
    if (this.isConnected) this.clock.after(this.wait / 2, () => connection === this.connection && !this.hasLeft && body());
  }

  connection = 0;

  lose() {
    this.isConnected = false;
    this.connection++;
  }

  /** The connection is back, to the same scene or to another one. */
  comeBack(isLost = false) {
    if (isLost) Object.assign(this.scene, { sheets: [], known: new Set(), answers: new Map(), hasHadSheets: false });
    this.isConnected = true;
    for (const sheet of this.scene.sheets) this.#tell(sheet, sheet.page === undefined || sheet.page === this.#pages);
    this.presenter.report();
    for (const number of this.#requests.keys()) this.#send(number);
  }

  // MARK: The scene

  /** Opens a sheet, with an address or without. */
  open(address = null) {
    const { scene } = this;
    if (address && scene.sheets.some((sheet) => sheet.address === address)) return;
    const sheet = { name: `sheet${++scene.count}`, address };
    scene.hasHadSheets = true;
    scene.sheets.push(sheet);
    if (address) scene.known.add(address);
    this.#tell(sheet, true);
  }

  /**
   * Compares the tab's sheets with the scene's. Sheets of a lost scene are presented again, up to the first without an
   * address.
   */
  #review(shown) {
    const gone = shown.filter(([name]) => !this.scene.sheets.some((sheet) => sheet.name === name));
    const isNew = !this.scene.hasHadSheets;
    while (isNew && gone[0]?.[1]) {
      const [name, address] = gone.shift();
      const sheet = { name, address };
      this.scene.hasHadSheets = true;
      this.scene.sheets.push(sheet);
      this.scene.known.add(address);
      this.#tell(sheet, true);
    }
    for (const [name] of gone) this.#tellGone(name);
  }

  #tell(sheet, isNew) {
    const { name, address } = sheet;
    if (this.isConnected) sheet.page = this.#pages;
    this.#toPage(() => {
      const count = this.#dialogs.length;
      this.presenter.present({ sheet: name, style: "sheet", html: "", address, isNew, version: "version" });
      if (this.#dialogs.length > count) this.#dialogs[count].own = address ?? name;
    });
  }

  #end(name, isByPerson) {
    const index = this.scene.sheets.findIndex((sheet) => sheet.name === name);
    if (index < 0) return;
    for (const sheet of this.scene.sheets.splice(index).reverse()) if (!(isByPerson && sheet.name === name)) this.#tellGone(sheet.name);
  }

  #tellGone(name) {
    this.#toPage(() => this.presenter.dismiss(name));
  }

  /** The app takes a sheet away. */
  dismiss(index) {
    this.#end(this.scene.sheets[index]?.name, false);
  }

  // MARK: The person

  /** Escape: the browser closes the dialog. */
  escape() {
    this.#dialogs.at(-1)?.close();
  }

  /** The button that closes a sheet. */
  press() {
    const closest = (selector) => selector === "[data-dismiss]" && { dataset: { dismiss: "" } };
    this.#dialogs.at(-1)?.listeners.click({ target: { closest }, detail: 1 });
  }

  go(by) {
    const pages = this.#pages;
    this.clock.after(this.travel, () => pages === this.#pages && this.#travel(by));
  }

  #travel(by) {
    if (!this.entries[this.at + by]) return;
    this.at += by;
    this.hasLeft = this.at === 0;
    if (this.hasLeft) return;
    for (const hear of this.#listeners.splice(0)) hear();
    this.presenter.matchHistory();
  }

  async reload() {
    this.connection++;
    await this.#load();
    this.comeBack();
  }
}

/** A person's expectation: the entries of the history with their sheets, and the current entry. */
class Model {
  entries = [[]];
  at = 0;
  known = new Set();

  get shown() {
    return this.entries[this.at];
  }

  open(key) {
    if (this.shown.includes(key)) return;
    if (key.startsWith("/")) this.known.add(key);
    this.entries.length = this.at + 1;
    this.entries.push([...this.shown, key]);
    this.at++;
  }

  /** A sheet goes with those over it. */
  close(index) {
    if (index < this.shown.length) this.at -= this.shown.length - index;
  }

  /** The way forward opens the sheet whose address the entry has, and no other. */
  go(by) {
    if (!this.entries[this.at + by]) return;
    const { shown } = this;
    this.at += by;
    const keys = this.shown;
    const address = keys.findLast((key) => key.startsWith("/"));
    const opened = keys.filter((key) => shown.includes(key) || key === address);
    const missing = keys.findIndex((key) => !opened.includes(key));
    if (missing >= 0) this.at -= keys.length - missing;
  }
}

/** @param {Tab} tab */
function check(tab, message) {
  const { url } = tab.entry;
  assert.deepEqual(tab.shown, tab.keys, `the entry has what is shown: ${message}`);
  assert.deepEqual(tab.scene.sheets.map(({ name, address }) => address ?? name), tab.shown, `the scene has what is shown: ${message}`);
  assert.equal(url, tab.shown.findLast((key) => key.startsWith("/")) ?? page, `the address is that of what is shown: ${message}`);
}

/** Closes whatever is open, as a person would who is done. */
async function closeAll(tab, message) {
  for (let step = 0; tab.shown.length && step < 12; step++) {
    tab.escape();
    await tab.clock.run();
  }
  check(tab, message);
  assert.deepEqual([tab.at, tab.shown], [1, []], `all is closed at the page's entry: ${message}`);
}

for (let seed = 0; seed < 400; seed++) {
  test(`one thing after the other is as the model has it (seed ${seed})`, async () => {
    const random = seeded(seed);
    const tab = await Tab.open({ wait: 10, travel: 5 });
    const model = new Model();
    const steps = [];
    for (let step = 0; step < 12; step++) {
      const address = random(3) ? `/note/${1 + random(3)}` : undefined;
      const { length } = tab.shown;
      const kind = ["open", "open", "open", "escape", "press", "back", "forward", "forward two", "dismiss", "blink", "reload"][random(11)];
      // A page is reloaded at its own address; at that of a sheet it is another page.
      if (kind === "reload" && tab.entry.url !== page) continue;
      steps.push(kind === "open" ? `open ${address}` : kind);
      if (kind === "open" && length < 6) {
        tab.open(address);
        model.open(address ?? `sheet${tab.scene.count}`);
      } else if (kind === "escape" || kind === "press") {
        tab[kind]();
        if (length) model.close(length - 1);
      } else if (kind === "back" && tab.at > 1) {
        tab.go(-1);
        model.go(-1);
      } else if (kind.startsWith("forward")) {
        const by = kind === "forward" ? 1 : 2;
        tab.go(by);
        model.go(by);
      } else if (kind === "dismiss" && length) {
        const index = random(length);
        tab.dismiss(index);
        model.close(index);
      } else if (kind === "blink") {
        tab.lose();
        tab.comeBack();
      } else if (kind === "reload") await tab.reload();
      await tab.clock.run();
      const message = steps.join(", ");
      assert.ok(!tab.hasLeft && !tab.hasReplaced, `the page is there: ${message}`);
      assert.deepEqual(tab.shown, model.shown, message);
      assert.equal(tab.at - 1, model.at, `at its entry: ${message}`);
      check(tab, message);
    }
    await closeAll(tab, steps.join(", "));
  });
}

test("what has an address outlives its scene, and what stands over something that has none does not", async () => {
  const tab = await Tab.open({ wait: 10, travel: 5 });
  for (const address of ["/note/1", "/note/2", undefined, "/note/3"]) {
    tab.open(address);
    await tab.clock.run();
  }
  tab.lose();
  tab.comeBack(true);
  await tab.clock.run();
  check(tab, "the lower two are there");
  assert.deepEqual(tab.shown, ["/note/1", "/note/2"]);
  await closeAll(tab, "they are closed");
});

for (let seed = 0; seed < 400; seed++) {
  test(`however things meet, what is shown, the history and the scene agree in the end (seed ${seed})`, async () => {
    const random = seeded(10_000 + seed);
    const tab = await Tab.open({ wait: [10, 600][random(2)], travel: 15 });
    const steps = [];
    for (let step = 0; step < 10 && !tab.hasLeft && !tab.hasReplaced; step++) {
      const kind = ["open", "open", "open", "escape", "press", "back", "forward", "dismiss", "lose", "lost"][random(10)];
      steps.push(`${tab.clock.now} ${kind}`);
      if (kind === "open" && tab.isConnected && tab.scene.sheets.length < 6) tab.open(random(2) ? `/note/${1 + random(2)}` : undefined);
      else if (kind === "escape" || kind === "press") tab[kind]();
      // A second press before the first step back has ended goes back twice.
      else if (kind === "back" && tab.at > 2) tab.go(-1);
      else if (kind === "forward") tab.go(1);
      else if (kind === "dismiss") tab.dismiss(random(3));
      else if (kind === "lose" && tab.isConnected) {
        tab.lose();
        tab.clock.after([50, 9_000][random(2)], () => tab.comeBack());
      } else if (kind === "lost" && tab.isConnected) {
        tab.lose();
        tab.clock.after(50, () => tab.comeBack(true));
      }
      await tab.clock.run(tab.clock.now + random(900));
    }
    await tab.clock.run();
    const message = steps.join(", ");
    // An address that a new scene knows nothing of is a page of its own; and who goes back faster than sheets close may leave.
    if (tab.hasReplaced || tab.hasLeft) return;
    check(tab, message);
    await closeAll(tab, message);
  });
}
