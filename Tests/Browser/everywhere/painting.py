"""The first paint of a list's page, compared with the places of the client's cells."""

import pytest

# Each cell: what it is, and where it stands in the content of the list.
CELLS = """const cells = () => { const grid = document.querySelector('[role=grid]'), { x, y } = grid.getBoundingClientRect();
  return [...grid.querySelectorAll('.content [role=row] > *')].map((cell) => { const box = cell.getBoundingClientRect();
    return [('footer' in cell.dataset ? 'end of ' : '') + (cell.dataset.section ?? cell.dataset.item),
      box.x - x + grid.scrollLeft, box.y - y + grid.scrollTop, box.width, box.height] }) };"""
# Lays out what was painted first once more, where the client has laid it out.
PAINT = CELLS + """fetch(location.href).then((answer) => answer.text()).then((text) => {
  const page = new DOMParser().parseFromString(text, 'text/html'), sheet = new CSSStyleSheet();
  sheet.replaceSync(page.querySelector('style').textContent);
  document.adoptedStyleSheets = [sheet];
  const live = cells();
  document.querySelector('[role=grid]').replaceChildren(page.querySelector('.content'));
  window.compared = [live, cells()];
})"""


def assert_painted_where_the_client_puts_it(window):
    window.script(PAINT)
    window.wait("window.compared")
    live, painted = window.script("return window.compared")
    known = {cell[0]: cell[1:] for cell in painted}
    assert len(live) > 10
    for name, *box in live:
        assert known[name] == pytest.approx(box, abs=1), name
