"""The cost of a window that stops reading, while the store changes a thousand times a second."""

import sqlite3
import time

from figure import Figure
from session import memory, serving
from window import Window

COLORS = 10_000
RATE = 1000  # commits a second
SECONDS, SETTLED = 60, 10
FLAT = 4 << 20


def measure():
    """The growth of the server from the tenth second to the last. Another program commits changes of colours. Each
    colour is on the screens of two windows: one that reads, and one that does not."""
    with serving(COLORS) as gallery, Window(gallery) as reader, Window(gallery, receive_buffer=4096) as sleeper:
        reader.hello().read()
        sleeper.hello()
        held, commits, start = {}, 0, time.monotonic()
        for commits in commit(gallery, SECONDS):
            if commits % 100 == 0:
                reader.drain()
                held.setdefault(int(time.monotonic() - start), memory(gallery.process))
        seconds = time.monotonic() - start
    late = {second: size for second, size in held.items() if second >= SETTLED}
    yield Figure("live.stalled.growth_bytes", late[max(late)] - late[min(late)], "bytes", at_most=FLAT)
    yield Figure("live.stalled.commits_per_s", commits / seconds, "1/s")


def commit(gallery, seconds):
    """Changes colours at the top of the room as another program, `RATE` times a second, or as fast as the machine can.
    Yields the number of commits so far."""
    store = sqlite3.connect(gallery.file, timeout=30, isolation_level=None)
    store.execute("PRAGMA synchronous = NORMAL")
    ids = [id for id, in store.execute("SELECT id FROM color ORDER BY createdAt, id LIMIT 15")]
    start, commits = time.monotonic(), 0
    while (now := time.monotonic() - start) < seconds:
        if (wait := commits / RATE - now) > 0:
            time.sleep(wait)
        store.execute("UPDATE color SET red = ? WHERE id = ?", (commits % 256 / 255, ids[commits % len(ids)]))
        commits += 1
        yield commits
    store.close()
