"""The hints of a room for new people: below the first items, until somebody has done what they say."""

import pytest

from gallery import eventually
from photo_gallery import Photos
from test_accessibility import violations

PROGRAM = Photos
both = pytest.mark.parametrize("size", ["phone", "desktop"])


def hint(tab):
    return tab.page.locator(".tip")


def covers_nothing(tab):
    box = hint(tab).bounding_box()
    tiles = [tile.bounding_box() for tile in tab.page.locator(".tile").all()]
    return tiles and all(tile["y"] + tile["height"] <= box["y"] for tile in tiles) and box["height"] < 45


def opened(open_tab, size, path):
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    return open_tab(size, path=path, **touch)


@both
def test_the_first_colors_can_be_selected(gallery, open_tab, size):
    tab = opened(open_tab, size, "/colors")
    assert not hint(tab).is_visible()
    gallery.sample(8)
    text = "Tap a color to select it." if size == "phone" else "Click a color to select it."
    hint(tab).get_by_text(text).wait_for()
    assert covers_nothing(tab) and violations(tab) == []
    tab.shoot(f"hint-colors-{size}")
    gallery.sample(1)
    hint(tab).wait_for(state="hidden")
    gallery.sql("DELETE FROM color WHERE id > 3")
    hint(tab).wait_for()
    tab.page.locator(".tile").first.click()
    hint(tab).wait_for(state="hidden")
    tab.page.keyboard.press("Escape")
    eventually(lambda: done(gallery, ["selectColors"]))
    other = opened(open_tab, size, "/colors")
    other.page.locator(".tile").nth(2).wait_for()
    assert not hint(other).is_visible()
    gallery.restart()
    other.open_anew()
    other.page.locator(".tile").nth(2).wait_for()
    assert not hint(other).is_visible()
    # As by a backup that is put in place.
    gallery.sql("DELETE FROM hint")

    def is_shown_again():
        other.open_anew()
        assert hint(other).is_visible()

    eventually(is_shown_again)


def done(gallery, names):
    assert gallery.rows("SELECT name FROM hint") == [(name,) for name in names]


@both
def test_the_first_saved_colors_can_be_moved(gallery, open_tab, size):
    tab = opened(open_tab, size, "/palette")
    gallery.sample(1, "swatches")
    tab.page.locator(".tile:has(.saved)").wait_for()
    assert not hint(tab).is_visible()
    gallery.sample(3, "swatches")
    text = "Hold a saved color" if size == "phone" else "Drag a saved color to move it, or with Alt into another app."
    hint(tab).get_by_text(text).wait_for()
    assert covers_nothing(tab) and violations(tab) == []
    tab.shoot(f"hint-palette-{size}")
    last = tab.page.locator(".tile:has(.saved)").last.locator("[data-item]")
    item = last.get_attribute("data-item")
    last.focus()
    for keys in ("Alt+ArrowLeft", "Enter"):
        tab.page.keyboard.press(keys)
    eventually(lambda: done(gallery, ["moveSwatches"]))
    hint(tab).wait_for(state="hidden")
    assert gallery.rows("SELECT id FROM swatch ORDER BY position")[-1] != (int(item),)


@both
def test_the_first_photos_can_be_moved(gallery, open_tab, size):
    gallery.import_pictures(["a.png", "b.png", "c.png"])
    tab = opened(open_tab, size, "/photos")
    hint(tab).wait_for()
    assert covers_nothing(tab) and violations(tab) == []
    tab.shoot(f"hint-photos-{size}")
    # In select mode nothing is moved.
    tab.button("Select").click()
    hint(tab).wait_for(state="hidden")
    tab.button("Done").click()
    hint(tab).wait_for()


def test_a_gallery_that_is_only_looked_at_has_none(gallery, open_tab):
    gallery.sample(3, "swatches")
    gallery.stop()
    gallery.options = [*gallery.options, "--read-only"]
    gallery.start()
    tab = open_tab("desktop", path="/palette")
    tab.page.locator(".tile:has(.saved)").first.wait_for()
    assert not hint(tab).is_visible()


def test_hints_that_cannot_be_read_are_shown(gallery, open_tab):
    gallery.sample(3)
    gallery.stop()
    gallery.sql("DROP TABLE hint")
    gallery.start()
    tab = open_tab("desktop", path="/colors")
    hint(tab).wait_for()
    tab.page.locator(".tile").first.click()
    hint(tab).wait_for(state="hidden")
