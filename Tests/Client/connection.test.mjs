import assert from "node:assert/strict";
import test from "node:test";
import { backoff, send, startConnection } from "../../Sources/AviaryServer/Client/connection.js";

test("waits double up to ten seconds, half of each by chance", () => {
  assert.equal(backoff(0, 0), 125);
  assert.equal(backoff(0, 1), 250);
  assert.equal(backoff(1, 1), 500);
  assert.equal(backoff(20, 1), 10_000);
  assert.equal(backoff(2000, 0), 5_000);
});

test("what is heard costs no timer, and puts off the ping of a page that is seen", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const [page, sent, received] = [new EventTarget(), [], []];
  const doubts = [];
  let socket;
  class Socket extends EventTarget {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      super();
      socket = this;
    }
    send(text) {
      sent.push(JSON.parse(text)[0][0]);
    }
    close() {}
    hear(data) {
      this.dispatchEvent(Object.assign(new Event("message"), { data }));
    }
  }
  const globals = { window: page, document: { hidden: false, documentElement: { dataset: {} } }, location: { origin: "http://aviary" }, WebSocket: Socket };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true });
  const wait = (time) => {
    for (const end = now + time; now < end; ) {
      now += 500;
      context.mock.timers.tick(500);
    }
  };

  startConnection({
    hello: () => ({ address: "/", scrollPositions: {} }),
    didReceive: (text) => received.push(text),
    didOpen() {},
    didClose() {},
    didDoubt: (isDoubted) => doubts.push(isDoubted),
  });
  socket.dispatchEvent(new Event("open"));
  assert.deepEqual(sent, ["hello"]);
  const timers = context.mock.method(globalThis, "setTimeout");
  for (let count = 0; count < 10; count++) socket.hear("[]");
  assert.equal(timers.mock.callCount(), 0);
  assert.equal(received.length, 10);

  wait(10_000);
  socket.hear("[]");
  wait(14_500);
  assert.deepEqual(sent, ["hello"]);
  wait(500);
  assert.deepEqual(sent, ["hello", "ping"]);
  wait(2_500);
  assert.deepEqual(doubts, [true]);
  socket.hear("[]");
  assert.deepEqual(doubts, [true, false]);
  // From here on, the client waits for the answer to a person's request.
  send("tap", { collection: "grid", item: "1" });
  wait(1_500);
  assert.deepEqual(sent, ["hello", "ping", "tap", "ping"]);
});
