// What TypeScript 4.8 does not know of browsers and of JavaScript. Each of these is in the browsers that Aviary supports,
// unless it is optional here.

interface Array<T> {
  findLast(isSo: (element: T, index: number) => unknown): T | undefined;
}

interface Node {
  contains(other: Node | null | undefined): boolean;
}

interface ARIAMixin {
  role: string | null;
  ariaInvalid: string | null;
}

// A page's elements are HTML, unless their name says otherwise.
interface ParentNode {
  querySelector<Name extends keyof HTMLElementTagNameMap>(selectors: Name): HTMLElementTagNameMap[Name] | null;
  querySelector<Found extends HTMLElement = HTMLElement>(selectors: string): Found | null;
  querySelectorAll<Name extends keyof HTMLElementTagNameMap>(selectors: Name): NodeListOf<HTMLElementTagNameMap[Name]>;
  querySelectorAll<Found extends HTMLElement = HTMLElement>(selectors: string): NodeListOf<Found>;
}

interface Element {
  closest<Name extends keyof HTMLElementTagNameMap>(selectors: Name): HTMLElementTagNameMap[Name] | null;
  closest<Found extends HTMLElement = HTMLElement>(selectors: string): Found | null;
  checkVisibility(): boolean;
  moveBefore?(node: Node, child: Node | null): void;
}

interface HTMLElement {
  popover: string | null;
  showPopover(): void;
  hidePopover(): void;
}

interface HTMLElementEventMap {
  scrollend: Event;
  cancel: Event;
}

interface WindowEventMap {
  visibilitychange: Event;
}

interface DragEvent {
  /** Where files were dropped in a collection, for the part that sends them. */
  aviaryTarget?: import("./later/uploads.js").FileTarget;
}

declare class EyeDropper {
  open(options: { signal: AbortSignal }): Promise<{ sRGBHex: string }>;
}

// The client's own events.
interface GlobalEventHandlersEventMap {
  dismissed: CustomEvent<undefined>;
  upload: CustomEvent<import("./later/uploads.js").SentFile>;
}

/** The events of a target, by their names. */
type EventsOf<Target> =
  Target extends Window ? WindowEventMap
  : Target extends Document ? DocumentEventMap
  : Target extends WebSocket ? WebSocketEventMap
  : Target extends AbortSignal ? AbortSignalEventMap
  : Target extends XMLHttpRequestUpload ? XMLHttpRequestEventTargetEventMap
  : Target extends XMLHttpRequest ? XMLHttpRequestEventMap
  : Target extends BroadcastChannel ? BroadcastChannelEventMap
  : HTMLElementEventMap;

/** The events that also the window or the socket itself gets. */
type OwnEvent = "blur" | "open" | "message" | "close" | "abort" | "storage" | "loadend" | "progress";

/** An event that the browser itself has made: one with data has these data. */
type Fired<Event> =
  Event extends DragEvent ? Event & { dataTransfer: DataTransfer }
  : Event extends ClipboardEvent ? Event & { clipboardData: DataTransfer }
  : Event;

/** Listeners by the names of their events. Most events have an element of the page as their target. */
type Listeners<Target> = {
  [Name in keyof EventsOf<Target>]?: (event: Fired<EventsOf<Target>[Name]> & (Name extends OwnEvent ? unknown : { target: HTMLElement })) => unknown;
};
