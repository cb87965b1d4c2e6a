"""Windows without a browser, which ask for one action after the other until each is acknowledged, on whichever node is there."""

import json
import secrets
import threading
import time

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from gallery import PATIENCE
from nodes import TOKEN

# Rooms: their paths, and the names of their collections.
ALBUMS, COLORS, PHOTOS = ("/photos/albums", "list"), ("/colors", "grid"), ("/photos", "grid")
RECT = [0, 0, 390, 700]


class Session:
    """One connection of a window to a node."""

    def __init__(self, node, path, tab, collection):
        fields = {"Authorization": f"Bearer {TOKEN}"}
        self.tab = tab
        self.socket = connect(
            node.url.replace("http", "ws") + "/live", origin=node.url, additional_headers=fields, open_timeout=5,
            close_timeout=1, max_size=None)
        self.socket.send(json.dumps([["hello", path, {collection: RECT}, tab, ""]]))

    def ask(self, number, action, fields, item=None, receipt=None):
        """With a receipt it is what a page before had asked for."""
        self.socket.send(json.dumps([["do", [number, receipt] if receipt else number, action, fields, item]]))

    def answer(self, number, timeout=PATIENCE):
        """Returns `None` for a completed action, or the sentence of its failure.

        Raises the error of a lost connection or of a timeout."""
        deadline = time.monotonic() + timeout
        while True:
            for name, *values in json.loads(self.socket.recv(timeout=max(0.01, deadline - time.monotonic()))):
                if name == "done" and values[0] == number:
                    return None
                if name == "failed" and values[0] == number:
                    return values[1]

    def wait_for(self, sentence, timeout=PATIENCE):
        """Waits until the page is told to say something that begins so; no answer may come before."""
        deadline = time.monotonic() + timeout
        while True:
            for name, *values in json.loads(self.socket.recv(timeout=max(0.01, deadline - time.monotonic()))):
                assert name not in ("done", "failed"), values
                if name == "say" and values[-1].startswith(sentence):
                    return

    def close(self):
        self.socket.close()


class Visitor(threading.Thread):
    """Acts until it is told to stop. An action without an answer is asked for again, under its number, so by its receipt."""

    def __init__(self, name, nodes, draw):
        """
        nodes: the nodes to use. When one does not answer, the next one is used.
        draw: makes the action for a number: the path and collection of its room, its name, fields and item.
        """
        super().__init__(daemon=True)
        self.title, self.nodes, self.draw = name, nodes, draw
        self.acknowledged, self.failures, self.problem = [], [], None
        self.tab, self.moves = self.new_tab(), 0
        self.is_over = threading.Event()
        self.session = None

    def run(self):
        try:
            number = 0
            while not self.is_over.is_set():
                self.act(number)
                number += 1
        except Exception as error:  # The test says it.
            self.problem = error
        finally:
            self.leave()

    def act(self, number):
        path, collection, action, fields, item = self.draw(number)
        tab, receipt = self.tab, None
        while True:
            try:
                if not self.session or self.session.tab != tab:
                    self.leave()
                    self.session = Session(self.nodes[0], path, tab, collection)
                self.session.ask(number, action, fields, item, receipt)
                failure = self.session.answer(number, 10)
            except (OSError, TimeoutError, WebSocketException, EOFError):
                # Switches to the next node, or to the same one when it is back. The action may have been done.
                self.moves += 1
                self.turn_away(0.05)
                continue
            if failure is None:
                self.acknowledged.append(number)
                return
            # The action changed nothing, or its outcome is unknown. A new tab repeats it with the same receipt, because
            # a scene repeats its answer to a number.
            self.failures.append(failure)
            receipt = receipt or f"{tab}/{number}"
            tab = self.tab = self.new_tab()
            self.turn_away(0.2)

    def new_tab(self):
        return f"{self.title}-{secrets.token_hex(6)}"

    def turn_away(self, pause):
        self.leave()
        self.nodes.append(self.nodes.pop(0))
        time.sleep(pause)

    def leave(self):
        if self.session:
            try:
                self.session.close()
            except (OSError, WebSocketException):
                pass
            self.session = None

    def stop(self):
        """Lets it finish what it has begun."""
        self.is_over.set()
        self.join(4 * PATIENCE)
        assert not self.is_alive(), f"{self.title} has no answer"
        assert self.problem is None, self.problem
