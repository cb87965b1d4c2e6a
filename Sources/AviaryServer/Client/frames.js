/**
 * What comes over the wire, decoded and checked: a message that leaves this module has the shape `docs/WIRE.md` gives it.
 *
 * @typedef {[name: string, ...arguments: any[]]} Message
 */

const isString = (/** @type {unknown} */ value) => typeof value === "string";
const isCount = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isLength = (/** @type {unknown} */ value) => typeof value === "number" && Math.abs(value) <= 1e12;
const isValue = (/** @type {unknown} */ value) =>
  value === null || typeof value === "boolean" || isString(value) || Number.isFinite(value);
const isListOf = (/** @type {(value: unknown) => unknown} */ check) => (/** @type {unknown} */ value) =>
  Array.isArray(value) && value.every(check);

const isTile = (/** @type {any} */ value) =>
  Array.isArray(value) && isString(value[0]) && isCount(value[1]) && value[1] < 0x10000 && value.slice(2).every(isValue);
const isOp = (/** @type {any} */ value) =>
  (Number.isSafeInteger(value) && value !== 0) || isTile(value) ||
  (Array.isArray(value) && value.length === 1 && isString(value[0]));
const isLattice = (/** @type {any} */ value) =>
  isListOf(isLength)(value) && value.length === 7 && value[2] > 0 && value[3] > 0 && value[4] >= 0 && value[5] >= 0 &&
  Number.isInteger(value[6]) && value[6] > 0;
const isTiles = (/** @type {any} */ value) =>
  isListOf(isTile)(value) && new Set(value.map((/** @type {any[]} */ [id]) => id)).size === value.length;

/**
 * The messages of a scene: what each of their arguments must be. `cell` goes on as it likes.
 *
 * @type {Record<string, ((value: any) => unknown)[]>}
 */
const messages = {
  collection: [isString, isLattice, isCount, isCount, isTiles],
  splice: [isString, isCount, isCount, isListOf(isOp)],
  cell: [isString, isString, isCount, isValue],
  selected: [isString, isListOf(isString), isListOf(isString)],
  outlet: [isString, isValue],
  done: [isCount],
  failed: [isCount, isString],
  offer: [isString, isString, isString],
  keep: [isString],
  say: [(kind) => kind === "error" || kind === "notice", isString],
  refused: [isString],
};

const isSound = (/** @type {unknown} */ message) => {
  if (!Array.isArray(message) || !Object.hasOwn(messages, message[0])) return false;
  const [name, ...values] = message;
  const checks = [...messages[name]];
  while (name === "cell" && checks.length < values.length) checks.push(isCount, isValue);
  return values.length === checks.length && checks.every((check, index) => check(values[index]));
};

/**
 * Decodes one frame.
 *
 * A message that breaks the contract becomes a problem, a sentence for the log; the others stand.
 *
 * @param {string} text
 * @returns {{messages: Message[], problems: string[]}}
 */
export function decode(text) {
  let frame;
  try {
    frame = JSON.parse(text);
  } catch {}
  if (!Array.isArray(frame)) return { messages: [], problems: [`no list of messages: ${text.slice(0, 200)}`] };
  return {
    messages: frame.filter(isSound),
    problems: frame.flatMap((message) => (isSound(message) ? [] : `no message: ${JSON.stringify(message).slice(0, 200)}`)),
  };
}

/**
 * Encodes messages as one frame.
 *
 * @param {...Message} messages
 */
export const encode = (...messages) => JSON.stringify(messages);
