"""Uses a gallery steadily for minutes, and fails when it grows: windows in which people add, remove, undo and scroll,
another program that commits a thousand times a second, and each minute a window that stops reading.

The first minute does not count: it fills caches. Rows do not either: what is added is taken back.
"""

import argparse
import json
import pathlib
import random
import sys
import threading
import time

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(folder) for folder in (HERE, HERE.parent / "Tests", HERE.parent / "Tests" / "Browser", HERE.parent / "Gallery/Tests")]

from session import memory, serving  # noqa: E402
from stalled import commit  # noqa: E402
from window import PHONE, Window  # noqa: E402

COLORS, PEOPLE = 100_000, 8
STAY = 30  # seconds until a person closes the window and opens another
MEGABYTE = 1 << 20


class Person(threading.Thread):
    """Simulates a person with about ten actions a second, until told to leave."""

    def __init__(self, gallery, seed):
        super().__init__(daemon=True)
        self.gallery, self.chance = gallery, random.Random(seed)
        self.steps, self.failure = 0, None
        self.leave = threading.Event()

    def run(self):
        try:
            while not self.leave.is_set():
                with Window(self.gallery) as window:
                    self.stay(window)
        except Exception as failure:  # A window that was closed on somebody who reads is a finding, too.
            self.failure = failure

    def stay(self, window):
        items = self.arrive(window)
        end = time.monotonic() + STAY
        while time.monotonic() < end and not self.leave.is_set():
            for messages in self.round(window, self.chance.choice(items)):
                window.send(*messages)
                self.steps += 1
                time.sleep(self.chance.uniform(0.05, 0.15))
                window.drain()

    def arrive(self, window):
        collection = next(message for message in json.loads(window.hello().read()) if message[0] == "reload")
        return [tile[0] for tile in collection[5]]

    def round(self, window, item):
        """Leaves the room with its initial colours."""
        for name in ("add", "history/undo", "history/redo", "history/undo"):
            yield [window.action(name)]
        yield [["tap", "grid", item], window.action("remove")]
        yield [window.action("history/undo")]
        for top in (self.chance.randrange(COLORS // 3 * 130), 0):
            yield [["scroll", "grid", [0, top, *PHONE[2:]]]]


def soak(gallery, minutes):
    """Prints a line for each minute. Returns the growth of the server after the first minute, in bytes."""
    people = [Person(gallery, seed) for seed in range(PEOPLE)]
    for person in people:
        person.start()
    first, minute, start = None, 0, time.monotonic()
    sleeper = Window(gallery, receive_buffer=4096).hello()
    for commits in commit(gallery, minutes * 60 + 1):
        if time.monotonic() - start < (minute + 1) * 60:
            continue
        minute += 1
        sleeper.close()
        sleeper = Window(gallery, receive_buffer=4096).hello()
        size = memory(gallery.process)
        first = first or size
        colors, = gallery.rows("SELECT count(*) FROM color")[0]
        print(
            f"minute {minute:>3}: {size / MEGABYTE:7.1f} MB ({(size - first) / MEGABYTE:+.1f}), {colors:,} colors, "
            f"{commits:,} commits, {sum(person.steps for person in people):,} steps", flush=True)
        for person in people:
            if person.failure:
                raise person.failure
    for person in people:
        person.leave.set()
    for person in people:
        person.join()
    return size - first


def main():
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__)
    parser.add_argument("--minutes", type=int, default=10, help="how long, 2 at least (10 by default)")
    parser.add_argument("--bound", type=float, default=16, help="megabytes it may grow by after the first minute (16)")
    arguments = parser.parse_args()
    with serving(COLORS) as gallery:
        growth = soak(gallery, max(2, arguments.minutes)) / MEGABYTE
    verdict = "flat" if growth <= arguments.bound else "too much"
    print(f"It grew by {growth:.1f} MB after the first minute: {verdict}.")
    sys.exit(growth > arguments.bound)


if __name__ == "__main__":
    main()
