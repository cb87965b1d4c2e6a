"""A page of an older version meets a newer server, in each browser: it is loaded anew, and stands where it stood."""

import pytest
from shelves import Shelves

# A thing that is in view.
SEEN = """[...document.querySelectorAll('.tile [data-item]')].find((cell) => {
  const grid = document.querySelector('[role=grid]').getBoundingClientRect(), { top, bottom } = cell.getBoundingClientRect();
  return top > grid.top + 100 && bottom < grid.bottom })?.dataset.item"""


@pytest.fixture
def shelves():
    """A server that is restarted as another version."""
    with Shelves() as shelves:
        yield shelves


def test_the_page_is_loaded_anew_and_is_as_it_was(shelves, window):
    window.open(f"{shelves.url}/shelves/3000")
    # Until WebKit has painted the whole list it scrolls no farther than the first paint is high.
    window.wait("(document.querySelector('[role=grid]').scrollTop = 90_000) === document.querySelector('[role=grid]').scrollTop")
    window.wait(f"{SEEN} && !document.querySelector('.placeholder')")
    seen = window.script(f"return {SEEN}")
    y = window.box(f"[data-item='{seen}']")[1]
    window.click("[name=steps]")
    window.type("half a sen")
    window.press("ArrowLeft")
    window.wait("document.querySelector('[name=steps]').selectionStart === 9")
    version = window.script("window.isOld = true; return document.documentElement.dataset.version")
    entries = window.script("return history.length")
    shelves.stop()
    shelves.start("2")
    window.wait("document.documentElement?.dataset.version !== values[0] && document.querySelector('[name=steps]')?.value === 'half a sen'", version)
    window.wait("document.querySelector(`[data-item='${values[0]}']`) && !document.querySelector('.placeholder')", seen)
    assert window.box(f"[data-item='{seen}']")[1] == pytest.approx(y, abs=1)
    assert window.script("return [document.activeElement.name, document.activeElement.selectionStart]") == ["steps", 9]
    assert window.script("return [window.isOld ?? false, history.length]") == [False, entries]
    # It is the same page from now on.
    window.script("window.isSame = true; document.querySelector('[name=steps]').value = ''")
    window.type("+0 2")
    window.press("Enter")
    window.wait("document.querySelector('[name=steps]').value === ''")
    assert window.script("return window.isSame")
