"""The time until a thousand windows have a change that one of them made."""

import sys
import time

from figure import Figure
from session import median, serving
from window import Window

COLORS = 10_000
WINDOWS, ROUNDS = 1000, 10
QUIET = 0.5  # seconds in which a round is surely over


def measure():
    """The time from the moment when a window asks for one more color, before the commit, until the last of a thousand
    others has its frame.

    The load client does not affect the figure, because it sleeps until the round is over. The kernel records the
    arrival time of each frame and reports it with the data. `client_ms` is the time that the client then needs for
    reading. Systems other than Linux do not report arrival times. There the client reads all the time, and its work is
    part of the figure.
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
    """For each round, the time until the last window has its frame, and the time in which the client reads the frames;
    in milliseconds.

    The kernel reports the arrival time of the last byte that is read. A window that got a ping after its frame reports
    a wrong time and is left out; each window gets a ping every 20 seconds."""
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
