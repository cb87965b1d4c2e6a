"""Sheets and questions over a page: focus, Escape, the way back, addresses, a lost connection."""

import pytest

from gallery import eventually
from slow_line import SlowLine
from tab import Relay
from test_accessibility import violations
from workbench import Workbench


class Sheets(Workbench):
    path = "/sheets"


PROGRAM = Sheets


@pytest.fixture
def tab(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    return open_tab("desktop")


def sheet(tab, name="saw"):
    dialog = tab.page.get_by_role("dialog", name=name)
    dialog.last.wait_for()
    return dialog.last


def gone(tab):
    tab.page.wait_for_function("() => !document.querySelector('dialog.presented')")


def focused(tab):
    return tab.page.evaluate("() => (({ name, textContent, dataset }) => name || dataset.item || textContent)(document.activeElement)")


def wait_for_focus(tab, name):
    tab.page.wait_for_function(
        "name => (({ name, textContent, dataset }) => name || dataset.item || textContent)(document.activeElement) === name", arg=name)


def wait_for_text(tab, text):
    tab.page.get_by_text(text, exact=True).wait_for()


def address(tab):
    return tab.page.evaluate("() => location.pathname")


def test_the_keyboard_goes_into_a_sheet_and_comes_back(tab):
    tab.button("Note").click()
    dialog = sheet(tab)
    wait_for_focus(tab, "note")
    assert dialog.locator(".tile").count() == 3
    # Whatever Tab reaches on the page is in the sheet, or of the browser.
    for _ in range(12):
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate("() => document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    tab.page.keyboard.press("Escape")
    gone(tab)
    assert focused(tab) == "Note"
    wait_for_text(tab, "closed")


def test_escape_closes_a_sheet_and_changes_nothing_else(tab):
    for item in ("1", "2"):
        tab.cell(item).click(modifiers=["Shift"])
    eventually(lambda: check(tab.selected() == ["1", "2"]))
    tab.button("Note").click()
    dialog = sheet(tab)
    cell = dialog.locator('[data-item="3"]')
    cell.click()
    dialog.locator('[data-item="3"][aria-selected="true"]').wait_for()
    tab.page.keyboard.press("Control+a")
    dialog.locator('[data-item="1"][aria-selected="true"]').wait_for()
    tab.page.keyboard.press("Escape")
    gone(tab)
    assert tab.selected() == ["1", "2"]


def check(is_so):
    assert is_so


def test_a_press_beside_a_sheet_closes_it_and_means_nothing_on_the_page(tab):
    tab.button("Note").click()
    sheet(tab)
    tab.settle()
    tile = tab.page.locator("main [data-item='1']").bounding_box()
    before = [frame for frame in tab.frames if '"do"' in str(frame)]
    # Text that is selected out of the sheet is no press beside it.
    x, y = (lambda box: (box["x"] + 10, box["y"] + 10))(tab.page.locator(".presented .sheet").bounding_box())
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(20, 20)
    tab.page.mouse.up()
    assert sheet(tab).is_visible()
    tab.page.mouse.click(tile["x"] + 20, tile["y"] + 20)
    gone(tab)
    wait_for_text(tab, "closed")
    assert [frame for frame in tab.frames if '"do"' in str(frame)] == before and address(tab) == "/sheets"


def test_the_way_back_closes_a_sheet_and_no_more(tab):
    entries = tab.page.evaluate("() => history.length")
    tab.button("Note").click()
    sheet(tab)
    tab.page.wait_for_function("() => history.state.sheets")
    tab.page.evaluate("() => history.back()")
    gone(tab)
    wait_for_text(tab, "closed")
    for _ in range(3):
        tab.button("Note").click()
        sheet(tab).get_by_role("button", name="Close").click()
        gone(tab)
        tab.page.wait_for_function("() => !history.state.sheets")
    assert tab.page.evaluate("() => history.length") == entries + 1
    assert address(tab) == "/sheets"


def test_a_tile_opens_over_the_page_and_in_a_new_tab_as_a_page(tab):
    with tab.page.context.expect_page() as opened:
        tab.cell("2").click(modifiers=["ControlOrMeta"], position={"x": 40, "y": 70})
    opened.value.get_by_role("heading", name="file").wait_for()
    assert opened.value.title() == "file – Workbench"
    opened.value.close()
    tab.page.evaluate("() => { window.isSame = true }")
    tab.cell("2").click()
    sheet(tab, "file")
    tab.page.wait_for_url("**/note/2")
    tab.page.evaluate("() => history.back()")
    gone(tab)
    assert address(tab) == "/sheets"
    wait_for_focus(tab, "2")
    wait_for_text(tab, "closed 2")
    tab.page.evaluate("() => history.forward()")
    sheet(tab, "file")
    assert address(tab) == "/note/2" and tab.page.evaluate("() => isSame")
    tab.page.keyboard.press("Escape")
    gone(tab)
    tab.page.wait_for_url("**/sheets")
    # By the keyboard, too.
    tab.cell("3").focus()
    tab.page.keyboard.press("Enter")
    sheet(tab, "plane")
    tab.page.wait_for_url("**/note/3")
    assert tab.page.evaluate("() => isSame")


def test_the_address_of_a_sheet_is_a_page_when_it_is_loaded(tab):
    tab.cell("2").click()
    sheet(tab, "file")
    tab.page.wait_for_url("**/note/2")
    tab.page.reload()
    tab.page.get_by_role("heading", name="file").wait_for()
    tab._wait_for_scene()
    assert tab.page.title() == "file – Workbench" and tab.page.locator("dialog").count() == 0
    tab.page.go_back()
    tab.page.get_by_role("heading", name="Sheets").wait_for()
    tab._wait_for_scene()
    assert tab.page.locator("dialog").count() == 0
    tab.page.go_forward()
    tab.page.get_by_role("heading", name="file").wait_for()


def test_the_page_under_a_sheet_stays_where_it_is_and_sends_on(gallery, open_tab):
    gallery.fill(*[f"saw {number}" for number in range(1, 401)])
    with SlowLine(gallery.port, rate=1_500_000) as line:
        tab = open_tab("desktop")
        tab.page.goto(f"{line.url}/sheets")
        tab._wait_for_scene()
        tab.page.locator("[data-collection=list]").hover()
        tab.page.mouse.wheel(0, 900)
        tab.page.wait_for_function("() => document.querySelector('[data-collection]').scrollTop > 500")
        top = tab.page.evaluate("() => document.querySelector('[data-collection]').scrollTop")
        tab.page.get_by_label("Add files").set_input_files({"name": "large.png", "mimeType": "image/png", "buffer": b"x" * 2_000_000})
        tab.page.locator("progress").wait_for()
        tab.page.mouse.click(500, 500)
        tab.page.locator("dialog.presented").wait_for()
        # Its progress can be seen and cancelled over the sheet.
        assert tab.page.evaluate("() => !!document.querySelector('progress')?.closest('dialog')")
        tab.page.keyboard.press("Escape")
        gone(tab)
        assert abs(tab.page.evaluate("() => document.querySelector('[data-collection]').scrollTop") - top) < 2
        eventually(lambda: check("large.png" in gallery.names().values()))
        tab.complaints.clear()


def test_sheets_over_a_sheet_close_one_after_the_other(tab):
    tab.button("Note").click()
    lower = sheet(tab)
    lower.get_by_role("button", name="Another").click()
    tab.page.wait_for_function("() => document.querySelectorAll('dialog').length === 2 && history.state.sheets?.length === 2")
    tab.page.evaluate("() => history.back()")
    tab.page.wait_for_function("() => document.querySelectorAll('dialog').length === 1")
    assert focused(tab) == "Another"
    tab.button("Another").click()
    tab.page.wait_for_function("() => history.state.sheets?.length === 2")
    tab.page.evaluate("() => history.go(-2)")
    gone(tab)
    assert focused(tab) == "Note"


def test_a_question_waits_for_its_answer(tab, gallery):
    tab.button("Clear").click()
    alert = tab.page.get_by_role("alertdialog", name="Delete all tools?")
    alert.wait_for()
    assert focused(tab) == "Cancel"
    assert "cannot be brought back" in tab.page.locator(f"#{alert.get_attribute('aria-describedby')}").text_content()
    tab.page.mouse.click(10, 10)
    assert alert.is_visible()
    tab.page.keyboard.press("Escape")
    wait_for_text(tab, "Kept")
    assert focused(tab) == "Clear"
    tab.button("Clear").click()
    alert.get_by_role("button", name="Delete", exact=True).click()
    wait_for_text(tab, "Deleted")
    eventually(lambda: check(gallery.names() == {}))


def test_a_question_ends_when_the_page_is_left(tab, gallery):
    tab.button("Clear").click()
    tab.page.get_by_role("alertdialog").wait_for()
    tab.page.goto(f"{gallery.url}/rack")
    tab._wait_for_scene()
    tab.page.go_back()
    tab._wait_for_scene()
    assert len(gallery.names()) == 3


def test_focus_goes_nearby_when_what_opened_a_sheet_is_gone(tab, gallery):
    tab.cell("2").click()
    sheet(tab, "file")
    gallery.sql("DELETE FROM tool WHERE id = 2")
    tab.page.wait_for_function("() => !document.querySelector('[data-collection=list] [data-item=\"2\"]')")
    tab.page.keyboard.press("Escape")
    gone(tab)
    assert tab.page.evaluate("() => !!document.activeElement.closest('[data-collection=list]')")


def test_a_reload_keeps_a_sheet_without_an_address(tab):
    tab.button("Note").click()
    sheet(tab).get_by_label("Note").fill("sharp")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    tab.page.reload()
    sheet(tab)
    tab.page.wait_for_function("() => document.querySelector('[name=note]').value === 'sharp'")
    tab.page.keyboard.press("Escape")
    gone(tab)
    wait_for_text(tab, "closed")


def test_what_is_typed_in_a_sheet_outlives_the_connection(gallery, open_tab):
    gallery.fill("saw")
    with SlowLine(gallery.port, rate=10_000_000) as line:
        tab = open_tab("desktop")
        tab.page.goto(f"{line.url}/sheets")
        tab._wait_for_scene()
        tab.button("Note").click()
        sheet(tab).get_by_label("Note").type("half a sen")
        line.cut()
        tab.page.get_by_label("Note").type("tence")
        tab.page.keyboard.press("Enter")
        sheet(tab).get_by_role("button", name="Write down").click()
        wait_for_text(tab, "Written: half a sentence")
        gone(tab)
        tab.complaints.clear()


def test_a_lost_scene_closes_its_sheet_and_says_so(tab, gallery):
    tab.button("Note").click()
    sheet(tab)
    gallery.process.kill()
    gallery.process.wait()
    tab.page.get_by_text("Reconnecting…").wait_for()
    # What is said can be reached, over the sheet.
    assert tab.page.evaluate("() => !!document.querySelector('.banner.connection').closest('dialog')")
    gallery.start()
    gone(tab)
    tab.page.get_by_text("what was open over the page was closed").wait_for()
    assert focused(tab) == "Note"
    tab.complaints.clear()


def test_the_scene_and_the_person_close_a_sheet_at_the_same_time(gallery, open_tab):
    gallery.fill("saw")
    tab = open_tab("desktop", live=False)
    relay = Relay(tab)
    tab.page.reload()
    tab._wait_for_scene()
    tab.button("Note").click()
    dialog = sheet(tab)
    relay.is_holding = True
    dialog.get_by_role("button", name="Write down").click()
    gallery.fill("file")
    # What is held is heard of while the page is waited for.
    while not any('"dismiss"' in text for text in relay.held):
        tab.page.wait_for_timeout(10)
    tab.page.keyboard.press("Escape")
    gone(tab)
    relay.release()
    wait_for_text(tab, "Written: ")
    tab.wait_for_items(["1", "2"])
    tab.page.wait_for_function("() => !history.state.sheets")


def test_nothing_moves_when_reduced_motion_is_asked_for(gallery, open_tab):
    gallery.fill("saw")
    tab = open_tab("desktop", reduced_motion="reduce")
    tab.page.evaluate("() => { window.moved = 0; Element.prototype.animate = () => { moved += 1; return {} } }")
    tab.cell("1").click()
    sheet(tab)
    tab.page.keyboard.press("Escape")
    gone(tab)
    assert tab.page.evaluate("() => moved") == 0


def test_a_sheet_opens_out_of_its_cell_and_closes_into_it(tab):
    tab.page.evaluate(
        "() => { window.moves = []; const { animate } = Element.prototype; Element.prototype.animate = function (frames, timing) {"
        " if (this.matches('.sheet')) moves.push([frames[0].transform, timing.direction]); return animate.call(this, frames, timing) } }")
    tab.cell("3").click()
    sheet(tab, "plane")
    tab.settle()
    tab.page.keyboard.press("Escape")
    gone(tab)
    moves = tab.page.evaluate("() => moves")
    assert [direction for _, direction in moves] == ["normal", "reverse"]
    assert all("scale" in transform for transform, _ in moves)
    tab.page.wait_for_function("() => !document.querySelector('.folding')")


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_how_it_looks(gallery, open_tab, size, scheme):
    gallery.fill("saw", "file", "plane")
    tab = open_tab(size, color_scheme=scheme)
    tab.button("Note").click()
    sheet(tab)
    tab.settle()
    assert violations(tab) == []
    box = tab.page.locator(".sheet").bounding_box()
    tab.shoot(f"sheet-{size}-{scheme}")
    width, height = tab.page.viewport_size["width"], tab.page.viewport_size["height"]
    if size == "phone":
        assert box["x"] == 0 and box["width"] == width and box["y"] + box["height"] == height
    else:
        assert abs(box["x"] + box["width"] / 2 - width / 2) < 1 and box["width"] == 560
    tab.page.keyboard.press("Escape")
    gone(tab)
    tab.button("Clear").click()
    tab.page.get_by_role("alertdialog").wait_for()
    assert violations(tab) == []
    tab.shoot(f"alert-{size}-{scheme}")
    tab.page.keyboard.press("Escape")
    wait_for_text(tab, "Kept")
