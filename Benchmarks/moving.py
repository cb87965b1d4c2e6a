"""Moving items by hand, and swipes: the delay of the page behind the pointer, and the bytes that other windows get."""

from figure import Figure
from session import browser_window, percentile, serving, wire_bytes
from tab import Tab

SWATCHES = 100_000
MOVES = 200

# Moves the pointer from tile to tile, once in each frame. Returns for each move the milliseconds until the copy is
# below the pointer and the tile at that place has made room.
DRAG = """async (count) => {
  const frame = () => new Promise(requestAnimationFrame);
  const tiles = [...document.querySelectorAll('[data-collection=grid] .tile')].slice(0, 12).map((row) => row.getBoundingClientRect());
  const point = ({ right, y }) => ({ clientX: right - 14, clientY: y + 14 });
  const tell = (target, type, at) => target.dispatchEvent(new PointerEvent(type, {
    ...at, bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, pointerType: 'mouse', button: type === 'pointermove' ? -1 : 0, buttons: 1 }));
  tell(document.querySelector('[data-collection=grid] .tile [data-item]'), 'pointerdown', point(tiles[0]));
  const times = [];
  for (let move = 1; move <= count; move++) {
    await frame();
    const at = point(tiles[move % tiles.length]);
    const start = performance.now();
    const wanted = () => {
      const copy = document.querySelector('.lifted')?.getBoundingClientRect();
      const gap = document.querySelector('.tile[data-moving]');
      return copy && Math.abs(copy.right - 14 - at.clientX) < 2 && getComputedStyle(gap).translate === translateOf(tiles[move % tiles.length]);
    };
    const content = document.querySelector('[data-collection=grid] .content').getBoundingClientRect();
    const translateOf = ({ x, y }) => `${Math.round(x - content.x)}px ${Math.round(y - content.y)}px`;
    tell(document, 'pointermove', at);
    while (!wanted()) {
      await frame();
      if (performance.now() - start > 1000) throw new Error(`not there: ${move}`);
    }
    times.push(performance.now() - start);
  }
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  tell(document, 'pointerup', point(tiles[0]));
  return times;
}"""


# Swipes a tile to and fro by a finger, once in each frame. Returns for each step the milliseconds until the cell has moved
# with the finger. The scene answers the first step meanwhile.
SWIPE = """async (count) => {
  const frame = () => new Promise(requestAnimationFrame);
  const cell = document.querySelector('[data-collection=grid] .tile [data-item]');
  const { x, y, width } = cell.getBoundingClientRect();
  const tell = (type, by) => cell.dispatchEvent(new PointerEvent(type, {
    clientX: x + width / 2 + by, clientY: y + 8, bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, pointerType: 'touch',
    button: type === 'pointermove' ? -1 : 0, buttons: type === 'pointerup' ? 0 : 1 }));
  tell('pointerdown', 0);
  tell('pointermove', -10);
  const times = [];
  for (let step = 1; step <= count; step++) {
    await frame();
    const by = 1 + (step * 7) % 70;
    const start = performance.now();
    tell('pointermove', -10 - by);
    while (Math.abs(x - cell.getBoundingClientRect().x - by) > 0.5) {
      await frame();
      if (performance.now() - start > 1000) throw new Error(`not there: ${step}`);
    }
    times.push(performance.now() - start);
  }
  tell('pointermove', 0);
  tell('pointerup', 0);
  return times;
}"""


def measure():
    with serving() as gallery, browser_window("desktop") as context:
        fill(gallery)
        yield dragged(gallery, context)
        yield swiped(gallery, context)
        yield from reordered(gallery, context)


def fill(gallery):
    gallery.sql(
        f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {SWATCHES})
            INSERT INTO swatch(name, red, green, blue, position)
            SELECT 'color ' || i, i % 256 / 255.0, i / 256 % 256 / 255.0, 0.5, i FROM n""")


def open_room(gallery, context):
    tab = Tab(context, gallery.url, "/palette")
    tab.page.wait_for_function(
        "() => document.querySelector('.saved input')?.value === 'color 1' && document.querySelector('[data-collection=grid][aria-keyshortcuts]')")
    tab.settle()
    return tab


def dragged(gallery, context):
    """A color is dragged over others. Returns the median time from the pointer event until the copy is below the
    pointer and the gap is at its place. No connection takes part."""
    tab = open_room(gallery, context)
    tab.page.evaluate(DRAG, 20)
    tab.settle()
    times = tab.page.evaluate(DRAG, MOVES)
    tab.page.close()
    return Figure("views.drag.frame_ms", percentile(times, 0.5), "ms", at_most=16)


def swiped(gallery, context):
    """A color is swiped. Returns the median time from the pointer event until the cell has moved as far. No connection
    takes part, except that the scene is asked for the actions."""
    tab = open_room(gallery, context)
    tab.page.wait_for_selector("[data-collection=grid][data-swipes]")
    tab.page.evaluate(SWIPE, 20)
    tab.settle()
    times = tab.page.evaluate(SWIPE, MOVES)
    tab.page.close()
    return Figure("views.swipe.frame_ms", percentile(times, 0.5), "ms", at_most=16)


def reordered(gallery, context):
    """One of 100,000 colors is moved. The figures are all bytes on the wire to another window: when both positions are
    in its viewport, and when the color comes from far away."""
    tab, other = (open_room(gallery, context) for _ in range(2))
    near = moved(tab, other, "ArrowRight", "color 2")
    far = moved(tab, other, "End", "color 1")
    for each in (tab, other):
        each.page.close()
    yield Figure("views.reorder.bytes", near, "B", at_most=120)
    yield Figure("views.reorder.far_bytes", far, "B")


def moved(tab, other, key, first):
    """Moves the first color with a key. Afterwards `first` is the first color."""
    other.frames.clear()
    tab.page.evaluate("() => document.querySelector('[data-collection=grid] .tile [data-item]').focus()")
    tab.page.keyboard.press(f"Alt+{key}")
    other.page.wait_for_function(
        "name => document.querySelector('[data-collection=grid] .tile input').value === name", arg=first)
    tab.page.wait_for_function("() => !document.querySelector('.lifted')")
    sent = wire_bytes([frame for frame in other.frames if frame[0] == "in"])
    for each in (tab, other):
        each.settle()
    return sent
