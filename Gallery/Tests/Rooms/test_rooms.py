"""From room to room: addresses, the way back, and who may have what a page left behind."""

import pytest
from playwright.sync_api import expect

SEEN = "() => document.elementFromPoint(10, 300)?.closest('[data-item]')?.dataset.item"

# The visible item in each painted frame, from the first.
WATCH = """window.shown = []; (function look() {
  const cell = document.elementFromPoint?.(10, 300)?.closest('[data-item]');
  if (cell) shown.push(cell.dataset.item);
  requestAnimationFrame(look);
})()"""


def is_live(tab):
    tab.page.wait_for_selector(".content[data-lattice]", state="attached")
    tab.page.get_by_text("colors selected").first.wait_for()


def scroll_and_choose(gallery, tab):
    """Adds one to many, scrolls to the middle, selects one there, and says which stands where."""
    gallery.sample(3000)
    tab.page.get_by_text("3,000 colors").wait_for()
    tab.button("Add color").click()
    tab.page.get_by_text("3,001 colors").wait_for()
    tab.page.wait_for_function("grid => grid.scrollTop > 30_000", arg=tab.page.get_by_role("grid").element_handle())
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 26_000 }")
    tab.page.wait_for_function(SEEN)
    item = tab.page.evaluate(SEEN)
    tab.cell(item).click()
    tab.page.get_by_text("1 of 3,001 colors selected").wait_for()
    tab.page.add_init_script(WATCH)
    return item, tab.cell(item).bounding_box()["y"]


def leave(tab, how):
    if how == "reload":
        tab.page.reload()
        return
    tab.page.get_by_role("link", name="Home").click()
    tab.page.get_by_text("3,001 colors").wait_for()
    tab.page.go_back()
    if how == "forward":
        is_live(tab)
        tab.page.go_back()
        tab.page.wait_for_url("about:blank")
        tab.page.go_forward()


@pytest.mark.parametrize("script", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_every_page_leads_to_every_room(gallery, open_tab, size, script):
    tab = open_tab(size, path="/", live=script, java_script_enabled=script)
    rooms = tab.page.get_by_role("navigation", name="Rooms")
    expect(rooms.get_by_role("link", name="Home")).to_have_attribute("aria-current", "page")
    rooms.get_by_role("link", name="Colors").click()
    tab.page.wait_for_url("**/colors")
    expect(rooms.get_by_role("link", name="Colors")).to_have_attribute("aria-current", "page")
    expect(tab.page.locator("[aria-current]")).to_have_count(1)
    expect(tab.page.get_by_role("heading", name="Colors")).to_be_visible()
    tab.page.go_back()
    tab.page.get_by_role("heading", name="Aviary").wait_for()
    tab.page.get_by_role("heading", name="Colors").get_by_role("link").click()
    tab.page.wait_for_url("**/colors")
    box = rooms.bounding_box()
    assert box["y"] > 700 if size == "phone" else box["x"] == 0 and box["height"] > 700


def test_the_home_page_shows_the_newest_of_all_colors_as_they_come(gallery, open_tab):
    tab = open_tab(path="/")
    tab.page.get_by_text("No colors yet.").wait_for()
    gallery.sample(40)
    tab.page.get_by_text("40 colors").wait_for()
    tab.wait_for_items(gallery.ids()[:-17:-1])
    gallery.sql("INSERT INTO color(red, green, blue) VALUES (1, 0, 0.2)")
    tab.page.get_by_text("41 colors").wait_for()
    tab.wait_for_items(gallery.ids()[:-17:-1])
    assert tab.fills()[0] == "#ff0033"
    gallery.sql("DELETE FROM color WHERE id < 5")
    tab.page.get_by_text("37 colors").wait_for()


@pytest.mark.parametrize("how", ["reload", "back", "forward"])
def test_a_page_that_returns_stands_where_it_stood_and_never_shows_its_top(gallery, open_tab, how):
    tab = open_tab()
    item, y = scroll_and_choose(gallery, tab)
    leave(tab, how)
    is_live(tab)
    tab.page.wait_for_function("item => document.querySelector(`[data-item='${item}'][aria-selected=true]`)", arg=item)
    assert tab.cell(item).bounding_box()["y"] == y
    assert set(tab.page.evaluate("shown")) <= {item}
    tab.button("Undo").first.click()
    tab.page.get_by_text("1 of 3,000 colors selected").wait_for()


def test_a_page_that_returns_to_another_server_finds_place_and_selection(gallery, open_tab):
    tab = open_tab()
    item, y = scroll_and_choose(gallery, tab)
    tab.page.get_by_role("link", name="Home").click()
    tab.page.get_by_text("3,001 colors").wait_for()
    gallery.kill()
    gallery.sql(*["INSERT INTO color(red, createdAt) VALUES (1, 0)" for _ in range(3 * 500)])
    gallery.start()
    tab.page.go_back()
    tab.page.get_by_text("1 of 4,501 colors selected").wait_for()
    tab.page.wait_for_function("item => document.querySelector(`[data-item='${item}'][aria-selected=true]`)", arg=item)
    assert tab.cell(item).bounding_box()["y"] == y


def test_the_link_of_a_room_leads_back_to_where_it_stood(gallery, open_tab):
    tab = open_tab()
    item, y = scroll_and_choose(gallery, tab)
    rooms = tab.page.get_by_role("navigation", name="Rooms")
    for _ in range(2):
        rooms.get_by_role("link", name="Home").click()
        tab.page.get_by_text("3,001 colors").wait_for()
        rooms.get_by_role("link", name="Colors").click()
        is_live(tab)
        tab.page.wait_for_function("item => document.querySelector(`[data-item='${item}'][aria-selected=true]`)", arg=item)
        assert tab.cell(item).bounding_box()["y"] == y
        assert set(tab.page.evaluate("shown")) <= {item}
    # The older page of the room has the same scene.
    for path in ("/", "/colors"):
        tab.page.go_back()
        tab.page.wait_for_url(f"**{path}")
    tab.page.wait_for_function("item => document.querySelector(`[data-item='${item}'][aria-selected=true]`)", arg=item)
    tab.button("Undo").first.click()
    tab.page.get_by_text("1 of 3,000 colors selected").wait_for()


def test_any_other_link_to_a_room_leads_to_its_beginning(gallery, open_tab):
    tab = open_tab()
    scroll_and_choose(gallery, tab)
    tab.page.get_by_role("link", name="Home").click()
    tab.page.get_by_role("heading", name="Colors").get_by_role("link").click()
    tab.page.get_by_text("3,001 colors", exact=True).wait_for()
    assert tab.page.get_by_role("grid").evaluate("grid => grid.scrollTop") == 0


@pytest.mark.parametrize("is_hidden", [False, True])
def test_a_duplicated_tab_takes_nothing_from_the_one_that_is_there(gallery, open_tab, is_hidden):
    gallery.sample(12)
    tab = open_tab()
    item = gallery.ids()[4]
    tab.cell(item).click()
    tab.button("Add color").click()
    tab.page.get_by_text("1 of 13 colors selected").wait_for()
    tab.page.evaluate("() => { marker = 'still here' }")
    if is_hidden:
        tab.page.evaluate(
            """() => { Object.defineProperty(document, 'hidden', {get: () => true});
                 document.dispatchEvent(new Event('visibilitychange')) }""")
    storage, state = tab.page.evaluate("() => [{...sessionStorage}, history.state]")
    twin = tab.page.context.new_page()
    twin.goto(f"{gallery.url}/healthz")
    twin.evaluate("storage => Object.assign(sessionStorage, storage)", storage)
    twin.add_init_script(f"if (!history.state) history.replaceState({{aviary: '{state['aviary']}'}}, '')")
    twin.goto(f"{gallery.url}/colors")
    twin.get_by_text("13 colors").wait_for()
    assert twin.get_by_role("button", name="Undo", exact=True).is_disabled()
    tab.button("Undo").first.click()
    tab.page.get_by_text("1 of 12 colors selected").wait_for()
    assert tab.page.evaluate("marker") == "still here"
    assert sum(kind == "out" and "hello" in text for kind, text in tab.frames) == 1


def test_a_page_that_is_left_lets_go_of_its_connection_and_one_that_is_shown_again_takes_it_up(gallery, open_tab):
    """As the browser does with a page that it keeps for the way back; driven, it keeps none."""
    gallery.sample(3)
    tab = open_tab()
    item = gallery.ids()[1]
    tab.cell(item).click()
    tab.page.get_by_text("1 of 3 colors selected").wait_for()
    tab.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    tab.page.evaluate("() => dispatchEvent(new Event('online'))")
    gallery.sample(2)
    assert tab.page.request.get(f"{gallery.url}/colors").headers["cache-control"] == "private, no-cache"
    assert len(tab.items()) == 3
    tab.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    tab.page.get_by_text("1 of 5 colors selected").wait_for()
    assert tab.selected() == [item]
    assert tab.page.locator(".banner.connection").count() == 0


DROP = """selector => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["content"], "a.png", { type: "image/png" }));
  return ["dragover", "drop"].map((type) => {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector(selector).dispatchEvent(event);
    return event.defaultPrevented;
  });
}"""


@pytest.mark.parametrize("path", ["/", "/colors", "/photos/albums", "/photorama"])
def test_a_file_dropped_on_a_room_that_takes_none_is_refused_in_a_sentence(gallery, open_tab, path):
    tab = open_tab(path=path)
    for selector in ("main", "nav"):
        # The browser would open the file in place of the page.
        assert tab.page.evaluate(DROP, selector) == [True, True]
        notice = tab.page.locator(".banner", has_text="Files can't be dropped here.")
        expect(notice).to_contain_text("Drop photographs on Photos, and palettes or pictures on Palette.")


def test_a_file_dropped_on_a_sheet_or_beside_what_takes_files_is_refused_in_a_sentence(gallery, open_tab):
    tab = open_tab(path="/palette")
    assert tab.page.evaluate(DROP, "nav") == [True, True]
    tab.page.get_by_text("Files can't be dropped here.").wait_for()
    tab.open_anew()
    tab.button("Add a palette").click()
    tab.button("Harmonies and ramps…").click()
    tab.page.wait_for_selector("[role=dialog] h2, dialog h2")
    assert tab.page.evaluate(DROP, "dialog") == [True, True]
    tab.page.get_by_text("Files can't be dropped here.").wait_for()


def test_a_page_that_is_not_there_leads_to_every_room(gallery, open_tab):
    tab = open_tab()
    assert tab.page.goto(f"{gallery.url}/nowhere").status == 404
    tab.complaints.clear()  # The browser says that, too.
    tab.page.get_by_text("There is no page at this address.").wait_for()
    rooms = tab.page.get_by_role("navigation", name="Rooms")
    assert rooms.get_by_role("link").all_inner_texts() == ["Home", "Colors", "Palette", "Photos", "Photorama"]
    expect(tab.page.locator("[aria-current]")).to_have_count(0)
    rooms.get_by_role("link", name="Palette").click()
    tab.page.get_by_role("heading", name="Palette").wait_for()
