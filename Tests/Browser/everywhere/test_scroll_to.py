"""A controller scrolls to an item or a section, in each browser: its tile is held or not, its line is as high as others or not."""

import pytest
from gallery import draws


def place(window, item):
    """The distances of a tile's upper and lower edges from those of the list."""
    window.wait("document.querySelector(values[0])", f'[data-item="{item}"]')
    _, y, _, height = window.box(f'[data-item="{item}"]')
    _, top, _, whole = window.box("[role=grid]")
    return y - top, top + whole - y - height


@pytest.mark.parametrize("path", draws(["/justified-many"], long=["/many", "/justified-many"]))
def test_an_item_far_away_stands_where_the_controller_has_it(shelves, window, change, path):
    window.open(shelves.url + path)
    for thing, where in [(500_123, "top"), (600_077, "middle"), (42_042, "bottom")]:
        change(f"to {thing} {where}")
        above, below = place(window, thing)
        if where == "top":
            assert above == pytest.approx(48, abs=1), "just below the header that is pinned"
        elif where == "middle":
            assert above - 48 == pytest.approx(below, abs=1)
        else:
            assert below == pytest.approx(0, abs=1)
    before = place(window, 42_042)
    change("to 42042 nearest")
    assert place(window, 42_042) == before, "it is in view"
    change("to 999999 top")
    above, below = place(window, 999_999)
    assert above > 48 and below == pytest.approx(8, abs=1), "nothing is behind the last one but the inset"


def test_a_section_begins_at_the_top_and_a_page_where_its_controller_says(shelves, window, change):
    window.open(f"{shelves.url}/many")
    for shelf in (3_210, 17):
        change(f"shelf shelf-{shelf} top")
        assert window.box(f"[data-section='shelf {shelf}']")[1] == pytest.approx(window.box("[role=grid]")[1], abs=1)
        assert place(window, shelf * 200)[0] == pytest.approx(56, abs=1)
    for path in ("/at/900-top", "/rows-at/500000-top"):
        window.open(shelves.url + path)
        assert place(window, path.split("/")[-1].split("-")[0])[0] == pytest.approx(48, abs=1)
