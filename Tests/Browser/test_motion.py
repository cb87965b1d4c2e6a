"""How things move when the content changes: from where they were to where they are, into the window and out of it."""

import pytest
from tab import MOVING

# Records animations with their keyframes, and pauses them at their start.
NOTE = """() => {
  window.noted = [];
  window.notedAt = 0;
  window.held = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const animation = animate.call(this, frames, timing);
    animation.pause();
    notedAt = performance.now();
    held.push(animation);
    const [from, to] = frames.transform ?? [];
    const kind = frames.transform ? (this.className === 'leaving' ? 'leaves' : 'glides') : frames.opacity?.[0] === 0 ? 'arrives'
      : frames.opacity === 0 ? 'fades' : null;
    if (kind) noted.push([kind, this.textContent.trim(), kind === 'leaves' ? to : from ?? null]);
    return animation;
  };
}"""
# A screenful and a line: what is to be seen of the longest ways.
FAR = 684 + 130
RECTS = """() => Object.fromEntries([...document.querySelectorAll('[data-item]')].map(cell => {
  const { x, y } = cell.getBoundingClientRect(); return [cell.dataset.item, [x, y]] }))"""


@pytest.fixture
def tab(gallery, open_tab):
    gallery.sample(600)
    gallery.sql("UPDATE color SET createdAt = 1000 * id")
    tab = open_tab("phone", **MOVING)
    tab.wait_for_items(gallery.ids()[:len(tab.items())])
    settle_window(tab)
    tab.page.evaluate(NOTE)
    return tab


def settle_window(tab):
    """Waits until the scene has answered what the client told of its size: it holds a screenful more than is seen."""
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length > 30")


def changed(tab, gallery, *statements):
    """The elements that moved in the update caused by these statements."""
    tab.page.wait_for_function("() => performance.now() - notedAt > 50")  # no rush, in which nothing moves
    tab.page.evaluate("() => { noted.length = 0 }")
    count = int(gallery.rows("SELECT count(*) FROM color")[0][0])
    gallery.sql(*statements)
    after = int(gallery.rows("SELECT count(*) FROM color")[0][0])
    tab.page.wait_for_function("() => noted.length > 0")
    if count != after:
        tab.page.wait_for_function(f"() => document.querySelector('[role=grid]').ariaRowCount === '{after}'")
    return tab.page.evaluate("noted")


def shift(x, y):
    return f"translate({x}px, {y}px)"


def test_who_wraps_into_another_line_goes_in_step_with_its_neighbours(gallery, tab):
    ids = gallery.ids()
    before = tab.page.evaluate(RECTS)
    moves = changed(tab, gallery, ("DELETE FROM color WHERE id = ?", ids[4]))
    kinds = {kind: {way for each, _, way in moves if each == kind} for kind in ("glides", "leaves", "fades", "arrives")}
    # All go to the left by one; those at the left edge are seen to leave there, and to come in at the right.
    assert kinds == {"glides": {shift(130, 0)}, "leaves": {shift(-130, 0)}, "fades": {None}, "arrives": set()}
    assert len([kind for kind, *_ in moves if kind == "fades"]) == 1
    after = tab.page.evaluate(RECTS)
    assert all(after[item] == before[item] for item in ids[5:18] if before[item][0] > 0), "and begin where they were"
    assert all(after[item] == [390, before[item][1] - 130] for item in ids[5:18] if before[item][0] == 0)
    tab.page.evaluate("() => { for (const animation of held) animation.finish() }")
    tab.settle()


def test_what_moves_far_away_is_seen_to_go_there(gallery, tab):
    item = gallery.ids()[4]
    moves = changed(tab, gallery, ("UPDATE color SET createdAt = 1e12 WHERE id = ?", item))
    assert not [move for move in moves if move[0] in ("fades", "arrives")]
    assert [way for kind, _, way in moves if kind == "leaves" and way != shift(-130, 0)] == [shift(130, FAR)], "off the screen"
    moves = changed(tab, gallery, ("UPDATE color SET createdAt = 0 WHERE id = ?", item))
    assert not [move for move in moves if move[0] in ("fades", "arrives")], "and to come back from there"
    assert [way for kind, _, way in moves if kind == "glides" and way.endswith(f" {FAR}px)")]


def test_what_takes_the_place_of_many_comes_from_where_it_was(gallery, tab):
    ids = gallery.ids()
    moves = changed(tab, gallery, f"DELETE FROM color WHERE id IN ({','.join(ids[3:303])})")
    assert {way for kind, _, way in moves if kind == "glides"} == {shift(0, FAR)}, "all in step"
    assert {kind for kind, *_ in moves} == {"glides", "fades"}, "nothing is new"


def test_a_change_in_mid_flight_goes_on_from_where_things_are(gallery, tab):
    ids = gallery.ids()
    changed(tab, gallery, ("DELETE FROM color WHERE id = ?", ids[1]))
    tab.page.evaluate("() => { for (const animation of held) animation.currentTime = 80 }")
    before = tab.page.evaluate(RECTS)
    assert 130 < before[ids[2]][0] < 260, "it is on its way"
    changed(tab, gallery, ("DELETE FROM color WHERE id = ?", ids[3]))
    after = tab.page.evaluate(RECTS)
    for item in ids[5:18]:
        # One of them may have wrapped just now: then its twin is where it was.
        if after[item][1] == before[item][1]:
            assert abs(after[item][0] - before[item][0]) < 0.01, item


def test_nothing_moves_when_stillness_is_asked_for(gallery, tab):
    tab.page.emulate_media(reduced_motion="reduce")
    ids = gallery.ids()
    gallery.sql(("DELETE FROM color WHERE id = ?", ids[4]), ("UPDATE color SET createdAt = 1e12 WHERE id = ?", ids[7]))
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').ariaRowCount === '599'")
    assert tab.page.evaluate("noted") == []
    assert tab.page.locator(".leaving").count() == 0


def test_a_selected_tile_stays_so_to_the_eye_while_it_leaves(gallery, tab):
    item = gallery.ids()[4]
    tab.cell(item).click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 1")
    fill = tab.cell(item).evaluate("cell => getComputedStyle(cell).backgroundColor")
    tab.button("Remove selected colors").click()
    tab.page.wait_for_function("() => document.querySelector('.leaving [data-selected]')")
    assert tab.page.locator(".leaving [data-selected]").evaluate("cell => getComputedStyle(cell).backgroundColor") == fill


def test_what_goes_or_comes_above_moves_lines_along_and_never_down_the_screen(gallery, tab):
    for top, statement, way in [
        (1500, "DELETE FROM color WHERE id = (SELECT min(id) FROM color)", 130),
        (1490, "INSERT INTO color(createdAt) VALUES (0)", -130),
        (1560, "DELETE FROM color WHERE id = (SELECT min(id) FROM color)", 130),
    ]:
        tab.page.evaluate("() => { for (const animation of held.splice(0)) animation.finish() }")
        tab.page.get_by_role("grid").evaluate("(grid, top) => { grid.scrollTop = top }", top)
        tab.page.wait_for_function(
            """() => { const rows = [...document.querySelectorAll('.tile')].map(row => row.getBoundingClientRect());
                 return rows[0].y < -250 && rows.at(-1).bottom > 1200 }""")
        moves = changed(tab, gallery, statement)
        assert {kind: move for kind, _, move in moves} == {"glides": shift(way, 0), "leaves": shift(-way, 0)}
        assert tab.page.get_by_role("grid").evaluate("grid => grid.scrollTop") == top
