"""The interface for a room's own code: actions, outlets, gestures, and a signal that aborts with the page."""

import pytest
from workbench import Workbench

PROGRAM = Workbench

CODE = """export default (room) => {
  Object.assign(window, { room, heard: [], moved: [] });
  room.observe("shown", (value) => heard.push(value));
  room.recognize(room.root, {
    begins: ({ target }) => target.matches("main"), drags: () => true, dragMoved: ({ x }) => moved.push(x), dragCancelled() {},
  });
  room.signal.addEventListener("abort", () => (sessionStorage.ended = "yes"));
};"""


@pytest.fixture
def tab(open_tab):
    """The workbench with code of its own, put in before the client runs."""
    tab = open_tab("desktop")
    tab.page.add_init_script("""document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive" || location.pathname !== "/") return;
      const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/client/rooms/bench-1.js" });
      link.dataset.room = "";
      document.head.append(link);
    })""")
    tab.page.route("**/client/rooms/bench-1.js", lambda route: route.fulfill(body=CODE, content_type="text/javascript"))
    tab.open_anew()
    tab.page.wait_for_function("() => window.room")
    return tab


def test_code_calls_actions_and_follows_outlets(tab):
    tab.page.wait_for_function("() => heard.at(-1) === '40'")
    assert tab.page.evaluate("room.act('level', { level: '50' })") is True
    tab.page.wait_for_function("() => heard.at(-1) === '50'")
    assert tab.page.evaluate("room.act('hex', { hex: 'nonsense' })") is False
    tab.page.get_by_text("isn't a color").wait_for()


def test_code_hears_gestures_and_ends_with_its_page(tab):
    x, y = tab.page.evaluate("(({ x, y }) => [x, y])(document.querySelector('main').getBoundingClientRect())")
    tab.page.mouse.move(x + 2, y + 2)
    tab.page.mouse.down()
    tab.page.mouse.move(x + 40, y + 2)
    tab.page.mouse.up()
    assert tab.page.evaluate("moved.at(-1)") == x + 40
    tab.page.goto(tab.url + "healthz")
    assert tab.page.evaluate("sessionStorage.ended") == "yes"
