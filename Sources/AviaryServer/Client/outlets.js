// Typed outlets: what the scene may set on an element, and nothing else.

const textTargets = ["aria-label", "title", "alt", "placeholder", "value"];
const ariaFlags = ["aria-pressed", "aria-checked", "aria-expanded"];

/** Each kind gives how an element's own state is read, and how a value is set. */
const kinds = {
  text: (target) =>
    textTargets.includes(target)
      ? attribute(target, (value) => value)
      : {
          read: (element) => element.textContent,
          // Text that is as it should be is left alone: a selection in it stays.
          set: (element, value) => element.textContent !== value && (element.textContent = value),
        },
  color: (_, name) => property(name, (value) => /^#[0-9a-f]{6}$/.test(value)),
  number: (_, name) => property(name, Number.isFinite),
  url: () => ({
    read: (element) => element.getAttribute(addressOf(element)),
    set: (element, value) => setAttribute(element, addressOf(element), isSafe(value) ? value : null),
  }),
  flag: (target, name) =>
    attribute(target || `data-${name}`, (value) => (ariaFlags.includes(target) ? String(Boolean(value)) : value ? "" : null)),
};

function attribute(target, convert) {
  return {
    read: (element) => element.getAttribute(target),
    set: (element, value) => setAttribute(element, target, value === null ? null : convert(value)),
    // The own state is an attribute as it stood.
    restore: (element, own) => setAttribute(element, target, own),
  };
}

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  if (name === "value") element.value = value ?? "";
  if (name === "checked") element.checked = value !== null;
}

function property(name, isValid) {
  return {
    read: () => null,
    set: (element, value) => {
      if (value !== null && isValid(value)) element.style.setProperty(`--${name}`, value);
      else element.style.removeProperty(`--${name}`);
    },
  };
}

const addressOf = (element) => (element.localName === "a" ? "href" : "src");

function isSafe(value) {
  try {
    return typeof value === "string" && ["http:", "https:"].includes(new URL(value, location.href).protocol);
  } catch {
    return false;
  }
}

/**
 * The outlets below and at `root`, in the order of the markup.
 * @param {Element | Document} root
 * @returns {{name: string, element: HTMLElement, kind: any, own: any}[]}
 */
export function outletsOf(root) {
  const elements = [...root.querySelectorAll("[data-outlet]")];
  if (root instanceof Element && root.hasAttribute("data-outlet")) elements.unshift(root);
  return elements.flatMap((element) =>
    element.getAttribute("data-outlet").split(/\s+/).filter(Boolean).map((word) => {
      const [, name, type = "text", target] = word.match(/^([^:]+)(?::(\w+)(?:\(([^)]+)\))?)?$/);
      const kind = kinds[type](target, name);
      return { name, element, kind, own: kind.read(element) };
    }),
  );
}

/**
 * Sets an outlet; null returns it to its own state.
 * @param {{element: HTMLElement, kind: any}} outlet @param {any} value @param {any} own
 */
export function setOutlet({ element, kind }, value, own) {
  if (value !== null) kind.set(element, value);
  else (kind.restore ?? kind.set)(element, own);
}
