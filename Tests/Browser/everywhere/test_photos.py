"""Photographs in each browser: chosen, selected, moved, opened."""

import pytest
from found_pictures import photographs
from gallery import eventually
from photo_gallery import Photos, picture
from slow_line import SlowLine

from everywhere.test_moving import way

PROGRAM = Photos
NAMES = [f"{letter}.png" for letter in "abcdef"]
SHOWN = (
    "[...document.querySelectorAll('.photos .tile')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)"
    ".map((row) => row.querySelector('img').alt)")


@pytest.fixture
def room(gallery, window):
    window.ids = gallery.import_pictures(NAMES)
    window.open(f"{gallery.url}/photos")
    wait_for_names(window, NAMES)
    return window


def wait_for_names(window, names):
    window.wait(f"JSON.stringify({SHOWN}) === JSON.stringify(values[0])", list(names))


def middle(window, name):
    x, y, width, height = window.box(f'[data-item="{window.ids[name]}"]')
    return round(x + width / 2), round(y + height / 2)


def press(window, title):
    """A button by its title, which stands in it."""
    window.script(
        "[...document.querySelectorAll('button')].find((button) => button.textContent.trim() === values[0]"
        " && button.checkVisibility()).id = 'pressed'", title)
    window.click("#pressed")
    window.script("document.getElementById('pressed')?.removeAttribute('id')")


def wait_for_selected(window, names):
    window.wait_for_selected([window.ids[name] for name in names])


def test_photos_are_chosen_and_their_pictures_seen(gallery, window, tmp_path):
    window.open(f"{gallery.url}/photos")
    for number, name in enumerate(("one.png", "zwölf.png")):
        (tmp_path / name).write_bytes(picture(number))
        window.choose_file(".choose input", tmp_path / name)
        window.wait(f"{SHOWN}.includes(values[0])", name)
    window.wait("!document.querySelector('.banner.upload')")
    assert gallery.shown() == ["one.png", "zwölf.png"]
    window.wait("[...document.querySelectorAll('.photos .tile img')].every((img) => img.complete && img.naturalWidth > 0)")
    window.shoot("photos")


def test_photographs_of_a_camera_are_chosen_and_seen(gallery, window):
    window.open(f"{gallery.url}/photos")
    files = photographs()[:3]
    for path in files:
        window.choose_file(".choose input", path)
        window.wait(f"{SHOWN}.includes(values[0])", path.name)
    window.wait(
        "[...document.querySelectorAll('.photos .tile img')].every((img) => img.complete && img.naturalWidth > 100"
        " && Math.abs(img.naturalWidth / img.naturalHeight - img.closest('.tile').offsetWidth / img.closest('.tile').offsetHeight) < 0.1)")
    assert sorted(gallery.shown()) == sorted(path.name for path in files)
    window.shoot("photographs")


@pytest.mark.each_engine
def test_the_view_options_are_as_high_as_what_is_in_them(room):
    room.script("document.getElementById('view').showPopover()")
    heights = "return [...document.querySelectorAll('#view:popover-open :is(.segments button, a)')].map(it => it.offsetHeight)"
    shown = [height for height in room.script(heights) if height]
    assert len(shown) == 13 and set(shown) == {44}
    assert room.script("const view = document.getElementById('view'); return view.lastElementChild.getBoundingClientRect().bottom + 16 - view.getBoundingClientRect().bottom") == 0


def test_photos_are_selected_one_by_one_and_as_a_range(room):
    press(room, "Select")
    room.wait("document.querySelector('h1').textContent === 'Select photos'")
    room.click_at(*middle(room, "b.png"))
    wait_for_selected(room, ["b.png"])
    room.click_at(*middle(room, "e.png"), modifiers=["Shift"])
    wait_for_selected(room, ["b.png", "c.png", "d.png", "e.png"])
    press(room, "Delete")
    wait_for_names(room, ["a.png", "f.png"])
    room.script("document.activeElement.blur()")
    room.press("Control+z")
    wait_for_names(room, NAMES)
    press(room, "Done")
    room.wait("document.querySelector('h1').textContent === 'Photos'")
    assert room.selected() == []


def test_the_keyboard_is_at_the_photo_that_took_the_place_of_a_deleted_one(room):
    press(room, "Select")
    room.wait("document.querySelector('h1').textContent === 'Select photos'")
    room.click_at(*middle(room, "b.png"))
    wait_for_selected(room, ["b.png"])
    press(room, "Delete")
    wait_for_names(room, [name for name in NAMES if name != "b.png"])
    room.wait("document.activeElement.dataset.item === values[0]", room.ids["c.png"])
    room.press("Control+a")
    wait_for_selected(room, [name for name in NAMES if name != "b.png"])
    press(room, "Delete")
    wait_for_names(room, [])
    room.wait("document.activeElement.localName === 'h1'")


def test_files_that_are_left_behind_are_told_of_elsewhere_and_sent_when_a_person_comes_back(gallery, window, tmp_path):
    (tmp_path / "large.png").write_bytes(picture(1) + bytes(1_200_000))
    with SlowLine(gallery.port, rate=400_000) as line:
        window.open(f"{line.url}/photos")
        window.choose_file(".choose input", tmp_path / "large.png")
        window.wait("document.querySelector('progress')?.value > 200_000")
        window.open(f"{line.url}/colors")
        if window.name == "webkit":
            # A window of its driver is private, and WebKit keeps no files of those.
            window.open(f"{line.url}/photos")
            window.wait("document.querySelector('.banner.error')?.textContent.includes('large.png')")
            return
        window.wait("document.querySelector('.banner.upload p')?.textContent === 'Files are still waiting to be sent.'")
        window.click(".banner.upload button")
        window.wait(f"location.pathname === '/photos' && {SHOWN}.includes('large.png')")
        window.wait("!document.querySelector('.banner.upload')")
    assert gallery.shown() == ["large.png"]


def test_a_drag_selects_a_range_in_select_mode(room):
    press(room, "Select")
    room.wait("document.querySelector('h1').textContent === 'Select photos'")
    room.drag(way(middle(room, "b.png"), middle(room, "d.png")))
    wait_for_selected(room, ["b.png", "c.png", "d.png"])


def test_a_photo_is_moved_by_hand(gallery, room):
    room.wait("document.querySelector('[data-collection=grid][aria-keyshortcuts]')")
    x, y, width, height = room.box(f'[data-item="{room.ids["f.png"]}"]')
    room.drag(way(middle(room, "a.png"), (round(x + width - 6), round(y + height / 2))))
    wait_for_names(room, [*NAMES[1:], "a.png"])

    def check():
        assert gallery.shown() == [*NAMES[1:], "a.png"]

    eventually(check)


@pytest.mark.parametrize("size", ["phone"])
def test_on_a_phone_photos_are_selected_by_taps_and_one_is_moved_by_a_finger_that_rests(gallery, room):
    room.wait("innerWidth < 640 && document.querySelector('[data-collection=grid][aria-keyshortcuts]')")
    press(room, "Select")
    room.wait("document.querySelector('[data-collection=grid][data-editing]')")
    for name in ("b.png", "d.png"):
        room.tap(*middle(room, name))
    wait_for_selected(room, ["b.png", "d.png"])
    room.shoot("photos-selecting-phone")
    press(room, "Done")
    room.wait("!document.querySelector('[data-editing]')")
    x, y, width, height = room.box(f'[data-item="{room.ids["f.png"]}"]')
    start, end = middle(room, "a.png"), (round(x + width - 6), round(y + height / 2))
    with room.finger(*start) as move:
        room.rest()
        for point in way(start, end)[1:]:
            move(*point)
        room.wait("document.querySelector('.lifted')")
    wait_for_names(room, [*NAMES[1:], "a.png"])

    def check():
        assert gallery.shown() == [*NAMES[1:], "a.png"]

    eventually(check)


def test_a_photo_opens_and_keys_lead_on(room):
    room.click_at(*middle(room, "c.png"))
    room.wait("document.querySelector('dialog h1')?.textContent === 'c.png' && location.pathname.endsWith(values[0])", room.ids["c.png"])
    room.wait("document.querySelector('.picture').naturalWidth > 0 && !document.querySelector('.sheet').getAnimations().length")
    room.press("ArrowRight")
    room.wait("document.querySelector('dialog h1')?.textContent === 'd.png' && location.pathname.endsWith(values[0])", room.ids["d.png"])
    room.shoot("photo")
    room.press("Escape")
    room.wait("!document.querySelector('dialog') && location.pathname === '/photos'")


def height(window, name):
    return window.box(f'[data-item="{window.ids[name]}"]')[3]


@pytest.mark.each_engine
def test_photos_grow_and_shrink_by_the_wheel_and_by_keys(gallery, room):
    # Squares of one size fill a line, whatever the photos are like.
    room.script("document.querySelector('#view [value=squares]').click()")
    room.wait("document.querySelector('#view [value=squares]').ariaPressed === 'true'")
    room.wait("new Set([...document.querySelectorAll('.photos .tile')].map(tile => tile.offsetHeight)).size === 1")
    room.wait("!document.getAnimations().length")
    usual = height(room, "b.png")
    x, y = middle(room, "b.png")
    is_left_alone = room.script(
        "return document.elementFromPoint(values[0], values[1]).dispatchEvent(new WheelEvent('wheel',"
        " { ctrlKey: true, deltaY: -120, clientX: values[0], clientY: values[1], bubbles: true, cancelable: true }))", x, y)
    assert not is_left_alone, "the browser would magnify the page"
    room.wait("document.querySelector(`[data-item='${values[0]}']`).getBoundingClientRect().height > values[1] + 5",
              room.ids["b.png"], usual)
    room.script("document.querySelector(`[data-item='${values[0]}']`).focus()", room.ids["b.png"])
    for _ in range(2):
        room.script(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
            " { key: '-', ctrlKey: true, bubbles: true, cancelable: true }))")
    room.wait("document.querySelector(`[data-item='${values[0]}']`).getBoundingClientRect().height < values[1] - 5",
              room.ids["b.png"], usual)
    # The next window begins with this size.
    room.open(f"{gallery.url}/photos")
    wait_for_names(room, NAMES)
    assert height(room, "b.png") < usual - 5
