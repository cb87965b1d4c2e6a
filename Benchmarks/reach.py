"""What one machine does for many people."""

import select
import time

import fanout
from figure import Figure
from session import allow_many_connections, median, memory, serving

COLORS = 10_000
EDITORS, SECONDS, WARMING = 64, 10, 2
WINDOWS, ROUNDS = 10_000, 5
QUIET = 2  # seconds in which a round with so many windows should be over


def actions():
    """How many actions are acknowledged in a second. Each of 64 windows adds a color, waits until it is told that this is
    done, and adds the next one; each hears of the colors of all others meanwhile. The client is one thread, which takes
    time from the server on a machine of two cores."""
    with serving(COLORS) as gallery:
        windows = fanout.connect(gallery, EDITORS)
        acknowledged, seconds = adding(windows)
        fanout.close(windows)
    yield Figure("reach.actions_64.per_s", acknowledged / seconds, "1/s", at_least=2000)


def adding(windows):
    """Has all windows add colors. Returns how many were acknowledged, and in how many seconds, once it goes evenly."""
    poll = select.poll()
    known = {window.socket.fileno(): window for window in windows}
    for handle, window in known.items():
        poll.register(handle, select.POLLIN)
        window.send(window.action("add"))
    count, start = 0, time.monotonic()
    begin, end = start + WARMING, start + WARMING + SECONDS
    while (now := time.monotonic()) < end:
        for handle, _ in poll.poll(1000):
            window = known[handle]
            for frame in window.frames():
                assert '["failed",' not in frame, frame
                if f'["done",{window.number}]' in frame:
                    count += now >= begin
                    window.send(window.action("add"))
    return count, SECONDS


def fanout_10000():
    """As `live.fanout_1000`, for ten thousand windows; and what each of them holds in the server while nothing happens."""
    allow_many_connections(3 * WINDOWS)
    with serving(COLORS, "--connections", str(WINDOWS + 10)) as gallery:
        fanout.close(fanout.connect(gallery, 10))
        before = memory(gallery.process)
        windows = fanout.connect(gallery, WINDOWS)
        held = (memory(gallery.process) - before) / WINDOWS
        delays, _ = fanout.rounds(gallery, windows, ROUNDS, QUIET)
        fanout.close(windows)
    yield Figure("reach.fanout_10000.ms", median(delays), "ms", at_most=1000)
    yield Figure("reach.fanout_10000.worst_ms", max(delays), "ms")
    yield Figure("reach.window.bytes", held, "bytes", at_most=28_000)
