"""Lines that arrive at the end of a list that stays there."""

import pathlib
import tempfile
import time

from chat import Chat
from figure import Figure
from session import browser_window, percentile

LINES, RATE, COMMIT = 100_000, 1_000, 20

# Adds up the milliseconds of all scripts of each frame: packets, scroll events, observers and callbacks of frames. After
# each the style and the layout are computed, so their time counts, too.
WORK = """{
  window.frames_ms = [];
  let sum = 0;
  const timed = (work) => function (...values) {
    const start = performance.now();
    try {
      return work.apply(this, values);
    } finally {
      document.body?.offsetHeight;
      sum += performance.now() - start;
    }
  };
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (name, listener, options) {
    const isTimed = typeof listener === 'function' && (name === 'message' || name === 'scroll');
    return addEventListener.call(this, name, isTimed ? timed(listener) : listener, options);
  };
  const { requestAnimationFrame, ResizeObserver } = window;
  window.requestAnimationFrame = (work) => requestAnimationFrame(timed(work));
  window.ResizeObserver = class extends ResizeObserver {
    constructor(work) {
      super(timed(work));
    }
  };
  const frame = () => {
    if (sum) window.frames_ms.push(sum);
    sum = 0;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def measure():
    """100,000 lines arrive at 1,000 a second, in 50 commits a second of another program, while the end of the list is in
    view. The figure is the time of the client's work in a frame. At the end no line is lost, and the last one is in view."""
    with tempfile.TemporaryDirectory() as name, browser_window("desktop") as context:
        chat = Chat(pathlib.Path(name) / "data")
        chat.directory.mkdir()
        chat.start()
        page = context.new_page()
        page.add_init_script(WORK)
        page.goto(chat.url)
        page.wait_for_selector(".content[data-lattice]")
        start = time.monotonic()
        for first in range(1, LINES + 1, COMMIT):
            chat.add(*(("Log", f"Line {line}") for line in range(first, first + COMMIT)))
            time.sleep(max(0, start + first / RATE - time.monotonic()))
        seconds = time.monotonic() - start
        page.get_by_text(f"Line {LINES}", exact=True).wait_for(timeout=30_000)
        assert page.evaluate("document.querySelector('[role=grid]').ariaRowCount") == str(LINES)
        last = page.evaluate(
            "(([box, cell]) => box.bottom - cell.bottom)"
            "(['[role=grid]', '[role=row]:has([data-item]):last-child'].map((each) =>"
            " [...document.querySelectorAll(each)].at(-1).getBoundingClientRect()))")
        assert 0 <= last < 40, last
        frames = page.evaluate("window.frames_ms")
        chat.stop()
    yield Figure("views.end.frame_ms", percentile(frames, 0.95), "ms", at_most=8)
    yield Figure("views.end.worst_ms", max(frames), "ms")
    yield Figure("views.end.frames", len(frames), "frames")
    yield Figure("views.end.lines_per_s", LINES / seconds, "/s")
