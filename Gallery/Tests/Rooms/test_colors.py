"""The Colors room in a real browser: what a person does, and what they must then see."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from gallery import eventually
from tab import MOVING
from test_accessibility import violations


def contrast(one, other):
    def luminance(color):
        channels = [int(color[at:at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted([luminance(one), luminance(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def hex_of(row):
    return "#" + "".join(f"{round(min(max(channel or 0, 0), 1) * 255):02x}" for channel in row[1:4])


def test_adding_five_colors_shows_five_labelled_cells_three_to_a_row(gallery, open_tab):
    tab = open_tab("phone")
    for count in range(5):
        tab.button("Add color").click()
        tab.page.wait_for_function("count => document.querySelectorAll('[data-item]').length > count", arg=count)
    tab.settle()
    rows = gallery.rows()
    assert tab.items() == [str(row[0]) for row in rows] and len(rows) == 5
    assert tab.fills() == [hex_of(row) for row in rows]
    boxes = [tab.cell(item).bounding_box() for item in tab.items()]
    assert [round(box["x"]) for box in boxes] == [0, 130, 260, 0, 130]
    assert len({round(box["y"]) for box in boxes}) == 2
    for row, cell in zip(rows, tab.page.locator("[data-item]").all()):
        assert cell.inner_text() == ", ".join(str(round(channel * 255)) for channel in row[1:4])
        ink = cell.evaluate("cell => getComputedStyle(cell).color.match(/[0-9]+/g).map(Number)")
        assert contrast(hex_of(row), "#" + "".join(f"{channel:02x}" for channel in ink)) >= 4.5


def test_a_tap_selects_and_adding_keeps_the_same_colors_selected(gallery, open_tab):
    gallery.sample(6)
    tab = open_tab()
    first, second = gallery.ids()[1], gallery.ids()[4]
    plain = tab.cell(first).evaluate("cell => getComputedStyle(cell).backgroundColor")
    tab.cell(first).click()
    tab.cell(second).click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 2")
    tab.settle()
    assert tab.cell(first).evaluate("cell => getComputedStyle(cell).backgroundColor") != plain, "it dims"
    assert tab.button("Remove selected colors").is_visible()
    gallery.sql("INSERT INTO color(red, createdAt) VALUES (1, 0)")  # comes first: every place changes
    tab.button("Add color").click()
    tab.wait_for_items(eventually_ids(gallery, 8))
    assert tab.selected() == [first, second]
    tab.cell(first).click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 1")
    tab.settle()
    assert tab.cell(first).evaluate("cell => getComputedStyle(cell).backgroundColor") == plain, "it is back"


def eventually_ids(gallery, count):
    def ids():
        ids = gallery.ids()
        assert len(ids) == count
        return ids

    return eventually(ids)


def test_removing_selected_colors_leaves_the_others_and_lasts(gallery, open_tab):
    gallery.sample(9)
    tab = open_tab()
    before = gallery.ids()
    for item in (before[0], before[4]):
        tab.cell(item).click()
    tab.button("Remove selected colors").click()
    after = [item for item in before if item not in (before[0], before[4])]
    tab.wait_for_items(after)
    assert tab.button("Clear all").is_visible()
    assert gallery.ids() == after
    # The others glide: they pass through places between the old one and the new one.
    gallery.restart()
    other = open_tab()
    assert other.items() == after


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_all_colors_are_selected_and_copied_by_buttons(gallery, open_tab, size):
    gallery.sample(5)
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    tab = open_tab(size, permissions=["clipboard-read", "clipboard-write"], **touch)
    tools = tab.page.get_by_role("group", name="Selected colors")

    def press(target):
        target.tap() if touch else target.click()

    assert not tools.is_visible()
    press(tab.cell(tab.items()[1]))
    tools.wait_for()
    boxes = [button.bounding_box() for button in tools.get_by_role("button").all()]
    assert len(boxes) == 2 and all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    press(tools.get_by_role("button", name="Select all"))
    tab.page.get_by_text("5 of 5 colors selected").wait_for()
    tab.shoot(f"colors-selected-{size}")
    assert violations(tab) == []
    heading = tab.page.get_by_role("heading", name="Colors")
    heading = heading.evaluate("(it) => { const range = new Range(); range.selectNodeContents(it);"
                               " return range.getBoundingClientRect().right }")
    assert heading <= boxes[0]["x"], "the buttons leave room for the heading"
    press(tools.get_by_role("button", name="Copy"))
    hexes = [hex_of(row) for row in gallery.rows()]
    tab.wait_for_copied("\n".join(hexes))
    tab.page.get_by_text("5 colors copied").wait_for()
    press(tools.get_by_role("button", name="Select all"))
    tools.wait_for(state="hidden")
    if touch:
        return
    tab.cell(tab.items()[2]).click()
    tools.wait_for()
    tab.page.keyboard.press("Control+c")
    tab.wait_for_copied(hexes[2])


def test_the_others_glide_into_place(gallery, open_tab):
    gallery.sample(9)
    tab = open_tab(**MOVING)
    ids = gallery.ids()
    tab.page.evaluate(
        """item => {
             const cell = document.querySelector(`[data-item="${item}"]`);
             window.seen = new Set();
             const look = () => { seen.add(Math.round(cell.getBoundingClientRect().x)); requestAnimationFrame(look) };
             look();
           }""", ids[-1])
    tab.cell(ids[0]).click()
    tab.button("Remove selected colors").click()
    tab.wait_for_items(ids[1:])
    tab.settle()
    assert tab.page.evaluate("[...seen].filter(x => x !== 260 && x !== 130).length") >= 2


def test_clear_all_empties_the_grid_and_the_first_one_can_be_added_again(gallery, open_tab):
    gallery.sample(4)
    tab = open_tab()
    tab.button("Clear all").click()
    tab.wait_for_items([])
    assert gallery.ids() == []
    assert tab.page.get_by_text("No colors yet").is_visible()
    assert tab.button("Clear all").is_disabled()
    tab.button("Add the first color").click()
    tab.page.wait_for_selector("[data-item]")
    assert not tab.page.get_by_text("No colors yet").is_visible()


def test_a_mixed_transaction_is_one_step(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab()
    ids = gallery.ids()
    del tab.frames[:]
    gallery.sql(
        ("DELETE FROM color WHERE id IN (?, ?)", ids[0], ids[7]),
        ("UPDATE color SET red = 0.5, green = 0.5, blue = 0.5 WHERE id = ?", ids[3]),
        ("UPDATE color SET createdAt = 0 WHERE id = ?", ids[11]),  # a move to the front
        ("UPDATE color SET createdAt = 1, red = 1, green = 1, blue = 1 WHERE id = ?", ids[9]),  # that carries an update
        "INSERT INTO color(red, green, blue) VALUES (0, 0, 1)",
        "INSERT INTO color(red, green, blue, createdAt) VALUES (0, 1, 0, 2)")
    tab.wait_for_items(gallery.ids())
    tab.settle()
    assert tab.fills() == [hex_of(row) for row in gallery.rows()]
    assert [direction for direction, _ in tab.frames] == ["in"], "one frame, and no answer"
    tab.settle()
    frames = tab.page.eval_on_selector_all(
        "[data-item]", "cells => cells.map(cell => { const box = cell.getBoundingClientRect(); return [box.x, box.y] })")
    assert frames == sorted(frames, key=lambda place: (place[1], place[0])), "places follow the order"


def test_windows_stay_in_step_with_each_other_and_with_other_programs(gallery, open_tab):
    one, other = open_tab("phone"), open_tab("desktop")
    one.button("Add color").click()
    one.page.wait_for_selector("[data-item]")
    other.wait_for_items(gallery.ids())
    for tab in (one, other):
        tab.page.evaluate(
            """() => new MutationObserver(() => { window.changedAt ??= Date.now() })
                 .observe(document.querySelector('.content'), {childList: true})""")
    import subprocess
    import time

    subprocess.run(["sqlite3", str(gallery.file), "INSERT INTO color(red,green,blue) VALUES(1,0,0)"], check=True)
    committed = time.time() * 1000
    for tab in (one, other):
        tab.wait_for_items(gallery.ids())
        assert tab.page.evaluate("window.changedAt") - committed < 250
        assert tab.fills()[-1] == "#ff0000"


def test_first_and_last_are_no_special_case(gallery, open_tab):
    tab = open_tab()
    for _ in range(2):
        gallery.sql("INSERT INTO color(red) VALUES (1)")
        tab.wait_for_items(gallery.ids())
        assert not tab.page.get_by_text("No colors yet").is_visible()
        gallery.sql("DELETE FROM color")
        tab.wait_for_items([])
        assert tab.page.get_by_text("No colors yet").is_visible()


def test_a_changed_sort_key_moves_the_node_and_updates_it(gallery, open_tab):
    gallery.sample(5)
    tab = open_tab()
    moved = gallery.ids()[4]
    tab.cell(moved).evaluate("cell => { cell.mine = 'kept' }")
    gallery.sql(("UPDATE color SET createdAt = 0, red = 1, green = 0, blue = 0 WHERE id = ?", moved))
    tab.wait_for_items(gallery.ids())
    tab.settle()
    assert tab.items()[0] == moved and tab.fills()[0] == "#ff0000"
    assert tab.cell(moved).evaluate("cell => cell.mine") == "kept"


def test_a_patch_keeps_the_node_and_no_request_follows_the_load(gallery, open_tab):
    gallery.sample(5)
    tab = open_tab()
    item = gallery.ids()[2]
    tab.cell(item).evaluate("cell => { cell.mine = 'kept' }")
    del tab.requests[:]
    gallery.sql(("UPDATE color SET red = 0, green = 0, blue = 1 WHERE id = ?", item))
    tab.page.wait_for_function(
        "item => getComputedStyle(document.querySelector(`[data-item='${item}']`)).backgroundColor === 'rgb(0, 0, 255)'",
        arg=item)
    gallery.sql(("DELETE FROM color WHERE id = ?", gallery.ids()[0]))
    tab.wait_for_items(gallery.ids())
    assert tab.cell(item).evaluate("cell => cell.mine") == "kept"
    assert tab.requests == []


def test_one_changed_cell_takes_at_most_120_bytes_both_ways(gallery, open_tab):
    gallery.sample(200)
    tab = open_tab("desktop")
    item = gallery.ids()[7]
    tab.page.wait_for_timeout(300)  # let what the load began come to rest
    del tab.frames[:]
    gallery.sql(("UPDATE color SET red = 0.2, green = 0.3, blue = 0.4 WHERE id = ?", item))
    tab.page.wait_for_timeout(1000)
    assert len(tab.frames) == 1
    assert sum(len(payload) + 4 for _, payload in tab.frames) <= 120


def test_without_scripts_the_first_paint_is_the_store(gallery, open_tab):
    gallery.sample(30)
    tab = open_tab("desktop", live=False, java_script_enabled=False)
    assert tab.items() == gallery.ids()
    colors = tab.page.locator("[data-item]").evaluate_all(
        "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)")
    expected = [tuple(int(hex_of(row)[at:at + 2], 16) for at in (1, 3, 5)) for row in gallery.rows()]
    assert [tuple(map(int, re.findall(r"\d+", color))) for color in colors] == expected
    tab.shoot("no-script", is_moving=False)


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_the_client_adopts_the_first_paint_where_it_stands(gallery, open_tab, size):
    gallery.sample(100)
    tab = open_tab(size, live=False, java_script_enabled=False)
    painted = tab.page.locator("[data-item]").evaluate_all(
        "cells => cells.map(cell => { const { x, y, width, height } = cell.getBoundingClientRect(); return [x, y, width, height] })")
    # Stop the scripts just before they run, mark the nodes, then let them go on.
    live = open_tab(size, live=False)
    live.page.wait_for_selector(".content[data-lattice]", state="attached")
    placed = live.page.locator("[data-item]").evaluate_all(
        "cells => cells.map(cell => { const { x, y, width, height } = cell.getBoundingClientRect(); return [x, y, width, height] })")
    assert len(placed) >= 12
    for before, after in zip(painted, placed):
        assert all(abs(one - other) <= 1 for one, other in zip(before, after)), (before, after)


def test_no_node_of_the_first_paint_is_replaced(gallery, open_tab):
    gallery.sample(20)
    tab = open_tab(live=False)
    # Once the page has been read, and before its modules run.
    tab.page.add_init_script("""
        document.addEventListener("readystatechange", () => {
            if (document.readyState !== "interactive") return
            for (const cell of document.querySelectorAll("[data-item]")) cell.mine = cell.dataset.item
        })""")
    tab.page.goto(f"{gallery.url}/colors", wait_until="commit")
    tab.page.wait_for_selector(".content[data-lattice]", state="attached")
    kept = tab.page.eval_on_selector_all("[data-item]", "cells => cells.map(cell => cell.mine)")
    assert kept == gallery.ids()


def test_the_page_goes_on_by_itself_after_the_server_was_killed(gallery, open_tab):
    gallery.sample(6)
    tab = open_tab()
    tab.page.evaluate("window.marker = 'still here'")
    tab.cell(gallery.ids()[0]).evaluate("cell => { cell.mine = 'kept' }")
    gallery.kill()
    gallery.sql("INSERT INTO color(red, green, blue) VALUES (0, 0, 1)")
    tab.page.get_by_text("Reconnecting…").wait_for()
    gallery.start()
    tab.wait_for_items(gallery.ids())
    assert tab.page.evaluate("window.marker") == "still here"
    assert tab.cell(gallery.ids()[0]).evaluate("cell => cell.mine") == "kept"
    tab.button("Add color").click()
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 8")


def test_five_thousand_colors_are_scrolled_through_window_by_window(gallery, open_tab):
    gallery.sample(5000)
    tab = open_tab()
    ids = gallery.ids()
    assert len(tab.items()) < 200
    grid = tab.page.get_by_role("grid", name="Colors")
    assert grid.get_attribute("aria-rowcount") == "5000"
    for place in (0.5, 1, 0.25, 0):
        grid.evaluate("(grid, place) => { grid.scrollTop = place * grid.scrollHeight }", place)
        tab.page.wait_for_function(
            """() => { const grid = document.querySelector('[role=grid]').getBoundingClientRect();
                 return [0.1, 0.5, 0.9].every(part =>
                   document.elementFromPoint(grid.x + 10, grid.y + grid.height * part)?.closest('[data-item]')) }""")
        shown = tab.page.evaluate(
            """() => [...document.querySelectorAll('.tile[role=row]')].map(row =>
                 [Number(row.getAttribute('aria-rowindex')), row.firstElementChild.dataset.item])""")
        assert [ids[index - 1] for index, _ in shown] == [item for _, item in shown]


def test_what_is_in_view_stays_in_view_when_colors_come_above(gallery, open_tab):
    gallery.sample(300)
    tab = open_tab()
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 3000 }")
    tab.page.wait_for_function("() => document.elementFromPoint(10, 300)?.closest('[data-item]')")
    tab.page.wait_for_timeout(200)
    seen = "() => { const cell = document.elementFromPoint(10, 300).closest('[data-item]'); return [cell.dataset.item, cell.getBoundingClientRect().y] }"
    before = tab.page.evaluate(seen)
    gallery.sql(*["INSERT INTO color(red, createdAt) VALUES (1, 0)" for _ in range(6)])
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '306'")
    assert tab.page.evaluate(seen) == before


def test_columns_adapt_and_what_was_in_view_stays_in_view(gallery, open_tab):
    gallery.sample(600)
    tab = open_tab()
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 6000 }")
    tab.page.wait_for_function("() => document.elementFromPoint(10, 300)?.closest('[data-item]')")
    item = tab.page.evaluate("() => document.elementFromPoint(10, 120).closest('[data-item]').dataset.item")
    tab.page.set_viewport_size({"width": 844, "height": 390})
    tab.page.wait_for_function("() => document.querySelector('.tile[role=row]').style.width.startsWith('159')")
    tab.page.wait_for_timeout(300)
    box = tab.cell(item).bounding_box()
    assert -150 < box["y"] < 390


def test_values_that_are_no_colors_are_shown_clamped_and_named_in_the_log(gallery, open_tab):
    gallery.sql(
        ("INSERT INTO color(red, green, blue) VALUES (7, -3, 0.5)",),
        ("INSERT INTO color(red, green, blue) VALUES (?, 'teal', x'00')", float("nan")))
    tab = open_tab()
    tab.wait_for_items(gallery.ids())
    assert tab.fills() == ["#ff0080", "#000000"]
    assert "7.0" in gallery.logged() and "teal" in gallery.logged()


def test_a_locked_store_is_waited_for_then_said_and_the_action_can_be_repeated(gallery, open_tab):
    import sqlite3

    gallery.sample(2)
    tab = open_tab()
    lock = sqlite3.connect(gallery.file, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    tab.button("Add color").click()
    tab.page.wait_for_selector("button[aria-busy=true]")
    message = tab.page.get_by_role("alert")
    message.wait_for(timeout=15_000)
    assert "Another program holds the store" in message.inner_text()
    assert len(tab.items()) == 2
    lock.execute("ROLLBACK")
    lock.close()
    tab.button("Dismiss").click()
    assert message.count() == 0
    tab.button("Add color").click()
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 3")


def test_the_keyboard_reaches_and_selects_every_cell(gallery, open_tab):
    gallery.sample(400)
    tab = open_tab()
    ids = gallery.ids()
    focused = "() => document.activeElement.dataset.item"
    # Past the links to the rooms and the buttons.
    for _ in range(tab.page.locator("nav.rooms a").count() + 4):
        if tab.page.evaluate(focused):
            break
        tab.page.keyboard.press("Tab")
    assert tab.page.evaluate(focused) == ids[0]
    for key, place in [("ArrowRight", 1), ("ArrowDown", 4), ("End", 5), ("Home", 3), ("ArrowUp", 0), ("ArrowLeft", 0)]:
        tab.page.keyboard.press(key)
        assert tab.page.evaluate(focused) == ids[place], key
    tab.page.keyboard.press("Space")
    tab.page.wait_for_selector('[aria-selected="true"]')
    assert tab.selected() == [ids[0]]
    tab.page.keyboard.press("Control+End")
    tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=ids[399])
    tab.page.keyboard.press("Control+Home")
    tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=ids[0])
    gallery.sql(("DELETE FROM color WHERE id = ?", ids[0]))
    tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=ids[1])


def test_nothing_moves_when_reduced_motion_is_asked_for(gallery, open_tab):
    gallery.sample(9)
    tab = open_tab(reduced_motion="reduce")
    gallery.sql(("DELETE FROM color WHERE id = ?", gallery.ids()[0]))
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 8")
    assert tab.page.evaluate("document.getAnimations().length") == 0


def test_a_rush_of_commits_leaves_the_page_answering_and_right(gallery, open_tab):
    import random
    import threading

    gallery.sample(200)
    tab = open_tab("desktop")
    chance, ended = random.Random(7), threading.Event()

    def commit():
        connection = sqlite3.connect(gallery.file, timeout=10, isolation_level=None)
        for _ in range(200):
            connection.execute(
                chance.choice([
                    "INSERT INTO color(red, green, createdAt) VALUES (0.1, ?, ?)",
                    "UPDATE color SET blue = ?, createdAt = ? WHERE id = (SELECT id FROM color ORDER BY random() LIMIT 1)",
                    "DELETE FROM color WHERE ? + ? AND id = (SELECT id FROM color ORDER BY random() LIMIT 1)",
                ]), (chance.random(), chance.randrange(2_000_000_000_000)))
            ended.wait(0.01)
        connection.close()

    writer = threading.Thread(target=commit, daemon=True)
    writer.start()
    while writer.is_alive():
        tab.button("Add color").click()
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    expected = gallery.ids()
    tab.page.wait_for_function(
        "count => document.querySelector('[role=grid]').getAttribute('aria-rowcount') === String(count)", arg=len(expected))
    tab.settle()
    shown = tab.page.evaluate(
        """() => [...document.querySelectorAll('.tile[role=row]')].map(row =>
             [Number(row.getAttribute('aria-rowindex')), row.firstElementChild.dataset.item])""")
    assert len(shown) > 50 and [expected[index - 1] for index, _ in shown] == [item for _, item in shown]
    colors = {str(row[0]): hex_of(row) for row in gallery.rows()}
    assert tab.fills() == [colors[item] for item in tab.items()]


def test_a_reconnected_page_shows_what_it_showed(gallery, open_tab):
    gallery.sample(5000)
    tab = open_tab()
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 700 }")
    seen = "() => document.elementFromPoint(10, 300)?.closest('[data-item]')?.dataset.item"
    tab.page.wait_for_function(seen)
    before = tab.page.evaluate(seen)
    gallery.restart()
    gallery.sql("INSERT INTO color(red) VALUES (1)")
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').getAttribute('aria-rowcount') === '5001'")
    assert tab.page.evaluate(seen) == before


def test_a_double_click_removes_the_selection_and_no_more(gallery, open_tab):
    gallery.sample(20)
    tab = open_tab()
    ids = gallery.ids()
    tab.cell(ids[3]).click()
    tab.button("Remove selected colors").dblclick()
    tab.wait_for_items(ids[:3] + ids[4:])
    tab.page.wait_for_timeout(300)
    assert gallery.ids() == ids[:3] + ids[4:]


def test_the_colors_are_printed(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    style = "getComputedStyle(document.querySelector('[data-item]')).printColorAdjust"
    assert tab.page.evaluate(style) == "exact", "a browser leaves backgrounds out otherwise"


@pytest.mark.parametrize("top", [0, 3_000])
def test_a_list_is_printed_as_far_as_it_is_loaded(gallery, open_tab, top):
    gallery.sample(400)
    tab = open_tab("desktop")
    tab.page.get_by_text("400 colors").wait_for()
    tab.page.get_by_role("grid").evaluate("(grid, top) => { grid.scrollTop = top }", top)
    tab.page.wait_for_function("top => document.querySelector('[role=grid]').scrollTop === top", arg=top)
    tab.page.wait_for_timeout(300)
    tab.page.emulate_media(media="print")
    boxes = tab.page.evaluate("[...document.querySelectorAll('.content > .tile')].map((row) => { const { x, y, height } = row.getBoundingClientRect(); return [x, y + scrollY, height] })")
    height = tab.page.evaluate("document.documentElement.scrollHeight")
    # Each has a place of its own, from the top of the first page on, and none is cut off.
    assert len({(x, y) for x, y, _ in boxes}) == len(boxes) >= 40
    assert min(y for _, y, _ in boxes) < 200 and max(y + tall for _, y, tall in boxes) <= height + 1
    assert height > 900


def test_a_color_that_is_added_below_many_is_seen(gallery, open_tab):
    gallery.sample(234)
    tab = open_tab("desktop")
    tab.page.get_by_text("234 colors").wait_for()
    for count in range(235, 238):
        tab.button("Add color").click()
        tab.page.get_by_text(f"{count} colors").wait_for()
        expect(tab.cell(str(gallery.rows()[-1][0]))).to_be_in_viewport(ratio=1)
    # Another window stays where it is.
    other = open_tab("desktop")
    tab.button("Add color").click()
    other.page.get_by_text("238 colors").wait_for()
    assert other.page.get_by_role("grid").evaluate("grid => grid.scrollTop") == 0
