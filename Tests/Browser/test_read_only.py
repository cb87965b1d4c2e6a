"""A gallery that is only looked at: it shows everything, follows everything, and offers nothing that writes."""

import subprocess

import pytest

from gallery import Gallery, binary
from pictures import png


@pytest.fixture
def gallery(tmp_path):
    directory = tmp_path / "data"
    directory.mkdir()
    subprocess.run(
        [binary(), "sample", "--colors", "40", "--swatches", "12", "--data", str(directory)], check=True, capture_output=True)
    gallery = Gallery(directory, "--read-only").start()
    yield gallery
    gallery.stop()


# Controls that change only the view of this window, or only show something.
READING = ["View options", "Arrange", "Show colors of palette", "Contrast in this palette", "Export palette"]


def controls(tab):
    """The names of what can be pressed or typed in, but for reading, the picker and the way to other rooms."""
    names = tab.page.evaluate(
        """() => [...document.querySelectorAll('.bar button, .saved input, .header input, .header button, [data-action$=save]')]
             .filter((control) => control.checkVisibility() && !control.matches(':disabled'))
             .map((control) => control.ariaLabel ?? control.textContent)""")
    return [name for name in names if name not in READING]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("path", ["/colors", "/palette"])
def test_a_room_that_is_only_looked_at_says_so_once_and_offers_nothing_that_writes(gallery, open_tab, path, size, scheme):
    tab = open_tab(size, path, color_scheme=scheme)
    assert tab.page.get_by_text("Read-only", exact=True).count() == 1
    assert tab.page.get_by_text("Read-only", exact=True).is_visible()
    assert controls(tab) == []
    tab.shoot(f"read-only-{path[1:]}-{size}-{scheme}")
    # Changes of other programs appear. Selecting, the picker and copying work as usual.
    count = len(gallery.ids())
    gallery.sql("INSERT INTO color(red) VALUES (1)", "INSERT INTO swatch(name) VALUES ('from another program')")
    if path == "/palette":
        tab.page.wait_for_function("() => [...document.querySelectorAll('.saved input')].some(name => name.value.startsWith('from'))")
        tab.page.locator(".saved .hex").first.click(button="right")
        tab.page.get_by_role("menuitem").first.wait_for()
        items = tab.page.get_by_role("menuitem").all_text_contents()
        assert items and all(item.startswith(("Copy", "Contrast…", "Export")) for item in items), items
        tab.page.keyboard.press("Escape")
    else:
        tab.page.get_by_text(f"{count + 1} colors").wait_for()
        tab.cell(tab.items()[0]).click()
        tab.page.get_by_text(f"1 of {count + 1} colors selected").wait_for()
        assert set(controls(tab)) == {"Select all", "Copy"}
        tab.page.keyboard.press("Delete")
        tab.page.keyboard.press("Control+z")
    assert len(gallery.ids()) == count + 1


@pytest.fixture
def photos(gallery, tmp_path):
    """The gallery with two photographs, one more in the trash, and an album."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, name in enumerate(["a.png", "b.png", "c.png"]):
        (folder / name).write_bytes(png(seed=number))
    gallery.stop()
    subprocess.run([binary(), "import", str(folder), "--data", str(gallery.directory)], check=True, capture_output=True)
    gallery.sql("UPDATE photo SET trashedAt = 1000 * strftime('%s', 'now') WHERE name = 'c.png'", "INSERT INTO album(name) VALUES ('Birds')")
    return gallery.start()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_photos_that_are_only_looked_at_are_not_added_to_changed_or_deleted(photos, open_tab, size):
    stored = lambda: [photos.rows(f"SELECT * FROM {table}") for table in ("photo", "album", "albumPhoto")]
    before = stored()
    tab = open_tab(size, "/photos")
    for path in ("/photos/albums", "/photos/trash", "/photos"):
        tab.page.goto(photos.url + path)
        tab._wait_for_scene()
        assert tab.page.get_by_text("Read-only", exact=True).is_visible()
        assert controls(tab) == []
        for name in ("Add photos", "Take photo", "Empty trash", "Select"):
            assert not tab.page.get_by_label(name, exact=True).is_visible(), (path, name)
            assert not tab.button(name).is_visible(), (path, name)
        tab.shoot(f"read-only-{path[1:].replace('/', '-')}-{size}-light")
    # The menu and the keys change nothing.
    tab.page.locator(".photo").first.click(button="right")
    tab.page.get_by_role("menuitem").first.wait_for()
    assert tab.page.get_by_role("menuitem").all_text_contents() == ["Open"]
    tab.page.keyboard.press("Escape")
    for key in ("Delete", "f", "Control+z"):
        tab.page.keyboard.press(key)
    tab.page.locator(".photo").first.click()
    tab.page.get_by_role("dialog", name="a.png", exact=True).wait_for()
    for key in ("Delete", "f"):
        tab.page.keyboard.press(key)
    # Behind them, so that they have been heard.
    tab.page.keyboard.press("i")
    facts = tab.page.get_by_role("complementary", name="Details")
    facts.wait_for()
    assert facts.get_by_label("Name").is_disabled()
    offered = tab.page.evaluate(
        """() => [...document.querySelectorAll('.sheet :is(button, input)')]
             .filter((control) => control.checkVisibility() && !control.matches(':disabled')).map((control) => control.ariaLabel)""")
    assert sorted(offered) == ["Close", "Details", "Share"]
    assert stored() == before


def test_a_room_that_is_written_to_does_not_say_so(tmp_path, open_tab, gallery):
    gallery.stop()
    gallery.options = ()
    gallery.start()
    tab = open_tab(path="/palette")
    assert not tab.page.get_by_text("Read-only", exact=True).is_visible()
    assert "Add a palette" in controls(tab) and "Save color" in controls(tab)
