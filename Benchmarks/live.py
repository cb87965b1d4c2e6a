"""How soon a page shows what was committed, and what it costs on the wire."""

import json
import random
import time

from session import browsing, percentile, serving
from websockets.sync.client import connect

ROUNDS = 200

WATCH = """() => {
  window.changes = [];
  new MutationObserver(() => changes.push(performance.timeOrigin + performance.now()))
    .observe(document.querySelector('.content'), {childList: true, subtree: true, attributes: true, characterData: true});
}"""


def changed_after(tab, start):
    """When the page first changed after a moment, in milliseconds of the same clock."""
    tab.page.wait_for_function("start => changes.some(at => at > start)", arg=start)
    return tab.page.evaluate("start => changes.find(at => at > start)", start)


def delays(tab, commit, pause):
    tab.page.evaluate(WATCH)
    found = []
    for round_ in range(ROUNDS):
        time.sleep(pause())
        start = commit(round_)
        found.append(changed_after(tab, start) - start)
        tab.page.evaluate("changes.length = 0")
    return found


def measure():
    with serving(colors=200) as gallery, browsing(gallery) as tab:
        # Committed by the server for another window. The clock starts when that window asks, before the commit.
        with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url, max_size=None) as other:
            other.send(json.dumps([["hello", "/", {"grid": [0, 0, 390, 700]}]]))

            def asked(number):
                start = time.time() * 1000
                other.send(json.dumps([["do", number, "add", {}, None]]))
                return start

            tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = grid.scrollHeight }")
            found = delays(tab, asked, lambda: 0.01)
        yield {"name": "live.commit_to_dom.p50_ms", "value": percentile(found, 0.5), "unit": "ms"}
        yield {"name": "live.commit_to_dom.p99_ms", "value": percentile(found, 0.99), "unit": "ms"}

        # Committed by another program: the clock starts when that opens the store, before its COMMIT.
        tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
        tab.page.wait_for_timeout(500)
        ids = gallery.ids()[:20]

        def committed(number):
            start = time.time() * 1000
            gallery.sql(("UPDATE color SET red = ? WHERE id = ?", (number % 100) / 100, ids[number % 20]))
            return start

        found = delays(tab, committed, lambda: random.uniform(0.01, 0.06))
        yield {"name": "live.outside_commit_to_dom.p50_ms", "value": percentile(found, 0.5), "unit": "ms"}
        yield {"name": "live.outside_commit_to_dom.p99_ms", "value": percentile(found, 0.99), "unit": "ms"}

        time.sleep(0.5)
        del tab.frames[:]
        gallery.sql(("UPDATE color SET red = 0.21, green = 0.32, blue = 0.43 WHERE id = ?", ids[0]))
        tab.page.wait_for_timeout(1000)
        # Server to client: 2 bytes of header up to 125 of payload, 4 beyond; client to server 4 more, for the mask.
        cost = sum(
            len(payload) + (2 if len(payload) < 126 else 4) + (4 if direction == "out" else 0)
            for direction, payload in tab.frames)
        yield {"name": "live.cell_change.bytes", "value": cost, "unit": "bytes"}
