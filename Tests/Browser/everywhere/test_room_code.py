"""A room's own code, in each browser: the to-do list makes a task of each line that is pasted."""

from gallery import Gallery, eventually
from todo import ToDo

PROGRAM = ToDo

# The violations of the content security policy, and the loaded modules of rooms, since a page began.
REFUSED = "addEventListener('securitypolicyviolation', ({ violatedDirective }) => (window.refused ??= []).push(violatedDirective))"
MODULES = "return performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/client/rooms/'))"


def paste(window, text):
    window.put_on_clipboard(text)
    window.click("[name=title]")
    window.press("Control+v")


def has_titles(gallery, *expected):
    def check():
        assert gallery.titles() == list(expected)

    eventually(check)


def wait_for_module(window):
    window.wait("performance.getEntriesByType('resource').some(({ name }) => name.includes('/client/rooms/todo-'))")


def test_lines_that_are_pasted_become_tasks_in_their_order(gallery, window):
    window.open(f"{gallery.url}/")
    window.script(REFUSED)
    wait_for_module(window)
    paste(window, "Milk\n\nBread\n<b>Tea</b>")
    has_titles(gallery, "Milk", "Bread", "<b>Tea</b>")
    assert window.value("[name=title]") == ""
    paste(window, "one line")
    window.wait("document.querySelector('[name=title]').value === 'one line'")
    assert not window.script("return window.refused")
    assert len(gallery.titles()) == 3


def test_a_page_that_comes_back_has_its_code_once(gallery, window):
    window.open(f"{gallery.url}/")
    wait_for_module(window)
    window.go(f"{gallery.url}/nowhere")
    assert window.script(MODULES) == [], "it is gone with its page"
    window.back()
    window.wait_for_scene()
    wait_for_module(window)
    paste(window, "Milk\nBread")
    has_titles(gallery, "Milk", "Bread")


def test_the_code_is_kept_for_good_and_what_had_its_name_before_is_the_newest(gallery, window):
    window.open(f"{gallery.url}/")
    window.script(
        "const { href } = document.querySelector('link[rel=modulepreload][data-room]');"
        "Promise.all([href, href.replace(/-[^-]*$/, '-0ld.js'), href.replace('todo', 'nothing')].map((url) => fetch(url))).then("
        "(answers) => (window.answers = answers.map(({ status, headers }) => [status, headers.get('cache-control')])))")
    window.wait("window.answers")
    kept, renamed, unknown = window.script("return answers")
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
