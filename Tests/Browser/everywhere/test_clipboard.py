"""Copy, cut and paste, by keys and by menu. A reported copy is on the clipboard, and a cut is copied first."""

from gallery import eventually
from workbench import Workbench

PROGRAM = Workbench


def has_names(gallery, *names):
    def check():
        assert list(gallery.names().values()) == list(names)

    eventually(check)


def test_keys_copy_cut_and_paste(gallery, window):
    gallery.fill("saw", "file", "plane")
    window.open(gallery.url)
    window.click_item(2)
    window.wait_for_selected(["2"])
    window.press("Control+c")
    window.wait_for_clipboard("file")
    window.press("Control+x")
    has_names(gallery, "saw", "plane")
    window.wait_for_tiles(["1", "3"])
    window.put_on_clipboard("pliers\n<b>vice</b>")
    window.press("Control+v")
    has_names(gallery, "saw", "plane", "pliers", "<b>vice</b>")


def test_the_menu_copies_and_cuts(gallery, window):
    gallery.fill("saw", "file", "plane")
    window.open(gallery.url)
    window.choose(1, "Copy")
    window.wait_for_clipboard("saw")
    window.choose(3, "Cut")
    has_names(gallery, "saw", "file")
    window.wait_for_tiles(["1", "2"])
    window.wait_for_clipboard("plane")
    window.choose(1, "Paste")
    has_names(gallery, "saw", "file", "plane")


def test_what_the_browser_does_not_copy_is_offered_and_stays_when_that_is_declined(gallery, window):
    gallery.fill("saw", "file")
    window.open(gallery.url)
    # As in a page without a secure context, in a browser that lets no page copy.
    window.script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined }); window.own = document.execCommand;"
        "document.execCommand = () => false")
    window.click_item(2)
    window.wait_for_selected(["2"])
    window.press("Control+x")
    window.wait("document.querySelector('dialog[open] textarea')?.value === 'file'")
    window.press("Escape")
    window.wait_for_sentence("Nothing was copied, and nothing else was changed.")
    assert gallery.names() == {1: "saw", 2: "file"}
    window.wait_for_focus(2)
    window.press("Control+x")
    window.wait("document.querySelector('dialog[open]')")
    window.script("delete document.execCommand")
    window.click("dialog button")
    has_names(gallery, "saw")
    window.wait("!document.querySelector('dialog')")
    window.wait_for_clipboard("file")
