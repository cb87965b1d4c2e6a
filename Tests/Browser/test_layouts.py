"""Layouts with a size for each item: the first paint, the takeover by the client, and the change to another layout."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gallery import eventually
from test_sections import change, open_shelves, read, url  # noqa: F401

KINDS = ["justified", "flow", "list"]
# Each cell in the order it is read, and its place in the content.
CELLS = """() => { const grid = document.querySelector('[role=grid]'), { x, y } = grid.getBoundingClientRect();
  return [...grid.querySelectorAll('.content > [role=row] > *')].map(cell => { const box = cell.getBoundingClientRect();
    return [cell.dataset.section ?? cell.dataset.item, box.x - x, box.y - y + grid.scrollTop, box.width, box.height] }) }"""
# The visible tiles and placeholders, and whether a visible point is covered by neither.
VIEW = """() => { const grid = document.querySelector('[role=grid]'), box = grid.getBoundingClientRect();
  const inView = [...grid.querySelectorAll('.tile, .placeholder')].map(element => element.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > box.top && top < box.bottom);
  return { tiles: grid.querySelectorAll('.tile').length, covers: inView.length,
    holes: grid.querySelectorAll('.placeholder').length } }"""


@pytest.mark.parametrize("kind", [*KINDS, "sized"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_client_takes_over_without_moving_anything(open_shelves, width, kind):  # noqa: F811
    painted = open_shelves(width, 3000, f"/{kind}", live=False, java_script_enabled=False).page.evaluate(CELLS)
    tab = open_shelves(width, 3000, f"/{kind}")
    taken = tab.page.evaluate(CELLS)
    assert len(painted) == 67 and len(taken) > 50
    for before, after in zip(painted, taken):
        assert before[0] == after[0]
        assert before[1:] == pytest.approx(after[1:], abs=1), before[0]


@pytest.mark.parametrize("kind", ["lowgrid", "lowrows"])
@pytest.mark.parametrize("width, height", [(390, 240), (1280, 300), (1280, 900)])
def test_two_lines_fit_into_a_low_box_from_the_first_paint_on(open_shelves, width, height, kind):  # noqa: F811
    painted = open_shelves(width, height, f"/{kind}", live=False, java_script_enabled=False).page.evaluate(CELLS)
    tab = open_shelves(width, height, f"/{kind}")
    taken = tab.page.evaluate(CELLS)
    assert len(taken) > 8
    for before, after in zip(painted, taken):
        assert before[0] == after[0] and before[1:] == pytest.approx(after[1:], abs=1), before[0]

    # The first shelf has one line only, so the second line is that of the third shelf.
    bottoms = sorted({round(y + high) for name, _, y, _, high in taken if name.isdigit()})
    assert bottoms[0] <= height - 40
    # In a high box lines are as high as they want.
    def is_free(free):
        def check():
            assert (tab.page.evaluate(CELLS)[1][4] > taken[1][4]) == free

        eventually(check)

    tab.page.set_viewport_size({"width": width, "height": 1000})
    is_free(height < 400)
    tab.page.set_viewport_size({"width": width, "height": height})
    is_free(False)
    assert tab.page.evaluate(CELLS)[: len(taken)] == taken


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_and_no_tile_is_above_another(open_shelves, kind, width, scheme):  # noqa: F811
    tab = open_shelves(width, 900, f"/{kind}", color_scheme=scheme)
    tab.shoot(f"layout-{kind}-{width}-{scheme}")
    assert [each["id"] for each in Axe().run(tab.page).response["violations"]] == []
    boxes = [cell[1:] for cell in tab.page.evaluate(CELLS) if cell[0].isdigit()]
    assert len(boxes) > 10
    for index, (x, y, wide, high) in enumerate(boxes):
        for left, top, width_of, height_of in boxes[index + 1 :]:
            assert left >= x + wide or left + width_of <= x or top >= y + high or top + height_of <= y


def test_cells_of_one_width_share_what_is_left_over(open_shelves):  # noqa: F811
    tab = open_shelves(1000, 3000, "/sized")
    lines = {}
    for name, x, y, width, height in tab.page.evaluate(CELLS):
        if name.isdigit():
            assert (width, height) == (90, 90)
            lines.setdefault(y, []).append(x)
    full = [line for line in lines.values() if len(line) == 10]
    assert len(full) == 6
    for line in full:
        assert (line[0], line[-1] + 90) == (8, 992) and {after - before for before, after in zip(line, line[1:])} == {99, 100}


def test_rows_of_photographs_fill_the_width_but_for_the_last(open_shelves):  # noqa: F811
    tab = open_shelves(1000, 3000, "/justified")
    lines = {}
    for name, x, y, width, height in tab.page.evaluate(CELLS):
        if name.isdigit() and int(name) > 3:
            lines.setdefault(y, []).append((x, width, height))
    *full, last = [lines[y] for y in sorted(lines)]
    assert len(full) > 3
    for line in full:
        assert (line[0][0], line[-1][0] + line[-1][1]) == (8, 992)
        assert len({height for _, _, height in line}) == 1
    assert last[-1][0] + last[-1][1] < 992 and last[0][2] == 110


def test_edits_are_one_step_in_rows_of_photographs(open_shelves):  # noqa: F811
    tab = open_shelves(700, 2400, "/justified")
    change(tab, "+1 2,>2 0,new 1,-2 0")
    names = read(tab)
    assert names[0] == "shelf 0" and names[1:6] == ["0", "1", "2", "3", "4"]
    change(tab, "move 0 3")
    assert read(tab)[-6:] == ["shelf 0", "0", "1", "2", "3", "4"]


def test_the_arrows_lead_from_line_to_line(open_shelves):  # noqa: F811
    tab = open_shelves(700, 800, "/justified")
    cells = {name: box for name, *box in tab.page.evaluate(CELLS)}
    tab.page.locator("[data-item='0']").focus()

    def focused():
        # The grid itself has the focus until the scene has told of the item.
        tab.page.wait_for_function("() => document.activeElement.matches('[data-item]') || !document.activeElement.matches('[role=grid]')")
        return tab.page.evaluate("document.activeElement.dataset.item")

    y = cells["0"][1]
    for _ in range(12):
        before = focused()
        tab.page.keyboard.press("ArrowDown")
        tab.settle()
        cells.update({name: box for name, *box in tab.page.evaluate(CELLS)})
        assert cells[focused()][1] > y, f"{before} to {focused()}"
        y = cells[focused()][1]
    tab.page.keyboard.press("Control+End")
    tab.settle()
    expect(tab.page.locator("[data-item='63']")).to_be_focused()
    tab.page.keyboard.press("Control+Home")
    tab.settle()
    expect(tab.page.locator("[data-item='0']")).to_be_focused()


def test_a_million_photographs_are_reached_by_the_scroll_bar_and_never_without_placeholders(open_shelves):  # noqa: F811
    tab = open_shelves(1280, 800, "/justified-many")
    grid = tab.page.get_by_role("grid")
    for share in (0.5, 0.123, 0.9, 1, 0):
        # The state right after the jump, before the scene has answered.
        seen = grid.evaluate(
            """(grid, share) => new Promise((done) => { grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight);
                 requestAnimationFrame(() => done(grid.querySelectorAll('.tile, .placeholder').length)) })""", share)
        assert seen > 0
        tab.page.wait_for_function(f"() => {{ const view = ({VIEW})(); return view.holes === 0 && view.covers > 10 }}")
        tab.settle()
    assert "0" in read(tab)


def test_a_page_that_comes_back_stands_where_it_stood(open_shelves):  # noqa: F811
    tab = open_shelves(1280, 800, "/justified-many")
    grid = tab.page.get_by_role("grid")
    grid.evaluate("grid => { grid.scrollTop = 90_000 }")
    is_filled = f"() => {{ const view = ({VIEW})(); return view.holes === 0 && view.covers > 10 }}"
    tab.page.wait_for_function(is_filled)
    tab.settle()
    before = tab.page.evaluate(CELLS)
    tab.page.reload()
    tab.page.wait_for_function(is_filled)
    tab.settle()
    assert grid.evaluate("grid => grid.scrollTop") == pytest.approx(90_000, abs=1)
    inside = {cell[0]: cell for cell in before if 90_000 < cell[2] < 90_700}
    after = {cell[0]: cell for cell in tab.page.evaluate(CELLS)}
    assert inside and all(
        after[name][1:] == pytest.approx(cell[1:]) for name, cell in inside.items() if name.isdigit())


@pytest.mark.parametrize("steps", [("layout justified", "layout flow"), ("layout list", "layout grid")])
def test_a_layout_is_replaced_and_every_visible_cell_glides(open_shelves, steps):  # noqa: F811
    tab = open_shelves(700, 800)
    tab.page.evaluate(
        """() => { window.noted = {}; const animate = Element.prototype.animate;
             Element.prototype.animate = function (frames, timing) {
               if (frames.transform) noted[this.firstElementChild.dataset.item ?? this.firstElementChild.dataset.section] = frames.transform[0];
               return animate.call(this, frames, timing) } }""")
    for step in steps:
        before = {cell[0]: cell for cell in tab.page.evaluate(CELLS)}
        tab.page.evaluate("noted = {}")
        change(tab, step)
        after = {cell[0]: cell for cell in tab.page.evaluate(CELLS)}
        noted = tab.page.evaluate("noted")
        moved = [
            name for name, cell in after.items() if name.isdigit() and name in before
            and cell[2] < 700 and before[name][2] < 700 and cell[1:3] != before[name][1:3]]
        assert len(moved) > 3
        for name in moved:
            way = f"translate({before[name][1] - after[name][1]:g}px, {before[name][2] - after[name][2]:g}px)"
            assert noted[name] == way, name
    # The page holds what a page that was just opened holds.
    assert [cell[0] for cell in tab.page.evaluate(CELLS)][:4] == ["shelf 0", "0", "1", "2"]


def test_the_first_item_in_view_stays_in_view_in_another_layout(open_shelves):  # noqa: F811
    tab = open_shelves(700, 500, "/justified")
    grid = tab.page.get_by_role("grid")
    grid.evaluate("grid => { grid.scrollTop = 700 }")
    tab.settle()
    first = next(cell[0] for cell in tab.page.evaluate(CELLS) if cell[0].isdigit() and cell[2] + cell[4] > 700)
    change(tab, "layout list")
    top = grid.evaluate("grid => grid.scrollTop")
    cell = next(cell for cell in tab.page.evaluate(CELLS) if cell[0] == first)
    assert top - cell[4] <= cell[2] <= top + 100


def test_a_layout_of_an_apps_own_turns_things_and_lays_them_over_each_other(open_shelves):  # noqa: F811
    tab = open_shelves(390, 800)
    change(tab, "layout fan")
    look = """item => { const row = document.querySelector(`[data-item="${item}"]`).closest('.tile');
      const { opacity, zIndex, rotate } = getComputedStyle(row); return [opacity, zIndex, rotate] }"""
    assert tab.page.evaluate(look, "1") == ["0.9", "33", "10deg"]
    # The one above the next lies over it.
    box = tab.cell(3).bounding_box()
    seen = tab.page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('[data-item]').dataset.item", [box["x"] + 60, box["y"] + 75])
    assert seen == "3"
    tab.shoot("layout-fan")
    change(tab, "gone 0")
    assert tab.page.evaluate(look, "5") == ["0.9", "29", "10deg"]
    change(tab, "layout grid")
    assert tab.page.evaluate(look, "5") == ["1", "auto", "none"]
