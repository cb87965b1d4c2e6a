"""A page of the gallery in a real browser, and where that browser is."""

import json
import os
import pathlib
import shutil

from gallery import PATIENCE, eventually

# Beside the navigation they leave a collection 390 by 844, 820 by 1,128 and 1,440 by 900 points.
SIZES = {"phone": (390, 896), "tablet": (820, 1180), "desktop": (1632, 900)}
# Tabs ask for reduced motion unless a test looks at motion. They are ready sooner.
MOVING = {"reduced_motion": "no-preference"}
SHOTS = os.environ.get("AVIARY_SCREENSHOTS")


def browser_path():
    names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    paths = [shutil.which(name) for name in names] + ["/Applications/Chromium.app/Contents/MacOS/Chromium"]
    found = [path for path in paths if path and os.path.exists(path)]
    assert found, "no Chromium; run scripts/setup"
    return found[0]


class Relay:
    """Stands between a tab that is opened next and the server: `held` is what the server sent while `is_holding`, or only
    those messages that `holds` says so of."""

    def __init__(self, tab, holds=None):
        self.is_holding, self.held, self.holds = False, [], holds
        self.page = tab.page
        self.page.route_web_socket("**/live", self._open)

    def _open(self, socket):
        self.socket = socket
        server = socket.connect_to_server()
        server.on_message(lambda text: self._hear(text, socket))

    def _hear(self, text, socket):
        if not self.is_holding:
            return socket.send(text)
        if not self.holds:
            return self.held.append(text)
        messages = json.loads(text)
        kept = [message for message in messages if self.holds(message)]
        sent = [message for message in messages if message not in kept]
        if kept:
            self.held.append(json.dumps(kept))
        if sent:
            socket.send(json.dumps(sent))

    def eventually(self, check):
        """Waits until a check no longer fails. Meanwhile the browser is polled, because the relay works only during a
        call."""
        def relayed():
            self.page.wait_for_timeout(10)
            return check()

        return eventually(relayed)

    def release(self):
        self.is_holding = False
        for text in self.held:
            self.socket.send(text)
        self.held.clear()


class Tab:
    """A page of the gallery, with what it did and complained about."""

    def __init__(self, context, url, path="/colors", live=True):
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.complaints, self.requests, self._frames = [], [], []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", self._opened)
        self.url = url + path
        self.page.goto(self.url)
        if live:
            self._wait_for_scene()

    def open_anew(self):
        """Not a reload: a page that comes back knows its lattice before the first frame."""
        self.page.goto("about:blank")
        self.page.goto(self.url)
        self._wait_for_scene()

    def _wait_for_scene(self):
        self.page.wait_for_selector(".content[data-lattice]", state="attached")

    def _heard(self, message):
        # A server that is down is a test's doing.
        is_of_its_absence = "WebSocket connection" in message.text or "ERR_CONNECTION_REFUSED" in message.text
        if message.type in ("error", "warning") and not is_of_its_absence:
            self.complaints.append(message.text)

    def _opened(self, socket):
        socket.on("framereceived", lambda payload: self._frames.append(("in", payload)))
        socket.on("framesent", lambda payload: self._frames.append(("out", payload)))

    @property
    def frames(self):
        """The frames of the socket until now. They are reported only during a call to the browser."""
        self.page.wait_for_timeout(0)
        return self._frames

    def items(self):
        return self.page.eval_on_selector_all("[data-item]", "cells => cells.map(cell => cell.dataset.item)")

    def cell(self, item):
        return self.page.locator(f'[data-item="{item}"]')

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def selected(self):
        return self.page.eval_on_selector_all(
            '[aria-selected="true"]', "cells => cells.map(cell => cell.dataset.item)")

    def fills(self):
        """The computed colour of each cell, as #rrggbb."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('[data-item]')].map((cell) => '#' +
                 getComputedStyle(cell).backgroundColor.match(/[0-9.]+/g).slice(0, 3)
                   .map((channel) => Number(channel).toString(16).padStart(2, '0')).join(''))""")

    def wait_for_items(self, items):
        self.page.wait_for_function(
            "items => { const shown = [...document.querySelectorAll('[data-item]')].map(cell => cell.dataset.item);"
            "return shown.length === items.length && shown.every((item, place) => item === items[place]) }",
            arg=items)

    def change_servers(self, gallery):
        """Loses its server, and finds another one, which knows nothing of the page."""
        gallery.kill()
        self.page.get_by_text("Reconnecting…").wait_for()
        gallery.start()
        self.page.wait_for_function("() => !document.querySelector('.banner.connection')")

    def wait_for_copied(self, text, read="navigator.clipboard.readText()"):
        """Waits until the clipboard holds a text. The page is asked anew each time: a promise is no condition to wait for."""
        def check():
            copied = self.page.evaluate(read)
            assert copied == text, copied

        eventually(check)

    def settle(self):
        """Waits until nothing moves that is in view."""
        self.page.wait_for_function(
            """() => !document.querySelector('.leaving') && document.getAnimations().every(({ effect }) => {
                 const box = effect?.target?.closest('.tile')?.closest('.collection')?.getBoundingClientRect();
                 const { left, right, top, bottom } = effect?.target?.getBoundingClientRect() ?? {};
                 return box && (right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom) })""")

    def shoot(self, name, is_moving=True):
        if is_moving:
            self.settle()
        if SHOTS:
            pathlib.Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{SHOTS}/{name}.png")
