/**
 * Reads and writes packets; `aviary.js` applies what is read. A message that leaves this module has the fields that
 * `wire.js` declares for it.
 *
 * @typedef {import("./wire.js").SceneMessages} SceneMessages
 * @typedef {import("./wire.js").BrowserMessages} BrowserMessages
 * @typedef {{[Name in keyof SceneMessages]: {name: Name} & SceneMessages[Name]}[keyof SceneMessages]} SceneMessage
 * @typedef {Extract<SceneMessage, {collection: string}>["name"]} CollectionMessage the names of the messages about a
 *   collection
 */
import { isList, isString } from "./parts.js";
import { browserParts, sceneParts } from "./wire.js";

/**
 * Reads the parts of a message from the scene.
 *
 * @param {unknown} message
 * @returns {SceneMessage | undefined} nothing for a malformed message
 */
function read(message) {
  const [name, ...parts] = isList(message) ? message : [];
  const checks = isString(name) && sceneParts[name];
  if (!checks) return;
  /** @type {Record<string, unknown>} */
  const fields = { name };
  let read = 0;
  for (const [key, check] of Object.entries(checks)) {
    const isRest = key.startsWith("...");
    const part = isRest ? parts.slice(read) : parts[read];
    if (!check(part)) return;
    if (part !== undefined) fields[isRest ? key.slice(3) : key] = part;
    read = isRest ? parts.length : read + 1;
  }
  if (parts.length <= read) return /** @type {SceneMessage} */ (/** @type {unknown} */ (fields));
}

/**
 * Decodes one packet.
 *
 * A malformed message becomes a problem, a sentence for the log. The other messages are kept.
 *
 * @param {string} text
 * @returns {{messages: SceneMessage[], problems: string[]}}
 */
export function decode(text) {
  /** @type {unknown} */
  let packet;
  try {
    packet = JSON.parse(text);
  } catch {}
  // A packet that is not a list counts as one malformed message.
  const list = isList(packet) ? packet : [text];
  /** @type {SceneMessage[]} */
  const messages = [];
  const problems = [];
  for (const message of list) {
    const sound = read(message);
    if (sound) messages.push(sound);
    else problems.push(`no message: ${JSON.stringify(message).slice(0, 200)}`);
  }
  return { messages, problems };
}

const keyOf = (/** @type {string} */ part) => part.replace("?", "");

/**
 * The parts of a message to the scene, in the order of the wire. Optional parts are left out at the end.
 *
 * @template {keyof BrowserMessages} Name
 * @param {Name} name
 * @param {BrowserMessages[Name]} fields
 */
export function partsOf(name, fields) {
  const keys = browserParts[name];
  const parts = keys.map((key) => /** @type {Record<string, unknown>} */ (fields)[keyOf(key)] ?? null);
  while (keys[parts.length - 1]?.endsWith("?") && !isThere(parts[parts.length - 1])) parts.pop();
  return parts;
}

const isThere = (/** @type {unknown} */ part) => part !== null && part !== false;

/**
 * The fields of a message to the scene that have these parts.
 *
 * @template {keyof BrowserMessages} Name
 * @param {Name} name
 * @param {unknown[]} parts
 */
export const fieldsOf = (name, parts) =>
  /** @type {BrowserMessages[Name]} */ (Object.fromEntries(browserParts[name].map((key, index) => [keyOf(key), parts[index]])));

/**
 * Encodes a message to the scene as a packet of its own.
 *
 * @template {keyof BrowserMessages} Name
 * @param {Name} name
 * @param {BrowserMessages[Name]} fields
 */
export const encode = (name, fields) => JSON.stringify([[name, ...partsOf(name, fields)]]);
