// Parts of the client with functions of a test in place of those of the core.

import { register } from "node:module";

/** Runs in a thread of its own: what a faked part imports from the core, it gets from `globalThis.fakes`. */
const hooks = `
import { readFileSync } from "node:fs";

export const resolve = (specifier, context, next) =>
  context.parentURL?.includes("?faked=") && specifier.startsWith("../")
    ? { url: "faked:" + encodeURIComponent(JSON.stringify([specifier, context.parentURL])), shortCircuit: true }
    : next(specifier, context);

export const load = (url, context, next) => {
  if (!url.startsWith("faked:")) return next(url, context);
  const [specifier, parent] = JSON.parse(decodeURIComponent(url.slice(6)));
  const part = readFileSync(new URL(parent.replace(/[?].*/, "")), "utf8");
  const [, names] = part.match(new RegExp("import [{](.*?)[}] from ." + specifier));
  return { format: "module", source: "export const {" + names + "} = globalThis.fakes;", shortCircuit: true };
};`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

let count = 0;

/**
 * Loads a part once more, with fakes. What they lack is undefined.
 *
 * @param {string} name
 * @param {Record<string, unknown>} fakes
 */
export function faked(name, fakes) {
  Object.assign(globalThis, { fakes });
  return import(`../../Sources/AviaryServer/Client/later/${name}.js?faked=${count++}`);
}
