import { ask } from "../actions.js";
import { say } from "../banner.js";
import { focus, hasFocus, listen, make } from "../element.js";
import { fieldOf } from "../field.js";
import { applyOps } from "../splice.js";
import { phrase } from "../words.js";

/**
 * The rows of controls: options of a `select` or a `datalist`, radio buttons and checkboxes. The scene says which rows
 * there are, and which of them the store has chosen. A person's choice stays until it is sent, or until its row is gone.
 *
 * The first paint has the same markup (`ChoiceMarkup.swift`), for the first rows. This part of the client begins with the
 * first such list.
 *
 * @typedef {{id: string, title: string, isDisabled: boolean}} Row
 * @typedef {{rows: Row[], groups: [title: string, count: number][], chosen: string[]}} List
 * @typedef {import("../wire.js").SceneMessages["choices"]} Message
 * @typedef {HTMLSelectElement | HTMLDataListElement | HTMLFieldSetElement} Element
 */

export default () => {
  /** @type {Map<string, List>} */
  const lists = new Map();

  /** @type {WeakMap<Element, Choices>} */
  const controls = new WeakMap();

  /**
   * @param {Message} message
   * @throws {RangeError} when the steps do not fit the rows: client and scene are out of step
   */
  return ({ list: name, steps, chosen, groups, isNew }) => {
    const old = isNew ? { rows: [], groups: [] } : lists.get(name);
    if (!old) throw new RangeError(name);
    const { tiles, moved } = applyOps(/** @type {Row[]} */ (old.rows), steps, ([id, , title, isDisabled]) => (
      { id, title: String(title), isDisabled: isDisabled === true }));
    const list = { rows: tiles, groups: groups ?? old.groups, chosen };
    lists.set(name, list);
    for (const element of /** @type {NodeListOf<Element>} */ (document.querySelectorAll(`[data-choices="${CSS.escape(name)}"]`))) {
      let control = controls.get(element);
      if (!control) controls.set(element, (control = makeChoices(element)));
      control.show(list, isNew ? undefined : moved);
    }
  };
};

/** @param {Element} element */
const makeChoices = (element) =>
  element.localName === "select" ? new Options(element)
  : element.localName === "datalist" ? new Choices(element)
  : "several" in element.dataset ? new Checkboxes(element)
  : new RadioButtons(element);

/** The rows in an element. Without a choice of its own, as in a `datalist`. */
class Choices {
  element;

  /**
   * The nodes by the identifiers of their rows.
   *
   * @type {Map<string, HTMLElement>}
   */
  nodes = new Map();

  /**
   * The rows as the nodes show them.
   *
   * @type {WeakMap<HTMLElement, Row>}
   */
  #rows = new WeakMap();

  /** @type {HTMLElement[]} */
  #groups = [];

  /** @param {Element} element whose painted rows are taken over */
  constructor(element) {
    this.element = element;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-choice]"))) {
      this.nodes.set(node.dataset.choice ?? "", node);
    }
    for (const group of element.querySelectorAll("optgroup, fieldset")) group.replaceWith(...group.querySelectorAll("[data-choice]"));
  }

  /**
   * @param {List} list
   * @param {Set<Row>} [moved] the rows that have moved since the last call; without it any rows may have moved
   */
  show(list, moved) {
    const { element } = this;
    const active = /** @type {HTMLElement | null} */ (hasFocus(element) ? document.activeElement : null);
    const before = this.note();
    const gone = new Map(this.nodes);
    const nodes = list.rows.map((row) => {
      gone.delete(row.id);
      let node = this.nodes.get(row.id);
      if (!node) this.nodes.set(row.id, (node = this.#make(row)));
      const isSent = this.#rows.get(node) !== row;
      if (isSent) {
        this.#rows.set(node, row);
        this.write(node, row);
      }
      // It leaves, and comes back where it belongs. So all other nodes stay where they are.
      if (moved && (isSent || moved.has(row))) node.remove();
      return node;
    });
    for (const [id, node] of gone) {
      this.nodes.delete(id);
      node.remove();
    }
    this.#arrange(nodes, list.groups);
    this.settle(list.chosen, before, gone);
    if (!active || hasFocus(element)) return;
    const next = active.isConnected ? active : element.querySelector("input:enabled");
    if (next) focus(/** @type {HTMLElement} */ (next));
  }

  /**
   * @param {HTMLElement[]} nodes
   * @param {List["groups"]} groups
   */
  #arrange(nodes, groups) {
    const { element } = this;
    if (!groups.length || element.localName === "datalist") {
      place(element, nodes);
      for (const group of this.#groups.splice(0)) group.remove();
      return;
    }
    let end = 0;
    const shown = groups.map(([title, count], index) => {
      const group = this.#groups[index] ?? make(element.localName === "select" ? "optgroup" : "fieldset");
      if (group instanceof HTMLOptGroupElement) group.label = title;
      else {
        if (!group.firstElementChild?.matches("legend")) group.prepend(make("legend"));
        /** @type {Element} */ (group.firstElementChild).textContent = title;
      }
      place(group, nodes.slice(end, (end += count)));
      return group;
    });
    for (const group of this.#groups.slice(shown.length)) group.remove();
    this.#groups = shown;
    place(element, shown);
  }

  /** @param {Row} row */
  #make(row) {
    const node = this.make(row);
    node.dataset.choice = row.id;
    return node;
  }

  /**
   * @param {Row} _
   * @returns {HTMLElement}
   */
  make(_) {
    return make("option");
  }

  /**
   * @param {HTMLElement} node
   * @param {Row} row
   */
  write(node, { title, isDisabled }) {
    const option = /** @type {HTMLOptionElement} */ (node);
    if (option.value !== title) option.value = title;
    option.disabled = isDisabled;
  }

  /**
   * Notes the person's choice, before the rows change.
   *
   * @returns {unknown}
   */
  note() {
    return undefined;
  }

  /**
   * Chooses what was chosen, or what the store has chosen.
   *
   * @param {string[]} _chosen
   * @param {unknown} _before
   * @param {Map<string, HTMLElement>} _gone the nodes of the rows that are gone
   */
  settle(_chosen, _before, _gone) {}

  /**
   * Tells the person that what they have chosen is gone.
   *
   * @param {HTMLElement} node
   */
  sayGone(node) {
    const { element } = this;
    const labels = "labels" in element ? element.labels : undefined;
    const name = element.ariaLabel ?? (labels?.[0] ?? element).querySelector("legend, span")?.textContent
      ?? labels?.[0]?.firstChild?.textContent ?? element.getAttribute("name");
    say("notice", phrase("%1: “%2” was removed elsewhere, so it is not chosen any more.", String(name).trim(), String(node.textContent).trim()));
  }
}

/** The options of a `select`. Options of the storyboard, such as one for no choice, stand in front of them. */
class Options extends Choices {
  /** @type {Choices["make"]} */
  make({ id }) {
    return make("option", { value: id });
  }

  /** @type {Choices["write"]} */
  write(node, { title, isDisabled }) {
    const option = /** @type {HTMLOptionElement} */ (node);
    if (option.textContent !== title) option.textContent = title;
    option.disabled = isDisabled;
  }

  /** @param {Element} element */
  constructor(element) {
    super(element);
    listen(element, { change: () => delete this.#select.dataset.left });
  }

  get #select() {
    return /** @type {HTMLSelectElement & import("../field.js").Parts} */ (this.element);
  }

  note() {
    return this.#select.value;
  }

  /**
   * @param {string[]} chosen
   * @param {string} before
   * @param {Map<string, HTMLElement>} gone
   */
  settle([chosen = ""], before, gone) {
    const select = this.#select;
    const field = fieldOf(select);
    // What a page before this one has left, as long as its row was not there.
    const { left = before } = select.dataset;
    const departed = gone.get(before);
    // Moving the chosen option may have chosen another one.
    select.value = departed ? "" : left;
    field.write(this.nodes.has(chosen) ? chosen : "");
    if (departed && !this.nodes.has(select.value)) this.sayGone(departed);
    if (select.value === left) delete select.dataset.left;
  }
}

/** A `fieldset` of radio buttons. */
class RadioButtons extends Choices {
  /**
   * What the person has chosen, until the store has it.
   *
   * @type {string | undefined}
   */
  #own;

  #stored = "";
  #asked = 0;

  /** @param {Element} element */
  constructor(element) {
    super(element);
    listen(element, { change: ({ target }) => this.#choose(/** @type {HTMLInputElement} */ (target).value) });
    listen(document, {
      reset: ({ target }) => {
        if (target !== inputIn(element)?.form) return;
        this.#own = undefined;
        queueMicrotask(() => this.#check());
      },
    });
  }

  /** @type {Choices["make"]} */
  make({ id }) {
    return makeLabel({ type: "radio", name: this.element.getAttribute("name") ?? "", value: id });
  }

  /** @type {Choices["write"]} */
  write(node, row) {
    writeLabel(node, row);
  }

  note() {
    // The person may have chosen before this part of the client has begun.
    const checked = /** @type {HTMLInputElement | null} */ (this.element.querySelector("input:checked"));
    if (checked && !checked.defaultChecked && checked.value !== this.#stored) this.#own ??= checked.value;
  }

  /**
   * @param {string[]} chosen
   * @param {unknown} _
   * @param {Map<string, HTMLElement>} gone
   */
  settle([chosen = ""], _, gone) {
    const departed = gone.get(this.#own ?? this.#stored);
    this.#stored = chosen;
    if (departed && this.#own !== undefined) this.#own = "";
    if (departed && !this.nodes.has(this.#own ?? chosen)) this.sayGone(departed);
    this.#check();
  }

  #check() {
    for (const [id, node] of this.nodes) {
      const input = inputIn(node);
      if (input) input.checked = id === (this.#own ?? this.#stored);
    }
  }

  /** @param {string} value */
  #choose(value) {
    this.#own = value;
    const { element } = this;
    const action = element.dataset.choose;
    if (!action) return;
    this.#asked++;
    const settled = () => {
      // Only the answer to the last request decides.
      if (--this.#asked) return;
      this.#own = undefined;
      this.#check();
    };
    const fields = { [element.getAttribute("name") ?? ""]: value };
    if (!ask("do", { action, fields, item: null }, { element, outlivesPage: true, settled })) settled();
  }
}

/** A `fieldset` of checkboxes. Each is a control of its own. */
class Checkboxes extends Choices {
  /** @type {Choices["make"]} */
  make({ id }) {
    const { choose } = this.element.dataset;
    const label = makeLabel({ type: "checkbox", name: `${this.element.getAttribute("name")}/${id}`, value: "true" });
    if (choose) /** @type {HTMLInputElement} */ (inputIn(label)).dataset.action = choose;
    return label;
  }

  /** @type {Choices["write"]} */
  write(node, row) {
    writeLabel(node, row);
  }

  /**
   * @param {string[]} chosen
   * @param {unknown} _
   * @param {Map<string, HTMLElement>} gone
   */
  settle(chosen, _, gone) {
    const isChosen = new Set(chosen);
    for (const [id, node] of this.nodes) {
      const input = inputIn(node);
      if (input) fieldOf(input).write(isChosen.has(id));
    }
    const [departed] = [...gone.values()].filter((node) => inputIn(node)?.checked);
    if (departed) this.sayGone(departed);
  }
}

/**
 * Makes these nodes the last ones of an element, in their order. Only nodes that stand elsewhere are moved.
 *
 * @param {HTMLElement} parent
 * @param {HTMLElement[]} nodes
 */
function place(parent, nodes) {
  // A row of another group now stands between none of these.
  const own = new Set(nodes);
  for (const child of /** @type {HTMLElement[]} */ ([...parent.children])) {
    if (child.dataset.choice !== undefined && !own.has(child)) child.remove();
  }
  // All at once, because an option that comes alone has its `select` look at all others.
  if (!nodes.some((node) => node.parentNode === parent)) return parent.append(...nodes);
  /** @type {HTMLElement | null} */
  let next = null;
  for (const node of [...nodes].reverse()) {
    if (node.parentNode !== parent || node.nextSibling !== next) parent.insertBefore(node, next);
    next = node;
  }
}

/** @param {Partial<HTMLInputElement>} properties */
function makeLabel(properties) {
  const label = make("label");
  label.append(make("input", properties), " ", make("span"));
  return label;
}

/**
 * @param {HTMLElement} label
 * @param {Row} row
 */
function writeLabel(label, { title, isDisabled }) {
  const span = label.querySelector("span");
  if (span && span.textContent !== title) span.textContent = title;
  const input = inputIn(label);
  if (input) input.disabled = isDisabled;
}

/** @param {HTMLElement} element */
const inputIn = (element) => element.querySelector("input");
