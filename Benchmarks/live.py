"""The time until a page shows a commit, and its cost on the wire."""

import random
import sqlite3
import time

from figure import Figure
from session import browsing, percentile, serving, wire_bytes
from window import Window

ROUNDS = 200

# The times at which an element appeared, vanished or changed its text. Running transitions do not count.
WATCH = """element => {
  const text = () => document.querySelector(element)?.textContent;
  let last = text();
  window.changes = [];
  new MutationObserver(() => {
    if (text() === last) return;
    last = text();
    changes.push(performance.timeOrigin + performance.now());
  }).observe(document, {childList: true, subtree: true, attributes: true, characterData: true});
}"""


def changed_after(tab, start):
    """The time at which the element first changed after a moment, in milliseconds of the same clock."""
    tab.page.wait_for_function("start => changes.some(at => at > start)", arg=start)
    return tab.page.evaluate("start => changes.find(at => at > start)", start)


def delays(tab, element, commit, pause, rounds=ROUNDS):
    """The times from the start of each commit, which the function returns, until an element of the page shows it."""
    tab.page.evaluate(WATCH, element)
    found = []
    for round_ in range(rounds):
        time.sleep(pause())
        start = commit(round_)
        found.append(changed_after(tab, start) - start)
        tab.page.evaluate("changes.length = 0")
    return found


def measure():
    with serving(colors=200) as gallery, browsing(gallery) as tab:
        yield from commits("live", gallery, tab)
        yield from asked("live", gallery, tab)
        time.sleep(0.5)
        del tab.frames[:]
        gallery.sql(("UPDATE color SET red = 0.21, green = 0.32, blue = 0.43 WHERE id = ?", gallery.ids()[0]))
        tab.page.wait_for_timeout(1000)
        yield Figure("live.cell_change.bytes", wire_bytes(tab.frames), "bytes", at_most=120)


def commits(name, gallery, tab):
    """The time from another program's COMMIT until a cell shows the change. It includes the writing and the fsync."""
    first, = gallery.rows("SELECT id FROM color ORDER BY createdAt, id LIMIT 1")[0]
    other = sqlite3.connect(gallery.file, isolation_level=None)

    def committed(number):
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE color SET red = ? WHERE id = ?", (number % 100 / 100, first))
        start = time.time() * 1000
        other.execute("COMMIT")
        return start

    committed(99)
    tab.page.wait_for_timeout(500)
    found = delays(tab, f'[data-item="{first}"]', committed, lambda: random.uniform(0.01, 0.06))
    other.close()
    yield Figure(f"{name}.commit_to_dom.p50_ms", percentile(found, 0.5), "ms", at_most=5)
    yield Figure(f"{name}.commit_to_dom.p99_ms", percentile(found, 0.99), "ms", at_most=20)


def asked(name, gallery, tab):
    """The time from another window's request for one more color until the page shows the new number. It includes the
    whole transaction."""
    with Window(gallery) as other:
        other.hello().read()

        def ask(_):
            other.drain()
            start = time.time() * 1000
            other.send(other.action("add"))
            return start

        found = delays(tab, "[role=status]", ask, lambda: 0.01)
    yield Figure(f"{name}.asked_to_dom.p50_ms", percentile(found, 0.5), "ms")
    yield Figure(f"{name}.asked_to_dom.p99_ms", percentile(found, 0.99), "ms")
