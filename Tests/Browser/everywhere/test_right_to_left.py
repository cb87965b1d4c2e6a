"""Pages that are read from right to left, in each browser: each layout is that of another page, mirrored."""

import pytest

from everywhere.painting import assert_painted_where_the_client_puts_it
from everywhere.windows import way
from gallery import eventually
from plans import Plans
from shelves import Shelves

PROGRAM = Plans

# For each cell its kind, its distances from the edge where lines begin and from the top of the list, and its size.
PLACES = """const grid = document.querySelector('[role=grid]'), edge = grid.getBoundingClientRect(), isMirrored = document.dir === 'rtl';
  const left = edge.x + grid.clientLeft;
  return [...grid.querySelectorAll('.content [role=row] > *')].map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    const name = ('footer' in cell.dataset ? 'end of ' : '') + (cell.dataset.section ?? cell.dataset.item);
    return [name, isMirrored ? left + grid.clientWidth - x - width : x - left, y - edge.y, width, height];
  });"""
IS_STILL = "!document.getAnimations().length && !document.querySelector('.leaving, .placeholder')"
DOWN = ["", "sized", "justified", "beside", "flow", "list", "footed-justified", "texts/200"]
ACROSS = ["strip", "across-flow", "across-grid", "across-justified", "across-list"]


@pytest.fixture(scope="module")
def arabic():
    shelves = Shelves().start(language="ar")
    yield shelves
    shelves.stop()


def show(window, url):
    window.open(url)
    window.wait("document.querySelectorAll('.tile').length > 5")
    window.wait(IS_STILL)


def scroll(window, by):
    """Scrolls a list by so many points from its begin."""
    window.script(
        "const grid = document.querySelector('[role=grid]');"
        "if ('horizontal' in grid.dataset) grid.scrollLeft = document.dir === 'rtl' ? -values[0] : values[0];"
        "else grid.scrollTop = values[0]", by)
    window.wait("document.querySelector('.tile')")


def places(window):
    return {name: place for name, *place in window.script(PLACES)}


def wait_for_places(window, expected):
    """Waits until the cells of both pages stand at the same places. Either page may hold more of them."""

    def check():
        found = places(window)
        common = found.keys() & expected.keys()
        assert len(common) > 10
        for name in common:
            assert found[name] == pytest.approx(expected[name], abs=1), name

    eventually(check)


@pytest.mark.each_engine
@pytest.mark.parametrize("kind", DOWN + ACROSS)
def test_each_layout_is_mirrored_in_its_first_paint_and_at_any_place(shelves, arabic, window, kind):
    seen = []
    show(window, f"{shelves.url}/{kind}")
    for by in (0, 900):
        scroll(window, by)
        window.wait(IS_STILL)
        seen.append(places(window))
    show(window, f"{arabic.url}/{kind}")
    assert window.script("return [document.dir, document.documentElement.lang]") == ["rtl", "ar"]
    for by, expected in zip((0, 900), seen):
        scroll(window, by)
        wait_for_places(window, expected)
    if kind in ("beside", "across-flow", "across-list"):
        window.shoot(f"right-to-left-{kind}")
    scroll(window, 0)
    if "texts" not in kind:
        window.wait(IS_STILL)
        assert_painted_where_the_client_puts_it(window)


def go(window, keys):
    for key, item in keys:
        window.press(key)
        window.wait_for_focus(item)


@pytest.mark.each_engine
def test_the_left_key_goes_forward(arabic, window):
    show(window, arabic.url)
    window.click_item(4)
    window.wait_for_focus(4)
    go(window, [("ArrowLeft", 5), ("ArrowLeft", 6), ("ArrowRight", 5), ("End", 4 + columns(window) - 1), ("Home", 4)])
    window.script("document.querySelector('[data-section=\"shelf 2\"]').tabIndex = -1;"
                  "document.querySelector('[data-section=\"shelf 2\"]').focus()")
    go(window, [("ArrowLeft", 4)])
    show(window, f"{arabic.url}/strip")
    window.script("document.querySelector('[data-item=\"0\"]').focus()")
    go(window, [("ArrowLeft", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowRight", 0), ("End", 9_999), ("ArrowRight", 9_998)])
    # The end of the list is at the left.
    x, _, width, _ = window.box('[data-item="9998"]')
    assert window.box('[data-item="9999"]')[0] < x
    go(window, [("Home", 0)])
    assert window.script("return document.querySelector('[role=grid]').scrollLeft") >= -8


def columns(window):
    return window.script("return getComputedStyle(document.querySelector('.content')) && ((tiles) => tiles.filter((tile) =>"
                         " tile.getBoundingClientRect().y === tiles[0].getBoundingClientRect().y).length)"
                         "([...document.querySelectorAll('.tile')].slice(4))")


@pytest.mark.each_engine
def test_a_strip_is_scrolled_to_the_left_and_keeps_its_place(arabic, window, change):
    show(window, f"{arabic.url}/strip")
    x, y, width, height = window.box("[role=grid]")
    window.wheel(round(x + width / 2), round(y + height / 2), 0, -2_800)
    window.wait("document.querySelector('[role=grid]').scrollLeft < -500")
    window.wait(IS_STILL)
    change("to 5123 left")
    x, _, width, _ = window.box("[role=grid]")
    left, _, own, _ = window.box('[data-item="5123"]')
    assert left + own == pytest.approx(x + width, abs=1), "it stands where the list begins"
    change("+0 40")
    assert window.box('[data-item="5123"]')[0] == pytest.approx(left, abs=1)
    change("-0 60")
    assert window.box('[data-item="5123"]')[0] == pytest.approx(left, abs=1)
    window.reload()
    window.wait("document.querySelector('.content[data-lattice]') && document.querySelector('[data-item=\"5123\"]')")
    eventually(lambda: assert_near(window.box('[data-item="5123"]')[0], left))
    # Keys scroll it when nothing of it has the focus.
    window.script("document.activeElement.blur(); document.querySelector('[role=grid]').scrollLeft = 0")
    window.press("End")
    window.wait("document.querySelector('[data-item=\"9999\"]')")
    window.press("Home")
    window.wait("document.querySelector('[role=grid]').scrollLeft === 0")


def assert_near(found, expected):
    assert found == pytest.approx(expected, abs=1)


@pytest.mark.each_engine
def test_the_slider_stands_at_the_left(arabic, window):
    window.open(f"{arabic.url}/many")
    window.wait("document.querySelector('[role=slider]:not([hidden])')")
    said = "Number(document.querySelector('[role=slider]').ariaValueText?.split(' ')[1])"
    window.script("document.querySelector('[role=slider]').focus()")
    window.wait(f"{said} === 0")
    for key, number in [("ArrowLeft", 1), ("ArrowDown", 2), ("ArrowRight", 1)]:
        window.press(key)
        window.wait(f"{said} === values[0]", number)
    x, top, _, height = window.box(".scrubber")
    grid = window.box("[role=grid]")[0] + window.script("return document.querySelector('[role=grid]').clientLeft")
    left, _, wide, _ = window.box(".scrubber .thumb")
    assert left == pytest.approx(grid, abs=1)
    label, _, long, _ = window.box(".scrubber .label")
    assert label >= left + wide
    with window.mouse(*window.middle(".scrubber .thumb")) as move:
        move(round(left + wide / 2), round(top + height / 2))
        window.wait(f"Math.abs({said} - 2_500) < 60 && !document.querySelector('.placeholder')")
        window.shoot("right-to-left-scrubber")


def order(count):
    return ("[...document.querySelectorAll('.tile')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)"
            f".slice(0, {count}).map((row) => Number(row.firstElementChild.dataset.item)).join()")


@pytest.mark.each_engine
def test_a_thing_is_moved_by_hand_and_by_keys(arabic, window, change):
    show(window, arabic.url)
    change("order on")
    window.wait("document.querySelector('[aria-keyshortcuts]')")
    begin, (x, y, width, height) = window.middle('[data-item="0"]'), window.box('[data-item="2"]')
    # Beyond the middle of the thing at the left it comes behind it.
    end = (round(x + 6), round(y + height / 2))
    with window.mouse(*begin) as move:
        for point in way(begin, end):
            move(*point)
        window.wait("document.querySelector('.lifted')")
        held, *_ = window.script(
            "const { x, width } = document.querySelector('.lifted').getBoundingClientRect(); return [x + width / 2]")
        assert held == pytest.approx(end[0], abs=2), "it is at the pointer"
        window.shoot("right-to-left-drag")
    window.wait(f"{order(4)} === '1,2,0,3' && !document.querySelector('.lifted, [data-moving]')")
    window.script("document.querySelector('[data-item=\"0\"]').focus()")
    window.press("Alt+ArrowRight")
    window.wait(f"{order(4)} === '1,0,2,3' && !document.querySelector('.lifted, [data-moving]')")
    window.press("Alt+ArrowLeft")
    window.wait(f"{order(4)} === '1,2,0,3' && !document.querySelector('.lifted, [data-moving]')")
    show(window, f"{arabic.url}/strip")
    window.wait("document.querySelector('[aria-keyshortcuts]')")
    x, y, width, height = window.box('[data-item="2"]')
    begin, end = window.middle('[data-item="0"]'), (round(x + 6), round(y + height / 2))
    with window.mouse(*begin) as move:
        for point in way(begin, end):
            move(*point)
        window.wait("document.querySelector('.lifted')")
    window.wait(f"{order(4)} === '1,2,0,3' && !document.querySelector('.lifted, [data-moving]')")


def test_a_band_selects_what_it_touches(arabic, window):
    show(window, arabic.url)
    # From the free space at the left of the last thing to the one before it.
    (last, y, _, height), (before, _, width, _) = window.box('[data-item="3"]'), window.box('[data-item="2"]')
    begin, end = (round(last - 20), round(y + height - 8)), (round(before + width / 2), round(y + 8))
    for _ in range(2):
        # The part that draws may be loaded by the first press between tiles.
        window.drag(way(begin, end))
        window.wait("performance.getEntriesByType('resource').some(({ name }) => name.includes('/rest-'))")
    window.wait_for_selected(["2", "3"])


STATE = """return [...document.querySelectorAll('.tile[aria-level]')].map((row) =>
  [row.ariaLevel, row.ariaExpanded, row.textContent.trim()])"""


@pytest.mark.each_engine
def test_an_outline_is_indented_from_the_right_and_expanded_by_the_left_key(gallery, window):
    window.open(f"{gallery.url}/")
    gallery.fill()
    window.wait_for_tiles(["1", "6", "8"])
    window.mirror()
    window.click_item("1")
    window.wait_for_focus("1")
    window.press("ArrowLeft")
    window.wait_for_tiles(["1", "2", "5", "6", "8"])
    window.wait("document.querySelector('[data-item=\"1\"]').ariaExpanded === 'true'")
    window.press("ArrowLeft")
    window.wait_for_focus("2")
    window.press("ArrowRight")
    window.wait_for_focus("1")
    ends = [x + width for x, _, width, _ in (window.box(f'[data-item="{item}"] span') for item in (1, 2))]
    assert ends[0] - ends[1] > 10
    # The mark stands at the right.
    x, y, width, height = window.box('[data-item="2"]')
    inset = window.script("return parseFloat(getComputedStyle(document.querySelector('[data-item=\"2\"]')).paddingInlineStart)")
    window.click_at(x + width - inset + 12, y + height / 2)
    window.wait_for_tiles(["1", "2", "3", "4", "5", "6", "8"])
    window.shoot("right-to-left-outline")
    window.wait("document.querySelector('[aria-keyshortcuts]')")
    window.click_item("8")
    window.wait_for_focus("8")
    window.press("Alt+ArrowLeft")
    window.wait("document.querySelector('[data-item=\"8\"]').parentElement.ariaLevel === '2'")
    assert gallery.rows("SELECT parent FROM plan WHERE id = 8") == [(6,)]
    window.press("Alt+ArrowRight")
    window.wait("document.querySelector('[data-item=\"8\"]').parentElement.ariaLevel === '1'")
