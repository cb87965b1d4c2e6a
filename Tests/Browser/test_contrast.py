"""Contrast, harmonies and ramps, the area and the eyedropper of the Palette room."""

import struct
import zlib

import pytest
from gallery import eventually
from pictures import chunk
from test_accessibility import violations
from test_palette import Room, both, has, save


def sheet(room, name):
    dialog = room.page.get_by_role("dialog", name=name)
    dialog.wait_for()
    return dialog


def closed(room):
    room.page.wait_for_function("() => !document.querySelector('dialog.presented')")


def colors(gallery):
    rows = gallery.rows("SELECT name, red, green, blue FROM swatch ORDER BY id")
    return {name: "#" + "".join(f"{round(value * 255):02x}" for value in channels) for name, *channels in rows}


def is_color(gallery, name, hex):
    def check():
        assert colors(gallery)[name] == hex

    eventually(check)


def flag(most, rest):
    """A picture whose lower third has another color."""
    rows = [b"\0" + bytes(color) * 30 for color in [most] * 20 + [rest] * 10]
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 30, 30, 8, 2, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


@both
def test_the_contrast_of_two_colors_and_the_nearest_that_passes(gallery, open_tab, size):
    gallery.sql(
        "INSERT INTO swatch(name, red, green, blue, position) VALUES ('Gray', 0.6, 0.6, 0.6, 0), ('Snow', 1, 1, 1, 1)")
    room = Room(open_tab, size)
    room.names(["Gray", "Snow"])
    room.menu("Gray")
    room.choose("Select")
    room.page.wait_for_function("() => document.querySelectorAll('.saved[aria-selected=true]').length === 1")
    room.tap("Snow")
    room.page.wait_for_function("() => document.querySelectorAll('.saved[aria-selected=true]').length === 2")
    room.menu("Gray")
    room.choose("Contrast…")
    dialog = sheet(room, "Contrast")
    dialog.get_by_text("2.84 : 1", exact=True).wait_for()
    room.tab.shoot(f"contrast-{size}")
    # The sample shows what fails: it is hidden from who hears the page, and left out here.
    room.page.locator(".sample").evaluate("(sample) => (sample.style.visibility = 'hidden')")
    assert violations(room.tab) == []
    room.page.locator(".sample").evaluate("(sample) => (sample.style.visibility = '')")
    grades = dialog.get_by_role("list", name="Grades of WCAG 2").get_by_role("listitem")
    assert [grade.locator(".verdict").inner_text() for grade in grades.all()] == ["Fails"] * 3
    room.press(dialog.get_by_role("button", name="Use #767676"))
    dialog.get_by_text("4.54 : 1", exact=True).wait_for()
    is_color(gallery, "Gray", "#767676")
    assert [grade.locator(".verdict").inner_text() for grade in grades.all()] == ["Passes", "Passes", "Fails"]
    sample = dialog.locator(".sample").evaluate("(it) => [getComputedStyle(it).color, getComputedStyle(it).backgroundColor]")
    assert sample == ["rgb(118, 118, 118)", "rgb(255, 255, 255)"]
    room.press(dialog.get_by_title("Undo: Change contrast"))
    dialog.get_by_text("2.84 : 1", exact=True).wait_for()
    is_color(gallery, "Gray", "#999999")
    room.press(dialog.get_by_role("button", name="Swap text and background"))
    dialog.get_by_role("button", name="Use #080808").wait_for()
    room.press(dialog.get_by_role("button", name="Done"))
    closed(room)


@pytest.mark.parametrize("size, scheme", [("phone", "dark"), ("desktop", "light")])
def test_a_palette_has_a_matrix_whose_pairs_open(gallery, open_tab, size, scheme):
    save(gallery, *(f"color {number}" for number in range(7)))
    gallery.sql("UPDATE swatch SET palette = (SELECT min(id) FROM palette)")
    room = Room(open_tab, size, color_scheme=scheme)
    room.names([f"color {number}" for number in range(7)])
    room.press(room.button("Contrast in this palette").first)
    dialog = sheet(room, "Contrast in")
    dialog.get_by_role("gridcell", name="color 0 on color 1, ").wait_for()
    assert dialog.get_by_role("gridcell").count() == 64
    room.tab.shoot(f"matrix-{size}-{scheme}")
    assert violations(room.tab) == []
    room.press(dialog.get_by_role("gridcell", name="color 0 on color 1, "))
    pair = room.page.get_by_role("dialog", name="Contrast", exact=True)
    pair.get_by_text("#ff6347").wait_for()
    room.page.keyboard.press("Escape")
    pair.wait_for(state="detached")
    room.press(dialog.get_by_role("button", name="Done"))
    closed(room)


@both
def test_the_matrix_of_sixty_colors_is_whole_and_scrolls(gallery, open_tab, size):
    save(gallery, *(f"color {number}" for number in range(60)))
    room = Room(open_tab, size)
    room.page.locator(".saved").first.wait_for()
    room.press(room.button("Contrast in this palette").first)
    dialog = sheet(room, "Contrast in")
    dialog.get_by_role("gridcell", name="color 0 on color 59, ").wait_for()
    assert dialog.get_by_text("are shown.").is_hidden()
    assert dialog.get_by_role("gridcell").count() < 61 * 61, "rows beyond the view do not exist yet"
    room.tab.shoot(f"matrix-of-sixty-{size}")
    box = room.page.locator(".across").bounding_box()
    assert box["height"] <= 0.6 * room.page.viewport_size["height"]
    dialog.locator(".matrix").evaluate("(matrix) => { matrix.scrollTop = matrix.scrollHeight }")
    dialog.get_by_role("gridcell", name="color 59 on color 58, ").wait_for()
    if size == "desktop":
        # Keys lead to what is out of view, in both directions.
        dialog.get_by_role("gridcell", name="color 59 on color 0, ").focus()
        room.page.keyboard.press("End")
        room.page.wait_for_function(
            """() => { const across = document.querySelector('.across'), cell = document.activeElement.getBoundingClientRect();
                 const { left, right } = across.getBoundingClientRect();
                 return across.scrollLeft > 0 && cell.left >= left - 1 && cell.right <= right + 1 }""")


@both
def test_a_ramp_is_a_new_palette_with_one_press(gallery, open_tab, size):
    room = Room(open_tab, size)
    room.enter("tomato")
    room.shows("#ff6347")
    room.add("Harmonies and ramps…")
    dialog = sheet(room, "Tomato")
    dialog.get_by_role("button", name="New palette: Shades").wait_for()
    room.tab.shoot(f"harmonies-{size}")
    assert violations(room.tab) == []
    steps = dialog.get_by_role("spinbutton", name="Steps of ramps")
    steps.fill("4")
    steps.press("Enter")
    room.page.wait_for_function("() => document.querySelectorAll('.strip')[0].querySelectorAll('span:not([hidden])').length === 4")
    room.press(dialog.get_by_role("button", name="New palette: Shades"))
    closed(room)
    room.page.get_by_text("Palette “\u2068Tomato, shades\u2069” added").wait_for()
    room.page.wait_for_function("() => document.querySelectorAll('.saved').length === 4")
    assert gallery.rows("SELECT name FROM palette ORDER BY position LIMIT 1") == [("Tomato, shades",)]
    room.press(room.button("Undo").last)
    has(gallery, [])


@both
def test_the_area_is_led_by_a_pointer_and_by_keys(gallery, open_tab, size):
    room = Room(open_tab, size)
    room.enter("#1971c2")
    room.shows("#1971c2")
    room.page.get_by_label("Area", exact=True).check()
    thumb = room.slider("Lightness and chroma")
    area = room.page.locator(".area")
    box = area.bounding_box()
    room.press(area, position={"x": box["width"] / 4, "y": box["height"] / 2})
    lightness, chroma = "document.querySelector('[type=range][name=perceived]').value", "document.querySelector('[type=range][name=chroma]').value"
    room.page.wait_for_function(f"() => Math.abs({lightness} - 50) < 1 && Math.abs({chroma} - 0.1) < 0.004")
    # All of it is the same hue, and what is shown is painted there.
    hue, left, right = area.evaluate(
        """(area) => { const canvas = area.querySelector('canvas'); const context = canvas.getContext('2d');
             const alpha = (share) => context.getImageData(Math.round(canvas.width * share), Math.round(canvas.height / 2), 1, 1).data[3];
             return [document.querySelector('[type=range][name=tone]').value, alpha(0.05), alpha(0.97)] }""")
    assert abs(int(hue) - 251) <= 1
    assert (left, right) == (255, 0), "what screens have not is clear"
    room.tab.shoot(f"area-{size}")
    assert violations(room.tab) == []
    before = float(room.page.evaluate(lightness))
    thumb.press("ArrowUp")
    room.page.wait_for_function(f"(was) => {lightness} - was === 1", arg=before)
    thumb.press("End")
    room.page.wait_for_function(f"() => {chroma} > 0.12")
    assert room.page.locator("#remark").inner_text() == ""
    thumb.press("Shift+ArrowRight")
    room.says("Screens can't show a color that vivid")
    assert "more vivid than screens show" in thumb.get_attribute("aria-valuetext")
    thumb.press("Home")
    room.page.wait_for_function(f"() => {chroma} === '0'")
    # The hue has outlived grey, and is turned by its own slider.
    room.slider("Hue").fill("30")
    thumb.press("End")
    room.page.wait_for_function("() => { const [r, g, b] = ['red', 'green', 'blue'].map(name => Number(document.querySelector(`[type=range][name=${name}]`).value)); return r > g && g > b }")


def test_a_drag_over_the_area_ends_where_the_pointer_does(gallery, open_tab):
    room = Room(open_tab)
    room.page.get_by_label("Area", exact=True).check()
    box = room.page.locator(".area").bounding_box()
    mouse = room.page.mouse
    mouse.move(box["x"] + 10, box["y"] + 10)
    mouse.down()
    for step in range(30):
        mouse.move(box["x"] + 10 + step * 6, box["y"] + 10 + step * 5)
    # Beyond its edges it is led along them.
    mouse.move(box["x"] - 50, box["y"] + box["height"] + 60)
    mouse.up()
    mouse.move(box["x"] + 90, box["y"] + 20)
    room.shows("#000000")
    assert room.slider("Lightness and chroma").get_attribute("aria-valuetext") == "Lightness 0%, chroma 0"


def test_the_eyedropper_picks_where_the_browser_has_one(gallery, open_tab):
    room = Room(open_tab)
    room.page.add_init_script("delete window.EyeDropper")
    room.tab.open_anew()
    room.page.get_by_label("Area", exact=True).wait_for()
    assert not room.button("Pick from the screen").is_visible()
    room.page.add_init_script(
        "window.EyeDropper = class { async open() { if (window.declined) throw new DOMException('', 'AbortError'); return { sRGBHex: '#12ab34' } } }")
    room.tab.open_anew()
    room.button("Pick from the screen").click()
    room.shows("#12ab34")
    room.page.evaluate("window.declined = true")
    room.enter("#777777")
    room.shows("#777777")
    room.button("Pick from the screen").click()
    room.slider("Red").fill("0")
    room.shows("#007777")


def test_a_picture_becomes_a_palette_of_its_colors_and_what_is_none_is_refused(gallery, open_tab):
    room = Room(open_tab)
    field = room.page.get_by_label("New palette from a picture")
    # Two thirds of one color, one third of another.
    field.set_input_files({"name": "sea.holiday.png", "mimeType": "image/png", "buffer": flag((0x20, 0x60, 0xA0), (0xF0, 0x30, 0x20))})
    room.page.get_by_text("Palette “\u2068sea.holiday\u2069” added, with 2 colors").wait_for()
    assert sorted(colors(gallery).values()) == ["#2060a0", "#f03020"]
    assert gallery.rows("SELECT name FROM palette ORDER BY position LIMIT 1") == [("sea.holiday",)]
    room.page.wait_for_function("() => document.querySelectorAll('.saved .hex')[0]?.textContent === '#2060a0'")
    room.press(room.button("Undo").last)
    has(gallery, [])
    field.set_input_files({"name": "broken.png", "mimeType": "image/png", "buffer": b"no picture"})
    room.page.get_by_text("No palette was made of “\u2068broken.png\u2069”: ").wait_for()
    has(gallery, [])
