"""The bars of the rooms in windows of every size, and with large text: nothing overlaps, and nothing is lost."""

import random

import pytest
from gallery import draws, eventually
from photo_gallery import Photos, file
from test_photos_room import assert_equal

PROGRAM = Photos
ROOMS = ["/", "/colors", "/palette", "/photos", "/photorama"]
PAGES = [*ROOMS, "/photos/albums", "/photos/album/1", "/photos/trash", "/photos/photo/1"]
WIDTHS = [256, 280, 320, 360, 390, 480, 599, 640, 700, 768, 900, 959, 960, 1024, 1279, 1280, 1600, 1920, 2560]
HEIGHTS = [250, 320, 479, 480, 667, 844, 1180]
TEXTS = [100, 125, 150, 175, 200]

# Finds faults of visible controls: two that overlap, one outside of the window, one with cut text. Ignores what a person
# has to scroll to.
FAULTS = """() => {
  const faults = [];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const name = (element) => `${element.tagName} ${(element.title || element.ariaLabel || element.textContent || "").trim().slice(0, 24)}`;
  const boxOf = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    if (element.matches("h1, .status")) {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      [left, right] = [Math.max(left, text.left), Math.min(right, text.right)];
      [top, bottom] = [Math.max(top, text.top), Math.min(bottom, text.bottom)];
    }
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (!/auto|scroll/.test(overflowX + overflowY)) continue;
      const box = around.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const controls = [...document.querySelectorAll(".rooms a, main :is(button, input, select, a, h1, .status, .read-only, label.choose, label.take)")]
    .filter((element) => seen(element) && !element.closest("[data-collection], dialog, [popover], .home") && !element.matches("label input"))
    .map((element) => [element, boxOf(element)])
    .filter(([, { left, right, top, bottom }]) => right - left >= 1 && bottom - top >= 1);
  for (const [element, { left, right, top, bottom }] of controls) {
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`outside: ${name(element)}`);
    const { overflowX } = getComputedStyle(element);
    if (element.matches("button") && overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${name(element)}`);
  }
  controls.forEach(([element, a], index) => {
    for (const [other, b] of controls.slice(index + 1)) {
      if (element.contains(other)) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 1.5 && height > 1.5) faults.push(`overlap: ${name(element)}, ${name(other)}`);
    }
  });
  return faults;
}"""


@pytest.fixture
def filled(gallery):
    gallery.import_pictures([f"photo {number:02}.png" for number in range(30)])
    gallery.sample(60)
    gallery.sample(40, "swatches")
    gallery.sql(
        "INSERT INTO album(name) VALUES ('A summer by the sea with all of the family')",
        "INSERT INTO albumPhoto(album, photo) SELECT 1, id FROM photo")
    return gallery


def resize(page, width, height, text=100, direction="ltr"):
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("([size, dir]) => { document.documentElement.style.fontSize = size; document.documentElement.dir = dir }", [f"{text}%", direction])


# Makes each sentence of the bars longer by 40 %, as another language may.
LENGTHEN = """(isLonger) => {
  for (const element of document.querySelectorAll(".rooms a, main :is(button, a, h1, .status, .read-only, label.choose, label.take)")) {
    if (element.closest("[data-collection], dialog, [popover], .home")) continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      if (node.data === node.longer) node.data = node.plain;
      if (!isLonger) continue;
      node.plain = node.data;
      node.data = node.longer = node.plain.trim() + node.plain.trim().slice(0, Math.ceil(0.4 * node.plain.trim().length));
    }
  }
}"""


def menu(page, near):
    """Opens the menu of a bar, and returns it."""
    page.locator(f"{near} [data-more]:visible").click()
    return page.get_by_role("menu")


@pytest.mark.parametrize("room", PAGES)
def test_nothing_overlaps_in_any_window(filled, open_tab, room):
    # A photo's page has no collection whose scene could be awaited.
    page = open_tab("desktop", room, live=room != "/photos/photo/1").page
    drawn = random.Random(room)
    for _ in range(draws(5, 1_200)):
        page.evaluate(LENGTHEN, False)
        if room in ("/colors", "/photos") and drawn.random() < 0.3:
            resize(page, 1280, 800)
            if room == "/photos":
                page.get_by_role("button", name="Select", exact=True).or_(page.get_by_role("button", name="Done")).click()
            else:
                page.locator("[data-collection=grid] .selectable").nth(drawn.randrange(3)).click()
        size = drawn.choice(WIDTHS), drawn.choice(HEIGHTS), drawn.choice(TEXTS), drawn.choice(["ltr", "rtl"])
        is_longer = drawn.random() < 0.3
        if is_longer:
            page.evaluate(LENGTHEN, True)
        resize(page, *size)

        def is_right():
            assert page.evaluate(FAULTS) == [], f"{room} {size}{' with longer words' if is_longer else ''}"

        eventually(is_right)


@pytest.mark.parametrize("room", ["/colors", "/photos/trash"])
def test_the_narrowest_windows_hold_their_bars(filled, open_tab, room):
    """The trash has a way back, a search and a menu; Colors has a menu and its button."""
    page = open_tab("desktop", room).page
    for size in [(256, 479, 150), (256, 479, 175), (256, 250, 200), (280, 250, 200)]:
        resize(page, *size)
        page.wait_for_function("() => document.querySelector('.bar[data-tight]')")

        def is_right():
            assert page.evaluate(FAULTS) == [], f"{room} {size}"

        eventually(is_right)


def test_what_left_a_bar_is_in_its_menu(filled, open_tab):
    tab = open_tab("desktop", "/photos")
    page = tab.page
    assert page.locator("[data-more]:visible").count() == 0
    resize(page, 320, 700, 200)
    entries = menu(page, ".bar >")
    titles = entries.get_by_role("menuitem").all_inner_texts()
    assert "Albums" in titles and "View options" in titles
    # A second press closes the menu, and so does Escape, which gives the focus back.
    page.locator(".bar > [data-more]").click()
    entries.wait_for(state="detached")
    page.locator(".bar > [data-more]").press("Enter")
    assert page.evaluate("document.activeElement.role") == "menuitem"
    page.keyboard.press("Escape")
    entries.wait_for(state="detached")
    assert page.evaluate("document.activeElement.ariaLabel") == "More"
    menu(page, ".bar >").get_by_role("menuitem", name="View options").click()
    page.get_by_role("dialog", name="View options").wait_for()
    page.keyboard.press("Escape")
    menu(page, ".bar >").get_by_role("menuitem", name="Albums").click()
    page.wait_for_url("**/photos/albums")


def test_an_action_of_a_menu_is_that_of_its_button(filled, open_tab):
    tab = open_tab("desktop", "/colors")
    page = tab.page
    count = len(filled.rows("SELECT id FROM color"))
    page.get_by_role("button", name="Add color").click()
    page.locator("[title='Undo: Add color']").wait_for()
    page.locator("[data-collection=grid] .selectable").first.click()
    resize(page, 280, 600, 200)
    entries = menu(page, ".bar >")
    redo = entries.get_by_role("menuitem", name="Redo")
    assert redo.get_attribute("aria-disabled") == "true"
    entries.get_by_role("menuitem", name="Undo: Add color").click()
    eventually(lambda: assert_equal(len(filled.rows("SELECT id FROM color")), count))
    resize(page, 1280, 800)
    page.wait_for_function("() => !document.querySelector('[data-in-menu]')")
    assert page.get_by_role("button", name="Redo").is_visible()


def test_a_choice_that_left_is_a_setting_of_the_menu(filled, open_tab):
    page = open_tab("phone", "/photorama").page
    resize(page, 360, 800, 200)
    choices = page.get_by_role("group", name="Show")
    page.locator(".choices-shown [data-more]:visible").wait_for()
    assert choices.get_by_role("button", name="Interesting").is_visible()
    item = menu(page, ".choices-shown").get_by_role("menuitemcheckbox", name="Favorites")
    assert item.get_attribute("aria-checked") == "false"
    item.click()
    choices.get_by_role("button", name="Favorites", pressed=True).wait_for()
    assert choices.get_by_role("button", name="Favorites").is_visible(), "a pressed control stays"


def test_a_file_is_chosen_by_the_menu(gallery, open_tab):
    tab = open_tab("desktop")
    page = tab.page
    page.evaluate("() => { document.querySelector('label.choose').dataset.priority = 1 }")
    resize(page, 256, 250, 200)
    with page.expect_file_chooser() as chooser:
        menu(page, ".bar").get_by_role("menuitem", name="Add photos").click()
    chooser.value.set_files([file("a.png")])
    eventually(lambda: assert_equal(gallery.rows("SELECT name FROM photo"), [("a.png",)]))


# The number of lines of a room's list that are in view, where the last one may be cut; 9 for a list that is in view whole.
LINES = """() => {
  const list = document.querySelector("main > .collection, main > fieldset > .collection");
  const bottom = Math.min(list.getBoundingClientRect().bottom, innerHeight);
  if (list.scrollHeight <= list.clientHeight && list.getBoundingClientRect().bottom <= innerHeight) return 9;
  const lines = new Map();
  for (const tile of list.querySelectorAll(".tile")) {
    const box = tile.getBoundingClientRect();
    lines.set(Math.round(box.top), Math.min(Math.max((bottom - box.top) / box.height, 0), 1));
  }
  return [...lines.values()].reduce((sum, share) => sum + share, 0);
}"""


@pytest.mark.parametrize("room", [page for page in PAGES if page not in ("/", "/photos/photo/1")])
def test_two_rows_of_a_list_are_in_view_in_any_window(filled, open_tab, room):
    filled.sql("UPDATE photo SET trashedAt = 1000 WHERE id > 12", *(
        f"INSERT INTO album(name) VALUES ('Album {number}')" for number in range(20)))
    page = open_tab("desktop", room).page
    drawn = random.Random(f"rows of {room}")
    sizes = [(256, 250, 100), (256, 250, 200), (900, 250, 200), (360, 480, 200)]
    for size in sizes + [(drawn.choice(WIDTHS), drawn.choice(HEIGHTS), drawn.choice(TEXTS)) for _ in range(draws(3, 600))]:
        resize(page, *size)

        def has_rows():
            assert page.evaluate(LINES) >= 1.98, f"{room} {size}"

        eventually(has_rows)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_albums_begin_where_their_bar_does(filled, open_tab, size):
    page = open_tab(size, "/photos/albums").page
    margin = page.locator(".bar").evaluate("bar => bar.getBoundingClientRect().x + parseFloat(getComputedStyle(bar).paddingLeft)")
    assert page.locator(".album .cover").first.bounding_box()["x"] == margin
