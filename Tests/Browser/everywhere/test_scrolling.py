"""Long lists in each browser: a wheel moves them by what it says, and the bar and the keys reach both ends of ten million."""

import pytest

from gallery import Gallery, eventually


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    directory = tmp_path_factory.mktemp("million") / "data"
    directory.mkdir()
    gallery = Gallery(directory)
    gallery.sample(1_000_000)
    gallery.start()
    yield gallery
    gallery.stop()


# The row that is first in view, and how many points of rows are above the upper edge of the box.
FIRST = """
  const grid = document.querySelector('[role=grid]').getBoundingClientRect();
  const tiles = [...document.querySelectorAll('.tile')].map((tile) => [tile.getBoundingClientRect(), tile.ariaRowIndex - 1]);
  const columns = tiles.filter(([{ y }]) => y === tiles[0][0].y).length;
  const pitch = (tiles.at(-1)[0].y - tiles[0][0].y) / (Math.floor(tiles.at(-1)[1] / columns) - Math.floor(tiles[0][1] / columns));
  const [first, position] = tiles.find(([{ bottom }]) => bottom > grid.top);
  return Math.floor(position / columns) * pitch - first.y
"""


def test_a_wheel_that_turns_by_many_screens_at_once_moves_by_no_more(gallery, window):
    window.open(f"{gallery.url}/colors")
    # Until WebKit has painted the whole list it scrolls no farther than the first paint is high.
    window.wait("performance.now() > 2_000")
    x, y, width, height = window.box("[role=grid]")
    before = window.script(FIRST)
    window.wheel(round(x + width / 2), round(y + height / 2), 5_600)

    def scrolls_one_to_one():
        scrolled = window.script("return document.querySelector('[role=grid]').scrollTop")
        assert scrolled > 3_700, "more than four times the height of the box"
        assert window.script("return !document.querySelector('.placeholder')")
        # The pitch of the rows has a fraction, and their edges have none.
        assert abs(window.script(FIRST) - before - scrolled) < 40

    eventually(scrolls_one_to_one)
    window.wheel(round(x + width / 2), round(y + height / 2), -8_400)
    window.wait("document.querySelector('[aria-rowindex=\"1\"]')")
    window.wait("document.querySelector('[role=grid]').scrollTop === 0")


def test_the_scroll_bar_leads_to_the_share_of_the_whole(gallery, window):
    window.open(f"{gallery.url}/colors")
    window.script("const grid = document.querySelector('[role=grid]'); grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2")
    window.wait(
        "document.querySelector('.tile') && !document.querySelector('.placeholder')"
        " && Math.abs(document.querySelector('.tile').ariaRowIndex - 500_000) < 20_000")
    window.script("const grid = document.querySelector('[role=grid]'); grid.scrollTop = grid.scrollHeight")
    window.wait("document.querySelector('[aria-rowindex=\"1000000\"]')")


COUNT = 10_000_000
# The first item below the middle of the box: there a gap or a header may be.
MIDDLE = """((box) => [0, 30, 60, 90].map((by) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2 + by)
  ?.closest('[data-item]')?.dataset.item).find(Boolean))(document.querySelector('[role=grid]').getBoundingClientRect())"""


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
