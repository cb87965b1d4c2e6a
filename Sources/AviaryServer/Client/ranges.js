import { front, listen } from "./element.js";
import { Gestures } from "./gestures.js";
import { hasMod, isForControl, shortcutOf } from "./keys.js";

/**
 * Many tiles at once: ranges by Shift, by a drag of the mouse, by a long press and a drag; all, and none.
 *
 * A range goes from where it began to where the person is now. An end is said by its identifier, or by its position when
 * the tile is not held.
 *
 * @typedef {import("./held.js").RangeEnd} RangeEnd
 * @typedef {import("./gestures.js").Point} Point
 */
export class Ranges {
  #box;
  #selecting;
  #held;
  #gestures;

  /**
   * What was tapped last.
   *
   * @type {RangeEnd | undefined}
   */
  #tapped;

  /**
   * Where a run of ranges began; there is none until Shift leads on.
   *
   * @type {RangeEnd | undefined}
   */
  #begin;

  /**
   * The drag: where it began, on the background perhaps, whether it selects or deselects, and where it has led.
   *
   * @type {{from?: RangeEnd, isOn: boolean, to?: RangeEnd}}
   */
  #drag = { isOn: true };

  /**
   * What a hold does that leads nowhere; without it, one selects at once.
   *
   * @type {((point: Point, id?: string) => void) | undefined}
   */
  openMenu;

  /**
   * Whether a press means something else than selecting.
   *
   * @type {((event: PointerEvent) => boolean) | undefined}
   */
  isOthers;

  /**
   * Ends what is heard for the collection.
   *
   * @type {AbortSignal | undefined}
   */
  signal;

  /**
   * @param {HTMLElement} box
   * @param {import("./scrollbox.js").ScrollBox} scroll
   * @param {import("./selecting.js").Selecting} selecting
   * @param {import("./held.js").Held} held
   */
  constructor(box, scroll, selecting, held) {
    this.#box = box;
    this.#selecting = selecting;
    this.#held = held;
    this.#gestures = new Gestures(box, {
      begins: (event) => this.#begins(event),
      holds: () => Boolean(this.openMenu),
      drags: (point, isHeld) => this.#drags(point, isHeld),
      dragMoved: (point) => this.#lead(point),
      dragCancelled: () => this.#takeBack(),
      held: (point) => this.openMenu?.(point, this.#drag.from?.id),
    }, scroll);
  }

  /** @param {AbortSignal} [signal] ends it */
  start(signal) {
    this.signal = signal;
    listen(document, { keydown: (event) => this.#key(event) }, { signal });
    this.#gestures.start(signal);
  }

  /**
   * With Shift all up to the tile are meant, with `Mod` the tile itself, whatever a tap does beside selecting.
   *
   * @param {import("./tile.js").Tile} tile
   * @param {MouseEvent | KeyboardEvent} event
   */
  tap({ id, position, isShownSelected }, event) {
    const tapped = { id, position };
    if (event.shiftKey && this.extend(tapped)) return;
    this.end(tapped);
    if (hasMod(event) && this.select(tapped, tapped, !isShownSelected)) return;
    this.#selecting.tap(id);
  }

  /**
   * A link was clicked, which the browser follows in this tab or another. With Shift it is only a tile.
   *
   * @param {import("./tile.js").Tile} tile
   * @param {MouseEvent} event
   */
  passLink({ id, position }, event) {
    const tapped = { id, position };
    if (event.shiftKey && this.extend(tapped)) event.preventDefault();
    else this.end(tapped);
  }

  // MARK: By keys

  /**
   * Forgets where the last range began: the next one is another.
   *
   * @param {RangeEnd} [tapped] what was tapped instead
   */
  end(tapped = this.#tapped) {
    this.#tapped = tapped;
    this.#begin = undefined;
  }

  /**
   * Selects all from where the run began, or else from `focus` or what was tapped last.
   *
   * @param {RangeEnd} to
   * @param {RangeEnd} [focus] where the keyboard was
   * @returns {boolean} false when only one can be selected
   */
  extend(to, focus) {
    this.#begin ??= focus ?? this.#tapped ?? to;
    return this.select(this.#begin, to, true);
  }

  /**
   * Selects all from one to the other, or deselects them.
   *
   * @param {RangeEnd} from
   * @param {RangeEnd} to
   * @param {boolean} isOn
   * @returns {boolean} false when only one can be selected
   */
  select(from, to, isOn) {
    const canSelect = this.#selecting.allowsMultiple;
    if (canSelect) this.#selecting.range(from, to, isOn);
    return canSelect;
  }

  /**
   * No range begins at a tile that is gone.
   *
   * @param {{id: string}[]} tiles
   */
  forget(tiles) {
    for (const { id } of tiles) if (id === (this.#begin ?? this.#tapped)?.id) this.#begin = this.#tapped = undefined;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isAll = shortcutOf(event) === "Mod+A";
    if ((!isAll && event.key !== "Escape") || !this.#selecting.allowsMultiple) return;
    if (this.#gestures.isDragging) return this.#gestures.cancel();
    // Behind a sheet nothing is selected, and Escape closes the sheet.
    const isBehind = !front().contains(this.#box) || (!isAll && front() !== document);
    if (isForControl(event) || isBehind) return;
    event.preventDefault();
    this.end();
    this.#selecting.all(isAll);
  }

  // MARK: By dragging

  /**
   * Whether a press is between the tiles.
   *
   * @param {Event} event
   */
  isBackground({ target }) {
    return [this.#box, this.#box.firstElementChild].includes(/** @type {Element} */ (target));
  }

  /** @param {PointerEvent} event */
  #begins(event) {
    if (this.isOthers?.(event)) return false;
    const tile = this.#held.pressed(event);
    // The background can be held, too.
    const isHold = event.pointerType !== "mouse" && this.openMenu && this.isBackground(event);
    if (!tile && !isHold) return false;
    this.#drag = { from: tile && { id: tile.id, position: tile.position }, isOn: !tile?.isShownSelected };
    return true;
  }

  /**
   * A mouse has to lead to another tile.
   *
   * @param {Point} point
   * @param {boolean} isHeld
   */
  #drags(point, isHeld) {
    const { from } = this.#drag;
    return from && this.#selecting.allowsMultiple && (isHeld || this.#held.under(point).position !== from.position);
  }

  /** @param {Point} point */
  #lead(point) {
    const { from, to, isOn } = this.#drag;
    if (!from) return;
    if (!to) this.end(from);
    this.#drag.to = this.#held.under(point);
    if (this.#drag.to.position !== to?.position) this.select(from, this.#drag.to, isOn);
  }

  /** The range goes back to its beginning, and that by a tap. */
  #takeBack() {
    const { from, isOn } = this.#drag;
    if (!from) return;
    this.select(from, from, isOn);
    this.#selecting.tap(from.id);
  }
}
