"""Footers of sections: where they stand, how they are read, and how they change and stay in view."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from test_sections import change, open_shelves, url  # noqa: F401

PATHS = ["/footed", "/footed-justified", "/footed-flow", "/footed-list"]
# The rows in reading order: kind and owner, row number, and the visible top and height.
ROWS = """() => { const grid = document.querySelector('[role=grid]'), { y } = grid.getBoundingClientRect();
  return [...grid.querySelectorAll('.content > [role=row]')].map(row => { const cell = row.firstElementChild;
    const kind = 'footer' in cell.dataset ? 'end of ' : '', { x, y: top, width, height } = cell.getBoundingClientRect();
    return [kind + (cell.dataset.section ?? cell.dataset.item), Number(row.ariaRowIndex),
      x, top - y + grid.scrollTop, width, height] }) }"""


def rows(tab):
    return tab.page.evaluate(ROWS)


def names(tab):
    return [row[0] for row in rows(tab)]


def shown(tab, shelf):
    """Where a footer is seen: its top and its bottom, below the top of the list."""
    return tab.page.evaluate(
        """shelf => { const grid = document.querySelector('[role=grid]').getBoundingClientRect();
             const { top, bottom } = document.querySelector(`[data-footer][data-section="${shelf}"]`).getBoundingClientRect();
             return [top - grid.top, bottom - grid.top] }""", shelf)


def scroll(tab, top):
    tab.page.get_by_role("grid").evaluate("(grid, top) => { grid.scrollTop = top }", top)
    tab.page.wait_for_timeout(100)  # for the report of it


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_client_takes_over_without_moving_anything(open_shelves, width, path):  # noqa: F811
    painted = rows(open_shelves(width, 3_000, path, live=False, java_script_enabled=False))
    taken = rows(open_shelves(width, 3_000, path))
    assert [row[:2] for row in painted] == [row[:2] for row in taken]
    for before, after in zip(painted, taken):
        assert before[2:] == pytest.approx(after[2:], abs=1), before[0]


@pytest.mark.parametrize("path", PATHS)
def test_a_footer_is_read_behind_the_items_of_its_section(open_shelves, path):  # noqa: F811
    tab = open_shelves(390, 3_000, path)
    sections = [("shelf 0", range(4)), ("shelf 1", []), ("shelf 2", range(4, 34)), ("shelf 3", range(34, 37))]
    expected = [name for shelf, things in sections for name in [shelf, *map(str, things), f"end of {shelf}"]]
    assert names(tab) == expected
    assert [row[1] for row in rows(tab)] == list(range(1, 46))
    expect(tab.page.get_by_role("grid")).to_have_attribute("aria-rowcount", "45")
    # Below its items, at the end of its section.
    tops = {name: (top, height) for name, _, _, top, _, height in rows(tab)}
    for shelf, after in [("shelf 0", "shelf 1"), ("shelf 1", "shelf 2"), ("shelf 2", "shelf 3")]:
        top, height = tops[f"end of {shelf}"]
        assert height == 36
        assert top + height == pytest.approx(tops[after][0], abs=1)
    assert tops["end of shelf 0"][0] == pytest.approx(sum(tops["3"]) + 8, abs=1)
    assert tops["end of shelf 1"][0] == pytest.approx(sum(tops["shelf 1"]), abs=1)


def test_footers_may_stand_without_headers(open_shelves):  # noqa: F811
    painted = rows(open_shelves(390, 3_000, "/footed-bare", live=False, java_script_enabled=False))
    tab = open_shelves(390, 3_000, "/footed-bare")
    taken = rows(tab)
    assert [row[:2] for row in painted] == [row[:2] for row in taken]
    for before, after in zip(painted, taken):
        assert before[2:] == pytest.approx(after[2:], abs=1), before[0]
    tops = {name: (top, height) for name, _, _, top, _, height in taken}
    assert tops["shelf 0"] == (pytest.approx(0, abs=1), 0)
    assert tops["0"][0] == pytest.approx(8, abs=1)
    assert tops["end of shelf 0"][0] == pytest.approx(sum(tops["3"]) + 8, abs=1)
    assert tops["shelf 1"] == (pytest.approx(sum(tops["end of shelf 0"]), abs=1), 20)
    assert tops["end of shelf 1"] == (pytest.approx(sum(tops["shelf 1"]), abs=1), 36)
    tab.cell("3").focus()
    tab.page.keyboard.press("ArrowDown")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '4'")
    change(tab, "+1 3")
    expect(tab.page.get_by_text("End of shelf 1 with 3")).to_be_visible()
    tops = {name: (top, height) for name, _, _, top, _, height in rows(tab)}
    assert tops["shelf 1"] == (pytest.approx(sum(tops["end of shelf 0"]), abs=1), 0)
    assert tops["37"][0] == pytest.approx(sum(tops["end of shelf 0"]) + 8, abs=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_shelves, scheme):  # noqa: F811
    tab = open_shelves(390, 1_400, "/footed", color_scheme=scheme)
    expect(tab.page.get_by_text("End of shelf 1 with 0")).to_be_visible()
    tab.shoot(f"footers-{scheme}")
    assert [each["id"] for each in Axe().run(tab.page).response["violations"]] == []


def test_a_change_of_a_section_is_shown_in_its_footer_and_in_no_other(open_shelves):  # noqa: F811
    tab = open_shelves(390, 1_400, "/footed")
    tab.page.evaluate(
        """() => { window.noted = []; const animate = Element.prototype.animate;
             Element.prototype.animate = function (frames, timing) {
               if (frames.transform) noted.push(this.firstElementChild.textContent.trim().slice(0, 14));
               return animate.call(this, frames, timing) } }""")
    del tab.frames[:]
    change(tab, "+0 3")
    expect(tab.page.get_by_text("End of shelf 0 with 7")).to_be_visible()
    assert "End of shelf 0" in tab.page.evaluate("noted"), "it glides"
    splice = next(text for kind, text in tab.frames if kind == "in" and "splice" in text)
    assert splice.count("End of") == 1
    change(tab, "gone 1,move 0 2")
    assert [name for name in names(tab) if name.startswith("end")] == [f"end of shelf {n}" for n in (2, 3, 0)]
    assert [row[1] for row in rows(tab)] == list(range(1, len(rows(tab)) + 1))
    change(tab, "gone 0,gone 0,gone 0")
    assert names(tab) == []
    change(tab, "new 0")
    assert names(tab) == ["shelf new 40", "end of shelf new 40"]


@pytest.mark.parametrize("layout", ["grid", "justified"])
def test_a_footer_stays_in_view_when_it_is_to(open_shelves, layout):  # noqa: F811
    tab = open_shelves(390, 640, "/footed" + ("" if layout == "grid" else f"-{layout}"))
    height = tab.page.get_by_role("grid").bounding_box()["height"]
    scroll(tab, 500)
    assert shown(tab, "shelf 2")[0] > height, "it stands at the end of its section"
    change(tab, f"layout pinned-{layout}")
    tab.page.wait_for_function(
        """() => { const grid = document.querySelector('[role=grid]').getBoundingClientRect();
             const { bottom } = document.querySelector('[data-footer][data-section="shelf 2"]').getBoundingClientRect();
             return Math.abs(bottom - grid.bottom) < 1 }""")
    # The header of the section goes no further than to it, and the footer no further than to the header.
    change(tab, "pin off")
    assert shown(tab, "shelf 2")[1] == pytest.approx(height, abs=1), "headers scroll away, footers stay"
    change(tab, f"layout footed-{layout}")
    tab.settle()
    assert shown(tab, "shelf 2")[0] > height
    change(tab, f"layout {layout}")
    expect(tab.page.locator(".section [data-footer]")).to_have_count(0)
    change(tab, f"layout footed-{layout}")
    expect(tab.page.get_by_text("End of shelf 2 with 30")).to_be_attached()


def test_a_footer_asks_for_its_own_section(open_shelves):  # noqa: F811
    tab = open_shelves(390, 1_400, "/footed")
    tab.page.locator("[data-footer][data-section='shelf 2']").get_by_role("button", name="Clear all").click()
    expect(tab.page.get_by_text("End of shelf 2 with 0")).to_be_visible()
    expect(tab.page.get_by_text("End of shelf 0 with 4")).to_be_visible()


def test_the_keyboard_passes_footers_and_stands_under_none(open_shelves):  # noqa: F811
    tab = open_shelves(390, 640, "/footed")
    change(tab, "layout pinned-grid")
    grid = tab.page.get_by_role("grid").bounding_box()
    tab.cell("3").focus()
    for _ in range(11):
        tab.page.keyboard.press("ArrowDown")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '34'")
    for _ in range(3):
        tab.page.keyboard.press("ArrowUp")
        box = tab.page.locator(":focus").bounding_box()
        assert grid["y"] + 48 <= box["y"] + 1 and box["y"] + box["height"] <= grid["y"] + grid["height"] - 36 + 1
    # From a footer the arrows lead to what is above and below it.
    tab.page.locator("[data-footer][data-section='shelf 2']").evaluate("cell => cell.focus()")
    tab.page.keyboard.press("ArrowDown")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '34'")
    tab.page.keyboard.press("Control+End")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '36'")
    tab.page.locator("[data-footer][data-section='shelf 3']").evaluate("cell => cell.focus()")
    tab.page.keyboard.press("ArrowDown")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '36'")


def test_a_footer_that_has_the_keyboard_gives_it_to_the_next(open_shelves):  # noqa: F811
    tab = open_shelves(390, 1_400, "/footed")
    tab.page.locator("[data-footer][data-section='shelf 0'] button").focus()
    tab.page.evaluate("() => document.querySelector('[name=steps]').value = 'gone 0'")
    tab.page.evaluate("() => document.querySelector('.steps').requestSubmit()")
    tab.page.wait_for_function("() => document.activeElement.dataset.section === 'shelf 1'")


def test_among_a_million_each_footer_stands_where_it_belongs(open_shelves):  # noqa: F811
    tab = open_shelves(390, 844, "/footed-many")
    grid = tab.page.get_by_role("grid")
    tab.cell("0").focus()
    tab.page.keyboard.press("Control+End")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '999999'")
    row = tab.page.locator("[data-item='999999']").locator("..")
    expect(row).to_have_attribute("aria-rowindex", "1009999")
    grid.evaluate("grid => { grid.scrollTop = grid.scrollHeight }")
    expect(tab.page.get_by_text("End of shelf 4999 with 200")).to_be_visible()
    assert shown(tab, "shelf 4999")[1] == pytest.approx(grid.bounding_box()["height"], abs=1)
    change(tab, "-4000 1")
    splice = [text for kind, text in tab.frames if kind == "in" and "splice" in text][-1]
    assert len(splice) <= 120


def test_a_page_with_footers_returns_to_where_it_was(open_shelves):  # noqa: F811
    tab = open_shelves(390, 640, "/footed")
    scroll(tab, 800)
    y = tab.cell("20").bounding_box()["y"]
    tab.page.reload()
    tab.page.wait_for_selector(".content[data-lattice]")
    tab.cell("20").wait_for()
    assert tab.cell("20").bounding_box()["y"] == y
    assert tab.page.get_by_role("grid").get_attribute("aria-rowcount") == "45"


def test_things_are_moved_by_keys_past_footers_and_into_an_empty_section(open_shelves):  # noqa: F811
    tab = open_shelves(390, 1_400, "/footed")
    change(tab, "order on")
    tab.cell("3").focus()
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '3'")
    tab.page.keyboard.down("Alt")
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.up("Alt")
    expect(tab.page.get_by_text("End of shelf 1 with 1")).to_be_visible()
    expect(tab.page.get_by_text("End of shelf 0 with 3")).to_be_visible()
    tab.settle()
    assert names(tab)[:7] == ["shelf 0", "0", "1", "2", "end of shelf 0", "shelf 1", "3"]
    tab.page.keyboard.down("Alt")
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.up("Alt")
    expect(tab.page.get_by_text("End of shelf 2 with 31")).to_be_visible()
