"""A button with a changing meaning. A press does what the button said when it was pressed."""

import json

import pytest
from gallery import eventually
from tab import Relay


def sent(tab):
    messages = [message for way, frame in tab.frames if way == "out" for message in json.loads(frame)]
    return [message[2] for message in messages if message[0] == "do"]


def ready(tab, title):
    tab.page.wait_for_function(
        "title => [...document.querySelectorAll('button')].some(it => it.checkVisibility() && it.textContent === title && !it.ariaDisabled)", arg=title)


def selected(tab, item):
    tab.cell(item).click()
    ready(tab, "Remove selected colors")


@pytest.mark.parametrize("way", ["mouse", "touch", "Enter", "Space"])
@pytest.mark.parametrize("pause", [60, 600])
def test_a_second_press_meant_for_the_old_title_removes_nothing_more(gallery, open_tab, way, pause):
    gallery.sample(12)
    tab = open_tab("phone", has_touch=way == "touch")
    ids = gallery.ids()
    selected(tab, ids[3])
    box = tab.button("Remove selected colors").bounding_box()
    at = (box["x"] + 40, box["y"] + box["height"] / 2)
    press = {"mouse": lambda: tab.page.mouse.click(*at), "touch": lambda: tab.page.touchscreen.tap(*at)}.get(
        way, lambda: tab.page.keyboard.press(way))
    tab.button("Remove selected colors").focus()
    # The page's own clock: a slow machine does not make the presses slower.
    tab.page.clock.install(time=0)
    tab.page.clock.pause_at(10_000)
    press()
    tab.button("Clear all").wait_for()
    for _ in range(3):
        tab.page.clock.run_for(pause)
        press()
    tab.page.clock.resume()
    tab.wait_for_items(ids[:3] + ids[4:])
    ready(tab, "Clear all")
    assert sent(tab) == ["remove"] and gallery.ids() == ids[:3] + ids[4:]
    press()
    tab.wait_for_items([])
    tab.button("Undo").first.click()
    tab.wait_for_items(ids[:3] + ids[4:])


def test_the_button_keeps_the_focus_and_says_that_it_takes_no_press(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    selected(tab, gallery.ids()[0])
    tab.button("Remove selected colors").focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function(
        "() => document.activeElement.textContent === 'Clear all' && document.activeElement.ariaDisabled === 'true'")
    tab.shoot("meaning-changed", is_moving=False)
    tab.page.wait_for_function("() => document.activeElement.textContent === 'Clear all' && !document.activeElement.ariaDisabled")


def test_a_press_that_was_on_its_way_is_never_done_as_something_else(gallery, open_tab):
    """The page still says “Clear all” when the scene has a selection already, and the other way round."""
    gallery.sample(6)
    tab = open_tab(live=False)
    relay = Relay(tab)
    tab.open_anew()
    ids = gallery.ids()
    relay.is_holding = True
    tab.cell(ids[1]).click()
    tab.button("Clear all").click()
    while "failed" not in "".join(relay.held):
        tab.page.wait_for_timeout(10)  # lets the relay work
    relay.release()
    tab.page.get_by_text("nothing was removed").wait_for()
    assert gallery.ids() == ids and tab.selected() == [ids[1]]
    ready(tab, "Remove selected colors")
    relay.is_holding = True
    tab.cell(ids[1]).click()
    tab.button("Remove selected colors").click()
    while '["done",4]' not in "".join(relay.held):
        tab.page.wait_for_timeout(10)
    relay.release()
    tab.page.get_by_text("6 colors", exact=True).wait_for()
    assert gallery.ids() == ids


def test_delete_with_nothing_selected_removes_nothing(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    ids = gallery.ids()
    tab.cell(ids[0]).focus()
    for key in ("Delete", "Backspace"):
        tab.page.keyboard.press(key)
    tab.button("Add color").click()
    eventually(lambda: _holds(len(gallery.ids()) == 4))
    assert gallery.ids()[:3] == ids
    selected(tab, ids[1])
    tab.page.keyboard.press("Delete")
    tab.page.keyboard.press("Delete")
    tab.button("Add color").click()
    eventually(lambda: _holds(len(gallery.ids()) == 4))
    assert gallery.ids()[:2] == [ids[0], ids[2]]


def _holds(condition):
    assert condition
