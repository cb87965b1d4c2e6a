"""Tiles that are links, in each browser: followed, opened in a new tab, selected all the same."""

import pytest

from workbench import Workbench

PROGRAM = Workbench


@pytest.fixture
def rack(gallery, window):
    gallery.fill(*[f"saw {number}" for number in range(1, 401)])
    window.open(f"{gallery.url}/rack")
    window.wait("document.querySelector('[data-item]')")
    return window


def is_tool(window, item):
    window.wait("location.pathname === values[0] && document.title === values[1]", f"/rack/{item}", f"saw {item} – Workbench")


def test_a_click_follows_and_the_way_back_leads_to_where_one_was(rack):
    rack.script("document.querySelector('[role=grid]').scrollTop = 900")
    rack.wait("document.elementFromPoint(400, 500)?.closest('[data-item]')")
    item = rack.script("return document.elementFromPoint(400, 500).closest('[data-item]').dataset.item")
    rack.click_at(400, 500)
    is_tool(rack, item)
    rack.back()
    rack.wait_for_scene()
    rack.wait("Math.abs(document.querySelector('[role=grid]').scrollTop - 900) < 2")
    rack.forward()
    is_tool(rack, item)


def test_the_edge_of_a_tile_follows_too(rack):
    x, y, *_ = rack.box('[data-item="2"]')
    rack.click_at(round(x + 2), round(y + 2))
    is_tool(rack, 2)


def test_return_follows_and_the_arrows_lead_on_from_a_pressed_link(rack):
    rack.click_item(1, modifiers=["Shift"])
    rack.wait_for_selected(["1"])
    rack.wait_for_focus(1)
    rack.press("ArrowRight")
    rack.wait_for_focus(2)
    rack.press("Enter")
    is_tool(rack, 2)


def test_a_new_tab_is_opened_as_of_any_link(rack):
    with rack.another(lambda: rack.click_item(3, "middle")):
        is_tool(rack, 3)
    # WebKitGTK's browser, when driven, opens none by Control.
    if rack.name != "webkit":
        with rack.another(lambda: rack.click_item(2, modifiers=["Control"])):
            is_tool(rack, 2)
    assert rack.selected() == [] and rack.script("return location.pathname") == "/rack"


def test_a_drag_and_shift_select(rack):
    (x, y), (to_x, to_y) = [rack.middle(f'[data-item="{item}"]') for item in (1, 3)]
    between = [(round(x + (to_x - x) * part), round(y + (to_y - y) * part)) for part in (0.1, 0.5, 0.9)]
    rack.drag([(x, y), *between, (to_x, to_y)])
    rack.wait_for_selected(["1", "2", "3"])
    rack.click_item(5, modifiers=["Shift"])
    rack.wait_for_selected(["1", "2", "3", "4", "5"])
    assert rack.script("return location.pathname") == "/rack"


def test_the_menu_of_the_browser_is_for_the_link(rack):
    rack.script(
        "addEventListener('contextmenu', (event) => {"
        " window.menu = [event.defaultPrevented, event.target.closest('a').pathname]; event.preventDefault() })")
    rack.click_item(3, "right")
    rack.wait("window.menu")
    assert rack.script("return menu") == [False, "/rack/3"]
    assert rack.selected() == []
