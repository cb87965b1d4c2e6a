"""Ten million items of a formula: jumps among them, and fast scrolling with late answers."""

from figure import Figure
from million import jumps, turn_wheel
from session import browser_window
from shelves import Shelves
from slow_line import SlowLine
from tab import Tab

PATH = "/span/10000000"
DELAY = 0.025  # seconds in either direction
SCREENS, SECONDS = 5, 10

# For each frame: its time, the offset, the number of placeholders in view, and whether some area had neither a tile nor
# a placeholder. A browser draws edges up to two points off.
WATCH = """() => {
  window.frames_ = [];
  const grid = document.querySelector('[data-collection]');
  const box = grid.getBoundingClientRect();
  requestAnimationFrame(function frame(now) {
    let holes = 0, free = grid.clientWidth * box.height;
    for (const node of grid.querySelectorAll('.tile, .placeholder')) {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const high = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      if (high <= 0) continue;
      free -= high * (right - left);
      if (high > 1 && node.classList.contains('placeholder')) holes += 1;
    }
    frames_.push([now, grid.scrollTop, holes, free > 0.03 * grid.clientWidth * box.height]);
    requestAnimationFrame(frame);
  });
}"""


def jumping():
    """Jumps among items that no store holds, on a phone. The figure contains only the views and the wire."""
    with Shelves() as shelves, browser_window() as context:
        yield from jumps("views.jump", shelves, Tab(context, shelves.url, PATH))


def scrolling():
    """A wheel turns at five screens a second, with a round trip of 50 ms. The figures are the share of the time with a
    placeholder in view, and the share of the frames in which some area had not even a placeholder."""
    with Shelves() as shelves, SlowLine(shelves.port, DELAY) as line, browser_window("desktop") as context:
        tab = Tab(context, line.url, PATH)
        speed = SCREENS * tab.page.get_by_role("grid").evaluate("grid => grid.clientHeight")
        turn_wheel(tab, speed, speed)
        tab.page.evaluate(WATCH)
        turn_wheel(tab, SECONDS * speed, speed)
        frames = tab.page.evaluate("frames_")
    moving = [index for index, (before, after) in enumerate(zip(frames, frames[1:])) if before[1] != after[1]]
    frames = frames[moving[0]:moving[-1] + 2]
    times = [(after[0] - before[0], before[2]) for before, after in zip(frames, frames[1:])]
    unfilled = sum(took for took, holes in times if holes) / sum(took for took, _ in times)
    yield Figure("views.scroll.unfilled", unfilled, "", at_most=0.05)
    yield Figure("views.scroll.bare", sum(is_bare for *_, is_bare in frames) / len(frames), "", at_most=0)
    reached = (frames[-1][1] - frames[0][1]) / (frames[-1][0] - frames[0][0]) * 1000
    yield Figure("views.scroll.screens_per_s", reached / speed * SCREENS, "1/s")
