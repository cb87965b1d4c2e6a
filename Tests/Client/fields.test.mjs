// A field whose text may be refused, followed by a press, or a field in a cell. The person, the scene, another window and
// the connection act in every order, with each message early or late. The last typed text is judged, kept, saved or
// refused, and no other.

import assert from "node:assert/strict";
import test from "node:test";
import { random } from "./random.mjs";

const seeds = process.env.AVIARY_LONG ? 20_000 : 300;
/** What `AVIARY_SEED` adds to each seed, so that the same test draws other histories. */
const shift = Number(process.env.AVIARY_SEED ?? 0) * 1_000_003;

/** Texts that hurt. Those that begin with `#` are readable. */
const texts = ["bleu", "blee", "", "\0", "A\u030a", "\u00c5", "\u202e#", "Infinity", "-1", "<b>&amp;", "#A\u030a", "#\u00c5", "#\0", "# "];
/** A text that is too long for a message, so nothing that has it is sent. */
const huge = `#${"x".repeat(40_000)}`;
const readable = (/** @type {string} */ text) => /^#/.test(text);
/** The scene's form of a text that it can read. */
const stored = (/** @type {string} */ text) => text.toLowerCase();

/** Whether an element matches a selector, as far as the client's modules need it. */
function matches(element, selector) {
  const parts = selector.match(/(?:[^,(]|\([^)]*\))+/g) ?? [];
  return parts.some((part) => {
    const simple = part.trim().match(/^[\w-]+|\[[^\]]*\]|:[\w-]+(?:\([^)]*\))?/g) ?? [];
    return simple.length > 0 && simple.every((each) => {
      const [, inner] = each.match(/^:not\((.*)\)$/) ?? [];
      if (inner) return !matches(element, inner);
      if (each === ":focus") return document.activeElement === element;
      if (each.startsWith(":")) return false;
      if (!each.startsWith("[")) return element.localName === each;
      const [, name, value] = each.match(/^\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]$/);
      const held = name === "aria-invalid" ? element.ariaInvalid : element.attributes[name];
      return held !== undefined && held !== null && (value === undefined || held === value);
    });
  });
}

class Fake extends EventTarget {
  attributes = {};
  dataset = {};
  localName = "div";
  #ariaInvalid = null;
  validity = { valid: true };
  parent = null;

  static make(localName, attributes, parent) {
    const fake = Object.assign(new Fake(), { localName, attributes, parent });
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("data-")) fake.dataset[name.slice(5)] = value;
      else fake[name] = value;
    }
    return fake;
  }

  get ariaInvalid() {
    return this.#ariaInvalid;
  }

  set ariaInvalid(value) {
    this.#ariaInvalid = value === null ? null : String(value);
  }

  matches = (selector) => matches(this, selector);
  closest = (selector) => (this.matches(selector) ? this : (this.parent?.closest(selector) ?? null));
  getAttribute = (name) => this.attributes[name] ?? null;
  contains = (other) => other === this;
  append() {}
  remove() {}
  focus() {
    moveFocus(this);
  }
  toggleAttribute() {}
  querySelector = () => null;
  querySelectorAll = () => [];
}

/** Moves the focus to an element. */
let moveFocus = (_) => {};

/** The listeners on the page. */
const listeners = [];
const listen = (name, hear, options) => listeners.push({ name, hear, isFirst: options?.capture });
const controls = [];
const page = Object.assign(new Fake(), {
  body: new Fake(),
  documentElement: { dataset: {} },
  hidden: false,
  activeElement: null,
  addEventListener: listen,
  createElement: (name) => Fake.make(name, {}, null),
  querySelectorAll: (selector) => controls.filter((control) => control.matches(selector)),
});
page.activeElement = page.body;
const sockets = [];
class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor() {
    super();
    sockets.push(this);
  }
  send(text) {
    this.sent.push(...JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
}
const globals = {
  window: new EventTarget(), document: page, location: { origin: "http://aviary" }, WebSocket: Socket, navigator: {}, self: {},
  CSS: { supports: () => true },
  FormData: class {
    constructor(form) {
      this.pairs = form.controls.map((control) => [control.name, control.value]);
    }
    [Symbol.iterator] = () => this.pairs[Symbol.iterator]();
  },
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });

const client = "../../Sources/AviaryServer/Client";
const [actions, banner, connection, fields, outlets, packets] = await Promise.all(
  ["actions", "banner", "connection", "fields", "outlets", "packets"].map((name) => import(`${client}/${name}.js`)));

/** The scene: it reads what it is sent in order, and answers. */
class Scene {
  color = "#000000";
  isRefused = false;
  /** Whether the color comes from the field, and not from another window or a preset. */
  isTyped = true;
  /** Whether the store tells of a new color only after the answer to the request. */
  isLate = false;
  /** What the store has still to tell. */
  news = [];
  /** Whether the field is in a cell. Then a text that is refused leaves no mark. */
  isCell = false;
  /** The texts that were entered, in order. */
  heard = [];
  answers = new Map();
  inbox = [];
  outbox = [];
  saved = [];
  /** The receipts of saved colors, which a later scene does not save again. */
  receipts = new Set();

  /** Takes another message. */
  step() {
    const message = this.inbox.shift();
    if (!message) return;
    const [name, number] = message;
    if (name === "hello") return this.outbox.push([["outlet", "hex", this.color], ["outlet", "isRefused", this.isRefused]]);
    if (name !== "do") return;
    const answer = this.answers.get(number) ?? this.#do(message);
    this.answers.set(number, answer.filter(([name]) => name !== "outlet"));
    const isNews = ([, outlet]) => this.isLate && outlet === "hex";
    this.news.push(...answer.filter(isNews));
    this.outbox.push(answer.filter((message) => !isNews(message)));
  }

  /** The store tells what it has told nobody yet. */
  tellNews() {
    if (this.news.length) this.outbox.push(this.news.splice(0));
  }

  #do([, number, action, { hex = "" } = {}]) {
    const told = [];
    const set = (color, isTyped) => {
      Object.assign(this, { color, isTyped, isRefused: false });
      told.push(["outlet", "hex", color], ["outlet", "isRefused", false]);
    };
    if (action === "enter") this.heard.push(hex);
    if (action === "choose") set(`#c${number}`, false);
    else if (action === "enter" && readable(hex)) set(stored(hex), true);
    else if (action === "enter" && this.isCell) return [["failed", number, "That is no color."]];
    else if (action === "enter") {
      told.push(["outlet", "isRefused", false], ["outlet", "isRefused", true]);
      this.isRefused = true;
    } else if (readable(hex)) {
      if (!this.receipts.has(number)) this.saved.push({ hex, color: this.color, isTyped: this.isTyped });
      this.receipts.add(number);
    } else return [["failed", number, "Nothing was saved."]];
    return [...told, ["done", number]];
  }

  /** Another window changes the color. */
  change(color) {
    Object.assign(this, { color, isTyped: false });
    this.news.push(["outlet", "hex", color]);
    if (!this.isLate) this.tellNews();
  }
}

test(`what was typed last is judged, kept, saved or refused: ${seeds} histories`, (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(performance, "now", () => 0);
  /** @type {{element: Fake, outlet: any}[]} */
  let shown = [];
  let scene = new Scene();
  banner.startBanners();
  actions.startActions();
  fields.startFields(() => {});
  connection.startConnection({
    hello: () => ({ address: "/", scrollPositions: {} }),
    didReceive(text) {
      for (const message of packets.decode(text).messages) {
        if (message.name === "done") actions.done(message);
        else if (message.name === "failed") actions.failed(message);
        else for (const { element, outlet } of shown) if (outlet.name === message.outlet) outlet.write(element, message.value);
      }
    },
    didOpen() {
      actions.askAgain();
    },
    didClose: () => fields.retryRefused(),
    didDoubt() {},
  });

  const socket = () => sockets.at(-1);
  const isOpen = () => socket().readyState === 1;
  /** Delivers the client's messages to the scene. */
  const carry = () => isOpen() && scene.inbox.push(...socket().sent.splice(0));
  const open = () => {
    connection.hurry();
    if (socket().readyState !== 0) return;
    socket().readyState = 1;
    socket().dispatchEvent(new Event("open"));
    carry();
  };
  const lose = (isAnother) => {
    if (!isOpen()) return;
    carry();
    if (isAnother) {
      const { color, isTyped, isLate, isCell, heard, saved, receipts } = scene;
      scene = Object.assign(new Scene(), { color, isTyped, isLate, isCell, heard, saved, receipts });
    }
    Object.assign(scene, { inbox: [], outbox: [], news: [] });
    socket().readyState = 3;
    socket().dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  };
  const deliver = () => {
    const packet = isOpen() && scene.outbox.shift();
    if (packet) socket().dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(packet) }));
  };
  const tell = (name, target, more) => {
    const event = { target, preventDefault() {}, detail: 0, ...more };
    for (const { hear } of listeners.filter((each) => each.name === name).sort((one, other) => Number(other.isFirst ?? 0) - Number(one.isFirst ?? 0))) hear(event);
    carry();
  };
  open();

  for (let seed = 1; seed <= seeds; seed++) {
    const next = random(seed + shift);
    const isCell = next(3) === 0;
    const cell = isCell ? Fake.make("div", { "data-item": "1" }, null) : null;
    const form = Fake.make("form", {}, cell);
    const attributes = {
      type: "text", name: "hex", value: scene.color, defaultValue: scene.color, "data-action": "enter", selectionStart: null,
      "data-outlet": `hex:text(value)${isCell ? "" : " isRefused:flag(aria-invalid)"}`,
    };
    const field = Fake.make("input", attributes, form);
    const buttons = ["save", "choose"].map((action) => Object.assign(Fake.make("button", { "data-action": action }, form), { form }));
    const [save, choose] = buttons;
    form.controls = [field];
    controls.splice(0, controls.length, field);
    shown = outlets.outletsOf(field).map((outlet) => ({ element: field, outlet }));
    shown[0].outlet.write(field, scene.color);
    Object.assign(scene, { isRefused: false, isLate: next(2) === 0, isCell, heard: [], saved: [] });
    page.activeElement = page.body;

    /** The last typed text that is still valid, and the field's content when it got the focus. */
    let typed, before;
    /** The last typed text that was sent. */
    let asked;
    const leave = () => {
      if (!typed?.isOpen || typed.text === huge) return;
      typed.isOpen = false;
      asked = typed;
    };
    const history = [];
    const focus = (element) => {
      const left = page.activeElement;
      if (left === element) return;
      page.activeElement = element;
      if (left === field) {
        if (field.value !== before) tell("change", field);
        tell("focusout", field);
      }
      before = field.value;
      tell("focusin", element);
    };
    moveFocus = focus;
    const click = (button) => {
      tell("click", button);
      if (button === choose && field.value !== huge) typed = asked = undefined;
    };
    const check = () => {
      const isUnread = !isCell && typed !== undefined && !readable(typed.text);
      if (isUnread || typed?.isOpen) assert.equal(field.value, typed.text, `typed text is there: ${history}`);
      // A press saves the text that was visible in the field. A later choice by another window or a preset is saved,
      // too. Late news of such a choice may still be on its way, and is visible for a moment.
      const isCertain = !scene.isLate || !history.some((name) => ["change", "lose", "restart"].includes(name));
      for (const { hex, color, isTyped } of isCertain ? scene.saved : []) if (isTyped) assert.equal(color, stored(hex), `what was seen is saved: ${history}`);
    };
    /** @type {Record<string, () => void>} */
    const steps = {
      type() {
        focus(field);
        const text = next(2) ? `#${next(2) ? "A" : "b"}${next(isCell ? 1_000 : 4)}` : next(20) ? texts[next(texts.length)] : huge;
        field.value = text;
        typed = { text, isOpen: true };
        tell("input", field);
      },
      Return() {
        if (page.activeElement !== field) return;
        // In a cell the focus leaves the field.
        leave();
        tell("keydown", field, { key: "Enter" });
      },
      composed() {
        if (page.activeElement === field) tell("keydown", field, { key: "Enter", keyCode: 229 });
      },
      Escape() {
        if (page.activeElement !== field) return;
        if (isCell) typed = typed?.isOpen ? asked : typed;
        tell("keydown", field, { key: "Escape" });
        // A text that was already sent, or waits to be sent, is not discarded, and reappears.
        if (field.value === huge) typed = { text: huge, isOpen: true };
        else if (!isCell && (typed?.isOpen || field.value !== typed?.text)) typed = field.value === asked?.text ? asked : undefined;
      },
      press() {
        leave();
        focus(next(3) ? save : choose);
      },
      blur() {
        leave();
        focus(page.body);
      },
      release: () => buttons.includes(page.activeElement) && click(page.activeElement),
      shortcut() {
        click(save);
        leave();
      },
      scene: () => scene.step(),
      news: () => scene.tellNews(),
      deliver,
      change: () => isOpen() && scene.change(`#e${next(5)}`),
      lose: () => lose(false),
      restart: () => lose(true),
      open,
    };
    const drawn = ["type", "type", "Return", "composed", "Escape", "press", "release", "release", "shortcut", "scene", "scene", "scene",
      "news", "deliver", "deliver", "deliver", "change", "lose", "restart", "open", "open"];
    for (let step = 0; step < 30; step++) {
      let name = drawn[next(drawn.length)];
      if (isCell && ["press", "release", "shortcut"].includes(name)) name = "blur";
      history.push(name);
      steps[name]();
      if (name === "type") history.push(field.value === huge ? "huge" : JSON.stringify(field.value));
      check();
    }
    leave();
    focus(page.body);
    open();
    for (let count = 0; count < 200; count++) {
      scene.step();
      scene.tellNews();
      deliver();
      carry();
      check();
    }
    // If the store has told nothing new, its value is shown after a while.
    context.mock.timers.tick(500);
    const isUnread = !isCell && typed !== undefined && !readable(typed.text);
    const isUnsent = typed?.text === huge;
    assert.equal(field.value, isUnread || isUnsent ? typed.text : scene.color, `in the end: ${history}`);
    // The texts in a cell are other ones each time, so each of them is entered. A text that waits is replaced by a newer
    // one, even if that is too long.
    if (isCell && !history.includes("huge") && asked && readable(asked.text) && asked.text.length > 3) assert.equal(scene.heard.filter(readable).at(-1), asked.text, `heard: ${history}`);
    if (!isUnsent) assert.equal(field.ariaInvalid === "true", isUnread, `refused in the end: ${history}`);
  }
});
