"""Layouts with a size per item, in each browser: lines of the first paint break where the scene breaks them."""

import pytest
from everywhere.painting import CELLS, assert_painted_where_the_client_puts_it


@pytest.mark.parametrize("kind", ["justified", "flow", "list"])
def test_what_is_painted_first_stands_where_the_client_puts_it(shelves, window, kind):
    window.open(f"{shelves.url}/{kind}")
    window.wait("document.querySelectorAll('.tile').length > 5")
    assert_painted_where_the_client_puts_it(window)


def test_rows_of_photographs_fill_the_width_wherever_one_scrolls(shelves, window):
    window.open(f"{shelves.url}/justified-many")
    window.wait("document.querySelectorAll('.tile').length > 5")
    window.script("document.querySelector('[role=grid]').scrollTop = 200_000")
    window.wait(
        "[...document.querySelectorAll('.tile')].some((tile) => { const { top, bottom } = tile.getBoundingClientRect();"
        " return bottom > 100 && top < innerHeight })")
    window.wait("!document.querySelector('.placeholder')")
    lines = window.script(CELLS + """
      const lines = {};
      for (const [name, x, y, width] of cells()) if (/^\\d+$/.test(name)) (lines[y] ??= []).push([x, x + width]);
      return Object.values(lines).map((line) => [line[0][0], line.at(-1)[1]])""")
    width = window.script("return document.querySelector('.content').clientWidth")
    assert len(lines) > 8
    # All but the last ones of shelves fill the width.
    assert all(left == 8 and right <= width - 8 for left, right in lines)
    assert sum(right == width - 8 for _, right in lines) >= len(lines) - 3


@pytest.mark.parametrize("path", ["/footed", "/footed-justified"])
def test_a_footer_ends_its_section_and_stays_in_view_when_it_is_to(shelves, window, change, path):
    window.open(shelves.url + path)
    window.wait("document.querySelectorAll('.tile').length > 5")
    of = lambda shelf: f"[data-footer][data-section='shelf {shelf}']"
    _, top, _, height = window.box("[role=grid]")
    assert window.box(of(0))[1] + 36 == pytest.approx(window.box("[data-section='shelf 1']")[1], abs=1)
    assert window.box(of(1))[1] + 36 == pytest.approx(window.box("[data-section='shelf 2']")[1], abs=1)
    change(f"+2 200,layout pinned-{'grid' if path == '/footed' else 'justified'}")
    window.script("document.querySelector('[role=grid]').scrollTop = 400")
    window.wait("document.querySelector(values[0])", of(2))
    cell = "document.querySelector(values[0])"
    assert window.script(f"return {cell}.parentElement.getBoundingClientRect().bottom", of(2)) > top + height
    window.wait(f"Math.abs({cell}.getBoundingClientRect().bottom - values[1]) < 1", of(2), top + height)
    window.script("document.querySelector('[role=grid]').scrollTop = 0")
    window.wait("document.querySelector(values[0])", of(0))
    assert window.box(of(0))[1] + 36 == pytest.approx(window.box("[data-section='shelf 1']")[1], abs=1)
