"""A lost connection or a killed server: the page continues where it was, and each request is done once."""

import pytest

from gallery import eventually
from tab import Relay

SEEN = "() => document.elementFromPoint(10, 300)?.closest('[data-item]')?.dataset.item"
TYPED = "() => [document.activeElement.id, document.activeElement.value, document.activeElement.selectionStart]"


def scroll(tab, top):
    tab.page.get_by_role("grid").evaluate("(grid, top) => { grid.scrollTop = top }", top)
    tab.page.wait_for_function(SEEN)
    tab.page.wait_for_timeout(150)  # for the message about what is visible, and its answer


def lose_connection(tab):
    """Closes the page's socket, as a network that goes away does."""
    tab.page.evaluate("() => { sockets.at(-1).close(); connections = sockets.length }")
    tab.page.wait_for_function("() => sockets.length > connections && sockets.at(-1).readyState === 1")


@pytest.fixture
def open_watched(open_tab):
    """Opens tabs whose sockets can be got at."""

    def open_watched(*arguments):
        tab = open_tab(*arguments, live=False)
        tab.page.add_init_script(
            "window.sockets = []; const Socket = WebSocket;"
            "window.WebSocket = class extends Socket { constructor(url) { super(url); sockets.push(this) } }")
        tab.open_anew()
        return tab

    return open_watched


@pytest.mark.parametrize("is_killed", [False, True], ids=["lost", "killed"])
def test_the_page_returns_to_place_selection_focus_and_typed_text(gallery, open_watched, is_killed):
    gallery.sample(3000)
    tab = open_watched()
    ids = gallery.ids()
    scroll(tab, 26_000)
    seen = tab.page.evaluate(SEEN)
    place = ids.index(seen)
    chosen = ids[place:place + 2] + ids[place + 4:place + 5]
    for item in chosen:
        tab.cell(item).click()
    tab.page.get_by_text("3 of 3,000 colors selected").wait_for()
    tab.page.evaluate(
        """() => { window.marker = 'still here'; const field = document.createElement('input'); field.id = 'field'; field.style = 'position: fixed; bottom: 10rem';
             document.querySelector('header').append(field); field.focus() }""")
    tab.page.keyboard.type("half a sen")
    tab.page.keyboard.press("ArrowLeft")
    y = tab.cell(seen).bounding_box()["y"]
    above = ["INSERT INTO color(red, createdAt) VALUES (1, 0)" for _ in range(3 * 1000)]
    if is_killed:
        gallery.kill()
        gallery.sql(*above)
        tab.page.get_by_text("Reconnecting…").wait_for()
        gallery.start()
    else:
        lose_connection(tab)
        gallery.sql(*above)
    tab.page.get_by_text("3 of 6,000 colors selected").wait_for()
    tab.page.wait_for_function("item => document.querySelector(`[data-item='${item}']`)", arg=chosen[2])
    assert tab.page.evaluate("marker") == "still here"
    assert tab.page.evaluate(TYPED) == ["field", "half a sen", 9]
    assert tab.page.evaluate(SEEN) == seen
    assert tab.cell(seen).bounding_box()["y"] == y
    assert tab.selected() == chosen
    tab.button("Remove selected colors").click()
    tab.page.get_by_text("5,997 colors").wait_for()
    assert not set(chosen) & set(gallery.ids())


def test_the_focus_stays_on_its_cell_through_a_kill(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab()
    item = gallery.ids()[7]
    tab.cell(item).focus()
    gallery.kill()
    gallery.start()
    gallery.sql("INSERT INTO color(red, createdAt) VALUES (1, 0)")
    tab.wait_for_items(gallery.ids())
    assert tab.page.evaluate("document.activeElement.dataset.item") == item


def test_what_can_be_undone_is_kept_through_a_lost_connection(gallery, open_watched):
    gallery.sample(5)
    tab = open_watched()
    before = gallery.ids()
    tab.button("Clear all").click()
    tab.wait_for_items([])
    lose_connection(tab)
    tab.button("Undo").first.click()
    tab.wait_for_items(before)
    assert gallery.ids() == before


@pytest.mark.parametrize("is_killed", [False, True], ids=["lost", "killed"])
def test_an_action_whose_answer_was_lost_is_done_once(gallery, open_tab, is_killed):
    gallery.sample(4)
    tab = open_tab(live=False)
    relay = Relay(tab)
    tab.open_anew()
    ids = gallery.ids()
    tab.cell(ids[1]).click()
    tab.page.wait_for_selector("[aria-selected=true]")
    # The tile shows it before the scene has answered.
    tab.button("Remove selected colors").wait_for()
    relay.is_holding = True
    tab.button("Add color").click()
    tab.button("Remove selected colors").click()
    relay.eventually(lambda: check(len(gallery.ids()) == 4 and ids[1] not in gallery.ids()))
    after = gallery.ids()
    if is_killed:
        gallery.kill()
    tab.page.wait_for_selector("button[aria-busy=true]")
    relay.is_holding = False
    if is_killed:
        gallery.start()
    else:
        relay.socket.close()
    tab.wait_for_items(after)
    tab.page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert gallery.ids() == after
    assert tab.page.get_by_role("alert").count() == 0
    if not is_killed:
        tab.page.get_by_text("1 color removed").wait_for()


def check(condition):
    assert condition


def test_a_tap_that_was_lost_is_made_up_for_before_the_action_behind_it(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab(live=False)
    is_lost = [False]

    def relay(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if is_lost[0] else server.send(text))

    tab.page.route_web_socket("**/live", relay)
    tab.open_anew()
    ids = gallery.ids()
    tab.cell(ids[0]).click()
    tab.page.get_by_text("1 of 12 colors selected").wait_for()
    is_lost[0] = True
    tab.cell(ids[0]).click()
    tab.cell(ids[5]).click()
    tab.button("Remove selected colors").click()
    tab.page.wait_for_timeout(100)
    gallery.kill()
    is_lost[0] = False
    gallery.start()
    tab.wait_for_items(ids[:5] + ids[6:])
    assert gallery.ids() == ids[:5] + ids[6:]


def test_neighbours_stay_selected_when_one_of_them_goes_while_the_server_is_down(gallery, open_tab):
    gallery.sample(12)
    tab = open_tab()
    ids = gallery.ids()
    tab.cell(ids[2]).click()
    tab.cell(ids[7]).click(modifiers=["Shift"])
    tab.page.get_by_text("6 of 12 colors selected").wait_for()
    gallery.kill()
    gallery.sql(("DELETE FROM color WHERE id = ?", ids[4]), "INSERT INTO color(red, createdAt) VALUES (1, 0)")
    gallery.start()
    tab.page.get_by_text("5 of 12 colors selected").wait_for()
    assert tab.selected() == [ids[2], ids[3], ids[5], ids[6], ids[7]]


def test_what_was_wrong_before_the_connection_was_lost_is_not_said_any_more(gallery, open_tab):
    tab = open_tab()
    away = gallery.directory / "away.sqlite"
    gallery.file.rename(away)
    tab.page.get_by_role("alert").filter(has_text="is gone").wait_for()
    gallery.kill()
    away.rename(gallery.file)
    gallery.start()
    tab.page.wait_for_function("() => !document.querySelector('.banner.error')")


def test_what_is_still_wrong_when_the_connection_is_back_is_said_again(gallery, open_watched):
    tab = open_watched()
    away = gallery.directory / "away.sqlite"
    gallery.file.rename(away)
    gone = tab.page.get_by_role("alert").filter(has_text="is gone")
    gone.wait_for()
    tab.button("Dismiss").click()
    lose_connection(tab)
    gone.wait_for()
    away.rename(gallery.file)
    tab.page.wait_for_function("() => !document.querySelector('.banner.error')")


PRESS = """([selector, count]) => {
  sockets.at(-1).close();
  for (let press = 0; press < count; press++) document.querySelector(selector).click();
}"""


def test_a_press_without_a_connection_is_done_when_it_is_back(gallery, open_watched):
    gallery.sample(2)
    tab = open_watched()
    tab.page.evaluate(PRESS, ["[data-action=add]", 1])
    assert tab.page.locator("[data-action=add][data-pressed]").count() == 1
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 3")
    tab.page.wait_for_selector("[data-action=add]:not([data-pressed])")
    assert tab.page.locator(".banner").count() == 0
    assert len(gallery.ids()) == 3


def test_presses_without_a_connection_are_done_in_order_and_do_only_what_the_person_saw(gallery, open_watched):
    gallery.sample(5)
    tab = open_watched()
    ids = gallery.ids()
    # The button still says "Clear all": it has no answer to the tap.
    tab.page.evaluate(
        """item => { sockets.at(-1).close(); document.querySelector(`[data-item='${item}']`).click();
             document.querySelector('[data-action=clear]').click(); document.querySelector('[data-action=add]').click() }""", ids[1])
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 6")
    tab.page.wait_for_selector("[data-action=add]:not([data-pressed])")
    assert gallery.ids()[:5] == ids
    # A later action does not remove the message.
    assert "was pressed while colors are selected, so nothing was removed" in tab.page.get_by_role("alert").text_content()


def test_no_more_presses_wait_for_a_connection_than_a_person_remembers(gallery, open_watched):
    gallery.sample(2)
    tab = open_watched()
    tab.page.evaluate(PRESS, ["[data-action=add]", 9])
    tab.page.get_by_text("other presses are waiting, so this one was not counted.").wait_for()
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 10")
    tab.page.wait_for_selector("[data-action=add]:not([data-pressed])")
    assert len(gallery.ids()) == 10


def test_a_press_that_waited_for_long_is_not_done_and_that_is_said(gallery, open_tab):
    gallery.sample(2)
    tab = open_tab()
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    tab.page.clock.install()
    tab.button("Add color").click()
    tab.page.clock.fast_forward(4_900)
    sentence = tab.page.get_by_text("Not connected, so nothing was done.")
    assert sentence.count() == 0
    tab.page.clock.fast_forward(200)
    sentence.wait_for()
    assert tab.page.locator("[data-pressed]").count() == 0
    gallery.start()
    tab.page.clock.fast_forward(20_000)
    tab.page.wait_for_function("() => !document.querySelector('.banner.connection')")
    tab.button("Add color").click()
    tab.page.wait_for_function("() => document.querySelectorAll('[data-item]').length === 3")
    assert len(gallery.ids()) == 3


def test_a_press_of_a_button_that_is_long_at_work_is_not_counted_and_that_is_said(gallery, open_tab):
    gallery.sample(2)
    tab = open_tab(live=False)
    relay = Relay(tab)
    tab.open_anew()
    tab.page.clock.install()
    relay.is_holding = True
    tab.button("Add color").click()
    tab.page.clock.fast_forward(2_100)
    tab.button("Add color").click()
    tab.page.get_by_text("Still working on the first press, so this one was not counted.").wait_for()
    relay.eventually(lambda: check(len(gallery.ids()) == 3))


def test_a_server_that_dies_is_back_by_itself_and_the_window_is_where_it_was(gallery, open_tab):
    gallery.sample(3000)
    tab = open_tab()
    scroll(tab, 26_000)
    seen = tab.page.evaluate(SEEN)
    tab.cell(seen).click()
    tab.page.get_by_text("1 of 3,000 colors selected").wait_for()
    y = tab.cell(seen).bounding_box()["y"]
    tab.page.evaluate("() => { window.marker = 'still here' }")
    gallery.kill_serving()
    gallery.sql("INSERT INTO color(red, createdAt) VALUES (1, 9e9)")
    tab.page.get_by_text("1 of 3,001 colors selected").wait_for()
    assert tab.page.evaluate("marker") == "still here"
    assert tab.selected() == [seen] and tab.cell(seen).bounding_box()["y"] == y


def test_a_request_that_a_page_of_another_version_has_left_stops_nothing(gallery, open_tab):
    gallery.sample(30)
    tab = open_tab()
    tab.page.add_init_script(
        """for (const [key, text] of Object.entries(sessionStorage)) {
             let visit;
             try { visit = JSON.parse(text) } catch {}
             if (Array.isArray(visit) && visit.length === 5) {
               visit[4].push(["ofAnotherVersion", "1-2-3-4/5", "grid"]);
               sessionStorage[key] = JSON.stringify(visit);
               window.isLeft = true;
             }
           }""")
    tab.page.reload()
    assert tab.page.evaluate("window.isLeft")
    tab.cell(gallery.ids()[0]).click()
    tab.page.get_by_text("1 of 30 colors selected").wait_for()
