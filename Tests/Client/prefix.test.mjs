import assert from "node:assert/strict";
import test from "node:test";
import { inner, outer } from "../../Sources/AviaryServer/Client/prefix.js";

/** Runs a body on a page with a prefix. */
const under = (prefix, body) => {
  globalThis.document = { documentElement: { dataset: prefix ? { prefix } : {} } };
  body();
};

test("addresses of messages have no prefix, and those of the browser have it", () => {
  under("/gallery", () => {
    for (const [inside, outside] of [["/", "/gallery/"], ["/photos?sort=day", "/gallery/photos?sort=day"]]) {
      assert.equal(outer(inside), outside);
      assert.equal(inner(outside), inside);
    }
    assert.equal(inner("/gallery"), "/");
    assert.equal(inner("/gallery?a=b"), "/?a=b");
    for (const other of ["//example.org/", "https://example.org/", "#there", "photo", ""]) assert.equal(outer(other), other);
    for (const other of ["/galleryroom", "/photos"]) assert.equal(inner(other), other);
  });
  under("", () => {
    for (const address of ["/", "/photos", "//example.org/"]) assert.equal(inner(outer(address)), address);
  });
});
