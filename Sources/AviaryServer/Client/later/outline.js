import { ask } from "../actions.js";
import { send } from "../connection.js";
import { listen } from "../element.js";
import { hasMod } from "../keys.js";

/**
 * Expands and collapses the items of an outline, by a click on the mark before them and by the arrow keys. This part of the
 * client (`later.js`) begins with the first collection that has `data-outline`.
 *
 * A cell has its level as the custom property `--outline-level`, and `aria-expanded` if its item has children. Both are
 * outlets, which the server adds to each template. In the accessibility tree a level belongs to a row, so each row gets the
 * level and the state of its cell.
 *
 * @typedef {import("../collection.js").Own} Own
 */

/** Lets a person expand the items of a collection. */
export default () => (/** @type {Own} */ collection) => new Outline(collection);

/**
 * Shows the level and the state of a cell in its row.
 *
 * @param {HTMLElement} cell
 */
function mark(cell) {
  const row = cell.parentElement;
  if (!row) return;
  const level = cell.style.getPropertyValue("--outline-level") || getComputedStyle(cell).getPropertyValue("--outline-level");
  row.ariaLevel = String(Number(level) + 1);
  row.ariaExpanded = cell.ariaExpanded;
}

/**
 * The level of a row, from 1 for a root.
 *
 * @param {import("../tile.js").Tile} tile
 */
const levelOf = ({ row }) => Number(row.ariaLevel);

/** Expands and collapses the items of one collection. */
export class Outline {
  #own;
  #count = 0;

  /**
   * The item whose parent was asked for.
   *
   * @type {string | undefined}
   */
  #asked;

  /** An update may change the values of a cell alone. */
  #changes = new MutationObserver((records) => {
    for (const { target } of records) mark(/** @type {HTMLElement} */ (target));
  });

  /** @type {WeakSet<HTMLElement>} */
  #observed = new WeakSet();

  /** @param {Own} collection */
  constructor(collection) {
    this.#own = collection;
    listen(collection.box, { click: (event) => this.#click(event) }, { capture: true });
    this.after();
  }

  /** Marks the rows of all tiles. */
  after() {
    for (const { cell } of this.#own.held.all) {
      mark(cell);
      if (this.#observed.has(cell)) continue;
      this.#observed.add(cell);
      this.#changes.observe(cell, { attributeFilter: ["style", "aria-expanded"] });
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const { target, clientX } = event;
    const tile = this.#own.held.of(target);
    if (!tile || tile.cell !== target || tile.cell.ariaExpanded === null) return;
    const { left, right } = tile.cell.getBoundingClientRect();
    const { direction, paddingInlineStart } = getComputedStyle(tile.cell);
    // The mark is in the padding of the cell, whose texts may have another direction than the page.
    if ((direction === "rtl" ? right - clientX : clientX - left) >= parseFloat(paddingInlineStart)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#expand(tile, tile.cell.ariaExpanded === "false");
  }

  /**
   * Handles Right and Left as in any tree: Right expands an item, and then goes to its first child. Left collapses an item,
   * and then goes to its parent. With Alt they move the item: below the sibling above it, or behind its parent. On a page
   * that is read from right to left, the two keys are exchanged.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { behaviours, held, keyboard, ranges, scroll } = this.#own;
    const { target } = event;
    const key = scroll.axes.keyOf(event.key);
    const tile = held.of(target);
    const isHere = tile?.cell === target && /^Arrow(Left|Right)$/.test(key);
    if (!tile || !isHere || event.shiftKey || hasMod(event)) return false;
    const isForward = key === "ArrowRight";
    if (event.altKey) {
      const mover = behaviours.get("mover");
      if (!mover?.canMove) return false;
      event.preventDefault();
      // A move by keys stores its own place when Alt is released.
      if (mover.isLeading) return true;
      // An item cannot be moved beside itself, so its own name stands for its place in the outline.
      if (!event.repeat) ask("move", { collection: this.#name, item: tile.id, side: isForward ? "section" : "behind", end: tile.id });
      return true;
    }
    event.preventDefault();
    const { ariaExpanded } = tile.cell;
    if (ariaExpanded === String(!isForward)) {
      this.#expand(tile, isForward);
    } else if (!isForward) {
      this.#asked = tile.id;
      send("ascend", { number: ++this.#count, collection: this.#name, item: tile.id });
    } else if (ariaExpanded) {
      ranges.endRun();
      keyboard.go(tile.position + 1);
    }
    return true;
  }

  /** @param {import("../packets.js").SceneMessages["found"]} answer */
  found({ number, position }) {
    const { keyboard, ranges } = this.#own;
    // The person may have gone elsewhere meanwhile.
    if (number !== this.#count || position === null || keyboard.cursor?.id !== this.#asked) return;
    ranges.endRun();
    keyboard.go(position);
  }

  // MARK: Dragging

  /**
   * What a point of the content means for a drag. A row is divided: its middle half takes the moved items into it. The top
   * and bottom quarter move the gap, but only the quarter on the far side of the row as seen from the gap. Elsewhere nothing
   * changes. So a gap that opens does not move the row away before it was reached. Without a gap both quarters open one.
   *
   * @param {import("../heldtiles.js").RangeEnd} led
   * @param {import("./mover/arrangement.js").Arrangement} arrangement
   * @param {import("../geometry.js").Point} point
   * @returns {{into?: import("../tile.js").Tile, isGap?: boolean}} `isGap` if the gap goes to the point
   */
  aim(led, arrangement, point) {
    const { held } = this.#own;
    const { gap, geometry } = arrangement;
    const slot = geometry.positionAt(point);
    const { y, height } = geometry.frameOf(slot);
    const share = (point.y - y) / height;
    const tile = slot === gap ? undefined : held.at(arrangement.original(slot));
    if (!tile || !this.#takes(tile, led) || share < 0 || share > 1) return { isGap: true };
    if (Math.abs(share - 0.5) <= 0.25) return { into: tile };
    return { isGap: gap === undefined || (slot < gap ? share < 0.5 : share > 0.5) };
  }

  /**
   * True if moved items can be moved into a row: it is neither one of them nor below the dragged one.
   *
   * @param {import("../tile.js").Tile} tile
   * @param {import("../heldtiles.js").RangeEnd} led
   */
  #takes(tile, led) {
    const own = this.#own.held.tile(led.id);
    if (!own) return false;
    const isBelow = tile.position >= own.position && tile.position < this.#endOf(own);
    return !isBelow && !(own.isShownSelected && tile.isShownSelected);
  }

  /**
   * The target at which a list shows items that are moved into a row: behind all that is visible below it.
   *
   * @param {import("../tile.js").Tile} tile
   * @returns {import("./mover/arrangement.js").Target}
   */
  targetIn(tile) {
    return { side: "behind", end: { position: this.#endOf(tile) - 1 } };
  }

  /**
   * The place of a dragged item. Between two rows several levels are possible: from that of the row below to one more than
   * that of the row above. The item keeps its level, or changes it by how far it was dragged to the side.
   *
   * @param {import("../heldtiles.js").RangeEnd} led
   * @param {import("./mover/arrangement.js").Target} target
   * @param {number} across in points, in the direction in which levels are indented
   * @returns {import("./mover/drops.js").SentTarget | undefined} nothing where the target says it all
   */
  placeOf(led, target, across) {
    const { held } = this.#own;
    const own = held.tile(led.id);
    const isHere = target.end.id === led.id;
    const above = isHere ? held.at(led.position - 1) : target.side === "behind" ? held.tile(target.end.id) : undefined;
    if (!own || !above) return;
    const next = above.position + 1;
    // The rows below the dragged one move with it.
    const below = held.at(next === own.position ? this.#endOf(own) : next);
    const step = 1.25 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const wished = levelOf(own) + Math.round(across / step);
    const level = Math.max(below ? levelOf(below) : 1, Math.min(wished, levelOf(above) + 1));
    if ((isHere || next === own.position) && level === levelOf(own)) return;
    if (level > levelOf(above)) {
      const isChild = below && levelOf(below) === level;
      return isChild ? { side: "before", end: below.id } : { side: "section", end: above.id };
    }
    let at = above.position;
    while (at >= 0 && held.at(at) && levelOf(/** @type {import("../tile.js").Tile} */ (held.at(at))) > level) at--;
    const sibling = held.at(at);
    // Behind its own children an item has no place.
    if (sibling) return sibling === own ? undefined : { side: "behind", end: sibling.id };
    return below && levelOf(below) === level ? { side: "before", end: below.id } : undefined;
  }

  /**
   * The position after an item and all that is visible below it.
   *
   * @param {import("../tile.js").Tile} tile
   */
  #endOf(tile) {
    const { held } = this.#own;
    let end = tile.position + 1;
    for (let next = held.at(end); next && levelOf(next) > levelOf(tile); next = held.at(end)) end++;
    return end;
  }

  /**
   * @param {import("../tile.js").Tile} tile
   * @param {boolean} isExpanded
   */
  #expand({ id }, isExpanded) {
    send("expand", { collection: this.#name, item: id, isExpanded });
  }

  get #name() {
    return /** @type {string} */ (this.#own.box.dataset.collection);
  }
}
