"""The gallery at a path of a proxy: all addresses of pages, files and messages have the prefix."""

import pathlib
import urllib.parse

from photo_gallery import Photos, file, picture
from prefix_proxy import PrefixProxy
from tab import SIZES, Tab
from test_photos_room import add, open_photo, pictures_are_there, wait_for_names
from test_palette import save
from test_photorama import pictures_are_there as web_pictures_are_there

PREFIX = "/gallery"


def PROGRAM(directory):
    return Photos(directory, "--prefix", PREFIX)


def test_every_address_of_a_visit_has_the_prefix_of_the_proxy(gallery, browser):
    save(gallery, "Tomato", "Lagoon")
    width, height = SIZES["desktop"]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    with PrefixProxy(gallery.port, PREFIX, is_removed=True) as proxy:
        tab = Tab(context, proxy.url, f"{PREFIX}/")
        page, rooms = tab.page, tab.page.get_by_label("Rooms")

        def is_at(path):
            page.wait_for_url(f"{proxy.url}{PREFIX}{path}")

        for name in ("Colors", "Palette", "Photorama", "Home", "Photos"):
            rooms.get_by_role("link", name=name, exact=True).click()
            page.wait_for_selector(".content[data-lattice]", state="attached")
            is_at({"Home": "/"}.get(name, f"/{name.lower()}"))
            if name == "Photorama":
                web_pictures_are_there(tab)
            if name == "Palette":
                # Its sheet loads a script of the app.
                page.get_by_role("button", name="Contrast in this palette").first.click()
                page.get_by_role("dialog").get_by_role("gridcell").first.wait_for()
                page.get_by_role("dialog").get_by_role("button", name="Done").click()
        add(tab, file("a.png", 0), file("b.png", 1))
        wait_for_names(tab, ["a.png", "b.png"])
        pictures_are_there(tab)
        dialog = open_photo(tab, "a.png")
        photo = gallery.ids_by_name()["a.png"]
        is_at(f"/photos/photo/{photo}")
        with page.expect_download() as download:
            dialog.get_by_role("link", name="Download original").click()
        assert pathlib.Path(download.value.path()).read_bytes() == picture(0)
        with page.expect_download() as download:
            dialog.get_by_role("button", name="Share").click()
        download.value.path()
        page.go_back()
        dialog.wait_for(state="detached")
        is_at("/photos")
        page.go_forward()
        tab.page.get_by_role("dialog").get_by_role("heading", name="a.png").wait_for()
        is_at(f"/photos/photo/{photo}")
        page.reload()
        page.locator("main.viewer").get_by_role("heading", name="a.png").wait_for()
        page.get_by_role("button", name="Delete").click()
        page.locator(".banner").get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Put back").wait_for(state="hidden")
        # An action that leads to another page, and a link of the storyboard.
        page.keyboard.press("ArrowRight")
        is_at(f"/photos/photo/{gallery.ids_by_name()['b.png']}")
        page.get_by_role("link", name="Photos", exact=True).last.click()
        is_at("/photos")
        wait_for_names(tab, ["a.png", "b.png"])
        page.goto(f"{proxy.url}{PREFIX}/photos/photo/999")
        page.get_by_role("link", name="Go to the start").click()
        is_at("/")
        own = [urllib.parse.urlsplit(url) for url in tab.requests]
        assert {url.netloc for url in own if url.scheme != "data"} == {f"127.0.0.1:{proxy.port}"}
        assert [url.path for url in own if url.scheme == "http" and not url.path.startswith(f"{PREFIX}/")] == []
        # The page of a photo that is not there is asked for on purpose.
        assert set(proxy.missing) <= {f"{PREFIX}/photos/photo/999", "/favicon.ico"}, proxy.missing
        tab.complaints = [text for text in tab.complaints if "404" not in text]
        assert tab.complaints == []
    context.close()
