"""Stores as earlier versions left them, and what is true of them after an upgrade."""

import contextlib
import re
import sqlite3

from gallery import PATIENCE, ROOT, visit

STORES = ROOT / "Tests/Golden/stores"

# What a person had: one row of each table, as soon as there is the table.
ROWS = [
    ("color", "INSERT INTO color(id, red, green, blue, createdAt) VALUES (7, 1, 0.5, 0, 1000)"),
    ("swatch", "INSERT INTO swatch(id, name, red, green, blue, palette, position) VALUES (8, 'Tern', 0, 0.5, 1, 1, 3)"),
    ("photo", "INSERT INTO photo(id, name, width, height, takenAt) VALUES (9, 'tern.jpg', 3, 2, 2000)"),
    ("album", "INSERT INTO album(id, name) VALUES (4, 'Birds')"),
    ("webPhoto", "INSERT INTO webPhoto(id, title) VALUES (5, 'Tern')"),
]


def tables(connection):
    return {name for name, in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def earlier_stores():
    """Yields the name of each migration but the last, and a function that makes the store as it was then."""
    parts = re.split(r"^-- (\w+)\n", (STORES / "migrations.sql").read_text(), flags=re.MULTILINE)[1:]
    names, statements = parts[::2], parts[1::2]
    assert len(names) > 5 and len(names) == len(set(names))
    for count in range(1, len(names)):
        yield names[count - 1], lambda file, count=count: fill(file, "".join(statements[:count]))


def fill(file, statements):
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.executescript(statements)
        there = tables(connection)
        for table, row in ROWS:
            if table in there:
                connection.execute(row)
        connection.commit()


def check_upgraded(url, file, name):
    """Asserts that nothing was lost, that a copy of the store as it was stands beside it, and that the rooms answer."""
    with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
        [copy] = file.parent.glob("gallery.before-*.sqlite")
        with contextlib.closing(sqlite3.connect(copy)) as before:
            had = tables(before)
            for table, row in ROWS:
                if table in had:
                    columns = re.search(r"\((.*?)\)", row)[1]
                    query = f"SELECT {columns} FROM {table} ORDER BY id"
                    assert connection.execute(query).fetchall() == before.execute(query).fetchall(), (name, table)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",), name
    opener, base = visit(url)
    for room in ("/", "/colors", "/palette", "/photos", "/photorama"):
        with opener.open(f"{base}{room}", timeout=PATIENCE) as answer:
            page = answer.read().decode()
        if room == "/colors":
            assert 'data-item="7"' in page, name
