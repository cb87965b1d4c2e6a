"""Lists that scroll to the right, in each browser: the first paint, wheel and keys, what comes and goes, and moving by hand."""

import pytest
from everywhere.painting import CELLS, assert_painted_where_the_client_puts_it
from everywhere.windows import way
from gallery import eventually

LEFT = "document.querySelector('[role=grid]').scrollLeft"
HEADER = "document.querySelector('.section').firstElementChild.getBoundingClientRect()"
IS_WHOLE = "document.querySelector('.tile') && !document.querySelector('.placeholder')"


@pytest.fixture
def strip(shelves, window):
    window.open(f"{shelves.url}/strip")
    window.wait("document.querySelector('.content[data-lattice]') && document.querySelectorAll('.tile').length > 5")
    return window


def left(window, item):
    """The distances of a tile's left and right edges from those of the list."""
    window.wait("document.querySelector(values[0])", f'[data-item="{item}"]')
    x, _, width, _ = window.box(f'[data-item="{item}"]')
    start, _, whole, _ = window.box("[role=grid]")
    return x - start, start + whole - x - width


def wait_for_place(window, item, expected):
    """Waits until a tile stands so far from the edges of the list; `None` is anywhere."""

    def check():
        for found, wanted in zip(left(window, item), expected):
            assert wanted is None or found == pytest.approx(wanted, abs=1)

    eventually(check)


@pytest.mark.parametrize("kind", ["strip", "across-flow", "across-grid", "across-justified", "across-list"])
def test_what_is_painted_first_stands_where_the_client_puts_it(shelves, window, kind):
    window.open(f"{shelves.url}/{kind}")
    window.wait("document.querySelector('.content[data-lattice]') && document.querySelectorAll('.tile').length > 5")
    assert_painted_where_the_client_puts_it(window)


def test_a_wheel_leads_to_the_end_of_a_strip(strip):
    x, y, width, height = strip.box("[role=grid]")
    assert strip.script("return document.querySelectorAll('.tile').length") < 100
    before = strip.script("return document.querySelector('.tile').firstElementChild.dataset.item")
    strip.wheel(round(x + width / 2), round(y + height / 2), 0, 2_800)
    strip.wait(f"{LEFT} > 500 && {IS_WHOLE}")
    strip.wait("document.querySelector('.tile').firstElementChild.dataset.item !== values[0]", before)
    assert strip.script("return document.querySelector('[role=grid]').scrollTop") == 0
    strip.script(f"{LEFT} = 1e9")
    strip.wait(f"document.querySelector('[data-item=\"9999\"]') && {IS_WHOLE}")
    wait_for_place(strip, 9_999, (None, 8))
    boxes = strip.script(CELLS + "return cells()")
    assert all(y == boxes[0][2] and high == 96 for _, _, y, _, high in boxes)
    # One behind the other, without a gap or an overlap.
    for (_, x, _, width, _), (_, after, *_) in zip(boxes, boxes[1:]):
        assert after - x - width == pytest.approx(4, abs=1)


def test_keys_lead_along_a_strip(strip):
    strip.script("document.querySelector('[data-item=\"0\"]').focus()")
    for key, item in [("ArrowRight", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowLeft", 0), ("End", 9_999)]:
        strip.press(key)
        strip.wait_for_focus(item)
    assert left(strip, 9_999)[1] >= -1
    strip.press("ArrowLeft")
    strip.wait_for_focus(9_998)
    strip.press("PageUp")
    strip.wait("document.activeElement.dataset.item < 9_996")
    strip.press("Home")
    strip.wait_for_focus(0)
    assert left(strip, 0)[0] >= -1
    strip.press("PageDown")
    strip.wait("document.activeElement.dataset.item > 2")


def test_an_item_far_away_stands_where_the_controller_has_it(strip, change):
    for thing, where in [(5_123, "left"), (6_077, "middle"), (420, "right")]:
        change(f"to {thing} {where}")
        before, behind = left(strip, thing)
        if where == "left":
            assert before == pytest.approx(0, abs=1)
        elif where == "middle":
            assert before == pytest.approx(behind, abs=1)
        else:
            assert behind == pytest.approx(0, abs=1)
    change("to 420 nearest")
    assert left(strip, 420)[1] == pytest.approx(0, abs=1), "it is in view"


def test_what_comes_and_goes_before_the_view_moves_nothing_in_it(strip, change):
    change("to 5000 left")
    before = left(strip, 5_000)
    change("+0 40")
    assert left(strip, 5_000) == pytest.approx(before, abs=1)
    change("-0 60")
    assert left(strip, 5_000) == pytest.approx(before, abs=1)
    assert strip.script(f"return {IS_WHOLE}")


def test_a_page_returns_to_where_it_was(strip, change):
    change("to 5000 left")
    before = left(strip, 5_000)
    strip.reload()
    strip.wait("document.querySelector('.content[data-lattice]')")
    wait_for_place(strip, 5_000, before)


def test_a_layout_of_the_other_direction_takes_its_place(strip, change):
    change("to 5000 left")
    change("layout flow")
    strip.wait(f"{IS_WHOLE} && !document.querySelector('[data-horizontal]') && document.querySelector('.section')")

    def check_down():
        _, y, _, height = strip.box('[data-item="5000"]')
        _, top, _, whole = strip.box("[role=grid]")
        assert top - 1 <= y and y + height <= top + whole + 1
        assert strip.script(f"return {HEADER}.height") == 48

    eventually(check_down)
    change("layout across-flow")
    strip.wait(f"{IS_WHOLE} && document.querySelector('[data-horizontal]')")

    def check_across():
        # The first item in view has stayed where it was, cut off as it was: this one stands behind it, or with it.
        before, behind = left(strip, 5_000)
        _, _, width, _ = strip.box('[data-item="5000"]')
        assert before > -width and behind > -width
        assert strip.script(f"return {HEADER}.width") == 48

    eventually(check_across)


def test_a_header_stays_at_the_left_while_its_section_is_in_view(shelves, window, change):
    window.open(f"{shelves.url}/across-flow")
    window.wait("document.querySelector('.content[data-lattice]') && document.querySelectorAll('.tile').length > 5")
    start, _, _, height = window.box("[role=grid]")
    of = lambda shelf: f"[data-section='shelf {shelf}']"
    first, empty, last = (window.box(of(shelf)) for shelf in range(3))
    assert first[0] == pytest.approx(start, abs=1) and first[2] == pytest.approx(48, abs=1)
    assert first[3] == pytest.approx(window.script("return document.querySelector('[role=grid]').clientHeight"), abs=1)
    assert empty[2] == pytest.approx(48 + 72, abs=1)
    assert last[0] == pytest.approx(empty[0] + empty[2], abs=1)
    window.script(f"{LEFT} = {round(last[0] - start + 200)}")
    window.wait(f"Math.abs(document.querySelector(values[0]).getBoundingClientRect().x - {start}) <= 1", of(2))


def test_a_thing_is_moved_by_the_pointer_and_by_keys(strip):
    strip.wait("document.querySelector('[aria-keyshortcuts]')")
    order = "[...document.querySelectorAll('.tile')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)" \
        ".slice(0, 4).map((row) => Number(row.firstElementChild.dataset.item)).join()"
    x, y, width, height = strip.box('[data-item="2"]')
    begin, end = strip.middle('[data-item="0"]'), (round(x + width - 6), round(y + height / 2))
    with strip.mouse(*begin) as move:
        for point in way(begin, end):
            move(*point)
        strip.wait("document.querySelector('.lifted')")
        assert strip.box(".lifted")[2:] == pytest.approx([60, 96], abs=1)
    strip.wait(f"{order} === '1,2,0,3' && !document.querySelector('.lifted, [data-moving]')")
    strip.script("document.querySelector('[data-item=\"0\"]').focus()")
    strip.press("Alt+ArrowLeft")
    strip.wait(f"{order} === '1,0,2,3' && !document.querySelector('.lifted, [data-moving]')")
