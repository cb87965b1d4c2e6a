"""A form of all controls, as axe sees it and as the first paint has it."""

from test_accessibility import violations
from workbench import Workbench

PROGRAM = Workbench



def fill(gallery):
    gallery.sql(*[("INSERT INTO shelf (name, wing, position) VALUES (?, ?, ?)", *row)
                  for row in [("Tea", "East", 1), ('<b>"Ink"', "East", 2), ("Oil", "West", 1)]])


def test_the_first_paint_has_the_rows_without_a_script(gallery, open_tab):
    fill(gallery)
    tab = open_tab(path="/form", live=False, java_script_enabled=False)
    assert tab.page.locator("[name=shelf] optgroup").evaluate_all("all => all.map((group) => group.label)") == ["East", "West"]
    assert tab.page.locator("[name=shelf] option").all_text_contents() == ["Choose…", "Tea", '<b>"Ink"', "Oil"]
    assert tab.page.locator("[name=mood] input:checked").input_value() == "calm"
    assert tab.page.locator("[name=tags] label").all_text_contents() == [" Tea", ' <b>"Ink"', " Oil"]


def test_axe_finds_nothing_in_a_form(gallery, open_tab):
    fill(gallery)
    tab = open_tab(path="/form")
    tab.page.wait_for_function("() => document.querySelectorAll('[name=tags] input').length === 3")
    assert violations(tab) == []
    tab.page.locator("form > button").click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-invalid=true]').length === 2")
    assert violations(tab) == []


def test_radio_buttons_are_one_stop_and_led_by_arrows(gallery, open_tab):
    tab = open_tab(path="/form")
    tab.page.wait_for_function("() => document.querySelectorAll('[name=mood] input').length === 3")
    tab.page.locator("[name=mood] input:checked").focus()
    tab.page.keyboard.press("ArrowDown")
    assert tab.page.locator("[name=mood] input:checked").input_value() == "lively"
    group = tab.page.get_by_role("radiogroup", name="Mood", exact=True)
    assert group.get_by_role("radio", name="Lively").is_checked()
    assert tab.page.get_by_role("group", name="Tags", exact=True).count() == 1
