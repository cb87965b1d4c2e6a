"""Undo and redo: by button, by keys, and from the notice that follows a removal."""

from playwright.sync_api import expect


def test_clear_all_comes_back_from_the_notice(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab()
    before = gallery.rows()
    tab.button("Clear all").click()
    tab.wait_for_items([])
    notice = tab.page.get_by_role("status").filter(has_text="12 colors removed")
    notice.get_by_role("button", name="Undo", exact=True).click()
    tab.wait_for_items([str(row[0]) for row in before])
    assert gallery.rows() == before
    assert notice.count() == 0


def test_undo_and_redo_by_keys_and_by_button(gallery, open_tab):
    tab = open_tab("desktop")
    assert tab.button("Undo").is_disabled() and tab.button("Redo").is_disabled()
    tab.button("Add color").click()
    tab.page.wait_for_selector("[data-item]")
    rows = gallery.rows()
    tab.page.keyboard.press("Control+z")
    tab.wait_for_items([])
    expect(tab.button("Undo")).to_be_disabled()
    tab.page.keyboard.press("Control+Shift+Z")
    tab.wait_for_items([str(row[0]) for row in rows])
    assert gallery.rows() == rows
    tab.button("Undo").click()
    tab.wait_for_items([])
    tab.button("Redo").click()
    tab.wait_for_items([str(row[0]) for row in rows])


def test_each_window_takes_back_its_own_and_says_what_it_cannot(gallery, open_tab):
    gallery.sample(3)
    one, other = open_tab(), open_tab()
    ids = gallery.ids()
    one.cell(ids[0]).click()
    one.button("Remove selected colors").click()
    other.wait_for_items(ids[1:])
    assert other.button("Undo").is_disabled()
    one.button("Dismiss").click()
    gallery.sql(("INSERT INTO color(id, red) VALUES (?, 0.5)", ids[0]))
    one.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 3")
    one.page.keyboard.press("Control+z")
    one.page.get_by_text("1 color was left as it is because it was changed elsewhere.").wait_for()
    assert gallery.rows("SELECT red FROM color WHERE id = " + ids[0]) == [(0.5,)]


def test_the_offer_goes_when_undo_would_undo_something_else(gallery, open_tab):
    gallery.sample(6)
    tab = open_tab()
    tab.cell(gallery.ids()[0]).click()
    tab.button("Remove selected colors").click()
    offer = tab.page.get_by_text("1 color removed")
    offer.wait_for()
    tab.button("Add color").click()
    offer.wait_for(state="detached")


def test_undo_in_the_notice_leads_back_to_where_the_person_was(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab("desktop")
    ids = gallery.ids()
    tab.cell(ids[4]).click()
    tab.page.keyboard.press("Delete")
    tab.wait_for_items(ids[:4] + ids[5:])
    # The tile in the place of the deleted one has the focus. It has it again after the notice is closed.
    tab.page.wait_for_function("id => document.activeElement.dataset.item === id", arg=ids[5])
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    tab.wait_for_items(ids)
    assert tab.page.evaluate("document.activeElement.dataset.item") == ids[5]


def test_the_keyboard_is_not_lost_when_all_is_cleared_and_comes_back(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab("desktop")
    ids = gallery.ids()
    tab.cell(ids[4]).focus()
    for press in ("Clear all", "Undo"):
        button = tab.page.locator(".bar, .banner").get_by_role("button", name=press).last
        button.focus()
        tab.page.keyboard.press("Enter")
        tab.wait_for_items([] if press == "Clear all" else ids)
        tab.page.wait_for_function(
            "() => document.activeElement !== document.body && document.activeElement.checkVisibility()"
            " && !document.activeElement.closest('.banners, .leaving')")


def test_a_notice_that_goes_by_itself_gives_the_keyboard_back(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab("desktop")
    tab.page.clock.install()
    ids = gallery.ids()
    tab.cell(ids[0]).click()
    tab.page.keyboard.press("Delete")
    undo = tab.page.locator(".banner").get_by_role("button", name="Undo")
    undo.focus()
    tab.page.clock.fast_forward(15_000)
    undo.wait_for(state="detached")
    assert tab.page.evaluate("document.activeElement.dataset.item") == ids[1]
