"""An outline as axe sees it, in two windows, and after a lost connection."""

import pytest
from playwright.sync_api import expect

from plans import Plans
from test_accessibility import violations

PROGRAM = Plans


def titles(tab):
    return tab.page.locator("[role=gridcell]")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_in_an_outline(gallery, open_tab, size, scheme):
    gallery.fill()
    tab = open_tab(size, color_scheme=scheme)
    expect(titles(tab)).to_have_count(3)
    for item, count in ((1, 5), (2, 7)):
        tab.page.locator(f"[data-item='{item}']").focus()
        tab.page.keyboard.press("ArrowRight")
        expect(titles(tab)).to_have_count(count)
    expect(tab.page.locator("[role=treegrid] > .content > [aria-level='3']")).to_have_count(2)
    assert violations(tab) == []
    tab.shoot(f"outline-{size}-{scheme}")


def test_the_first_paint_has_levels_without_a_script(gallery, open_tab):
    gallery.fill()
    tab = open_tab("desktop", live=False, java_script_enabled=False)
    rows = tab.page.locator(".tile")
    expect(rows).to_have_count(3)
    assert [rows.nth(at).get_attribute("aria-level") for at in range(3)] == ["1", "1", "1"]
    assert [rows.nth(at).get_attribute("aria-expanded") for at in range(3)] == ["false", "false", None]


def test_each_window_keeps_its_expanded_items_over_a_lost_connection(gallery, open_tab):
    gallery.fill()
    one, other = open_tab("desktop"), open_tab("desktop")
    one.page.locator("[data-item='1']").focus()
    one.page.keyboard.press("ArrowRight")
    expect(titles(one)).to_have_text(["House", "Roof", "Garden", "Holiday", "Taxes"])
    expect(titles(other)).to_have_count(3)
    gallery.restart()
    gallery.sql("INSERT INTO plan (parent, position, title) VALUES (1, 9, 'Cellar')")
    expect(titles(one)).to_have_text(["House", "Roof", "Garden", "Cellar", "Holiday", "Taxes"])
    expect(titles(other)).to_have_count(3)


def test_a_parent_far_above_is_reached_by_left(gallery, open_tab):
    gallery.fill()
    gallery.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
        "INSERT INTO plan (parent, position, title) SELECT 6, i + 1, 'Stop ' || i FROM n")
    tab = open_tab("desktop")
    tab.page.locator("[data-item='6']").focus()
    tab.page.keyboard.press("ArrowRight")
    expect(tab.page.locator("[data-item='7']")).to_be_visible()
    tab.page.keyboard.press("Control+End")
    expect(tab.page.locator("[data-item='8']")).to_be_focused()
    tab.page.keyboard.press("ArrowUp")
    tab.page.keyboard.press("ArrowLeft")
    expect(tab.page.locator("[data-item='6']")).to_be_focused()
    expect(tab.page.locator("[data-item='6']")).to_be_in_viewport()


def middle(tab, item):
    x, y, width, height = tab.page.locator(f"[data-item='{item}']").bounding_box().values()
    return x + width / 2, y + height / 2


def drag(tab, item, *points):
    mouse = tab.page.mouse
    mouse.move(*middle(tab, item))
    mouse.down()
    for point in points:
        mouse.move(*point, steps=4)
    mouse.up()


def test_a_drag_tells_the_place_by_its_height_and_the_level_by_its_side(gallery, open_tab):
    gallery.fill()
    tab = open_tab("desktop")
    tab.page.wait_for_selector("[aria-keyshortcuts]")
    x, y = middle(tab, 8)
    drag(tab, 8, (x + 22, y))
    expect(titles(tab)).to_have_text(["House", "Holiday", "Train", "Taxes"])
    assert gallery.rows("SELECT parent FROM plan WHERE id = 8") == [(6,)]
    tab.settle()
    x, y = middle(tab, 8)
    drag(tab, 8, (x - 22, y))
    expect(tab.page.locator("[aria-level='1'] > [data-item='8']")).to_be_visible()
    assert gallery.rows("SELECT parent FROM plan WHERE id = 8") == [(None,)]
    tab.page.locator("[data-item='1']").focus()
    tab.page.keyboard.press("ArrowRight")
    expect(titles(tab)).to_have_text(["House", "Roof", "Garden", "Holiday", "Train", "Taxes"])
    tab.settle()
    # A row is passed in the quarter beyond its middle half.
    x, y = middle(tab, 5)
    drag(tab, 8, (x, y + 4), (x, y - 16))
    expect(titles(tab)).to_have_text(["House", "Roof", "Taxes", "Garden", "Holiday", "Train"])
    assert gallery.rows("SELECT parent FROM plan WHERE id = 8") == [(1,)]
    tab.settle()
    # Below itself.
    x, y = middle(tab, 5)
    drag(tab, 1, (x, y), (x, y + 4))
    expect(tab.page.get_by_text("This can't be moved there.")).to_be_visible()
    expect(titles(tab)).to_have_text(["House", "Roof", "Taxes", "Garden", "Holiday", "Train"])


def test_a_drop_onto_a_row_moves_an_item_into_it(gallery, open_tab):
    gallery.fill()
    tab = open_tab("desktop")
    tab.page.wait_for_selector("[aria-keyshortcuts]")
    tab.page.locator("[data-item='1']").focus()
    tab.page.keyboard.press("ArrowRight")
    expect(titles(tab)).to_have_text(["House", "Roof", "Garden", "Holiday", "Taxes"])
    tab.settle()
    mouse = tab.page.mouse
    mouse.move(*middle(tab, 8))
    mouse.down()
    into = tab.page.locator("[data-into]")
    # The row that takes it is marked, and a row beyond it takes the mark over.
    for item, count in [(6, 1), (5, 1), (1, 1)]:
        mouse.move(*middle(tab, item), steps=4)
        expect(into).to_have_count(count)
        assert into.locator("[data-item]").get_attribute("data-item") == str(item)
    mouse.up()
    # It is the last child, and the row is marked no longer.
    expect(titles(tab)).to_have_text(["House", "Roof", "Garden", "Taxes", "Holiday"])
    expect(into).to_have_count(0)
    expect(tab.page.locator("[aria-level='2'] > [data-item='8']")).to_be_visible()
    assert gallery.rows("SELECT parent FROM plan WHERE id = 8") == [(1,)]
    expect(tab.page.locator(".announcer")).to_have_text("Moved to House.")
    tab.settle()
    # An item without children takes it, too, and has a mark of its own from now on.
    drag(tab, 8, middle(tab, 5))
    expect(tab.page.locator("[aria-level='3'] > [data-item='8']")).to_be_visible()
    expect(tab.page.locator("[aria-expanded='true'] > [data-item='5']")).to_be_visible()
    expect(titles(tab)).to_have_text(["House", "Roof", "Garden", "Taxes", "Holiday"])
    assert gallery.rows("SELECT parent FROM plan WHERE id = 8") == [(5,)]
    tab.settle()
    # An item takes neither itself nor what is below it, and Escape takes the move back.
    mouse.move(*middle(tab, 1))
    mouse.down()
    mouse.move(*middle(tab, 2), steps=4)
    expect(tab.page.locator(".lifted")).to_be_visible()
    expect(into).to_have_count(0)
    tab.page.keyboard.press("Escape")
    mouse.up()
    expect(titles(tab)).to_have_text(["House", "Roof", "Garden", "Taxes", "Holiday"])
