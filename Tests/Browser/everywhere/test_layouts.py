"""Layouts with a size per item, in each browser: lines of the first paint break where the scene breaks them."""

import pytest
from everywhere.painting import CELLS, assert_painted_where_the_client_puts_it


@pytest.mark.parametrize("kind", ["justified", "flow", "list"])
def test_what_is_painted_first_stands_where_the_client_puts_it(shelves, window, kind):
    window.open(f"{shelves.url}/{kind}")
    window.wait("document.querySelectorAll('.tile').length > 5")
    assert_painted_where_the_client_puts_it(window)


@pytest.mark.each_engine
@pytest.mark.parametrize("kind", ["lowgrid", "lowrows"])
def test_two_lines_fit_into_a_low_box_in_the_first_paint_too(shelves, window, kind):
    window.open(f"{shelves.url}/{kind}")
    window.wait("document.querySelectorAll('.tile').length > 5")
    window.script("const { style } = document.querySelector('[role=grid]'); style.bottom = 'auto'; style.height = '200px'")
    window.wait("document.querySelector('.tile').getBoundingClientRect().height < 75")
    assert_painted_where_the_client_puts_it(window)


@pytest.mark.each_engine
def test_sections_side_by_side_are_painted_where_the_client_puts_them(shelves, window):
    window.open(f"{shelves.url}/beside")
    window.wait("document.querySelectorAll('.tile').length > 5")
    assert_painted_where_the_client_puts_it(window)


def test_short_sections_stand_side_by_side_below_their_own_headers(shelves, window, change):
    window.open(f"{shelves.url}/beside")
    window.wait("document.querySelectorAll('.tile').length > 5")
    header = lambda shelf: window.box(f"[data-section='shelf {shelf}']")
    assert header(0)[1] == header(1)[1] and header(0)[0] + header(0)[2] + 12 == pytest.approx(header(1)[0], abs=1)
    assert header(2)[1] > header(0)[1] and header(3)[1] == header(4)[1]
    # The one that fills its rows moves the others below it.
    change("+1 40")
    assert header(1)[1] > header(0)[1] and header(2)[1] > header(1)[1]
    window.script("document.querySelector('[role=grid]').scrollTop = 1e6")
    window.wait("!document.querySelector('.placeholder')")


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


def cells(window):
    return {cell[0]: cell[1:] for cell in window.script(CELLS + "return cells()")}


def test_a_layout_is_replaced_and_every_visible_cell_glides(shelves, window, change):
    window.open(shelves.url)
    window.wait("document.querySelectorAll('.tile').length > 5")
    height = window.script("return document.querySelector('[role=grid]').clientHeight")
    for layout in ("justified", "flow", "list", "grid"):
        before = cells(window)
        window.note_glides()
        change(f"layout {layout}")
        after, ways = cells(window), {text: way for text, *way in window.glides()}
        moved = {
            name: [before[name][0] - x, before[name][1] - y] for name, (x, y, *_) in after.items()
            if name.isdigit() and name in before and max(y, before[name][1]) < height and [x, y] != before[name][:2]}
        assert len(moved) > 3
        if not window.moves():
            assert ways == {}
            continue
        for name, way in moved.items():
            assert ways[name] == pytest.approx(way, abs=1), name


def test_a_layout_of_an_apps_own_turns_things_and_lays_them_over_each_other(shelves, window, change):
    window.open(shelves.url)
    window.wait("document.querySelectorAll('.tile').length > 5")
    change("layout fan")
    look = """const { opacity, zIndex, rotate } = getComputedStyle(document.querySelector(`[data-item="${values[0]}"]`).closest('.tile'));
      return [opacity, zIndex, rotate]"""
    assert window.script(look, "1") == ["0.9", "33", "10deg"]
    assert window.script(look, "2") == ["0.9", "32", "20deg"]
    # The one above the next lies over it.
    x, y, _, _ = window.box("[data-item='3']")
    seen = "return document.elementFromPoint(values[0], values[1]).closest('[data-item]').dataset.item"
    assert window.script(seen, x + 60, y + 75) == "3"
    window.shoot("layout-fan")
    change("layout grid")
    assert window.script(look, "1") == ["1", "auto", "none"]
