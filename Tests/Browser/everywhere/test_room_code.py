"""A room's own code, in each browser: that of the page of a note."""

import pytest

from gallery import Gallery
from workbench import Workbench

PROGRAM = Workbench

# The violations of the content security policy, and the loaded modules of rooms, since a page began.
REFUSED = "addEventListener('securitypolicyviolation', ({ violatedDirective }) => (window.refused ??= []).push(violatedDirective))"
MODULES = "return performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/client/rooms/'))"


@pytest.fixture
def note(gallery, window):
    """The page of a note, whose code has begun."""
    gallery.fill("Saw")
    window.open(f"{gallery.url}/note/1")
    wait_for_code(window)
    return window


def wait_for_code(window):
    window.wait("document.querySelector('main, body').dataset.name === 'SAW'")


def test_code_hears_outlets_and_calls_actions(note):
    note.script(REFUSED)
    note.script(
        "const field = document.querySelector('[name=note]'); field.value = 'sharp';"
        "field.dispatchEvent(new Event('change', { bubbles: true }));"
        "field.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))")
    note.wait("document.querySelector('[data-emptied=true]') && document.querySelector('[name=note]').value === ''")
    assert not note.script("return window.refused")


def test_a_page_that_comes_back_has_its_code_once(gallery, note):
    note.go(f"{gallery.url}/nowhere")
    assert note.script(MODULES) == [], "it is gone with its page"
    note.back()
    note.wait_for_scene()
    wait_for_code(note)
    assert len(note.script(MODULES)) == 1


def test_the_code_is_kept_for_good_and_what_had_its_name_before_is_the_newest(note):
    note.script(
        "const { href } = document.querySelector('link[rel=modulepreload][data-room]');"
        "Promise.all([href, href.replace(/-[^-]*$/, '-0ld.js'), href.replace('rooms/note', 'rooms/nothing')].map((url) => fetch(url))).then("
        "(answers) => (window.answers = answers.map(({ status, headers }) => [status, headers.get('cache-control')])))")
    note.wait("window.answers")
    kept, renamed, unknown = note.script("return answers")
    assert kept == [200, "public, max-age=31536000, immutable"]
    assert renamed == [200, "no-cache"]
    assert unknown[0] == 404


def test_no_other_room_loads_it(gallery, window, tmp_path):
    directory = tmp_path / "gallery"
    directory.mkdir()
    other = Gallery(directory).start()
    try:
        for path in ("/", "/colors"):
            window.open(f"{other.url}{path}")
            assert window.script(MODULES) == []
    finally:
        other.stop()
