"""Actions on very many rows: how long a person waits for them, and for their undo."""

import json
import subprocess
import tempfile
import time

from figure import Figure
from gallery import binary
from palette import many_colors
from session import serving
from window import Window

PHOTOS, IMPORTED, MILLION = 100_000, 300_000, 1_000_000
PATIENCE = 600  # seconds


class Asking(Window):
    """A window that waits for its whole list, and for the answers to its actions."""

    def __init__(self, gallery, path, count):
        super().__init__(gallery)
        self.socket.settimeout(PATIENCE)
        self.hello(path=path)
        self.wait_for(count)

    def wait_for(self, count):
        """Waits until the page says how many items the list has."""
        while f'"{count:,} ' not in self.read():
            pass

    def timed(self, message, answer=None):
        """Sends an action. Presses the button with the number `answer` of the alert that it presents. Returns the seconds
        until it is done."""
        start, (kind, number) = time.monotonic(), message[:2]
        self.send(message)
        while True:
            for entry in json.loads(self.read()):
                if entry[0] == "present" and answer is not None:
                    self.send(["dismissed", entry[1], answer, number + 1])
                    self.number += 1
                elif entry[:2] == ["failed", number]:
                    raise AssertionError(f"{kind}: {entry}")
                elif entry[:2] == ["done", number]:
                    return time.monotonic() - start

    def do(self, name, answer=None, **fields):
        return self.timed(self.action(name, **fields), answer)

    def select_photos(self):
        self.do("toggleSelecting")
        self.do("selectAll")

    def move(self, item, place, target):
        self.number += 1
        return self.timed(["move", self.number, "grid", str(item), place, str(target)])


def insert_photos(gallery, count):
    gallery.sql(
        f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
            INSERT INTO photo(name, width, height, takenAt, position) SELECT 'photo ' || i, 3, 2, i * 60000, i FROM n""")


def measure():
    with serving() as gallery:
        insert_photos(gallery, PHOTOS)
        with Asking(gallery, "/photos", PHOTOS) as window:
            window.select_photos()
            yield seconds("delete_100k", window.do("delete"), 1)
            yield seconds("delete_100k.undo", window.do("history/undo"), 2)
        with Asking(gallery, "/photos", PHOTOS) as window:
            window.select_photos()
            window.do("delete")
        with Asking(gallery, "/photos/trash", PHOTOS) as window:
            yield seconds("empty_trash_100k", window.do("emptyTrash", answer=0), 1)
    with serving() as gallery:
        insert_photos(gallery, MILLION)
        with Asking(gallery, "/photos", MILLION) as window:
            window.select_photos()
            yield seconds("favorite_million", window.do("favorite"), 10)
            yield seconds("favorite_million.undo", window.do("history/undo"), 20)
    with serving(MILLION) as gallery, Asking(gallery, "/colors", MILLION) as window:
        window.do("selectAll")
        yield seconds("send_million", window.do("send"), 10)
        yield seconds("send_million.undo", window.do("history/undo"), 20)
    with serving(swatches=MILLION) as gallery, Asking(gallery, "/palette", MILLION) as window:
        first, last = (gallery.rows(f"SELECT id FROM swatch ORDER BY position {way} LIMIT 1")[0][0] for way in ("ASC", "DESC"))
        window.send(["selectAll", "grid", True])
        # Taken out of the selection, so that there is a place for the others.
        window.send(["tap", "grid", str(last)])
        yield seconds("drag_million", window.move(first, "behind", last), 10)
        yield seconds("drag_million.undo", window.do("history/undo"), 20)
    yield seconds("import_300k", imported(), 3)


def imported():
    """The seconds of an import of colors by the command, beside a gallery that is served."""
    with serving() as gallery, tempfile.TemporaryDirectory() as folder:
        file = many_colors(folder, IMPORTED)
        start = time.monotonic()
        subprocess.run([binary(), "import", str(file), "--data", str(gallery.directory)], check=True, capture_output=True)
        return time.monotonic() - start


def seconds(name, value, bar):
    return Figure(f"live.large.{name}.s", value, "s", at_most=bar)
