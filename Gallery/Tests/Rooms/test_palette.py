"""The Palette room: pick, save, load, rename, cut, tweak; at the width of a phone by touch, and of a desktop by mouse."""

import json
import subprocess
import sys

import pytest
from gallery import eventually
from tab import Relay
from test_accessibility import violations
from test_selection import Finger, wait_for_selected

SWATCHES = """SELECT swatch.name FROM swatch LEFT JOIN palette ON palette.id = swatch.palette
              ORDER BY palette.position, palette.id, swatch.position, swatch.id"""


class Room:
    """The room in a tab, as a person with a finger or a mouse uses it."""

    def __init__(self, open_tab, size="desktop", **options):
        if size == "phone":
            options |= {"has_touch": True, "is_mobile": True}
        self.tab = open_tab(size, path="/palette", **options)
        self.page = self.tab.page
        self.grid = self.page.get_by_role("grid", name="Saved colors")
        self.hex = self.page.get_by_role("textbox", name="Hex")
        self.is_touched = size == "phone"

    def press(self, target, **options):
        target.tap(**options) if self.is_touched else target.click(**options)

    def button(self, name):
        return self.tab.button(name)

    def add(self, way):
        """Adds a palette in one of the ways that there are."""
        self.press(self.button("Add a palette"))
        self.press(self.page.get_by_role("dialog", name="Add a palette").get_by_role("button", name=way, exact=True))

    def slider(self, name):
        return self.page.get_by_role("slider", name=name, exact=True)

    def field(self, name):
        return self.page.get_by_role("spinbutton", name=name)

    def enter(self, text):
        self.hex.fill(text)
        self.hex.press("Enter")

    def shows(self, text):
        """Waits until every panel agrees on a colour."""
        self.page.wait_for_function(
            """hex => { const value = name => document.querySelector(`[type=range][name=${name}]`).value;
                 const channels = ['red', 'green', 'blue'].map(name => Number(value(name)).toString(16).padStart(2, '0'));
                 const [r, g, b] = getComputedStyle(document.querySelector('.picked')).backgroundColor.match(/\\d+/g);
                 return document.querySelector('[name=hex]').value === hex && '#' + channels.join('') === hex
                   && '#' + [r, g, b].map(n => Number(n).toString(16).padStart(2, '0')).join('') === hex }""", arg=text)

    def says(self, text):
        self.page.wait_for_function("text => document.querySelector('#remark').textContent.includes(text)", arg=text)

    def names(self, names):
        """Waits until the saved colours are these."""
        self.page.wait_for_function(
            """names => { const shown = [...document.querySelectorAll('.saved input')].map(field => field.value);
                 return shown.length === names.length && shown.every((name, place) => name === names[place]) }""", arg=names)

    def cell(self, name):
        return self.item(self.page.evaluate(
            """name => [...document.querySelectorAll('.saved')].find(
                 cell => cell.querySelector('input').value === name).dataset.item""", name))

    def item(self, item):
        return self.grid.locator(f'[data-item="{item}"]')

    def tap(self, name, **options):
        self.press(self.cell(name), position={"x": 30, "y": 20}, **options)

    def menu(self, name):
        """Opens the menu of a saved colour: by a hold, or by the right button."""
        self.tab.settle()
        box = self.cell(name).bounding_box()
        if self.is_touched:
            finger = Finger(self.tab)
            finger.down(box["x"] + 30, box["y"] + 20)
            finger.hold()
            finger.up()
        else:
            self.page.mouse.click(box["x"] + 30, box["y"] + 20, button="right")
        self.page.get_by_role("menu").wait_for()

    def choose(self, title):
        self.press(self.page.get_by_role("menuitem", name=title, exact=True))


def has(gallery, names):
    def check():
        assert [row[0] for row in gallery.rows(SWATCHES)] == names

    eventually(check)


def save(gallery, *names):
    colors = ["1, 0.39, 0.28", "0, 0.5, 0.5", "0.25, 0.41, 0.88", "0.58, 0.44, 0.86", "0.96, 0.87, 0.7"]
    gallery.sql(*(
        f"INSERT INTO swatch(name, red, green, blue, position) VALUES ('{name}', {colors[place % 5]}, {place})"
        for place, name in enumerate(names)))


both = pytest.mark.parametrize("size", ["phone", "desktop"])


@both
def test_whatever_is_changed_in_the_picker_all_of_it_agrees(gallery, open_tab, size):
    room = Room(open_tab, size)
    room.enter("tomato")
    room.shows("#ff6347")
    room.slider("Green").fill("200")
    room.shows("#ffc847")
    room.field("Blue, 0 to 255").fill("0")
    room.field("Blue, 0 to 255").press("Enter")
    room.shows("#ffc800")
    room.page.get_by_label("HSL", exact=True).first.check()
    room.slider("Hue").fill("120")
    room.shows("#00ff00")
    room.page.get_by_label("OKLCH", exact=True).first.check()
    room.slider("Lightness").fill("0")
    room.shows("#000000")
    room.slider("Chroma").fill("0")
    room.slider("Lightness").fill("100")
    room.shows("#ffffff")
    assert room.slider("Hue").input_value() == "142", "grey has kept its hue"
    preset = room.page.locator("[data-outlet='picker/preset']")
    assert preset.inner_text() == "Custom" and preset.is_visible()
    room.press(room.page.get_by_role("gridcell", name="Red", exact=True))
    room.shows("#e03131")
    assert preset.inner_text() == "Red"
    assert room.page.get_by_role("gridcell", name="Red", exact=True).get_attribute("aria-selected") == "true"


@both
def test_lighter_and_darker_are_even_steps_from_black_to_white_and_back(gallery, open_tab, size):
    room = Room(open_tab, size)
    room.enter("black")
    room.shows("#000000")
    seen = ["#000000"]
    for name in ["Lighter"] * 12 + ["Darker"] * 12:
        room.press(room.button(name))
        room.page.wait_for_function(
            "was => document.querySelector('[name=hex]').value !== was", arg=seen[-1])
        seen.append(room.hex.input_value())
    assert seen[12] == "#ffffff" and seen[24] == "#000000"
    steps = [int(hex[1:3], 16) for hex in seen[:13]]
    assert steps == sorted(set(steps)) and seen[:12] == seen[:12:-1]


@both
def test_a_saved_color_enters_first_has_its_name_and_keeps_its_place(gallery, open_tab, size):
    room, other = Room(open_tab, size), Room(open_tab)
    for color in ["tomato", "#008080", "oklch(55% 0.2 265)"]:
        room.enter(color)
        room.page.wait_for_function("() => document.querySelector('[name=hex]').value[0] === '#'")
        room.press(room.button("Save color"))
    names = ["Royal blue", "Teal", "Tomato"]
    room.names(names)
    other.names(names)
    gallery.restart()
    again = Room(open_tab, size)
    again.names(names)
    again.tap("Teal")
    again.shows("#008080")
    assert again.page.evaluate("() => document.querySelector('#remark').textContent") == ""


@both
def test_a_name_is_kept_by_return_and_by_leaving_dropped_by_escape_and_never_blank(gallery, open_tab, size):
    save(gallery, "first", "second", "third")
    room, other = Room(open_tab, size), Room(open_tab)
    room.names(["first", "second", "third"])
    name = room.cell("first").get_by_role("textbox", name="Name")
    room.press(name)
    name.fill("Sea")
    name.press("Enter")
    other.names(["Sea", "second", "third"])
    name = room.cell("second").get_by_role("textbox", name="Name")
    name.fill("   ")
    name.press("Enter")
    room.page.get_by_text("A name can't be blank. The old one was kept.").wait_for()
    room.names(["Sea", "second", "third"])
    name.fill("dropped")
    name.press("Escape")
    room.names(["Sea", "second", "third"])
    name.fill("<b>&\u202eabc\u0007</b>")
    room.press(room.cell("third").get_by_role("textbox", name="Name"))
    other.names(["Sea", "<b>&abc</b>", "third"])
    room.cell("third").get_by_role("textbox", name="Name").fill("x" * 900)
    room.page.keyboard.press("Enter")
    room.page.get_by_text("A name has at most 200 characters").wait_for()
    has(gallery, ["Sea", "<b>&abc</b>", "third"])
    assert room.page.locator(".saved b").count() == 0
    room.press(room.button("Undo"))
    room.names(["Sea", "second", "third"])


@both
def test_the_menu_cuts_copies_pastes_and_duplicates(gallery, open_tab, size):
    save(gallery, "first", "second", "third")
    room = Room(open_tab, size, permissions=["clipboard-read", "clipboard-write"])
    room.names(["first", "second", "third"])
    room.menu("second")
    room.choose("Cut")
    room.names(["first", "third"])
    room.tab.wait_for_copied("#008080")
    room.menu("third")
    room.choose("Paste")
    room.names(["first", "third", "second"])
    room.menu("first")
    room.choose("Duplicate")
    room.names(["first", "first", "third", "second"])
    room.menu("third")
    room.choose("Copy as")
    room.choose("oklch")
    room.tab.wait_for_copied("oklch(55.9% 0.187 266.1)")
    for names in [["first", "third", "second"], ["first", "third"], ["first", "second", "third"]]:
        room.press(room.button("Undo").first)
        room.names(names)


def test_keys_do_the_same_for_all_that_are_selected(gallery, open_tab):
    save(gallery, "first", "second", "third", "fourth")
    room = Room(open_tab, permissions=["clipboard-read", "clipboard-write"])
    room.names(["first", "second", "third", "fourth"])
    ids = room.tab.page.eval_on_selector_all(".saved", "cells => cells.map(cell => cell.dataset.item)")
    room.tap("second")
    wait_for_selected(room.tab, [ids[1]])
    room.tap("first", modifiers=["Control"])
    wait_for_selected(room.tab, ids[:2])
    room.page.keyboard.press("Control+x")
    room.names(["third", "fourth"])
    room.tap("fourth")
    room.page.keyboard.press("Control+v")
    room.names(["third", "fourth", "first", "second"])
    room.page.evaluate("navigator.clipboard.writeText('rebeccapurple\\nnothing\\nrgb(0 0 0)')")
    room.page.keyboard.press("Control+v")
    room.names(["third", "fourth", "Rebecca purple", "Black", "first", "second"])
    room.page.get_by_text("1 entry was skipped because it isn't a color.").wait_for()
    room.page.keyboard.press("Control+z")
    room.names(["third", "fourth", "first", "second"])


@both
def test_of_several_colors_in_the_field_of_one_the_first_is_picked_and_all_can_be_saved(gallery, open_tab, size):
    room = Room(open_tab, size, permissions=["clipboard-read", "clipboard-write"])
    room.shows(room.hex.input_value())
    text = "tomato\nno color\n\nrgb(0, 128, 128)\n"
    room.hex.focus()
    if size == "desktop":
        room.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        room.hex.press("Control+a")
        room.hex.press("Control+v")
    else:
        room.hex.evaluate(
            """(field, text) => { const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', text);
                 field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })) }""", text)
    room.shows("#ff6347")
    room.page.get_by_text("The first of 2 colors is picked. 1 entry was skipped because it isn't a color.").wait_for()
    has(gallery, [])
    room.tab.shoot(f"several-in-the-field-{size}")
    room.press(room.button("Save all"))
    room.names(["Tomato", "Teal"])
    room.press(room.button("Undo").first)
    room.names([])
    # Typed on one line. A comma of a notation ends no color.
    room.enter("rgb(1, 2, 3)")
    room.shows("#010203")
    room.enter("navy, #00ff00; hsl(0, 100%, 50%)")
    room.shows("#000080")
    room.press(room.button("Save all"))
    room.names(["Navy", "Lime", "Red"])


def test_what_nobody_can_see_is_left_out_of_a_name_with_a_word(gallery, open_tab):
    save(gallery, "Tomato")
    room = Room(open_tab)
    field = room.cell("Tomato").get_by_role("textbox", name="Name")
    field.fill("A\u202eB\u0007")
    field.press("Enter")
    room.page.get_by_text("Invisible characters were removed from the name.").wait_for()
    has(gallery, ["AB"])


def test_what_was_cut_can_be_pasted_where_nothing_is_left(gallery, open_tab):
    save(gallery, "Tomato", "Lagoon")
    room = Room(open_tab)
    room.names(["Tomato", "Lagoon"])
    room.cell("Tomato").focus()
    room.page.keyboard.press("Control+a")
    room.page.keyboard.press("Control+x")
    room.names([])
    room.page.get_by_text("2 colors cut").wait_for()
    room.page.keyboard.press("Control+v")
    room.names(["Tomato", "Lagoon"])


def test_an_undo_that_outlived_the_server_says_that_there_is_nothing_left(gallery, open_tab):
    save(gallery, "Tomato")
    room = Room(open_tab)
    room.menu("Tomato")
    room.choose("Delete")
    room.names([])
    gallery.kill()
    room.page.get_by_text("Reconnecting…").wait_for()
    gallery.start()
    room.page.get_by_text("Reconnecting…").wait_for(state="detached")
    room.press(room.page.locator(".banner").get_by_role("button", name="Undo"))
    room.page.get_by_text("There is nothing left to undo").wait_for()
    has(gallery, [])


@both
def test_a_refused_color_stays_to_be_mended_and_nothing_else_is_saved_in_its_place(gallery, open_tab, size):
    room = Room(open_tab, size)
    room.enter("#abcdef")
    room.shows("#abcdef")
    room.enter("bleu")
    room.says("bleu")
    assert room.hex.input_value() == "bleu" and room.hex.get_attribute("aria-invalid") == "true"
    room.tab.shoot(f"refused-{size}", is_moving=False)
    room.hex.press("Escape")
    assert room.hex.input_value() == "#abcdef"
    # The answer to the old value says that it is valid. The mark goes with it.
    room.page.wait_for_function("() => document.querySelector('[name=hex]').ariaInvalid === null")
    room.enter("bleu")
    room.page.wait_for_function("() => document.querySelector('[name=hex]').ariaInvalid === 'true'")
    room.hex.press("Enter")
    room.page.wait_for_function("() => !document.querySelector('[name=hex]').ariaBusy")
    assert room.hex.input_value() == "bleu", "asked for again, refused again"
    room.hex.press("End")
    room.page.keyboard.press("Backspace")
    room.page.keyboard.press("e")
    room.page.keyboard.press("Enter")
    room.says("blee")
    # Left by the press itself, whose end comes when the answer is there.
    room.hex.fill("bleu")
    x, y, width, height = room.button("Save color").bounding_box().values()
    room.page.mouse.move(x + width / 2, y + height / 2)
    room.page.mouse.down()
    room.says("bleu")
    assert room.hex.input_value() == "bleu"
    room.page.mouse.up()
    room.page.get_by_role("alert").filter(has_text="Nothing was saved.").wait_for()
    assert room.hex.input_value() == "bleu" and room.hex.get_attribute("aria-invalid") == "true"
    has(gallery, [])
    # Nor does a server that comes back know another text.
    gallery.restart()
    room.page.wait_for_function("() => document.querySelector('[name=hex]').ariaInvalid === 'true'")
    room.press(room.button("Save color"))
    room.page.get_by_role("alert").filter(has_text="Nothing was saved.").wait_for()
    assert room.hex.input_value() == "bleu"
    room.hex.press("Escape")
    room.page.wait_for_function("() => !document.querySelector('.remark').textContent")
    assert room.hex.input_value() == "#abcdef"
    room.press(room.button("Save color"))
    room.names(eventually(lambda: _saved(gallery)))


def test_a_press_that_takes_no_focus_saves_what_is_typed(gallery, open_tab):
    room = Room(open_tab, "desktop")
    room.hex.fill("#abcdef")
    room.page.evaluate("document.querySelector('[data-action=\"picker/save\"]').click()")
    room.names(eventually(lambda: _saved(gallery)))


def test_a_refused_text_gives_way_to_a_color_that_is_chosen(gallery, open_tab):
    room = Room(open_tab, "desktop")
    room.enter("bleu")
    room.says("bleu")
    room.page.locator(".presets [data-item='1']").click()
    room.page.wait_for_function("() => document.querySelector('[name=hex]').value.startsWith('#')")
    room.page.wait_for_function("() => !document.querySelector('.remark').textContent")


def _saved(gallery):
    names = [name for name, in gallery.rows(SWATCHES)]
    assert len(names) == 1
    assert gallery.rows("SELECT round(red * 255), round(green * 255), round(blue * 255) FROM swatch") == [(171, 205, 239)]
    return names


@both
def test_what_is_no_color_is_refused_and_what_no_screen_shows_is_mapped_with_a_word(gallery, open_tab, size):
    room = Room(open_tab, size)
    room.enter("#abcdef")
    room.shows("#abcdef")
    for typed, word in [
        ("#12345", "Use 3, 4, 6 or 8 digits after #."), ("oklch(60%", "is missing"), ("<img src=x onerror=alert(1)>", "can't be used here"),
        ("chartreus", "isn't a color"), ("", "Type a color"), ("rgb(1 2)", "takes 3 numbers"), ("x" * 10_000, "too long"),
        ("\u202e#fff\u0000\u0007\u2066z", "Use digits from 0 to 9"),
    ]:
        room.enter(typed)
        room.says(word)
        assert room.slider("Red").input_value() == "171", "the colour is what it was"
    for typed, word, hex in [
        ("rgb(300 0 0)", "go from 0 to 255", "#ff0000"), ("oklch(200% 9 9)", "goes from 0% to 100%", "#ffffff"),
        ("oklch(70% 0.4 150)", "can't show a color that vivid", None),
    ]:
        room.enter(typed)
        room.says(word)
        if hex:
            room.shows(hex)
    assert room.page.locator("#remark *").count() == 0
    room.field("Red, 0 to 255").fill("999")
    room.field("Red, 0 to 255").press("Enter")
    room.says("Red goes from 0 to 255")


@both
def test_each_palette_has_its_header_and_colors_are_saved_in_the_chosen_one(gallery, open_tab, size):
    save(gallery, "first")
    room, other = Room(open_tab, size), Room(open_tab)
    room.names(["first"])
    room.enter("teal")
    room.shows("#008080")
    room.add("New palette")
    room.names(["Teal", "first"])
    palettes = room.page.get_by_role("textbox", name="Palette")
    # The header may be there before the list of palettes has the new one.
    room.page.wait_for_function(
        "() => JSON.stringify([...document.querySelectorAll('.header input')].map((each) => each.value)) === '[\"New palette\",\"My colors\"]'")
    palettes.first.fill("Kitchen")
    palettes.first.press("Enter")
    other.page.wait_for_function("() => document.querySelector('.header input').value === 'Kitchen'")
    assert [row[0] for row in gallery.rows("SELECT name FROM palette ORDER BY position")] == ["Kitchen", "My colors"]
    room.press(room.page.get_by_role("button", name="Save here").last)
    room.page.wait_for_function(
        "() => [...document.querySelectorAll('.header [aria-pressed]')].at(-1).ariaPressed === 'true'")
    room.press(room.button("Save color"))
    room.names(["Teal", "Teal", "first"])
    has(gallery, ["Teal", "Teal", "first"])
    assert gallery.rows("SELECT count(*) FROM swatch WHERE palette = 1") == [(2,)]
    room.press(room.page.get_by_role("button", name="Delete palette").last)
    other.names(["Teal"])
    room.press(room.page.locator(".banner").get_by_role("button", name="Undo"))
    other.names(["Teal", "Teal", "first"])


class Trash:
    """The buttons that delete palettes, pressed where the first one is, wherever they go meanwhile."""

    def __init__(self, gallery, room):
        self.rows = lambda: gallery.rows("SELECT name FROM palette ORDER BY position")
        self.room = room
        self.buttons = room.page.get_by_role("button", name="Delete palette")
        self.buttons.nth(3).wait_for()
        self.buttons.first.scroll_into_view_if_needed()
        box = self.buttons.first.bounding_box()
        self.spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        # However long the machine takes, the second tap comes as soon as a person's.
        room.page.evaluate("() => { window.pressed = performance.now(); performance.now = () => pressed }")

    def tap(self):
        (self.room.page.touchscreen.tap if self.room.is_touched else self.room.page.mouse.click)(*self.spot)

    def wait(self):
        self.room.page.evaluate("() => { pressed += 1_100 }")

    def has_left(self, count):
        self.buttons.nth(count).wait_for(state="detached")
        # An animated tile cannot be hit by a tap.
        self.room.tab.settle()
        eventually(lambda: has_left(self.rows(), count))


def fill_palettes(gallery):
    save(gallery, "first")
    for number in (2, 3, 4):
        gallery.sql(
            f"INSERT INTO palette(id, name, position) VALUES ({number}, 'palette {number}', {number})",
            f"INSERT INTO swatch(name, palette, position) VALUES ('color {number}', {number}, 1)")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_second_tap_takes_no_palette_that_has_moved_under_the_finger(gallery, open_tab, size):
    fill_palettes(gallery)
    room = Room(open_tab, size)
    trash = Trash(gallery, room)
    trash.tap()
    trash.has_left(3)
    # The offer of the first tap would be read out over the remark.
    room.page.locator(".banner").get_by_role("button", name="Undo").wait_for()
    trash.tap()
    room.page.get_by_text("so this one was not counted").wait_for()
    assert len(trash.rows()) == 3
    assert room.page.locator(".banner").get_by_role("button", name="Undo").is_visible()
    trash.wait()
    trash.tap()
    trash.has_left(2)


def test_an_offer_that_comes_behind_a_remark_leaves_it_to_be_read_out(gallery, open_tab):
    fill_palettes(gallery)
    room = Room(open_tab, live=False)
    relay = Relay(room.tab, holds=lambda message: message[0] == "offer")
    room.tab.open_anew()
    trash = Trash(gallery, room)
    relay.is_holding = True
    trash.tap()
    trash.has_left(3)
    relay.eventually(lambda: has_left(relay.held, 1))
    trash.tap()
    room.page.locator(".banner.notice").get_by_text("so this one was not counted").wait_for()
    relay.release()
    room.page.locator(".banner").get_by_role("button", name="Undo").wait_for()
    assert "so this one was not counted" in room.page.locator(".announcer").text_content()
    assert len(trash.rows()) == 3


def has_left(rows, count):
    assert len(rows) == count, rows


def test_the_picked_color_outlives_the_server_and_a_look_at_another_room(gallery, open_tab):
    save(gallery, "first")
    room = Room(open_tab)
    room.add("New palette")
    room.names(["Royal blue", "first"])
    room.press(room.page.get_by_role("button", name="Save here").last)

    def is_as_left():
        room.shows("#008080")
        room.page.wait_for_function(
            "() => [...document.querySelectorAll('.header [aria-pressed]')].map(one => one.ariaPressed).join() === 'false,true'")

    room.enter("teal")
    is_as_left()
    gallery.kill()
    room.page.get_by_text("Reconnecting…").wait_for()
    gallery.start()
    room.page.get_by_text("Reconnecting…").wait_for(state="detached")
    is_as_left()
    room.page.get_by_role("link", name="Colors").click()
    room.page.wait_for_url("**/colors")
    room.page.get_by_role("link", name="Palette").click()
    room.page.wait_for_url("**/palette")
    is_as_left()


def test_what_lost_its_palette_has_a_header_that_promises_nothing(gallery, open_tab):
    save(gallery, "first")
    gallery.sql("INSERT INTO swatch(name, red, green, blue, palette, position) VALUES ('lost', 0, 0, 0, 99, 0)")
    room = Room(open_tab)
    room.names(["first", "lost"])
    lost = room.page.locator(".header").last
    assert lost.locator("input").input_value() == "No palette" and lost.locator("input").is_disabled()
    assert lost.get_by_role("button").count() == 0
    assert room.page.get_by_role("button", name="Delete palette").count() == 1


def test_a_phone_on_its_side_has_the_sliders_in_view(gallery, open_tab):
    room = Room(open_tab, "phone")
    room.page.set_viewport_size({"width": 844, "height": 390})
    room.tab.settle()
    rail = room.page.get_by_role("navigation").bounding_box()
    blue = room.slider("Blue").bounding_box()
    assert blue["y"] + blue["height"] / 2 < 390 and blue["x"] > rail["x"] + rail["width"]
    assert room.grid.bounding_box()["x"] > blue["x"] + blue["width"]


def test_colors_of_the_first_room_are_sent_to_a_palette(gallery, open_tab):
    gallery.sql("INSERT INTO color(red, green, blue) VALUES (1, 0, 0), (0, 0.5, 0.5)")
    room, colors = Room(open_tab), open_tab()
    colors.page.locator("[data-item]").nth(1).click()
    colors.button("Send to palette").click()
    room.names(["Teal"])
    colors.page.get_by_text("1 color sent to").wait_for()
    colors.page.locator(".banner").get_by_role("button", name="Undo").click()
    room.names([])
    room.button("Save this color").click()
    room.names(["Royal blue"])


# The simultaneous writes of another program: names, and colours that are added and deleted, in a transaction each.
WRITER = """
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
count, start = 0, time.monotonic()
while sys.stdin.readable() and count < 100_000:
    for _ in range(20):
        count += 1
        db.execute("UPDATE swatch SET name = ? WHERE id = ?", (f"other {count}", 2 + count % 40))
        if count % 100 == 0: db.execute("INSERT INTO swatch(name, position) VALUES ('passing', 20.5)")
        if count % 100 == 50: db.execute("DELETE FROM swatch WHERE name = 'passing'")
    print(count, flush=True)
    # Late or not, it leaves the file to others now and then.
    time.sleep(max(0.005, start + count / 1000 - time.monotonic()))
"""


def test_typing_among_a_thousand_changes_a_second_loses_no_key_and_renames_no_other(gallery, open_tab):
    save(gallery, *(f"color {number}" for number in range(1, 61)))
    room = Room(open_tab)
    first = gallery.rows("SELECT id FROM swatch WHERE name = 'color 1'")[0][0]
    room.item(first).wait_for()
    field = room.item(first).get_by_role("textbox", name="Name")
    field.click()
    field.press("Control+a")
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(gallery.file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        writer.stdout.readline()
        text = "What the person types is theirs, letter by letter"
        for letter in text:
            room.page.keyboard.type(letter)
            writer.stdout.readline()
        assert field.input_value() == text
        room.page.keyboard.press("Enter")
        eventually(lambda: _same(gallery.rows(f"SELECT name FROM swatch WHERE id = {first}"), [(text,)]))
    finally:
        writer.kill()
        writer.wait()
    assert gallery.rows(f"SELECT count(*) FROM swatch WHERE name = '{text}'") == [(1,)]
    asked = [message for way, frame in room.tab.frames if way == "out" for message in json.loads(frame)]
    assert [message[4] for message in asked if message[0] == "do"] == [str(first)]


def _same(one, other):
    assert one == other


@pytest.mark.parametrize("scheme", ["light", "dark"])
@both
def test_axe_finds_nothing_in_any_state(gallery, open_tab, size, scheme):
    room = Room(open_tab, size, color_scheme=scheme)
    room.tab.shoot(f"palette-empty-{size}-{scheme}")
    assert violations(room.tab) == []
    gallery.sql("UPDATE palette SET name = 'Kitchen'", "INSERT INTO palette(id, name, position) VALUES (2, 'Garden', 1)")
    save(gallery, "Tomato", "Lagoon", "Royal blue", "Lilac", "Wheat", "Moss", "Spruce")
    gallery.sql("UPDATE swatch SET palette = 2, red = blue / 2 WHERE name IN ('Moss', 'Spruce')")
    room.page.wait_for_function("() => document.querySelectorAll('.saved').length === 7")
    room.tab.shoot(f"palette-full-{size}-{scheme}")
    assert violations(room.tab) == []
    room.tap("Lagoon")
    room.shows("#008080")
    room.cell("Lilac").get_by_role("textbox", name="Name").fill("Lilac, in edit")
    room.enter("#12345")
    room.cell("Lilac, in edit").get_by_role("textbox", name="Name").focus()
    room.tab.shoot(f"palette-edited-{size}-{scheme}")
    assert violations(room.tab) == []
    room.menu("Wheat")
    room.tab.shoot(f"palette-menu-{size}-{scheme}")
    assert violations(room.tab) == []


def test_a_chosen_preset_is_read_out(open_tab):
    room = Room(open_tab)
    room.page.get_by_role("gridcell", name="Purple").click()
    room.page.wait_for_function("() => document.querySelector('.announcer').textContent.includes('#9c36b5')")


def test_a_saved_color_that_is_tapped_is_read_out(gallery, open_tab):
    save(gallery, "Tomato", "Lagoon")
    room = Room(open_tab)
    room.tap("Lagoon")
    room.page.wait_for_function("() => document.querySelector('.announcer').textContent.includes('#008080')")
    room.shows("#008080")


def test_the_same_sentence_is_read_out_again_for_a_second_refusal(open_tab):
    room = Room(open_tab)
    room.enter("bleu")
    room.says("isn't a color")
    assert room.page.locator(".announcer").text_content() == ""
    room.hex.press("Enter")
    room.page.wait_for_function("() => document.querySelector('.announcer').textContent === document.querySelector('#remark').textContent")
    room.hex.press("Enter")
    room.page.wait_for_function("() => document.querySelector('.announcer').textContent.endsWith('\\u00a0')")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_long_word_that_was_refused_stays_in_its_column(open_tab, size):
    room = Room(open_tab, size)
    room.enter("w" * 300)
    room.says("isn't a color")
    assert room.page.evaluate(
        "() => { const picker = document.querySelector('.picker');"
        " return picker.scrollWidth <= picker.clientWidth && document.querySelector('#remark').getBoundingClientRect().right"
        " <= picker.getBoundingClientRect().right }")
    room.tab.shoot(f"palette-refused-{size}")


def test_nothing_to_paste_is_said_until_something_is_done(gallery, open_tab):
    save(gallery, "Tomato")
    room = Room(open_tab)
    room.names(["Tomato"])
    room.tap("Tomato")
    room.menu("Tomato")
    room.page.get_by_role("menuitem", name="Paste").click()
    error = room.page.get_by_text("There is nothing to paste")
    error.wait_for()
    room.page.keyboard.press("Control+d")
    room.names(["Tomato", "Tomato"])
    error.wait_for(state="detached")


@pytest.mark.parametrize("title", ["Undo", "Dismiss"])
def test_a_notice_leads_back_to_the_saved_colors_and_not_to_the_presets(gallery, open_tab, title):
    save(gallery, "Tomato", "Lagoon", "Moss")
    room = Room(open_tab)
    room.names(["Tomato", "Lagoon", "Moss"])
    room.tap("Lagoon")
    room.page.keyboard.press("Delete")
    room.names(["Tomato", "Moss"])
    room.page.locator(".banner").get_by_role("button", name=title).click()
    room.names(["Tomato", "Lagoon", "Moss"] if title == "Undo" else ["Tomato", "Moss"])
    assert room.page.evaluate("document.activeElement.querySelector('input')?.value") == "Moss"


def test_a_refusal_goes_when_the_old_color_is_typed_again(gallery, open_tab):
    room = Room(open_tab)
    before = room.hex.input_value()
    room.enter("no color")
    room.says("isn't a color")
    remark = room.page.locator("#remark")
    assert remark.is_visible()
    room.hex.fill(before)
    room.hex.press("Tab")
    room.page.wait_for_function("() => !document.querySelector('[name=hex]').matches('[aria-invalid=true]')")
    assert not remark.is_visible() or remark.inner_text() == ""


def test_numbers_and_sliders_go_from_left_to_right_on_any_page(gallery, open_tab):
    room = Room(open_tab)
    room.page.evaluate("document.documentElement.dir = 'rtl'")
    red = room.slider("Red")
    red.fill("0")
    box = red.bounding_box()
    # The left end of the track is black in red, and so is the slider there.
    room.page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] / 2)
    assert int(red.input_value()) > 240
    assert room.page.evaluate("[...document.querySelectorAll('.channel, .swatch')].every((it) => getComputedStyle(it).direction === 'ltr')")


def test_the_picker_of_a_phone_folds_to_a_bar_with_the_color(gallery, open_tab):
    save(gallery, *(f"Color {number}" for number in range(12)))
    room = Room(open_tab, "phone")
    room.names([f"Color {number}" for number in range(12)])
    room.enter("tomato")
    height = room.grid.bounding_box()["height"]
    shows = room.page.locator(".picked .fold")
    shows.tap()
    room.hex.wait_for(state="hidden")
    assert room.grid.bounding_box()["height"] > height + 200
    assert room.page.locator(".picked .name").text_content() == "Tomato"
    room.tab.shoot("palette-folded")
    assert violations(room.tab) == []
    shows.tap()
    room.hex.wait_for()
    assert room.grid.bounding_box()["height"] == height


def test_a_low_window_begins_with_a_folded_picker_that_makes_room_for_a_name(gallery, open_tab):
    save(gallery, *(f"Color {number}" for number in range(12)))
    room = Room(open_tab)
    room.hex.wait_for()
    room.page.set_viewport_size({"width": 360, "height": 300})
    room.hex.wait_for(state="hidden")
    room.page.set_viewport_size({"width": 360, "height": 700})
    room.hex.wait_for()
    room.page.set_viewport_size({"width": 360, "height": 300})
    room.hex.wait_for(state="hidden")
    list_top = room.grid.bounding_box()["y"]
    room.page.locator(".picked .fold").click()
    room.hex.wait_for()
    picker = room.page.locator(".picker").bounding_box()
    assert picker["y"] <= list_top and picker["y"] + picker["height"] > 290, "the picker has the window"
    # A window with a keyboard is low, too. The name that is edited stays in view.
    room.cell("Color 1").locator("input").evaluate("field => field.focus()")
    room.hex.wait_for(state="hidden")
    field = room.cell("Color 1").locator("input").bounding_box()
    assert list_top <= field["y"] and field["y"] + field["height"] <= 300


# Swiped by a finger


def swipe(room, name, by):
    """Swipes a color by so many points."""
    room.tab.settle()
    box = room.cell(name).bounding_box()
    at = (box["x"] + box["width"] / 2 - by / 2, box["y"] + 20)
    Finger(room.tab).pan(at, (at[0] + by, at[1]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_swipe_deletes_one_color_and_another_copies_it(gallery, open_tab, scheme):
    save(gallery, "one", "two", "three")
    room = Room(open_tab, "phone", color_scheme=scheme, permissions=["clipboard-read", "clipboard-write"])
    room.names(["one", "two", "three"])
    room.page.wait_for_selector("[data-collection=grid][data-swipes]")
    swipe(room, "two", -60)
    delete = room.page.locator(".swipe").get_by_text("Delete", exact=True)
    delete.wait_for()
    room.tab.shoot(f"palette-swipe-{scheme}")
    assert violations(room.tab) == []
    delete.tap()
    has(gallery, ["one", "three"])
    room.names(["one", "three"])
    room.button("Undo").last.tap()
    room.names(["one", "two", "three"])
    swipe(room, "three", 60)
    copy = room.page.locator(".swipe").get_by_text("Copy", exact=True)
    copy.wait_for()
    room.tab.shoot(f"palette-swipe-copy-{scheme}")
    copy.tap()
    room.tab.wait_for_copied("#4069e0")
    room.page.wait_for_selector(".swipe", state="detached")
    # While colors are being selected, a finger selects.
    room.menu("one")
    room.choose("Select")
    swipe(room, "two", -60)
    assert room.page.locator(".swipe > *").count() == 0
