"""A list that is as high as its content, up to a bound, in each browser."""

import contextlib
import os
import shutil
import sqlite3

import pytest
from books import Books
from gallery import PATIENCE, ROOT, binary

SOURCES = ROOT / "Examples/Outside/Sources/Books"


@pytest.fixture
def books(tmp_path):
    """The reading list in a page that is as high as its text."""
    text = (SOURCES / "BooksView.html").read_text()
    (tmp_path / "BooksView.html").write_text(text.replace('<main class="screen">', '<main class="page">'))
    shutil.copy(SOURCES / "books.css", tmp_path)
    with open(tmp_path / "books.css", "a") as sheet:
        sheet.write("[data-collection] { max-height: 400px }")
    books = Books(tmp_path / "data")
    books.directory.mkdir()
    books.run(binary("Books"), "0", cwd=books.directory, env=os.environ | {"AVIARY_PAGES": str(tmp_path)})
    yield books
    books.stop()


def change(books, sql):
    with contextlib.closing(sqlite3.connect(books.file, timeout=PATIENCE)) as connection, connection:
        connection.execute(sql)


def test_a_list_is_as_high_as_its_content_up_to_a_bound(books, window):
    window.open(f"{books.url}/")
    window.wait("document.querySelector('.page > [data-collection]')")
    # Three headers of 44 points.
    window.wait("document.querySelector('[data-collection]').clientHeight === 132")
    for count, height in [(1, 132 + 56), (3, 132 + 3 * 56), (40, 400)]:
        change(books, "DELETE FROM book")
        change(books, f"""
            INSERT INTO book (title, shelf, added)
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {count})
            SELECT printf('Book %03d', n), 'To read', '2026-01-01 00:00:00.000' FROM number""")
        window.wait("document.querySelector('[data-collection]').clientHeight === values[0]", height)
        window.wait("document.querySelectorAll('.tile [data-item]').length >= values[0]", min(count, 5))
    # Behind the bound it scrolls.
    window.wait("(document.querySelector('[role=grid]').scrollTop = 9_000) && document.querySelector('[role=grid]').scrollTop > 1_000")
    window.wait("[...document.querySelectorAll('.tile [data-item]')].some((cell) => cell.textContent.includes('Book 040'))")
    assert "has no height" not in books.logged()
