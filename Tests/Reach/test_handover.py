"""A window whose node is gone goes on at another one, from what its tab keeps."""

import selectors
import socket
import threading

import pytest
from playwright.sync_api import expect

from gallery import eventually
from photo_gallery import file
from test_palette import Room
from test_photos_room import add, pictures_are_there, wait_for_end


class Relay:
    """A proxy in front of the nodes: each connection goes to the first node that accepts it."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def accept(self):
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer):
        with peer:
            for node in self.nodes:
                try:
                    other = socket.create_connection(("127.0.0.1", node.port), timeout=2)
                except OSError:
                    continue
                with other:
                    return self.pass_on(peer, other)

    @staticmethod
    def pass_on(one, other):
        with selectors.DefaultSelector() as selector:
            for source, target in ((one, other), (other, one)):
                selector.register(source, selectors.EVENT_READ, target)
            while True:
                for key, _ in selector.select():
                    try:
                        data = key.fileobj.recv(1 << 16)
                        if not data:
                            return
                        key.data.sendall(data)
                    except OSError:
                        return

    def close(self):
        self.listener.close()


@pytest.fixture
def nodes(start_node):
    return start_node("one"), start_node("two")


@pytest.fixture
def relay(nodes):
    relay = Relay(nodes)
    yield relay
    relay.close()


def lose(node, tab):
    """Kills a node for good, and waits until the window has said hello to another one."""
    def hellos():
        # Received frames are reported only during a call to the browser.
        tab.page.wait_for_timeout(10)
        return sum(direction == "out" and '["hello"' in payload for direction, payload in tab.frames)

    def has_more():
        assert hellos() > before
    before = hellos()
    node.kill()
    eventually(has_more)


def ids(base):
    return [row[0] for row in base.sql('SELECT id FROM color ORDER BY "createdAt", id')]


def assert_equal(one, other):
    assert one == other


def test_selection_scroll_position_and_typed_text_come_along(base, nodes, relay, open_at):
    base.sql('INSERT INTO color (red, "createdAt") SELECT random(), i FROM generate_series(1, 2000) i')
    for node in nodes:
        node.wait_until_equal()
    tab = open_at(relay.url, "/colors", "phone")
    kept = ids(base)
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 20000 }")
    seen = "() => document.elementFromPoint(10, 300)?.closest('[data-item]')?.dataset.item"
    tab.page.wait_for_function(seen)
    tab.page.wait_for_timeout(150)  # for the message about what is visible, and its answer
    item = tab.page.evaluate(seen)
    place = kept.index(item)
    chosen = [kept[place], kept[place + 1], kept[place + 4]]
    for each in chosen:
        tab.cell(each).click()
    tab.page.get_by_text("3 of 2,000 colors selected").wait_for()
    tab.page.evaluate("() => { window.marker = 'still here' }")
    lose(nodes[0], tab)
    tab.page.get_by_text("3 of 2,000 colors selected").wait_for()
    assert tab.page.evaluate("marker") == "still here"
    assert tab.page.evaluate(seen) == item and tab.selected() == chosen
    # It is the other node's window now: what it does is done there, for all.
    tab.button("Remove selected colors").click()
    eventually(lambda: assert_equal(len(ids(base)), 1997))
    assert not set(chosen) & set(ids(base))
    tab.page.locator(".banner").get_by_role("button", name="Undo").click()
    eventually(lambda: assert_equal(ids(base), kept))


def test_the_picked_color_and_the_name_that_is_typed_come_along(base, nodes, relay, open_at):
    tab = open_at(relay.url, "/palette")
    room = Room(lambda *_, **__: tab)
    room.enter("tomato")
    room.press(room.button("Save color"))
    room.names(["Tomato"])
    room.enter("teal")
    room.shows("#008080")
    name = room.cell("Tomato").get_by_role("textbox", name="Name")
    name.click()
    name.press("End")
    name.press_sequentially("es")
    lose(nodes[0], tab)
    room.shows("#008080")
    expect(name).to_be_focused()
    name.press("Enter")
    eventually(lambda: assert_equal(base.sql("SELECT name FROM swatch"), [["Tomatoes"]]))


def test_a_photo_that_is_open_comes_along(base, nodes, relay, open_at):
    tab = open_at(relay.url, "/photos")
    add(tab, *(file(f"{letter}.png", number) for number, letter in enumerate("abcd")))
    wait_for_end(tab)
    pictures_are_there(tab)
    nodes[1].wait_until_equal()
    item, = base.sql("SELECT id FROM photo WHERE name = 'b.png'")[0]
    tab.page.locator('.photo:has(img[alt="b.png"])').click()
    tab.page.wait_for_url(f"**/photos/photo/{item}")
    # A picture on its way is lost with its node, and the browser complains of that. The page asks for it again.
    tab.page.wait_for_function(
        "() => { const all = [...document.querySelectorAll('dialog img[src]')]; return all.length > 2 && all.every((img) => img.complete) }")
    lose(nodes[0], tab)
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Favorite", exact=True).click()
    eventually(lambda: assert_equal(base.sql('SELECT name FROM photo WHERE "isFavorite" = 1'), [["b.png"]]))


def test_what_was_asked_for_when_the_node_was_lost_is_done_once(base, nodes, relay, open_at):
    tab = open_at(relay.url)
    for node in nodes:
        node.wait_until_equal()
    for _ in range(5):
        count = len(ids(base))
        tab.button("Add color").click()
        eventually(lambda: assert_equal(len(ids(base)), count + 1))
    tab.button("Add color").click()
    lose(nodes[0], tab)
    # The press is answered by the other node, by its receipt where the first one had done it.
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    tab.wait_for_items(ids(base))
    assert len(ids(base)) == 6


def test_undo_is_lost_with_its_node_and_says_so(base, nodes, relay, open_at):
    tab = open_at(relay.url)
    tab.button("Add color").click()
    eventually(lambda: assert_equal(len(ids(base)), 1))
    tab.button("Clear all").click()
    tab.wait_for_items([])
    offer = tab.page.locator(".banner").get_by_role("button", name="Undo")
    offer.wait_for()
    lose(nodes[0], tab)
    offer.click()
    tab.page.get_by_text("There is nothing left to undo").wait_for()
    assert tab.button("Undo").first.is_disabled()
