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
import { isList, isString } from "./checks.js";
import { browserFields, sceneFields } from "./wire.js";

/**
 * Reads a message from the scene: its name, and the values of its fields in the order of the wire.
 *
 * @param {unknown} message
 * @returns {SceneMessage | undefined} nothing for a malformed message
 */
function read(message) {
  const [name, ...values] = isList(message) ? message : [];
  const checks = isString(name) && sceneFields[name];
  if (!checks) return;
  /** @type {Record<string, unknown>} */
  const fields = { name };
  let read = 0;
  for (const [key, check] of Object.entries(checks)) {
    const isRest = key.startsWith("...");
    const value = isRest ? values.slice(read) : values[read];
    if (!check(value)) return;
    if (value !== undefined) fields[isRest ? key.slice(3) : key] = value;
    read = isRest ? values.length : read + 1;
  }
  if (values.length <= read) return /** @type {SceneMessage} */ (/** @type {unknown} */ (fields));
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

const keyOf = (/** @type {string} */ field) => field.replace("?", "");

/**
 * The values of the fields of a message to the scene, in the order of the wire. Optional fields at the end are left out.
 *
 * @template {keyof BrowserMessages} Name
 * @param {Name} name
 * @param {BrowserMessages[Name]} fields
 */
export function valuesOf(name, fields) {
  const keys = browserFields[name];
  const values = keys.map((key) => /** @type {Record<string, unknown>} */ (fields)[keyOf(key)] ?? null);
  while (keys[values.length - 1]?.endsWith("?") && !isThere(values[values.length - 1])) values.pop();
  return values;
}

const isThere = (/** @type {unknown} */ value) => value !== null && value !== false;

/**
 * The fields of a message to the scene that have these values.
 *
 * @template {keyof BrowserMessages} Name
 * @param {Name} name
 * @param {unknown[]} values in the order of the wire
 */
export const fieldsOf = (name, values) =>
  /** @type {BrowserMessages[Name]} */ (Object.fromEntries(browserFields[name].map((key, index) => [keyOf(key), values[index]])));

/**
 * Encodes a message to the scene as a packet of its own.
 *
 * @template {keyof BrowserMessages} Name
 * @param {Name} name
 * @param {BrowserMessages[Name]} fields
 */
export const encode = (name, fields) => JSON.stringify([[name, ...valuesOf(name, fields)]]);
