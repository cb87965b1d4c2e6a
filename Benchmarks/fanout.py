"""How soon a thousand windows have what one of them committed."""

import sys
import time

from figure import Figure
from session import median, serving
from window import Window

COLORS = 10_000
WINDOWS, ROUNDS = 1000, 10
QUIET = 0.5  # seconds in which a round is surely over


def measure():
    """From the moment a window asks for a color more, before the commit, until the last of a thousand others has its frame.

    The load client has no share in it: it sleeps until the round is over. The kernel has kept the moment each frame
    arrived, and tells when it is read. How long that reading takes is `client_ms`. Elsewhere than on Linux the kernel
    does not tell; there the client reads as it goes, and its work is part of the figure.
    """
    with serving(COLORS, "--connections", str(WINDOWS + 10)) as gallery:
        windows = connect(gallery, WINDOWS)
        delays, clients = rounds(gallery, windows, ROUNDS, QUIET)
        close(windows)
    yield Figure("live.fanout_1000.ms", median(delays), "ms", at_most=80)
    yield Figure("live.fanout_1000.worst_ms", max(delays), "ms")
    yield Figure("live.fanout_1000.client_ms", median(clients), "ms")


def connect(gallery, count):
    windows = [Window(gallery) for _ in range(count)]
    for window in windows:
        window.hello().read()
    return windows


def close(windows):
    for window in windows:
        window.close()


def rounds(gallery, windows, count, quiet):
    """For each round, until the last window has its frame, and how long the client reads them; in milliseconds.

    The kernel tells the moment of the last byte that is read, so a window that was pinged behind its frame tells nothing
    and is left out: each is pinged every 20 seconds."""
    delays, clients = [], []
    with Window(gallery) as editor:
        editor.hello().read()
        for _ in range(count):
            for window in [*windows, editor]:
                window.drain()
            time.sleep(quiet)
            start = time.time()
            editor.send(editor.action("add"))
            if sys.platform == "linux":
                time.sleep(quiet)
            reading = time.time()
            for window in windows:
                assert '"status"' in window.read()
            clients.append((time.time() - reading) * 1000)
            delays.append((max(window.arrived for window in windows if not window.buffer) - start) * 1000)
    return delays, clients
