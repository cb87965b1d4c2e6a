"""A form above a list: what is typed, entered and refused, and while an answer is on its way."""

import sqlite3

import pytest
from tab import Relay
from test_accessibility import violations
from todo import ToDo

PROGRAM = ToDo


def title(tab):
    return tab.page.get_by_label("New task")


def add(tab, *titles):
    for text in titles:
        title(tab).fill(text)
        title(tab).press("Enter")
        tab.page.wait_for_function("() => document.querySelector('[name=title]').value === ''")


def shows(tab, *titles):
    tab.page.wait_for_function(
        """titles => { const shown = [...document.querySelectorAll('[data-item] .task')].map(task => task.textContent.trim());
             return shown.length === titles.length && shown.every((title, index) => title === titles[index]) }""",
        arg=list(titles))


def rise(tab, sentence):
    tab.page.locator(".banner.error p", has_text=sentence).wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_in_an_empty_a_full_and_a_refused_list(gallery, open_tab, size, scheme):
    tab = open_tab(size, color_scheme=scheme)
    assert violations(tab) == []
    add(tab, "Milk", "Bread", "Tea")
    shows(tab, "Milk", "Bread", "Tea")
    tab.page.get_by_role("checkbox", name="Bread").click()
    shows(tab, "Milk", "Tea", "Bread")
    title(tab).press("Enter")
    rise(tab, "A task needs a few words.")
    tab.shoot(f"todo-{size}-{scheme}")
    assert violations(tab) == []


def test_a_blank_title_is_refused_in_words_and_stays_to_be_mended(gallery, open_tab):
    tab = open_tab("desktop")
    for blank in ("", "   "):
        title(tab).fill(blank)
        tab.button("Add").click()
        rise(tab, "A task needs a few words. Type some, then add it.")
        assert title(tab).input_value() == blank
    add(tab, "Milk")
    shows(tab, "Milk")
    tab.page.locator(".banner.error").wait_for(state="detached")
    assert gallery.titles() == ["Milk"]


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
    tab.page.keyboard.type("Second task")
    shows(tab, "First")
    # The relay reports frames only during a call to the page.
    relay.eventually(lambda: check(relay.held))
    relay.release()
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert title(tab).input_value() == "Second task"
    title(tab).press("Enter")
    shows(tab, "First", "Second task")
    tab.page.wait_for_function("() => document.querySelector('[name=title]').value === ''")


def test_what_is_entered_while_the_answer_is_on_its_way_is_added_behind_it_once(gallery, open_tab):
    tab, relay = open_held(open_tab)
    title(tab).fill("First")
    for text in ("", "Second", "", "First", ""):
        tab.page.keyboard.type(text)
        tab.page.keyboard.press("Enter")
    shows(tab, "First", "Second", "First")
    relay.eventually(lambda: check(len(relay.held) == 3))
    relay.release()
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert title(tab).input_value() == ""
    assert gallery.titles() == ["First", "Second", "First"]


def test_another_programs_transaction_is_waited_for(gallery, open_tab):
    tab = open_tab("desktop")
    other = sqlite3.connect(gallery.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    title(tab).fill("Milk")
    title(tab).press("Enter")
    tab.page.wait_for_selector("form[aria-busy=true]")
    other.execute("ROLLBACK")
    other.close()
    shows(tab, "Milk")
    assert tab.page.locator(".banner.error").count() == 0


def check(condition):
    assert condition
