"""The time until a room with 10,000,000 rows shows after a cold start."""

import pathlib
import sqlite3
import tempfile
import time

from figure import Figure
from gallery import Gallery
from million import FIRST_CELL
from session import browser_window, median

ROWS, STARTS = 10_000_000, 3

END = """async () => {
  const grid = document.querySelector('[data-collection]');
  grid.scrollTop = grid.scrollHeight;
  const last = () => document.querySelector(`[data-item="${window.lastItem}"]`);
  while (!last()) await new Promise(requestAnimationFrame);
  return Date.now() / 1000;
}"""


def measure():
    """The time from the start of the program until a running browser has the first cell in its page, and until it has
    the last one, to which the page scrolls at once. The file is in the page cache of the system, but nothing of it in
    the program."""
    with tempfile.TemporaryDirectory() as name, browser_window() as context:
        gallery = Gallery(pathlib.Path(name) / "data", "--no-supervisor")
        gallery.sample(1)
        last = fill(gallery, ROWS)
        page = context.new_page()
        page.add_init_script(FIRST_CELL)
        page.add_init_script(f"window.lastItem = {last}")
        first, whole = [], []
        for _ in range(STARTS):
            page.goto("about:blank")
            gallery.stop()
            start = time.time()
            gallery.start()
            page.goto(f"{gallery.url}/colors")
            page.wait_for_function("() => window.firstCell", timeout=120_000)
            first.append(page.evaluate("(performance.timeOrigin + firstCell) / 1000") - start)
            whole.append(page.evaluate(END) - start)
        gallery.stop()
        yield Figure("views.first.s", median(first), "s", at_most=2)
        yield Figure("views.first.last_s", median(whole), "s")


def fill(gallery, count):
    """Makes colors without an entry in the history for each of them.

    :return: The id of the last one in the room."""
    connection = sqlite3.connect(gallery.file, isolation_level=None)
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'color'").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    for name, _ in triggers:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO color(red, green, blue, createdAt) "
        "SELECT i % 256 / 255.0, i / 256 % 256 / 255.0, i / 65536 % 256 / 255.0, 1000000000000 + i * 1000 FROM n", (count,))
    for _, sql in triggers:
        connection.execute(sql)
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    last, = connection.execute("SELECT id FROM color ORDER BY createdAt DESC, id DESC LIMIT 1").fetchone()
    connection.close()
    return last
