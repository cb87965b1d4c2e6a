"""Takes pictures of every room, for people to look at; see scripts/pictures."""

import contextlib
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("Tests", "Tests/Browser", "Gallery/Tests")]

from playwright.sync_api import sync_playwright  # noqa: E402

from gallery import Gallery, binary  # noqa: E402
from tab import Tab, browser_path  # noqa: E402

WIDTHS = {360: 740, 768: 1024, 1280: 800, 2560: 1440}
ROOMS = {
    "home": "/", "colors": "/colors", "palette": "/palette", "photos": "/photos", "albums": "/photos/albums",
    "trash": "/photos/trash", "photorama": "/photorama"}
SAMPLES = ROOT / "Gallery/Pages/Photos/Samples"


def fill(gallery, amount):
    """Puts things into a gallery that is being served: a few of each kind, or many."""
    if amount == "empty":
        return
    count = {"few": 7, "many": 2_000}[amount]
    gallery.sample(count)
    gallery.sample(min(count, 120), "swatches")
    subprocess.run(
        [binary(), "import", "--data", str(gallery.directory), *map(str, sorted(SAMPLES.glob("*.jpg")))], check=True,
        capture_output=True)
    if amount == "many":
        gallery.sample(400, "photos")
    gallery.sample(500, "web-photos")
    gallery.sql(
        "INSERT INTO album(name) VALUES ('By the water'), ('Mountains')",
        "INSERT INTO albumPhoto(album, photo) SELECT 1 + id % 2, id FROM photo WHERE id < 13",
        "UPDATE photo SET trashedAt = 1000 WHERE id = 5",
        "UPDATE photo SET isFavorite = 1 WHERE id IN (2, 4)")


@contextlib.contextmanager
def galleries():
    """Three galleries by the amount of things in them."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as ends:
        made = {}
        for amount in ("empty", "few", "many"):
            made[amount] = Gallery(pathlib.Path(folder) / amount)
            made[amount].start()
            ends.callback(made[amount].stop)
            fill(made[amount], amount)
        yield made


class Album:
    """Opens rooms in a browser, and takes pictures of them."""

    def __init__(self, browser, folder):
        self.browser, self.folder = browser, pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    @contextlib.contextmanager
    def room(self, gallery, path, width, height, scheme, **options):
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce", **options)
        tab = Tab(context, gallery.url, path)
        tab.page.wait_for_function(
            "() => !document.querySelector('[data-iswaiting]') && [...document.images].every(image => !image.src || image.complete)")
        tab.settle()
        yield tab.page
        context.close()

    def take(self, page, name):
        """A picture of photographs is small as JPEG, any other as PNG."""
        kind = {"type": "jpeg", "quality": 82} if name.endswith(".jpg") else {}
        page.screenshot(path=self.folder / name, **kind)


def all_rooms(album, made):
    for amount, gallery in made.items():
        for name, path in ROOMS.items():
            for width, height in WIDTHS.items():
                for scheme in ("light", "dark"):
                    with album.room(gallery, path, width, height, scheme) as page:
                        album.take(page, f"{name}-{amount}-{width}-{scheme}.png")


def documents(album, made):
    """The pictures of docs/images."""
    few, many = made["few"], made["many"]
    # Home shows the pictures that Photorama has fetched.
    for gallery in (few, many):
        with album.room(gallery, "/photorama", 1280, 800, "light"):
            pass
    desktop, phone = (1280, 800), (360, 740)
    touch = {"has_touch": True, "is_mobile": True}
    with album.room(few, "/", *desktop, "light") as page:
        album.take(page, "home-desktop-light.jpg")
    with album.room(made["empty"], "/", *phone, "dark", **touch) as page:
        album.take(page, "home-empty-phone-dark.png")
    with album.room(many, "/colors", *desktop, "light") as page:
        for number in (2, 7, 8, 13):
            page.locator("[data-collection=grid] .selectable").nth(number).click()
        album.take(page, "colors-selected-desktop-light.png")
    with album.room(many, "/colors", *phone, "dark", **touch) as page:
        page.locator("[data-collection=grid] .selectable").nth(4).tap()
        page.locator(".color-facts").wait_for()
        album.take(page, "colors-phone-dark.png")
    with album.room(many, "/palette", *desktop, "light") as page:
        album.take(page, "palette-desktop-light.png")
        page.get_by_role("button", name="Contrast in this palette").first.click()
        page.get_by_role("dialog").wait_for()
        album.take(page, "palette-contrast-desktop-light.png")
    with album.room(many, "/palette", *phone, "dark", **touch) as page:
        album.take(page, "palette-phone-dark.png")
    with album.room(many, "/photos", *desktop, "light") as page:
        page.get_by_role("button", name="View options").click()
        page.get_by_role("button", name="Date taken").click()
        page.get_by_role("button", name="Months").click()
        page.keyboard.press("Escape")
        page.locator(".month").first.wait_for()
        album.take(page, "photos-desktop-light.jpg")
    with album.room(few, "/photos", *phone, "dark", **touch) as page:
        album.take(page, "photos-phone-dark.jpg")
    with album.room(many, "/photorama", *desktop, "light") as page:
        album.take(page, "photorama-desktop-light.jpg")
    with album.room(many, "/photorama", *phone, "dark", **touch) as page:
        album.take(page, "photorama-phone-dark.jpg")


def main():
    is_of_documents = sys.argv[1:] == ["--documents"]
    folder = ROOT / "docs/images" if is_of_documents else pathlib.Path(*sys.argv[1:2] or [ROOT / ".build/pictures"])
    if not is_of_documents:
        shutil.rmtree(folder, ignore_errors=True)
    with galleries() as made, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        album = Album(browser, folder)
        (documents if is_of_documents else all_rooms)(album, made)
        browser.close()
    print(folder)


if __name__ == "__main__":
    main()
