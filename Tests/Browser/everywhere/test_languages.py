"""A to-do list in two languages: each window speaks that of its browser, on one server."""

import urllib.error
import urllib.request

import pytest
from gallery import eventually
from todo import ToDo

PROGRAM = ToDo

ENGLISH = {
    "lang": "en", "title": "To do", "empty": "Nothing to do.", "add": "Add", "delete": "Delete", "key": "Del",
    "deleted": "Task deleted", "undo": "Undo", "step": "Undo: Add task",
    "blank": "A task needs a few words.", "lost": "Reconnecting…",
}
GERMAN = {
    "lang": "de", "title": "Aufgaben", "empty": "Nichts zu tun.", "add": "Hinzufügen", "delete": "Löschen", "key": "Entf",
    "deleted": "Aufgabe gelöscht", "undo": "Rückgängig", "step": "Rückgängig: Neue Aufgabe",
    "blank": "Eine Aufgabe braucht ein paar Worte.", "lost": "Verbindung wird gesucht …",
}


def enter(window, text):
    window.click("[name=title]")
    window.type(text)
    window.press("Enter")


def says(window, words):
    """The language of a page, its title, and the texts of its storyboard."""
    assert window.script("return [document.documentElement.lang, document.title]") == [words["lang"], words["title"]]
    assert window.text("h1") == words["title"] and window.text("[data-empty]") == words["empty"]
    assert window.text("form button") == words["add"]


@pytest.mark.each_engine
def test_windows_of_one_server_speak_each_their_language(gallery, window):
    with window.speaking("de-DE") as german:
        both = [(window, ENGLISH), (german, GERMAN)]
        for tab, words in both:
            tab.open(f"{gallery.url}/")
            says(tab, words)
        # One event is told in both languages.
        enter(window, "Milk")
        for tab, words in both:
            tab.wait("document.querySelector('.tile')?.textContent.trim() === 'Milk'")
        window.wait("document.querySelector('[data-action=\"undo/undo\"]').title === values[0]", ENGLISH["step"])
        enter(german, "Tee")
        german.wait("document.querySelector('[data-action=\"undo/undo\"]').title === values[0]", GERMAN["step"])
        for tab, words in both:
            enter(tab, " ")
            tab.wait_for_sentence(words["blank"])
        # The menu with its key, and what came of it.
        window.wait_for_tiles(["1", "2"])
        german.wait_for_tiles(["1", "2"])
        for (tab, words), item in zip(both, ["1", "2"]):
            tab.click_item(item, "right")
            tab.wait("document.querySelector('[role=menuitem] kbd')")
            assert tab.script(
                "const key = document.querySelector('[role=menuitem] kbd');"
                "return [key.parentElement.firstChild.data, key.textContent]") == [words["delete"], words["key"]]
            tab.press("Escape")
            tab.wait("!document.querySelector('[role=menu]')")
            tab.choose(item, words["delete"])
            tab.wait_for_sentence(words["deleted"])
            tab.wait("[...document.querySelectorAll('.banner button')].some(({ textContent }) => textContent === values[0])",
                     words["undo"])
        if window.name == "chromium":
            german.shoot("todo-german")
        # The scene is lost with its server. The next one speaks the language of the page.
        gallery.stop()
        for tab, words in both:
            tab.wait("document.querySelector('.banner.connection')?.textContent.includes(values[0])", words["lost"])
        gallery.start()
        for tab, words in both:
            tab.wait("!document.querySelector('.banner.connection')")
            enter(tab, " ")
            tab.wait_for_sentence(words["blank"])
            says(tab, words)


def answer(gallery, path, header):
    request = urllib.request.Request(f"{gallery.url}{path}", headers={"Accept-Language": header} if header is not None else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.headers, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.headers, error.read().decode()


def test_a_page_names_its_language_and_what_it_depends_on(gallery):
    for header, words in [(None, ENGLISH), ("de-AT, en;q=0.5", GERMAN), ("fr, de;q=0.1", GERMAN), ("fr", ENGLISH),
                          ("de;q=0", ENGLISH), ("x" * 5_000, ENGLISH), ("fr;q=0.9," * 800 + "de", ENGLISH), ("de;q=NaN", ENGLISH)]:
        headers, text = answer(gallery, "/", header)
        assert headers["Content-Language"] == words["lang"] and "Accept-Language" in headers["Vary"]
        assert f'<html lang="{words["lang"]}"' in text and f"<h1>{words['title']}</h1>" in text
    headers, text = answer(gallery, "/nowhere", "de")
    assert headers["Content-Language"] == "de" and "Unter dieser Adresse gibt es keine Seite." in text
    headers, text = answer(gallery, "/client/nothing.js", "de")
    assert "Accept-Language" in headers["Vary"]


def test_an_upgrade_never_loops_because_of_the_language(gallery, window):
    """The connection of a page has no header of its own to say its language by; the page says it."""
    with window.speaking("de-DE") as german:
        german.open(f"{gallery.url}/")
        german.script("window.isFirst = true")
        enter(german, "Tee")
        german.wait("document.querySelector('.tile')?.textContent.trim() === 'Tee'")

        def check():
            assert gallery.titles() == ["Tee"]

        eventually(check)
        assert german.script("return [window.isFirst, document.documentElement.lang]") == [True, "de"]
