"""The costs of a million rows: showing the first of them, jumping, scrolling, and following a change."""

import random
import time

from figure import Figure
from live import asked, commits
from session import browser_window, browsing, median, serving, wire_bytes
from window import Window

ROWS = 1_000_000
STARTS, VISITS, JUMPS, PINGS = 5, 15, 30, 100

FIRST_CELL = """new MutationObserver((_, observer) => {
  if (!document.querySelector('[data-item]')) return;
  window.firstCell = performance.now();
  observer.disconnect();
}).observe(document, {childList: true, subtree: true})"""

# The viewport is full when the cells cover its area. At offsets of millions of points, a browser draws edges up to two
# points off.
JUMP = """async part => {
  const grid = document.querySelector('[data-collection]');
  const box = grid.getBoundingClientRect();
  const overlap = (from, to, start, end) => Math.max(0, Math.min(to, end) - Math.max(from, start));
  const isFilled = () => {
    let area = 0;
    for (const cell of grid.querySelectorAll('[data-item]')) {
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      area += overlap(left, right, box.left, box.right) * overlap(top, bottom, box.top, box.bottom);
    }
    return area > 0.97 * box.width * box.height;
  };
  const start = performance.now();
  const end = new Promise(resolve => new MutationObserver((_, observer) => {
    const now = performance.now();
    if (!isFilled()) return;
    observer.disconnect();
    resolve(now);
  }).observe(grid, {childList: true, subtree: true, attributes: true}));
  grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight);
  return await end - start;
}"""

# The frames that the browser painted, by the browser's clock, from the first one with a new offset to the last one.
WATCH_FRAMES = """() => {
  window.scrolled = [];
  const grid = document.querySelector('[data-collection]');
  let last = grid.scrollTop;
  requestAnimationFrame(function frame(now) {
    scrolled.push([now, grid.scrollTop !== last]);
    last = grid.scrollTop;
    requestAnimationFrame(frame);
  });
}"""


def measure():
    with serving(ROWS) as gallery:
        yield from first_paint(gallery)
        with browsing(gallery) as tab:
            yield from jumps("live.jump", gallery, tab)
            tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
            tab.page.wait_for_timeout(500)
            yield from commits("live.million", gallery, tab)
            yield from asked("live.million", gallery, tab)
        yield from scrolling(gallery)


def first_paint(gallery):
    """The time from the start of the program, or from the navigation, until the first cell is in the page. The browser
    is running. The file is in the page cache of the system, but nothing of it in the program."""
    with browser_window() as context:
        page = context.new_page()
        page.add_init_script(FIRST_CELL)

        def first_cell():
            page.goto(f"{gallery.url}/colors")
            page.wait_for_function("() => window.firstCell")
            return page.evaluate("[firstCell, performance.timeOrigin + firstCell]")

        cold = []
        for _ in range(STARTS):
            page.goto("about:blank")
            gallery.stop()
            start = time.time()
            gallery.start()
            cold.append(first_cell()[1] / 1000 - start)
        yield Figure("live.first_paint_s", median(cold), "s", at_most=1)
        warm = [first_cell()[0] for _ in range(VISITS)]
        yield Figure("live.first_paint_warm_ms", median(warm), "ms", at_most=100)


def jumps(name, server, tab):
    """The time from a jump of the scroll bar until cells fill the screen, and the bytes on the wire in both directions.
    The round trip is that of a ping on the socket."""
    with Window(server) as window:
        pings = []
        for _ in range(PINGS):
            time.sleep(0.01)
            pings.append(window.ping() * 1000)
    round_trip = median(pings)
    chance = random.Random(1)
    times, costs = [], []
    for number in range(JUMPS):
        del tab.frames[:]
        # From one half into the other, so that no jump ends near the last one.
        times.append(tab.page.evaluate(JUMP, number % 2 * 0.35 + chance.uniform(0.05, 0.35)))
        tab.page.wait_for_timeout(200)
        costs.append(wire_bytes(tab.frames))
    yield Figure(f"{name}.round_trip_ms", round_trip, "ms")
    yield Figure(f"{name}.ms", median(times), "ms", at_most=50 + round_trip)
    yield Figure(f"{name}.worst_ms", max(times), "ms")
    yield Figure(f"{name}.bytes", max(costs), "bytes", at_most=10_000)


def scrolling(gallery):
    """A wheel turns for five seconds at 2,000 points a second, on a desktop's screen."""
    with browsing(gallery, "desktop") as tab:
        turn_wheel(tab, 2_000, speed=2_000)
        tab.page.evaluate(WATCH_FRAMES)
        turn_wheel(tab, 10_000, speed=2_000)
        frames = tab.page.evaluate("scrolled")
    moving = [index for index, (_, moved) in enumerate(frames) if moved]
    times = [at for at, _ in frames[moving[0]:moving[-1] + 1]]
    gaps = [after - before for before, after in zip(times, times[1:])]
    yield Figure("live.scroll.worst_frame_ms", max(gaps), "ms", at_most=50)
    yield Figure("live.scroll.fps", 1000 * len(gaps) / (times[-1] - times[0]), "fps", at_least=55)


def turn_wheel(tab, distance, speed):
    """Turns a wheel over the list, in points and points a second, and returns when the scroll has ended."""
    tab.page.context.new_cdp_session(tab.page).send("Input.synthesizeScrollGesture", {
        "x": 720, "y": 500, "yDistance": -distance, "speed": speed, "gestureSourceType": "mouse", "preventFling": True})
