"""A gallery that is only looked at: it shows everything, follows everything, and offers nothing that writes."""

import subprocess

import pytest

from gallery import Gallery, binary


@pytest.fixture
def gallery(tmp_path):
    directory = tmp_path / "data"
    directory.mkdir()
    subprocess.run(
        [binary(), "sample", "--colors", "40", "--swatches", "12", "--data", str(directory)], check=True, capture_output=True)
    gallery = Gallery(directory, "--read-only").start()
    yield gallery
    gallery.stop()


# What changes the view of this window alone, or is looked at.
READING = ["Arrange", "Show colors of palette", "Contrast in this palette", "Export palette"]


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
    # What others do is shown; selecting, the picker and copying are as ever.
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
        tab.page.keyboard.press("Delete")
        tab.page.keyboard.press("Control+z")
    assert len(gallery.ids()) == count + 1


def test_a_room_that_is_written_to_does_not_say_so(tmp_path, open_tab, gallery):
    gallery.stop()
    gallery.options = ()
    gallery.start()
    tab = open_tab(path="/palette")
    assert not tab.page.get_by_text("Read-only", exact=True).is_visible()
    assert "Add a palette" in controls(tab) and "Save color" in controls(tab)
