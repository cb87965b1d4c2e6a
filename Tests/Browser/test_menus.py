"""Menus: what can be done with one item, with the selection, with the background; and the clipboard."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from gallery import eventually
from tab import SIZES
from test_selection import Finger, come_to_rest, wait_for_selected
from workbench import Workbench

PROGRAM = Workbench


def menu(tab):
    return tab.page.get_by_role("menu")


def titles(tab):
    menu(tab).wait_for()
    return tab.page.eval_on_selector_all("[role=menuitem]", "items => items.map(item => item.firstChild.data)")


def item(tab, name):
    return tab.page.get_by_role("menuitem", name=name, exact=True)


def focused(tab):
    return tab.page.evaluate(
        "() => document.activeElement.dataset.item ?? document.activeElement.firstChild?.data ?? document.activeElement.getAttribute('role')")


def wait_for_focus(tab, item):
    tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=str(item))


def has_names(gallery, *names):
    def check():
        assert list(gallery.names().values()) == list(names)

    eventually(check)


def spot(tab, item):
    """A place in a tile that is not its field, when it has come to rest."""
    tab.page.wait_for_function("() => !document.querySelector('.content').getAnimations({subtree: true}).length")
    box = tab.cell(item).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + 16


def right_click(tab, item):
    tab.page.mouse.click(*spot(tab, item), button="right")


def test_a_right_click_opens_the_menu_of_one_and_cut_takes_only_that(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    tab = open_tab("desktop")
    right_click(tab, 2)
    assert titles(tab) == ["Cut", "Copy", "Paste", "Sharpen", "Delete"]
    assert tab.selected() == []
    item(tab, "Sharpen").click(force=True)
    assert menu(tab).count() == 1, "what is disabled does nothing"
    item(tab, "Cut").click()
    has_names(gallery, "saw", "plane")
    tab.cell(2).wait_for(state="detached")
    assert menu(tab).count() == 0
    wait_for_focus(tab, 3)


def test_the_selection_has_a_menu_when_the_item_is_part_of_it_and_so_has_the_background(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    tab = open_tab("desktop")
    for each in (1, 3):
        tab.page.mouse.click(*spot(tab, each))
    wait_for_selected(tab, ["1", "3"])
    right_click(tab, 2)
    assert titles(tab)[0] == "Cut"
    tab.page.keyboard.press("Escape")
    right_click(tab, 3)
    assert titles(tab)[0] == "Cut 2 tools"
    item(tab, "Cut 2 tools").click()
    has_names(gallery, "file")
    tab.wait_for_items(["2"])
    tab.settle()
    box = tab.page.get_by_role("grid").bounding_box()
    tab.page.mouse.click(box["x"] + box["width"] - 40, box["y"] + box["height"] / 2, button="right")
    assert titles(tab) == ["Paste"]
    item(tab, "Paste").click()
    has_names(gallery, "file", "saw", "plane")


def test_the_keyboard_opens_leads_through_and_leaves_a_menu(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    tab = open_tab("desktop")
    tab.cell(2).focus()
    tab.page.keyboard.press("Shift+F10")
    assert titles(tab)[0] == "Cut" and focused(tab) == "Cut"
    for key, expected in [("ArrowDown", "Copy"), ("End", "Delete"), ("ArrowDown", "Cut"), ("ArrowUp", "Delete"),
                          ("Home", "Cut"), ("p", "Paste"), ("ArrowDown", "Sharpen"), ("Enter", "Sharpen")]:
        tab.page.keyboard.press(key)
        assert focused(tab) == expected, key
    tab.page.keyboard.press("Delete")
    tab.page.keyboard.press("Control+a")
    assert tab.selected() == [], "the page's keys are not the menu's"
    tab.page.keyboard.press("Escape")
    wait_for_focus(tab, 2)
    assert menu(tab).count() == 0
    tab.page.keyboard.press("ContextMenu")
    menu(tab).wait_for()
    tab.page.keyboard.press("Tab")
    wait_for_focus(tab, 2)
    tab.page.keyboard.press("Shift+F10")
    menu(tab).wait_for()
    for key in ["d", "e", "l", " "]:
        tab.page.keyboard.press(key)
    assert focused(tab) == "Delete"
    tab.page.wait_for_timeout(750)  # what is typed is a word no longer
    tab.page.keyboard.press("Space")
    has_names(gallery, "saw", "plane")
    assert gallery.names() == {1: "saw", 3: "plane"}


def test_shortcuts_work_without_the_menu_but_not_in_a_text_field(gallery, open_tab):
    gallery.fill("saw", "file", "plane")
    tab = open_tab("desktop", permissions=["clipboard-read", "clipboard-write"])
    tab.cell(2).focus()
    tab.page.keyboard.press("Control+x")
    has_names(gallery, "saw", "plane")
    tab.wait_for_copied("file")
    wait_for_focus(tab, 3)
    tab.page.evaluate("navigator.clipboard.writeText('pliers\\n<b>vice</b>')")
    tab.page.keyboard.press("Control+v")
    has_names(gallery, "saw", "plane", "pliers", "<b>vice</b>")
    for each in (1, 3):
        tab.page.mouse.click(*spot(tab, each))
    wait_for_selected(tab, ["1", "3"])
    tab.page.keyboard.press("Delete")
    has_names(gallery, "pliers", "<b>vice</b>")
    last = max(gallery.names())
    tab.cell(last).get_by_role("textbox").click()
    for key in ["Control+a", "Control+x", "Control+v", "Control+c", "Delete", "Escape"]:
        tab.page.keyboard.press(key)
    # A shortcut that is disabled does nothing, and the keys of the browser are left to it.
    wait_for_focus(tab, last)
    tab.page.keyboard.press("Control+e")
    tab.page.keyboard.press("Control+c")
    tab.wait_for_copied("<b>vice</b>")
    has_names(gallery, "pliers", "<b>vice</b>")


def test_a_hold_opens_the_menu_and_a_hold_and_drag_selects(gallery, open_tab):
    gallery.fill(*[f"tool {number}" for number in range(1, 41)])
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    finger = Finger(tab)
    finger.down(*spot(tab, 3))
    finger.hold()
    assert menu(tab).count() == 0 and tab.selected() == []
    finger.up()
    assert titles(tab)[0] == "Cut" and tab.selected() == []
    assert min(box["height"] for box in [each.bounding_box() for each in tab.page.get_by_role("menuitem").all()]) >= 44
    tab.page.touchscreen.tap(*spot(tab, 9))
    menu(tab).wait_for(state="detached")
    assert tab.selected() == [], "a press beside it takes the menu away, and means nothing else"
    finger.down(*spot(tab, 3))
    tab.page.wait_for_timeout(500)
    finger.move(*spot(tab, 6))
    wait_for_selected(tab, ["3", "4", "5", "6"])
    finger.up()
    assert menu(tab).count() == 0
    # A pan scrolls, and opens nothing.
    finger.pan((200, 700), (200, 500))
    assert come_to_rest(tab) > 100
    assert menu(tab).count() == 0
    wait_for_selected(tab, ["3", "4", "5", "6"])
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
    come_to_rest(tab)
    tab.page.touchscreen.tap(*spot(tab, 7))
    wait_for_selected(tab, ["3", "4", "5", "6", "7"])


def test_a_hold_brings_no_mouse_that_would_take_the_focus_from_its_menu(gallery, open_tab):
    gallery.fill(*[f"tool {number}" for number in range(1, 41)])
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    finger = Finger(tab)
    tab.page.evaluate("""() => { window.heard = [];
        for (const type of ["touchend", "mousedown"]) document.addEventListener(type, () => heard.push(type), true) }""")
    # Shorter than the browser's own hold, which brings no mouse either way.
    finger.down(*spot(tab, 3))
    tab.page.evaluate("() => new Promise(done => setTimeout(done, 430))")
    finger.up()
    menu(tab).wait_for()
    tab.page.wait_for_timeout(500)
    assert tab.page.evaluate("() => heard") == ["touchend"]
    assert menu(tab).is_visible()
    tab.page.get_by_role("menuitem").first.press("Escape")
    menu(tab).wait_for(state="detached")


@pytest.mark.parametrize("way", ["scroll", "resize", "elsewhere", "blur"])
def test_a_menu_closes(gallery, open_tab, way):
    gallery.fill(*[f"tool {number}" for number in range(1, 401)])
    tab = open_tab("desktop")
    right_click(tab, 2)
    menu(tab).wait_for()
    # Changes below the menu do not close it.
    gallery.sql("UPDATE tool SET name = 'other' WHERE id = 2", "DELETE FROM tool WHERE id = 5")
    tab.cell(5).wait_for(state="detached")
    assert menu(tab).count() == 1
    if way == "scroll":
        tab.page.mouse.move(*spot(tab, 20))
        tab.page.mouse.wheel(0, 300)
    elif way == "resize":
        tab.page.set_viewport_size({"width": 700, "height": 700})
    elif way == "elsewhere":
        tab.page.mouse.click(*spot(tab, 9))
    else:
        tab.page.evaluate("window.dispatchEvent(new Event('blur'))")
    menu(tab).wait_for(state="detached")
    assert tab.selected() == []


@pytest.mark.parametrize("corner", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_a_menu_stays_inside_of_the_window(gallery, open_tab, corner):
    gallery.fill(*[f"tool {number}" for number in range(1, 401)])
    tab = open_tab("phone")
    # A text field has the browser's own menu.
    tab.page.evaluate("document.styleSheets[0].insertRule('.tool input { pointer-events: none }')")
    box = tab.page.get_by_role("grid").bounding_box()
    x = box["x"] + 2 if corner[0] > 0 else box["x"] + box["width"] - 24
    y = box["y"] + 2 if corner[1] > 0 else box["y"] + box["height"] - 2
    tab.page.mouse.click(x, y, button="right")
    menu(tab).wait_for()
    shown, window = menu(tab).bounding_box(), tab.page.viewport_size
    assert 0 <= shown["x"] and shown["x"] + shown["width"] <= window["width"]
    assert 0 <= shown["y"] and shown["y"] + shown["height"] <= window["height"]


def test_where_the_clipboard_is_closed_the_page_copies_what_it_selects_or_offers_it(gallery, open_tab):
    gallery.fill("saw", "file")
    tab = open_tab("desktop", permissions=["clipboard-read", "clipboard-write"])
    tab.page.evaluate(
        """() => { window.read = navigator.clipboard.readText.bind(navigator.clipboard);
             Object.defineProperty(navigator, 'clipboard', { value: undefined }) }""")
    tab.cell(2).focus()
    tab.page.keyboard.press("Control+c")
    tab.wait_for_copied("file", read="read()")
    wait_for_focus(tab, 2)
    tab.page.evaluate("() => { document.execCommand = () => false }")
    for size, scheme in [("phone", "light"), ("desktop", "dark")]:
        tab.page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
        tab.page.emulate_media(color_scheme=scheme)
        tab.page.keyboard.press("Control+c")
        dialog = tab.page.get_by_role("dialog", name="Copy")
        dialog.wait_for()
        assert dialog.get_by_role("textbox").input_value() == "file"
        tab.shoot(f"workbench-copy-{size}-{scheme}")
        assert Axe().run(tab.page).response["violations"] == []
        dialog.get_by_role("button", name="Cancel").click()
        tab.page.get_by_text("Nothing was copied, and nothing else was changed.").wait_for()
        wait_for_focus(tab, 2)


def test_nonsense_is_refused_with_a_reason_and_the_scene_lives(gallery, open_tab):
    gallery.fill("saw")
    tab = open_tab("desktop", live=False)
    sockets = []

    # A tab numbers its actions in ascending order, so those of the page come behind the nonsense: from 1,001 on.
    def forward(socket):
        server = socket.connect_to_server()
        sockets.append(server)
        socket.on_message(lambda text: server.send(text.replace('["do",1,', '["do",1001,')))
        server.on_message(lambda text: socket.send(text.replace('["done",1001]', '["done",1]')))

    tab.page.route_web_socket("**/live", forward)
    tab.open_anew()
    refused = []
    tab.page.on("console", lambda message: refused.append(message.text))
    for frame in ['[["menu",1,"nowhere",null]]', '[["menu",1,"list",7]]', '[["press",901,"nowhere",null,"Mod+X",{}]]',
                  '[["press",902,"list",null,"\\u0007",{}]]', '[["do",903,"launch",{},null,"list"]]',
                  '[["do",904,"cut",{},"999","list"]]', '[["edit","nowhere",[]]]', json.dumps([["edit", "list", ["999"] * 900]])]:
        sockets[-1].send(frame)
    def check():
        assert len([text for text in refused if "refused" in text]) == 6

    eventually(lambda: (tab.page.evaluate("1"), check()))
    assert gallery.names() == {1: "saw"}
    right_click(tab, 1)
    item(tab, "Delete").click()
    has_names(gallery)
    tab.complaints.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_with_a_menu_open(gallery, open_tab, size, scheme):
    gallery.fill(*[f"tool {number}" for number in range(1, 101)])
    tab = open_tab(size, color_scheme=scheme)
    right_click(tab, 2)
    item(tab, "Copy").hover()
    tab.shoot(f"workbench-menu-{size}-{scheme}")
    found = Axe().run(tab.page).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found] == []
