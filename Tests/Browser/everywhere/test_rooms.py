"""The basics of every room, in each browser: paint, follow, select, edit, undo, reconnect."""

import pytest
from gallery import Gallery, eventually

PROGRAM = Gallery


def fill(gallery, count):
    gallery.sql(*["INSERT INTO color (red, green, blue) VALUES (0.2, 0.4, 0.6)"] * count)
    return gallery.ids()


def save(gallery, *names):
    for place, name in enumerate(names):
        gallery.sql(
            ("INSERT INTO swatch (palette, position, name, red, green, blue)"
             " VALUES ((SELECT min(id) FROM palette), ?, ?, 1, 0.4, 0.3)", place, name))


def names(gallery):
    return [name for name, in gallery.rows("SELECT name FROM swatch ORDER BY position")]


def has_names(gallery, *expected):
    def check():
        assert names(gallery) == list(expected)

    eventually(check)


@pytest.mark.each_engine
def test_a_page_shows_what_there_is_and_follows_what_others_do(gallery, window):
    ids = fill(gallery, 5)
    window.open(f"{gallery.url}/colors")
    window.wait_for_tiles(ids)
    ids = fill(gallery, 2)
    window.wait_for_tiles(ids)
    gallery.sql(("DELETE FROM color WHERE id = ?", int(ids[0])))
    window.wait_for_tiles(ids[1:])
    window.shoot("colors")


def test_one_a_range_and_all_are_selected(gallery, window):
    ids = fill(gallery, 8)
    window.open(f"{gallery.url}/colors")
    window.wait_for_tiles(ids)
    window.click_item(ids[1])
    window.wait_for_selected([ids[1]])
    window.click_item(ids[4], modifiers=["Shift"])
    window.wait_for_selected(ids[1:5])
    window.click_item(ids[2])
    window.press("Control+a")
    window.wait_for_selected(ids)
    window.press("Escape")
    window.wait_for_selected([])


def test_the_keys_lead_from_tile_to_tile(gallery, window):
    ids = fill(gallery, 30)
    window.open(f"{gallery.url}/colors")
    window.wait_for_tiles(ids)
    window.click_item(ids[0])
    window.wait_for_focus(ids[0])
    window.press("ArrowRight")
    window.wait_for_focus(ids[1])
    window.press("Control+End")
    window.wait_for_focus(ids[-1])
    window.press("Control+Home")
    window.wait_for_focus(ids[0])
    window.press("Shift+ArrowRight")
    window.wait_for_focus(ids[1])


@pytest.mark.each_engine
def test_a_name_is_typed_in_its_cell_which_is_as_wide_as_the_name(gallery, window):
    save(gallery, "Tomato", "A rather long name")
    window.open(f"{gallery.url}/palette")
    window.wait("document.querySelectorAll('.saved').length === 2")
    short, long = window.script(
        "return [...document.querySelectorAll('.saved input')].map((input) => input.getBoundingClientRect().width)")
    assert short < 110, "a field is no wider than its text needs"
    assert long > short
    assert window.script("return [...document.querySelectorAll('.saved input')].map((input) => input.ariaLabel)") == [
        "Name of Tomato", "Name of A rather long name"]
    heading, count = window.script(
        "return ['.header input', '.header .count'].map((part) => document.querySelector(part).getBoundingClientRect().x)")
    assert count - heading < 180, "the count stands beside the name"
    window.click(".saved input")
    window.press("Control+a")
    window.type("Ketchup")
    window.press("Enter")
    has_names(gallery, "Ketchup", "A rather long name")
    window.wait("document.querySelector('.announcer').textContent === 'Renamed to Ketchup'")
    window.wait("document.querySelector('.saved input').ariaLabel === 'Name of Ketchup'")
    window.shoot("palette")


def test_the_picker_takes_what_is_dragged_and_typed_and_says_what_it_is(gallery, window):
    window.open(f"{gallery.url}/palette")
    x, y, width, height = window.box(".channel input[type=range]")
    y = round(y + height / 2)
    before = window.value(".channel input[type=range]")
    window.drag([(round(x + width * part), y) for part in (0.5, 0.55, 0.6, 0.9)])
    window.wait("document.querySelector('.channel input[type=range]').value !== values[0]", before)
    window.click("[name=hex]")
    window.press("Control+a")
    window.type("tomato")
    window.press("Enter")
    window.wait("document.querySelector('[name=hex]').value === '#ff6347'")
    window.wait("document.querySelector('.announcer').textContent.includes('Tomato, #ff6347')")
    window.click("[data-action='picker/lighter']")
    window.wait("!document.querySelector('.announcer').textContent.includes('#ff6347')")
    window.click("[name=hex]")
    window.press("Control+a")
    window.type("bleu")
    window.press("Enter")
    window.wait("document.querySelector('.remark').textContent.includes('isn\\'t a color')")


def test_the_presets_begin_at_the_chosen_one(gallery, window):
    window.open(f"{gallery.url}/palette")
    window.wait("document.querySelector('.preset[tabindex=\"0\"]')?.ariaSelected === 'true'")


def test_a_killed_server_is_waited_for_and_what_was_there_is_again(gallery, window):
    ids = fill(gallery, 6)
    window.open(f"{gallery.url}/colors")
    window.wait_for_tiles(ids)
    window.click_item(ids[2])
    window.wait_for_selected([ids[2]])
    gallery.kill()
    window.wait_for_sentence("Reconnecting")
    gallery.start()
    ids = fill(gallery, 1)
    window.wait_for_tiles(ids)
    window.wait_for_selected([ids[2]])
    window.wait("!document.querySelector('.banner.connection')")


@pytest.mark.each_engine
def test_a_reload_back_and_forward_return_to_what_was_left(gallery, window):
    ids = fill(gallery, 400)
    window.open(f"{gallery.url}/colors")
    window.click_item(ids[1])
    window.wait_for_selected([ids[1]])
    window.script("document.querySelector('[role=grid]').scrollTop = 900")
    window.wait("Math.abs(document.querySelector('[role=grid]').scrollTop - 900) < 2")
    for leave in (window.reload, lambda: (window.go(f"{gallery.url}/palette"), window.wait_for_scene(), window.back())):
        leave()
        window.wait_for_scene()
        window.wait("Math.abs(document.querySelector('[role=grid]').scrollTop - 900) < 2")
    window.forward()
    window.wait("location.pathname === '/palette'")


def test_the_same_address_entered_again_keeps_the_selection_and_what_can_be_undone(gallery, window):
    ids = fill(gallery, 6)
    window.open(f"{gallery.url}/colors")
    window.click_item(ids[2])
    window.wait_for_selected([ids[2]])
    window.click("[data-action=add]")
    window.wait("document.querySelectorAll('.tile').length === 7")
    window.go(f"{gallery.url}/colors")
    window.wait_for_scene()
    window.wait_for_selected([ids[2]])
    window.wait("document.querySelector('[data-action$=undo]:enabled')")
    window.click("[data-action$=undo]")
    window.wait_for_tiles(ids)


def test_a_link_to_the_same_room_in_a_new_tab_takes_nothing_from_this_one(gallery, window):
    ids = fill(gallery, 6)
    window.open(f"{gallery.url}/colors")
    window.click("[data-action=add]")
    window.wait("document.querySelectorAll('.tile').length === 7")
    window.reload()
    window.wait_for_scene()
    with window.another(lambda: window.follow(f"{gallery.url}/colors")):
        window.wait_for_scene()
        window.wait("document.querySelectorAll('.tile').length === 7")
        assert window.script("return document.querySelector('[data-action$=undo]').disabled")
    window.wait("document.querySelector('[data-action$=undo]:enabled')")
    window.click("[data-action$=undo]")
    window.wait_for_tiles(ids)
