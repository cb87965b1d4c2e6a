"""What a window costs the server beyond its connection, and beyond what all windows share."""

import time

from figure import Figure
from session import median, memory, serving
from window import Window

COLORS = 10_000
WARM_UP, ROUNDS, WINDOWS = 50, 3, 500


def measure():
    """Windows that show a phone's screen and stay idle. Each round opens sockets, weighs the server, lets all of them
    say hello, and weighs it again; the rounds before stay open. What a round adds, a window, is the figure."""
    with serving(COLORS, "--connections", str(WARM_UP + ROUNDS * WINDOWS + 10)) as gallery:
        windows = opened(gallery, WARM_UP)
        appear(windows)
        bare, scenes = [], []
        for _ in range(ROUNDS):
            start = settled(gallery)
            arrivals = opened(gallery, WINDOWS)
            connected = settled(gallery)
            appear(arrivals)
            for window in windows:
                window.drain()
            windows += arrivals
            bare.append((connected - start) / WINDOWS)
            scenes.append((settled(gallery) - connected) / WINDOWS)
        for window in windows:
            window.close()
    yield Figure("live.scene.connection_bytes", median(bare), "bytes")
    yield Figure("live.scene.bytes", median(scenes), "bytes", at_most=14_000)


def opened(gallery, count):
    return [Window(gallery) for _ in range(count)]


def appear(windows):
    for window in windows:
        window.hello()
        assert '"reload"' in window.read()


def settled(gallery):
    """What the server holds once it has stopped asking for more."""
    before = memory(gallery.process)
    while True:
        time.sleep(0.3)
        now = memory(gallery.process)
        if abs(now - before) < 64 << 10:
            return now
        before = now
