"""State of the person that no message of the scene changes: focus, scroll position, presses; and errors."""

import json

from tab import MOVING

FOCUSED = "() => document.activeElement.dataset.item"
RUNNING = "() => document.querySelector('.content').getAnimations({subtree: true}).length"
PLACES = """() => Object.fromEntries([...document.querySelectorAll('[data-item]')].map(cell => {
  const { x, y, bottom } = cell.getBoundingClientRect(); return [cell.dataset.item, [x, y, bottom]] }))"""


def scroll(tab, top):
    tab.page.get_by_role("grid").evaluate("(grid, top) => { grid.scrollTop = top }", top)
    tab.page.wait_for_function(
        """() => { const { x, y, height } = document.querySelector('[role=grid]').getBoundingClientRect();
             return [0.2, 0.5, 0.9].every(part => document.elementFromPoint(x + 10, y + height * part)?.closest('[data-item]')) }""")
    tab.page.wait_for_timeout(100)  # for the message about what is visible, and its answer


def wait_for_focus(tab, item):
    tab.page.wait_for_function("item => document.activeElement.dataset.item === item", arg=item)


def test_a_first_visit_has_five_requests_of_which_the_last_is_the_rest_of_the_client(gallery, browser):
    gallery.sample(9)
    context = browser.new_context()
    page, requests = context.new_page(), []
    page.on("request", lambda request: requests.append(request.url))
    page.on("websocket", lambda socket: requests.append(socket.url))
    with page.expect_response("**/client/rest-*.js") as rest:
        page.goto(f"{gallery.url}/colors")
    assert rest.value.status == 200
    kinds = ["/colors", "style-", "aviary-", "/live", "rest-"]
    assert [next((kind for kind in kinds if kind in url), url) for url in requests] == kinds
    context.close()


def test_the_focus_of_a_removed_cell_goes_to_the_one_at_its_place(gallery, open_tab):
    gallery.sample(9)
    tab = open_tab()
    ids = gallery.ids()
    tab.cell(ids[4]).focus()
    gallery.sql(("DELETE FROM color WHERE id IN (?, ?, ?)", ids[0], ids[1], ids[4]))
    wait_for_focus(tab, ids[5])
    gallery.sql(("UPDATE color SET createdAt = 0 WHERE id = ?", ids[5]))
    tab.wait_for_items(gallery.ids())
    assert tab.page.evaluate(FOCUSED) == ids[5], "it moves with its cell"
    gallery.sql(("DELETE FROM color WHERE id IN (?, ?)", ids[5], ids[8]))
    wait_for_focus(tab, ids[2])
    tab.cell(ids[7]).focus()
    gallery.sql(("DELETE FROM color WHERE id = ?", ids[7]))
    wait_for_focus(tab, ids[6])


def test_the_focus_is_never_lost_to_the_page(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    tab.button("Clear all").focus()
    tab.page.keyboard.press("Enter")
    tab.wait_for_items([])
    assert tab.page.evaluate("document.activeElement.textContent.trim()") == "Add color"
    tab.button("Add the first color").focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector("[data-item]")
    wait_for_focus(tab, gallery.ids()[0])
    gallery.sql("DELETE FROM color")
    tab.wait_for_items([])
    assert tab.page.evaluate("document.activeElement !== document.body")


def test_a_cell_that_was_scrolled_away_has_the_focus_again_when_it_is_back(gallery, open_tab):
    gallery.sample(900)
    tab = open_tab()
    item = gallery.ids()[4]
    tab.cell(item).focus()
    scroll(tab, 20_000)
    assert tab.cell(item).count() == 0
    assert tab.page.evaluate("document.activeElement.getAttribute('role')") == "grid"
    scroll(tab, 0)
    wait_for_focus(tab, item)
    scroll(tab, 20_000)
    tab.page.keyboard.press("ArrowRight")
    wait_for_focus(tab, gallery.ids()[5])


def test_what_stood_first_stands_first_through_every_change_of_width(gallery, open_tab):
    gallery.sample(900)
    tab = open_tab()
    scroll(tab, 12_000)
    before = tab.page.evaluate(PLACES)
    edge = tab.page.evaluate("document.querySelector('[role=grid]').getBoundingClientRect().y")
    first = min((item for item in before if before[item][2] > edge), key=gallery.ids().index)
    for width, height in [(844, 390), (1440, 900), (390, 844)]:
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.wait_for_timeout(400)
        assert -150 < tab.page.evaluate(PLACES)[first][1] < edge + 50, width
    assert abs(tab.page.evaluate(PLACES)[first][1] - before[first][1]) <= 1


def test_scrolling_moves_nothing_and_what_leaves_is_counted_by_nobody(gallery, open_tab):
    gallery.sample(600)
    tab = open_tab(**MOVING)
    for step in range(1, 8):
        tab.page.get_by_role("grid").evaluate("(grid, top) => { grid.scrollTop = top }", step * 300)
        tab.page.wait_for_timeout(40)
        assert tab.page.evaluate(RUNNING) == 0
    scroll(tab, 0)
    tab.page.evaluate(
        """() => new MutationObserver(() => { window.leftover ??= document.querySelector('.leaving')?.outerHTML })
             .observe(document.querySelector('.content'), {attributes: true, subtree: true})""")
    gallery.sql(("DELETE FROM color WHERE id = ?", gallery.ids()[2]))
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').ariaRowCount === '599'")
    leftover = tab.page.evaluate("window.leftover")
    assert "inert" in leftover
    assert not any(word in leftover for word in ("role=", "aria-", "data-item", "tabindex"))
    tab.settle()
    assert tab.page.locator(".leaving").count() == 0


def test_broken_frames_are_logged_and_the_page_goes_on(gallery, open_tab):
    gallery.sample(9)
    tab = open_tab(live=False)
    sockets = []

    def forward(socket):
        socket.connect_to_server()
        sockets.append(socket)

    tab.page.route_web_socket("**/live", forward)
    tab.open_anew()
    for frame in ["nonsense", '{"a":1}', '[["fly"]]', '[["__proto__"]]', '[["cell","grid","1",99,"x"]]', '[["outlet","status",7]]',
                  '[["cell","grid","%s",0,"red;background:url(x)"]]' % gallery.ids()[0],
                  '[["outlet","status","<img src=x>"]]']:
        sockets[0].send(frame)
    tab.page.wait_for_function("() => document.querySelector('.status').textContent === '<img src=x>'")
    assert len(tab.complaints) == 7 and len(sockets) == 1, tab.complaints
    # Tiles that are not there: the two ends have lost each other, and find each other again.
    tab.page.evaluate("window.marker = 'still here'")
    sockets[0].send(json.dumps([["splice", "grid", 9, 0, [99]]]))
    tab.page.wait_for_function("() => document.querySelector('.status').textContent === '9 colors'")
    assert len(sockets) == 2 and tab.items() == gallery.ids()
    assert tab.page.evaluate("window.marker") == "still here"
    tab.complaints.clear()
