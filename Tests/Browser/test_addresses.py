"""Pages at addresses of their own: links of tiles, titles, the way back, and what is not there."""

import json

import pytest
from playwright.sync_api import expect

from test_accessibility import violations
from workbench import Workbench

PROGRAM = Workbench
COUNT = 400


@pytest.fixture
def rack(gallery, open_tab):
    """Opens the rack, which is full of tools."""
    gallery.fill(*[f"saw {number}" if number % 2 else f"file {number}" for number in range(1, COUNT + 1)])

    def rack(path="/rack", **options):
        tab = open_tab(path=path, **options)
        tab.page.wait_for_selector("[data-item]")
        return tab

    return rack


def is_tool(page, item, name=None):
    """Waits until a page shows a tool."""
    page.wait_for_url(f"**/rack/{item}")
    expect(page).to_have_title(f"{name or f'saw {item}'} – Workbench")


def told(tab, name):
    return [message for way, frame in tab.frames if way == "in" for message in json.loads(frame) if message[0] == name]


def selected(tab, *items):
    tab.page.get_by_text(f"{len(items)} selected", exact=True).wait_for()
    assert tab.selected() == [str(item) for item in items]


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
def test_every_tile_is_a_link_in_the_first_paint_too(rack, script):
    tab = rack(live=script, java_script_enabled=script)
    link = tab.cell(3).get_by_role("link", name="saw 3")
    expect(link).to_have_attribute("href", "/rack/3")
    link.click()
    is_tool(tab.page, 3)
    assert tab.page.get_by_label("Name").input_value() == "saw 3"


def test_a_tile_that_comes_later_is_a_link_without_a_byte_more(gallery, rack):
    tab = rack()
    gallery.fill("new saw")
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = grid.scrollHeight }")
    link = tab.cell(COUNT + 1).get_by_role("link", name="new saw")
    expect(link).to_have_attribute("href", f"/rack/{COUNT + 1}")
    assert not any("/rack/" in frame for way, frame in tab.frames if way == "in")
    # A row that is used again leads to its new item.
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
    tab.cell(1).wait_for()
    wrong = "cells => cells.filter((cell) => new URL(cell.querySelector('a').href).pathname !== `/rack/${cell.dataset.item}`).length"
    assert tab.page.eval_on_selector_all("[data-item]", wrong) == 0


@pytest.mark.parametrize("how", ["middle", "control"])
def test_a_tile_opens_in_a_new_tab(rack, how):
    tab = rack()
    with tab.page.context.expect_page() as opened:
        if how == "middle":
            tab.cell(3).click(button="middle")
        else:
            tab.cell(3).click(modifiers=["ControlOrMeta"])
    is_tool(opened.value, 3)
    assert tab.page.url.endswith("/rack")
    selected(tab)


def test_all_of_a_tile_is_the_link_its_edges_included(rack):
    tab = rack()
    box = tab.cell(3).bounding_box()
    tab.page.mouse.click(box["x"] + 2, box["y"] + 2)
    is_tool(tab.page, 3)


def test_the_keyboard_follows_a_link_and_space_selects(rack):
    tab = rack()
    tab.page.locator("[data-item][tabindex='0']").focus()
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Space")
    selected(tab, 2)
    tab.page.keyboard.press("Shift+ArrowRight")
    selected(tab, 2, 3)
    with tab.page.context.expect_page() as opened:
        tab.page.keyboard.press("Control+Enter")
    is_tool(opened.value, 3)
    tab.page.keyboard.press("Enter")
    is_tool(tab.page, 3)
    tab.page.go_back()
    selected(tab, 2, 3)


def test_tab_reaches_one_tile_and_no_link_by_itself(rack):
    tab = rack()
    assert tab.page.eval_on_selector_all("[data-collection] [tabindex='0']", "them => them.length") == 1
    assert tab.page.eval_on_selector_all("[data-item] a:not([tabindex='-1'])", "them => them.length") == 0


def test_dragging_and_shift_select_tiles_that_are_links(rack):
    tab = rack()
    boxes = [tab.cell(item).bounding_box() for item in (1, 3)]
    (x, y), (to_x, to_y) = [(box["x"] + 20, box["y"] + 20) for box in boxes]
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(to_x, to_y, steps=4)
    tab.page.mouse.up()
    selected(tab, 1, 2, 3)
    # Forth and back to where it began: that is no click either.
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(to_x, to_y, steps=4)
    tab.page.mouse.move(x, y, steps=4)
    tab.page.mouse.up()
    selected(tab, 2, 3)
    tab.cell(2).click(modifiers=["Shift"])
    selected(tab, 1, 2, 3)
    assert len(tab.page.context.pages) == 1 and tab.page.url.endswith("/rack")


def test_a_finger_that_rests_selects_and_one_that_taps_follows(rack):
    tab = rack(has_touch=True)
    session = tab.page.context.new_cdp_session(tab.page)
    boxes = [tab.cell(item).bounding_box() for item in (1, 3)]
    points = [{"x": box["x"] + 20, "y": box["y"] + 20} for box in boxes]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    tab.page.wait_for_function("() => document.querySelector('[aria-selected=true]')")
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points[1:]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    selected(tab, 1, 2, 3)
    tab.page.touchscreen.tap(points[0]["x"], points[0]["y"])
    is_tool(tab.page, 1)


def test_the_menu_of_the_browser_is_left_to_a_link(rack):
    tab = rack()
    tab.page.evaluate(
        "() => addEventListener('contextmenu', (event) => { menu = [event.defaultPrevented, event.target.closest('a').href] })")
    tab.cell(3).click(button="right")
    assert tab.page.evaluate("menu") == [False, f"{tab.page.url}/3"]
    selected(tab)


def test_the_title_of_a_page_is_its_items(rack, gallery):
    tab = rack()
    expect(tab.page).to_have_title("Rack – Workbench")
    tab.cell(3).click()
    is_tool(tab.page, 3)
    tab.page.get_by_label("Name").fill("Fine saw")
    tab.page.keyboard.press("Enter")
    expect(tab.page).to_have_title("Fine saw – Workbench")
    assert gallery.names()[3] == "Fine saw"
    gallery.kill()
    gallery.sql("UPDATE tool SET name = 'Blunt saw' WHERE id = 3")
    gallery.start()
    expect(tab.page).to_have_title("Blunt saw – Workbench")


def test_an_action_leads_to_a_page_and_back_to_where_one_was(rack):
    tab = rack()
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 3_000 }")
    tab.page.wait_for_function("() => document.querySelector('[data-item=\"70\"]')")
    tab.button("Show the newest").click()
    is_tool(tab.page, COUNT, f"file {COUNT}")
    assert told(tab, "show") == [["show", f"/rack/{COUNT}"]]
    tab.page.go_back()
    tab.page.wait_for_function("() => Math.abs(document.querySelector('[role=grid]').scrollTop - 3_000) < 2")
    tab.page.go_forward()
    is_tool(tab.page, COUNT, f"file {COUNT}")
    tab.button("Delete").click()
    tab.page.wait_for_url("**/rack")


def test_each_address_is_scrolled_to_where_it_was_left(rack):
    tab = rack()
    scroll = "top => { document.querySelector('[role=grid]').scrollTop = top }"
    is_at = "top => Math.abs((document.querySelector('[role=grid]')?.scrollTop ?? -9) - top) < 2"
    lives = ".content[data-lattice] [data-item]"
    tab.page.evaluate(scroll, 900)
    tab.page.wait_for_function(is_at, arg=900)
    tab.page.get_by_role("link", name="With an s").click()
    expect(tab.page).to_have_title("Rack of s – Workbench")
    tab.page.wait_for_selector(lives)
    tab.page.wait_for_function(is_at, arg=0)
    tab.page.evaluate(scroll, 2_100)
    tab.page.wait_for_function(is_at, arg=2_100)
    seen = "() => document.elementFromPoint(40, 500).closest('[data-item]')?.dataset.item"
    item = tab.page.wait_for_function(seen).json_value()
    tab.cell(item).click()
    is_tool(tab.page, item)
    for go, title, top in [
        (tab.page.go_back, "Rack of s", 2_100), (tab.page.go_back, "Rack", 900), (tab.page.go_forward, "Rack of s", 2_100),
        (tab.page.reload, "Rack of s", 2_100),
    ]:
        go()
        expect(tab.page).to_have_title(f"{title} – Workbench")
        tab.page.wait_for_selector(lives)
        tab.page.wait_for_function(is_at, arg=top)


@pytest.mark.parametrize("how", ["reload", "restart"])
def test_an_open_page_whose_item_is_deleted_says_that_it_is_gone(gallery, open_tab, how):
    gallery.fill("saw", "file", "plane")
    tab = open_tab(path="/rack/2", live=False)
    expect(tab.page).to_have_title("file – Workbench")
    tab.page.wait_for_function("() => document.querySelector('[name=name]').value === 'file'")
    if how == "reload":
        gallery.sql("DELETE FROM tool WHERE id = 2")
        with tab.page.expect_response("**/rack/2") as response:
            tab.page.reload()
        assert response.value.status == 404
        # The browser says that, too.
        tab.complaints = [complaint for complaint in tab.complaints if "404" not in complaint]
    else:
        gallery.kill()
        gallery.sql("DELETE FROM tool WHERE id = 2")
        gallery.start()
    tab.page.get_by_text("There is no tool at this address.").wait_for()
    expect(tab.page).to_have_title("Not found")
    assert tab.page.locator("body > :not(.rooms)").count() == 1
    assert violations(tab) == []
    tab.shoot(f"not-found-{how}")
    if how == "restart":
        assert told(tab, "notFound") == [["notFound", "There is no tool at this address."]]
        # No events make the page send anything.
        frames = len(tab.frames)
        tab.page.evaluate("() => { dispatchEvent(new Event('online')); dispatchEvent(new Event('pageshow')) }")
        tab.page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
        assert len(tab.frames) == frames
    tab.page.get_by_role("link", name="Go to the start").click()
    tab.page.wait_for_selector(".content[data-lattice]", state="attached")


@pytest.mark.parametrize("path", [
    "/rack/4", "/rack/02", "/rack/two", "/rack/2/3", "/rack/%00", "/rack/%ff", "/rack/%2e%2e%2f", "/nowhere", f"/{'x' * 4000}"])
def test_what_is_not_there_is_a_page_that_leads_on(gallery, open_tab, path):
    tab = open_tab(path="/rack")
    answer = tab.page.request.get(gallery.url + path)
    assert answer.status == 404 and "Go to the start" in answer.text()
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_in_a_rack_of_links(rack, size, scheme):
    tab = rack(size=size, color_scheme=scheme)
    tab.shoot(f"rack-{size}-{scheme}")
    assert violations(tab) == []
