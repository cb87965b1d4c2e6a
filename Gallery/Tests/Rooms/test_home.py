"""Home in an empty gallery: what to do first, and what comes of it."""

import re

from playwright.sync_api import expect

from photo_gallery import Photos, file

PROGRAM = Photos

# Drops a file on the preview of Photos.
DROP = """bytes => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], "two.png", { type: "image/png" }));
  const box = document.querySelectorAll(".preview")[2];
  for (const kind of ["dragenter", "dragover", "drop"]) {
    box.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


def preview(tab, name):
    return tab.page.locator(".preview", has=tab.page.get_by_role("link", name=name, exact=True))


def test_an_empty_room_says_what_to_do_first(gallery, open_tab):
    for size in ("phone", "desktop"):
        tab = open_tab(size, path="/")
        expect(tab.page.get_by_text("Keeps your colors, palettes and photographs")).to_be_visible()
        for room, first in [("Colors", "Add colors"), ("Palette", "Pick a color"), ("Photos", "Try with sample photographs"),
                            ("Photorama", "Fetch interesting photos")]:
            box = preview(tab, room)
            control = box.get_by_role("button", name=first).or_(box.get_by_role("link", name=first))
            # The link to the room lies below it, not above.
            control.click(trial=True)
        tab.shoot("home-empty")


def test_colors_are_added_with_one_press(gallery, open_tab):
    tab = open_tab("desktop", path="/")
    tab.button("Add colors").click()
    expect(preview(tab, "Colors").locator(".chip")).to_have_count(16)
    expect(tab.page.get_by_role("button", name="Add colors")).to_be_hidden()
    tab.page.locator(".banner", has_text="16 colors added").get_by_role("button", name="Undo").click()
    expect(tab.page.get_by_role("button", name="Add colors")).to_be_visible()


def test_a_photo_is_chosen_or_dropped_on_home(gallery, open_tab):
    tab = open_tab("desktop", path="/")
    tab.page.get_by_label("Choose photographs").set_input_files([file("one.png", 1)])
    expect(preview(tab, "Photos").locator("img[alt='one.png']")).to_be_visible()
    tab.page.evaluate(DROP, list(file("two.png", 2)["buffer"]))
    expect(preview(tab, "Photos").locator("img[alt='two.png']")).to_be_visible()
    expect(preview(tab, "Photos").locator(".count")).to_have_text("2 photos")
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    expect(preview(tab, "Photos").locator(".count")).to_have_text("1 photo")


def test_the_files_of_a_choice_are_counted_together_and_known_ones_are_named(gallery, open_tab):
    tab = open_tab("desktop", path="/")
    tab.page.get_by_label("Choose photographs").set_input_files([file(f"{number}.png", number) for number in range(3)])
    tab.page.locator(".banner", has_text="3 photos added.").wait_for()
    # The button is gone with the empty preview, and the picture is dropped.
    tab.page.evaluate(DROP, list(file("1.png", 1)["buffer"]))
    tab.page.get_by_text("is in Photos already, so it was not added again.").wait_for()
    expect(preview(tab, "Photos").locator(".count")).to_have_text("3 photos")


def test_samples_come_and_go_with_one_press(gallery, open_tab):
    tab = open_tab("desktop", path="/")
    tab.button("Try with sample photographs").click()
    expect(preview(tab, "Photos").locator(".count")).to_have_text("12 photos")
    tab.shoot("home-samples")
    tab.page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Photos").click()
    expect(tab.page.get_by_text("12 samples, drawn for Aviary.")).to_be_visible()
    expect(tab.page.locator(".photo img").first).to_have_attribute("alt", re.compile("^Sample "))
    tab.shoot("photos-samples")
    tab.button("Remove them").click()
    expect(tab.page.get_by_text("No photos yet.")).to_be_visible()
    expect(tab.page.get_by_text("drawn for Aviary")).to_be_hidden()
