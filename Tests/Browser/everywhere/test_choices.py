"""Controls that are filled with rows, typed fields and sentences beside them, in each browser."""

import pytest
from workbench import Workbench

PROGRAM = Workbench

CHOSEN = "(document.querySelector(`[name=${values[0]}]`).selectedOptions[0]?.text ?? null)"


@pytest.fixture
def form(gallery, window):
    gallery.sql(*[("INSERT INTO shelf (name, wing, position) VALUES (?, ?, ?)", *row)
                  for row in [("Tea", "East", 1), ("Ink", "East", 2), ("Oil", "West", 1)]])
    window.open(f"{gallery.url}/form")
    window.wait("document.querySelectorAll('[name=kept] option').length === 4")
    window.wait("document.querySelectorAll('[name=mood] input').length === 3")
    return window


def press(window, selector):
    """As a click on an element that may be out of view."""
    window.script("const node = document.querySelector(values[0]); node.focus(); node.click()", selector)


def titles(window, selector):
    return window.script("return [...document.querySelectorAll(values[0])].map((node) => node.textContent.trim())", selector)


def test_rows_stand_in_their_groups_and_are_followed(gallery, form):
    assert form.script(
        "return [...document.querySelectorAll('[name=shelf] > *')].map((node) => node.label || node.text)") == [
            "Choose…", "East", "West"]
    assert titles(form, "[name=shelf] optgroup[label=East] option") == ["Tea", "Ink"]
    assert titles(form, "[name=tags] > fieldset > legend") == ["East", "West"]
    assert form.script("return [...document.querySelectorAll('#titles option')].map((node) => node.value)") == ["Tea", "Ink", "Oil"]
    assert form.script("return document.querySelector('[name=mood] input:checked').value") == "calm"
    assert form.script("return document.querySelector('input[value=stormy]').disabled")
    gallery.sql("UPDATE shelf SET wing = 'West', position = 2, name = 'Green tea' WHERE id = 1")
    form.wait("document.querySelector('[name=shelf] optgroup[label=West]').children.length === 2")
    assert titles(form, "[name=shelf] option") == ["Choose…", "Ink", "Oil", "Green tea"]
    assert titles(form, "[name=tags] label") == ["Ink", "Oil", "Green tea"]
    assert form.script("return [...document.querySelectorAll('#titles option')].map((node) => node.value)") == [
        "Ink", "Oil", "Green tea"]
    gallery.sql("DELETE FROM shelf WHERE wing = 'East'")
    form.wait("document.querySelectorAll('[name=shelf] optgroup').length === 1")
    assert titles(form, "[name=tags] > fieldset > legend") == ["West"]


def test_a_choice_stays_when_its_row_is_moved_and_is_gone_with_it(gallery, form):
    form.enter_value("[name=shelf]", "2")
    press(form, "[name=tags] [data-choice='3'] input")
    press(form, "[name=mood] [data-choice=lively] input")
    gallery.sql("UPDATE shelf SET wing = 'West', position = 9, name = 'Red ink' WHERE id = 2",
                "UPDATE shelf SET position = 10 WHERE id = 3",
                "INSERT INTO shelf (name, wing) VALUES ('New', 'West')")
    form.wait(f"{CHOSEN} === 'Red ink' && document.querySelectorAll('[name=shelf] option').length === 5", "shelf")
    assert form.script("return document.querySelector('[name=tags] [data-choice=\"3\"] input').checked")
    assert form.script("return document.querySelector('[name=mood] input:checked').value") == "lively"
    # The keyboard stays, too.
    assert form.script("return document.activeElement.value") == "lively"
    gallery.sql("DELETE FROM shelf WHERE id = 2")
    form.wait_for_sentence("“Red ink” was removed elsewhere, so it is not chosen any more.")
    assert form.script(f"return {CHOSEN}", "shelf") == "Choose…"
    assert form.script("return document.querySelector('[name=shelf]').value") == ""


def test_a_half_filled_form_is_kept_across_a_reconnect(gallery, form):
    form.enter_value("[name=shelf]", "3")
    press(form, "[name=tags] [data-choice='1'] input")
    press(form, "[name=mood] [data-choice=lively] input")
    gallery.stop()
    gallery.sql("UPDATE shelf SET name = 'Olive oil' WHERE id = 3")
    gallery.start()
    form.wait(f"{CHOSEN} === 'Olive oil'", "shelf")
    assert form.script("return document.querySelector('[name=tags] [data-choice=\"1\"] input').checked")
    assert form.script("return document.querySelector('[name=mood] input:checked').value") == "lively"


def test_a_radio_button_comes_back_by_its_value(gallery, form):
    """A reload for a newer version may bring the rows in another order."""
    press(form, "[name=mood] [data-choice=lively] input")
    form.script(
        "const row = document.querySelector('[name=mood] [data-choice=lively]'); row.parentElement.append(row); window.isOld = true")
    gallery.upgrade()
    form.wait("!window.isOld && document.querySelector('[name=mood] input:checked')?.value === 'lively'")


def test_a_choice_is_stored_by_its_action(gallery, form):
    other = form.script("return document.querySelector('[name=kept]').value")
    assert other == ""
    form.enter_value("[name=kept]", "2")
    form.wait(f"{CHOSEN} === 'Ink'", "kept")
    form.reload()
    form.wait("document.querySelectorAll('[name=kept] option').length === 4")
    press(form, "[name=lastingTags] [data-choice='3'] input")
    form.wait("document.querySelector('output').textContent === '3 true'")
    form.wait("document.querySelector('[name=tags] [data-choice=\"3\"] input').checked")
    press(form, "[name=lastingTags] [data-choice='3'] input")
    form.wait("document.querySelector('output').textContent === '3 false'")


def test_a_radio_button_whose_action_fails_is_as_before(gallery, form):
    press(form, "[name=lasting] [data-choice=lively] input")
    form.wait_for_sentence("“lively” isn't wanted here.")
    form.wait("document.querySelector('[name=lasting] input:checked').value === 'calm'")


def test_sentences_stand_beside_their_fields(gallery, form):
    form.script("document.querySelector('[name=pages]').value = '0'; document.querySelector('form').noValidate = true")
    press(form, "form > button")
    form.wait("document.querySelector('[data-fault=pages]').textContent === 'The least is 1.'")
    assert form.text("[data-fault=title]") == "Fill this in."
    assert form.text("[data-fault=shelf]") == "Choose one."
    assert form.script(
        "return [...document.querySelectorAll('[aria-invalid=true]')].map((node) => node.name)") == ["title", "shelf", "pages"]
    assert form.script(
        "const title = document.querySelector('[name=title]');"
        "return document.getElementById(title.getAttribute('aria-describedby')).textContent") == "Fill this in."
    form.script("document.querySelector('[name=title]').value = 'One'; document.querySelector('[name=pages]').value = '7'")
    form.enter_value("[name=shelf]", "2")
    press(form, "form > button")
    form.wait("document.querySelector('.tile').textContent.includes('One 2 never 07:30 7 2.5 #3366cc calm')")
    assert form.text("[data-fault=pages]") == ""
    assert form.value("[name=shelf]") == "", "the form is empty again"


def test_what_is_typed_is_checked(gallery, form):
    gallery.sql("INSERT INTO entry (title, start, fill, mood, tags, shelf, pages, weight)"
                " VALUES ('slow', '07:30', '#000000', 'calm', '', 1, 1, 1)")
    press(form, "[name=title]")
    form.type("slow")
    form.wait("document.querySelector('[data-fault=title]').textContent === 'There is an entry “slow” already.'")
    form.type("er")
    form.wait("document.querySelector('[data-fault=title]').textContent === ''")
    assert form.value("[name=title]") == "slower"


def test_two_thousand_rows_are_there_at_once(gallery, form):
    gallery.sql(
        "WITH RECURSIVE row (id) AS (SELECT 100 UNION ALL SELECT id + 1 FROM row WHERE id < 2099) "
        "INSERT INTO shelf (id, name, wing, position) SELECT id, 'Shelf ' || id, 'Wing ' || (id % 7), id FROM row")
    form.wait("document.querySelectorAll('[name=shelf] option').length === 2004")
    form.enter_value("[name=shelf]", "1000")
    form.script(
        "window.changed = 0; new MutationObserver((all) => { for (const { addedNodes } of all) changed += addedNodes.length })"
        ".observe(document.querySelector('[name=shelf]'), { childList: true, subtree: true })")
    gallery.sql("UPDATE shelf SET name = 'Another' WHERE id = 1000", "UPDATE shelf SET position = 0 WHERE id = 1400")
    form.wait(f"{CHOSEN} === 'Another'", "shelf")
    form.wait("document.querySelector('[name=shelf] optgroup[label=\"Wing 0\"]').children[0].value === '1400'")
    assert form.script("return changed") <= 6
