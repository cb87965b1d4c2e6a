"""Edit mode, rubber bands, and letters that lead to an item."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from tab import SIZES
from test_selection import Finger, center, come_to_rest
from workbench import Workbench

PROGRAM = Workbench
SELECTED = """items => { const cells = [...document.querySelectorAll('[aria-selected=true]')];
  return cells.map(cell => cell.dataset.item).sort().join() === items.map(String).sort().join() }"""
TOUCHED = """([left, top, right, bottom]) => [...document.querySelectorAll('.tile > *')].filter(cell => {
  const box = cell.getBoundingClientRect();
  return box.left < right && box.right > left && box.top < bottom && box.bottom > top }).map(cell => cell.dataset.item)"""


@pytest.fixture
def tray(gallery, open_tab):
    def open_tray(size="desktop", count=200, **options):
        gallery.fill(*[f"saw {number}" for number in range(1, count + 1)])
        tab = open_tab(size, path="/tray", **options)
        tab.cell(1).wait_for()
        tab.page.wait_for_selector("[data-collection][aria-keyshortcuts]")
        return tab

    return open_tray


def wait_for_selected(tab, items):
    tab.page.wait_for_function(SELECTED, arg=list(items))


def wait_for_said(tab, text):
    tab.page.wait_for_function("text => document.querySelector('output').textContent === text", arg=text)


def wait_for_count(tab, count):
    tab.page.wait_for_function("count => document.querySelector('section span').textContent === count", arg=str(count))


def heard(tab, text):
    tab.page.wait_for_function("text => document.querySelector('.announcer').textContent.trim() === text", arg=text)


def select(tab):
    tab.button("Select").click()
    tab.page.wait_for_selector("[data-editing][aria-multiselectable=true]")


def gap(tab, item):
    """A point between the tiles, at the left above one."""
    box = tab.cell(item).bounding_box()
    return box["x"] - 10, box["y"] - 10


def behind(tab, item):
    box = tab.cell(item).bounding_box()
    return box["x"] + box["width"] + 6, box["y"] + box["height"] + 6


def draw(tab, start, *points):
    tab.page.mouse.move(*start)
    tab.page.mouse.down()
    for point in points:
        tab.page.mouse.move(*point, steps=5)


def test_a_tap_opens_and_in_edit_mode_it_selects(tray):
    tab = tray()
    tab.cell(3).click()
    wait_for_said(tab, "opened 3")
    select(tab)
    assert tab.page.url.endswith("/tray")
    tab.cell(4).click()
    tab.cell(6).click()
    wait_for_selected(tab, [4, 6])
    heard(tab, "2 of 200 selected")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Space")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    wait_for_selected(tab, [4, 6, 7, 8])
    tab.cell(11).click(modifiers=["Shift"])
    wait_for_selected(tab, [4, 6, 7, 8, 9, 10, 11])
    tab.page.keyboard.press("Control+a")
    heard(tab, "200 of 200 selected")
    wait_for_said(tab, "opened 3")
    tab.button("Done").click()
    wait_for_selected(tab, [])
    tab.page.wait_for_selector("[data-collection]:not([data-editing], [aria-multiselectable])")
    tab.cell(5).click()
    wait_for_said(tab, "opened 5")
    tab.cell(2).click(modifiers=["Shift"])
    wait_for_said(tab, "opened 2")


def is_back(tab, item, box):
    tab.page.wait_for_function(
        "([id, x, y]) => { const box = document.querySelector(`[data-item='${id}']`).getBoundingClientRect();"
        " return box.x === x && box.y === y && !document.querySelector('[data-moving], .lifted') }",
        arg=[str(item), box["x"], box["y"]])


def test_a_mouse_moves_items_and_in_edit_mode_it_selects_a_range(tray):
    tab = tray()
    box = tab.cell(2).bounding_box()
    draw(tab, center(tab, 2), center(tab, 5))
    tab.page.wait_for_selector(".lifted")
    tab.page.mouse.up()
    wait_for_said(tab, "moved 2")
    is_back(tab, 2, box)
    select(tab)
    draw(tab, center(tab, 2), center(tab, 5))
    wait_for_selected(tab, [2, 3, 4, 5])
    assert tab.page.query_selector(".lifted") is None
    tab.page.mouse.up()
    heard(tab, "4 of 200 selected")


def test_a_finger_that_rests_moves_an_item_and_in_edit_mode_selects_a_range(tray):
    tab = tray("phone", has_touch=True, is_mobile=True)
    finger = Finger(tab)
    at = tab.cell(2).bounding_box()
    finger.down(*center(tab, 2))
    tab.page.wait_for_selector(".lifted")
    finger.move(*center(tab, 6))
    finger.up()
    wait_for_said(tab, "moved 2")
    is_back(tab, 2, at)
    select(tab)
    finger.down(*center(tab, 2))
    wait_for_selected(tab, [2])
    box = tab.page.get_by_role("grid").bounding_box()
    finger.move(center(tab, 1)[0], box["y"] + box["height"] - 4)
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').scrollTop > 2000")
    finger.move(center(tab, 1)[0] if tab.cell(1).count() else 80, box["y"] + box["height"] / 2)
    come_to_rest(tab)
    finger.up()
    count = int(tab.page.locator("section span").inner_text())
    assert count > 30
    heard(tab, f"{count} of 200 selected")


def test_edit_mode_and_what_is_selected_outlive_the_scene(tray, gallery):
    tab = tray()
    select(tab)
    for item in (4, 6):
        tab.cell(item).click()
    wait_for_selected(tab, [4, 6])
    tab.page.evaluate("document.querySelector('section span').textContent = 'before'")
    gallery.restart()
    wait_for_count(tab, 2)
    tab.cell(8).click()
    wait_for_count(tab, 3)
    wait_for_selected(tab, [4, 6, 8])
    assert tab.page.query_selector("[data-editing][aria-multiselectable=true]")


def test_a_band_selects_what_it_touches_and_mod_adds(tray):
    tab = tray()
    select(tab)
    tab.cell(40).click()
    draw(tab, gap(tab, 2), center(tab, 14))
    corner = gap(tab, 2)
    touched = tab.page.evaluate(TOUCHED, [*corner, *center(tab, 14)])
    assert len(touched) > 1 and '40' not in touched
    wait_for_selected(tab, touched)
    tab.page.mouse.move(*behind(tab, 2), steps=3)
    wait_for_selected(tab, [2])
    tab.page.mouse.up()
    wait_for_count(tab, 1)
    heard(tab, "1 of 200 selected")
    assert tab.page.query_selector("[style*='color-mix']") is None, "the band is gone"
    tab.page.keyboard.down("Control")
    draw(tab, gap(tab, 4), behind(tab, 5))
    wait_for_selected(tab, [2, 4, 5])
    tab.page.keyboard.up("Control")
    tab.page.mouse.up()
    wait_for_count(tab, 3)
    # The tile below where it ended was not tapped.
    draw(tab, gap(tab, 4), center(tab, 4))
    tab.page.mouse.up()
    wait_for_selected(tab, [4])


def test_escape_drops_a_band(tray):
    tab = tray()
    select(tab)
    tab.cell(5).click()
    draw(tab, gap(tab, 1), behind(tab, 3))
    wait_for_selected(tab, [1, 2, 3])
    tab.page.keyboard.press("Escape")
    wait_for_selected(tab, [5])
    tab.page.mouse.move(*behind(tab, 4), steps=3)
    tab.page.mouse.up()
    wait_for_count(tab, 1)
    wait_for_selected(tab, [5])
    tab.page.keyboard.press("Escape")
    wait_for_selected(tab, [])


def test_a_band_scrolls_at_the_edge_and_reaches_what_is_long_out_of_view(tray):
    tab = tray(count=2_000)
    select(tab)
    box = tab.page.get_by_role("grid").bounding_box()
    draw(tab, gap(tab, 1), (box["x"] + box["width"] - 40, box["y"] + box["height"] - 4))
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').scrollTop > 4000")
    tab.cell(1).wait_for(state="detached")
    tab.page.mouse.move(box["x"] + box["width"] - 40, box["y"] + box["height"] / 2)
    come_to_rest(tab)
    tab.page.mouse.up()
    last = tab.page.evaluate("() => Math.max(...[...document.querySelectorAll('[aria-selected=true]')].map(cell => cell.dataset.item))")
    wait_for_count(tab, last)
    sent = [json.loads(text)[0] for kind, text in tab.frames if kind == "out"]
    bands = [message for message in sent if message[0] == "band"]
    assert bands[0][3] == "new" and {message[3] for message in bands[1:]} == {"on"}


def test_no_band_begins_where_one_item_can_be_selected(tray):
    tab = tray()
    draw(tab, gap(tab, 1), behind(tab, 3))
    tab.page.mouse.up()
    assert not [text for kind, text in tab.frames if kind == "out" and "band" in text]
    assert tab.selected() == []


def test_letters_lead_to_the_next_item_that_begins_with_them(gallery, open_tab):
    gallery.fill(*[f"saw {number}" for number in range(1, 400)], "Tape", "Ångström", "tack")
    tab = open_tab("desktop", path="/tray")
    tab.page.wait_for_selector("[data-collection][aria-keyshortcuts]")
    tab.cell(3).focus()

    def is_at(item):
        tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=str(item))

    tab.page.keyboard.press("t")
    is_at(400)
    tab.page.keyboard.press("t")
    is_at(402)
    tab.page.keyboard.press("t")
    is_at(400)
    tab.page.evaluate("() => new Promise(done => setTimeout(done, 1100))")
    tab.page.keyboard.type("ang")
    is_at(401)
    tab.page.evaluate("() => new Promise(done => setTimeout(done, 1100))")
    tab.page.keyboard.press("q")
    heard(tab, "Nothing begins with “q”.")
    assert tab.page.evaluate("() => document.activeElement.closest('[role=grid]') !== null")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_axe_finds_nothing_in_edit_mode_and_while_a_band_is_drawn(tray, size, scheme):
    tab = tray(size, color_scheme=scheme)
    select(tab)
    draw(tab, gap(tab, 1), behind(tab, 2))
    wait_for_selected(tab, [1, 2])
    tab.shoot(f"band-{size}-{scheme}")
    assert [each["id"] for each in Axe().run(tab.page).response["violations"]] == []
    tab.page.mouse.up()
    tab.settle()
    assert [each["id"] for each in Axe().run(tab.page).response["violations"]] == []
