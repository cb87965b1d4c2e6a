"""A controller scrolls to an item or a section, whether its tile is held or not, and a page begins there."""

import json

import pytest

from gallery import draws
from test_sections import change, open_shelves, url  # noqa: F401

# The things at the top of the list in each frame so far. Without a connection, a page shows its content after two
# seconds. Here it keeps waiting, because the machine may be slow.
WATCH = """() => {
  window.firsts = [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[data-returning] .content { animation-play-state: paused !important }');
  document.adoptedStyleSheets = [sheet];
  const look = () => {
    requestAnimationFrame(look);
    const grid = document.querySelector('[role=grid]');
    const content = grid?.querySelector('.content');
    if (!content || getComputedStyle(content).visibility !== 'visible') return;
    const { x, y } = grid.getBoundingClientRect();
    const seen = document.elementsFromPoint(x + 20, y + 60).find((element) => element.dataset?.item);
    if (seen && firsts.at(-1) !== seen.dataset.item) firsts.push(seen.dataset.item);
  };
  look();
}"""


def place(tab, item):
    """The distances of a tile's upper and lower edges from those of the list."""
    tab.cell(item).wait_for()
    box, grid = tab.cell(item).bounding_box(), tab.page.get_by_role("grid").bounding_box()
    return box["y"] - grid["y"], grid["y"] + grid["height"] - box["y"] - box["height"]


def message(tab, name):
    """The last message of a name, and how long its packet is."""
    for kind, text in reversed(tab.frames):
        if kind == "in":
            for each in json.loads(text):
                if each[0] == name:
                    return each, len(text)
    raise AssertionError(f"no {name}")


@pytest.mark.parametrize("path", draws(["/many"], long=["/many", "/justified-many"]))
def test_a_thing_far_away_stands_where_the_controller_has_it(open_shelves, path):
    tab = open_shelves(path=path)
    for thing, where in [(500_123, "top"), (999_999, "bottom"), (70, "middle"), (999_800, "middle"), (3, "bottom"), (42_042, "bottom")]:
        del tab.frames[:]
        change(tab, f"to {thing} {where}")
        above, below = place(tab, str(thing))
        end = tab.page.evaluate("(() => { const g = document.querySelector('[role=grid]'); return g.scrollHeight - g.clientHeight - g.scrollTop })()")
        if where == "top":
            assert above == pytest.approx(48, abs=1), "just below the header that is pinned"
        elif where == "bottom" and thing > 100 and end > 1:
            assert below == pytest.approx(0, abs=1)
        elif where == "middle" and 100 < thing < 999_000:
            assert above - 48 == pytest.approx(below, abs=1)
        assert above >= 47 and below >= -1
        assert tab.page.locator(".placeholder").count() == 0
        told, size = message(tab, "scrollTo")
        assert size <= 10_000 and "splice" in next(text for _, text in tab.frames if "scrollTo" in text), told


def test_what_is_in_view_stays_where_it_is(open_shelves):
    tab = open_shelves(path="/many")
    before = place(tab, "9")
    change(tab, "to 9 nearest")
    assert place(tab, "9") == before
    change(tab, "to 120 nearest")
    assert place(tab, "120")[1] == pytest.approx(0, abs=1)


def test_a_section_begins_at_the_top(open_shelves):
    tab = open_shelves(path="/many")
    change(tab, "shelf shelf-3210 top")
    header = tab.page.locator("[data-section='shelf 3210']")
    assert header.bounding_box()["y"] == tab.page.get_by_role("grid").bounding_box()["y"]
    assert place(tab, str(3210 * 200))[0] == pytest.approx(56, abs=1)
    change(tab, "shelf shelf-99999 top,to 9999999 top")
    assert header.is_visible(), "there is no such shelf, and no such thing"


def test_focus_and_selection_are_the_persons(open_shelves):
    tab = open_shelves(path="/many")
    tab.cell("1").click()
    tab.cell("1").focus()
    tab.page.get_by_label("Steps").evaluate("input => { input.value = 'to 900000 top'; input.form.requestSubmit() }")
    tab.cell("900000").wait_for()
    assert tab.page.evaluate("document.querySelector('[role=grid]').contains(document.activeElement)")
    tab.page.get_by_label("Steps").evaluate("input => { input.value = 'to 0 top'; input.form.requestSubmit() }")
    tab.page.wait_for_function("() => document.activeElement.dataset.item === '1'")
    assert tab.selected() == ["1"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_glides_when_that_is_near_and_the_person_has_nothing_against_it(open_shelves, motion):
    tab = open_shelves(path="/many", reduced_motion=motion)
    tab.page.evaluate("""() => { window.tops = []; const grid = document.querySelector('[role=grid]');
      grid.addEventListener('scroll', () => tops.push(grid.scrollTop)) }""")
    change(tab, "to 30 top slowly")
    tab.page.wait_for_function("() => Math.abs(document.querySelector('[data-item=\"30\"]')?.getBoundingClientRect().y - 88) < 1 && tops.length")
    steps = tab.page.evaluate("tops.length")
    assert steps > 3 if motion == "no-preference" else steps == 1
    tab.page.evaluate("() => { tops.length = 0 }")
    change(tab, "to 700000 top slowly")
    tab.cell("700000").wait_for()
    assert tab.page.evaluate("tops.length") <= 2, "far away it jumps"


@pytest.mark.parametrize("path, top", [("/at/900-top", 48), ("/rows-at/500000-top", 48), ("/at/990000-middle", None)])
def test_a_page_begins_where_its_controller_says_and_comes_back_to_where_the_person_was(open_shelves, path, top):
    tab = open_shelves(path=path, live=False)
    tab.page.add_init_script(f"({WATCH})()")
    tab.open_anew()
    thing = path.split("/")[-1].split("-")[0]
    above, below = place(tab, thing)
    assert above == pytest.approx(top, abs=1) if top else above > 100 < below
    tab.page.wait_for_function("() => firsts.length > 0")
    firsts = tab.page.evaluate("firsts")
    assert "0" not in firsts and len(firsts) == 1, "the top of the list was never seen"
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop += 5_000 }")
    tab.page.wait_for_function("() => !document.querySelector('.placeholder')")
    tab.page.wait_for_timeout(100)  # for the report of it
    seen = tab.page.evaluate("document.elementsFromPoint(20, 300).find(each => each.dataset?.item).dataset.item")
    y = tab.cell(seen).bounding_box()["y"]
    tab.page.reload()
    tab.page.wait_for_selector(".content[data-lattice]")
    tab.cell(seen).wait_for()
    assert tab.cell(seen).bounding_box()["y"] == y


def test_without_a_script_the_list_is_seen_all_the_same(open_shelves):
    tab = open_shelves(path="/at/900-top", live=False, java_script_enabled=False)
    tab.page.locator(".tile").first.wait_for(state="visible")
