"""Aviary beside what people use now: lists beside GRDB's observations, which Benchmarks/Swift measures, and pages beside
NiceGUI.

A page has a thousand coloured tiles with labels, because NiceGUI's page takes minutes to load with ten thousand. NiceGUI
is a Python framework that also keeps its pages on the server and sends changes over a WebSocket. Both are measured alike,
in one run, in the same browser."""

import contextlib
import os
import pathlib
import socket
import subprocess
import time
import urllib.request

from figure import Figure
from live import delays
from session import browser_window, median, memory, percentile, serving, wire_bytes

TILES = 1_000
VISITS, CHANGES, TABS = 3, 40, 3
FOLDER = pathlib.Path(__file__).resolve().parent / "peers"
PATIENCE = 120  # seconds

# The tables of the README: a figure, and what it says. The first line of each has the names of the peers.
LISTS = {
    "": ("ValueObservation", "ValueObservation and a diff", "ValueObservation and a new snapshot"),
    "one_of_limit.us": "one of the first 100 of 1,000,000 rows changes, `LIMIT 100`",
    "one_of_1000.us": "one of 1,000 rows changes",
    "one_of_10000.us": "one of 10,000 rows changes",
    "one_of_1000000.us": "one of 1,000,000 rows changes",
    "all_of_10000.us": "all of 10,000 rows change in one commit",
    "open_1000000.us": "a list of 1,000,000 rows is opened",
    "memory_1000000.bytes": "memory of that list",
    "commit.us": "a commit of one row, without a list",
    "insert_100000.us": "100,000 rows are inserted, without a list",
}
PAGES = {
    "": ("nicegui",),
    "first_tile_ms": "until the first tile is in the page",
    "load_bytes": "a first visit, over the wire",
    "change_to_dom.p50_ms": "until a change of one tile is in the page",
    "change.bytes": "that change, over the wire",
    "session_bytes": "memory of a window on the server",
}
TABLES = {"from the commit to the list": LISTS, f"{TILES:,} tiles in a browser": PAGES}
HEADINGS = {
    "ValueObservation": "`ValueObservation`", "ValueObservation and a diff": "… and a diff",
    "ValueObservation and a new snapshot": "… and a snapshot", "nicegui": "NiceGUI"}

FIRST_TILE = """new MutationObserver((_, observer) => {
  if (!document.querySelector('%s')) return;
  window.firstTile = performance.now();
  observer.disconnect();
}).observe(document, {childList: true, subtree: true})"""


class Aviary:
    name, tile = None, "[data-item]"

    def __init__(self, gallery):
        self.gallery, self.process, self.url = gallery, gallery.process, f"{gallery.url}/colors"
        self.first = gallery.ids()[0]

    def change(self, number):
        """Another program commits. This is Aviary's longer way, because it includes the store."""
        self.gallery.sql(("UPDATE color SET red = ? WHERE id = ?", (number % 100) / 100, self.first))


class NiceGUI:
    name, tile = "nicegui", ".tile"

    def __init__(self, process, port):
        self.process, self.url = process, f"http://127.0.0.1:{port}"

    def change(self, number):
        urllib.request.urlopen(f"{self.url}/change?tile=0&red={number % 100}").read()


def tables(figures):
    """The figures as the README has them, in Markdown. The best of a line is bold, whoever has it."""
    values = {(figure.name.removeprefix("peers."), figure.peer): figure for figure in figures}
    for title, lines in TABLES.items():
        columns = [None, *lines[""]]
        if not any((name, None) in values for name in lines):
            continue
        yield f"| {' | '.join([title, 'Aviary', *(HEADINGS[peer] for peer in lines[''])])} |"
        yield f"|---|{'---:|' * len(columns)}"
        for name, words in lines.items():
            found = [values.get((name, column)) for column in columns]
            known = [figure.value for figure in found if figure]
            if not name or not known:
                continue
            cells = [short(figure.value, figure.unit) if figure else "" for figure in found]
            best = short(min(known), next(figure.unit for figure in found if figure))
            yield f"| {' | '.join([words, *(f'**{cell}**' if cell == best else cell for cell in cells)])} |"
        yield ""


def short(value, unit):
    """A value with two digits, in a unit that suits it: 0.71 ms, 16 µs, 24 MB."""
    names = ["bytes", "kB", "MB", "GB"] if unit == "bytes" else ["µs", "ms", "s"]
    value = float(f"{value * (1000 if unit == 'ms' else 1):.2g}")
    place = 0
    while value >= 1000 and place < len(names) - 1:
        value, place = value / 1000, place + 1
    return f"{value:,.{1 if value < 10 and value % 1 else 0}f} {names[place]}"


def measure():
    with serving(TILES) as gallery:
        yield from measures(Aviary(gallery))
    with serving_nicegui() as peer:
        yield from measures(peer)


@contextlib.contextmanager
def serving_nicegui():
    python = os.environ.get("AVIARY_PEERS_PYTHON", str(FOLDER.parents[1] / ".venv-peers/bin/python"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([python, str(FOLDER / "nicegui_tiles.py"), str(port), str(TILES)], stdout=subprocess.DEVNULL)
    try:
        await_port(port)
        yield NiceGUI(process, port)
    finally:
        process.terminate()
        process.wait()


def await_port(port):
    deadline = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < deadline, "the peer did not start"
        time.sleep(0.1)


def measures(server):
    def figure(name, value, unit):
        return Figure(f"peers.{name}", value, unit, peer=server.name)

    with browser_window() as context:
        context.set_default_timeout(PATIENCE * 1000)
        context.set_default_navigation_timeout(PATIENCE * 1000)
        page = Page(context, server)
        times = [page.visit() for _ in range(VISITS)]
        yield figure("first_tile_ms", median(times), "ms")
        yield figure("load_bytes", page.loaded(), "bytes")

        server.change(99)
        page.page.wait_for_timeout(2000)
        found = delays(page, server.tile, page.commit, lambda: 0.05, CHANGES)
        yield figure("change_to_dom.p50_ms", percentile(found, 0.5), "ms")
        del page.frames[:]
        server.change(77)
        page.page.wait_for_timeout(2000)
        yield figure("change.bytes", wire_bytes(page.frames), "bytes")

        before = memory(server.process)
        for _ in range(TABS):
            Page(context, server).visit()
        page.page.wait_for_timeout(2000)
        yield figure("session_bytes", (memory(server.process) - before) / TABS, "bytes")


class Page:
    """A tab that shows a page of either server."""

    def __init__(self, context, server):
        self.server, self.page, self.frames = server, context.new_page(), []
        self.page.add_init_script(FIRST_TILE % server.tile)
        self.page.on("websocket", self._opened)
        self.network = context.new_cdp_session(self.page)
        self.network.send("Network.enable")
        self.network.on("Network.loadingFinished", lambda event: self.responses.append(event["encodedDataLength"]))

    def _opened(self, socket):
        socket.on("framereceived", lambda payload: self.frames.append(("in", payload)))
        socket.on("framesent", lambda payload: self.frames.append(("out", payload)))

    def visit(self):
        """Opens the page. Returns the milliseconds until the first tile was in it."""
        self.responses = []
        del self.frames[:]
        self.page.goto(self.server.url)
        self.page.wait_for_function("() => window.firstTile")
        time_ = self.page.evaluate("firstTile")
        self.page.wait_for_timeout(1000)
        return time_

    def loaded(self):
        """The bytes of a visit with an empty browser cache, including both directions of the socket."""
        self.network.send("Network.clearBrowserCache")
        self.visit()
        return sum(self.responses) + wire_bytes(self.frames)

    def commit(self, number):
        start = time.time() * 1000
        self.server.change(number)
        return start
