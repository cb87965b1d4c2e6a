"""Saved colors are sorted, folded, moved to other palettes; palettes are put in order: by finger, mouse and keys."""

import json

from gallery import eventually
from tab import MOVING
from test_accessibility import violations
from test_palette import Room, both, save
from test_selection import wait_for_selected

COLORS = {"Tomato": "1, 0.39, 0.28", "Lagoon": "0, 0.5, 0.5", "Night": "0.1, 0.1, 0.3", "Moss": "0.5, 0.6, 0.2"}
BY = {
    "By hand": ["Tomato", "Lagoon", "Night", "Moss"], "Hue": ["Tomato", "Moss", "Lagoon", "Night"],
    "Lightness": ["Night", "Lagoon", "Moss", "Tomato"], "Chroma": ["Tomato", "Moss", "Lagoon", "Night"],
    "Name": ["Lagoon", "Moss", "Night", "Tomato"], "Date": ["Moss", "Night", "Lagoon", "Tomato"],
}


def fill(gallery):
    gallery.sql(
        "UPDATE palette SET position = 1", "INSERT INTO palette(id, name, position) VALUES (2, 'Empty', 2)",
        *(f"INSERT INTO swatch(name, red, green, blue, position, createdAt) VALUES ('{name}', {color}, {place}, {place})"
          for place, (name, color) in enumerate(COLORS.items())))


def shows(room, names):
    """Waits for the names in the order on the screen. Moved tiles keep their places in the document."""
    room.page.wait_for_function(
        """names => { const rows = [...document.querySelectorAll('.tile:has(.saved)')]
             .sort((one, other) => one.ariaRowIndex - other.ariaRowIndex).map(row => row.querySelector('input').value);
             return rows.join() === names.join() }""", arg=names)


def arrange(room, title):
    panel = room.page.locator("#arrange")
    if not panel.is_visible():
        room.press(room.button("Arrange"))
    room.press(panel.get_by_role("button", name=title, exact=True))


def leave(room):
    room.page.keyboard.press("Escape")
    room.page.locator("#arrange").wait_for(state="hidden")


@both
def test_each_order_is_chosen_and_outlives_a_reload(gallery, open_tab, size):
    fill(gallery)
    room, other = Room(open_tab, size), Room(open_tab)
    shows(room, BY["By hand"])
    for title in [*list(BY)[1:], "By hand", "Hue"]:
        arrange(room, title)
        shows(room, BY[title])
        room.page.wait_for_function(
            "title => document.querySelector('.segments [aria-pressed=true]').textContent === title", arg=title)
    room.page.wait_for_function("() => document.querySelector('.announcer').textContent.startsWith('Sorted by hue.')")
    room.tab.shoot(f"palette-arrange-{size}")
    leave(room)
    shows(other, BY["By hand"])
    room.page.reload()
    shows(room, BY["Hue"])


def test_by_name_what_another_program_saves_stands_where_people_look_for_it(gallery, open_tab):
    fill(gallery)
    room = Room(open_tab)
    arrange(room, "Name")
    shows(room, BY["Name"])
    gallery.sql("INSERT INTO swatch(name) VALUES ('No 10'), ('No 9'), ('a\u0308rger'), ('Äpfel')")
    shows(room, ["Äpfel", "a\u0308rger", "Lagoon", "Moss", "Night", "No 9", "No 10", "Tomato"])


def updates(room):
    """The messages by which the list became another; the window may have gone on meanwhile."""
    messages = [message for way, text in room.tab.frames if way == "in" for message in json.loads(text)]
    return [
        message for message in messages if message[:2] == ["reload", "grid"]
        or message[:2] == ["splice", "grid"] and len(message) > 5 and message[5] is not None]


def test_a_change_of_sort_is_one_update_in_which_every_color_glides(gallery, open_tab):
    names = [f"{place * 37 % 50:02}" for place in range(50)]
    gallery.sql(*(
        ("INSERT INTO swatch(name, red, green, blue, position) VALUES (?, ?, 0.5, 0.4, ?)", name, place / 50, place)
        for place, name in enumerate(names)))
    room = Room(open_tab)
    room.tab.page.emulate_media(**MOVING)
    room.cell(names[0]).wait_for()
    room.tab.settle()
    room.press(room.button("Arrange"))
    room.page.evaluate(
        """() => { window.glided = []; const { animate } = Element.prototype;
             Element.prototype.animate = function (frames, timing) {
               const animation = animate.call(this, frames, timing);
               const name = this.matches('.tile, .leaving') && this.querySelector('.saved input')?.value;
               if (name && frames.transform) glided.push([name, document.timeline.currentTime, animation.playState]);
               return animation } }""")
    seen = """() => { const grid = document.querySelector('[data-collection=grid]').getBoundingClientRect();
      return [...document.querySelectorAll('.tile:has(.saved)')].map((row) => [row.querySelector('input').value, row.getBoundingClientRect()])
        .filter(([, { top, bottom }]) => bottom > grid.top && top < grid.bottom).map(([name, { x, y }]) => [name, x, y]) }"""
    before, known = {name: place for name, *place in room.page.evaluate(seen)}, len(updates(room))
    arrange(room, "Name")
    room.page.wait_for_function("() => glided.length")
    room.tab.settle()
    glided = room.page.evaluate("glided")
    assert len(updates(room)) == known + 1
    assert len({time for _, time, _ in glided}) == 1, "all at once"
    assert {state for _, _, state in glided} == {"running"}
    moved = {name for name, *place in room.page.evaluate(seen) if before.get(name) != place}
    assert len(moved) > 10 and moved <= {name for name, _, _ in glided}


def test_in_another_order_a_drag_says_why_it_moves_nothing_and_leads_into_an_empty_palette(gallery, open_tab):
    fill(gallery)
    room = Room(open_tab)
    arrange(room, "Name")
    shows(room, BY["Name"])
    leave(room)
    room.cell("Lagoon").focus()
    room.page.keyboard.press("Alt+ArrowRight")
    room.page.get_by_text("Colors can't be reordered while they are sorted by name.").wait_for()
    shows(room, BY["Name"])
    room.tab.settle()
    box, target = room.cell("Night").bounding_box(), room.page.locator(".header").last.bounding_box()
    room.page.mouse.move(box["x"] + box["width"] - 12, box["y"] + 14)
    room.page.mouse.down()
    room.page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 40, steps=4)
    room.page.mouse.move(target["x"] + 60, target["y"] + target["height"] + 20, steps=8)
    backdrop = room.page.locator(".lifted").evaluate("copy => getComputedStyle(copy, '::backdrop').backgroundColor")
    assert backdrop == "rgba(0, 0, 0, 0)", "the page is not dimmed"
    room.page.mouse.up()
    eventually(lambda: has_palette(gallery, "Night", 2))
    shows(room, ["Lagoon", "Moss", "Tomato", "Night"])


def has_palette(gallery, name, palette):
    assert gallery.rows(f"SELECT palette FROM swatch WHERE name = '{name}'") == [(palette,)]


@both
def test_a_palette_is_folded_counts_what_comes_and_an_empty_one_is_named_filled_and_removed(gallery, open_tab, size):
    fill(gallery)
    room = Room(open_tab, size)
    shows(room, BY["By hand"])
    headers = room.page.locator(".header")
    fold = room.page.get_by_role("button", name="Show colors of palette").first
    room.press(fold)
    shows(room, [])
    assert fold.get_attribute("aria-expanded") == "false"
    room.page.get_by_text("All palettes with colors are folded.").wait_for()
    save(gallery, "New")
    room.page.wait_for_function("() => document.querySelector('.header .count').textContent === '5'")
    room.page.wait_for_function("() => document.querySelector('.status').textContent === '5 colors'")
    room.tab.shoot(f"palette-folded-{size}")
    room.page.reload()
    room.page.wait_for_function("() => document.querySelector('.header .fold').ariaExpanded === 'false'")
    shows(room, [])
    name = headers.last.locator("input")
    name.fill("Sea")
    name.press("Enter")
    eventually(lambda: has_names(gallery, "My colors", "Sea"))
    room.press(headers.last.get_by_role("button", name="Save here"))
    room.page.wait_for_function(
        "() => [...document.querySelectorAll('.header [aria-pressed]')].at(-1).ariaPressed === 'true'")
    room.press(room.button("Save color"))
    shows(room, ["Royal blue"])
    room.press(headers.last.get_by_role("button", name="Delete palette"))
    shows(room, [])
    room.press(room.page.locator(".banner").get_by_role("button", name="Undo"))
    shows(room, ["Royal blue"])
    arrange(room, "Unfold all")
    room.page.wait_for_function("() => document.querySelectorAll('.tile .saved').length === 6")


def has_names(gallery, *names):
    assert [name for name, in gallery.rows("SELECT name FROM palette ORDER BY position")] == list(names)


def overlap(one, other):
    across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
    return across and one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]


@both
def test_a_selection_has_a_toolbar(gallery, open_tab, size):
    fill(gallery)
    room = Room(open_tab, size, permissions=["clipboard-read", "clipboard-write"])
    shows(room, BY["By hand"])
    toolbar = room.page.get_by_role("group", name="Selected colors")
    assert not toolbar.is_visible()
    room.tap("Lagoon")
    toolbar.wait_for()
    room.menu("Lagoon")
    room.choose("Select")
    room.tap("Night")
    room.page.get_by_text("2 of 4 colors selected").wait_for()
    room.tab.shoot(f"palette-toolbar-{size}")
    assert violations(room.tab) == []
    boxes = [button.bounding_box() for button in toolbar.get_by_role("button").all()]
    assert len(boxes) == 6 and all(box["height"] >= 44 and box["width"] >= 44 for box in boxes)
    if size == "phone":
        tabs = room.page.get_by_role("navigation").bounding_box()
        assert all(box["y"] + box["height"] <= tabs["y"] + 1 and box["y"] > 600 for box in boxes)
        grid = room.grid.bounding_box()
        assert grid["y"] + grid["height"] <= boxes[0]["y"] + 1, "nothing lies below the toolbar"
    room.press(toolbar.get_by_role("button", name="Copy"))
    room.tab.wait_for_copied("#008080\n#1a1a4d")
    said = room.page.locator(".banner.notice").bounding_box()
    assert not any(overlap(said, box) for box in boxes), "a sentence covers the toolbar"
    room.press(toolbar.get_by_role("button", name="Duplicate"))
    shows(room, ["Tomato", "Lagoon", "Lagoon", "Night", "Night", "Moss"])
    room.press(toolbar.get_by_role("button", name="Move to…"))
    sheet = room.page.get_by_role("dialog").filter(has=room.page.get_by_role("heading", name="Move 2 colors"))
    sheet.get_by_role("grid", name="Palettes").get_by_text("Empty").wait_for()
    room.tab.shoot(f"palette-move-{size}")
    room.press(sheet.get_by_role("grid", name="Palettes").get_by_text("Empty"))
    shows(room, ["Tomato", "Lagoon", "Night", "Moss", "Lagoon", "Night"])
    room.page.get_by_text("2 colors moved to").wait_for()
    room.press(toolbar.get_by_role("button", name="Delete"))
    shows(room, ["Tomato", "Lagoon", "Night", "Moss"])
    toolbar.wait_for(state="hidden")
    room.tap("Moss")
    room.press(toolbar.get_by_role("button", name="Select all"))
    room.page.get_by_text("4 of 4 colors selected").wait_for()
    room.tap("Night")
    room.page.get_by_text("3 of 4 colors selected").wait_for()
    room.press(toolbar.get_by_role("button", name="Done"))
    wait_for_selected(room.tab, [])
    toolbar.wait_for(state="hidden")


@both
def test_palettes_are_reordered_in_a_sheet_by_keys_and_made_there(gallery, open_tab, size):
    fill(gallery)
    room, other = Room(open_tab, size), Room(open_tab)
    arrange(room, "Reorder…")
    sheet = room.page.get_by_role("dialog").filter(has=room.page.get_by_role("heading", name="Palettes"))
    row = sheet.get_by_role("gridcell").filter(has_text="Empty")
    row.wait_for()
    room.tab.shoot(f"palette-order-{size}")
    assert violations(room.tab) == []
    row.focus()
    room.page.keyboard.press("Alt+ArrowUp")
    eventually(lambda: has_names(gallery, "Empty", "My colors"))
    other.page.wait_for_function(
        "() => [...document.querySelectorAll('.header input')].map(one => one.value).join() === 'Empty,My colors'")
    # The same form would not be sent again before the answer.
    room.press(sheet.get_by_role("button", name="Add"))
    sheet.get_by_role("textbox").fill("Terns")
    room.press(sheet.get_by_role("button", name="Add"))
    eventually(lambda: has_names(gallery, "Terns", "New palette", "Empty", "My colors"))
    room.press(sheet.get_by_role("button", name="Done"))
    room.page.wait_for_function("() => document.querySelectorAll('.header').length === 4")


def test_names_that_repeat_are_told_apart_and_the_menu_pastes_what_another_program_copied(gallery, open_tab):
    room = Room(open_tab, permissions=["clipboard-read", "clipboard-write"])
    room.button("Save color").click()
    room.names(["Royal blue"])
    room.button("Save color").click()
    room.names(["Royal blue 2", "Royal blue"])
    room.page.evaluate("navigator.clipboard.writeText('rebeccapurple')")
    room.menu("Royal blue 2")
    room.choose("Paste")
    room.names(["Royal blue 2", "Rebecca purple", "Royal blue"])


def test_a_color_dragged_with_alt_is_its_text_elsewhere(gallery, open_tab):
    fill(gallery)
    room = Room(open_tab)
    shows(room, BY["By hand"])
    assert room.page.locator(".saved .hex").first.get_attribute("title") == "Drag with Alt into another app"
    text = room.page.evaluate(
        """() => { const cell = document.querySelector('.saved'), row = cell.parentElement;
             const {x, y} = cell.getBoundingClientRect(), at = {clientX: x + 100, clientY: y + 14, bubbles: true};
             cell.dispatchEvent(new PointerEvent('pointerdown', {...at, altKey: true, pointerType: 'mouse', button: 0, buttons: 1}));
             const dataTransfer = new DataTransfer();
             cell.dispatchEvent(new DragEvent('dragstart', {...at, altKey: true, dataTransfer, cancelable: true}));
             window.dispatchEvent(new PointerEvent('pointerup', at));
             return dataTransfer.getData('text/plain') }""")
    assert text == "#ff6347"
