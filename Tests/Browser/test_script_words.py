"""The sentences of the browser's script in the words of an app in another language."""

import pytest
from shelves import Shelves
from tab import Tab


@pytest.fixture
def shelves():
    shelves = Shelves().start(language="de")
    yield shelves
    shelves.stop()


@pytest.fixture
def tab(browser, shelves):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    tab = Tab(context, shelves.url, "/")
    yield tab
    context.close()


def test_it_speaks_of_the_connection_as_the_page_does(shelves, tab):
    assert tab.page.evaluate("document.documentElement.lang") == "de"
    shelves.stop()
    banner = tab.page.locator(".banner.connection")
    banner.get_by_text("Die Verbindung wird </script> gesucht …", exact=True).wait_for()
    shelves.start(language="de")
    banner.wait_for(state="detached")


def test_a_sentence_and_its_button_are_in_the_words_of_the_app(tab):
    tab.page.get_by_label("Steps").fill("x" * 2_000_000)
    tab.page.keyboard.press("Enter")
    error = tab.page.get_by_role("alert")
    error.get_by_text("Das ist zu lang.", exact=True).wait_for()
    error.get_by_role("button", name="Verstanden", exact=True).click()
    error.wait_for(state="detached")
