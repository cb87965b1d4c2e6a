"""Photographs that are chosen at once: one step, one sentence, and a way to them wherever they were dropped."""

import pytest
from playwright.sync_api import expect

from gallery import eventually
from photo_gallery import Photos, file, picture
from pictures import png
from slow_line import SlowLine
from tab import Tab
from test_photos_room import NAMES, add, album, assert_equal, begin_selecting, cell, drag, drop, names, wait_for_end, wait_for_names  # noqa: F401

PROGRAM = Photos


def tiles(tab, count):
    tab.page.wait_for_function("count => document.querySelectorAll('.photos .tile').length === count", arg=count)


def notice(tab, text):
    banner = tab.page.locator(".banner", has_text=text)
    banner.wait_for()
    return banner


def new(count, first=20):
    return [file(f"new {number}.png", first + number) for number in range(count)]


def test_photos_that_are_chosen_at_once_are_taken_back_at_once(gallery, open_tab):
    tab = open_tab("desktop")
    add(tab, *new(12))
    banner = notice(tab, "12 photos added.")
    tiles(tab, 12)
    tab.page.locator("[title='Undo: Add 12 photos']").wait_for()
    wait_for_end(tab)
    banner.get_by_role("button", name="Undo").click()
    tiles(tab, 0)
    assert gallery.shown() == []
    tab.page.keyboard.press("Control+Shift+z")
    tiles(tab, 12)
    tab.page.wait_for_function(
        "() => [...document.querySelectorAll('.photos .tile img')].every(img => img.complete && img.naturalWidth > 0)")
    assert len(gallery.originals()) == 12
    # Another choice is a step of its own.
    add(tab, *new(2, first=60))
    notice(tab, "2 photos added.")
    tab.page.keyboard.press("Control+z")
    tiles(tab, 12)
    tab.page.keyboard.press("Control+z")
    tiles(tab, 0)


def test_photos_that_are_added_out_of_view_can_be_shown(gallery, open_tab):
    gallery.import_pictures([f"old {number:02}.png" for number in range(60)])
    tab = open_tab("desktop")
    tab.page.get_by_text("60 photos").wait_for()
    for count in (2, 1):
        tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
        tab.page.wait_for_timeout(300)
        before = set(gallery.shown())
        add(tab, *[file(f"later {count} {number}.png", 200 + 10 * count + number) for number in range(count)])
        banner = notice(tab, f"{count} photo{'s' if count > 1 else ''} added.")
        wait_for_end(tab)
        new_names = set(gallery.shown()) - before
        assert len(new_names) == count
        banner.get_by_role("button", name="Show").click()
        expect(tab.page.get_by_role("img", name=sorted(new_names)[0])).to_be_in_viewport()


def test_what_was_here_already_is_told_once(album, open_tab):
    tab = open_tab("desktop")
    add(tab, *new(3), file("copy.png", 1), file("other.png", 2))
    said = notice(tab, "3 photos added, 2 were already here").inner_text()
    assert "“copy.png”" in said.replace("\u2068", "").replace("\u2069", "") and "and" in said
    tiles(tab, 11)
    wait_for_end(tab)
    add(tab, *[file(f"again {number}.png", number) for number in range(5)])
    notice(tab, "All 5 photos are in Photos already").get_by_role("button", name="Show").wait_for()
    assert len(album.shown()) == 11


def test_one_photo_that_appears_is_not_announced_by_a_notice(album, open_tab):
    tab = open_tab("desktop")
    add(tab, *new(1))
    tiles(tab, 9)
    wait_for_end(tab)
    assert tab.page.locator(".banner", has_text="1 photo added").count() == 0


def test_of_a_choice_whose_last_file_is_cancelled_the_others_are_told(gallery, browser):
    context = browser.new_context(viewport={"width": 1632, "height": 900})
    with SlowLine(gallery.port, rate=400_000) as line:
        tab = Tab(context, line.url, gallery.path)
        add(tab, *new(2), file("large.png", body=png(60, 40, seed=90) + bytes(4_000_000)))
        tiles(tab, 2)
        tab.button("Cancel").click()
        notice(tab, "2 photos added.").get_by_role("button", name="Undo").click()
        tiles(tab, 0)
        wait_for_end(tab)
    tab.complaints.clear()
    context.close()


@pytest.mark.parametrize("count", [1, 3])
def test_what_is_dropped_on_the_trash_is_in_photos_and_can_be_shown(album, open_tab, count):
    tab = open_tab("desktop", path="/photos/trash")
    tab.page.get_by_text("The trash is empty.").wait_for()
    if count == 1:
        drop(tab, "dropped.png", picture(40))
    else:
        tab.page.evaluate(
            """files => {
                 const dataTransfer = new DataTransfer();
                 for (const [name, body] of files) dataTransfer.items.add(new File([new Uint8Array(body)], name, { type: 'image/png' }));
                 const at = document.querySelector('.collection');
                 for (const type of ['dragover', 'drop']) at.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
               }""",
            [[f"dropped {number}.png", list(picture(40 + number))] for number in range(count)])
    banner = notice(tab, f"{count} photo{'s' if count > 1 else ''} added to Photos.")
    assert len(album.shown()) == 8 + count and names(tab) == []
    banner.get_by_role("button", name="Show").click()
    tiles(tab, 8 + count)
    assert tab.page.get_by_role("heading", level=1).inner_text() == "Photos"


def test_what_a_search_does_not_find_is_said_and_shown(album, open_tab):
    tab = open_tab("desktop")
    tab.page.get_by_label("Search photos").fill("a.p")
    wait_for_names(tab, ["a.png"])
    add(tab, *new(2))
    banner = notice(tab, "2 photos added. This search does not find them.")
    assert names(tab) == ["a.png"]
    banner.get_by_role("button", name="Show").click()
    tiles(tab, 10)
    assert tab.page.get_by_label("Search photos").input_value() == ""
    # The same with a filter.
    tab.button("View options").click()
    tab.button("Favorites").click()
    tiles(tab, 0)
    tab.page.keyboard.press("Escape")
    add(tab, *new(1, first=70))
    notice(tab, "1 photo added. Among the favorites you do not see it.").get_by_role("button", name="Show").click()
    tiles(tab, 11)


def test_what_is_dropped_on_an_album_is_in_the_album(album, open_tab):
    album.sql("INSERT INTO album(id, name) VALUES (5, 'Trips')")
    tab = open_tab("desktop", path="/photos/album/5")
    # One of them is in Photos already.
    add(tab, file("first.png", 50), file("c.png", 2))
    notice(tab, "2 photos added to").get_by_role("button", name="Undo").click()
    tiles(tab, 0)
    assert album.shown() == NAMES
    tab.page.keyboard.press("Control+Shift+z")
    tiles(tab, 2)
    drop(tab, "again.png", picture(2))
    notice(tab, "is in this album already")
    assert album.rows("SELECT count(*) FROM albumPhoto") == [(2,)]


def test_what_is_dropped_in_select_mode_is_added_and_the_mode_goes_on(album, open_tab):
    tab = open_tab("desktop")
    begin_selecting(tab)
    cell(tab, "b.png").click()
    drop(tab, "dropped.png", picture(40))
    notice(tab, "1 photo added.")
    wait_for_names(tab, [*NAMES, "dropped.png"])
    assert tab.page.get_by_role("heading", level=1).inner_text() == "Select photos"
    assert tab.page.locator("[aria-selected=true]").count() == 1


def test_a_photo_that_is_moved_in_another_order_goes_back_with_a_word_and_the_order_stays(album, open_tab):
    tab = open_tab("desktop")
    tab.button("View options").click()
    tab.button("Name").click()
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_selector("[data-collection=grid][aria-keyshortcuts]")
    drag(tab, "a.png", "c.png")
    tab.page.get_by_text("Photos are ordered by name here, so nothing was moved.").wait_for()
    wait_for_names(tab, NAMES)
    assert tab.page.get_by_role("heading", level=1).inner_text() == "Photos", "a drag does not begin to select"
    assert album.shown() == NAMES
    # A new window begins in the same order; a filter is this window's own.
    album.sql("UPDATE photo SET position = -id")
    other = open_tab("phone")
    wait_for_names(other, NAMES)
    eventually(lambda: assert_equal(album.shown(), NAMES[::-1]))
    tab.complaints.clear()
