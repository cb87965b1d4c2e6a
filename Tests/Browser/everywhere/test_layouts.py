"""Layouts with a size per item, in each browser: lines of the first paint break where the scene breaks them."""

import pytest

CELLS = """const cells = () => { const grid = document.querySelector('[role=grid]'), { x, y } = grid.getBoundingClientRect();
  return [...grid.querySelectorAll('.content > [role=row] > *')].map((cell) => { const box = cell.getBoundingClientRect();
    return [cell.dataset.section ?? cell.dataset.item, box.x - x, box.y - y + grid.scrollTop, box.width, box.height] }) };"""
# Lays out what was painted first once more, where the client has laid it out.
PAINT = CELLS + """fetch(location.href).then((answer) => answer.text()).then((text) => {
  const page = new DOMParser().parseFromString(text, 'text/html'), sheet = new CSSStyleSheet();
  sheet.replaceSync(page.querySelector('style').textContent);
  document.adoptedStyleSheets = [sheet];
  const live = cells();
  document.querySelector('[role=grid]').replaceChildren(page.querySelector('.content'));
  window.compared = [live, cells()];
})"""


@pytest.mark.parametrize("kind", ["justified", "flow", "list"])
def test_what_is_painted_first_stands_where_the_client_puts_it(shelves, window, kind):
    window.open(f"{shelves.url}/{kind}")
    window.wait("document.querySelectorAll('.tile').length > 5")
    window.script(PAINT)
    window.wait("window.compared")
    live, painted = window.script("return window.compared")
    known = {cell[0]: cell[1:] for cell in painted}
    assert len(live) > 10
    for name, *box in live:
        assert known[name] == pytest.approx(box, abs=1), name


def test_rows_of_photographs_fill_the_width_wherever_one_scrolls(shelves, window):
    window.open(f"{shelves.url}/justified-many")
    window.wait("document.querySelectorAll('.tile').length > 5")
    window.script("document.querySelector('[role=grid]').scrollTop = 200_000")
    window.wait(
        "[...document.querySelectorAll('.tile')].some((tile) => { const { top, bottom } = tile.getBoundingClientRect();"
        " return bottom > 100 && top < innerHeight })")
    window.wait("!document.querySelector('.placeholder')")
    lines = window.script(CELLS + """
      const lines = {};
      for (const [name, x, y, width] of cells()) if (/^\\d+$/.test(name)) (lines[y] ??= []).push([x, x + width]);
      return Object.values(lines).map((line) => [line[0][0], line.at(-1)[1]])""")
    width = window.script("return document.querySelector('.content').clientWidth")
    assert len(lines) > 8
    # All but the last ones of shelves fill the width.
    assert all(left == 8 and right <= width - 8 for left, right in lines)
    assert sum(right == width - 8 for _, right in lines) >= len(lines) - 3
