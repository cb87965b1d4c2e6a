"""Native scrolling, in each room and each browser. Wheel and keys scroll whatever the pointer is over, on a page
without focus. A finger scrolls, and so does the scroll bar."""

import contextlib
import itertools
import subprocess

import pytest
from everywhere.windows import Chromium
from gallery import Gallery, binary, draws, eventually
from tab import browser_path

ROOMS = {
    "colors": "/colors", "palette": "/palette", "photos": "/photos", "album": "/photos/album/1",
    "albums": "/photos/albums", "photorama": "/photorama",
}
# Chromium scrolls in another way at low ratios: where text is drawn for the pixels of a screen, by the main thread.
RATIOS = (1, 1.25, 2)
KEYS = ("PageDown", "Space", "End")
BOX = """[...document.querySelectorAll('[data-collection]')].filter((box) => box.scrollHeight > box.clientHeight)
  .sort((one, other) => other.clientHeight * other.clientWidth - one.clientHeight * one.clientWidth)[0]"""
# Where in the box there is a tile, a header, or neither; nothing when there is no such thing.
SPOT = f"""const box = {BOX}, rect = box.getBoundingClientRect();
  const is = {{ tile: (it) => it.closest('.tile'), header: (it) => it.closest('.section'),
    gap: (it) => !it.closest('.tile, .section') }}[values[0]];
  if (values[0] === 'header' && !box.querySelector('.section')) return null;
  // A gap is two points wide at least.
  for (let y = rect.y + rect.height / 3; y < rect.bottom - 40; y += 31)
    for (let x = rect.x + 40; x < rect.x + 400; x += 2) {{
      const it = document.elementFromPoint(x, y);
      if (it && box.contains(it) && is(it)) return [Math.round(x), Math.round(y)];
    }}
  return null"""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    directory = tmp_path_factory.mktemp("rooms") / "data"
    directory.mkdir()
    gallery = Gallery(directory)
    counts = {"colors": 2_000, "swatches": 400, "photos": 200, "pictures": 8, "web-photos": 1}
    subprocess.run(
        [binary(), "sample", "--data", str(directory), *(f"--{kind}={count}" for kind, count in counts.items())],
        check=True, capture_output=True)
    gallery.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)"
        " INSERT INTO album(name, position) SELECT 'Album ' || i, i FROM n",
        "INSERT INTO albumPhoto(album, photo, position) SELECT 1, id, id FROM photo")
    gallery.start()
    yield gallery
    gallery.stop()


@contextlib.contextmanager
def opened(browser, url, size="desktop", ratio=1):
    browser.begin(size, **({"ratio": ratio} if isinstance(browser, Chromium) else {}))
    try:
        browser.open(url)
        browser.wait("document.querySelectorAll('.tile').length > 8")
        yield browser
    finally:
        browser.end()


def top(window):
    return window.script(f"return ({BOX}).scrollTop")


def scrolls(window, act, what):
    """Has something scroll the room's list down from its top.

    WebKit ends a smooth scroll when the list changes meanwhile, as Photorama's does while its first photos come. So it is
    done again."""
    def is_at_top():
        assert top(window) == 0, "the list is not at its top"

    def has_scrolled():
        assert top(window) > 20, f"{what} did not scroll"

    def go_up():
        window.script(f"({BOX}).scrollTop = 0")
        eventually(is_at_top, timeout=2)

    def go_down():
        act()
        eventually(has_scrolled, timeout=3)

    eventually(go_up)
    eventually(go_down, timeout=10)


def wheel_over(window, spot):
    point = window.script(SPOT, spot)
    if point:
        scrolls(window, lambda: window.wheel(*point, 300), f"the wheel over a {spot}")


def press(window, key):
    scrolls(window, lambda: window.press({"Space": "space" if window.name == "webkit" else " "}.get(key, key)), key)


def focus_tile(window):
    window.script(f"({BOX}).querySelector('[role=gridcell][tabindex=\"0\"]').focus({{ preventScroll: true }})")


@pytest.mark.each_engine
@pytest.mark.parametrize("room", ROOMS)
def test_wheel_and_keys_scroll_a_page_where_nothing_has_the_focus(gallery, running_browser, room):
    with opened(running_browser, gallery.url + ROOMS[room]) as window:
        for key in KEYS:
            press(window, key)
        assert window.script("return document.activeElement === document.body"), "the keys move nothing else"
        for spot in ("tile", "gap", "header"):
            wheel_over(window, spot)
        focus_tile(window)
        press(window, "PageDown")
    if isinstance(running_browser, Chromium):
        with opened(running_browser, gallery.url + ROOMS[room], ratio=1.25) as window:
            wheel_over(window, "tile")


def pairs():
    """Each way to scroll over each spot, by the long run only."""
    return list(itertools.product(ROOMS, RATIOS, (False, True))) if draws(0, 1) else []


@pytest.mark.each_engine
@pytest.mark.parametrize("room, ratio, has_focus", pairs())
def test_each_way_scrolls_from_each_spot(gallery, running_browser, room, ratio, has_focus):
    # The others have one ratio.
    if ratio > 1 and not isinstance(running_browser, Chromium):
        return
    for spot in ("tile", "gap", "header"):
        for way in ("wheel", *KEYS):
            # Space chooses a tile that has the focus, and End leads to the end of its row.
            if has_focus and way in ("Space", "End"):
                continue
            with opened(running_browser, gallery.url + ROOMS[room], ratio=ratio) as window:
                if has_focus:
                    focus_tile(window)
                if way == "wheel":
                    wheel_over(window, spot)
                else:
                    press(window, way)


@pytest.mark.parametrize("room", ["photos", "albums"])
def test_a_finger_scrolls(gallery, browser, room):
    """In Chromium: a finger of the other drivers scrolls nothing."""
    with opened(Chromium(browser), gallery.url + ROOMS[room], size="phone") as window:
        x, y = window.script(SPOT, "tile")

        def swipe():
            with window.finger(x, y + 200) as move:
                for by in range(20, 320, 20):
                    move(x, y + 200 - by)

        scrolls(window, swipe, "a finger")


def test_the_scroll_bar_is_dragged(gallery, browser):
    shown = browser.browser_type.launch(executable_path=browser_path(), ignore_default_args=["--hide-scrollbars"])
    with contextlib.closing(shown), opened(Chromium(shown), f"{gallery.url}/photos") as window:
        x, y, width, height = window.box("[data-collection]")

        def drag():
            window.drag([(round(x + width - 4), round(y + 12)), (round(x + width - 4), round(y + height / 2))])

        scrolls(window, drag, "the bar")


def go(window, path):
    window.click(f'nav.rooms a[href="{path}"]')
    window.wait("location.pathname === values[0] && document.querySelector('.content[data-lattice]')", path)


def stands(window, path, at=1_200):
    window.wait(f"location.pathname === values[0] && ({BOX}) && Math.abs(({BOX}).scrollTop - values[1]) < 2", path, at)


def scroll(window, to=1_200):
    window.wait(f"({BOX}).scrollHeight > ({BOX}).clientHeight + values[0] && document.querySelector('.content[data-lattice]')", to)
    # WebKit has to have painted what is scrolled.
    window.wait(f"(({BOX}).scrollTop = values[0]) && ({BOX}).scrollTop === values[0]", to)


@pytest.mark.each_engine
@pytest.mark.parametrize("path", ["/photos", "/photorama", "/colors"])
def test_the_way_back_and_the_links_of_rooms_lead_to_where_a_room_stood(gallery, running_browser, path):
    with opened(running_browser, gallery.url + path) as window:
        scroll(window)
        go(window, "/palette")
        window.back()
        stands(window, path)
        go(window, "/palette")
        go(window, path)
        stands(window, path)
        window.reload()
        stands(window, path)


def test_the_link_of_a_room_leads_back_to_what_can_be_undone(gallery, running_browser):
    undo = "[data-action='history/undo']"
    with opened(running_browser, f"{gallery.url}/colors") as window:
        count = window.text(".status")
        window.click("[data-action=add]")
        window.wait("document.querySelector(values[0]) && !document.querySelector(values[0]).disabled", undo)
        go(window, "/palette")
        go(window, "/colors")
        window.wait("!document.querySelector(values[0])?.disabled", undo)
        window.click(undo)
        window.wait("document.querySelector('.status').textContent === values[0]", count)


def test_the_list_below_a_photo_stands_where_it_stood_however_one_goes_back(gallery, running_browser):
    with opened(running_browser, f"{gallery.url}/photos") as window:
        scroll(window)
        window.click_at(*window.script(SPOT, "tile"))
        window.wait("document.querySelector('dialog') && location.pathname.startsWith('/photos/photo/')")
        window.reload()
        alone = "document.querySelector('.viewer') && !document.querySelector('dialog')"
        window.wait(alone)
        window.back()
        stands(window, "/photos")
        window.forward()
        window.wait(alone)
        window.back()
        stands(window, "/photos")
