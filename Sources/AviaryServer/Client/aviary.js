// Starts the page: one connection, its collections, outlets and actions.

import { Actions } from "./actions.js";
import { Banner } from "./banner.js";
import { Collection } from "./collection.js";
import { Connection } from "./connection.js";
import { messagesOf } from "./frames.js";
import { outletsOf, setOutlet } from "./outlets.js";
import { Template } from "./tile.js";

const banner = new Banner();
const say = (kind, sentence) => banner.say(kind, sentence);
const send = (message) => connection.send(message);
const actions = new Actions(send, say);
const templates = [...document.querySelectorAll("template[data-cell]")].map((element) => new Template(element));
const collections = new Map(
  [...document.querySelectorAll("[data-collection]")].map((box) => [
    box.dataset.collection,
    new Collection(box, templates, send),
  ]),
);
const outlets = new Map(
  outletsOf(document).filter(({ element }) => !element.closest("[data-item]")).map((outlet) => [outlet.name, outlet]),
);

/** What each message of the scene does. */
const messages = {
  collection: (name, ...parts) => collections.get(name)?.reset(...parts),
  splice: (name, ...parts) => collections.get(name)?.splice(...parts),
  cell: (name, id, ...changes) => collections.get(name)?.change(id, changes),
  selected: (name, on, off) => collections.get(name)?.select(on, off),
  outlet: (name, value) => outlets.has(name) && setOutlet(outlets.get(name), value, outlets.get(name).own),
  done: (number) => actions.done(number),
  failed: (number, sentence) => actions.failed(number, sentence),
  say,
  offer: (sentence, title, action) => banner.say("notice", sentence, { title, action }),
  refused: (reason) => console.warn(`The scene refused a message: ${reason}`),
};

let lossTimer = 0;

const connection = new Connection({
  onOpen() {
    clearTimeout(lossTimer);
    delete document.documentElement.dataset.connection;
    const visible = {};
    for (const [name, collection] of collections) {
      visible[name] = collection.visibleRect;
      collection.forgetSent();
    }
    connection.send(["hello", location.pathname + location.search, visible]);
  },
  onFrame(text) {
    try {
      for (const [name, ...parts] of messagesOf(text)) messages[name](...parts);
    } catch (error) {
      console.error("A frame could not be applied", error);
    }
  },
  onLoss() {
    actions.forget();
    clearTimeout(lossTimer);
    // A connection that is back at once is nobody's concern.
    lossTimer = setTimeout(() => (document.documentElement.dataset.connection = "lost"), 1_000);
  },
});

for (const collection of collections.values()) collection.start();
actions.start();
connection.start();
