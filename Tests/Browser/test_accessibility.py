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


CONTRAST = """(button) => {
  const luminance = (color) => color.match(/[0-9.]+/g).slice(0, 3).map((it) => it / 255)
    .map((it) => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)
    .reduce((sum, it, channel) => sum + it * [0.2126, 0.7152, 0.0722][channel], 0);
  const pair = [getComputedStyle(button).color, getComputedStyle(document.documentElement).backgroundColor].map(luminance);
  return [getComputedStyle(button).opacity, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_button_that_takes_no_press_for_a_moment_can_be_read(gallery, open_tab, scheme):
    """axe passes over what is disabled, and not over a button that is just fading in again."""
    gallery.sample(3)
    tab = open_tab("desktop", color_scheme=scheme)
    tab.page.clock.install(time=0)
    tab.page.clock.pause_at(10_000)
    tab.page.locator("[data-item]").first.click()
    button = tab.button("Remove selected colors")
    button.wait_for()
    assert button.get_attribute("aria-disabled") == "true"
    tab.page.mouse.move(0, 400)
    tab.shoot(f"button-waits-{scheme}", is_moving=False)
    opacity, contrast = button.evaluate(CONTRAST)
    assert opacity == "1" and contrast >= 4.5
