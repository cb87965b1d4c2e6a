"""The rest of the client is lost on its way, in each browser."""

import pytest

from gallery import eventually
from prefix_proxy import PrefixProxy
from workbench import Workbench

PROGRAM = Workbench


class LosingLine(PrefixProxy):
    """Cuts the connection of the first request for the rest of the client."""

    def __init__(self, port):
        super().__init__(port, "", is_removed=False)
        self.lost = []

    async def _pass_on(self, method, path, *others):
        if "/rest-" in path and not self.lost:
            self.lost.append(path)
        else:
            await super()._pass_on(method, path, *others)


@pytest.mark.each_engine
def test_a_menu_opens_though_the_line_was_cut_when_the_rest_was_on_its_way(gallery, window):
    gallery.fill("saw", "tape", "tack")
    with LosingLine(gallery.port) as line:
        window.open(f"{line.url}/")

        def is_lost():
            assert line.lost

        eventually(is_lost)
        x, y, width, _ = window.box("[data-item='2']")
        window.click_at(x + width / 2, y + 16, "right")
        window.wait("document.querySelector('[role=menu]')")
        window.press("Escape")
        window.wait("!document.querySelector('[role=menu]')")
