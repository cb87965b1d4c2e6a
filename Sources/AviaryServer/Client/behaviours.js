import { Gestures } from "./gestures.js";

/**
 * The behaviours of one collection: the ways in which a person uses it. The collection asks them in one declared order.
 * A behaviour that loads later joins at its declared place.
 *
 * Of the events at the collection's box, only `pointerdown` (`press`) and `keydown` (`key`) go through this order. A
 * finger that has rested (`longPress`) and each update of the page (`before`, `after`) go through it, too. So do the
 * state as shown (`arranged`) and the end of the collection (`end`). The table at `order` says who answers what.
 *
 * All other input has listeners of its own. A tap is a `click`, and goes to `Ranges.click`. After a gesture no tap
 * comes: `Gestures` stops the click in the capture phase, before the listeners of the box. A control inside of a tile
 * keeps its presses and clicks, because `HeldTiles.pressed` returns no tile for them. `Ranges` also handles Mod+A, and
 * Escape outside of a move. During a move or a rubber band, Escape belongs to `Mover` or `Selector`. `MenuKeys` handles the
 * right click and the paste, `Mover` the drags by the browser, and `Scrubber` the presses of its thumb. A room's own
 * code may recognize more gestures (`later/room.js`). `Pull` handles the touches that pull a list down. `uploadloader.js` takes files.
 *
 * @typedef {import("./transition.js").State} State
 * @typedef {import("./gestures.js").GestureDelegate} GestureDelegate
 * @typedef {import("./gestures.js").Point} Point
 *
 * @typedef {object} Update the step from one state of the collection to the next
 * @property {State} old
 * @property {State} now
 * @property {import("./transition.js").Change} change
 *
 * @typedef {"gesture" | "browser" | void} Claim what a behaviour does with a press: it takes the press for a gesture of its
 *   own, leaves it to the browser's drag, or passes it on
 *
 * @typedef {Partial<Pick<GestureDelegate, "drags" | "dragMoved" | "dragEnded" | "dragCancelled" | "isElsewhere">>} Dragging
 *   called for a press that the behaviour has taken
 *
 * @typedef {object} Answering
 * @property {(event: PointerEvent) => Claim} [press] claims a press on the collection
 * @property {(point: Point, id?: string) => void} [longPress] answers a finger that has rested on an item or the
 *   background, and was lifted without a drag
 * @property {(event: KeyboardEvent) => boolean} [key] handles a key. Returns true if no behaviour after it gets the key
 * @property {(update: Update) => void} [before] prepares for an update of the page
 * @property {(update: Update, inView: [number, number]) => void} [after] completes an update; `inView` is the range of
 *   positions in view
 * @property {(state: State) => State} [arranged] returns the state as shown: the items that a person is moving are where
 *   the person has put them
 * @property {() => void} [end] forgets the collection, because its sheet has closed
 *
 * @typedef {Dragging & Answering} Behaviour has the methods that it needs
 *
 * @typedef {object} Named all behaviours, by their names
 * @property {import("./later/swipes.js").Swipes} swipes uncovers the actions of items
 * @property {import("./later/outline.js").Outline} outline expands items of an outline
 * @property {import("./later/mover.js").Mover} mover moves items by hand
 * @property {import("./ranges.js").Ranges} ranges handles taps, and selects many tiles at once
 * @property {import("./later/menu.js").MenuKeys} menus opens menus, and handles their shortcuts
 * @property {import("./keyboard.js").Keyboard} keyboard moves the cursor, and keeps the focus
 * @property {import("./selectloader.js").SelectLoader} select draws rubber bands, and finds items by letters
 * @property {import("./later/scrubber.js").Scrubber} scrubber scrolls from section to section
 * @property {import("./later/sizes.js").Sizes} sizes measures the cells of a self-sizing layout
 * @property {import("./later/end.js").End} end keeps the end of the list in view
 * @property {import("./later/pinch.js").Pinch} pinch changes the size of the cells
 * @property {import("./later/pull.js").Pull} pull calls an action when a finger pulls the list down
 */

/**
 * The order in which behaviours are asked, and who answers what:
 *
 *              press  key  longPress  before  after  arranged  end
 *   swipes       x     x       x                  x               x
 *   outline            x                        x
 *   mover        x     x                x       x       x       x
 *   ranges       x                      x
 *   menus        x     x       x
 *   pinch              x
 *   pull                                                        x
 *   keyboard           x                x       x
 *   select       x     x
 *   scrubber                                    x               x
 *   sizes                                       x               x
 *   end                                 x       x               x
 *
 * A press goes to the first behaviour that claims it, and a key to the first one that returns true. All others of these
 * calls go to every behaviour that answers them. `swipes` notes each press first, and claims only one on a button in a tile.
 * It follows a finger that moves before it has rested, where all gestures give the press up. `select` claims no press: its
 * `Selector` takes the press later, by `Behaviours.take`.
 *
 * @type {(keyof Named)[]}
 */
const order = ["swipes", "outline", "mover", "ranges", "menus", "pinch", "pull", "keyboard", "select", "scrubber", "sizes", "end"];

export class Behaviours {
  /** @type {Partial<Named>} */
  #named = {};

  #tiles;
  #gestures;

  /**
   * The behaviour that has taken the last press, and the pressed item.
   *
   * @type {Behaviour}
   */
  #taker = {};

  /** @type {string | undefined} */
  #pressed;

  /**
   * Removes the collection's listeners when it is aborted.
   *
   * @type {AbortSignal | undefined}
   */
  signal;

  /**
   * @param {HTMLElement} box
   * @param {import("./heldtiles.js").HeldTiles} tiles
   * @param {import("./scrollbox.js").ScrollBox} scroll
   */
  constructor(box, tiles, scroll) {
    this.#tiles = tiles;
    // `take` begins each gesture, after `press` has asked the behaviours.
    this.#gestures = new Gestures(box, {
      drags: (point, isLong) => this.#taker.drags?.(point, isLong),
      dragMoved: (point) => this.#taker.dragMoved?.(point),
      dragEnded: () => this.#taker.dragEnded?.(),
      dragCancelled: () => this.#taker.dragCancelled?.(),
      isElsewhere: () => this.#taker.isElsewhere?.(),
      waitsForLift: () => this.#all.some(({ longPress }) => longPress),
      longPressed: (point) => {
        for (const behaviour of this.#all) behaviour.longPress?.(point, this.#pressed);
      },
    }, scroll);
  }

  /** @param {AbortSignal} [signal] ends the behaviours when it is aborted */
  start(signal) {
    this.signal = signal;
    this.#gestures.start(signal);
    signal?.addEventListener("abort", () => {
      for (const behaviour of this.#all) behaviour.end?.();
    });
  }

  /**
   * Adds a behaviour at its declared place, once.
   *
   * @template {keyof Named} Name
   * @param {Name} name
   * @param {() => Named[Name]} make
   * @returns {Named[Name]}
   */
  add(name, make) {
    return this.#named[name] ?? (this.#named[name] = make());
  }

  /**
   * Returns a behaviour, if it has joined.
   *
   * @template {keyof Named} Name
   * @param {Name} name
   * @returns {Partial<Named>[Name]}
   */
  get(name) {
    return this.#named[name];
  }

  /**
   * The behaviours that have joined, in the declared order.
   *
   * @returns {Behaviour[]}
   */
  get #all() {
    return order.flatMap((name) => this.#named[name] ?? []);
  }

  /** @param {PointerEvent} event */
  press(event) {
    for (const behaviour of this.#all) {
      const claim = behaviour.press?.(event);
      if (claim === "gesture") this.take(event, behaviour);
      if (claim) return;
    }
  }

  /**
   * Gives a press to a behaviour, and begins its gesture. The `Selector` calls this itself, because it loads only after
   * the press.
   *
   * @param {PointerEvent} event
   * @param {Behaviour} behaviour
   */
  take(event, behaviour) {
    this.#taker = behaviour;
    this.#pressed = this.#tiles.of(event.target)?.id;
    this.#gestures.press(event);
  }

  /** @param {Behaviour} behaviour */
  isDragging(behaviour) {
    return this.#taker === behaviour && this.#gestures.isDragging;
  }

  /**
   * Cancels the gesture of a behaviour.
   *
   * @param {Behaviour} behaviour
   */
  cancel(behaviour) {
    if (this.#taker === behaviour) this.#gestures.cancel();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.#all.some((behaviour) => behaviour.key?.(event));
  }

  /** @param {Update} update */
  before(update) {
    for (const behaviour of this.#all) behaviour.before?.(update);
  }

  /**
   * @param {Update} update
   * @param {[number, number]} inView
   */
  after(update, inView) {
    for (const behaviour of this.#all) behaviour.after?.(update, inView);
  }

  /** @param {State} state */
  arranged(state) {
    return this.#all.reduce((state, behaviour) => behaviour.arranged?.(state) ?? state, state);
  }
}
