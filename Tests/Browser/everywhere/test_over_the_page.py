"""Sheets and questions over a page, in each browser: the keyboard, Escape, the way back, addresses."""

import pytest

from workbench import Workbench

PROGRAM = Workbench


@pytest.fixture
def page(gallery, window):
    gallery.fill("saw", "file")
    window.open(f"{gallery.url}/sheets")
    window.wait("document.querySelector('[data-item=\"2\"]')")
    return window


def press(page, name):
    # The press may lead to another page, so it is the last thing that is done here.
    page.script(
        "document.querySelectorAll('#meant').forEach((button) => button.removeAttribute('id'));"
        "[...document.querySelectorAll('button')].findLast((button) => button.textContent === values[0]).id = 'meant'", name)
    page.click("#meant")


def wait_for_sheets(page, count):
    page.wait("document.querySelectorAll('dialog:modal').length === values[0]", count)
    page.wait("(history.state?.sheets?.length ?? 0) === values[0]", count)


def test_escape_closes_a_sheet_and_the_keyboard_is_where_it_was(page):
    page.click_item(1, modifiers=["Shift"])
    page.wait_for_selected(["1"])
    press(page, "Note")
    wait_for_sheets(page, 1)
    page.wait("document.activeElement.name === 'note'")
    page.press("Escape")
    wait_for_sheets(page, 0)
    page.wait("document.activeElement.textContent === 'Note'")
    page.wait("[...document.querySelectorAll('output')].some((output) => output.textContent === 'closed')")
    assert page.selected() == ["1"]


def test_a_tile_opens_over_the_page_and_the_way_back_and_forward_lead_through(page):
    page.script("window.isSame = true")
    page.click_item(2)
    wait_for_sheets(page, 1)
    page.wait("location.pathname === '/note/2'")
    page.script("history.back()")
    wait_for_sheets(page, 0)
    page.wait("location.pathname === '/sheets'")
    page.wait_for_focus(2)
    page.script("history.forward()")
    page.wait("document.querySelector('dialog:modal') && location.pathname === '/note/2'")
    assert page.script("return isSame")
    page.press("Escape")
    wait_for_sheets(page, 0)
    page.wait("location.pathname === '/sheets'")


def test_the_address_of_a_sheet_is_a_page_after_a_reload(page):
    page.click_item(2)
    wait_for_sheets(page, 1)
    page.reload()
    page.wait_for_scene()
    page.wait("document.title === 'file – Workbench' && !document.querySelector('dialog')")
    page.back()
    page.wait("document.title === 'Sheets – Workbench' && !document.querySelector('dialog')")
    page.wait_for_scene()


def test_a_sheet_over_a_sheet(page):
    press(page, "Note")
    wait_for_sheets(page, 1)
    press(page, "Another")
    wait_for_sheets(page, 2)
    page.press("Escape")
    wait_for_sheets(page, 1)
    page.wait("document.activeElement.textContent === 'Another'")
    page.script("history.back()")
    wait_for_sheets(page, 0)


def test_a_question_is_answered(page, gallery):
    press(page, "Clear")
    wait_for_sheets(page, 1)
    page.wait("document.activeElement.textContent === 'Cancel'")
    page.press("Escape")
    page.wait("document.querySelector('[data-outlet=said]').textContent === 'Kept'")
    wait_for_sheets(page, 0)
    press(page, "Clear")
    wait_for_sheets(page, 1)
    press(page, "Delete")
    page.wait("document.querySelector('[data-outlet=said]').textContent === 'Deleted'")
    page.wait("!document.querySelector('dialog, [data-collection=list] [data-item]')")
    assert gallery.names() == {}


def test_a_sheet_is_there_after_a_reload(page):
    press(page, "Note")
    wait_for_sheets(page, 1)
    page.reload()
    wait_for_sheets(page, 1)
    page.press("Escape")
    wait_for_sheets(page, 0)


def test_the_way_back_leads_from_a_page_that_is_not_there_any_more(page, gallery):
    page.click_item(2)
    wait_for_sheets(page, 1)
    page.press("Escape")
    wait_for_sheets(page, 0)
    gallery.sql("DELETE FROM tool WHERE id = 2")
    page.wait_for_tiles(["1"])
    page.script("history.forward()")
    page.wait("document.title === 'Not found'")
    page.back()
    page.wait("document.title === 'Sheets – Workbench' && location.pathname === '/sheets'")
    page.wait_for_tiles(["1"])
    page.wait_for_scene()
    # By a reload as well.
    page.click_item(1)
    wait_for_sheets(page, 1)
    page.wait("location.pathname === '/note/1'")
    gallery.sql("DELETE FROM tool WHERE id = 1")
    page.reload()
    page.wait("document.title === 'Not found'")
    page.script("history.back()")
    page.wait("document.title === 'Sheets – Workbench' && location.pathname === '/sheets'")
    page.wait("document.querySelector('[data-collection=list]')")


def test_who_is_led_on_as_a_sheet_closes_arrives(page):
    """`dismiss` and `show` in one packet."""
    press(page, "Note")
    wait_for_sheets(page, 1)
    press(page, "Lead on")
    page.wait("location.pathname === '/rack'")
    page.wait("!document.querySelector('dialog')")


SCROLLED = ("return [document.scrollingElement.scrollTop, document.querySelector('main [data-collection]').scrollTop,"
            " document.querySelector('main').getBoundingClientRect().width]")


@pytest.mark.parametrize("scroller", ["page", "collection"])
def test_nothing_behind_a_sheet_scrolls(gallery, page, scroller):
    gallery.fill(*[f"saw {number}" for number in range(1, 401)])
    page.wait("document.querySelector('main [data-collection]').scrollHeight > 2000")
    if scroller == "page":
        page.script("document.querySelector('main').style.height = '300vh'; scrollTo(0, 200)")
    else:
        page.script("document.querySelector('main [data-collection]').scrollTop = 300")
    page.wait("!document.querySelector('.placeholder')")
    before = page.script(SCROLLED)
    assert max(before[:2]) >= 200
    page.script("[...document.querySelectorAll('button')].find((button) => button.textContent === 'Note').click()")
    wait_for_sheets(page, 1)
    x, y, width, height = page.box(".sheet")
    for at in ((x + width / 2, y / 2), (x + width / 2, y + height - 8)):
        for by in (400, 400, -200):
            page.wheel(round(at[0]), round(at[1]), by)
    for key in ("PageDown", "End", "Home", "ArrowDown"):
        page.press(key)
    page.script("window.frames_ = 0; const count = () => ++window.frames_ < 20 && requestAnimationFrame(count); count()")
    page.wait("window.frames_ >= 20")
    assert page.script(SCROLLED) == before
    page.press("Escape")
    wait_for_sheets(page, 0)
    assert page.script(SCROLLED) == before
