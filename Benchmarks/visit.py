"""The costs of a first visit to Colors: requests, received bytes, and the time until it shows on a slow line."""

from figure import Figure
from session import browser_window, median, serving
from slow_line import SlowLine

COLORS, ROUNDS = 1_000, 5

# The times at which the first tile was in the document and a frame of the socket was applied, in seconds from
# navigation.
WATCH = """() => {
  window.seen = {};
  const look = () => {
    const now = performance.now() / 1000;
    if (document.querySelector('[data-item]')) seen.tile ??= now;
    if (document.querySelector('.content[data-lattice]')) seen.live ??= now;
    if (!seen.live) requestAnimationFrame(look);
  };
  look();
}"""


def measure():
    with serving(COLORS) as gallery:
        requests, received, _ = visit(gallery)
        yield Figure("live.visit.requests", requests, "", at_most=5)
        yield Figure("live.visit.bytes", received, "bytes", at_most=60_000)
        found = [visit(gallery, delay=0.2, rate=50_000)[2] for _ in range(ROUNDS)]
        yield Figure("live.slow.first_tile_s", median(seen["tile"] for seen in found), "s", at_most=1.5)
        yield Figure("live.slow.live_s", median(seen["live"] for seen in found), "s", at_most=3.0)


def visit(gallery, **line):
    """Visits with an empty browser cache. Returns the requests, the bytes that the server sent, and the times."""
    requests = []
    with SlowLine(gallery.port, **line) as line, browser_window("desktop") as context:
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url) if request.url.startswith("http") else None)
        page.on("websocket", lambda socket: requests.append(socket.url))
        page.add_init_script(f"({WATCH})()")
        page.goto(line.url + "/colors")
        page.wait_for_function("() => seen.live")
        page.wait_for_timeout(500)
        return len(requests), line.received, page.evaluate("() => seen")
