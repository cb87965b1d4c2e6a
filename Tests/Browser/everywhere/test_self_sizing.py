"""Cells as high as their texts, which each browser measures."""

import pytest

# The cells of the list in their order, each as its number, its upper edge below the list's, and its lower edge.
CELLS = """const box = document.querySelector('[role=grid]'), top = box.getBoundingClientRect().top;
  return [...box.querySelectorAll('[data-item]')].map((cell) => {
    const { y, height } = cell.getBoundingClientRect();
    return [Number(cell.dataset.item), y - top, y + height - top];
  });"""


def cells(window):
    return {item: (above, below) for item, above, below in window.script(CELLS)}


def in_view(window):
    height = window.box("[role=grid]")[3]
    return {item: edges for item, edges in cells(window).items() if edges[1] > 0 and edges[0] < height}


def settle(window):
    """Waits until the cells in view are there, and until two frames show the same."""
    window.wait("!document.getAnimations().length && !document.querySelector('.leaving, .placeholder')")
    window.script(
        """window.settled = false;
        let seen = "";
        const look = () => {
          const box = document.querySelector('[role=grid]');
          const now = String([box.scrollTop, ...box.querySelector('.content').children].map((row) => row.style?.translate ?? row));
          window.settled = now === seen;
          seen = now;
          if (!window.settled) requestAnimationFrame(() => requestAnimationFrame(look));
        };
        look();""")
    window.wait("window.settled")


def check(window, spacing=8):
    """No cell overlaps the next one, and there is no gap but the space between cells."""
    held = sorted(cells(window).values())
    for (_, below), (above, _) in zip(held, held[1:]):
        assert above - below == pytest.approx(spacing, abs=1.05)


@pytest.fixture
def texts(shelves, window):
    window.open(f"{shelves.url}/texts/10000")
    settle(window)
    return window


def scroll(window, by):
    window.script("document.querySelector('[role=grid]').scrollTop += values[0]", by)
    settle(window)


def test_each_cell_is_as_high_as_its_text(texts):
    check(texts)
    heights = {item: below - above for item, (above, below) in cells(texts).items()}
    assert heights[7] > heights[3] > heights[0]
    assert cells(texts)[0][0] == pytest.approx(12, abs=1)


def test_what_is_in_view_stays_while_cells_above_are_measured(texts, change):
    change("to 5000 top")
    settle(texts)
    for by in (-700, -350, 900, -1400, -200):
        before = in_view(texts)
        scroll(texts, by)
        after = cells(texts)
        both = [item for item in before if item in after]
        assert both
        for item in both:
            assert after[item][0] - before[item][0] == pytest.approx(-by, abs=1.05), item
        check(texts)


def test_a_jump_ends_at_its_item(texts, change):
    height = texts.box("[role=grid]")[3]
    for item, where in [(7001, "top"), (40, "top"), (3004, "bottom"), (8000, "bottom"), (2000, "middle")]:
        change(f"to {item} {where}")
        settle(texts)
        above, below = cells(texts)[item]
        if where == "top":
            assert above == pytest.approx(0, abs=1.05)
        elif where == "bottom":
            assert below == pytest.approx(height, abs=1.05)
        else:
            assert above + below == pytest.approx(height, abs=2.1)
        check(texts)


def test_the_end_is_reached(texts, change):
    change("to 9999 bottom")
    settle(texts)
    height = texts.box("[role=grid]")[3]
    for _ in range(3):
        scroll(texts, 100_000)
    assert cells(texts)[9999][1] == pytest.approx(height - 12, abs=1.05)
    scroll(texts, -10_000_000)
    scroll(texts, -10_000)
    assert cells(texts)[0][0] == pytest.approx(12, abs=1)


def test_a_text_that_is_edited_grows_its_cell(texts, change):
    change("to 5000 top")
    settle(texts)
    before = cells(texts)
    change("text 5000 60")
    settle(texts)
    after = cells(texts)
    assert after[5000][0] == before[5000][0]
    assert after[5000][1] - after[5000][0] > 2 * 40
    check(texts)
    # A cell above grows, and what is in view stays.
    scroll(texts, 3000)
    before = in_view(texts)
    above = max(item for item, (_, below) in cells(texts).items() if below < 0)
    change(f"text {above} 35")
    settle(texts)
    for item, edges in in_view(texts).items():
        assert edges == pytest.approx(before[item], abs=1.05)


def test_another_width_measures_anew(texts, change):
    change("to 5000 top")
    settle(texts)
    for width in (420, 700, 300):
        texts.script("document.querySelector('[role=grid]').style.right = `calc(100% - ${values[0]}px)`", width)
        texts.wait("Math.abs(document.querySelector('[data-item]').getBoundingClientRect().width - values[0] + 24) < 40", width)
        settle(texts)
        check(texts)
        assert min(in_view(texts)) == 5000


def test_late_content_and_larger_text_are_measured(texts, change):
    change("to 5000 top")
    settle(texts)
    texts.script("document.querySelector('[data-item=\"5001\"]').style.minHeight = '900px'")
    settle(texts)
    check(texts)
    texts.script("document.querySelector('[role=grid]').style.fontSize = '28px'")
    settle(texts)
    check(texts)
    assert cells(texts)[5000][0] == pytest.approx(0, abs=1.05)


def test_a_page_begins_at_its_item(shelves, window):
    window.open(f"{shelves.url}/texts-at/7000")
    settle(window)
    assert cells(window)[7000][0] == pytest.approx(0, abs=1.05)
    check(window)


def test_updates_keep_what_is_in_view(texts, change):
    change("to 5000 top")
    scroll(texts, 40)
    before = in_view(texts)
    for steps in ("add 4000 5", "remove 3", "move 100 9000", "add 0 40"):
        change(steps)
        settle(texts)
        for item, edges in before.items():
            assert cells(texts)[item] == pytest.approx(edges, abs=1.05), steps
        check(texts)


def test_a_million_texts_cost_what_is_visible(shelves, window, change):
    window.open(f"{shelves.url}/texts/1000000")
    settle(window)
    change("to 654321 top")
    settle(window)
    assert cells(window)[654321][0] == pytest.approx(0, abs=1.05)
    assert len(cells(window)) < 120
    check(window)
