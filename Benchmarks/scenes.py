"""The server's cost of a window beyond its connection, and beyond the parts that all windows share."""

import time

from figure import Figure
from session import median, memory, serving
from window import Window

COLORS = 10_000
WARM_UP, ROUNDS, WINDOWS = 50, 3, 500


def measure():
    """Idle windows with a phone's screen. Each round opens sockets, measures the server's memory, lets all of them send
    hello, and measures again. The windows of earlier rounds stay open. The figure is the growth in a round for each
    window."""
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
    """The server's memory after it has stopped growing."""
    before = memory(gallery.process)
    while True:
        time.sleep(0.3)
        now = memory(gallery.process)
        if abs(now - before) < 64 << 10:
            return now
        before = now
