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
        windows = [Window(gallery) for _ in range(WINDOWS)]
        for window in windows:
            window.hello().read()
        editor = Window(gallery)
        editor.hello().read()
        delays, clients = [], []
        for _ in range(ROUNDS):
            for window in [*windows, editor]:
                window.drain()
            time.sleep(QUIET)
            start = time.time()
            editor.send(editor.action("add"))
            if sys.platform == "linux":
                time.sleep(QUIET)
            reading = time.time()
            for window in windows:
                assert '"status"' in window.read()
            clients.append((time.time() - reading) * 1000)
            delays.append((max(window.arrived for window in windows) - start) * 1000)
        for window in [*windows, editor]:
            window.close()
    yield Figure("live.fanout_1000.ms", median(delays), "ms", at_most=80)
    yield Figure("live.fanout_1000.worst_ms", max(delays), "ms")
    yield Figure("live.fanout_1000.client_ms", median(clients), "ms")
