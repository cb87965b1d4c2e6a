"""Every state of the room, as axe sees it, and as a picture."""

import pytest
from axe_playwright_python.sync_playwright import Axe


def violations(tab):
    tab.settle()
    found = Axe().run(tab.page).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_axe_finds_nothing_in_an_empty_a_full_and_a_selected_room(gallery, open_tab, size, scheme):
    tab = open_tab(size, color_scheme=scheme)
    tab.shoot(f"colors-empty-{size}-{scheme}")
    assert violations(tab) == []
    home = open_tab(size, path="/", color_scheme=scheme)
    home.shoot(f"home-empty-{size}-{scheme}")
    assert violations(home) == []
    gallery.sample(160)
    home.page.wait_for_selector("[data-item]")
    home.shoot(f"home-{size}-{scheme}")
    assert violations(home) == []
    tab.page.wait_for_selector("[data-item]")
    tab.shoot(f"colors-full-{size}-{scheme}")
    assert violations(tab) == []
    for place in (1, 3, 4, 8):
        tab.page.locator("[data-item]").nth(place).click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 4")
    tab.shoot(f"colors-selected-{size}-{scheme}")
    assert violations(tab) == []
