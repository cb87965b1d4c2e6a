// Pure: reads what the scene sends and checks its form, so that everything behind it can rely on that.

const is = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  value: (value) => value === null || ["string", "number", "boolean"].includes(typeof value),
  lattice: (value) => Array.isArray(value) && value.length === 7 && value.every(Number.isFinite) && value[6] >= 1,
  tiles: (value) => Array.isArray(value) && value.every(isTile),
  steps: (value) =>
    Array.isArray(value) &&
    value.every((step) => Number.isInteger(step) || isTile(step) || (step?.length === 1 && is.string(step[0]))),
  strings: (value) => Array.isArray(value) && value.every(is.string),
};

function isTile(value) {
  return Array.isArray(value) && value.length >= 2 && is.string(value[0]) && is.integer(value[1]);
}

/** The parts of each message behind its name. @type {Record<string, string[]>} */
const forms = {
  collection: ["string", "lattice", "integer", "integer", "tiles"],
  splice: ["string", "integer", "integer", "steps"],
  selected: ["string", "strings", "strings"],
  outlet: ["string", "value"],
  done: ["integer"],
  failed: ["integer", "string"],
  say: ["string", "string"],
  offer: ["string", "string", "string"],
  refused: ["string"],
};

/**
 * The messages of a frame. Throws, naming the message, when one is not as it should be.
 * @param {string} text @returns {[name: string, ...parts: any[]][]}
 */
export function messagesOf(text) {
  const messages = JSON.parse(text);
  if (!Array.isArray(messages)) throw new Error("a frame is an array of messages");
  for (const message of messages) {
    if (!Array.isArray(message)) throw new Error("a message is an array");
    const [name, ...parts] = message;
    if (name === "cell" ? !isCell(parts) : !Object.hasOwn(forms, name) || !fits(parts, forms[name])) {
      throw new Error(`the message ${JSON.stringify(message).slice(0, 80)} is not as it should be`);
    }
  }
  return messages;
}

function fits(parts, form) {
  return parts.length === form.length && form.every((kind, place) => is[kind](parts[place]));
}

function isCell([name, id, ...changes]) {
  return (
    is.string(name) && is.string(id) && changes.length % 2 === 0 &&
    changes.every((part, place) => (place % 2 ? is.value(part) : is.integer(part)))
  );
}
