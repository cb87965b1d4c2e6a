"""Many colors selected at once: by keys, by the mouse, by a finger; a few of them, and a million."""

import json

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from gallery import draws, eventually
from test_accessibility import violations

FOCUSED = "() => document.activeElement.dataset.item"
STATUS = "text => document.querySelector('.status').textContent === text"


def wait_for_status(tab, text, **options):
    tab.page.wait_for_function(STATUS, arg=text, **options)


def wait_for_selected(tab, items):
    tab.page.wait_for_function(
        """items => { const selected = [...document.querySelectorAll('[aria-selected=true]')].map(cell => cell.dataset.item);
             return selected.length === items.length && selected.every((item, place) => item === items[place]) }""",
        arg=items)


def center(tab, item):
    box = tab.cell(item).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(tab, item):
    tab.page.mouse.move(*center(tab, item))
    tab.page.mouse.down()


def drag_to(tab, item):
    tab.page.mouse.move(*center(tab, item), steps=4)


def come_to_rest(tab):
    """Waits until the grid has not scrolled for some frames, and tells where it is."""
    return tab.page.evaluate(
        """async () => {
             const grid = document.querySelector('[role=grid]');
             for (let [top, rest] = [-1, 0]; rest < 12; rest = grid.scrollTop === top ? rest + 1 : 0) {
               top = grid.scrollTop;
               await new Promise(requestAnimationFrame);
             }
             return grid.scrollTop;
           }""")


def fill(gallery, count):
    def insert():
        gallery.sql((
            """INSERT INTO color(id, red, green, blue, createdAt)
               WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
               SELECT i, i % 7 / 7.0, i % 11 / 11.0, i % 13 / 13.0, i FROM n""", count))

    gallery.fill_once(f"selection {count}", insert) if count >= 100_000 else insert()


def wait_until_known(open_tab, count):
    """The last of many rows are read behind the first ones. Until then no range can be selected, which another tab tries."""
    tab = open_tab("desktop")
    tab.page.locator("[data-item]").first.focus()

    def check():
        tab.page.keyboard.press("Control+a")
        tab.page.wait_for_function(STATUS, arg=f"{count:,} of {count:,} colors selected", timeout=2_000)

    eventually(check, errors=(PlaywrightTimeoutError,))
    tab.page.close()


class Finger:
    """Touches the screen as a person does."""

    def __init__(self, tab):
        self.session = tab.page.context.new_cdp_session(tab.page)
        self.tab = tab

    def _send(self, kind, *points):
        self.session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def down(self, x, y):
        self._send("touchStart", (x, y))
        self.place = (x, y)

    def hold(self):
        """Stays down as long as a hold takes, by the page's own clock: a busy machine may be behind."""
        self.tab.page.evaluate("() => new Promise(done => setTimeout(done, 500))")

    def move(self, x, y, steps=6):
        (from_x, from_y), self.place = self.place, (x, y)
        for step in range(1, steps + 1):
            part = step / steps
            self._send("touchMove", (from_x + (x - from_x) * part, from_y + (y - from_y) * part))

    def pan(self, start, end):
        """One movement without a rest. A busy machine may be late with its steps, so no hold begins meanwhile."""
        self.tab.page.evaluate("""() => { window.later = window.setTimeout;
            window.setTimeout = (call, time, ...rest) => time > 300 ? 0 : later(call, time, ...rest) }""")
        self.down(*start)
        self.move(*end)
        self.up()
        self.tab.page.evaluate("() => { window.setTimeout = later }")

    def up(self):
        self._send("touchEnd")

    def cancel(self):
        self._send("touchCancel")


def test_shift_and_arrows_select_from_where_the_focus_was(gallery, open_tab):
    gallery.sample(30)
    tab = open_tab()
    ids = gallery.ids()
    tab.cell(ids[4]).focus()
    for key, last in [("ArrowRight", 5), ("ArrowDown", 8), ("End", 8), ("ArrowUp", 5), ("ArrowUp", 2), ("Home", 0)]:
        tab.page.keyboard.press(f"Shift+{key}")
        wait_for_selected(tab, ids[min(4, last):max(4, last) + 1])
        assert tab.page.evaluate(FOCUSED) == ids[last]
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Shift+ArrowRight")
    wait_for_selected(tab, ids[:5])  # another range: the first one stays
    tab.page.keyboard.press("Escape")
    wait_for_selected(tab, [])
    tab.page.keyboard.press("Shift+PageDown")
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length > 9")
    tab.page.keyboard.press("Control+Shift+Home")
    wait_for_selected(tab, ids[:3])


def test_shift_with_a_click_or_space_selects_from_what_was_tapped_last(gallery, open_tab):
    gallery.sample(30)
    tab = open_tab()
    ids = gallery.ids()
    tab.cell(ids[7]).click()
    tab.cell(ids[11]).click(modifiers=["Shift"])
    wait_for_selected(tab, ids[7:12])
    tab.cell(ids[2]).click(modifiers=["Shift"])
    wait_for_selected(tab, ids[2:8])
    tab.cell(ids[4]).click()
    wait_for_selected(tab, ids[2:4] + ids[5:8])
    for _ in range(3):
        tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.press("Shift+Space")
    wait_for_selected(tab, ids[2:14])
    gallery.sql(("DELETE FROM color WHERE id = ?", ids[4]))
    wait_for_selected(tab, ids[2:4] + ids[5:14])
    tab.cell(ids[16]).click(modifiers=["Shift"])  # where it began is gone
    wait_for_selected(tab, ids[2:4] + ids[5:14] + [ids[16]])


def test_all_and_none_by_keys_but_not_in_a_text_field(gallery, open_tab):
    gallery.sample(30)
    tab = open_tab()
    ids = gallery.ids()
    tab.page.keyboard.press("Control+a")
    wait_for_status(tab, "30 of 30 colors selected")
    wait_for_selected(tab, tab.items())
    tab.page.evaluate("document.querySelector('h1').append(document.createElement('input'))")
    tab.page.locator("input").focus()
    tab.page.keyboard.type("Tea")
    tab.page.keyboard.press("Control+a")
    assert tab.page.evaluate("getSelection().toString()") == "Tea"
    for key in ("Backspace", "Escape", "Delete"):
        tab.page.keyboard.press(key)
    assert tab.page.locator("input").input_value() == ""
    tab.cell(ids[0]).focus()
    tab.page.keyboard.press("Shift+ArrowRight")
    tab.page.keyboard.press("Escape")
    wait_for_status(tab, "30 colors")
    assert gallery.ids() == ids


def test_delete_removes_what_is_selected_and_nothing_else_ever(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab()
    ids = gallery.ids()
    tab.cell(ids[4]).focus()
    tab.page.keyboard.press("Delete")
    tab.page.keyboard.press("Shift+ArrowRight")
    wait_for_selected(tab, ids[4:6])
    assert gallery.ids() == ids
    tab.page.keyboard.press("Delete")
    tab.page.keyboard.press("Delete")
    tab.wait_for_items(ids[:4] + ids[6:])
    assert tab.page.evaluate(FOCUSED) == ids[6]
    tab.page.keyboard.press("Space")
    wait_for_selected(tab, [ids[6]])
    tab.page.keyboard.press("Backspace")
    tab.wait_for_items(ids[:4] + ids[7:])
    tab.page.keyboard.press("Control+z")
    tab.wait_for_items(ids[:4] + ids[6:])
    assert gallery.ids() == ids[:4] + ids[6:]


def test_a_drag_selects_the_range_below_it_as_it_goes(gallery, open_tab):
    gallery.sample(60)
    tab = open_tab("desktop")
    ids = gallery.ids()
    press(tab, ids[11])
    for last in (14, 34, 12, 3, 25):
        drag_to(tab, ids[last])
        wait_for_selected(tab, ids[min(11, last):max(11, last) + 1])
    tab.page.mouse.up()
    assert tab.page.evaluate("getSelection().toString()") == ""
    tab.cell(ids[2]).click()
    wait_for_selected(tab, [ids[2]] + ids[11:26])  # the drag's end was no click, and this one is
    # From a selected one on it deselects; back at the start it was never there.
    press(tab, ids[20])
    drag_to(tab, ids[40])
    wait_for_selected(tab, [ids[2]] + ids[11:20])
    drag_to(tab, ids[20])
    wait_for_selected(tab, [ids[2]] + ids[11:20] + ids[21:26])
    tab.page.mouse.up()
    # A press that goes nowhere is a click.
    tab.page.mouse.move(*center(tab, ids[2]))
    tab.page.mouse.down()
    tab.page.mouse.up()
    wait_for_selected(tab, ids[11:20] + ids[21:26])


def test_escape_takes_a_drag_back(gallery, open_tab):
    gallery.sample(60)
    tab = open_tab("desktop")
    ids = gallery.ids()
    tab.cell(ids[13]).click()
    press(tab, ids[11])
    drag_to(tab, ids[33])
    wait_for_selected(tab, ids[11:34])
    tab.page.keyboard.press("Escape")
    wait_for_selected(tab, [ids[13]])
    drag_to(tab, ids[22])
    tab.page.mouse.up()
    tab.cell(ids[15]).click()
    wait_for_selected(tab, [ids[13], ids[15]])


@pytest.mark.parametrize("count", draws([1_000], long=[1_000, 1_000_000]))
def test_a_drag_scrolls_at_the_edge_and_what_is_left_behind_stays_selected(gallery, open_tab, count):
    fill(gallery, count)
    gallery.restart()
    wait_until_known(open_tab, count)
    tab = open_tab()
    box = tab.page.get_by_role("grid").bounding_box()
    press(tab, 5)
    tab.page.mouse.move(box["x"] + 200, box["y"] + box["height"] - 4, steps=5)
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').scrollTop > 4000")
    tab.page.mouse.move(box["x"] + 200, box["y"] + box["height"] / 2)
    tab.page.mouse.up()
    top = come_to_rest(tab)
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length > 12")
    under = tab.page.evaluate(
        """() => { const { x, y, height } = document.querySelector('[role=grid]').getBoundingClientRect();
             return document.elementFromPoint(x + 200, y + height / 2).closest('[data-item]').dataset.item }""")
    wait_for_status(tab, f"{int(under) - 4:,} of {count:,} colors selected")


def test_a_long_press_and_a_drag_select_and_a_pan_scrolls(gallery, open_tab):
    gallery.sample(300)
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    ids = gallery.ids()
    tab.page.evaluate("addEventListener('contextmenu', (event) => { window.menu = !event.defaultPrevented })")
    finger = Finger(tab)
    finger.down(*center(tab, ids[4]))
    wait_for_selected(tab, [ids[4]])
    finger.move(*center(tab, ids[13]))
    wait_for_selected(tab, ids[4:14])
    finger.move(*center(tab, ids[8]))
    wait_for_selected(tab, ids[4:9])
    finger.up()
    assert tab.page.evaluate("[document.querySelector('[role=grid]').scrollTop, window.menu ?? false]") == [0, False]
    # A pan scrolls, and selects nothing.
    finger.down(200, 600)
    finger.move(200, 200)
    finger.up()
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').scrollTop > 200")
    wait_for_status(tab, "5 of 300 colors selected")
    # A tap is a tap.
    assert come_to_rest(tab) > 200
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
    tab.cell(ids[6]).wait_for()
    come_to_rest(tab)
    tab.page.touchscreen.tap(*center(tab, ids[6]))
    wait_for_selected(tab, ids[4:6] + ids[7:9])
    # When the system cancels the touch, its changes are undone.
    finger.down(*center(tab, ids[10]))
    wait_for_selected(tab, ids[4:6] + ids[7:9] + [ids[10]])
    finger.move(*center(tab, ids[14]))
    wait_for_selected(tab, ids[4:6] + ids[7:9] + ids[10:15])
    finger.cancel()
    wait_for_selected(tab, ids[4:6] + ids[7:9])


@pytest.mark.parametrize("count", draws([1_000], long=[1_000, 1_000_000]))
def test_a_finger_scrolls_at_the_edge_while_its_tile_is_long_gone(gallery, open_tab, count):
    fill(gallery, count)
    gallery.restart()
    wait_until_known(open_tab, count)
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    box = tab.page.get_by_role("grid").bounding_box()
    finger = Finger(tab)
    finger.down(*center(tab, 5))
    wait_for_selected(tab, ["5"])
    finger.move(200, box["y"] + box["height"] - 4)
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').scrollTop > 5000")
    tab.cell(5).wait_for(state="detached")
    finger.move(200, box["y"] + box["height"] / 2)
    top = come_to_rest(tab)
    finger.move(200, box["y"] + box["height"] / 2 - 200)
    assert come_to_rest(tab) == top, "the finger selects, it does not scroll"
    finger.up()
    under = tab.page.evaluate(
        f"document.elementFromPoint(200, {box['y'] + box['height'] / 2 - 200}).closest('[data-item]').dataset.item")
    wait_for_status(tab, f"{int(under) - 4:,} of {count:,} colors selected")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_with_a_range_selected(gallery, open_tab, size, scheme):
    gallery.sample(160)
    tab = open_tab(size, color_scheme=scheme)
    ids = gallery.ids()
    tab.cell(ids[4]).focus()
    tab.page.keyboard.press("Shift+ArrowDown")
    tab.page.keyboard.press("Shift+ArrowRight")
    wait_for_selected(tab, ids[4:9] if size == "phone" else ids[4:16])
    tab.shoot(f"colors-range-{size}-{scheme}")
    assert violations(tab) == []
    status = tab.page.get_by_role("status").first
    assert status.inner_text() == f"{5 if size == 'phone' else 12} of 160 colors selected"


def test_any_number_is_selected_in_a_few_bytes(gallery, open_tab):
    count = draws(100_000, long=1_000_000)
    fill(gallery, count)
    gallery.restart()
    wait_until_known(open_tab, count)
    tab = open_tab("desktop")
    tab.cell(4).focus()
    del tab.frames[:]
    tab.page.keyboard.press("Control+Shift+End")
    wait_for_status(tab, f"{count - 3:,} of {count:,} colors selected")
    tab.page.keyboard.press("Control+Shift+Home")
    wait_for_status(tab, f"4 of {count:,} colors selected")
    tab.page.keyboard.press("Control+a")
    wait_for_status(tab, f"{count:,} of {count:,} colors selected")
    tab.page.keyboard.press("Escape")
    wait_for_status(tab, f"{count:,} colors")
    sent = [payload for direction, payload in tab.frames if direction == "out"]
    told = [message for direction, payload in tab.frames if direction == "in" for message in json.loads(payload)
            if message[0] == "selected"]
    assert sum(map(len, sent)) < 500, sent
    assert sum(len(json.dumps(message)) for message in told) < 20_000


def test_more_are_removed_than_a_statement_has_arguments_and_come_back(gallery, open_tab):
    fill(gallery, 100_000)
    gallery.restart()
    wait_until_known(open_tab, 100_000)
    tab = open_tab()
    before = gallery.rows()
    tab.cell(2).click()
    tab.page.keyboard.press("Control+a")
    wait_for_status(tab, "100,000 of 100,000 colors selected")
    tab.page.keyboard.press("Space")
    wait_for_status(tab, "99,999 of 100,000 colors selected")
    tab.page.keyboard.press("Delete")
    wait_for_status(tab, "1 color")
    assert gallery.ids() == ["2"] == tab.items()
    tab.page.keyboard.press("Control+z")
    wait_for_status(tab, "100,000 colors")
    assert gallery.rows() == before
