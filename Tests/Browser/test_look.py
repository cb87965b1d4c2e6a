"""How every room looks: targets for a finger, fields in which no phone zooms, four sizes of type, sentences in a lane."""

import re

import pytest
from playwright.sync_api import expect

ROOMS = {"/": "Home", "/colors": "Colors", "/palette": "Palette", "/photos": "Photos", "/photorama": "Photorama"}

# What a finger can press, smaller than 44 points in one direction: a box that is seen, or that of its label.
SMALL = """() => {
  const seen = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 1;
  return [...document.querySelectorAll('button, a[href], input, select, textarea, [role=radio], [data-item][tabindex]')]
    .filter((it) => seen(it) && !it.closest('[inert], .home'))
    .map((it) => it.matches('label input, label *') ? it.closest('label') : it)
    .map((it) => [it, it.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
    .map(([it, { width, height }]) => `${it.ariaLabel || it.innerText || it.className} ${width} x ${height}`);
}"""

# Fields of text whose letters are smaller than what phones zoom to.
ZOOMED = """() => [...document.querySelectorAll('input:not([type=range], [type=radio], [type=checkbox], [type=file]), select, textarea')]
    .filter((it) => it.checkVisibility())
    .map((it) => [it.name, parseFloat(getComputedStyle(it).fontSize)])
    .filter(([, size]) => size < 16)"""

# The sizes of all letters that are seen.
SIZES = """() => {
  const sizes = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent.trim() && parentElement.checkVisibility()) sizes.add(getComputedStyle(parentElement).fontSize);
  }
  for (const field of document.querySelectorAll('input:not([type=range], [type=radio], [type=checkbox], [type=file])'))
    if (field.checkVisibility()) sizes.add(getComputedStyle(field).fontSize);
  sizes.delete('0px');
  return [...sizes];
}"""


@pytest.fixture
def full(gallery):
    gallery.sample(12)
    gallery.sample(12, "swatches")
    gallery.sample(3, "photos")
    return gallery


@pytest.mark.parametrize("path", ROOMS)
def test_a_phone_has_targets_of_44_points_and_fields_in_which_it_does_not_zoom(full, open_tab, path):
    tab = open_tab("phone", path=path, has_touch=True, is_mobile=True)
    tab.page.locator("[data-item]").first.wait_for()
    tab.settle()
    assert tab.page.evaluate(SMALL) == []
    assert tab.page.evaluate(ZOOMED) == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("path", ROOMS)
def test_a_room_has_at_most_four_sizes_of_type(full, open_tab, path, size):
    tab = open_tab(size, path=path)
    tab.page.locator("[data-item]").first.wait_for()
    assert len(tab.page.evaluate(SIZES)) <= 4, tab.page.evaluate(SIZES)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_sentence_stands_below_the_collection_and_above_the_buttons(full, open_tab, size):
    tab = open_tab(size)
    tab.page.locator("[data-item]").first.click()
    tab.button("Remove selected colors").click()
    banner = tab.page.locator(".banner.notice")
    banner.wait_for()
    tab.settle()
    box, grid = banner.bounding_box(), tab.page.get_by_role("grid").bounding_box()
    assert box["y"] >= grid["y"] + grid["height"]
    bottom = box["y"] + box["height"]
    assert bottom <= (tab.button("Add color").bounding_box()["y"] if size == "phone" else 900)


# A browser whose keyboard lies over the page: no driver has an on-screen keyboard.
KEYBOARD = """() => {
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...what) => what[0] === "-webkit-touch-callout" || supports(...what);
  const value = Object.assign(new EventTarget(), {height: innerHeight, offsetTop: 0, scale: 1});
  Object.defineProperty(window, "visualViewport", {value, configurable: true});
}"""
COVERED = """covered => {
  visualViewport.height = innerHeight - covered;
  visualViewport.dispatchEvent(new Event("resize"));
}"""


def test_sentences_and_the_buttons_stand_above_an_on_screen_keyboard(full, open_tab):
    tab = open_tab("phone")
    tab.page.add_init_script(f"({KEYBOARD})()")
    tab.open_anew()
    tab.page.locator("[data-item]").first.click()
    tab.button("Remove selected colors").click()
    banner, button = tab.page.locator(".banner.notice"), tab.button("Add color")
    banner.wait_for()
    tab.settle()
    before = [each.bounding_box()["y"] for each in (banner, button)]
    tab.page.evaluate(COVERED, 336)
    tab.page.wait_for_function("() => getComputedStyle(document.documentElement).getPropertyValue('--keyboard') === '336px'")
    above, below = banner.bounding_box(), button.bounding_box()
    assert above["y"] + above["height"] <= below["y"] and below["y"] + below["height"] <= 896 - 336
    tab.page.evaluate(COVERED, 0)
    tab.page.wait_for_function("() => !getComputedStyle(document.documentElement).getPropertyValue('--keyboard')")
    assert [each.bounding_box()["y"] for each in (banner, button)] == before


@pytest.mark.parametrize("width, height", [(1440, 900), (2560, 1440)])
def test_the_home_page_fills_a_wide_window(full, open_tab, width, height):
    full.sample(16)
    full.sample(16, "swatches")
    full.sample(16, "photos")
    tab = open_tab("desktop", path="/")
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.page.wait_for_function("() => document.querySelectorAll('[data-collection=photos] [data-item]').length === 16")
    boxes = [each.bounding_box() for each in tab.page.locator(".preview").all()]
    assert max(box["x"] + box["width"] for box in boxes) >= width - 25
    assert height * 0.85 <= max(box["y"] + box["height"] for box in boxes) <= height * 1.1


def test_a_photo_that_was_never_fetched_is_a_color_on_the_home_page(gallery, open_tab):
    gallery.sample(1, "web-photos")
    picture = open_tab("desktop", path="/").page.locator("[data-collection=webPhotos] img").first
    # Without a source it would be the sign of a broken picture.
    expect(picture).to_have_css("opacity", "0")
    expect(picture).to_have_accessible_name(re.compile("."))
