"""Storyboards and style sheets that are saved while a page is open, in each browser."""

import contextlib
import os
import shutil
import sqlite3
import time

import pytest
from gallery import PATIENCE, ROOT, binary
from plans import Plans

SOURCES = ROOT / "Examples/Plans"
SEEN = """[...document.querySelectorAll('.tile [data-item]')].find((cell) => {
  const grid = document.querySelector('[data-collection]').getBoundingClientRect(), { top, bottom } = cell.getBoundingClientRect();
  return top > grid.top + 60 && bottom < grid.bottom })?.dataset.item"""


@pytest.fixture
def plans(tmp_path):
    """The outline of plans, whose pages are read from a copy of its files. A debug build reads the files themselves."""
    for file in ("PlansView.html", "plans.css"):
        shutil.copy(SOURCES / file, tmp_path)
    plans = Plans(tmp_path / "data")
    plans.directory.mkdir()
    plans.run(binary("Plans"), "0", cwd=plans.directory, env=os.environ | {"AVIARY_PAGES": str(tmp_path)})
    yield plans
    plans.stop()


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


def fill(plans):
    with contextlib.closing(sqlite3.connect(plans.file, timeout=PATIENCE)) as connection, connection:
        connection.execute("""
            INSERT INTO plan (title, position)
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 500)
            SELECT printf('Plan %03d', n), n FROM number""")


@pytest.mark.each_engine
def test_a_saved_file_is_seen_and_the_page_is_as_it_was(plans, window, tmp_path):
    fill(plans)
    window.open(f"{plans.url}/")
    window.wait("document.querySelectorAll('.tile [data-item]').length > 8")
    window.click_item(window.tiles()[3])
    window.wait("document.querySelectorAll('[aria-selected=true]').length === 1")
    [selected] = window.selected()
    window.wait("(document.querySelector('[data-collection]').scrollTop = 9_000) === document.querySelector('[data-collection]').scrollTop")
    window.wait(f"{SEEN} && !document.querySelector('.placeholder')")
    seen = window.script(f"return {SEEN}")
    y = window.box(f"[data-item='{seen}']")[1]
    window.click("[name=title]")
    window.type("half a ti")
    window.press("ArrowLeft")
    window.wait("document.querySelector('[name=title]').selectionStart === 8")
    storyboard, sheet = tmp_path / "PlansView.html", tmp_path / "plans.css"
    text = storyboard.read_text()

    def is_as_it_was():
        window.wait("document.querySelector('[name=title]')?.value === 'half a ti'")
        window.wait("document.querySelector(`[data-item='${values[0]}']`) && !document.querySelector('.placeholder')", seen)
        assert window.box(f"[data-item='{seen}']")[1] == pytest.approx(y, abs=1)
        assert window.script("return [document.activeElement.name, document.activeElement.selectionStart]") == ["title", 8]

    took = [save(sheet, sheet.read_text() + "h1 { color: rgb(1, 2, 3) }", window,
                 "document.querySelector('h1') && getComputedStyle(document.querySelector('h1')).color === 'rgb(1, 2, 3)'")]
    is_as_it_was()
    took.append(save(storyboard, text.replace("<h1>Plans</h1>", "<h1>My plans</h1>"), window,
                     "document.querySelector('h1')?.textContent === 'My plans'"))
    is_as_it_was()
    print(f"\nseconds from saving to seeing, a style sheet and a storyboard: {took}")
    window.script("document.querySelector('[data-collection]').scrollTop = 0")
    window.wait("document.querySelector(`[data-item='${values[0]}'][aria-selected=true], [aria-selected=true] [data-item='${values[0]}']`)", selected)


def test_a_mistake_is_said_with_its_line_and_goes_when_it_is_mended(plans, window, tmp_path):
    fill(plans)
    window.open(f"{plans.url}/")
    storyboard = tmp_path / "PlansView.html"
    text = storyboard.read_text()
    broken = text.replace("</h1>", "</h2>")
    save(storyboard, broken, window, "[...document.querySelectorAll('.banner p')].some((each) => each.textContent.startsWith('PlansView, line 2: </h2> closes nothing'))")
    # The page works as before.
    window.click("[name=title]")
    window.type("Emma")
    window.press("Enter")
    window.wait("document.querySelector('[name=title]').value === ''")
    assert plans.rows("SELECT title FROM plan WHERE id > 500") == [("Emma",)]
    window.script("window.isSame = true")
    save(storyboard, text.replace('data-action="add"', 'data-action="ad"'), window,
         "[...document.querySelectorAll('.banner p')].some((each) => each.textContent === 'PlansView, line 3: no controller has the action ad.')")
    assert window.script("return window.isSame")
    save(storyboard, text.replace("<h1>Plans", "<h1>All plans"), window,
         "document.querySelector('h1')?.textContent === 'All plans' && !document.querySelector('.banner.error p')")
