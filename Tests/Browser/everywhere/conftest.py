import os
import sys

import pytest

from everywhere.windows import BROWSERS, Chromium, WebKit


# scripts/test --quick has the first one alone.
CHOSEN = list(BROWSERS)[:1] if os.environ.get("AVIARY_QUICK") else list(BROWSERS)


@pytest.fixture(scope="session", params=CHOSEN)
def running_browser(request):
    """A browser that runs for as long as there are tests for it."""
    kind = BROWSERS[request.param]
    if kind is WebKit and sys.platform == "darwin":
        pytest.skip("WebKitGTK is for Linux only")
    browser = kind(request.getfixturevalue("browser")) if kind is Chromium else kind()
    yield browser
    browser.quit()


@pytest.fixture
def size():
    """The size of the window. A test that is `at_both_sizes` also runs with a phone's size."""
    return "desktop"


@pytest.fixture
def window(running_browser, size):
    """A window in each of the browsers."""
    running_browser.begin(size)
    yield running_browser
    running_browser.end()


@pytest.fixture
def change(window):
    """Has the page of shelves do what its field says, and waits until that is done and seen."""

    def change(steps):
        window.script(
            "const input = document.querySelector('[name=steps]'); input.value = values[0]; input.form.requestSubmit()", steps)
        window.wait("document.querySelector('[name=steps]').value === ''")  # its receipt is there
        window.wait("!document.getAnimations().length && !document.querySelector('.leaving, .placeholder')")

    return change
