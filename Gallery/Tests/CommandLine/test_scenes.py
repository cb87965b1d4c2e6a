"""A tab that reconnects, on the wire: its scene, its connection, and its pending requests."""

import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from gallery import PATIENCE, eventually

VIEW = {"grid": [0, 0, 390, 700]}


@pytest.fixture
def open_socket(gallery):
    """Opens sockets that say something at once."""
    with contextlib.ExitStack() as sockets:

        def open_socket(*messages):
            url = f"{gallery.url.replace('http', 'ws')}/live"
            socket = sockets.enter_context(connect(url, origin=gallery.url, open_timeout=PATIENCE))
            socket.send(json.dumps(messages))
            return socket

        yield open_socket


def read_until(socket, name):
    """The messages up to the first of a name, that one included."""
    messages = []
    while not any(message[0] == name for message in messages):
        messages += json.loads(socket.recv(timeout=PATIENCE))
    return messages


def outlets(messages):
    return {message[1]: message[2] for message in messages if message[0] == "outlet"}


def test_a_tab_finds_its_scene_and_ends_the_connection_it_had(gallery, open_socket):
    gallery.sample(3)
    ids = gallery.ids()
    first = open_socket(["hello", "/colors", VIEW, "tab", ""], ["tap", "grid", ids[0]], ["do", 1, "add", {}, None])
    keepsake = [message for message in read_until(first, "done") if message[0] == "keepsake"]
    assert keepsake == [["keepsake", json.dumps({"grid": [[ids[0], ids[0], 1]]}, separators=(",", ":"))]]
    second = open_socket(["hello", "/colors", VIEW, "tab", ""])
    messages = read_until(second, "outlet")
    tiles = next(message for message in messages if message[0] == "reload")[5]
    assert [tile[0] for tile in tiles if tile[1] % 2] == [ids[0]]
    assert outlets(messages)["history/undo"] == "Undo: Add color"
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            first.recv(timeout=PATIENCE)
    assert closed.value.rcvd.code == 1001
    stranger = open_socket(["hello", "/colors", VIEW, "another", ""])
    assert outlets(read_until(stranger, "outlet"))["history/undo"] is None


def test_a_scene_belongs_to_its_address_the_query_included(gallery, open_socket):
    read_until(open_socket(["hello", "/colors?a=1", VIEW, "tab", ""], ["do", 1, "add", {}, None]), "done")
    again = open_socket(["hello", "/colors/?a=1", VIEW, "tab", ""])
    assert outlets(read_until(again, "outlet"))["history/undo"] == "Undo: Add color"
    elsewhere = open_socket(["hello", "/colors?a=2", VIEW, "tab", ""])
    assert outlets(read_until(elsewhere, "outlet"))["history/undo"] is None


def test_an_address_without_a_page_is_said(gallery, open_socket):
    socket = open_socket(["hello", "/nowhere", VIEW, "tab", ""])
    assert json.loads(socket.recv(timeout=PATIENCE)) == [["notFound", "There is no page at this address."]]
    socket.send(json.dumps([["hello", "/colors", VIEW, "tab", ""]]))
    assert ["title", "Colors – Aviary"] in read_until(socket, "title")


def test_a_page_takes_over_the_scene_of_the_one_that_stood_in_its_place(gallery, open_socket):
    gallery.sample(3)
    ids = gallery.ids()
    first = open_socket(["hello", "/colors", VIEW, "first", ""], ["tap", "grid", ids[0]], ["do", 1, "add", {}, None])
    read_until(first, "done")
    first.close()
    second = open_socket(["hello", "/colors", VIEW, "second", "", "first"], ["do", 1, "add", {}, None])
    messages = read_until(second, "done")
    tiles = next(message for message in messages if message[0] == "reload")[5]
    assert [tile[0] for tile in tiles if tile[1] % 2] == [ids[0]]
    assert outlets(messages)["history/undo"] == "Undo: Add color"
    assert len(gallery.ids()) == 5, "its actions are counted anew"
    elsewhere = open_socket(["hello", "/", {}, "third", "", "second"])
    assert outlets(read_until(elsewhere, "outlet"))["history/undo"] is None


def test_a_duplicated_tab_leaves_the_scene_to_the_page_that_is_there(gallery, open_socket):
    first = open_socket(["hello", "/colors", VIEW, "first", ""], ["do", 1, "add", {}, None])
    read_until(first, "done")
    twin = open_socket(["hello", "/colors", VIEW, "twin", "", "first"])
    assert outlets(read_until(twin, "outlet"))["history/undo"] is None
    first.send(json.dumps([["do", 2, "history/undo", {}, None]]))
    read_until(first, "done")
    assert gallery.ids() == []


def test_an_action_asked_for_again_is_done_once(gallery, open_socket):
    first = open_socket(["hello", "/colors", VIEW, "tab", ""], ["do", 1, "add", {}, None], ["do", 1, "add", {}, None])
    read_until(first, "done")
    first.close()
    second = open_socket(
        ["hello", "/colors", VIEW, "tab", ""], ["do", 1, "add", {}, None], ["do", 2, "add", {}, None])
    messages = read_until(second, "done")
    while ["done", 2] not in messages:
        messages += read_until(second, "done")
    assert messages.count(["done", 1]) == 1
    assert len(gallery.ids()) == 2
    second.close()
    gallery.kill()
    gallery.start()
    third = open_socket(
        ["hello", "/colors", VIEW, "tab", ""], ["do", 2, "add", {}, None], ["do", 3, "add", {}, None])
    messages = read_until(third, "done")
    while ["done", 3] not in messages:
        messages += read_until(third, "done")
    assert messages.count(["done", 2]) == 1
    eventually(lambda: check(len(gallery.ids()) == 3))


def test_what_was_undone_before_the_server_was_killed_is_not_said_to_be_nothing(gallery, open_socket):
    for round, (verb, left) in enumerate([("history/undo", 0), ("history/redo", 1)]):
        tab = open_socket(["hello", "/colors", VIEW, f"tab{round}", ""], ["do", 1, "add", {}, None])
        read_until(tab, "done")
        if verb == "history/redo":
            tab.send(json.dumps([["do", 2, "history/undo", {}, None]]))
            read_until(tab, "done")
        # The answer is lost between the commit, which others see, and the tab, which reads no more.
        tab.send(json.dumps([["do", 3, verb, {}, None]]))
        eventually(lambda: check(len(gallery.ids()) == left))
        gallery.kill()
        gallery.start()
        again = open_socket(
            ["hello", "/colors", VIEW, f"tab{round}", ""], ["do", 3, verb, {}, None], ["do", 4, verb, {}, None])
        messages = read_until(again, "done")
        assert messages[-1] == ["done", 3] and "nothing left" not in json.dumps(messages)
        assert "nothing left" in json.dumps(read_until(again, "done")), "what was never done is said to be nothing"
        assert len(gallery.ids()) == left


def test_a_restart_is_named_only_when_it_took_something(gallery, open_socket):
    tab = open_socket(["hello", "/colors", VIEW, "tab", ""], ["do", 1, "history/undo", {}, None])
    said = json.dumps(read_until(tab, "done"))
    assert "There is nothing left to undo. Nothing was changed." in said
    for number, action in enumerate(["add", "history/undo", "history/undo"], 2):
        tab.send(json.dumps([["do", number, action, {}, None]]))
        said = json.dumps(read_until(tab, "done"))
    assert "There is nothing left to undo. Nothing was changed." in said
    tab.send(json.dumps([["do", 5, "add", {}, None]]))
    read_until(tab, "done")
    gallery.kill()
    gallery.start()
    again = open_socket(["hello", "/colors", VIEW, "tab", ""], ["do", 6, "history/undo", {}, None])
    said = json.dumps(read_until(again, "done"))
    assert "There is nothing left to undo. Aviary has restarted, or this page was away for too long." in said
    assert len(gallery.ids()) == 1


def check(condition):
    assert condition


@pytest.mark.parametrize("keepsake", ["nonsense", "[]", "{}", '{"grid":7}', '{"grid":[[1,2]]}', '{"list":[["1","2",2]]}',
                                  '{"grid":[["1","999999",1e300]]}',
                                  '{"grid":[["3","1",-1]]}', '{"grid":[["1","2",-9223372036854775808]]}', "x" * 20_000])
def test_what_a_tab_says_it_kept_is_not_believed(gallery, open_socket, keepsake):
    gallery.sample(3)
    gallery.restart()  # A server that runs hears of another program's commit later.
    socket = open_socket(["hello", "/colors", VIEW, "tab", keepsake])
    messages = read_until(socket, "reload")
    tiles = next(message for message in messages if message[0] == "reload")[5]
    assert [tile[1] for tile in tiles] == [0, 0, 0]
    socket.close()


def test_who_says_nothing_is_not_waited_for(open_socket):
    socket = open_socket()
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            socket.recv(timeout=2 * PATIENCE)
    assert closed.value.rcvd.code == 1008
