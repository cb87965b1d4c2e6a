"""The example with files: sent, looked at by their own address, fetched, removed."""

import pathlib
import re

from gallery import Gallery, binary


class Drawer(Gallery):
    """`Drawer` on a folder."""

    path = "/"

    def start(self):
        return self.run(binary("Drawer"), str(self.port), cwd=self.directory)


PROGRAM = Drawer
POEM = {"name": "poem.txt", "mimeType": "text/plain", "buffer": b"one\ntwo\nthree\n"}


def test_a_file_is_sent_seen_fetched_and_removed(gallery, open_tab):
    tab, other = open_tab("phone"), open_tab("desktop")
    tab.page.get_by_label("Add files").set_input_files(POEM)
    link = other.page.get_by_role("link", name="poem.txt")
    link.wait_for()
    other.shoot("drawer")
    link.click()
    sheet = other.page.get_by_role("dialog", name="poem.txt")
    sheet.get_by_text("14 bytes, 3 lines").wait_for()
    other.page.wait_for_url(f"{gallery.url}/file/*")
    assert not sheet.get_by_role("link", name="Drawer").is_visible()
    other.shoot("drawer-sheet")
    sheet.get_by_role("button", name="Close").click()
    other.page.wait_for_url(f"{gallery.url}/")
    with other.page.context.expect_page() as opened:
        link.click(modifiers=["ControlOrMeta"])
    opened.value.wait_for_url(re.compile(r"/file/\d+$"))
    address = opened.value.url
    opened.value.close()
    assert re.fullmatch(f"{gallery.url}/file/\\d+", address)
    other.page.goto(address)
    other.page.get_by_role("heading", name="poem.txt").wait_for()
    assert other.page.title() == "poem.txt – Drawer"
    other.page.get_by_text("14 bytes, 3 lines").wait_for()
    assert not other.button("Close").is_visible()
    assert other.page.get_by_role("link", name="Drawer").is_visible()
    other.shoot("drawer-file")
    with other.page.expect_download() as download:
        other.page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "poem.txt"
    assert pathlib.Path(download.value.path()).read_bytes() == POEM["buffer"]
    assert [each.name for each in (gallery.directory / "drawer").glob("file-*")] == [f"file-{address.rsplit('/', 1)[1]}"]
    tab.button("Remove").click()
    tab.wait_for_items([])
    assert list((gallery.directory / "drawer").glob("file-*")) == []
    other.page.reload()
    other.page.get_by_text("There is no such file in the drawer.").wait_for()
    other.complaints.clear()  # The page was answered 404, which the browser says.
