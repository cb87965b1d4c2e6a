import assert from "node:assert/strict";
import test from "node:test";
import { backoff } from "../../Sources/AviaryServer/Client/connection.js";

test("waits double up to ten seconds, half of each by chance", () => {
  assert.equal(backoff(0, 0), 125);
  assert.equal(backoff(0, 1), 250);
  assert.equal(backoff(1, 1), 500);
  assert.equal(backoff(20, 1), 10_000);
  assert.equal(backoff(2000, 0), 5_000);
});
