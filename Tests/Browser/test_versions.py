"""A page of an older version that meets a newer server: it is loaded anew once, and stands where it stood."""

import pytest
from gallery import eventually
from shelves import Shelves
from tab import Tab


@pytest.fixture
def shelves():
    """A server that is restarted as another version."""
    with Shelves() as shelves:
        yield shelves


@pytest.fixture
def tab(browser, shelves):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    tab = Tab(context, shelves.url, "/shelves/3000", live=False)
    # The number of loads, which is stored outside the page.
    tab.page.add_init_script("try { sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1 } catch {}")
    tab.open_anew()
    yield tab
    assert tab.complaints == []
    context.close()


def loads(tab):
    return int(tab.page.evaluate("sessionStorage.loads"))


def assert_told(tab):
    """Asserts that the page was told of another version."""
    assert any(way == "in" and '["upgrade",' in text for way, text in tab.frames)


def test_the_page_is_loaded_anew_once_and_is_as_it_was(shelves, tab):
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 90_000 }")
    # Until the list has followed the scroll, nothing is there.
    seen = tab.page.wait_for_function("() => document.elementsFromPoint(20, 400).find(each => each.dataset?.item)?.dataset.item")
    seen = seen.json_value()
    y = tab.cell(seen).bounding_box()["y"]
    tab.page.get_by_label("Steps").fill("half a sen")
    tab.page.keyboard.press("ArrowLeft")
    before, version = loads(tab), tab.page.evaluate("document.documentElement.dataset.version")
    shelves.stop()
    shelves.start("2")
    tab.page.wait_for_function("version => document.documentElement.dataset.version !== version", arg=version)
    tab.page.wait_for_function("() => document.querySelector('[name=steps]').value === 'half a sen'")
    tab.cell(seen).wait_for()
    assert tab.cell(seen).bounding_box()["y"] == pytest.approx(y, abs=1)
    assert tab.page.evaluate("[document.activeElement.name, document.activeElement.selectionStart]") == ["steps", 9]
    tab.page.wait_for_timeout(1_000)
    assert loads(tab) == before + 1
    # Another restart of the same version is nothing new.
    shelves.stop()
    shelves.start("2")
    tab.page.wait_for_timeout(2_000)
    assert loads(tab) == before + 1
    tab.page.get_by_label("Steps").fill("+0 2")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("() => document.querySelector('[name=steps]').value === ''")


def test_a_page_with_an_open_dialog_is_loaded_anew_when_it_is_closed(shelves, tab):
    tab.page.evaluate("document.body.appendChild(document.createElement('dialog')).showModal()")
    before = loads(tab)
    shelves.stop()
    shelves.start("2")
    eventually(lambda: assert_told(tab))
    tab.page.wait_for_timeout(1_000)
    assert loads(tab) == before
    tab.page.evaluate("document.querySelector('dialog').close()")
    tab.page.wait_for_function("before => Number(sessionStorage.loads) === before + 1", arg=before)


def test_old_pages_that_are_handed_out_again_make_no_loop(shelves, tab):
    old = tab.page.evaluate("document.documentElement.dataset.version")
    # As with a proxy that caches pages too long. A page that the test served itself could not open a WebSocket.
    tab.page.add_init_script(
        f"""document.addEventListener('readystatechange', () => {{
              if (document.readyState === 'interactive') document.documentElement.dataset.version = '{old}';
            }})""")
    before = loads(tab)
    shelves.stop()
    shelves.start("2")
    tab.page.wait_for_function("before => Number(sessionStorage.loads) > before", arg=before)
    tab.page.wait_for_timeout(3_000)
    assert loads(tab) == before + 1
