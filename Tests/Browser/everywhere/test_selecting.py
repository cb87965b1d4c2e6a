"""Edit mode, rubber bands and letters, in each browser."""

import pytest

from everywhere.windows import way
from workbench import Workbench

PROGRAM = Workbench


@pytest.fixture
def tray(gallery, window):
    gallery.fill(*[f"saw {number}" for number in range(1, 120)], "tape", "tack")
    window.open(f"{gallery.url}/tray")
    window.wait("document.querySelector('[data-item]') && document.querySelector('[data-collection][aria-keyshortcuts]')")
    return window


def edge(window, item, side):
    """A point in the gap before a tile, or behind it."""
    x, y, width, height = window.box(f'[data-item="{item}"]')
    return (round(x - 10), round(y - 10)) if side == "before" else (round(x + width + 8), round(y + height + 8))


def test_a_tap_opens_and_in_edit_mode_it_selects(tray):
    tray.click_item(3)
    tray.wait("document.querySelector('output').textContent === 'opened 3'")
    tray.click("[data-action=select]")
    tray.wait("document.querySelector('[data-editing][aria-multiselectable]')")
    tray.click_item(4)
    tray.click_item(6)
    tray.wait_for_selected(["4", "6"])
    tray.click_item(8, modifiers=["Shift"])
    tray.wait_for_selected(["4", "6", "7", "8"])
    tray.press("Control+a")
    tray.wait("document.querySelector('.announcer').textContent.trim() === '121 of 121 selected'")
    tray.click("[data-action=select]")
    tray.wait_for_selected([])
    tray.wait("!document.querySelector('[data-editing]')")


def test_a_band_is_drawn_and_a_range_dragged_in_edit_mode(tray):
    tray.click("[data-action=select]")
    tray.wait("document.querySelector('[data-editing]')")
    # The part that draws may be loaded by the first press between tiles.
    tray.drag(way(edge(tray, 2, "before"), edge(tray, 3, "behind")))
    tray.wait("performance.getEntriesByType('resource').some(({ name }) => name.includes('/rest-'))")
    tray.drag(way(edge(tray, 2, "before"), edge(tray, 4, "behind")))
    tray.wait_for_selected(["2", "3", "4"])
    tray.drag(way(tray.middle('[data-item="6"]'), tray.middle('[data-item="8"]')))
    tray.wait_for_selected(["2", "3", "4", "6", "7", "8"])
    tray.shoot("band")


def test_a_finger_that_rests_selects_a_range_in_edit_mode(tray):
    tray.click("[data-action=select]")
    tray.wait("document.querySelector('[data-editing]')")
    start, end = tray.middle('[data-item="2"]'), tray.middle('[data-item="5"]')
    with tray.finger(*start) as move:
        tray.wait_for_selected(["2"])
        for point in way(start, end)[1:]:
            move(*point)
        tray.wait_for_selected(["2", "3", "4", "5"])
    tray.wait_for_selected(["2", "3", "4", "5"])


def test_letters_lead_to_an_item(tray):
    tray.script("document.querySelector('[data-item=\"1\"]').focus()")
    tray.press("t")
    tray.wait_for_focus(120)
    tray.press("t")
    tray.wait_for_focus(121)
