"""The bars of the rooms with large text, in each browser: nothing overlaps, and the menu of a bar presses its controls."""

import pytest
from everywhere.windows import at_both_sizes
from gallery import eventually
from photo_gallery import Photos
from test_bars import FAULTS, ROOMS

PROGRAM = Photos
pytestmark = pytest.mark.each_engine
ENTRY = "[...document.querySelectorAll('[role=menuitem]')].find((entry) => entry.textContent === 'Albums')"


@at_both_sizes
def test_nothing_overlaps_with_large_text(gallery, window, size):
    gallery.import_pictures([f"photo {number}.png" for number in range(12)])
    for room in ROOMS:
        window.open(f"{gallery.url}{room}")
        window.wait_for_scene()
        for text in (100, 150, 200):
            window.script("document.documentElement.style.fontSize = values[0]", f"{text}%")

            def is_right():
                assert window.script(f"return ({FAULTS})()") == [], f"{room} {size} {text}"

            eventually(is_right)


@pytest.mark.parametrize("size", ["phone"])
def test_the_menu_of_a_bar_presses_its_controls(gallery, window):
    window.open(f"{gallery.url}/photos")
    window.wait_for_scene()
    window.script("document.documentElement.style.fontSize = '200%'")
    window.wait("document.querySelector('.bar > [data-more]').checkVisibility()")
    window.click(".bar > [data-more]")
    window.wait(ENTRY)
    window.script(f"{ENTRY}.id = 'entry'")
    window.click("#entry")
    window.wait("location.pathname === '/photos/albums'")
