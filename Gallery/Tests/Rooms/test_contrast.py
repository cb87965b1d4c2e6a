"""Contrast, harmonies and ramps, the area and the eyedropper of the Palette room."""

import struct
import zlib

import pytest
from gallery import eventually
from pictures import chunk
from test_accessibility import violations
from test_palette import Room, both, has, save


# The colors of the seven swatches that `save` makes.
HEXES = ["#ff6347", "#008080", "#4069e0", "#9470db", "#f5deb3", "#ff6347", "#008080"]


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
    room.choose("More")
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
    assert dialog.get_by_role("gridcell").count() == 49
    headings = [dialog.get_by_role(role).evaluate_all("all => all.map(it => it.textContent)") for role in ["rowheader", "columnheader"]]
    assert headings[0] == [f"Text color {number}, {hex}" for number, hex in enumerate(HEXES)]
    assert headings[1] == ["Text by row, background by column"] + [
        f"Background color {number}, {hex}" for number, hex in enumerate(HEXES)]
    room.tab.shoot(f"matrix-{size}-{scheme}")
    assert violations(room.tab) == []
    room.press(dialog.get_by_role("gridcell", name="color 0 on color 1, "))
    pair = room.page.get_by_role("dialog", name="Contrast", exact=True)
    pair.get_by_text("#ff6347").wait_for()
    room.page.keyboard.press("Escape")
    pair.wait_for(state="detached")
    room.press(dialog.get_by_role("button", name="Done"))
    closed(room)


# Where the cells of a matrix stand: those in view, whether the headings are at its edges and above the cells, and what the
# page holds.
MATRIX = """() => {
  const matrix = document.querySelector('.matrix'), { left, top } = matrix.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(left + x, top + y).closest('.pair')?.title;
  return { corner: at(10, 10), row: at(10, 110), column: at(110, 10), pair: at(110, 110), held: matrix.querySelectorAll('.pair').length };
}"""


@both
def test_the_matrix_of_many_colors_holds_what_is_seen_and_scrolls_both_ways(gallery, open_tab, size):
    count = 256
    save(gallery, *(f"color {number}" for number in range(count)))
    room = Room(open_tab, size)
    room.page.locator(".saved").first.wait_for()
    room.press(room.button("Contrast in this palette").first)
    dialog = sheet(room, "Contrast in")
    dialog.get_by_role("gridcell", name="color 0 on color 1, ").wait_for()
    assert dialog.get_by_text("are shown.").is_hidden()
    grid = dialog.get_by_role("grid")
    assert [grid.get_attribute(f"aria-{way}count") for way in ["row", "col"]] == [str(count + 1)] * 2
    room.tab.shoot(f"matrix-of-many-{size}")
    box = grid.bounding_box()
    assert box["height"] <= 0.6 * room.page.viewport_size["height"]
    seen = room.page.evaluate(MATRIX)
    assert seen["corner"] == "Text by row, background by column"
    assert seen["row"].startswith("Text color 1, ") and seen["column"].startswith("Background color 1, ")
    assert seen["pair"].startswith("color 1 on color 1, ") and seen["held"] <= 700
    # The headings stay where it is scrolled to, and no more is held than before.
    grid.evaluate("(matrix) => matrix.scrollTo(44 * 100, 44 * 200)")
    dialog.get_by_role("gridcell", name="color 201 on color 101, ").wait_for()
    seen = room.page.evaluate(MATRIX)
    assert seen["corner"] == "Text by row, background by column"
    assert seen["row"].startswith("Text color 201, ") and seen["column"].startswith("Background color 101, ")
    assert seen["pair"].startswith("color 201 on color 101, ") and seen["held"] <= 700
    room.tab.shoot(f"matrix-of-many-scrolled-{size}")
    cell = dialog.get_by_role("gridcell", name="color 201 on color 101, ")
    row = cell.evaluate("(cell) => [cell.parentElement.ariaRowIndex, cell.ariaColIndex, cell.parentElement.role]")
    assert row == ["203", "103", "row"]
    assert grid.locator("[tabindex='0']").count() == 1


def test_keys_lead_through_a_matrix_and_open_a_pair_and_the_keyboard_comes_back(gallery, open_tab):
    save(gallery, *(f"color {number}" for number in range(256)))
    room = Room(open_tab)
    room.page.locator(".saved").first.wait_for()
    room.button("Contrast in this palette").first.click()
    dialog = sheet(room, "Contrast in")
    dialog.get_by_role("gridcell", name="color 0 on color 0, ").focus()
    at = "document.activeElement.ariaLabel ?? ''"

    def leads(key, to):
        room.page.keyboard.press(key)
        assert room.page.evaluate(at).startswith(f"{to}, ")
        # It is seen behind the headings.
        assert room.page.evaluate("""() => {
          const matrix = document.querySelector('.matrix').getBoundingClientRect(), cell = document.activeElement.getBoundingClientRect();
          return cell.left >= matrix.left + 43 && cell.top >= matrix.top + 43 && cell.right <= matrix.right + 1 && cell.bottom <= matrix.bottom + 1
        }""")

    leads("ArrowRight", "color 0 on color 1")
    leads("ArrowDown", "color 1 on color 1")
    leads("End", "color 1 on color 255")
    leads("Control+End", "color 255 on color 255")
    leads("Home", "color 255 on color 0")
    leads("Control+Home", "color 0 on color 0")
    leads("ArrowUp", "color 0 on color 0")
    leads("Control+ArrowDown", "color 255 on color 0")
    leads("ArrowRight", "color 255 on color 1")
    room.page.keyboard.press("Enter")
    pair = room.page.get_by_role("dialog", name="Contrast", exact=True)
    pair.wait_for()
    room.page.keyboard.press("Escape")
    pair.wait_for(state="detached")
    room.page.wait_for_function(f"() => ({at}).startsWith('color 255 on color 1, ')")


def test_a_matrix_follows_its_colors_and_keeps_the_keyboard(gallery, open_tab):
    save(gallery, "One", "Two", "Three")
    room = Room(open_tab)
    room.names(["One", "Two", "Three"])
    room.button("Contrast in this palette").first.click()
    dialog = sheet(room, "Contrast in")
    dialog.get_by_role("gridcell", name="One on Two, ").focus()
    gallery.sql("UPDATE swatch SET red = 1, green = 1, blue = 1 WHERE name = 'Two'",
                "UPDATE swatch SET red = 0, green = 0, blue = 0, name = 'Ink' WHERE name = 'One'")
    dialog.get_by_role("gridcell", name="Ink on Two, 21.00 to 1, reaches 7.0").wait_for()
    assert room.page.evaluate("document.activeElement.ariaLabel") == "Ink on Two, 21.00 to 1, reaches 7.0"
    dialog.get_by_role("rowheader", name="Text Ink, #000000").wait_for()


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
