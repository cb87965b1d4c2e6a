"""A million colors under the wheel: the list moves by what the wheel says, however browsers merge its turns."""

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
