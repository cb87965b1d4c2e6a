"""The app of docs/FIRST-APP.md, as a newcomer sees it: add, refuse, search, sort, menu, selection, a reload and a killed server."""

import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe
from books import Books
from tab import Relay

PROGRAM = Books


def title(tab):
    return tab.page.get_by_label("Title")


def search(tab):
    return tab.page.get_by_label("Search")


def order(tab):
    return tab.page.get_by_label("Sort by")


def add(tab, *titles):
    for text in titles:
        title(tab).fill(text)
        title(tab).press("Enter")
        tab.page.wait_for_function("() => document.querySelector('[name=title]').value === ''")


def shows(tab, *titles):
    tab.page.wait_for_function(
        """titles => { const shown = [...document.querySelectorAll('[data-item] span')].map(span => span.textContent);
             return shown.length === titles.length && shown.every((title, index) => title === titles[index]) }""",
        arg=list(titles))


def headers(tab):
    tab.settle()
    return tab.page.eval_on_selector_all(
        ".shelf", "all => all.sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)"
        ".map(shelf => shelf.textContent.trim())")


def rise(tab, sentence):
    tab.page.locator(".banner.error p", has_text=sentence).wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_in_an_empty_a_full_and_a_refused_list(gallery, open_tab, size, scheme):
    def violations():
        tab.settle()
        found = Axe().run(tab.page).response["violations"]
        return [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found]

    tab = open_tab(size, color_scheme=scheme)
    assert violations() == []
    add(tab, "Emma", "Persuasion", "Zadig")
    shows(tab, "Emma", "Persuasion", "Zadig")
    tab.cell(1).click()
    tab.page.wait_for_selector("[aria-selected=true]")
    title(tab).press("Enter")
    rise(tab, "A book needs a title.")
    tab.shoot(f"books-{size}-{scheme}")
    assert violations() == []


def test_a_blank_title_is_refused_in_words_and_blanks_around_one_are_dropped(gallery, open_tab):
    tab = open_tab("desktop")
    for blank in ("", "   "):
        title(tab).fill(blank)
        tab.button("Add").click()
        rise(tab, "A book needs a title. Type one, then add it.")
        assert title(tab).input_value() == blank, "it stays to be mended"
    add(tab, "  Emma ")
    shows(tab, "Emma")
    tab.page.locator(".banner.error").wait_for(state="detached")
    assert gallery.titles() == ["Emma"]


def open_held(open_tab):
    """A tab whose answers are on their way until they are released."""
    tab = open_tab(live=False)
    relay = Relay(tab, holds=lambda message: message[0] == "done")
    tab.open_anew()
    relay.is_holding = True
    return tab, relay


def test_what_is_typed_while_the_answer_is_on_its_way_is_kept(gallery, open_tab):
    tab, relay = open_held(open_tab)
    title(tab).fill("First")
    title(tab).press("Enter")
    # The sent text is selected, so that the next text replaces it.
    tab.page.keyboard.type("Second book")
    shows(tab, "First")
    # The relay reports frames only during a call to the page.
    relay.eventually(lambda: check(relay.held))
    relay.release()
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert title(tab).input_value() == "Second book"
    title(tab).press("Enter")
    shows(tab, "First", "Second book")
    tab.page.wait_for_function("() => document.querySelector('[name=title]').value === ''")


def test_what_is_entered_while_the_answer_is_on_its_way_is_added_behind_it_once(gallery, open_tab):
    tab, relay = open_held(open_tab)
    title(tab).fill("First")
    for text in ("", "Second", "", "First", ""):
        tab.page.keyboard.type(text)
        tab.page.keyboard.press("Enter")
    shows(tab, "First", "First", "Second")
    relay.eventually(lambda: check(len(relay.held) == 3))
    relay.release()
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert title(tab).input_value() == ""
    assert gallery.titles() == ["First", "Second", "First"]


def test_search_takes_each_character_for_itself(gallery, open_tab):
    tab = open_tab("desktop")
    add(tab, "Emma", "100% wool", "snake_case", "back\\slash")
    for text, found in [("%", "100% wool"), ("_", "snake_case"), ("\\", "back\\slash"), ("MM", "Emma")]:
        search(tab).fill(text)
        shows(tab, found)
    search(tab).fill("e_a")
    shows(tab)
    search(tab).fill("")
    shows(tab, "100% wool", "back\\slash", "Emma", "snake_case")


def test_the_first_choice_sorts(gallery, open_tab):
    tab = open_tab("desktop")
    add(tab, "Zadig", "apple", "Emma")
    shows(tab, "apple", "Emma", "Zadig")
    order(tab).select_option("added")
    shows(tab, "Emma", "apple", "Zadig")
    order(tab).select_option("title")
    shows(tab, "apple", "Emma", "Zadig")


def test_search_and_order_agree_with_the_list_after_a_reload_and_in_a_server_that_was_killed(gallery, open_tab):
    tab = open_tab("desktop")
    add(tab, "Zadig", "apple", "Emma")
    search(tab).fill("a")
    order(tab).select_option("added")
    shows(tab, "Emma", "apple", "Zadig")
    search(tab).fill("d")
    shows(tab, "Zadig")
    search(tab).fill("m")
    shows(tab, "Emma")

    def agree():
        shows(tab, "Emma")
        tab.page.wait_for_function(
            "() => document.querySelector('[type=search]').value === 'm' && document.querySelector('[name=by]').value === 'added'")

    tab.page.reload()
    agree()
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    gallery.start()
    tab.page.get_by_text("Reconnecting…").wait_for(state="detached")
    agree()
    tab.page.reload()
    agree()
    search(tab).fill("")
    shows(tab, "Emma", "apple", "Zadig")


def test_shelves_stay_in_their_order_and_the_menu_moves_what_is_selected(gallery, open_tab):
    tab = open_tab("desktop")
    assert headers(tab) == ["To read 0", "Reading 0", "Read 0"]
    add(tab, "Emma", "Persuasion", "Zadig")
    shows(tab, "Emma", "Persuasion", "Zadig")
    tab.cell(1).click()
    tab.cell(3).click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 2")
    tab.cell(1).click(button="right")
    tab.page.get_by_role("menuitem", name="To “Read”").click()
    shows(tab, "Persuasion", "Emma", "Zadig")
    assert headers(tab) == ["To read 1", "Reading 0", "Read 2"]
    tab.cell(2).click(button="right")
    tab.page.get_by_role("menuitem", name="Remove").click()
    shows(tab, "Emma", "Zadig")
    assert gallery.titles() == ["Emma", "Zadig"]


def test_another_programs_transaction_is_waited_for(gallery, open_tab):
    tab = open_tab("desktop")
    other = sqlite3.connect(gallery.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    title(tab).fill("Emma")
    title(tab).press("Enter")
    tab.page.wait_for_selector("form[aria-busy=true]")
    other.execute("ROLLBACK")
    other.close()
    shows(tab, "Emma")
    assert tab.page.locator(".banner.error").count() == 0


def test_what_other_programs_add_is_shown(gallery, open_tab):
    tab = open_tab()
    gallery.sql("INSERT INTO book (title, shelf, added) VALUES ('<b>Emma</b>', 'Lent', '2026-01-02 03:04:05')")
    shows(tab, "<b>Emma</b>")
    # Shelves without books stand behind one that has some, unless they are declared before it.
    assert headers(tab) == ["Lent 1", "To read 0", "Reading 0", "Read 0"]


def check(condition):
    assert condition
