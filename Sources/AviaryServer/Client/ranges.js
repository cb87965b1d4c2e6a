import { front, listen } from "./element.js";
import { isPlain } from "./gestures.js";
import { hasMod, isForControl, shortcutOf } from "./keys.js";

/**
 * Handles taps on tiles, and selects many tiles at once: ranges by Shift, by a drag of the mouse, by a long press and a
 * drag; all, and none.
 *
 * A range goes from its beginning to the person's present position. An end is given by its identifier, or by its
 * position when the tile is not held.
 *
 * @typedef {import("./heldtiles.js").RangeEnd} RangeEnd
 * @typedef {import("./gestures.js").Point} Point
 * @typedef {import("./tile.js").Tile} Tile
 */
export class Ranges {
  #box;
  #selecting;
  #held;
  #behaviours;

  /**
   * The item tapped last.
   *
   * @type {RangeEnd | undefined}
   */
  #tapped;

  /**
   * The common beginning of a *run*: the ranges that Shift extends one after the other. None until Shift extends a
   * selection.
   *
   * @type {RangeEnd | undefined}
   */
  #begin;

  /**
   * The drag: its first item; whether it selects or deselects; and its last item.
   *
   * @type {{from: RangeEnd, isOn: boolean, to?: RangeEnd}}
   */
  #drag = { from: { position: 0 }, isOn: true };

  /**
   * @param {HTMLElement} box
   * @param {import("./selecting.js").Selecting} selecting
   * @param {import("./heldtiles.js").HeldTiles} held
   * @param {import("./behaviours.js").Behaviours} behaviours
   */
  constructor(box, selecting, held, behaviours) {
    this.#box = box;
    this.#selecting = selecting;
    this.#held = held;
    this.#behaviours = behaviours;
  }

  /** @param {AbortSignal} [signal] removes the listeners when it is aborted */
  start(signal) {
    listen(document, { keydown: (event) => this.#selectAllOrNone(event) }, { signal });
  }

  /** @param {MouseEvent} event */
  click(event) {
    const tile = this.#held.pressed(event);
    const isLink = tile?.link?.contains(/** @type {Node} */ (event.target));
    // Where a tap calls an action, a plain click on the link calls the action instead. In edit mode a click selects.
    // With `Mod` or Shift the browser follows the link.
    const { tap, editing } = this.#box.dataset;
    const isTap = editing === "" || (tap === "action" && !hasMod(event) && !event.shiftKey);
    if (isLink && isTap) event.preventDefault();
    if (isLink && !isTap) this.#passLink(/** @type {Tile} */ (tile), event);
    else if (tile) this.tap(tile, event);
  }

  /**
   * Handles a tap on a tile. With Shift it extends the range, with `Mod` it toggles the tile's selection, even if a
   * plain tap calls an action.
   *
   * @param {Tile} tile
   * @param {MouseEvent | KeyboardEvent} event
   */
  tap({ id, position, isShownSelected }, event) {
    const tapped = { id, position };
    if (event.shiftKey && this.extend(tapped)) return;
    this.endRun(tapped);
    if (hasMod(event) && this.select(tapped, tapped, !isShownSelected)) return;
    this.#selecting.tap(id);
  }

  /**
   * Handles a click on a link, which the browser follows in this tab or another. With Shift the click extends the range
   * instead.
   *
   * @param {Tile} tile
   * @param {MouseEvent} event
   */
  #passLink({ id, position }, event) {
    const tapped = { id, position };
    if (event.shiftKey && this.extend(tapped)) event.preventDefault();
    else this.endRun(tapped);
  }

  // MARK: By keys

  /**
   * Ends the run of ranges, so the next range begins anew.
   *
   * @param {RangeEnd} [tapped] the item that was tapped
   */
  endRun(tapped = this.#tapped) {
    this.#tapped = tapped;
    this.#begin = undefined;
  }

  /**
   * Selects all items from the beginning of the run, or else from `focus` or the item tapped last.
   *
   * @param {RangeEnd} to
   * @param {RangeEnd} [focus] the item that had the keyboard
   * @returns {boolean} false when only one item can be selected
   */
  extend(to, focus) {
    this.#begin ??= focus ?? this.#tapped ?? to;
    return this.select(this.#begin, to, true);
  }

  /**
   * Selects or deselects all items from one to the other.
   *
   * @param {RangeEnd} from
   * @param {RangeEnd} to
   * @param {boolean} isOn
   * @returns {boolean} false when only one item can be selected
   */
  select(from, to, isOn) {
    const canSelect = this.#selecting.allowsMultiple;
    if (canSelect) this.#selecting.range(from, to, isOn);
    return canSelect;
  }

  /**
   * Forgets tiles that are gone, because no range can begin there.
   *
   * @param {import("./behaviours.js").Update} update
   */
  before({ change: { departed, isScroll } }) {
    if (isScroll) return;
    for (const { id } of departed) if (id === (this.#begin ?? this.#tapped)?.id) this.#begin = this.#tapped = undefined;
  }

  /**
   * Selects all by Mod+A, and none by Escape. During a drag of its own both cancel the drag.
   *
   * @param {KeyboardEvent} event
   */
  #selectAllOrNone(event) {
    const isAll = shortcutOf(event) === "Mod+A";
    if ((!isAll && event.key !== "Escape") || !this.#selecting.allowsMultiple) return;
    if (this.#behaviours.isDragging(this)) return this.#behaviours.cancel(this);
    // Nothing is selected behind a sheet, and Escape closes the sheet.
    const isBehind = !front().contains(this.#box) || (!isAll && front() !== document);
    if (isForControl(event) || isBehind) return;
    event.preventDefault();
    this.endRun();
    this.#selecting.all(isAll);
  }

  // MARK: By dragging

  /**
   * @param {PointerEvent} event
   * @returns {import("./behaviours.js").Claim}
   */
  press(event) {
    const tile = isPlain(event) && this.#held.pressed(event);
    if (!tile) return;
    this.#drag = { from: { id: tile.id, position: tile.position }, isOn: !tile.isShownSelected };
    return "gesture";
  }

  /**
   * Returns true if the press becomes a drag. A mouse must reach another tile.
   *
   * @param {Point} point
   * @param {boolean} isLong
   */
  drags(point, isLong) {
    const { from } = this.#drag;
    return this.#selecting.allowsMultiple && (isLong || this.#held.under(point).position !== from.position);
  }

  /** @param {Point} point */
  dragMoved(point) {
    const { from, to, isOn } = this.#drag;
    if (!to) this.endRun(from);
    this.#drag.to = this.#held.under(point);
    if (this.#drag.to.position !== to?.position) this.select(from, this.#drag.to, isOn);
  }

  /** Reduces the range to its first item. Then a tap toggles that item back to its state before the drag. */
  dragCancelled() {
    const { from, isOn } = this.#drag;
    this.select(from, from, isOn);
    this.#selecting.tap(from.id);
  }
}
