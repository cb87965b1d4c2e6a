"""The Photos room: import, select mode, order, albums, trash, sharing, and the page of one photograph."""

import io
import pathlib
import re
import zipfile

import pytest
from playwright.sync_api import expect

from gallery import draws, eventually
from photo_gallery import Photos, file, picture, shared, thumbnail
from pictures import gif, png
from slow_line import SlowLine
from tab import MOVING, Relay, Tab
from test_accessibility import violations
from test_selection import Finger, wait_for_selected

PROGRAM = Photos
NAMES = [f"{letter}.png" for letter in "abcdefgh"]


@pytest.fixture
def album(gallery):
    """The gallery with eight photographs."""
    gallery.ids_of = gallery.import_pictures(NAMES)
    return gallery


def names(tab):
    return tab.page.eval_on_selector_all(
        ".photos .tile", "rows => rows.toSorted((one, other) => one.ariaRowIndex - other.ariaRowIndex).map(row => row.querySelector('img')?.alt)")


def wait_for_names(tab, expected):
    tab.page.wait_for_function(
        """expected => JSON.stringify([...document.querySelectorAll('.photos .tile')]
             .sort((one, other) => one.ariaRowIndex - other.ariaRowIndex).map(row => row.querySelector('img')?.alt)) === JSON.stringify(expected)""",
        arg=list(expected))


def cell(tab, name):
    return tab.page.locator(f'.photo:has(img[alt="{name}"])')


def add(tab, *files, label="Add photos"):
    tab.page.get_by_label(label, exact=True).set_input_files(list(files))


def heading(tab):
    return tab.page.get_by_role("heading", level=1).inner_text()


def is_off(tab, *buttons):
    for name in buttons:
        assert tab.button(name).is_disabled(), name


def begin_selecting(tab, *names):
    tab.button("Select").click()
    tab.page.get_by_role("heading", name="Select photos", exact=True).wait_for()
    for name in names:
        cell(tab, name).click()


def wait_for_end(tab):
    tab.page.wait_for_selector(".banner.upload", state="detached")


def pictures_are_there(tab):
    """Waits until each visible picture has been loaded."""
    tab.page.wait_for_function(
        """() => { const all = [...document.querySelectorAll('.photos .tile img')];
             return all.length > 0 && all.every(img => img.complete && img.naturalWidth > 0) }""")


# P1: import


def test_photos_that_are_chosen_come_last_with_their_pictures(gallery, open_tab):
    tab, other = open_tab("desktop"), open_tab("phone")
    tab.page.get_by_text("No photos yet.").wait_for()
    is_off(tab, "Select", "Share", "Delete")
    add(tab, file("first.png", 0), file("second.png", 1))
    for each in (tab, other):
        each.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 2")
        pictures_are_there(each)
    wait_for_end(tab)
    assert sorted(gallery.shown()) == ["first.png", "second.png"] and tab.button("Select").is_enabled()
    add(other, file("third.png", 2))
    wait_for_names(tab, [*gallery.shown()[:2], "third.png"])
    assert gallery.shown()[-1] == "third.png"
    # A tile shows its color before its picture has arrived.
    color, = gallery.rows("SELECT color FROM photo WHERE name = 'third.png'")[0]
    shown = cell(tab, "third.png").evaluate("cell => getComputedStyle(cell).getPropertyValue('--color')")
    assert shown == color
    gallery.restart()
    tab.open_anew()
    wait_for_names(tab, gallery.shown())
    tab.complaints.clear()


def test_pictures_that_could_not_be_had_come_with_the_connection(album, open_tab):
    tab = open_tab("desktop", path="/colors")
    tab.page.route("**/thumbnail/**", lambda route: route.abort("connectionrefused"))
    tab.page.get_by_role("link", name="Photos").click()
    wait_for_names(tab, NAMES)
    broken = "() => [...document.querySelectorAll('.photos .tile img')].every(img => img.complete && !img.naturalWidth)"
    tab.page.wait_for_function(broken)
    tab.page.unroute("**/thumbnail/**")
    tab.change_servers(album)
    pictures_are_there(tab)


def test_a_photo_taken_on_a_phone_is_added(gallery, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    camera = tab.page.get_by_label("Take photo", exact=True)
    assert camera.get_attribute("capture") == "environment" and camera.is_enabled()
    assert tab.page.locator(".take").is_visible()
    add(tab, file("taken.png"), label="Take photo")
    wait_for_names(tab, ["taken.png"])
    assert not open_tab("desktop").page.locator(".take").is_visible()


def test_dropped_and_pasted_pictures_are_added_and_anything_else_is_refused(gallery, open_tab):
    tab = open_tab("desktop")
    drop(tab, "dropped.png", picture(3))
    wait_for_names(tab, ["dropped.png"])
    tab.page.evaluate(
        """bytes => { const clipboardData = new DataTransfer();
             clipboardData.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
             document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })) }""",
        list(picture(4)))
    wait_for_names(tab, ["dropped.png", "pasted.png"])
    wait_for_end(tab)
    # P5: a text, and a file that is no picture.
    drop(tab, None, b"")
    tab.page.get_by_text("is not a picture, so it was not added").wait_for()
    drop(tab, "notes.txt", b"some words", "text/plain")
    tab.page.get_by_text("“notes.txt” was not sent.").wait_for()
    tab.page.get_by_text("Files of this kind are not taken here.").wait_for()
    tab.button("Dismiss").last.click()
    drop(tab, "half.png", picture(6)[:60])
    tab.page.locator(".banner.upload").get_by_text("was not added").wait_for()
    assert "was not sent" not in tab.page.locator(".banner.upload").inner_text()
    tab.button("Dismiss").last.click()
    # Of several files each has its reason. One of a kind that is not taken is not offered again.
    add(tab, file("half.png", body=picture(6)[:60]), {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"words"})
    lines = tab.page.get_by_role("list", name="Files").get_by_role("listitem")
    lines.filter(has_text="half.png").filter(has_text="was not added").wait_for()
    lines.filter(has_text="“notes.txt” was not sent. Files of this kind are not taken here.").wait_for()
    assert tab.button("Try again").is_visible()
    tab.shoot("photos-refused", is_moving=False)
    lines.filter(has_text="half.png").get_by_role("button").click()
    tab.button("Try again").wait_for(state="hidden")
    tab.button("Dismiss").last.click()
    assert gallery.shown() == ["dropped.png", "pasted.png"] and names(tab) == gallery.shown()
    assert len(gallery.originals()) == 2
    tab.complaints.clear()  # A refusal is an answer of 415, which the browser says.


def drop(tab, name, body, kind="image/png"):
    """Dispatches a browser's events for a drop on the grid; of a text if there is no name."""
    tab.page.evaluate(
        """([name, body, kind]) => {
             const dataTransfer = new DataTransfer();
             if (name) dataTransfer.items.add(new File([new Uint8Array(body)], name, { type: kind }));
             else dataTransfer.setData('text/plain', 'words');
             const at = document.querySelector('.collection');
             for (const type of ['dragover', 'drop']) at.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
           }""", [name, list(body), kind])


def test_several_files_show_how_far_each_is_and_those_that_failed_are_tried_again(gallery, browser):
    context = browser.new_context(viewport={"width": 1632, "height": 900})
    large = [file(f"large {number}.png", body=png(60, 40, seed=number) + bytes(900_000)) for number in range(3)]
    with SlowLine(gallery.port, rate=700_000) as line:
        tab = Tab(context, line.url, gallery.path)
        tab.page.evaluate("() => { window.isSame = true }")
        add(tab, *large)
        lines = tab.page.get_by_role("list", name="Files").get_by_role("listitem")
        lines.nth(2).wait_for()
        assert [each.locator("span").inner_text() for each in lines.all()] == [each["name"] for each in large]
        tab.page.wait_for_function(
            "() => [...document.querySelectorAll('li progress')].some(({ value, max }) => 0 < value && value < max)")
        tab.shoot("photos-uploading", is_moving=False)
        tab.button("Cancel large 1.png").click()
        tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 2")
        wait_for_end(tab)
    assert sorted(gallery.shown()) == ["large 0.png", "large 2.png"]
    tab.complaints.clear()
    context.close()


def test_a_file_that_failed_can_be_tried_again(gallery, open_tab):
    tab = open_tab("desktop")
    gallery.sql("CREATE TRIGGER full BEFORE INSERT ON photo BEGIN SELECT RAISE(ABORT, 'no room'); END")
    add(tab, file("one.png", 0), file("two.png", 1))
    tab.page.get_by_text("2 files were not sent.").wait_for()
    assert names(tab) == []
    gallery.sql("DROP TRIGGER full")
    tab.button("Try again").click()
    tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 2")
    wait_for_end(tab)


# The stored files in the browser for a later page: their number, and the reasons of refusals.
FILES = """() => new Promise(resolve => {
    const request = indexedDB.open('aviary-photos');
    request.onsuccess = () => { const all = request.result.transaction('files').objectStore('files').getAll();
      all.onsuccess = () => resolve(all.result.filter(({ file }) => file)%s) } })"""
KEPT = FILES % ".length"
REFUSED = FILES % ".map(({ sentence }) => sentence).filter(Boolean)"


def test_files_on_their_way_outlive_a_reload(gallery, browser):
    context = browser.new_context(viewport={"width": 1632, "height": 900})
    sent = [file(f"{number}.png", body=png(60, 40, seed=number) + bytes(700_000)) for number in range(6)]
    with SlowLine(gallery.port, rate=700_000) as line:
        tab = Tab(context, line.url, gallery.path)
        add(tab, *sent)
        tab.page.wait_for_function("() => [...document.querySelectorAll('li progress')].some(({ value }) => value > 50_000)")
        eventually(lambda: assert_equal(tab.page.evaluate(KEPT), 6 - len(gallery.shown())))
        tab.page.reload()
        tab._wait_for_scene()
        tab.page.get_by_role("list", name="Files").wait_for()
        tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 6", timeout=60_000)
        wait_for_end(tab)
        eventually(lambda: assert_equal(tab.page.evaluate(KEPT), 0))
    assert sorted(gallery.shown()) == [each["name"] for each in sent]
    assert len(gallery.originals()) == 6
    context.close()


def assert_equal(one, other):
    assert one == other


def test_files_that_the_browser_had_no_room_for_are_named_after_a_reload(gallery, browser):
    context = browser.new_context(viewport={"width": 1632, "height": 900})
    with SlowLine(gallery.port, rate=400_000) as line:
        tab = Tab(context, line.url, gallery.path)
        # As a browser that is full answers.
        tab.page.evaluate(
            """() => { const add = IDBObjectStore.prototype.add;
                 IDBObjectStore.prototype.add = function (record) {
                   if (record.file) throw new DOMException('full', 'QuotaExceededError');
                   return add.call(this, record);
                 } }""")
        tab.page.on("dialog", lambda dialog: dialog.accept())
        add(tab, file("large.png", body=png() + bytes(2_000_000)))
        tab.page.wait_for_function("() => document.querySelector('progress')?.value > 50_000")
        tab.page.reload()
        tab._wait_for_scene()
        tab.page.get_by_text("large.png").wait_for()
        assert "Choose" in tab.page.locator(".banner.error").inner_text()
    context.close()


def test_files_that_a_person_leaves_behind_are_told_of_elsewhere_and_sent_when_they_come_back(gallery, browser):
    context = browser.new_context(viewport={"width": 1632, "height": 900})
    sent = [file(f"{number}.png", body=png(60, 40, seed=number) + bytes(700_000)) for number in range(4)]
    waiting = "Files are still waiting to be sent."
    with SlowLine(gallery.port, rate=500_000) as line:
        tab = Tab(context, line.url, gallery.path)
        asked = []
        tab.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        add(tab, *sent)
        tab.page.wait_for_function("() => [...document.querySelectorAll('li progress')].some(({ value }) => value > 50_000)")
        eventually(lambda: assert_equal(tab.page.evaluate(KEPT), 4 - len(gallery.shown())))
        rooms = tab.page.get_by_role("navigation", name="Rooms")
        rooms.get_by_role("link", name="Colors").click()
        tab.page.wait_for_url("**/colors")
        tab.page.get_by_text(waiting).wait_for()
        tab.shoot("photos-unsent")
        # In another tab, too.
        other = Tab(context, line.url, "/palette")
        other.page.get_by_text(waiting).wait_for()
        tab.button("Go on sending").click()
        tab.page.wait_for_url("**/photos")
        tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 4", timeout=60_000)
        wait_for_end(tab)
        wait_for_end(other)
        rooms.get_by_role("link", name="Colors").click()
        tab._wait_for_scene()
        assert not tab.page.get_by_text(waiting).is_visible() and asked == []
    assert sorted(gallery.shown()) == [each["name"] for each in sent]
    context.close()


def test_that_files_are_waiting_can_be_dismissed_and_loses_none(gallery, browser):
    context = browser.new_context(viewport={"width": 390, "height": 896})
    with SlowLine(gallery.port, rate=300_000) as line:
        tab = Tab(context, line.url, gallery.path)
        add(tab, file("large.png", body=png() + bytes(900_000)))
        tab.page.wait_for_function("() => document.querySelector('progress')?.value > 50_000")
        eventually(lambda: assert_equal(tab.page.evaluate(KEPT), 1))
        tab.page.goto(f"{line.url}/palette")
        tab.page.get_by_text("Files are still waiting to be sent.").wait_for()
        tab.shoot("photos-unsent-phone")
        assert violations(tab) == []
        tab.button("Dismiss").click()
        wait_for_end(tab)
        tab.page.reload()
        tab._wait_for_scene()
        assert tab.page.locator(".banner.upload").count() == 0
        tab.page.goto(f"{line.url}/photos")
        wait_for_names(tab, ["large.png"])
    context.close()


def test_a_file_that_was_refused_is_not_sent_again_until_the_person_says_so(gallery, open_tab):
    tab = open_tab("desktop")
    add(tab, file("half.png", body=picture(6)[:60]), file("whole.png", 2))
    refused = tab.page.locator(".banner.upload > p").get_by_text("was not added")
    refused.wait_for()
    sentence = refused.inner_text()
    eventually(lambda: assert_equal(tab.page.evaluate(REFUSED), [sentence]))
    tab.requests.clear()
    for visit in (tab.page.reload, lambda: tab.page.goto(f"{gallery.url}/photos/trash"), lambda: tab.page.goto(tab.url)):
        visit()
        tab._wait_for_scene()
        refused.wait_for()
        assert refused.inner_text() == sentence
    assert not any("/uploads/" in request for request in tab.requests)
    with tab.page.expect_request("**/uploads/photos"):
        tab.button("Try again").click()
    refused.wait_for()
    tab.button("Dismiss").click()
    wait_for_end(tab)
    eventually(lambda: assert_equal(tab.page.evaluate(KEPT), 0))
    tab.page.reload()
    tab._wait_for_scene()
    # Longer than a page waits for other windows before it takes up their files.
    tab.page.wait_for_timeout(1_000)
    assert tab.page.locator(".banner.upload").count() == 0 and gallery.shown() == ["whole.png"]


def test_a_duplicate_is_said_and_not_added(album, open_tab):
    tab = open_tab("desktop")
    add(tab, file("again.png", body=picture(2)))
    tab.page.get_by_text("is in Photos already").wait_for()
    wait_for_end(tab)
    assert names(tab) == NAMES == album.shown()


# P2: select mode


@pytest.mark.parametrize("size", draws(["phone"], long=["phone", "desktop"]))
def test_select_mode(album, open_tab, size):
    tab = open_tab(size, has_touch=size == "phone", is_mobile=size == "phone")
    camera = tab.page.get_by_label("Take photo", exact=True)
    assert heading(tab) == "Photos" and camera.is_enabled()
    is_off(tab, "Share", "Delete")
    begin_selecting(tab)
    assert camera.is_disabled() and tab.button("Done").is_visible()
    is_off(tab, "Share", "Delete")
    tap = (lambda name: cell(tab, name).tap()) if size == "phone" else (lambda name: cell(tab, name).click())
    tap("b.png")
    tap("d.png")
    wait_for_selected(tab, [album.ids_of["b.png"], album.ids_of["d.png"]])
    tab.page.locator(".status", has_text="2 of 8 photos selected").wait_for()
    assert tab.button("Share").is_enabled() and tab.button("Delete").is_enabled()
    tap("b.png")
    wait_for_selected(tab, [album.ids_of["d.png"]])
    tab.button("Done").click()
    tab.page.get_by_role("heading", name="Photos", exact=True).wait_for()
    wait_for_selected(tab, [])
    is_off(tab, "Share", "Delete")
    assert camera.is_enabled()
    # Outside of it a tap opens the photo.
    tap("b.png")
    tab.page.get_by_role("dialog", name="b.png").wait_for()
    tab.page.wait_for_url(f"**/photos/photo/{album.ids_of['b.png']}")
    assert tab.selected() == []


def test_ranges_are_selected_by_shift_by_a_drag_and_all_at_once(album, open_tab):
    tab = open_tab("desktop")
    begin_selecting(tab, "b.png")
    cell(tab, "e.png").click(modifiers=["Shift"])
    wait_for_selected(tab, [album.ids_of[name] for name in NAMES[1:5]])
    tab.button("Done").click()
    begin_selecting(tab)
    start, end = (cell(tab, name).bounding_box() for name in ("c.png", "f.png"))
    tab.page.mouse.move(start["x"] + 20, start["y"] + 20)
    tab.page.mouse.down()
    tab.page.mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    tab.page.mouse.up()
    wait_for_selected(tab, [album.ids_of[name] for name in NAMES[2:6]])
    tab.button("Select all").click()
    wait_for_selected(tab, [album.ids_of[name] for name in NAMES])
    tab.button("Select all").click()
    wait_for_selected(tab, [])
    tab.page.keyboard.press("Control+a")
    wait_for_selected(tab, [album.ids_of[name] for name in NAMES])


def test_a_finger_selects_a_range(album, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    tab.button("Select").tap()
    tab.page.get_by_role("heading", name="Select photos").wait_for()
    tab.settle()
    finger = Finger(tab)
    start, end = (cell(tab, name).bounding_box() for name in ("b.png", "d.png"))
    finger.down(start["x"] + 20, start["y"] + 20)
    finger.hold()
    finger.move(end["x"] + 20, end["y"] + 20)
    finger.up()
    wait_for_selected(tab, [album.ids_of[name] for name in ("b.png", "c.png", "d.png")])


# P3, P10: delete, trash, undo


def test_deleting_the_last_photo_ends_selecting_and_undo_brings_all_back(album, open_tab):
    tab = open_tab("desktop")
    begin_selecting(tab)
    tab.button("Select all").click()
    wait_for_selected(tab, [album.ids_of[name] for name in NAMES])
    tab.button("Delete").click()
    tab.page.get_by_text("No photos yet.").wait_for()
    assert heading(tab) == "Photos" and tab.button("Select").is_disabled()
    assert album.trashed() == NAMES and len(album.originals()) == 8
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    wait_for_names(tab, NAMES)
    assert tab.button("Select").is_enabled()


def test_what_is_in_the_trash_is_put_back_or_deleted_for_good(album, open_tab):
    tab = open_tab("desktop")
    begin_selecting(tab, "a.png", "b.png", "c.png")
    tab.button("Delete").click()
    wait_for_names(tab, NAMES[3:])
    tab.page.goto(f"{album.url}/photos/trash")
    tab._wait_for_scene()
    tab.page.get_by_text("after 30 days").wait_for()
    assert sorted(names(tab)) == NAMES[:3] and heading(tab) == "Trash"
    tab.shoot("photos-trash")
    tab.button("Select").click()
    cell(tab, "b.png").click()
    tab.button("Put back").click()
    eventually(lambda: assert_equal(album.trashed(), ["a.png", "c.png"]))
    assert album.shown() == ["b.png", *NAMES[3:]], "it stands where it stood"
    cell(tab, "a.png").click()
    tab.button("Delete for good").click()
    alert = tab.page.get_by_role("alertdialog")
    alert.get_by_role("button", name="Delete for good").click()
    eventually(lambda: assert_equal(album.trashed(), ["c.png"]))
    eventually(lambda: assert_equal(len(album.originals()), 7))
    tab.button("Empty trash").click()
    alert.get_by_role("button", name="Delete for good").click()
    tab.page.get_by_text("The trash is empty.").wait_for()
    eventually(lambda: assert_equal(len(album.originals()), 6))
    assert tab.button("Select").is_disabled()


# P4: order


def drag(tab, name, other):
    tab.settle()
    start, end = (cell(tab, each).bounding_box() for each in (name, other))
    tab.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    tab.page.mouse.down()
    tab.page.mouse.move(end["x"] + end["width"] - 6, end["y"] + end["height"] / 2, steps=8)
    tab.page.mouse.up()


def test_the_first_photo_is_dragged_behind_the_last_and_a_new_one_comes_last(album, open_tab):
    tab, other = open_tab("desktop"), open_tab("phone")
    tab.page.wait_for_selector("[data-collection=grid][aria-keyshortcuts]")
    drag(tab, "a.png", "h.png")
    wait_for_names(other, [*NAMES[1:], "a.png"])
    assert album.shown() == [*NAMES[1:], "a.png"]
    album.restart()
    tab.open_anew()
    wait_for_names(tab, [*NAMES[1:], "a.png"])
    cell(tab, "c.png").click(button="right")
    tab.page.get_by_role("menuitem", name="Delete").click()
    add(tab, file("new.png", 99))
    wait_for_names(tab, ["b.png", *NAMES[3:], "a.png", "new.png"])
    for each in (tab, other):
        each.complaints.clear()


def test_photos_are_arranged_and_the_choice_is_kept(album, open_tab):
    ids = album.ids_of
    # Three months, in another order than the names.
    album.sql(*[
        ("UPDATE photo SET takenAt = ? WHERE id = ?", 1_700_000_000_000 + (number % 3) * 31 * 86_400_000 + number * 1000, ids[name])
        for number, name in enumerate(NAMES)])
    tab = open_tab("desktop")
    tab.button("View options").click()
    panel = tab.page.get_by_role("dialog", name="View options")
    press = lambda name: panel.get_by_role("button", name=name, exact=True).click()
    press("Months")
    tab.page.get_by_role("rowheader").nth(2).wait_for()
    titles = tab.page.eval_on_selector_all("[role=rowheader] .name", "headers => headers.map(header => header.textContent)")
    assert titles == ["January 2024", "December 2023", "November 2023"]
    wait_for_names(tab, [NAMES[index] for index in (5, 2, 7, 4, 1, 6, 3, 0)])
    tab.shoot("photos-months", is_moving=False)
    press("Squares")
    tab.page.wait_for_function("() => { const { width, height } = document.querySelector('.photo').getBoundingClientRect(); return Math.abs(width - height) <= 1 }")
    press("Name")
    wait_for_names(tab, NAMES)
    tab.page.wait_for_function("() => !document.querySelector('[role=rowheader]')")
    tab.page.keyboard.press("Escape")
    assert not panel.is_visible()
    tab.page.reload()
    tab._wait_for_scene()
    wait_for_names(tab, NAMES)
    tab.page.wait_for_function("() => { const { width, height } = document.querySelector('.photo').getBoundingClientRect(); return Math.abs(width - height) <= 1 }")
    tab.button("View options").click()
    assert panel.get_by_role("button", name="Name", exact=True).get_attribute("aria-pressed") == "true"


def test_favorites_and_search(album, open_tab):
    tab = open_tab("desktop")
    begin_selecting(tab, "c.png", "f.png")
    tab.button("Favorite").click()
    eventually(lambda: assert_equal(album.rows("SELECT name FROM photo WHERE isFavorite"), [("c.png",), ("f.png",)]))
    tab.button("Done").click()
    # Screen readers announce the favorite mark.
    for name in ("c.png Favorite", "d.png"):
        expect(tab.page.get_by_role("gridcell", name=name, exact=True)).to_be_visible()
    tab.button("View options").click()
    tab.button("Favorites").click()
    wait_for_names(tab, ["c.png", "f.png"])
    tab.button("All").click()
    wait_for_names(tab, NAMES)
    tab.page.keyboard.press("Escape")
    search = tab.page.get_by_label("Search photos")
    search.fill("g")
    wait_for_names(tab, NAMES)  # Each is a png.
    search.fill("g.p")
    wait_for_names(tab, ["g.png"])
    search.fill("nothing of this kind")
    tab.page.get_by_text("No photos match this search.").wait_for()
    search.fill("")
    wait_for_names(tab, NAMES)


def test_a_search_outlives_the_scene_with_what_is_selected_in_it(album, open_tab):
    tab = open_tab("desktop")
    tab.page.get_by_label("Search photos").fill("g.p")
    wait_for_names(tab, ["g.png"])
    tab.change_servers(album)
    tab.page.wait_for_function("() => !document.querySelector('.room').inert")
    wait_for_names(tab, ["g.png"])
    assert tab.page.get_by_label("Search photos").input_value() == "g.p"
    # Everything that is selected is what is found.
    tab.button("Select").click()
    tab.button("Select all").click()
    tab.page.get_by_text("1 of 1 photo").wait_for()
    tab.complaints.clear()


# P6, P7


def test_a_changed_photo_is_refreshed_where_it_is(album, open_tab):
    tab = open_tab("desktop")
    node = cell(tab, "c.png").element_handle()
    digest, = album.rows("SELECT digest FROM photo WHERE name = 'h.png'")[0]
    album.sql(("UPDATE photo SET name = 'renamed.png', digest = ?, color = '#123456' WHERE name = 'c.png'", digest))
    cell(tab, "renamed.png").wait_for()
    source = node.evaluate("node => node.isConnected && node.querySelector('img').src")
    assert source.split("/")[-1] == thumbnail(640, digest).split("/")[-1]
    assert names(tab)[2] == "renamed.png"


# The layout queries after the first animation of a turn. Each of them forces the browser to lay out the page.
WATCH_QUESTIONS = """() => {
  let turn = 0;
  window.questions = [];
  window.animated = undefined;
  const now = () => {
    queueMicrotask(() => turn++);
    return turn;
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...rest) {
    window.animated = now();
    return animate.apply(this, rest);
  };
  for (const name of ["scrollTop", "clientHeight"]) {
    const property = Object.getOwnPropertyDescriptor(Element.prototype, name);
    const get = function () {
      if (now() === animated) questions.push(`${name} ${new Error().stack}`);
      return property.get.call(this);
    };
    Object.defineProperty(Element.prototype, name, { ...property, get });
  }
}"""


def test_a_new_photo_has_the_browser_lay_out_the_page_with_the_next_frame(album, open_tab):
    tab = open_tab("desktop", **MOVING)
    tab.button("View options").click()
    tab.button("Months").click()
    tab.page.locator("[role=slider]").first.wait_for(state="attached")
    tab.page.keyboard.press("Escape")
    tab.settle()
    tab.page.evaluate(WATCH_QUESTIONS)
    digest, = album.rows("SELECT digest FROM photo WHERE name = 'c.png'")[0]
    album.sql(("INSERT INTO photo(name, digest, type, width, height) VALUES ('new.png', ?, 'image/png', 60, 40)", digest))
    cell(tab, "new.png").wait_for()
    assert tab.page.evaluate("animated !== undefined")
    assert tab.page.evaluate("questions") == []


def test_turning_the_phone_keeps_what_was_in_view(gallery, open_tab):
    gallery.import_pictures([f"{number:03}.png" for number in range(120)])
    tab = open_tab("phone")
    tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length > 8")
    tab.page.evaluate("() => { document.querySelector('.collection').scrollTop = 1500 }")
    first = """() => { const top = document.querySelector('.collection').getBoundingClientRect().top;
        const rows = [...document.querySelectorAll('.photos .tile')].filter(row => row.getBoundingClientRect().bottom > top + 4);
        return Math.min(...rows.map(row => Number(row.ariaRowIndex))) }"""  # Infinity while none is there
    tab.page.wait_for_function("() => document.querySelector('.collection').scrollTop === 1500")
    tab.settle()
    tab.page.wait_for_function(f"() => ({first})() < Infinity")
    before = tab.page.evaluate(first)
    width = tab.page.evaluate("() => document.querySelectorAll('.tile').length && document.querySelector('.content').offsetWidth")
    tab.page.set_viewport_size({"width": 896, "height": 390})
    tab.page.wait_for_function("width => document.querySelector('.content').offsetWidth > width + 300", arg=width)
    tab.settle()
    eventually(lambda: assert_near(tab.page.evaluate(first), before))
    tab.page.set_viewport_size({"width": 390, "height": 896})
    eventually(lambda: assert_near(tab.page.evaluate(first), before))


def assert_near(one, other):
    # The row that it stands in may begin with another.
    assert abs(one - other) <= 6, (one, other)


def test_nothing_moves_when_the_client_takes_over(album, open_tab):
    for size in ("phone", "desktop"):
        tab = open_tab(size, live=False)
        frames = """() => [...document.querySelectorAll('.photos .tile')].map(row => { const { x, y, width, height } = row.getBoundingClientRect(); return [x, y, width, height].map(Math.round) })"""
        before = tab.page.evaluate(frames)
        tab.page.wait_for_selector(".content[data-lattice]", state="attached")
        after = tab.page.evaluate(frames)
        assert len(before) == len(after) == 8
        assert all(abs(one - other) <= 1 for old, new in zip(before, after) for one, other in zip(old, new)), (before, after)


# P9: sharing


def test_one_photo_is_saved_as_a_copy_and_several_as_a_zip_of_copies(album, open_tab):
    tab = open_tab("desktop")
    begin_selecting(tab, "b.png")
    with tab.page.expect_download() as download:
        tab.button("Share").click()
    assert download.value.suggested_filename == "b.png"
    assert pathlib.Path(download.value.path()).read_bytes() == shared(1)
    tab.page.get_by_text("The download has begun. Shared copies have no location and no camera details.").wait_for()
    cell(tab, "d.png").click()
    wait_for_selected(tab, [album.ids_of["b.png"], album.ids_of["d.png"]])
    with tab.page.expect_download() as download:
        tab.button("Share").click()
    archive = zipfile.ZipFile(io.BytesIO(pathlib.Path(download.value.path()).read_bytes()))
    assert archive.testzip() is None
    assert {name: archive.read(name) for name in archive.namelist()} == {"b.png": shared(1), "d.png": shared(3)}


def have_a_share_sheet(tab):
    """Functions in the place of the system's, which note what they are handed."""
    tab.page.evaluate(
        """() => { window.handed = [];
             navigator.canShare = ({ files }) => files.length > 0;
             navigator.share = async ({ files }) => { handed.push(files.map(({ name, size, type }) => [name, size > 0, type])) } }""")


def test_where_the_system_shares_it_is_handed_the_files(album, open_tab):
    tab = open_tab("phone")
    have_a_share_sheet(tab)
    cell(tab, "c.png").click()
    dialog = tab.page.get_by_role("dialog", name="c.png")
    dialog.get_by_role("button", name="Share").click()
    tab.page.wait_for_function("() => handed.length === 1")
    assert tab.page.evaluate("handed[0]")[0][:2] == ["c.png", True]
    assert not tab.page.get_by_text("Shared copies have").is_visible(), "nothing was saved"


def test_where_an_original_is_missing_the_others_are_saved_and_it_is_named(album, open_tab):
    digest, = album.rows("SELECT digest FROM photo WHERE name = 'c.png'")[0]
    [path.unlink() for path in album.originals() if path.name == digest]
    tab = open_tab("desktop")
    have_a_share_sheet(tab)
    begin_selecting(tab, "b.png", "c.png")
    with tab.page.expect_download() as download:
        tab.button("Share").click()
    archive = zipfile.ZipFile(io.BytesIO(pathlib.Path(download.value.path()).read_bytes()))
    assert archive.namelist() == ["b.png", "Missing.txt"] and archive.read("b.png") == shared(1)
    assert archive.read("Missing.txt").decode().startswith("c.png: ")
    assert tab.page.evaluate("handed.length") == 0, "no word about an error is shared as a photo"
    tab.complaints.clear()  # The browser says that the copy is missing.


def test_the_original_of_a_photo_is_downloaded_as_it_came(album, open_tab):
    tab = open_tab("desktop")
    dialog = open_photo(tab, "c.png")
    with tab.page.expect_download() as download:
        dialog.get_by_role("link", name="Download original").click()
    assert download.value.suggested_filename == "c.png"
    assert pathlib.Path(download.value.path()).read_bytes() == picture(2)
    with tab.page.expect_download() as download:
        dialog.get_by_role("button", name="Share").click()
    assert pathlib.Path(download.value.path()).read_bytes() == shared(2)
    tab.page.get_by_text("“Download original” on a photo's page saves the file as it came.").wait_for()


def test_a_photo_that_is_dragged_out_is_its_file(album, open_tab):
    tab = open_tab("desktop")
    tab.page.evaluate(
        """() => { window.data = {}; window.set = DataTransfer.prototype.setData;
             DataTransfer.prototype.setData = function (kind, text) { data[kind] = text; return set.call(this, kind, text) } }""")
    box = cell(tab, "b.png").bounding_box()
    tab.page.keyboard.down("Alt")
    tab.page.mouse.move(box["x"] + 40, box["y"] + 40)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + 90, box["y"] + 90, steps=6)
    tab.page.wait_for_function("() => data.DownloadURL")
    tab.page.mouse.up()
    tab.page.keyboard.up("Alt")
    kind, name, address = tab.page.evaluate("data.DownloadURL").split(":", 2)
    assert (name, address) == ("b.png", f"{album.url}/photos/original/{album.ids_of['b.png']}")
    assert tab.page.request.get(address).body() == picture(1)
    assert album.shown() == NAMES


# The page of one photograph


def open_photo(tab, name):
    cell(tab, name).click()
    dialog = tab.page.get_by_role("dialog", name=name, exact=True)
    dialog.wait_for()
    tab.page.wait_for_function("() => !document.querySelector('.sheet').getAnimations().length")
    return dialog


def wait_for_photo(tab, album, name):
    tab.page.get_by_role("dialog", name=name, exact=True).wait_for()
    tab.page.wait_for_url(f"**/photos/photo/{album.ids_of[name]}")
    tab.page.wait_for_function("() => !document.querySelector('.film').getAnimations().length && !document.querySelector('.film').style.transform")


def test_a_photo_opens_over_the_grid_and_keys_lead_on(album, open_tab):
    tab = open_tab("desktop")
    open_photo(tab, "c.png")
    tab.page.evaluate("() => { window.isSame = true }")
    tab.page.keyboard.press("ArrowRight")
    wait_for_photo(tab, album, "d.png")
    tab.page.wait_for_function("() => document.querySelector('.picture').naturalWidth > 0")
    tab.page.keyboard.press("ArrowLeft")
    wait_for_photo(tab, album, "c.png")
    tab.page.keyboard.press("ArrowLeft")
    wait_for_photo(tab, album, "b.png")
    tab.page.evaluate("() => history.back()")
    tab.page.wait_for_function("() => !document.querySelector('dialog')")
    assert tab.page.evaluate("() => location.pathname + window.isSame") == "/photostrue"
    # The keyboard is at the photograph that was shown last.
    tab.page.wait_for_function("id => document.activeElement.dataset.item === id", arg=album.ids_of["b.png"])
    tab.page.evaluate("() => history.forward()")
    wait_for_photo(tab, album, "b.png")
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_function("() => !document.querySelector('dialog') && location.pathname === '/photos'")


def test_a_photo_has_a_page_of_its_own(album, open_tab):
    tab = open_tab("desktop", path=f"/photos/photo/{album.ids_of['c.png']}", live=False)
    tab.page.get_by_role("heading", name="c.png").wait_for()
    assert tab.page.title() == "c.png – Aviary" and not tab.button("Close").is_visible()
    tab.page.wait_for_function("() => document.querySelector('.picture').naturalWidth > 0")
    tab.shoot("photo-page")
    tab.page.get_by_role("link", name="Next photo").click()
    tab.page.get_by_role("heading", name="d.png").wait_for()
    assert tab.page.url.endswith(album.ids_of["d.png"])
    tab.page.get_by_role("link", name="Photos", exact=True).first.click()
    tab.page.wait_for_url("**/photos")
    tab.page.goto(f"{album.url}/photos/photo/999")
    tab.page.get_by_text("There is no such photo.").wait_for()
    tab.complaints.clear()  # The page was answered 404, which the browser says.


def test_a_photo_is_zoomed_by_wheel_keys_and_two_clicks(album, open_tab):
    tab = open_tab("desktop")
    open_photo(tab, "c.png")
    zoom = "() => new DOMMatrix(getComputedStyle(document.querySelector('.shown')).transform).a"
    tab.page.mouse.move(800, 450)
    tab.page.mouse.wheel(0, -400)
    tab.page.wait_for_function(f"() => ({zoom})() > 1.5")
    tab.page.keyboard.press("0")
    tab.page.wait_for_function(f"() => ({zoom})() === 1")
    tab.page.mouse.dblclick(800, 450)
    tab.page.wait_for_function(f"() => ({zoom})() === 2.5")
    # Zoomed, a drag looks around, and leads nowhere.
    tab.page.mouse.move(800, 450)
    tab.page.mouse.down()
    tab.page.mouse.move(500, 450, steps=5)
    tab.page.mouse.up()
    assert tab.page.evaluate(zoom) == 2.5 and tab.page.url.endswith(album.ids_of["c.png"])
    tab.page.wait_for_timeout(500)
    tab.page.mouse.dblclick(800, 450)
    tab.page.wait_for_function(f"() => ({zoom})() === 1")
    tab.page.keyboard.press("+")
    tab.page.wait_for_function(f"() => ({zoom})() > 1.2")


def test_shift_and_an_arrow_look_around_a_zoomed_photo(album, open_tab):
    tab = open_tab("desktop")
    open_photo(tab, "c.png")
    seen = "() => { const { a, e, f } = new DOMMatrix(document.querySelector('.shown').style.transform); return [a, e, f] }"
    tab.page.keyboard.press("Shift+ArrowRight")
    assert tab.page.evaluate(seen) == [1, 0, 0]
    for _ in range(6):
        tab.page.keyboard.press("+")
    assert tab.page.evaluate(seen) == [8, 0, 0]
    by, room = tab.page.evaluate(
        """() => { const width = (name) => document.querySelector(name).offsetWidth;
             return [width('.film') / 8, (8 * width('.picture') - width('.film')) / 2] }""")
    tab.page.keyboard.press("Shift+ArrowRight")
    tab.page.keyboard.press("Shift+ArrowDown")
    assert tab.page.evaluate(seen) == [8, -by, -by]
    tab.page.keyboard.press("Shift+ArrowUp")
    tab.page.keyboard.press("Shift+ArrowUp")
    for _ in range(8):
        tab.page.keyboard.press("Shift+ArrowLeft")
    assert tab.page.evaluate(seen) == [8, room, by], "no gap at the edge"
    assert tab.page.url.endswith(album.ids_of["c.png"])
    # An arrow alone turns.
    tab.page.keyboard.press("ArrowRight")
    wait_for_photo(tab, album, "d.png")


def test_a_finger_turns_to_the_next_photo_and_two_zoom(album, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    cell(tab, "c.png").tap()
    tab.page.get_by_role("dialog", name="c.png").wait_for()
    tab.page.wait_for_function("() => !document.querySelector('.sheet').getAnimations().length")
    finger = Finger(tab)
    finger.down(330, 400)
    finger.move(60, 410)
    finger.up()
    wait_for_photo(tab, album, "d.png")
    finger.down(60, 400)
    finger.move(330, 410)
    finger.up()
    wait_for_photo(tab, album, "c.png")
    send = lambda kind, *points: finger.session.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]})
    send("touchStart", (180, 400))
    send("touchStart", (180, 400), (220, 400))
    for step in range(1, 8):
        send("touchMove", (180 - 12 * step, 400), (220 + 12 * step, 400))
    send("touchEnd")
    tab.page.wait_for_function("() => new DOMMatrix(getComputedStyle(document.querySelector('.shown')).transform).a > 2")
    tab.page.evaluate("() => document.querySelector('.viewer').dispatchEvent(new Event('x'))")
    assert tab.page.url.endswith(album.ids_of["c.png"])


def test_a_photo_is_a_favorite_renamed_deleted_and_brought_back(album, open_tab):
    tab = open_tab("desktop")
    dialog = open_photo(tab, "c.png")
    dialog.get_by_role("button", name="Favorite", exact=True).click()
    dialog.locator("[aria-pressed=true]").wait_for()
    assert album.rows("SELECT name FROM photo WHERE isFavorite") == [("c.png",)]
    dialog.get_by_role("button", name="Details").click()
    facts = dialog.get_by_role("complementary", name="Details")
    facts.get_by_text("80 × 40").wait_for()
    tab.shoot("photo-details")
    facts.get_by_label("Name").fill("sunset.png")
    facts.get_by_label("Name").press("Enter")
    tab.page.get_by_role("dialog", name="sunset.png").wait_for()
    dialog = tab.page.get_by_role("dialog").first
    dialog.get_by_role("button", name="Delete", exact=True).click()
    tab.page.get_by_role("dialog", name="d.png").wait_for()
    assert album.trashed() == ["sunset.png"]
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    eventually(lambda: assert_equal(album.trashed(), []))
    tab.page.keyboard.press("Escape")
    wait_for_names(tab, ["a.png", "b.png", "sunset.png", *NAMES[3:]])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_picture_of_several_frames_moves_unless_motion_is_reduced(gallery, open_tab, motion):
    tab = open_tab("desktop", reduced_motion=motion)
    add(tab, {"name": "IMG_20240517_120000.gif", "mimeType": "image/gif", "buffer": gif()}, file("still.png", 1))
    wait_for_names(tab, ["IMG_20240517_120000.gif", "still.png"])
    wait_for_end(tab)
    dialog = open_photo(tab, "IMG_20240517_120000.gif")
    picture = ".picture"
    tab.page.wait_for_function("() => document.querySelector('.picture').naturalWidth > 0")
    moves = "() => document.querySelector('.picture').src.includes('/photos/original/')"
    if motion == "reduce":
        assert not tab.page.evaluate(moves)
    else:
        tab.page.wait_for_function(moves)
        seen = {dialog.locator(picture).screenshot()}

        def both_frames_are_seen():
            seen.add(dialog.locator(picture).screenshot())
            assert len(seen) > 1

        eventually(both_frames_are_seen)
    dialog.get_by_role("button", name="Details").click()
    tab.page.get_by_role("complementary", name="Details").get_by_text("May 17, 2024 at 12:00").wait_for()
    dialog.get_by_text("from the file’s name").wait_for()
    tab.shoot(f"photo-date-{motion}", is_moving=False)
    tab.page.keyboard.press("ArrowRight")
    tab.page.get_by_role("dialog", name="still.png").get_by_text("when it was added").wait_for()
    assert not tab.page.evaluate(moves)


def begin_to_rename(tab, text):
    """In the sheet of a photo: what is typed is not committed yet."""
    sheet = tab.page.get_by_role("dialog").first
    sheet.get_by_role("button", name="Details").click()
    field = sheet.get_by_role("complementary", name="Details").get_by_label("Name")
    field.fill(text)
    return field


def test_a_swipe_commits_the_name_that_is_being_typed_to_the_photo_that_is_seen(album, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    cell(tab, "b.png").tap()
    tab.page.get_by_role("dialog", name="b.png").wait_for()
    tab.page.wait_for_function("() => !document.querySelector('.sheet').getAnimations().length")
    begin_to_rename(tab, "sunset.png")
    finger = Finger(tab)
    finger.down(330, 300)
    finger.move(60, 310)
    finger.up()
    wait_for_photo(tab, album, "c.png")
    eventually(lambda: assert_equal([name for name, in album.rows("SELECT name FROM photo ORDER BY position LIMIT 3")],
                                    ["a.png", "sunset.png", "c.png"]))
    tab.page.wait_for_function("() => document.querySelector('dialog [name=name]').value === 'c.png'")


def test_who_renames_what_another_one_has_renamed_meanwhile_is_told(album, open_tab):
    tab = open_tab("desktop")
    open_photo(tab, "b.png")
    field = begin_to_rename(tab, "mine.png")
    album.sql("UPDATE photo SET name = 'theirs.png' WHERE name = 'b.png'")
    tab.page.wait_for_function("() => document.title.includes('theirs.png')")
    field.press("Enter")
    tab.page.locator(".banner p", has_text="theirs.png").wait_for()
    assert album.rows("SELECT count(*) FROM photo WHERE name = 'mine.png'") == [(1,)]


def test_a_second_press_of_delete_leaves_the_offer_to_undo_the_first(album, open_tab):
    tab = open_tab(live=False)
    relay = Relay(tab)
    tab.open_anew()
    open_photo(tab, "b.png")
    button = tab.page.get_by_role("dialog").first.get_by_role("button", name="Delete", exact=True)
    button.click(trial=True)
    box = button.bounding_box()
    relay.is_holding = True
    for _ in range(2):
        tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        tab.page.wait_for_timeout(150)
    relay.release()
    tab.page.get_by_role("dialog", name="c.png").wait_for()
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert album.trashed() == ["b.png"]
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    eventually(lambda: assert_equal(album.trashed(), []))


@pytest.mark.parametrize("way", ["mouse", "touch", "key"])
def test_a_second_press_of_delete_meant_for_the_same_photo_deletes_no_other(album, open_tab, way):
    tab = open_tab("phone" if way == "touch" else "desktop", has_touch=way == "touch")
    dialog = open_photo(tab, "b.png")
    button = dialog.get_by_role("button", name="Delete", exact=True)
    button.click(trial=True)
    box = button.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    press = {"mouse": lambda: tab.page.mouse.click(*at), "touch": lambda: tab.page.touchscreen.tap(*at)}.get(
        way, lambda: tab.page.keyboard.press("Delete"))
    # The page's own clock: a slow machine does not make the presses slower.
    tab.page.clock.install(time=0)
    tab.page.clock.pause_at(10_000)
    press()
    press()
    tab.page.get_by_role("dialog", name="c.png").wait_for()
    for _ in range(3):
        tab.page.clock.run_for(200)
        press()
    tab.page.clock.run_for(1_000)
    tab.page.clock.resume()
    tab.page.locator("[role=dialog] [data-action$=delete]:not([aria-disabled])").wait_for()
    assert album.trashed() == ["b.png"]
    press()
    tab.page.get_by_role("dialog", name="d.png").wait_for()
    assert album.trashed() == ["b.png", "c.png"]


def test_every_press_of_an_arrow_turns_and_what_comes_next_is_for_the_photo_it_leads_to(album, open_tab):
    tab = open_tab("desktop")
    open_photo(tab, "a.png")
    for _ in range(4):
        tab.page.keyboard.press("ArrowRight")
    wait_for_photo(tab, album, "e.png")
    # The press does not wait for the animation.
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Delete")
    tab.page.get_by_role("dialog", name="g.png", exact=True).wait_for()
    assert album.trashed() == ["f.png"]
    tab.page.keyboard.press("ArrowLeft")
    wait_for_photo(tab, album, "e.png")
    # The photograph has come by the person's own press, so that it takes the next one at once.
    tab.page.keyboard.press("Delete")
    tab.page.get_by_role("dialog", name="g.png", exact=True).wait_for()
    eventually(lambda: assert_equal(album.trashed(), ["e.png", "f.png"]))


def test_a_swipe_that_becomes_a_pinch_leaves_the_film_straight(album, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    cell(tab, "c.png").tap()
    tab.page.get_by_role("dialog", name="c.png").wait_for()
    tab.page.wait_for_function("() => !document.querySelector('.sheet').getAnimations().length")
    finger = Finger(tab)
    send = lambda kind, *points: finger.session.send(
        "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]})
    finger.down(200, 400)
    finger.move(130, 400)
    assert "-" in tab.page.evaluate("() => document.querySelector('.film').style.transform")
    send("touchStart", (130, 400), (230, 400))
    for step in range(1, 6):
        send("touchMove", (130 - 8 * step, 400), (230 + 8 * step, 400))
    send("touchEnd")
    tab.page.wait_for_function("() => !document.querySelector('.film').style.transform && document.querySelector('.film.zoomed')")
    assert tab.page.url.endswith(album.ids_of["c.png"])


def test_two_fingers_make_the_photos_larger_around_them(album, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    ids = album.ids_of
    box = lambda: cell(tab, "c.png").bounding_box()
    before = box()
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    session = tab.page.context.new_cdp_session(tab.page)
    def send(kind, *points):
        session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})
    send("touchStart", (x - 20, y))
    send("touchStart", (x - 20, y), (x + 20, y))
    for apart in range(20, 48, 4):
        send("touchMove", (x - apart, y), (x + apart, y))
    send("touchEnd")
    tab.page.wait_for_function(
        "([id, height]) => document.querySelector(`[data-item='${id}']`).getBoundingClientRect().height > 1.3 * height",
        arg=[ids["c.png"], before["height"]])
    assert tab.page.evaluate("visualViewport.scale") == 1, "the page is as it was"
    assert tab.page.locator("dialog").count() == 0, "no finger was a tap"
    tab.page.get_by_role("button", name="View options").click()
    tab.button("Smaller").click()
    tab.button("Smaller").click()
    tab.button("Smaller").click()
    tab.page.wait_for_function(
        "([id, height]) => Math.abs(document.querySelector(`[data-item='${id}']`).getBoundingClientRect().height - height) < 2",
        arg=[ids["c.png"], before["height"]])


def test_keys_of_buttons_that_are_hidden_do_nothing(album, open_tab):
    album.sql("UPDATE photo SET trashedAt = 1000 * strftime('%s', 'now') WHERE name IN ('b.png', 'c.png')")
    tab = open_tab("desktop", path="/photos/trash")
    open_photo(tab, "b.png")
    tab.page.keyboard.press("Delete")
    tab.page.keyboard.press("f")
    # Behind them, so that they have been heard.
    tab.page.keyboard.press("i")
    tab.page.get_by_role("complementary", name="Details").wait_for()
    assert tab.page.locator(".banner").count() == 0
    assert album.rows("SELECT name FROM photo WHERE isFavorite") == []
    assert sorted(album.trashed()) == ["b.png", "c.png"]
    tab.page.get_by_role("dialog", name="b.png", exact=True).get_by_role("button", name="Put back").click()
    eventually(lambda: assert_equal(album.trashed(), ["c.png"]))


def test_a_photo_without_its_original_says_so_and_is_turned_to_and_away_from(album, open_tab):
    digest, = album.rows("SELECT digest FROM photo WHERE name = 'c.png'")[0]
    [path.unlink() for path in album.originals() if path.name == digest]
    tab = open_tab("desktop")
    dialog = open_photo(tab, "b.png")
    tab.button("Details").click()
    facts = tab.page.get_by_role("complementary", name="Details")
    facts.get_by_text("40 × 60").wait_for()
    tab.page.keyboard.press("ArrowRight")
    wait_for_photo(tab, album, "c.png")
    facts.get_by_text("80 × 40").wait_for()
    tab.page.get_by_text("is missing from the gallery's disk").wait_for()
    tools = tab.page.get_by_role("group", name="Photo")
    for name in ("Share", "Download original"):
        assert not tools.get_by_label(name).is_visible()
    assert tools.get_by_label("Delete").is_visible()
    tab.shoot("photo-missing")
    tab.page.keyboard.press("ArrowRight")
    wait_for_photo(tab, album, "d.png")
    assert not tab.page.get_by_text("is missing from").is_visible() and tools.get_by_label("Share").is_visible()
    tab.complaints.clear()  # A thumbnail may be missing, too, which the browser says.


def test_a_photo_whose_file_has_lost_a_part_says_so(gallery, open_tab):
    tab = open_tab("desktop", path="/photos")
    add(tab, file("whole.png", body=png(400, 300, noise=True)))
    wait_for_names(tab, ["whole.png"])
    [(digest,)] = gallery.rows("SELECT digest FROM photo")
    jpeg = tab.page.request.get(gallery.url + thumbnail(320, digest)).body()
    assert jpeg[:2] == b"\xff\xd8"
    add(tab, file("torn.jpg", body=jpeg[:len(jpeg) * 9 // 10]))
    wait_for_names(tab, ["whole.png", "torn.jpg"])
    open_photo(tab, "torn.jpg")
    said = tab.page.get_by_text("A part of this photo’s file is missing or broken.")
    said.wait_for()
    tab.shoot("photo-torn")
    tab.page.keyboard.press("f")
    tab.page.get_by_role("button", name="Favorite", pressed=True).wait_for()
    assert said.is_visible()
    tab.page.keyboard.press("ArrowLeft")
    tab.page.get_by_role("dialog", name="whole.png", exact=True).wait_for()
    said.wait_for(state="hidden")
    # A page of its own finds it out as well.
    tab.page.goto(f"{gallery.url}/photos/photo/{gallery.ids_by_name()['torn.jpg']}")
    said.wait_for()


@pytest.mark.parametrize("size", draws(["desktop"], long=["phone", "desktop"]))
def test_a_palette_is_made_of_a_photo_shown_and_taken_back(album, open_tab, size):
    palettes = "SELECT palette.name, count(swatch.id) FROM palette JOIN swatch ON palette = palette.id GROUP BY palette.id"
    tab = open_tab(size)
    dialog = open_photo(tab, "c.png")
    button = dialog.get_by_role("button", name="Make palette")
    button.click()
    tab.page.get_by_text("Palette “\u2068c\u2069” added, with 1 color").wait_for()
    assert album.rows(palettes) == [("c", 1)]
    if size == "desktop":
        dialog.get_by_role("button", name="Undo").first.click()
        eventually(lambda: assert_equal(album.rows(palettes), []))
        button.click()
    tab.button("Show").click()
    tab.page.wait_for_url("**/palette")
    tab.page.get_by_role("textbox", name="Name of palette c").wait_for()
    assert album.rows(palettes) == [("c", 1)]


@pytest.mark.parametrize("path", ["/photos", "/photos/trash"])
def test_a_photo_deleted_for_good_elsewhere_has_no_buttons(album, open_tab, path):
    if path.endswith("trash"):
        album.sql("UPDATE photo SET trashedAt = 1000 * strftime('%s', 'now')")
    tab = open_tab("desktop", path=path)
    open_photo(tab, "c.png")
    album.sql("DELETE FROM photo WHERE name = 'c.png'")
    tab.page.get_by_role("dialog", name="This photo was deleted for good").wait_for()
    assert not tab.page.get_by_role("group", name="Photo").is_visible()
    tab.page.keyboard.press("Delete")
    tab.page.keyboard.press("f")
    tab.page.keyboard.press("ArrowRight")
    tab.page.wait_for_function("() => document.querySelector('[role=dialog] h1').textContent.endsWith('.png')")
    assert tab.page.locator(".banner").count() == 0 and album.rows("SELECT name FROM photo WHERE isFavorite") == []


def test_a_photo_of_a_page_of_its_own_that_is_deleted_for_good_from_the_trash_says_so(album, open_tab):
    album.sql("UPDATE photo SET trashedAt = 1000 * strftime('%s', 'now') WHERE name = 'c.png'")
    tab = open_tab("desktop", path=f"/photos/photo/{album.ids_of['c.png']}", live=False)
    tab.button("Put back").wait_for()
    tab.page.wait_for_function("() => document.querySelector('.viewer')")
    album.sql("DELETE FROM photo WHERE name = 'c.png'")
    tab.page.get_by_role("heading", name="This photo was deleted for good").wait_for()
    assert not tab.button("Put back").is_visible()


@pytest.mark.parametrize("way", ["mouse", "button", "key"])
@pytest.mark.parametrize("removed, heir", [("c.png", "d.png"), ("bcd", "e.png"), ("h.png", "g.png")])
def test_after_a_removal_the_keyboard_is_at_the_photo_that_took_the_place(album, open_tab, way, removed, heir):
    tab = open_tab("desktop")
    names = [removed] if removed in NAMES else [f"{letter}.png" for letter in removed]
    begin_selecting(tab, *names)
    wait_for_selected(tab, [album.ids_of[name] for name in names])
    remove(tab, "Delete", way)
    wait_for_names(tab, [name for name in NAMES if name not in names])
    wait_for_focus(tab, album.ids_of[heir])
    tab.page.keyboard.press("Control+z")
    wait_for_names(tab, NAMES)
    # From there the arrows lead on.
    tab.page.keyboard.press("Control+Home")
    wait_for_focus(tab, album.ids_of["a.png"])


def remove(tab, button, way):
    if way == "key":
        return tab.page.keyboard.press("Delete")
    if way == "mouse":
        return tab.button(button).click()
    tab.button(button).focus()
    tab.page.keyboard.press("Enter")


def wait_for_focus(tab, id):
    tab.page.wait_for_function("id => document.activeElement.dataset.item === id", arg=id)


def wait_for_focus_on_heading(tab, title):
    tab.page.wait_for_function(
        "title => document.activeElement.localName === 'h1' && document.activeElement.textContent === title", arg=title)


@pytest.mark.parametrize("place, button, title", [("all", "Delete", "Photos"), ("album", "Remove from album", "Trips"), ("trash", "Put back", "Trash")])
def test_the_keyboard_goes_on_after_each_removal_and_to_the_heading_when_nothing_is_left(album, open_tab, place, button, title):
    ids = [album.ids_of[name] for name in NAMES]
    album.sql(
        ("INSERT INTO album(id, name, createdAt, position) VALUES (1, 'Trips', 0, 1)"),
        *[("INSERT INTO albumPhoto(album, photo, position) VALUES (1, ?, ?)", int(id), 1_000 * place) for place, id in enumerate(ids)],
        *([("UPDATE photo SET trashedAt = 1000 * strftime('%s', 'now') - id")] if place == "trash" else []))
    tab = open_tab("desktop", path={"all": "/photos", "album": "/photos/album/1", "trash": "/photos/trash"}[place])
    shown = tab.items()
    assert len(shown) == 8
    begin_selecting(tab)
    for item in shown[2:4]:
        tab.cell(item).click()
    wait_for_selected(tab, sorted(shown[2:4], key=shown.index))
    tab.button(button).click()
    tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 6")
    wait_for_focus(tab, shown[4])
    tab.page.keyboard.press("Control+a")
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 6")
    tab.button(button).click()
    tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 0")
    wait_for_focus_on_heading(tab, title)
    tab.page.keyboard.press("Control+z")
    tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 6")


def test_what_another_window_deletes_leaves_the_keyboard_where_it_is(album, open_tab):
    tab, other = open_tab("desktop"), open_tab("desktop")
    begin_selecting(tab, "c.png")
    wait_for_selected(tab, [album.ids_of["c.png"]])
    tab.button("View options").focus()
    begin_selecting(other, "c.png")
    other.button("Delete").click()
    tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 7")
    assert tab.page.evaluate("() => document.activeElement.title") == "View options"


def test_a_photo_is_still_open_when_the_server_has_restarted(album, open_tab):
    tab = open_tab("desktop")
    open_photo(tab, "b.png")
    tab.page.keyboard.press("ArrowRight")
    wait_for_photo(tab, album, "c.png")
    tab.page.evaluate("() => { window.shown = document.querySelector('.picture') }")
    tab.change_servers(album)
    tab.page.keyboard.press("ArrowRight")
    wait_for_photo(tab, album, "d.png")
    assert tab.page.evaluate("() => shown.isConnected") and not tab.page.get_by_text("was closed").is_visible()
    tab.page.get_by_role("dialog", name="d.png").get_by_role("button", name="Delete", exact=True).click()
    wait_for_photo(tab, album, "e.png")
    assert album.trashed() == ["d.png"]
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_url("**/photos")
    wait_for_focus(tab, album.ids_of["e.png"])
    # Undo is the new scene's.
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    wait_for_names(tab, NAMES)
    tab.complaints.clear()


def test_an_album_that_is_deleted_elsewhere_leads_to_all_albums_and_back_leads_on(album, open_tab):
    album.sql(("INSERT INTO album(id, name, createdAt, position) VALUES (1, 'Trips', 0, 1)"))
    tab = open_tab("desktop", path="/photos/albums")
    tab.page.get_by_role("link", name="Trips").click()
    tab.page.get_by_role("heading", name="Trips").wait_for()
    tab._wait_for_scene()
    tab.page.wait_for_function("() => !document.querySelector('.banner')")
    album.sql(("DELETE FROM album WHERE id = 1"))
    tab.page.wait_for_url("**/photos/albums")
    tab.page.get_by_text("The album “\u2068Trips\u2069” was deleted. Its photos stay in Photos.").wait_for()
    tab.page.go_back()
    tab.page.get_by_role("heading", name="Albums").wait_for()
    assert tab.page.url.endswith("/photos/albums")
    tab.page.reload()
    tab._wait_for_scene()
    assert not tab.page.get_by_text("was deleted").is_visible()


@pytest.mark.parametrize("percent", [100, 130, 150, 200])
def test_with_large_text_all_buttons_are_in_the_window_of_a_phone(album, open_tab, percent):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    tab.page.evaluate("percent => { document.documentElement.style.fontSize = percent + '%' }", percent)
    outside = """() => [...document.querySelectorAll('.bar :is(button, a, label)')]
        .filter(each => each.checkVisibility())
        .filter(each => { const { left, right } = each.getBoundingClientRect(); return right > innerWidth + 1 || left < -1 })
        .map(each => each.innerText || each.title)"""
    tab.settle()
    tab.shoot(f"photos-large-{percent}")
    assert tab.page.evaluate(outside) == []
    tab.button("Select").tap()
    tab.page.get_by_role("heading", name="Select photos").wait_for()
    tab.settle()
    tab.shoot(f"photos-large-selecting-{percent}")
    assert tab.page.evaluate(outside) == []


def test_a_long_name_of_an_album_ends_before_the_search(album, open_tab):
    name = "A very long name " * 11
    album.sql(("INSERT INTO album(name, createdAt, position) VALUES (?, 0, 1)", name))
    id, = album.rows("SELECT id FROM album")[0]
    tab = open_tab("desktop", path=f"/photos/album/{id}")
    tab.page.get_by_role("heading", level=1).wait_for()
    tab.shoot("photos-album-long-name")
    ends, begins = tab.page.evaluate(
        "() => [document.querySelector('h1').getBoundingClientRect().right, document.querySelector('.find').getBoundingClientRect().left]")
    assert ends <= begins


# Albums


def test_photos_are_put_into_albums(album, open_tab):
    tab = open_tab("desktop")
    begin_selecting(tab, "b.png", "e.png")
    tab.button("Add to album").click()
    picker = tab.page.get_by_role("dialog", name="Add 2 photos to an album")
    picker.get_by_label("Name of the new album").fill("Trips")
    picker.get_by_role("button", name="Add", exact=True).click()
    tab.page.get_by_text("2 photos added to").wait_for()
    tab.button("Done").click()
    tab.page.get_by_role("link", name="Albums").click()
    trips = tab.page.get_by_role("link", name=re.compile("Trips"))
    trips.get_by_text("2 photos").wait_for()
    tab.shoot("photos-albums")
    trips.click()
    tab.page.get_by_role("heading", name="Trips").wait_for()
    tab._wait_for_scene()
    wait_for_names(tab, ["b.png", "e.png"])
    # An album has an order of its own.
    tab.page.wait_for_selector("[data-collection=grid][aria-keyshortcuts]")
    drag(tab, "b.png", "e.png")
    wait_for_names(tab, ["e.png", "b.png"])
    assert album.shown() == NAMES
    add(tab, file("new.png", 77))
    wait_for_names(tab, ["e.png", "b.png", "new.png"])
    assert album.shown()[-1] == "new.png"
    wait_for_end(tab)
    begin_selecting(tab, "e.png")
    tab.button("Remove from album").click()
    wait_for_names(tab, ["b.png", "new.png"])
    assert "e.png" in album.shown()
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    wait_for_names(tab, ["e.png", "b.png", "new.png"])


# How it looks, and how it is heard


@pytest.mark.parametrize(
    "size, scheme", [("phone", "dark"), ("desktop", "light")] + draws([], long=[("tablet", "light")]))
def test_axe_finds_nothing_among_the_albums_and_in_the_trash(album, open_tab, size, scheme):
    album.sql(
        "INSERT INTO album(name) VALUES ('Birds'), ('Empty')",
        "INSERT INTO albumPhoto(album, photo) SELECT (SELECT min(id) FROM album), id FROM photo WHERE name < 'd'",
        "UPDATE photo SET trashedAt = 1000 * strftime('%s', 'now') WHERE name > 'e'")
    tab = open_tab(size, path="/photos/albums", color_scheme=scheme)
    tab.page.get_by_text("Birds", exact=True).wait_for()
    tab.shoot(f"albums-{size}-{scheme}")
    assert violations(tab) == []
    tab.page.goto(f"{album.url}/photos/trash")
    tab._wait_for_scene()
    pictures_are_there(tab)
    assert tab.button("Empty trash").is_visible()
    tab.shoot(f"trash-{size}-{scheme}")
    assert violations(tab) == []


@pytest.mark.parametrize(
    "size, scheme",
    [("phone", "dark"), ("desktop", "light")] + draws([], long=[("phone", "light"), ("tablet", "light"), ("desktop", "dark")]))
def test_axe_finds_nothing(gallery, open_tab, size, scheme):
    empty = open_tab(size, color_scheme=scheme)
    empty.shoot(f"photos-empty-{size}-{scheme}")
    assert violations(empty) == []
    gallery.import_pictures([f"{number:02}.png" for number in range(40)])
    empty.complaints.clear()
    tab = open_tab(size, color_scheme=scheme)
    pictures_are_there(tab)
    tab.shoot(f"photos-{size}-{scheme}")
    assert violations(tab) == []
    tab.button("View options").click()
    tab.shoot(f"photos-view-{size}-{scheme}", is_moving=False)
    assert violations(tab) == []
    tab.page.get_by_role("dialog", name="View options").get_by_role("button", name="Months").click()
    tab.page.get_by_role("rowheader").first.wait_for()
    tab.page.keyboard.press("Escape")
    begin_selecting(tab)
    for place in (0, 2, 3):
        tab.page.locator(".photo").nth(place).click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 3")
    tab.page.mouse.move(2, 2)
    tab.shoot(f"photos-selecting-{size}-{scheme}")
    assert violations(tab) == []
    tab.button("Add to album").click()
    tab.page.get_by_role("dialog", name="Add 3 photos to an album").wait_for()
    tab.shoot(f"photos-picker-{size}-{scheme}")
    assert violations(tab) == []
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_function("() => !document.querySelector('dialog')")
    tab.button("Done").click()
    tab.page.locator(".photo").nth(4).click()
    tab.page.wait_for_function("() => document.querySelector('.picture')?.naturalWidth > 0")
    tab.shoot(f"photo-{size}-{scheme}")
    assert violations(tab) == []
    tab.button("Details").click()
    tab.page.get_by_role("complementary", name="Details").wait_for()
    tab.shoot(f"photo-facts-{size}-{scheme}")
    assert violations(tab) == []


def test_the_details_of_a_photo_stay_open_when_the_server_restarts(album, open_tab):
    tab = open_tab("desktop")
    sheet = open_photo(tab, "c.png")
    sheet.get_by_role("button", name="Details").click()
    facts = tab.page.get_by_role("complementary", name="Details")
    facts.get_by_label("Name").fill("half a na")
    album.kill()
    album.start()
    tab.page.wait_for_function("() => !document.querySelector('.banner.connection')")
    tab.page.wait_for_timeout(500)
    assert facts.is_visible() and facts.get_by_label("Name").input_value() == "half a na"
    facts.get_by_text("from the file itself").wait_for()
    assert album.shown() == NAMES
    tab.page.keyboard.press("Escape")
    facts.get_by_text("Pixels").wait_for()


def test_a_photo_that_is_moved_to_the_trash_elsewhere_says_so(album, open_tab):
    tab = open_tab("desktop")
    open_photo(tab, "c.png")
    page = open_tab("desktop", path=f"/photos/photo/{album.ids_of['c.png']}", live=False)
    page.page.get_by_role("heading", name="c.png").wait_for()
    page.page.wait_for_timeout(300)
    album.sql("UPDATE photo SET trashedAt = 1 WHERE name = 'c.png'")
    for each in (tab, page):
        each.page.get_by_text("This photo was moved to the trash.").wait_for()
