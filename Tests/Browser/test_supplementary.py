"""Supplementary views of cells and sections: where they stand, how they are read, and how they come, change and go."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from gallery import eventually
from playwright.sync_api import expect

from test_sections import change, open_shelves, url  # noqa: F401

PATHS = ["/badged", "/badged-flow", "/badged-list"]
# The existing views in reading order: kind, owner, text, and box in the content.
VIEWS = """() => { const grid = document.querySelector('[role=grid]'), { x, y } = grid.getBoundingClientRect();
  return [...grid.querySelectorAll('[data-supplementary]')].filter(view => !view.hidden).map(view => {
    const { item, section } = view.parentElement.dataset, box = view.getBoundingClientRect();
    return [view.dataset.supplementary, item ?? section, view.textContent.trim(),
      box.x - x, box.y - y + grid.scrollTop, box.width, box.height] }) }"""


def views(tab):
    return tab.page.evaluate(VIEWS)


def view(tab, kind, anchor):
    return next((each for each in views(tab) if each[:2] == [kind, anchor]), None)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_client_takes_over_without_moving_anything(open_shelves, width, path):  # noqa: F811
    painted = views(open_shelves(width, 3_000, path, live=False, java_script_enabled=False))
    tab = open_shelves(width, 3_000, path)
    taken = views(tab)
    assert [each[:3] for each in painted] == [each[:3] for each in taken]
    for before, after in zip(painted, taken):
        assert before[3:] == pytest.approx(after[3:], abs=1), before[:2]
    assert {each[0] for each in taken} == {"Badge", "Mark", "Line", "Total"}
    # The views that the client makes are at the same places as the painted ones.
    change(tab, "gone 1")
    change(tab, "last 3")
    assert [each[:3] for each in views(tab)] != [each[:3] for each in taken]
    assert view(tab, "Badge", "3")[5:] == [32, 20]


def test_each_stands_at_its_edge(open_shelves):  # noqa: F811
    tab = open_shelves(390, 3_000, "/badged")
    grid = tab.page.get_by_role("grid").bounding_box()
    box = lambda cell: [cell["x"] - grid["x"], cell["y"] - grid["y"], cell["width"], cell["height"]]
    x, y, width, _ = box(tab.cell("3").bounding_box())
    assert view(tab, "Badge", "3")[3:] == pytest.approx([x + width - 32 + 8, y - 4, 32, 20], abs=1)
    x, y, width, height = box(tab.cell("6").bounding_box())
    _, _, _, left, top, wide, high = view(tab, "Mark", "6")
    assert (top + high, high) == (pytest.approx(y + height, abs=1), 20)
    assert left + wide / 2 == pytest.approx(x + width / 2, abs=1)
    head = box(tab.page.locator("[data-section=mate]:not([data-footer])").bounding_box())
    assert view(tab, "Line", "mate")[3:] == pytest.approx([head[0], head[1], head[2], 2], abs=1)
    end = box(tab.page.locator("[data-section=mate][data-footer]").bounding_box())
    _, _, said, left, top, wide, high = view(tab, "Total", "mate")
    assert said == "all 53"
    assert (left + wide, top + high) == pytest.approx((end[0] + end[2] - 8, end[1] + end[3]), abs=1)
    assert view(tab, "Total", "none") is None


def test_one_in_the_middle_of_an_edge_is_as_large_as_it_says(open_shelves):  # noqa: F811
    for path, part in [("/badged-flow", 0), ("/badged-list", 0.5)]:
        tab = open_shelves(390, 3_000, path)
        grid = tab.page.get_by_role("grid").bounding_box()
        cell = tab.cell("3").bounding_box()
        x = cell["x"] - grid["x"] + (cell["width"] - 32) * part + 8
        y = cell["y"] - grid["y"] + (cell["height"] - 20) / 2 - 4
        assert view(tab, "Badge", "3")[3:] == pytest.approx([x, y, 32, 20], abs=1)


def test_it_comes_changes_and_goes_with_what_it_says(open_shelves):  # noqa: F811
    tab = open_shelves(390, 900, "/badged")
    assert view(tab, "Badge", "1") is None
    tab.page.evaluate("() => { window.known = document.querySelector('[data-item=\"1\"]') }")
    del tab.frames[:]
    change(tab, "badge 1 9")
    assert view(tab, "Badge", "1")[2] == "9"
    cells = [text for kind, text in tab.frames if kind == "in" and '"cell"' in text]
    assert len(cells) == 1 and len(cells[0]) < 80
    change(tab, "bare 1")
    assert view(tab, "Badge", "1") is None
    assert tab.page.evaluate("known === document.querySelector('[data-item=\"1\"]')")
    # It is part of its cell, and its row is used again for others.
    change(tab, "last 3")
    assert view(tab, "Badge", "3")[2] == "4"
    change(tab, "gone 3")
    assert view(tab, "Badge", "3") is None
    grid = tab.page.get_by_role("grid")
    for top in [900, 0, 500, 0]:
        grid.evaluate("(grid, top) => { grid.scrollTop = top }", top)
        tab.settle()

        def each_third_has_its_badge():
            shown = {each[1]: each[2] for each in views(tab) if each[0] == "Badge"}
            things = [int(name) for name in grid.locator(".tile [data-item]").evaluate_all("all => all.map(e => e.dataset.item)")]
            assert shown == {str(thing): str(thing + 1) for thing in things if thing % 3 == 0}

        # Cells come between two looks at the page.
        eventually(each_third_has_its_badge)


def test_it_is_heard_with_its_cell_and_not_when_it_is_hidden(open_shelves):  # noqa: F811
    tab = open_shelves(390, 900, "/badged")
    expect(tab.page.get_by_role("gridcell", name="3 4", exact=True)).to_be_visible()
    expect(tab.page.get_by_role("gridcell", name="6 7 mark 6", exact=True)).to_be_visible()
    expect(tab.page.get_by_role("gridcell", name="2", exact=True)).to_be_visible()
    expect(tab.page.get_by_role("rowheader", name="7 all 7", exact=True)).to_be_visible()
    assert tab.page.get_by_role("grid").get_attribute("aria-rowcount") == "66"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_shelves, scheme):  # noqa: F811
    tab = open_shelves(390, 900, "/badged", color_scheme=scheme)
    tab.shoot(f"supplementary-{scheme}")
    assert [each["id"] for each in Axe().run(tab.page).response["violations"]] == []


def test_a_press_is_one_of_what_is_under_it_or_of_its_control(open_shelves):  # noqa: F811
    tab = open_shelves(390, 900, "/badged")
    badge = tab.page.locator("[data-item='3'] [data-supplementary=Badge]").bounding_box()
    tab.page.mouse.click(badge["x"] + 8, badge["y"] + 12)
    expect(tab.page.locator("[data-item='3']")).to_have_attribute("aria-selected", "true")
    tab.page.get_by_role("button", name="mark 6", exact=True).click()
    expect(tab.page.locator("output")).to_have_text("thing 6")
    expect(tab.page.locator("[data-item='6']")).to_have_attribute("aria-selected", "false")
    tab.page.get_by_role("button", name="all 7", exact=True).click()
    expect(tab.page.locator("output")).to_have_text("shelf tea")


def test_it_stands_over_other_cells_and_under_headers(open_shelves):  # noqa: F811
    tab = open_shelves(390, 640, "/badged")
    # The elements at a point, including views that ignore presses.
    at = """([x, y]) => { for (const view of document.querySelectorAll('[data-supplementary]')) view.style.pointerEvents = 'auto';
      const element = document.elementsFromPoint(x, y).find(element => element.closest('.content'));
      return element.closest('[data-supplementary]')?.dataset.supplementary ?? element.closest('[role]').role }"""
    # The badge of 3 ends 8 points beyond its cell, and so over the next one, which has none.
    box = tab.page.locator("[data-item='3'] [data-supplementary=Badge]").bounding_box()
    assert tab.page.evaluate(at, [box["x"] + box["width"] - 1, box["y"] + 10]) == "Badge"
    grid = tab.page.get_by_role("grid")
    head = tab.page.locator("[data-section=tea]:not([data-footer])").bounding_box()
    # Until the badge is below the header, which is pinned.
    grid.evaluate("(grid, by) => { grid.scrollTop = by }", box["y"] - head["y"] - 10)
    tab.settle()
    moved = tab.page.locator("[data-item='3'] [data-supplementary=Badge]").bounding_box()
    assert head["y"] < moved["y"] + 5 < head["y"] + head["height"]
    assert tab.page.evaluate(at, [moved["x"] + 5, moved["y"] + 5]) == "rowheader"


def test_a_sheet_over_the_page_has_them_where_they_belong(open_shelves):  # noqa: F811
    tab = open_shelves(800, 900, "/badged")
    tab.page.get_by_role("button", name="Open").evaluate("button => button.click()")
    sheet = tab.page.locator(".presented")
    expect(sheet.locator("[data-item='3'] .badge")).to_have_text("4")
    tile, badge = tab.page.evaluate("""() => ["", " [data-supplementary=Badge]"].map((part) => {
      const { x, y, width, height } = document.querySelector(`.presented [data-item='3']${part}`).getBoundingClientRect();
      return [x, y, width, height] })""")
    assert badge == pytest.approx([tile[0] + tile[2] - 24, tile[1] - 4, 32, 20], abs=1)
    count = tab.page.evaluate("document.adoptedStyleSheets.length")
    tab.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert tab.page.evaluate("document.adoptedStyleSheets.length") == count - 1
