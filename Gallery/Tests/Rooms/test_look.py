"""The look of every room: targets for fingers, fields in which no phone zooms, four font sizes, messages in a lane."""

import re

import pytest
from gallery import eventually
from playwright.sync_api import expect
from tab import SHOTS

ROOMS = {"/": "Home", "/colors": "Colors", "/palette": "Palette", "/photos": "Photos", "/photorama": "Photorama"}

# The sizes of screens at which every room is looked at: by touch and by mouse.
SCREENS = {"phone": [(390, 844), (844, 390), (820, 1180)], "desktop": [(1440, 900), (2560, 1440)]}
TOUCH = {"has_touch": True, "is_mobile": True}

# Each sheet and each panel: its room, and what is pressed on the way to it.
PHOTO = "[data-collection=grid] .photo"
SHEETS = {
    "arrange": ("/palette", ["[popovertarget=arrange]"]),
    "add": ("/palette", ["[popovertarget=add]"]),
    "palettes": ("/palette", ["[popovertarget=arrange]", "[data-action=arrangePalettes]"]),
    "move": ("/palette", [".saved", "[data-action=moveTo]"]),
    "export": ("/palette", ["[data-action=exportPalette]"]),
    "matrix": ("/palette", ["[data-action=contrastOfPalette]"]),
    "contrast": ("/palette", ["[data-action=contrastOfPalette]", ".pair[data-action]"]),
    "harmonies": ("/palette", ["[popovertarget=add]", "[data-action=harmoniesOfPicked]"]),
    "view-of-photos": ("/photos", ["[popovertarget=view]"]),
    "albums": ("/photos", ["[data-action=toggleSelecting]", f"[data-isselecting] {PHOTO}", "[data-action=addToAlbum]"]),
    "photo": ("/photos", [PHOTO, "[data-action$=showFacts]"]),
    "view-of-photorama": ("/photorama", ["[popovertarget=view]"]),
    "web-photo": ("/photorama", [PHOTO, "[data-action$=showFacts]"]),
    "tags-of-photo": ("/photorama", [PHOTO, "[data-action$=showTags]"]),
    "tags": ("/photorama", ["[data-action=chooseTag]"]),
}

# The targets that are smaller than 44 points in one direction. The box is that of the control or of its label.
SMALL = """(root) => {
  const seen = (it) => it.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 1;
  return [...(root ?? document).querySelectorAll('button, a[href], input, select, textarea, [role=radio], [data-item][tabindex]')]
    .filter((it) => seen(it) && !it.closest('[inert], .home'))
    .map((it) => it.matches('label input, label *') ? it.closest('label') : it)
    .map((it) => [it, it.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 43.9 || height < 43.9)
    .map(([it, { width, height }]) => `${it.ariaLabel || it.innerText || it.className} ${width} x ${height}`);
}"""

# Fields of text whose letters are smaller than what phones zoom to.
ZOOMED = """(root) => [...(root ?? document).querySelectorAll('input:not([type=range], [type=radio], [type=checkbox], [type=file]), select, textarea')]
    .filter((it) => it.checkVisibility())
    .map((it) => [it.name, parseFloat(getComputedStyle(it).fontSize)])
    .filter(([, size]) => size < 16)"""

# The sizes of all letters that are seen. A sample of large text is as large as it says.
SIZES = """(root) => {
  const sizes = new Set();
  const texts = document.createTreeWalker(root ?? document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent.trim() && parentElement.checkVisibility() && !parentElement.matches('.sample .large'))
      sizes.add(getComputedStyle(parentElement).fontSize);
  }
  for (const field of (root ?? document).querySelectorAll('input:not([type=range], [type=radio], [type=checkbox], [type=file])'))
    if (field.checkVisibility()) sizes.add(getComputedStyle(field).fontSize);
  sizes.delete('0px');
  return [...sizes];
}"""

# The four sizes of type, as an element has them.
FOUR = """(root) => ['large', 'title', 'body', 'small'].map((name) => {
  const text = root.appendChild(document.createElement('span'));
  text.style.fontSize = `var(--${name})`;
  const { fontSize } = getComputedStyle(text);
  text.remove();
  return fontSize;
})"""

# The controls in the bar, among the actions and in the navigation that are partly unreachable: outside the window,
# wider than their button, or below something else.
CUT = """() => [...document.querySelectorAll('.bar :is(button, a[href], input), .rooms a[href]')]
  .map((it) => it.matches('label input') ? it.closest('label') : it)
  .filter((it) => it.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 1)
  .filter((it) => {
    const { left, top, right, bottom } = it.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isBelow = getComputedStyle(it).pointerEvents !== 'none' && !it.contains(seen);
    return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || it.scrollWidth > it.clientWidth + 1 || isBelow;
  })
  .map((it) => it.ariaLabel || it.innerText || it.name)"""

# The contrast of a tile's edge: the WCAG ratio between the color of the edge and its surroundings.
EDGE = """(tile) => {
  const numbers = (color) => color.match(/[0-9.]+/g).map(Number);
  const light = (channels) => channels.map((it) => it / 255).map((it) => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)
    .reduce((sum, it, channel) => sum + it * [0.2126, 0.7152, 0.0722][channel], 0);
  const { boxShadow, backgroundColor } = getComputedStyle(tile);
  if (!/inset/.test(boxShadow)) return 1;
  const [red, green, blue, alpha = 1] = numbers(boxShadow.match(/rgba?\\(.*?\\)/)[0]);
  const edge = light(numbers(backgroundColor).slice(0, 3).map((it, channel) => it * (1 - alpha) + [red, green, blue][channel] * alpha));
  const page = light(numbers(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3));
  return (Math.max(edge, page) + 0.05) / (Math.min(edge, page) + 0.05);
}"""


@pytest.fixture
def full(gallery):
    def fill():
        gallery.sample(12)
        gallery.sample(12, "swatches")
        gallery.sample(3, "photos")

    gallery.fill_as_before("full", fill)
    return gallery


@pytest.mark.parametrize("path", ROOMS)
def test_a_phone_has_targets_of_44_points_and_fields_in_which_it_does_not_zoom(full, open_tab, path):
    tab = open_tab("phone", path=path, **TOUCH)
    tab.page.locator("[data-item]").first.wait_for()
    tab.settle()
    assert tab.page.evaluate(SMALL) == []
    assert tab.page.evaluate(ZOOMED) == []


@pytest.mark.parametrize("path", ROOMS)
def test_a_room_fits_every_screen_and_nothing_of_its_bar_is_cut_off(full, open_tab, path):
    for size, screens in SCREENS.items():
        tab = open_tab(size, path=path, **(TOUCH if size == "phone" else {}))
        for width, height in screens:
            tab.page.set_viewport_size({"width": width, "height": height})
            tab.page.wait_for_function(
                """([width, height]) => innerWidth === width && innerHeight === height
                     && document.querySelector('[data-item]') && !document.querySelector('.placeholder')""", arg=[width, height])
            # Pictures take their time, and only a screenshot waits for them.
            tab.shoot(f"room-{ROOMS[path].lower()}-{width}x{height}", is_moving=bool(SHOTS))
            assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)
            assert tab.page.evaluate(CUT) == [], (width, height)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_has_targets_fields_and_sizes_of_type_as_a_room_has(full, open_tab, name):
    path, steps = SHEETS[name]
    tab = open_tab("phone", path=path, **TOUCH)
    full.sql("INSERT INTO tag(name) VALUES ('birds')")
    for step in steps:
        # Not in the middle, where some have a field.
        tab.page.locator(f"{step} >> visible=true").first.tap(position={"x": 12, "y": 12})
    sheet = tab.page.locator(".presented > .sheet, .panel:popover-open").last
    sheet.locator("button").first.wait_for()
    for width, height in SCREENS["phone"][:2]:
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.wait_for_function("height => innerHeight === height", arg=height)
        # A sheet grows out of where it was opened.
        tab.settle()
        tab.shoot(f"sheet-{name}-{width}x{height}")
        assert sheet.evaluate(SMALL) == [], (width, height)
        assert sheet.evaluate(ZOOMED) == [], (width, height)
        assert set(sheet.evaluate(SIZES)) <= set(sheet.evaluate(FOUR)), (width, height)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)
        box = sheet.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] >= 0 and box["y"] + box["height"] <= height
        for title in sheet.locator("h2").all():
            assert title.bounding_box()["x"] >= box["x"] + 16, "it begins at the very edge"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/colors", "/palette"])
def test_a_white_tile_on_white_and_a_black_one_on_black_have_an_edge(gallery, open_tab, path, scheme):
    value = 1 if scheme == "light" else 0
    gallery.sql(
        f"INSERT INTO color(red, green, blue, createdAt) VALUES ({value}, {value}, {value}, 1)",
        f"INSERT INTO swatch(name, red, green, blue, position) VALUES ('Plain', {value}, {value}, {value}, 1)")
    tab = open_tab("desktop", path=path, color_scheme=scheme)
    tiles = tab.page.locator({"/": ".chip", "/colors": ".color", "/palette": ".saved"}[path])
    tiles.first.wait_for()
    tab.page.mouse.move(2, 2)
    tab.shoot(f"edge-{ROOMS[path].lower()}-{scheme}")
    assert tiles.count() == (2 if path == "/" else 1)
    for tile in tiles.all():
        assert tile.evaluate("tile => getComputedStyle(tile).backgroundColor") == f"rgb({', '.join([str(value * 255)] * 3)})"
        assert tile.evaluate(EDGE) >= 1.25


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("path", ROOMS)
def test_a_room_has_at_most_four_sizes_of_type(full, open_tab, path, size):
    tab = open_tab(size, path=path)
    tab.page.locator("[data-item]").first.wait_for()
    assert len(tab.page.evaluate(SIZES)) <= 4, tab.page.evaluate(SIZES)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_sentence_stands_below_the_collection_and_above_the_buttons(full, open_tab, size):
    tab = open_tab(size)
    tab.page.locator("[data-item]").first.click()
    tab.button("Remove selected colors").click()
    banner = tab.page.locator(".banner.notice")
    banner.wait_for()
    tab.settle()
    box, grid = banner.bounding_box(), tab.page.get_by_role("grid").bounding_box()
    assert box["y"] >= grid["y"] + grid["height"]
    bottom = box["y"] + box["height"]
    assert bottom <= (tab.button("Add color").bounding_box()["y"] if size == "phone" else 900)


# A browser whose keyboard lies over the page: no driver has an on-screen keyboard.
KEYBOARD = """() => {
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...what) => what[0] === "-webkit-touch-callout" || supports(...what);
  const value = Object.assign(new EventTarget(), {height: innerHeight, offsetTop: 0, scale: 1});
  Object.defineProperty(window, "visualViewport", {value, configurable: true});
}"""
COVERED = """covered => {
  visualViewport.height = innerHeight - covered;
  visualViewport.dispatchEvent(new Event("resize"));
}"""


def test_sentences_and_the_buttons_stand_above_an_on_screen_keyboard(full, open_tab):
    tab = open_tab("phone")
    tab.page.add_init_script(f"({KEYBOARD})()")
    tab.open_anew()
    tab.page.locator("[data-item]").first.click()
    tab.button("Remove selected colors").click()
    banner, button = tab.page.locator(".banner.notice"), tab.button("Add color")
    banner.wait_for()
    tab.settle()
    before = [each.bounding_box()["y"] for each in (banner, button)]
    tab.page.evaluate(COVERED, 336)
    tab.page.wait_for_function("() => getComputedStyle(document.documentElement).getPropertyValue('--keyboard') === '336px'")
    above, below = banner.bounding_box(), button.bounding_box()
    assert above["y"] + above["height"] <= below["y"] and below["y"] + below["height"] <= 896 - 336
    tab.page.evaluate(COVERED, 0)
    tab.page.wait_for_function("() => !getComputedStyle(document.documentElement).getPropertyValue('--keyboard')")
    assert [each.bounding_box()["y"] for each in (banner, button)] == before


@pytest.mark.parametrize("width, height", [(1440, 900), (2560, 1440)])
def test_the_home_page_fills_a_wide_window(full, open_tab, width, height):
    full.sample(16)
    full.sample(16, "swatches")
    full.sample(16, "photos")
    tab = open_tab("desktop", path="/")
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.page.wait_for_function("() => document.querySelectorAll('[data-collection=photos] [data-item]').length === 16")

    def fills():
        boxes = [each.bounding_box() for each in tab.page.locator(".preview").all()]
        assert max(box["x"] + box["width"] for box in boxes) >= width - 25
        assert height * 0.85 <= max(box["y"] + box["height"] for box in boxes) <= height * 1.1

    # The other collections come when they do.
    eventually(fills)


@pytest.mark.own_server
def test_a_photo_that_was_never_fetched_is_a_color_on_the_home_page(gallery, open_tab):
    gallery.sample(1, "web-photos")
    picture = open_tab("desktop", path="/").page.locator("[data-collection=webPhotos] img").first
    # Without a source it would be the sign of a broken picture.
    expect(picture).to_have_css("opacity", "0")
    expect(picture).to_have_accessible_name(re.compile("."))


@pytest.mark.parametrize("path, at", [("/", ".preview[data-upload]"), ("/palette", ".collection"), ("/photos", ".collection")])
def test_files_over_a_room_are_shown_by_one_outline(full, open_tab, path, at):
    tab = open_tab("desktop", path=path)
    tab.page.locator("[data-item]").first.wait_for()

    def is_outlined():
        outlined = tab.page.evaluate(
            """at => { const dataTransfer = new DataTransfer();
                 dataTransfer.items.add(new File(["x"], "x.png", { type: "image/png" }));
                 document.querySelector(at).dispatchEvent(new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true }));
                 return [...document.querySelectorAll("*")]
                   .filter((each) => getComputedStyle(each).outlineStyle === "solid" && each.checkVisibility()).map((each) => each.className) }""",
            at)
        assert len(outlined) == 1, outlined

    eventually(is_outlined)
