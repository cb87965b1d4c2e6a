"""Sections with headers: where they stand, how they are read, and how they change."""

import random
import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gallery import binary
from tab import Tab

SEED = 5
# The rows in reading order: header or tile, text, and place in the content.
ROWS = """() => { const grid = document.querySelector('[role=grid]'), { x, y } = grid.getBoundingClientRect();
  return [...grid.querySelectorAll('.content > [role=row]')].map(row => { const cell = row.firstElementChild;
    const box = (row.className === 'section' ? row : cell).getBoundingClientRect();
    return [cell.dataset.section ?? cell.dataset.item, Number(row.ariaRowIndex), box.x - x, box.y - y + grid.scrollTop,
      box.width, cell.getBoundingClientRect().height] }) }"""
# The visible tiles, and the visible placeholders.
VIEW = """() => { const grid = document.querySelector('[role=grid]'), box = grid.getBoundingClientRect();
  const inView = element => { const { top, bottom } = element.getBoundingClientRect(); return bottom > box.top && top < box.bottom };
  return { items: [...grid.querySelectorAll('[data-item]')].filter(inView).map(cell => Number(cell.dataset.item)),
    shelves: [...grid.querySelectorAll('.section')].filter(inView).map(row => row.firstElementChild.dataset.section),
    holes: [...grid.querySelectorAll('.placeholder')].filter(inView).length } }"""


@pytest.fixture(scope="module")
def url():
    process = subprocess.Popen([binary("ShelfServer")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    yield re.search(r"http://\S+?(?=/?$)", process.stdout.readline().strip()).group(0)
    process.terminate()
    process.wait()


@pytest.fixture
def open_shelves(browser, url):
    tabs = []

    def open_shelves(width=390, height=844, path="/", live=True, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        tabs.append(Tab(context, url, path, live))
        return tabs[-1]

    yield open_shelves
    complaints = [complaint for tab in tabs for complaint in tab.complaints]
    for tab in tabs:
        tab.page.context.close()
    assert complaints == []


def change(tab, steps):
    tab.page.get_by_label("Steps").fill(steps)
    tab.page.keyboard.press("Enter")
    expect(tab.page.get_by_label("Steps")).to_have_value("")  # its receipt is there
    tab.settle()


def rows(tab):
    return tab.page.evaluate(ROWS)


def read(tab):
    return [row[0] for row in rows(tab)]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_client_takes_over_without_moving_anything(open_shelves, width):
    painted = rows(open_shelves(width, 1800, live=False, java_script_enabled=False))
    taken = rows(open_shelves(width, 1800))
    assert [row[:2] for row in painted] == [row[:2] for row in taken]
    for before, after in zip(painted, taken):
        assert before[2:] == pytest.approx(after[2:], abs=1), before[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_sections_are_read_in_order_and_axe_finds_nothing(open_shelves, width, scheme):
    tab = open_shelves(width, 1400, color_scheme=scheme)
    assert read(tab) == ["shelf 0", "0", "1", "2", "3", "shelf 1", "shelf 2", *map(str, range(4, 34))]
    assert [row[1] for row in rows(tab)] == list(range(1, 38))
    expect(tab.page.get_by_role("grid")).to_have_attribute("aria-rowcount", "37")
    expect(tab.page.get_by_text("Nothing here yet.").locator("visible=true")).to_have_count(1)
    tab.shoot(f"sections-{width}-{scheme}")
    assert [each["id"] for each in Axe().run(tab.page).response["violations"]] == []


def test_each_section_begins_on_a_line_of_its_own_below_its_header(open_shelves):
    tab = open_shelves(406)
    places = {name: (x, y, width, height) for name, _, x, y, width, height in rows(tab)}
    assert places["shelf 0"] == (0, 0, 406, 48)
    assert places["0"][:2] == (8, 56) and places["3"][0] == 8
    end = places["3"][1] + places["3"][3] + 8
    assert places["shelf 1"] == (0, end, 406, 120)
    assert places["shelf 2"][1] == end + 120
    assert places["4"][:2] == (8, end + 120 + 48 + 8)


def test_a_batch_across_sections_is_one_step_and_ends_where_it_should(open_shelves):
    tab = open_shelves(height=1800)
    change(tab, "+1 2,>2 0,new 1,move 3 0")
    assert read(tab) == [
        "shelf 2", *map(str, range(5, 34)), "shelf 0", "0", "1", "2", "3", "4", "shelf new 36", "shelf 1", "34", "35"]
    assert [row[1] for row in rows(tab)] == list(range(1, 41))
    change(tab, "gone 1,gone 0")
    assert read(tab) == ["shelf new 36", "shelf 1", "34", "35"]
    change(tab, "gone 0,gone 0")
    assert read(tab) == []
    change(tab, "new 0,new 0,+1 1")
    assert len(read(tab)) == 3


def test_a_section_that_moves_glides_with_its_header(open_shelves):
    tab = open_shelves(height=1400)
    tab.page.evaluate(
        """() => { window.noted = []; const animate = Element.prototype.animate;
             Element.prototype.animate = function (frames, timing) {
               if (frames.transform) noted.push([this.className, frames.transform]);
               return animate.call(this, frames, timing) } }""")
    change(tab, "+0 3")
    noted = tab.page.evaluate("noted")
    assert [entry for entry in noted if entry[0] == "section"] == [["section", ["translate(0px, -125px)", "none"]]] * 2
    assert sum(kind == "tile" and way[0].startswith("translate(0px, -12") for kind, way in noted) >= 20


def test_a_header_asks_for_its_own_section(open_shelves):
    tab = open_shelves()
    tab.page.locator("[data-section='shelf 2']").get_by_role("button", name="Clear").click()
    expect(tab.page.get_by_text("Nothing here yet.").locator("visible=true")).to_have_count(2)
    assert read(tab) == ["shelf 0", "0", "1", "2", "3", "shelf 1", "shelf 2"]


def test_a_header_stays_in_view_as_long_as_its_section(open_shelves):
    tab = open_shelves()
    grid = tab.page.get_by_role("grid")
    header = tab.page.locator("[data-section='shelf 2']")
    for top in (480, 700, 900):
        grid.evaluate("(grid, top) => { grid.scrollTop = top }", top)
        assert header.bounding_box()["y"] == grid.bounding_box()["y"]
    grid.evaluate("grid => { grid.scrollTop = 0 }")
    assert header.bounding_box()["y"] > grid.bounding_box()["y"] + 300


def test_the_arrows_cross_from_section_to_section(open_shelves):
    tab = open_shelves()
    focused = lambda item: tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=item)
    tab.cell("2").focus()
    for key, item in [("ArrowDown", "3"), ("ArrowDown", "4"), ("ArrowUp", "3"), ("ArrowRight", "4"), ("ArrowRight", "5"),
                      ("ArrowUp", "3"), ("Control+End", "33"), ("Control+Home", "0")]:
        tab.page.keyboard.press(key)
        focused(item)
        box, grid = tab.cell(item).bounding_box(), tab.page.get_by_role("grid").bounding_box()
        assert box["y"] >= grid["y"] + 48, "no header stands over it"
    tab.cell("2").click()
    tab.cell("5").click(modifiers=["Shift"])
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 4")
    assert tab.selected() == ["2", "3", "4", "5"]


def test_what_is_in_view_stays_when_sections_come_above(open_shelves):
    tab = open_shelves()
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 900 }")
    tab.page.wait_for_timeout(100)  # for the report of it
    seen = tab.page.evaluate(VIEW)["items"][4]
    y = tab.cell(seen).bounding_box()["y"]
    change(tab, "new 0,+0 40,move 3 1,new 0")
    assert tab.cell(seen).bounding_box()["y"] == y


def test_a_change_in_one_of_many_sections_takes_few_bytes(open_shelves):
    tab = open_shelves(path="/many")
    del tab.frames[:]
    change(tab, "-4000 1")
    splices = [text for kind, text in tab.frames if kind == "in" and "splice" in text]
    assert len(splices) == 1 and len(splices[0]) <= 120
    assert "[4000,-1,[199]]" in splices[0]


def test_a_million_in_five_thousand_sections_are_reached(open_shelves):
    tab = open_shelves(path="/many")
    grid = tab.page.get_by_role("grid")
    chance = random.Random(SEED)
    end = grid.evaluate("grid => grid.scrollHeight - grid.clientHeight")
    assert end < 8_388_608
    for top in [*(chance.randrange(end) for _ in range(20)), end, 0]:
        grid.evaluate("(grid, top) => { grid.scrollTop = top }", top)
        tab.page.wait_for_function(f"() => {{ const {{items, holes}} = ({VIEW})(); return items.length > 0 && holes === 0 }}")
        view = tab.page.evaluate(VIEW)
        items = view["items"]
        assert view["holes"] == 0 and items == list(range(items[0], items[-1] + 1)), f"seed {SEED}, {top}"
        shelves = sorted({item // 200 for item in items})
        assert set(view["shelves"]) >= {f"shelf {shelf}" for shelf in shelves}, f"seed {SEED}, {top}"
        assert len(read(tab)) < 200
        if top == end:
            assert items[-1] == 999_999
        if top == 0:
            assert items[0] == 0
    tab.cell("0").focus()
    tab.page.keyboard.press("Control+End")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '999999'")
    expect(tab.page.locator("[data-item='999999']").locator("..")).to_have_attribute("aria-rowindex", "1005000")


def test_a_page_with_sections_returns_to_where_it_was(open_shelves):
    tab = open_shelves()
    change(tab, "+1 40")
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 1_000 }")
    tab.page.wait_for_timeout(100)  # for the report of it
    seen = tab.page.evaluate(VIEW)["items"][4]
    y = tab.cell(seen).bounding_box()["y"]
    tab.page.reload()
    tab.page.wait_for_selector(".content[data-lattice]")
    tab.cell(seen).wait_for()
    assert tab.cell(seen).bounding_box()["y"] == y
    assert tab.page.get_by_role("grid").get_attribute("aria-rowcount") == "77"


@pytest.mark.parametrize("path", ["/", "/justified"])
def test_headers_stay_in_view_unless_they_are_to_scroll_away(open_shelves, path):
    tab = open_shelves(390, 600, path)
    top = """() => { const grid = document.querySelector('[role=grid]');
      const header = document.querySelector('[data-section="shelf 2"]');
      return header.getBoundingClientRect().y - grid.getBoundingClientRect().y }"""
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 500 }")
    tab.page.wait_for_function(f"() => Math.abs(({top})()) < 1")
    change(tab, "pin off")
    tab.page.wait_for_function(f"() => ({top})() < -20")
    change(tab, "pin on")
    tab.page.wait_for_function(f"() => Math.abs(({top})()) < 1")
