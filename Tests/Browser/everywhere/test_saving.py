"""Storyboards and style sheets that are saved while a page is open, in each browser."""

import contextlib
import os
import shutil
import sqlite3
import time

import pytest
from books import Books
from gallery import PATIENCE, ROOT, binary

pytestmark = pytest.mark.each_engine

SOURCES = ROOT / "Examples/Outside/Sources/Books"
SEEN = """[...document.querySelectorAll('.tile [data-item]')].find((cell) => {
  const grid = document.querySelector('[role=grid]').getBoundingClientRect(), { top, bottom } = cell.getBoundingClientRect();
  return top > grid.top + 60 && bottom < grid.bottom })?.dataset.item"""


@pytest.fixture
def books(tmp_path):
    """The reading list, whose pages are read from a copy of its files. A debug build reads the files themselves."""
    for file in ("BooksView.html", "books.css"):
        shutil.copy(SOURCES / file, tmp_path)
    books = Books(tmp_path / "data")
    books.directory.mkdir()
    books.run(binary("Books"), "0", cwd=books.directory, env=os.environ | {"AVIARY_PAGES": str(tmp_path)})
    yield books
    books.stop()


def save(file, text, window, condition):
    """Saves a file, and returns the seconds until the page shows it."""
    begun = time.monotonic()
    file.write_text(text)
    while True:
        try:
            if window.script(f"return Boolean({condition})"):
                return time.monotonic() - begun
        except window.gone:
            pass
        assert time.monotonic() < begun + 30, f"not so: {condition}"


def fill(books):
    with contextlib.closing(sqlite3.connect(books.file, timeout=PATIENCE)) as connection, connection:
        connection.execute("""
            INSERT INTO book (title, shelf, added)
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 500)
            SELECT printf('Book %03d', n), 'To read', '2026-01-01 00:00:00.000' FROM number""")


def test_a_saved_file_is_seen_and_the_page_is_as_it_was(books, window, tmp_path):
    fill(books)
    window.open(f"{books.url}/")
    window.wait("document.querySelectorAll('.tile [data-item]').length > 8")
    window.click_item(window.tiles()[3])
    window.wait("document.querySelectorAll('[aria-selected=true]').length === 1")
    [selected] = window.selected()
    window.wait("(document.querySelector('[role=grid]').scrollTop = 9_000) === document.querySelector('[role=grid]').scrollTop")
    window.wait(f"{SEEN} && !document.querySelector('.placeholder')")
    seen = window.script(f"return {SEEN}")
    y = window.box(f"[data-item='{seen}']")[1]
    window.click("[name=title]")
    window.type("half a ti")
    window.press("ArrowLeft")
    window.wait("document.querySelector('[name=title]').selectionStart === 8")
    storyboard, sheet = tmp_path / "BooksView.html", tmp_path / "books.css"
    text = storyboard.read_text()

    def is_as_it_was():
        window.wait("document.querySelector('[name=title]')?.value === 'half a ti'")
        window.wait("document.querySelector(`[data-item='${values[0]}']`) && !document.querySelector('.placeholder')", seen)
        assert window.box(f"[data-item='{seen}']")[1] == pytest.approx(y, abs=1)
        assert window.script("return [document.activeElement.name, document.activeElement.selectionStart]") == ["title", 8]

    took = [save(sheet, sheet.read_text() + "h1 { color: rgb(1, 2, 3) }", window,
                 "document.querySelector('h1') && getComputedStyle(document.querySelector('h1')).color === 'rgb(1, 2, 3)'")]
    is_as_it_was()
    took.append(save(storyboard, text.replace("<h1>Books</h1>", "<h1>My books</h1>"), window,
                     "document.querySelector('h1')?.textContent === 'My books'"))
    is_as_it_was()
    print(f"\nseconds from saving to seeing, a style sheet and a storyboard: {took}")
    window.script("document.querySelector('[role=grid]').scrollTop = 0")
    window.wait("document.querySelector(`[data-item='${values[0]}'][aria-selected=true], [aria-selected=true] [data-item='${values[0]}']`)", selected)


def test_a_mistake_is_said_with_its_line_and_goes_when_it_is_mended(books, window, tmp_path):
    fill(books)
    window.open(f"{books.url}/")
    storyboard = tmp_path / "BooksView.html"
    text = storyboard.read_text()
    broken = text.replace("</h1>", "</h2>")
    save(storyboard, broken, window, "[...document.querySelectorAll('.banner p')].some((each) => each.textContent.startsWith('BooksView, line 2: </h2> closes nothing'))")
    # The page works as before.
    window.click("[name=title]")
    window.type("Emma")
    window.press("Enter")
    window.wait("document.querySelector('[name=title]').value === ''")
    assert "Emma" in books.titles()
    window.script("window.isSame = true")
    save(storyboard, text.replace('data-action="add"', 'data-action="ad"'), window,
         "[...document.querySelectorAll('.banner p')].some((each) => each.textContent === 'BooksView, line 3: no controller has the action ad.')")
    assert window.script("return window.isSame")
    save(storyboard, text.replace("<h1>Books", "<h1>All books"), window,
         "document.querySelector('h1')?.textContent === 'All books' && !document.querySelector('.banner.error p')")
