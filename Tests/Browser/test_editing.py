"""Text in a cell: what a person types belongs to the item, whatever becomes of the cell, until Return, Escape or leaving it."""

import json
import sqlite3
import threading

import pytest
from axe_playwright_python.sync_playwright import Axe
from gallery import eventually
from workbench import Workbench

PROGRAM = Workbench


def name(tab, item):
    return tab.cell(item).get_by_role("textbox", name="Name")


def shows(tab, item, text):
    tab.page.wait_for_function(
        "([item, text]) => document.querySelector(`[data-item='${item}'] input`)?.value === text", arg=[str(item), text])


def has_name(gallery, item, text):
    eventually(lambda: _same(gallery.names()[item], text))


def _same(one, other):
    assert one == other


def state(tab):
    """The typed text, the caret's position, and the item."""
    return tab.page.evaluate(
        """() => { const { value, selectionStart, selectionEnd } = document.activeElement;
             return [document.activeElement.closest('[data-item]')?.dataset.item, value, selectionStart, selectionEnd] }""")


def focused(tab, item):
    tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=str(item))


def scroll(tab, top):
    tab.page.get_by_role("grid").evaluate("(grid, top) => { grid.scrollTop = top }", top)


def sent(tab, kind):
    messages = [message for way, frame in tab.frames if way == "out" for message in json.loads(frame)]
    return [message for message in messages if message[0] == kind]


def test_return_and_leaving_keep_a_name_and_escape_drops_it(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    tab, other = open_tab(), open_tab("desktop")
    name(tab, 1).click()
    assert state(tab)[0] == "1"
    name(tab, 1).fill("hand saw")
    tab.page.keyboard.press("Enter")
    focused(tab, 1)
    shows(other, 1, "hand saw")
    name(tab, 2).fill("rasp")
    name(tab, 3).click()
    shows(other, 2, "rasp")
    tab.page.keyboard.type("xyz")
    tab.page.keyboard.press("Escape")
    focused(tab, 3)
    assert name(tab, 3).input_value() == "plane"
    tab.page.keyboard.press("Shift+Tab")
    has_name(gallery, 1, "hand saw")
    assert gallery.names() == {1: "hand saw", 2: "rasp", 3: "plane"}
    assert [message[2:] for message in sent(tab, "do")] == [
        ["rename", {"name": "hand saw", "name.was": "saw"}, "1"], ["rename", {"name": "rasp", "name.was": "file"}, "2"]]
    assert sent(tab, "tap") == [], "typing selects nothing"


def test_a_blank_name_is_refused_with_a_word_why(gallery, open_tab):
    gallery.fill("saw")
    tab = open_tab()
    name(tab, 1).fill("   ")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_text("A tool needs a name. It keeps the one it has.").wait_for()
    shows(tab, 1, "saw")
    assert gallery.names() == {1: "saw"}


def test_the_keys_of_a_field_are_its_own_and_f2_leads_in(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    tab = open_tab("desktop")
    tab.cell(1).focus()
    tab.page.keyboard.press("ArrowRight")
    focused(tab, 2)
    tab.page.keyboard.press("F2")
    assert state(tab) == ["2", "file", 0, 4], "all of it is selected, to be typed over"
    tab.page.keyboard.type("a b")
    for key in ["ArrowLeft", "Home", "Control+a", "End", "Delete", "Backspace", "Space"]:
        tab.page.keyboard.press(key)
    assert state(tab)[:2] == ["2", "a  "]
    assert tab.selected() == [] and sent(tab, "selectAll") == [] and sent(tab, "range") == []
    tab.page.keyboard.press("Escape")
    focused(tab, 2)
    # Tab: from the tile into its own field, and on to what follows the grid, not through all others.
    tab.page.keyboard.press("Tab")
    assert state(tab)[0] == "2"
    tab.page.keyboard.press("Tab")
    assert tab.page.evaluate("!document.activeElement.closest('[role=grid]')")
    # A drag through the text selects text.
    box = name(tab, 1).bounding_box()
    tab.page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + 300, box["y"] + box["height"] / 2, steps=4)
    tab.page.mouse.up()
    assert state(tab) == ["1", "saw", 0, 3]
    assert tab.selected() == [] and sent(tab, "range") == []


def test_a_text_outlives_scrolling_reuse_and_resizing(gallery, open_tab):
    gallery.fill(*[f"tool {number}" for number in range(1, 2001)])
    tab = open_tab()
    node = name(tab, 5).element_handle()
    name(tab, 5).click()
    tab.page.keyboard.press("Home")
    tab.page.keyboard.type("my ")
    tab.page.keyboard.press("Shift+ArrowRight")
    for top in (9_000, 20_000, 60_000):
        scroll(tab, top)
        tab.page.wait_for_function(
            "() => { const grid = document.querySelector('[role=grid]').getBoundingClientRect();"
            "return document.elementFromPoint(grid.x + 20, grid.y + 60)?.closest('[data-item]') }")
    assert state(tab) == ["5", "my tool 5", 3, 4]
    assert tab.page.locator("[data-item='5']").count() == 1
    values = tab.page.eval_on_selector_all(
        "[data-item]", "cells => cells.map(cell => [cell.dataset.item, cell.querySelector('input').value])")
    assert [value for item, value in values if item != "5" and value != f"tool {item}"] == []
    tab.page.set_viewport_size({"width": 700, "height": 500})
    tab.page.wait_for_function("() => document.querySelector('.content').getBoundingClientRect().width > 600")
    # Its name changes far away, too, and the person hears of it.
    gallery.sql("UPDATE tool SET name = 'their tool' WHERE id = 5")
    tab.page.get_by_text("Name was changed elsewhere to “their tool”.").wait_for()
    assert state(tab) == ["5", "my tool 5", 3, 4]
    scroll(tab, 0)
    tab.page.wait_for_function("() => document.querySelector('[data-item=\"1\"]')")
    assert node.evaluate("node => node === document.activeElement")
    assert state(tab) == ["5", "my tool 5", 3, 4]
    tab.page.keyboard.press("Enter")
    has_name(gallery, 5, "my tool 5")
    assert [item for item, text in gallery.names().items() if text != f"tool {item}"] == [5]
    # A person who leaves the field far away leaves nothing behind.
    name(tab, 6).click()
    scroll(tab, 60_000)
    tab.page.wait_for_function("() => !document.querySelector('[data-item=\"7\"]')")
    assert tab.cell(6).count() == 1
    tab.page.evaluate("document.activeElement.blur()")
    tab.cell(6).wait_for(state="detached")


def test_a_thousand_changes_a_second_eat_no_keystroke_and_rename_no_other(gallery, open_tab):
    gallery.fill(*[f"tool {number}" for number in range(1, 501)])
    tab = open_tab()
    text = "Größe 12 – „quoted“ <b>&amp;</b> text that takes a while to be typed"
    name(tab, 7).click()
    tab.page.keyboard.press("Control+a")
    is_over = threading.Event()

    def write():
        connection = sqlite3.connect(gallery.file, timeout=30, isolation_level=None)
        count = 0
        while not is_over.is_set():
            count += 1
            connection.execute("UPDATE tool SET name = name || '.' WHERE id = ?", (count % 500 + 1 if count % 500 != 6 else 1,))
            if count % 50 == 0:
                connection.execute("INSERT INTO tool (id, name) VALUES (?, 'new')", (-count,))
            is_over.wait(0.001)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for at, letter in enumerate(text):
            tab.page.keyboard.insert_text(letter) if at % 3 else tab.page.keyboard.type(letter)
            if at == 30:
                scroll(tab, 12_000)
            if at == 45:
                scroll(tab, 0)
        assert state(tab)[:3] == ["7", text, len(text)]
        tab.page.keyboard.press("Enter")
        has_name(gallery, 7, text)
    finally:
        is_over.set()
        writer.join()
    assert [item for item, name in gallery.names().items() if name == text] == [7]
    shows(tab, 7, text)


def test_a_conflict_is_said_and_escape_shows_the_other_name(gallery, open_tab):
    gallery.fill("saw", "file")
    tab = open_tab()
    name(tab, 1).fill("mine")
    gallery.sql("UPDATE tool SET name = '<b>theirs</b>' WHERE id = 1")
    tab.page.get_by_text("Name was changed elsewhere to “<b>theirs</b>”. Return keeps what you typed, Escape shows the change.").wait_for()
    assert name(tab, 1).input_value() == "mine"
    tab.page.keyboard.press("Escape")
    assert name(tab, 1).input_value() == "<b>theirs</b>"
    name(tab, 1).fill("mine again")
    gallery.sql("UPDATE tool SET name = 'theirs again' WHERE id = 1")
    tab.page.get_by_text("Name was changed elsewhere to “theirs again”.").wait_for()
    tab.page.keyboard.press("Enter")
    has_name(gallery, 1, "mine again")
    assert sent(tab, "do")[-1][3] == {"name": "mine again", "name.was": "<b>theirs</b>"}


@pytest.mark.parametrize("top", [0, 30_000], ids=["in view", "scrolled away"])
def test_what_was_typed_for_an_item_that_goes_is_said(gallery, open_tab, top):
    gallery.fill(*[f"tool {number}" for number in range(1, 1001)])
    tab = open_tab()
    name(tab, 3).fill("a long story")
    if top:
        scroll(tab, top)
        tab.cell(2).wait_for(state="detached")
    asked = len(sent(tab, "do"))
    gallery.sql("DELETE FROM tool WHERE id = 3")
    tab.page.get_by_text("This was removed elsewhere while you were typing. You had typed “a long story”.").wait_for()
    tab.cell(3).wait_for(state="detached")
    tab.page.wait_for_function("() => document.activeElement.closest('[role=grid]')")
    tab.page.keyboard.type("x")
    assert [text for text in gallery.names().values() if "story" in text] == []
    assert len(sent(tab, "do")) == asked, "what was typed is for no other item"
    # A field without typed text disappears without a message.
    tab.page.get_by_role("button", name="Dismiss").click()
    scroll(tab, 0)
    name(tab, 4).click()
    gallery.sql("DELETE FROM tool WHERE id = 4")
    tab.cell(4).wait_for(state="detached")
    assert tab.page.locator(".banner").count() == 0


def test_an_item_that_goes_before_the_scene_knows_of_its_edit_gives_the_keyboard_back(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    tab = open_tab()
    held, servers = [], []

    def relay(socket):
        servers.append(socket.connect_to_server())
        # The scene hears of everything but the edit.
        socket.on_message(lambda text: held.append(text) if text.startswith('[["edit"') else servers[-1].send(text))

    tab.page.route_web_socket("**/live", relay)
    tab.open_anew()
    name(tab, 2).click()
    tab.page.wait_for_function("() => document.activeElement.matches('input')")
    gallery.sql("DELETE FROM tool WHERE id = 2")
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').ariaRowCount === '2'")
    assert tab.cell(2).count() == 1, "it stays as long as it is being edited"
    for text in held:
        servers[-1].send(text)
    tab.cell(2).wait_for(state="detached")
    tab.page.wait_for_function("() => document.activeElement.matches('[role=grid], [data-item]')")


def test_a_text_outlives_a_lost_connection_and_a_killed_server(gallery, open_tab):
    gallery.fill(*[f"tool {number}" for number in range(1, 1001)])
    tab = open_tab()
    name(tab, 2).click()
    tab.page.keyboard.press("End")
    tab.page.keyboard.type(" is half a sen")
    scroll(tab, 30_000)
    tab.cell(1).wait_for(state="detached")
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    gallery.sql("UPDATE tool SET name = 'theirs' WHERE id = 2", "DELETE FROM tool WHERE id = 1")
    gallery.start()
    tab.page.get_by_text("Name was changed elsewhere to “theirs”.").wait_for()
    assert state(tab)[:2] == ["2", "tool 2 is half a sen"]
    tab.page.keyboard.type("tence")
    tab.page.keyboard.press("Enter")
    has_name(gallery, 2, "tool 2 is half a sentence")


def test_what_is_committed_without_a_connection_is_stored_when_it_is_back(gallery, open_tab):
    gallery.fill("saw", "file")
    tab = open_tab()
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    name(tab, 1).fill("mine")
    name(tab, 2).click()
    tab.page.wait_for_function("() => document.querySelector('[data-item=\"1\"] input').ariaBusy === 'true'")
    tab.shoot("name-not-stored-yet", is_moving=False)
    assert name(tab, 1).input_value() == "mine"
    gallery.start()
    has_name(gallery, 1, "mine")
    tab.page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert name(tab, 1).input_value() == "mine"
    assert [message[2:] for message in sent(tab, "do")] == [["rename", {"name": "mine", "name.was": "saw"}, "1"]]


def test_what_is_committed_without_a_connection_is_told_when_its_item_is_gone(gallery, open_tab):
    gallery.fill("saw", "file")
    tab = open_tab()
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    name(tab, 1).fill("mine")
    name(tab, 2).click()
    gallery.sql("DELETE FROM tool WHERE id = 1")
    gallery.start()
    tab.page.get_by_text("This was removed elsewhere while you were typing. You had typed “mine”.").wait_for()
    has_name(gallery, 2, "file")


@pytest.mark.parametrize("is_committed", [True, False], ids=["committed", "typed"])
def test_what_could_not_be_sent_warns_who_leaves_and_is_sent_by_the_page_that_returns(gallery, open_tab, is_committed):
    gallery.fill("saw", "file")
    tab = open_tab()
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    name(tab, 1).fill("mine")
    if is_committed:
        tab.page.keyboard.press("Enter")
    warnings = []
    tab.page.on("dialog", lambda dialog: (warnings.append(dialog.type), dialog.accept()))
    tab.page.goto("about:blank")
    assert warnings == ["beforeunload"]
    gallery.start()
    tab.page.go_back()
    has_name(gallery, 1, "mine")
    shows(tab, 1, "mine")
    tab.page.goto("about:blank")
    assert warnings == ["beforeunload"], "nothing is left to be lost"
    gallery.sql("UPDATE tool SET name = 'theirs' WHERE id = 1")
    tab.page.go_back()
    shows(tab, 1, "theirs")
    tab.page.get_by_role("grid").wait_for()
    assert gallery.names()[1] == "theirs", "and nothing is sent twice"


def test_an_input_method_keeps_its_keys(gallery, open_tab):
    gallery.fill("saw")
    tab = open_tab()
    name(tab, 1).click()
    tab.page.keyboard.press("Control+a")
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("Input.imeSetComposition", {"text": "のこ", "selectionStart": 2, "selectionEnd": 2})
    gallery.sql("UPDATE tool SET name = 'theirs' WHERE id = 1", "INSERT INTO tool (id, name) VALUES (-1, 'first')")
    tab.cell(-1).wait_for()
    assert state(tab)[:2] == ["1", "のこ"]
    tab.page.evaluate(
        """() => { for (const key of ['Enter', 'Escape'])
             document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, isComposing: true})) }""")
    session.send("Input.insertText", {"text": "鋸"})
    assert state(tab)[:2] == ["1", "鋸"]
    tab.page.keyboard.press("Enter")
    has_name(gallery, 1, "鋸")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_with_a_field_in_edit(gallery, open_tab, size, scheme):
    gallery.fill(*[f"tool {number}" for number in range(1, 101)])
    tab = open_tab(size, color_scheme=scheme)
    name(tab, 2).fill("in edit")
    gallery.sql("UPDATE tool SET name = 'theirs' WHERE id = 2")
    tab.page.get_by_text("Name was changed elsewhere").wait_for()
    tab.shoot(f"workbench-edit-{size}-{scheme}")
    found = Axe().run(tab.page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found] == []
