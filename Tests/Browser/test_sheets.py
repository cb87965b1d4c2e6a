"""Sheets and questions over a page: focus, Escape, the way back, addresses, a lost connection."""

import pytest

from gallery import eventually
from slow_line import SlowLine
from tab import MOVING, Relay
from test_accessibility import violations
from test_selection import Finger
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
    # The Tab key reaches only the sheet and the browser's own controls.
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
    tab.page.wait_for_function("() => document.title === 'file – Workbench'")
    tab.page.evaluate("() => history.back()")
    gone(tab)
    assert address(tab) == "/sheets"
    tab.page.wait_for_function("() => document.title === 'Sheets – Workbench'")
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


SCROLLED = """() => [document.scrollingElement.scrollTop, document.querySelector('main [data-collection]').scrollTop,
  document.querySelector('main').getBoundingClientRect().width]"""


@pytest.mark.parametrize("where", ["beside", "on"])
@pytest.mark.parametrize("scroller", ["page", "collection"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_behind_a_sheet_scrolls(gallery, open_tab, size, scroller, where):
    gallery.fill(*[f"saw {number}" for number in range(1, 401)])
    tab = open_tab(size, has_touch=size == "phone")
    if scroller == "page":
        tab.page.evaluate(
            "() => { const main = document.querySelector('main'); main.style.height = '300vh'; scrollTo(0, 200) }")
    else:
        tab.page.evaluate("() => { document.querySelector('[data-collection]').scrollTop = 300 }")
    tab.settle()
    before = tab.page.evaluate(SCROLLED)
    assert max(before[:2]) >= 200
    tab.button("Note").evaluate("button => button.click()")
    panel = sheet(tab, "").locator(".sheet").bounding_box()
    tab.settle()
    middle = tab.page.viewport_size["width"] / 2
    at = (middle, panel["y"] + panel["height"] - 8) if where == "on" else (middle, panel["y"] / 2)
    if size == "phone":
        finger = Finger(tab)
        for way in (-1, 1):
            finger.down(*at)
            finger.move(at[0], at[1] + 20 * way, steps=2)
            finger.move(at[0], at[1] + 300 * way)
            finger.up()
    else:
        tab.page.mouse.move(*at)
        for _ in range(4):
            tab.page.mouse.wheel(0, 400)
        tab.page.mouse.wheel(0, -200)
    for key in ("PageDown", "End"):
        tab.page.keyboard.press(key)
    tab.page.evaluate("async () => { for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame) }")
    assert tab.page.evaluate(SCROLLED) == before
    tab.page.keyboard.press("Escape")
    gone(tab)
    assert tab.page.evaluate(SCROLLED) == before


def test_a_sheet_brings_the_code_of_the_room_whose_address_it_has(tab):
    page = tab.page
    tab.cell("2").click()
    panel = page.locator(".presented > .sheet[data-name='FILE']")
    panel.wait_for()
    panel.get_by_label("Note").fill("blunt")
    panel.get_by_label("Note").press("Enter")
    panel.get_by_role("heading", name="file").dblclick()
    page.locator(".sheet[data-emptied=true]").wait_for()
    page.wait_for_function("() => document.querySelector('.sheet [name=note]').value === ''")
    before = panel.element_handle()
    panel.get_by_role("button", name="Close").click()
    gone(tab)
    assert before.evaluate("panel => panel.dataset.name") is None, "it ends with its sheet"
    # The same address as a page, and a sheet without an address has no room's code.
    page.goto(f"{tab.url.removesuffix('/sheets')}/note/2")
    page.wait_for_function("() => document.body.dataset.name === 'FILE'")
    page.get_by_role("button", name="Another").click()
    sheet(tab, "file")
    page.wait_for_timeout(300)
    assert page.locator(".sheet[data-name]").count() == 0


def test_a_sheet_has_the_style_sheet_of_the_room_whose_address_it_has(tab):
    spacing = "() => getComputedStyle(document.querySelector('.note h2')).letterSpacing"
    links = "() => [...document.querySelectorAll('link[rel=stylesheet]')].map(({ href }) => href.replace(/.*[/]([a-z]+)-.*/, '$1'))"
    page = tab.page
    assert page.evaluate(links) == ["style"]
    tab.button("Note").click()
    sheet(tab)
    assert page.evaluate(spacing) == "normal", "it has no address"
    page.keyboard.press("Escape")
    gone(tab)
    # Until it is there, the sheet is not seen.
    held = []
    page.route("**/assets/note-*.css", lambda route: held.append(route))
    with page.expect_request("**/assets/note-*.css"):
        tab.cell("2").click()
    page.wait_for_function("() => document.querySelector('dialog.presented h2')?.textContent === 'file'")
    assert not page.locator("dialog.presented").is_visible()
    held[0].continue_()
    page.unroute("**/assets/note-*.css")
    sheet(tab, "file")
    assert page.evaluate(spacing) == "3px"
    page.keyboard.press("Escape")
    gone(tab)
    tab.cell("3").click()
    sheet(tab, "plane")
    assert page.evaluate(links) == ["style", "note"], "the page keeps it"
    page.goto(f"{tab.url.removesuffix('/sheets')}/note/2")
    assert page.evaluate(links) == ["style", "note"] and page.evaluate(spacing) == "3px"


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
    # The message is in the sheet, so it can be reached.
    assert tab.page.evaluate("() => !!document.querySelector('.banner.connection').closest('dialog')")
    gallery.start()
    gone(tab)
    tab.page.get_by_text("what was open over the page was closed").wait_for()
    assert focused(tab) == "Note"
    tab.complaints.clear()


def test_a_sheet_with_an_address_is_there_again_when_its_scene_is_lost(tab, gallery):
    tab.cell("2").click()
    note = sheet(tab, "file").get_by_label("Note")
    tab.page.wait_for_url("**/note/2")
    note.type("half a sen")
    tab.page.evaluate("() => { window.shown = document.querySelector('dialog') }")
    tab.change_servers(gallery)
    # The same nodes, with what was typed and the keyboard.
    note.type("tence")
    tab.page.keyboard.press("Enter")
    sheet(tab, "file").get_by_role("button", name="Write down").click()
    wait_for_text(tab, "Written: half a sentence")
    gone(tab)
    assert not tab.page.get_by_text("was closed").is_visible()
    wait_for_text(tab, "closed 2")
    tab.page.wait_for_url("**/sheets")
    tab.page.evaluate("() => history.forward()")
    sheet(tab, "file")
    assert tab.page.evaluate("() => !shown.isConnected"), "it was opened anew by the new scene"
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
    # The relay reports frames only during a call to the page.
    while not any('"dismiss"' in text for text in relay.held):
        tab.page.wait_for_timeout(10)
    tab.page.keyboard.press("Escape")
    gone(tab)
    relay.release()
    wait_for_text(tab, "Written: ")
    tab.wait_for_items(["1", "2"])
    tab.page.wait_for_function("() => !history.state.sheets")


def counters(tab):
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("HeapProfiler.collectGarbage")
    counts = session.send("Memory.getDOMCounters")
    session.detach()
    return counts["nodes"], counts["jsEventListeners"]


def test_a_sheet_that_is_closed_leaves_nothing_behind(tab):
    def open_and_close(count):
        for _ in range(count):
            tab.button("Note").click()
            sheet(tab).locator(".tile").first.wait_for()
            tab.page.keyboard.press("Escape")
            gone(tab)
            tab.page.wait_for_function("() => !history.state.sheets && !document.querySelector('.folding')")

    open_and_close(2)
    nodes, listeners = counters(tab)
    open_and_close(20)

    # The last one may be held, as it was by the first count.
    def check_counts():
        now = counters(tab)
        assert now[0] < nodes + 60 and now[1] < listeners + 20, (now, nodes, listeners)

    eventually(check_counts)


def test_sheets_that_are_closed_are_opened_by_the_way_forward_as_far_as_they_can_be(tab):
    tab.cell("2").click()
    tab.page.wait_for_url("**/note/2")
    tab.button("Another").click()
    tab.page.wait_for_function("() => document.querySelectorAll('dialog').length === 2 && history.state.sheets?.length === 2")
    for left in (1, 0):
        tab.page.evaluate("() => history.back()")
        tab.page.wait_for_function("left => document.querySelectorAll('dialog').length === left", arg=left)
    tab.page.evaluate("() => history.forward()")
    sheet(tab, "file")
    # The upper one has no address, so it stays closed, and its entry is left again.
    tab.page.evaluate("() => { window.entry = 0; addEventListener('popstate', () => (entry += 1)); history.forward() }")
    tab.page.wait_for_function("() => entry === 2 && history.state.sheets.length === 1")
    assert tab.page.locator("dialog").count() == 1
    tab.page.evaluate("() => history.back()")
    gone(tab)
    assert address(tab) == "/sheets"


def test_a_link_within_a_sheet_makes_no_entry_of_the_history(tab):
    tab.cell("2").click()
    dialog = sheet(tab, "file")
    tab.page.wait_for_url("**/note/2")
    dialog.get_by_label("Note").fill("half a sentence")
    entries = tab.page.evaluate("() => history.length")
    tab.page.evaluate(
        "() => { const link = Object.assign(document.createElement('a'), { href: '#x', textContent: 'Below' });"
        " document.querySelector('.sheet').append(link) }")
    dialog.get_by_role("link", name="Below").click()
    assert tab.page.evaluate("() => history.length") == entries
    assert dialog.get_by_label("Note").input_value() == "half a sentence"
    dialog.get_by_role("button", name="Close").click()
    gone(tab)
    tab.page.wait_for_url("**/sheets")


def test_a_reload_after_the_scene_is_lost_says_so_and_leaves_its_entry(tab, gallery):
    tab.button("Note").click()
    sheet(tab)
    tab.page.wait_for_function("() => history.state.sheets")
    gallery.process.kill()
    gallery.process.wait()
    gallery.start()
    tab.page.reload()
    tab.page.get_by_text("what was open over the page was closed").wait_for()
    tab.page.wait_for_function("() => !history.state.sheets")
    assert tab.page.locator("dialog").count() == 0
    tab.complaints.clear()


def test_what_was_typed_in_a_sheet_of_a_lost_scene_is_said(tab, gallery):
    tab.button("Note").click()
    sheet(tab).get_by_label("Note").type("a long thought")
    gallery.process.kill()
    gallery.process.wait()
    gallery.start()
    gone(tab)
    tab.page.get_by_text("You had typed “a long thought”.").wait_for()
    tab.page.get_by_text("what was open over the page was closed").wait_for()
    tab.settle()
    assert not tab.page.get_by_text("What this was for has been closed").is_visible()
    tab.complaints.clear()


def test_a_file_for_a_sheet_that_is_closed_is_sent_no_more(gallery, open_tab):
    gallery.fill("saw")
    with SlowLine(gallery.port, rate=300_000) as line:
        tab = open_tab("desktop", live=False)
        tab.page.goto(f"{line.url}/sheets")
        tab._wait_for_scene()
        tab.button("Note").click()
        sheet(tab).get_by_label("Attach").set_input_files({"name": "large.png", "mimeType": "image/png", "buffer": b"x" * 3_000_000})
        tab.page.locator("progress").wait_for()
        tab.page.keyboard.press("Escape")
        gone(tab)
        tab.page.get_by_text("“large.png” was not sent, because the sheet was closed.").wait_for()
        tab.page.wait_for_function("() => !document.querySelector('progress')")
        tab.complaints.clear()


def test_the_way_forward_without_a_connection_leads_back(gallery, open_tab):
    gallery.fill("saw", "file")
    with SlowLine(gallery.port) as line:
        tab = open_tab("desktop", live=False)
        tab.page.goto(f"{line.url}/sheets")
        tab._wait_for_scene()
        tab.page.evaluate("() => { window.isSame = true }")
        tab.cell("2").click()
        tab.page.wait_for_url("**/note/2")
        tab.page.evaluate("() => history.back()")
        gone(tab)
        tab.page.context.set_offline(True)
        line.swallow()
        line.cut()
        tab.page.get_by_text("Reconnecting…").wait_for()
        tab.page.evaluate("() => history.forward()")
        tab.page.wait_for_url("**/note/2")
        tab.page.get_by_text("Not connected, so nothing was done.").wait_for()
        tab.page.wait_for_url("**/sheets")
        assert tab.page.evaluate("() => isSame")
        tab.page.context.set_offline(False)
        line.flow()
        tab.complaints.clear()


def test_a_tile_that_opens_waits_a_moment_for_a_connection_and_no_longer(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    with SlowLine(gallery.port) as line:
        tab = open_tab("desktop", live=False)
        tab.page.goto(f"{line.url}/sheets")
        tab._wait_for_scene()
        tab.page.context.set_offline(True)
        line.swallow()
        line.cut()
        tab.page.get_by_text("Reconnecting…").wait_for()
        for item in "123":
            tab.cell(item).click()
        tab.page.get_by_text("Not connected, so nothing was done.").wait_for()
        assert tab.page.locator("[data-pressed]").count() == 0
        tab.page.context.set_offline(False)
        line.flow()
        tab.page.wait_for_function("() => !document.querySelector('.banner.connection')")
        # The next request is answered after all earlier ones.
        tab.button("Note").click()
        sheet(tab)
        assert tab.page.locator("dialog").count() == 1
        tab.complaints.clear()


def test_a_double_click_opens_one_sheet_on_a_slow_line(gallery, open_tab):
    gallery.fill("saw", "file")
    with SlowLine(gallery.port, delay=0.3) as line:
        tab = open_tab("desktop", live=False)
        tab.page.goto(f"{line.url}/sheets")
        tab._wait_for_scene()
        tab.cell("2").dblclick()
        sheet(tab, "file")
        tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
        taps = [frame for way, frame in tab.frames if way == "out" and '"tap"' in frame]
        assert len(taps) == 1 and tab.page.locator("dialog").count() == 1
        tab.complaints.clear()


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
    tab.page.emulate_media(**MOVING)
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
