"""Supplementary views of cells and sections, in each browser: they stand where they were painted, and go with their cells."""

import pytest

VIEWS = """const views = () => { const grid = document.querySelector('[role=grid]'), { x, y } = grid.getBoundingClientRect();
  return [...grid.querySelectorAll('[data-supplementary]')].filter((view) => !view.hidden).map((view) => {
    const { item, section } = view.parentElement.dataset, box = view.getBoundingClientRect();
    return [`${view.dataset.supplementary} of ${item ?? section}`, box.x - x, box.y - y + grid.scrollTop, box.width, box.height] }) };"""
# Lays out what was painted first once more, where the client has laid it out.
PAINT = VIEWS + """fetch(location.href).then((answer) => answer.text()).then((text) => {
  const page = new DOMParser().parseFromString(text, 'text/html'), sheet = new CSSStyleSheet();
  sheet.replaceSync(page.querySelector('style').textContent);
  document.adoptedStyleSheets = [sheet];
  const live = views();
  document.querySelector('[role=grid]').replaceChildren(page.querySelector('.content'));
  window.compared = [live, views()];
})"""


@pytest.mark.parametrize("path", ["/badged", "/badged-flow", "/badged-list"])
def test_what_is_painted_first_stands_where_the_client_puts_it(shelves, window, path):
    window.open(shelves.url + path)
    window.wait("document.querySelectorAll('.tile').length > 5")
    window.script(PAINT)
    window.wait("window.compared")
    live, painted = window.script("return window.compared")
    known = {view[0]: view[1:] for view in painted}
    assert {"Badge of 3", "Mark of 6", "Line of tea", "Total of tea"} <= {view[0] for view in live}
    for name, *box in live:
        assert known[name] == pytest.approx(box, abs=1), name


def test_it_stands_at_its_edge_and_comes_glides_and_goes_with_its_cell(shelves, window, change):
    window.open(shelves.url + "/badged")
    window.wait("document.querySelectorAll('.tile').length > 5")
    badge = "[data-item='3'] [data-supplementary=Badge]"

    def check():
        x, y, width, _ = window.box("[data-item='3']")
        assert window.box(badge) == pytest.approx([x + width - 24, y - 4, 32, 20], abs=1)

    check()
    # The row that glides has it, and at each moment it stands where its cell is.
    window.script(
        "window.gliding = new Set(); const { animate } = Element.prototype; Element.prototype.animate = function (frames, timing) {"
        " if (frames.transform) window.gliding.add(this); return animate.call(this, frames, timing) };"
        " window.ways = []; const watch = () => { const [cell, badge] = ['', ' [data-supplementary=Badge]'].map((part) =>"
        " document.querySelector(`[data-item='3']${part}`)?.getBoundingClientRect());"
        " if (badge) window.ways.push([badge.right - cell.right, badge.top - cell.top]);"
        " requestAnimationFrame(watch) }; watch()")
    change("last 3")
    check()
    assert all(way == pytest.approx([8, -4], abs=1) for way in window.script("return window.ways"))
    moves = window.script("return !matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert window.script("return window.gliding.has(document.querySelector(values[0]).closest('.tile'))", badge) == moves
    change("badge 1 9")
    assert window.text("[data-item='1'] .badge") == "9"
    change("bare 1,bare 3")
    window.wait("[1, 3].every((item) => document.querySelector(`[data-item='${item}'] [data-supplementary=Badge]`).hidden)")
    change("badge 3 5,gone 1")
    assert window.text("[data-item='3'] .badge") == "5"
    check()


def test_one_in_the_middle_of_an_edge_is_as_large_as_it_says(shelves, window):
    for path, part in [("/badged-flow", 0), ("/badged-list", 0.5)]:
        window.open(shelves.url + path)
        window.wait("document.querySelectorAll('.tile').length > 5")
        x, y, width, height = window.box("[data-item='3']")
        box = [x + (width - 32) * part + 8, y + (height - 20) / 2 - 4, 32, 20]
        assert window.box("[data-item='3'] [data-supplementary=Badge]") == pytest.approx(box, abs=1)
