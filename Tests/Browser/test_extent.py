"""A million colors: every one of them can be reached, by bar, wheel, keys and finger, and no place on screen is ever empty."""

import itertools
import random

import pytest

from gallery import Gallery, draws, eventually
from tab import Tab, browser_path

COUNT = 1_000_000
SEED = 20_261_121

# The visible positions with their items, or None for a placeholder; and the uncovered area of the box, in points.
LOOK = """grid => {
  const box = grid.getBoundingClientRect();
  const [seen, holes] = [[], []];
  let free = grid.clientWidth * grid.clientHeight;
  for (const node of grid.querySelectorAll('.tile, .placeholder')) {
    const { x, y, right, bottom } = node.getBoundingClientRect();
    const high = Math.min(bottom, box.bottom) - Math.max(y, box.y);
    if (high <= 0) continue;
    free -= high * (right - x);
    if (node.className === 'placeholder') holes.push([x, y]);
    else seen.push([Number(node.ariaRowIndex) - 1, node.firstElementChild.dataset.item]);
  }
  return { seen, holes: holes.length, free, top: grid.scrollTop };
}"""

# Scrolls as the bar does, and looks at the page when the event has been heard, before anything is painted or answered.
JUMP = """(grid, top) => new Promise(done => {
  grid.addEventListener('scroll', () => done((%s)(grid)), { once: true });
  grid.scrollTop = top;
})""" % LOOK


@pytest.fixture(scope="module")
def million(tmp_path_factory):
    directory = tmp_path_factory.mktemp("million") / "data"
    directory.mkdir()
    gallery = Gallery(directory)
    gallery.sample(COUNT)
    gallery.start()
    yield gallery
    gallery.stop()


@pytest.fixture
def gallery(million):
    return million


@pytest.fixture
def tab(open_tab):
    tab = open_tab("phone", device_scale_factor=2, has_touch=True)
    tab.page.evaluate(
        """() => { window.grid = document.querySelector('[role=grid]');
             // Where a tile is on screen; the middle of the box is over one.
             window.middle = () => { const { y, height } = grid.getBoundingClientRect();
               return document.elementFromPoint(10, y + height / 2)?.closest('[data-item]')?.dataset.item };
             window.yOf = item => document.querySelector(`[data-item="${item}"]`)?.getBoundingClientRect().y }""")
    return tab


def look(tab):
    return tab.page.evaluate(f"() => ({LOOK})(grid)")


def jump(tab, top):
    return tab.page.get_by_role("grid").evaluate(JUMP, top)


def wait_for_tiles(tab):
    tab.page.wait_for_function("() => !document.querySelector('.placeholder') && document.querySelector('.tile')")


def wait_for_stillness(tab):
    """Waits until nothing has scrolled for some frames, not even the box below what is on screen."""
    tab.page.evaluate(
        """() => new Promise(done => { let last, count = 0;
             requestAnimationFrame(function frame() {
               const now = [grid.scrollTop, yOf(middle())].join();
               count = now === last ? count + 1 : 0;
               last = now;
               if (count < 6) requestAnimationFrame(frame); else done();
             }) })""")


def check_with_the_store(tab, million):
    """Compares the screen with the order that SQL gives. Returns the position of the first item."""
    seen = look(tab)["seen"]
    first = seen[0][0]
    rows = million.rows(f"SELECT id FROM color ORDER BY createdAt, id LIMIT {len(seen)} OFFSET {first}")
    assert seen == [[first + index, str(row[0])] for index, row in enumerate(rows)]
    return first


def scrolls_by(tab, act, by):
    """Checks that an action of a person scrolls by exactly this number of points."""
    item = tab.page.evaluate("middle()")
    before = tab.page.evaluate("item => yOf(item)", item)
    act()
    tab.page.wait_for_function("([item, y]) => yOf(item) === y", arg=[item, before - by])


def test_far_jumps_show_what_the_store_has_there(million, tab):
    wait_for_tiles(tab)
    end = tab.page.evaluate("grid.scrollHeight - grid.clientHeight")
    assert end < 8_388_608, "half a point can be told apart"
    del tab.requests[:]
    chance = random.Random(SEED)
    places = []
    for turn in range(draws(12, 100)):
        top = {4: 0, 8: end}.get(turn, chance.randrange(3_000, end - 3_000))
        wait_for_stillness(tab)  # the box may still be brought in line with where the last jump led
        del tab.frames[:]
        at_once = jump(tab, top)
        if 0 < top < end:
            assert at_once["free"] == 0, f"a hole after jump {turn}, seed {SEED}"
        assert at_once["holes"] + len(at_once["seen"]) in range(16, 22)
        assert at_once["holes"] > 0, "nothing was there yet"
        wait_for_tiles(tab)
        assert look(tab)["free"] == at_once["free"], "nothing moved when the tiles came"
        places.append((top, check_with_the_store(tab, million)))
        assert sum(len(payload) for _, payload in tab.frames) <= 10_000
    places.sort()
    assert places[0] == (0, 0) and places[-1] == (end, COUNT - 16)
    assert [first for _, first in places] == sorted(first for _, first in places), "further down is further on"
    assert tab.requests == []


def test_the_wheel_is_one_to_one_at_the_ends_and_right_after_a_jump(million, tab):
    wait_for_tiles(tab)
    box = tab.page.get_by_role("grid").bounding_box()
    tab.page.mouse.move(100, box["y"] + 100)
    wheel = lambda by: lambda: tab.page.mouse.wheel(0, by)
    end = tab.page.evaluate("grid.scrollHeight - grid.clientHeight")
    for top in (0, 3_210_987, 7_777_777, 999_990, end):
        if top:
            jump(tab, top)
            wait_for_tiles(tab)
        for by in (-120, 240, 100) if top == end else (120, 240, -100):
            if top < end or by < 0:
                scrolls_by(tab, wheel(by), by)
    jump(tab, end - 50)
    wait_for_tiles(tab)
    scrolls_by(tab, wheel(500), 50)  # and there it ends
    assert check_with_the_store(tab, million) + len(look(tab)["seen"]) == COUNT


def test_a_finger_scrolls_one_to_one_anywhere(million, tab):
    wait_for_tiles(tab)
    # However long the machine takes from one touch to the next, no finger is held for 400 ms, which would select.
    tab.page.evaluate("() => { const later = setTimeout; window.setTimeout = (act, wait) => wait === 400 ? 0 : later(act, wait) }")
    session = tab.page.context.new_cdp_session(tab.page)

    def touch(kind, y=None, x=100):
        points = [] if y is None else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def follow(item, place, y):
        """The browser extrapolates a moving finger. A resting finger that trembles sideways stops that."""
        sides = itertools.cycle([101, 100])

        def check():
            touch("touchMove", y, next(sides))
            assert tab.page.evaluate("item => yOf(item)", item) == place

        touch("touchMove", y)
        eventually(check)

    for top in (5_432_100, 2_000_000):
        jump(tab, top)
        wait_for_tiles(tab)
        wait_for_stillness(tab)
        item = tab.page.evaluate("middle()")
        before = tab.page.evaluate("item => yOf(item)", item)
        touch("touchStart", 600)
        touch("touchMove", 560)  # tells a scroll from a tap; how much of it counts is the browser's affair
        tab.page.wait_for_function("([item, y]) => yOf(item) !== y", arg=[item, before])
        for x in (101, 100):
            touch("touchMove", 560, x)
            wait_for_stillness(tab)
        last = 560
        for y in (500, 420, 300, 380):
            item = tab.page.evaluate("middle()")
            follow(item, tab.page.evaluate("item => yOf(item)", item) + y - last, y)
            last = y
        tab.page.evaluate(
            "() => { window.isOver = false; grid.addEventListener('scrollend', () => { isOver = true }, { once: true }) }")
        touch("touchEnd")  # what it was thrown goes on for a while
        tab.page.wait_for_function("() => isOver")
        wait_for_tiles(tab)
        check_with_the_store(tab, million)


def test_the_keys_lead_to_the_last_and_back_and_the_focus_with_them(million, tab):
    wait_for_tiles(tab)
    first, second, last = (
        str(million.rows(f"SELECT id FROM color ORDER BY createdAt, id LIMIT 1 OFFSET {place}")[0][0])
        for place in (0, 1, COUNT - 1))
    focused = "item => document.activeElement.dataset.item === item"
    tab.cell(first).focus()
    for key, item, place in [
        ("Control+End", last, COUNT - 1), ("ArrowDown", last, COUNT - 1), ("PageUp", None, COUNT - 16),
        ("PageDown", last, COUNT - 1), ("Meta+Home", first, 0), ("ArrowRight", second, 1), ("Meta+End", last, COUNT - 1),
        ("Control+Home", first, 0),
    ]:
        tab.page.keyboard.press(key)
        if item is not None:
            tab.page.wait_for_function(focused, arg=item)
        tab.page.wait_for_function(
            "place => Number(document.activeElement.closest('.tile')?.ariaRowIndex) === place + 1", arg=place)
        box = tab.page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
        grid = tab.page.get_by_role("grid").bounding_box()
        assert grid["y"] <= box["top"] and box["bottom"] <= grid["y"] + grid["height"], key
        wait_for_tiles(tab)
        check_with_the_store(tab, million)


def test_the_bar_can_be_dragged_from_end_to_end(million, browser):
    # Playwright's own browser hides the bars.
    own = browser.browser_type.launch(executable_path=browser_path(), ignore_default_args=["--hide-scrollbars"])
    tab = Tab(own.new_context(viewport={"width": 1440, "height": 900}), million.url)
    wait_for_tiles(tab)
    tab.page.evaluate("window.grid = document.querySelector('[role=grid]')")
    bar = tab.page.evaluate("grid.offsetWidth - grid.clientWidth")
    assert bar > 0, "this Chromium draws its scroll bars over the page"
    box = tab.page.get_by_role("grid").bounding_box()
    x = box["x"] + box["width"] - bar / 2
    tab.page.mouse.move(x, box["y"] + 14)
    tab.page.mouse.down()
    places = []
    for part in (0.25, 0.5, 0.75, 1.1, 0.6, -0.1):
        before = tab.page.evaluate("grid.scrollTop")
        tab.page.mouse.move(x, box["y"] + box["height"] * part)
        tab.page.wait_for_function("before => Math.abs(grid.scrollTop - before) > 900_000", arg=before)
        wait_for_tiles(tab)
        places.append(check_with_the_store(tab, million))
    tab.page.mouse.up()
    quarter, half, three, last, *_, first = places
    assert 0 < quarter < half < three < last and first == 0
    assert last > COUNT - 100 and abs(half - COUNT / 2) < COUNT / 20
    assert tab.complaints == []
    own.close()


def test_placeholders_are_for_the_eye_only_and_go_when_the_tiles_come(million, open_tab):
    tab = open_tab(live=False)
    held = []

    def hold(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda message: held.append(message) if hold.on else server.send(message))

    hold.on = False
    tab.page.route_web_socket("**/live", hold)
    tab.open_anew()
    tab.page.evaluate("window.grid = document.querySelector('[role=grid]')")
    hold.on = True
    for color_scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=color_scheme)
        for top in (4_000_000, 8_000_000):
            shown = jump(tab, top)
            assert shown["seen"] == [] and shown["holes"] >= 16
        tab.shoot(f"placeholders-{color_scheme}")
    nodes = tab.page.eval_on_selector_all(".placeholder", "nodes => nodes.map(node => node.outerHTML)")
    assert all('aria-hidden="true"' in node and "role" not in node and "data-item" not in node for node in nodes)
    assert len(nodes) == 16, "none stands behind the last one"
    jump(tab, 0)
    assert tab.page.locator(".placeholder").count() == 0, "its tiles were never let go"
