"""How soon a page shows what was committed, and what it costs on the wire."""

import random
import time

from figure import Figure
from session import browsing, percentile, serving, wire_bytes
from window import Window

ROUNDS = 200

# The moments at which an element came, went, or showed another text. What still fades or glides does not count.
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
    """When the element first changed after a moment, in milliseconds of the same clock."""
    tab.page.wait_for_function("start => changes.some(at => at > start)", arg=start)
    return tab.page.evaluate("start => changes.find(at => at > start)", start)


def delays(tab, element, commit, pause, rounds=ROUNDS):
    """From the start of each commit, which the function returns, until the page shows it in an element."""
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
        time.sleep(0.5)
        del tab.frames[:]
        gallery.sql(("UPDATE color SET red = 0.21, green = 0.32, blue = 0.43 WHERE id = ?", gallery.ids()[0]))
        tab.page.wait_for_timeout(1000)
        yield Figure("live.cell_change.bytes", wire_bytes(tab.frames), "bytes")


def commits(name, gallery, tab, at_most=None):
    """How long the page takes to show what another window asks for, a color more, in its count; and what another program
    commits, in a cell. The clock starts before the commit: when the window asks, or when the program opens the store."""
    with Window(gallery) as other:
        other.hello().read()

        def asked(_):
            other.drain()
            start = time.time() * 1000
            other.send(other.action("add"))
            return start

        found = delays(tab, "[role=status]", asked, lambda: 0.01)
    yield Figure(f"{name}.commit_to_dom.p50_ms", percentile(found, 0.5), "ms", at_most)
    yield Figure(f"{name}.commit_to_dom.p99_ms", percentile(found, 0.99), "ms")

    first, = gallery.rows("SELECT id FROM color ORDER BY createdAt, id LIMIT 1")[0]
    gallery.sql(("UPDATE color SET red = 1 WHERE id = ?", first))
    tab.page.wait_for_timeout(500)

    def committed(number):
        start = time.time() * 1000
        gallery.sql(("UPDATE color SET red = ? WHERE id = ?", number % 100 / 100, first))
        return start

    found = delays(tab, f'[data-item="{first}"]', committed, lambda: random.uniform(0.01, 0.06))
    yield Figure(f"{name}.outside_commit_to_dom.p50_ms", percentile(found, 0.5), "ms")
    yield Figure(f"{name}.outside_commit_to_dom.p99_ms", percentile(found, 0.99), "ms")
