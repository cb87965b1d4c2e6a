"""Files of palettes in the Palette room: chosen, dropped, pasted, taken back, and saved in each form."""

import json

import pytest
from gallery import eventually
from pictures import png
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError
from test_accessibility import violations
from test_palette import SWATCHES, Room, save
from test_selection import wait_for_status

PALETTES = """SELECT palette.name, swatch.name FROM palette JOIN swatch ON palette = palette.id
              ORDER BY palette.position, palette.id, swatch.position, swatch.id"""
GPL = "GIMP Palette\nName: Walls\nColumns: 2\n#\n255 99 71\tKitchen\nnonsense\n  0 128 128\tHall\n"
CSS = ":root {\n  --deep-sky-blue: #00bfff;\n  --sun: gold;\n}\n"


def has(gallery, rows):
    def check():
        assert gallery.rows(PALETTES) == rows

    eventually(check)


def assert_first(room, name):
    assert room.page.locator(".saved input").first.input_value() == name


def says(room, text):
    room.page.wait_for_function(
        "text => [...document.querySelectorAll('.banner p')].some((banner) => banner.textContent.includes(text))", arg=text)


def file(name, text):
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


WALLS = [("Walls", "Kitchen"), ("Walls", "Hall")]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_palettes_are_chosen_and_taken_back_at_once(gallery, open_tab, size):
    save(gallery, "mine")
    room = Room(open_tab, size)
    room.names(["mine"])
    room.page.get_by_label("Import palettes").set_input_files([file("walls.gpl", GPL), file("theme.css", CSS)])
    says(room, "Imported 2 palettes with 4 colors.")
    says(room, "Line 6: ")
    room.page.wait_for_function("() => document.querySelectorAll('.saved').length === 5")
    rows = gallery.rows(PALETTES)
    assert rows[-1] == ("My colors", "mine")
    assert sorted(rows[:-1]) == sorted(WALLS + [("theme", "Deep sky blue"), ("theme", "Sun")])
    assert violations(room.tab) == []
    room.tab.shoot(f"palette-import-{size}")
    room.page.keyboard.press("Control+z")
    room.names(["mine"])
    has(gallery, [("My colors", "mine")])


def test_a_large_import_and_a_half_broken_one_are_taken_back_at_once(gallery, open_tab):
    save(gallery, "mine")
    room = Room(open_tab)
    room.names(["mine"])
    rows = "".join(f"{number % 256} {number // 256} 7\tcolor {number}\n" for number in range(20_000))
    room.page.get_by_label("Import palettes").set_input_files([
        file("large.gpl", f"GIMP Palette\nName: Large\n{rows}"),
        file("half.json", '{"name": "Half", "colors": ["#123456", "nothing", ')])
    says(room, "Imported 2 palettes with 20,001 colors.")
    says(room, "half.json")

    def has_both():
        assert gallery.rows("SELECT count(*) FROM swatch") == [(20_002,)]
        assert {name for name, in gallery.rows("SELECT name FROM palette")} == {"My colors", "Large", "Half"}

    has_both()
    room.page.keyboard.press("Control+z")
    room.names(["mine"])
    has(gallery, [("My colors", "mine")])
    assert gallery.rows("SELECT name FROM palette") == [("My colors",)]
    room.page.keyboard.press("Control+Shift+z")
    eventually(has_both)


def test_a_palette_is_dropped_on_the_room(gallery, open_tab):
    room = Room(open_tab)
    room.page.evaluate(
        """text => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "walls.gpl"));
          const target = document.querySelector("main");
          for (const kind of ["dragenter", "dragover", "drop"]) {
            target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
          }
        }""", GPL)
    room.names(["Kitchen", "Hall"])
    says(room, "Line 6: ")
    has(gallery, WALLS)


def test_a_picture_that_is_dropped_gives_the_palette_of_its_colors(gallery, open_tab):
    room = Room(open_tab)
    picture = {"name": "Two tiles.png", "mimeType": "image/png", "buffer": png(4, 4, seed=7)}
    broken = {"name": "torn.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + b"\0" * 90}
    room.page.get_by_label("Import palettes").set_input_files([picture, broken, file("walls.gpl", GPL)])
    says(room, "Imported 2 palettes with ")
    says(room, "torn.jpg")
    eventually(lambda: assert_named(gallery, {"My colors", "Two tiles", "Walls"}))
    room.page.keyboard.press("Control+z")
    eventually(lambda: assert_named(gallery, {"My colors"}))


def assert_named(gallery, names):
    assert {name for name, in gallery.rows("SELECT name FROM palette")} == names


def test_a_file_that_is_no_text_is_refused_in_one_sentence(gallery, open_tab):
    room = Room(open_tab)
    letter = {"name": "letter.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n\0\n" + b"1 0 obj\n" * 400}
    room.page.get_by_label("Import palettes").set_input_files([letter])
    says(room, "It isn't a palette.")
    assert "other problem" not in room.page.locator(".banner").all_inner_texts()


def paste(room, text):
    room.page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
        }""", text)


def test_palettes_are_pasted_as_text(gallery, open_tab):
    save(gallery, "mine")
    room = Room(open_tab)
    room.names(["mine"])
    for count, (text, first) in enumerate(
            [(GPL, "Kitchen"), (CSS, "Deep sky blue"), (json.dumps({"name": "J", "colors": ["#123456"]}), "")], 1):
        paste(room, text)
        says(room, "Imported ")
        room.page.wait_for_function(
            "first => document.querySelector('.saved input').value.startsWith(first)", arg=first)
        eventually(lambda: check_palettes(gallery, count + 1))
        if count == 3:
            assert gallery.rows(PALETTES)[0][0] == "J"


def check_palettes(gallery, count):
    assert len({palette for palette, _ in gallery.rows(PALETTES)}) == count


def test_more_lines_than_a_message_holds_are_pasted(gallery, open_tab):
    save(gallery, "mine")
    room = Room(open_tab)
    room.names(["mine"])
    paste(room, "\n".join(f"#{number:06x}" for number in range(6_000)))
    says(room, "with 6,000 colors")
    assert gallery.rows("SELECT count(*) FROM swatch") == [(6_001,)]


CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def copied(gallery, open_tab):
    """A room in which its one color has been copied."""
    save(gallery, "mine")
    room = Room(open_tab, **CLIPBOARD)
    room.names(["mine"])
    room.menu("mine")
    room.choose("Copy")
    room.tab.wait_for_copied("#ff6347")
    return room


@pytest.mark.parametrize("way", ["keys", "menu"])
def test_more_lines_than_a_message_holds_are_pasted_and_not_what_was_copied_before(gallery, open_tab, way):
    room = copied(gallery, open_tab)
    room.page.evaluate(
        "text => navigator.clipboard.writeText(text)", "\n".join(f"#{number:06x}" for number in range(6_000)))
    if way == "keys":
        room.cell("mine").focus()
        room.page.keyboard.press("Control+v")
    else:
        room.menu("mine")
        room.choose("Paste")
    says(room, "with 6,000 colors")
    assert room.page.get_by_role("menu").count() == 0
    assert gallery.rows("SELECT count(*), sum(name = 'mine') FROM swatch") == [(6_001, 1)]


def test_what_cannot_be_sent_is_not_pasted_and_nothing_else_is(gallery, open_tab):
    room = copied(gallery, open_tab)
    # Few characters, of six bytes each in a message.
    room.page.evaluate("() => { navigator.clipboard.readText = async () => '\\u0001'.repeat(7_900) }")
    room.menu("mine")
    room.choose("Paste")
    room.page.get_by_text("This is too long to be sent.").wait_for()
    room.page.get_by_role("menu").wait_for(state="detached")
    # The next action is answered, so all earlier ones are, too.
    room.menu("mine")
    room.choose("Duplicate")
    room.names(["mine", "mine"])
    assert gallery.rows("SELECT name FROM swatch") == [("mine",), ("mine",)]


def test_many_colors_that_were_copied_are_pasted_with_their_names(gallery, open_tab):
    gallery.sql(
        """INSERT INTO swatch(name, red, green, blue, position)
           WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1499)
           SELECT 'mine ' || i, i % 7 / 7.0, i % 11 / 11.0, i % 13 / 13.0, i FROM n""")
    room = Room(open_tab, **CLIPBOARD)
    room.page.locator(".saved").first.wait_for()
    room.cell("mine 0").focus()

    def select_all():
        room.page.keyboard.press("Control+a")
        wait_for_status(room.tab, "1,500 of 1,500 colors selected", timeout=2_000)

    eventually(select_all, errors=(PlaywrightTimeoutError,))
    room.page.keyboard.press("Control+c")
    says(room, "1,500 colors copied")
    room.page.keyboard.press("Control+v")

    def has_each(times):
        assert gallery.rows("SELECT count(*), count(DISTINCT name) FROM swatch") == [(times * 1_500, 1_500)]

    eventually(lambda: has_each(2))
    # The rows are there before the page is led to them.
    room.page.wait_for_function("grid => grid.scrollTop > 0", arg=room.grid.element_handle())
    room.press(room.button("Done"))
    # What was pasted is in view. The menu of one color pastes behind that.
    room.grid.evaluate("grid => { grid.scrollTop = 0 }")
    eventually(lambda: assert_first(room, "mine 0"))
    room.menu("mine 0")
    room.choose("Paste")
    eventually(lambda: has_each(3))
    names = [name for name, in gallery.rows(SWATCHES)]
    mine = [f"mine {number}" for number in range(1_500)]
    assert names == mine[:1] + mine + mine[1:] + mine
    assert gallery.rows("SELECT count(*) FROM palette") == [(1,)]


def test_a_file_without_a_color_is_named_and_nothing_is_changed(gallery, open_tab):
    save(gallery, "mine")
    room = Room(open_tab)
    room.names(["mine"])
    room.page.get_by_label("Import palettes").set_input_files([file("letter.txt", "Dear all,\n")])
    says(room, "letter.txt")
    assert gallery.rows(PALETTES) == [("My colors", "mine")]


@pytest.mark.parametrize("kind", ["GIMP palette", "Adobe Swatch Exchange", "Photoshop swatches", "CSS variables", "JSON", "Design tokens", "SVG drawing"])
def test_a_palette_is_saved_in_each_form_and_comes_back(gallery, open_tab, kind):
    gallery.sql(
        "UPDATE palette SET name = 'Übergänge'",
        "INSERT INTO swatch(name, red, green, blue, position) VALUES ('Tür', 1, 0, 0, 1), ('Tor', 0, 0.2, 1, 2)")
    room = Room(open_tab)
    room.names(["Tür", "Tor"])
    room.button("Export palette").click()
    room.page.get_by_role("heading", name="Export").wait_for()
    with room.page.expect_download() as saved:
        room.page.get_by_role("link", name=kind).click()
    assert saved.value.suggested_filename.startswith("Übergänge.")
    data = open(saved.value.path(), "rb").read()
    if kind == "JSON":
        room.tab.shoot("palette-export")
        assert violations(room.tab) == []
    room.button("Done").click()
    room.page.get_by_role("heading", name="Export").wait_for(state="hidden")
    gallery.sql("DELETE FROM swatch")
    room.names([])
    room.page.get_by_label("Import palettes").set_input_files(
        [{"name": saved.value.suggested_filename, "mimeType": "application/octet-stream", "buffer": data}])
    room.names(["Tür", "Tor"])
    assert gallery.rows("SELECT name, red, green, blue FROM swatch ORDER BY position") == [("Tür", 1, 0, 0), ("Tor", 0, 0.2, 1)]
    has(gallery, [("Übergänge", "Tür"), ("Übergänge", "Tor")])


def test_a_browser_shows_the_colors_of_exported_css_and_svg(gallery, open_tab, tmp_path):
    names = ["Tür", "*/ red {", "<b>&"]
    gallery.sql(
        "UPDATE palette SET name = 'Übergänge </title>'",
        "INSERT INTO swatch(name, red, green, blue, position) VALUES"
        " ('Tür', 1, 0, 0, 1), ('*/ red {', 0, 0.2, 1, 2), ('<b>&', 0.25, 0.35, 0.75, 3)")
    room = Room(open_tab)
    room.names(names)
    room.button("Export palette").click()
    files = {}
    for kind, title in [("css", "CSS variables"), ("svg", "SVG drawing")]:
        with room.page.expect_download() as saved:
            room.page.get_by_role("link", name=title).click()
        files[kind] = tmp_path / f"palette.{kind}"
        saved.value.save_as(files[kind])
    page = room.page.context.new_page()
    page.add_style_tag(path=files["css"])
    shown = page.evaluate(
        """() => [...document.styleSheets[0].cssRules[0].style].map((name) => {
             document.body.style.color = `var(${name})`; return [name, getComputedStyle(document.body).color] })""")
    # Values that do not fit into 8 bits are exact.
    assert shown == [["--tür", "rgb(255, 0, 0)"], ["--red", "rgb(0, 51, 255)"], ["--b", "color(srgb 0.25 0.35 0.75)"]]
    page.goto(files["svg"].as_uri())
    assert page.evaluate("document.documentElement.localName") == "svg"
    shown = page.evaluate(
        """() => [...document.querySelectorAll('rect')].map((rect) => [
             rect.querySelector('title').textContent, getComputedStyle(rect).fill, rect.getBoundingClientRect().width > 0])""")
    assert shown == [
        [name, color, True] for name, color in zip(names, ["rgb(255, 0, 0)", "rgb(0, 51, 255)", "rgb(64, 89, 191)"])]
    assert page.title() == "Übergänge </title>"
    page.close()
