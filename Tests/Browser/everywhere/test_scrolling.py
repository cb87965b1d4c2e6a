"""Long lists in each browser. A wheel scrolls by its own distance, the bar and the keys reach both ends of ten million
rows, and changes above the viewport move nothing in it."""

import pytest

from gallery import Gallery, draws, eventually


COLORS = draws(100_000, long=1_000_000)


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    directory = tmp_path_factory.mktemp("million") / "data"
    directory.mkdir()
    gallery = Gallery(directory)
    gallery.sample(COLORS)
    gallery.start()
    yield gallery
    gallery.stop()


# How many points of rows are above the upper edge of the box; none while all tiles are above it.
FIRST = """
  const grid = document.querySelector('[role=grid]').getBoundingClientRect();
  const tiles = [...document.querySelectorAll('.tile')].map((tile) => [tile.getBoundingClientRect(), tile.ariaRowIndex - 1]);
  const columns = tiles.filter(([{ y }]) => y === tiles[0][0].y).length;
  const pitch = (tiles.at(-1)[0].y - tiles[0][0].y) / (Math.floor(tiles.at(-1)[1] / columns) - Math.floor(tiles[0][1] / columns));
  const found = tiles.find(([{ bottom }]) => bottom > grid.top);
  if (!found) return null;
  const [first, position] = found;
  return Math.floor(position / columns) * pitch - first.y
"""


def test_a_wheel_that_turns_by_many_screens_at_once_moves_by_no_more(gallery, window):
    window.open(f"{gallery.url}/colors")
    window.wait("document.querySelector('.content[data-lattice] [aria-rowindex=\"1\"]')")
    x, y, width, height = window.box("[role=grid]")
    before = window.script(FIRST)

    def wheel(by, has_come):
        """Until WebKit has painted the whole list it scrolls no farther than the first paint is high."""
        window.wheel(round(x + width / 2), round(y + height / 2), by)
        window.wait("(window.last === (window.last = document.querySelector('[role=grid]').scrollTop))")
        assert has_come(window.script("return document.querySelector('[role=grid]').scrollTop"))

    eventually(lambda: wheel(5_600, lambda scrolled: scrolled > 3_700))

    def scrolls_one_to_one():
        scrolled = window.script("return document.querySelector('[role=grid]').scrollTop")
        assert window.script("return !document.querySelector('.placeholder')")
        first = window.script(FIRST)
        # The pitch of the rows has a fraction, and their edges have none.
        assert first is not None and abs(first - before - scrolled) < 40

    eventually(scrolls_one_to_one)
    eventually(lambda: wheel(-8_400, lambda scrolled: scrolled == 0))
    window.wait("document.querySelector('[aria-rowindex=\"1\"]')")


# Takes note of what the page tells of scrolling; and whether it told a rect below a height, and then its rest.
TOLD = """window.told = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    told.push(...JSON.parse(text).filter(([name]) => name === 'scroll'));
    return send.call(this, text);
  };"""
RESTS_BELOW = """(([moving, resting]) => resting && resting[2][1] > values[0] && resting[3] === true
  && String(moving) === String(resting.slice(0, 3)))(told.slice(-2))"""


def test_the_scene_hears_when_the_list_stands_still(gallery, window):
    window.open(f"{gallery.url}/colors")
    # Until WebKit has painted the whole list it scrolls no farther than the first paint is high.
    window.wait("performance.now() > 2_000")
    window.script(TOLD)
    x, y, width, height = window.box("[role=grid]")
    window.wheel(round(x + width / 2), round(y + height / 2), 700)
    window.wait(RESTS_BELOW, 300)
    # By the program, at once.
    window.script("document.querySelector('[role=grid]').scrollTop += 20_000")
    window.wait(RESTS_BELOW, 15_000)


def test_the_scroll_bar_leads_to_the_share_of_the_whole(gallery, window):
    window.open(f"{gallery.url}/colors")
    window.script("const grid = document.querySelector('[role=grid]'); grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2")
    window.wait(
        "document.querySelector('.tile') && !document.querySelector('.placeholder')"
        " && Math.abs(document.querySelector('.tile').ariaRowIndex / values[0] - 0.5) < 0.02", COLORS)
    window.script("const grid = document.querySelector('[role=grid]'); grid.scrollTop = grid.scrollHeight")
    window.wait("document.querySelector(`[aria-rowindex='${values[0]}']`)", COLORS)


COUNT = 10_000_000
# The first item below the middle of the box: there a gap or a header may be.
MIDDLE = """((box) => [0, 30, 60, 90].map((by) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2 + by)
  ?.closest('[data-item]')?.dataset.item).find(Boolean))(document.querySelector('[role=grid]').getBoundingClientRect())"""
Y_OF = "document.querySelector(`[data-item=\"${values[0]}\"]`).getBoundingClientRect().y"
# Waits until a wheel has moved a box, and until it stands still.
STILL = """const box = document.querySelector(values[0]);
  return new Promise((done) => { let last = 0, count = 0; requestAnimationFrame(function frame() {
    count = box.scrollTop && box.scrollTop === last ? count + 1 : 0;
    last = box.scrollTop;
    if (count < 20) requestAnimationFrame(frame); else done(last) }) })"""


@pytest.fixture
def span(shelves, window):
    window.open(f"{shelves.url}/span/{COUNT}")
    return window


def scroll_by_bar(window, share):
    window.script("const grid = document.querySelector('[role=grid]');"
                  "grid.scrollTop = values[0] * (grid.scrollHeight - grid.clientHeight)", share)
    window.wait("document.querySelector('.tile') && !document.querySelector('.placeholder')")


def middle(window):
    window.wait(MIDDLE)
    return window.script(f"return {MIDDLE}")


def test_the_bar_and_the_keys_reach_both_ends_of_ten_million(span):
    for share in (0.5, 1, 0.25, 0):
        scroll_by_bar(span, share)
        assert int(middle(span)) == pytest.approx(share * COUNT, abs=COUNT / 50)
        if share in (0, 1):
            edge = 0 if share == 0 else COUNT - 1
            _, y, _, height = span.box(f'[data-item="{edge}"]')
            _, top, _, whole = span.box("[role=grid]")
            assert y >= top - 1 and y + height <= top + whole + 1, f"{edge} is seen as a whole"
    span.script("document.querySelector('[data-item=\"0\"]').focus()")
    for key, item in [("End", COUNT - 1), ("Home", 0)]:
        span.press(f"Control+{key}")
        span.wait_for_focus(item)
        span.box(f'[data-item="{item}"]')
        assert span.script("return document.activeElement.closest('.tile').ariaRowIndex") == str(item + 1)


def test_a_wheel_moves_ten_million_as_far_as_any_box(span):
    # Until WebKit has painted the whole list it scrolls no farther than the first paint is high.
    span.wait("performance.now() > 2_000")
    x, y = span.middle("[role=grid]")
    span.script(
        "const { x, y, width, height } = document.querySelector('[role=grid]').getBoundingClientRect();"
        "const box = document.createElement('div'), inside = document.createElement('div'); box.id = 'plain'; box.append(inside);"
        "Object.assign(box.style, { position: 'fixed', zIndex: 9, overflow: 'auto', left: `${x}px`, top: `${y}px`,"
        " width: `${width}px`, height: `${height}px` }); inside.style.height = '100000px'; document.body.append(box)")
    span.wheel(x, y, 300)
    distance = span.script(STILL, "#plain")
    span.script("document.querySelector('#plain').remove()")
    assert distance > 100
    # At eight million Firefox knows half a point, of the box and of each thing in it.
    near = f"Math.abs({Y_OF} - values[1]) < 2"
    for share in (0, 0.6, 1):
        scroll_by_bar(span, share)
        item = middle(span)
        before = span.script(f"return {Y_OF}", item)
        for by in ([-1, 1] if share == 1 else [1, -1]):
            start = span.script(f"return {Y_OF}", item)
            span.wheel(x, y, by * 300)
            span.wait(near, item, start - by * distance)
        span.wait(near, item, before)


def test_what_comes_and_goes_above_moves_nothing_in_view(shelves, window, change):
    window.open(f"{shelves.url}/many")
    scroll_by_bar(window, 0.4)
    item = middle(window)
    # Its height in each frame.
    window.script(
        f"window.seen = new Set(); const look = () => {{ requestAnimationFrame(look); seen.add({Y_OF}) }}; look()", item)
    before = window.script(f"return {Y_OF}", item)
    for steps in ("+0 7", "new 0,+0 40,move 3 1,new 0", "-3 100", "gone 0"):
        change(steps)
    # The height of a row has a fraction, and its edges have none.
    assert all(abs(y - before) <= 1 for y in window.script("return [...seen]"))
