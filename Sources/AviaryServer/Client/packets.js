/**
 * Decodes packets. A message that leaves this module has the arguments that `docs/WIRE.md` gives it. The contents of
 * lists are not checked here.
 *
 * @typedef {[name: string, ...arguments: unknown[]]} Message
 */

/** @type {(value: unknown) => value is string} */
export const isString = (value) => typeof value === "string";
const isCount = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @type {(value: unknown) => value is number} */
export const isNumber = (value) => typeof value === "number";
const isValue = (/** @type {unknown} */ value) => value !== undefined && Object(value) !== value;
/** @type {(value: unknown) => value is boolean} */
export const isFlag = (value) => typeof value === "boolean";
const isFlagOrNone = (/** @type {unknown} */ value) => isFlag(value ?? false);
const isStringOrNone = (/** @type {unknown} */ value) => isString(value ?? "");
const isList = Array.isArray;
/**
 * An address of this app, or of the web with its scheme. An address that begins with two slashes would lead to another
 * server.
 */
const isAddress = (/** @type {unknown} */ value) => isString(value) && /^(https?:\/)?\/(?![/\\])/.test(value);
const mayBeList = (/** @type {unknown} */ value) => isList(value ?? []);

/**
 * The messages of a scene, with a check for each argument. `cell` may have more arguments; the last arguments of some
 * messages may be missing.
 *
 * @type {Record<string, ((value: unknown) => unknown)[] | null>}
 */
const vocabulary = {
  __proto__: null,
  reload: [isString, isList, isCount, isCount, isList, mayBeList, mayBeList, isFlagOrNone],
  splice: [isString, isCount, isCount, isList, mayBeList, mayBeList, mayBeList, mayBeList, isFlagOrNone],
  cell: [isString, isString, isCount, isValue],
  selected: [isString, isList, isList],
  gone: [isString, isString],
  menus: [isString, isList],
  mode: [isString, isCount, isFlagOrNone, isFlagOrNone],
  found: [isString, isCount, (value) => value === null || isCount(value)],
  lifted: [isString, isString, isCount, isStringOrNone],
  moves: [isString, isFlag, isFlagOrNone],
  scrollTo: [isString, isCount, (value) => value === null || isCount(value), (value) => value === null || isNumber(value), isFlagOrNone],
  labels: [isString, (value) => isList(value) && value.every(isList)],
  menu: [isCount, isList],
  copy: [isCount, isString],
  outlet: [isString, isValue],
  title: [isString],
  show: [isAddress, isStringOrNone],
  notFound: [isString],
  upgrade: [isString],
  present: [isString, isString, isString, (value) => value === null || isAddress(value), isFlag, isString],
  dismiss: [isString],
  done: [isCount],
  failed: [isCount, isString],
  working: [isCount, isString, isString],
  offer: [isString, isString, isString],
  keepsake: [isString],
  pong: [],
  display: [isCount],
  say: [isString, isString],
  announce: [isString],
  refused: [isString],
};

/** @param {unknown} message */
const isSound = (message) => {
  const [name, ...values] = isList(message) ? message : [];
  const checks = vocabulary[name];
  return checks && (name === "cell" || values.length <= checks.length) && checks.every((check, index) => check(values[index]));
};

/**
 * Decodes one packet.
 *
 * A malformed message becomes a problem, a sentence for the log. The other messages are kept.
 *
 * @param {string} text
 * @returns {{messages: Message[], problems: string[]}}
 */
export function decode(text) {
  /** @type {unknown} */
  let packet;
  try {
    packet = JSON.parse(text);
  } catch {}
  // A packet that is not a list counts as one malformed message.
  const list = isList(packet) ? packet : [text];
  const broken = list.filter((message) => !isSound(message));
  return {
    messages: list.filter(isSound),
    problems: broken.map((message) => `no message: ${JSON.stringify(message).slice(0, 200)}`),
  };
}

/**
 * Encodes messages as one packet.
 *
 * @param {...unknown} messages
 */
export const encode = (...messages) => JSON.stringify(messages);
