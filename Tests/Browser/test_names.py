"""Names for screen readers: the accessible names of fields, the focus when a palette is deleted, and renames by
others."""

import pytest

from test_palette import Room, save

FOCUS = """() => { const cell = document.activeElement?.closest('[data-section]');
  return cell === document.activeElement ? cell?.querySelector('input').value : document.activeElement?.ariaLabel }"""
ANNOUNCED = "() => document.querySelector('.announcer').textContent"


def has_focus(room, name):
    room.page.wait_for_function(f"name => ({FOCUS})() === name", arg=name)


@pytest.fixture
def kitchen(gallery, open_tab):
    """Three palettes, each with two colors."""
    gallery.sql(
        "UPDATE palette SET name = 'Kitchen', position = 1",
        "INSERT INTO palette(id, name, position) VALUES (2, 'Garden', 2), (3, 'Attic', 3)")
    save(gallery, "Tomato", "Lagoon", "Royal blue", "Lilac", "Wheat", "Moss")
    gallery.sql("UPDATE swatch SET palette = 1 + CAST(position AS INT) / 2")
    room = Room(open_tab)
    room.names(["Tomato", "Lagoon", "Royal blue", "Lilac", "Wheat", "Moss"])
    return room


def delete(room, name):
    header = room.page.locator(f"[data-section]:has(input[aria-label='Name of palette {name}'])")
    header.get_by_role("button", name="Delete palette").focus()
    room.page.keyboard.press("Enter")


def test_the_keyboard_goes_to_the_next_palette_or_else_the_one_before(kitchen):
    delete(kitchen, "Garden")
    kitchen.names(["Tomato", "Lagoon", "Wheat", "Moss"])
    has_focus(kitchen, "Attic")
    kitchen.tab.shoot("palette-header-focused")
    kitchen.page.keyboard.press("ArrowDown")
    kitchen.page.wait_for_function("() => document.activeElement.querySelector('input').value === 'Wheat'")
    delete(kitchen, "Attic")
    kitchen.names(["Tomato", "Lagoon"])
    has_focus(kitchen, "Kitchen")
    kitchen.page.keyboard.press("Tab")
    assert kitchen.page.evaluate("document.activeElement.closest('[data-section]') !== null")
    delete(kitchen, "Kitchen")
    kitchen.names([])
    kitchen.page.wait_for_function("() => document.activeElement !== document.body && document.activeElement.checkVisibility()")


def test_the_keys_of_a_menu_do_nothing_at_a_header(gallery, kitchen):
    kitchen.cell("Tomato").focus()
    kitchen.page.keyboard.press("Delete")
    kitchen.names(["Lagoon", "Royal blue", "Lilac", "Wheat", "Moss"])
    delete(kitchen, "Garden")
    kitchen.names(["Lagoon", "Wheat", "Moss"])
    has_focus(kitchen, "Attic")
    kitchen.page.keyboard.press("Delete")
    kitchen.page.keyboard.press("ArrowUp")
    kitchen.page.wait_for_function("() => document.activeElement.querySelector('input').value === 'Lagoon'")
    kitchen.names(["Lagoon", "Wheat", "Moss"])


def test_each_field_is_called_by_what_it_names(kitchen):
    for name in ["Tomato", "Lagoon", "Moss"]:
        assert kitchen.page.get_by_role("textbox", name=f"Name of {name}", exact=True).input_value() == name
    for name in ["Kitchen", "Garden", "Attic"]:
        assert kitchen.page.get_by_role("textbox", name=f"Name of palette {name}", exact=True).input_value() == name


def announced(room, sentence):
    room.page.wait_for_function(f"sentence => ({ANNOUNCED})() === sentence", arg=sentence)


def test_what_another_window_renames_in_view_is_read_out_in_one_sentence(gallery, kitchen):
    gallery.sql("UPDATE swatch SET name = 'Ketchup' WHERE name = 'Tomato'")
    announced(kitchen, "Name of Tomato is now “Ketchup”.")
    gallery.sql("UPDATE palette SET name = 'Cellar' WHERE name = 'Attic'")
    announced(kitchen, "Name of palette Attic is now “Cellar”.")
    gallery.sql("UPDATE swatch SET name = name || '!'")
    announced(kitchen, "Name of Ketchup is now “Ketchup!”. 5 more have changed.")


def test_an_own_rename_is_read_out_once_and_one_out_of_view_not_at_all(gallery, kitchen):
    said = "() => { window.said = []; new MutationObserver(() => said.push(document.querySelector('.announcer').textContent))" \
        ".observe(document.querySelector('.announcer'), { childList: true, characterData: true, subtree: true }) }"
    kitchen.page.evaluate(said)
    gallery.sql(*(
        f"INSERT INTO swatch(palette, name, position, red, green, blue) VALUES (3, 'more {place}', {100 + place}, 0, 0, 1)"
        for place in range(300)))
    kitchen.page.get_by_text("306 colors").wait_for()
    field = kitchen.cell("Tomato").get_by_role("textbox")
    field.fill("Ketchup")
    field.press("Enter")
    announced(kitchen, "Renamed to Ketchup")
    gallery.sql("UPDATE swatch SET name = 'far away' WHERE name = 'more 299'")
    # A later change is announced, so no earlier one is still on its way.
    gallery.sql("UPDATE swatch SET name = 'Pond' WHERE name = 'Lagoon'")
    announced(kitchen, "Name of Lagoon is now “Pond”.")
    assert kitchen.page.evaluate("said") == ["Renamed to Ketchup", "Name of Lagoon is now “Pond”."]


def type_name(room, old, new):
    field = room.page.get_by_role("textbox", name=f"Name of {old}", exact=True)
    field.fill(new)
    field.press("Enter")


def test_all_names_that_were_replaced_without_a_connection_are_told(gallery, kitchen):
    gallery.kill()
    kitchen.page.get_by_text("Reconnecting…").wait_for()
    type_name(kitchen, "Tomato", "Ketchup")
    type_name(kitchen, "Lagoon", "Pond")
    type_name(kitchen, "Moss", "Fern")
    gallery.sql("UPDATE swatch SET name = 'Paprika' WHERE name = 'Tomato'", "UPDATE swatch SET name = 'Sea' WHERE name = 'Lagoon'")
    gallery.start()
    kitchen.names(["Ketchup", "Pond", "Royal blue", "Lilac", "Wheat", "Fern"])
    notice = kitchen.page.locator(".banner.notice p")
    kitchen.page.wait_for_function("() => document.querySelector('.announcer').textContent.startsWith('Renamed to Fern')")
    said = notice.text_content()
    assert said.translate({0x2068: None, 0x2069: None}) == (
        "Someone renamed 2 of these meanwhile. Your names replaced theirs: “Ketchup” replaced “Paprika”, “Pond” replaced “Sea”.")
    for size, scheme in [((390, 844), "light"), ((390, 844), "dark"), ((1440, 900), "light"), ((1440, 900), "dark")]:
        kitchen.page.set_viewport_size({"width": size[0], "height": size[1]})
        kitchen.page.emulate_media(color_scheme=scheme)
        kitchen.tab.shoot(f"names-replaced-{size[0]}-{scheme}")


def test_what_was_renamed_while_the_connection_was_gone_is_read_out(gallery, kitchen):
    gallery.kill()
    kitchen.page.get_by_text("Reconnecting…").wait_for()
    gallery.sql("UPDATE swatch SET name = 'Ketchup' WHERE name = 'Tomato'")
    gallery.start()
    announced(kitchen, "Name of Tomato is now “Ketchup”.")


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_what_was_said_of_a_change_elsewhere_goes_when_the_person_has_answered(gallery, kitchen, key):
    field = kitchen.page.get_by_role("textbox", name="Name of Tomato", exact=True)
    field.press_sequentially("x")
    gallery.sql("UPDATE swatch SET name = 'Ketchup' WHERE name = 'Tomato'")
    notice = kitchen.page.get_by_text("was changed elsewhere to")
    notice.wait_for()
    kitchen.page.keyboard.press(key)
    notice.wait_for(state="detached")
