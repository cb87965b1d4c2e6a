import pytest

from shelves import Shelves
from tab import SIZES, Tab


@pytest.fixture
def open_tab(browser, gallery):
    """Opens tabs on the gallery; in the end none of them may have complained."""
    contexts, tabs = [], []

    def open_tab(size="phone", path=None, live=True, **options):
        options = {"reduced_motion": "reduce", **options}
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        tabs.append(Tab(context, gallery.url, path or gallery.path, live))
        return tabs[-1]

    yield open_tab
    complaints = [complaint for tab in tabs for complaint in tab.complaints]
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def shelves():
    with Shelves() as shelves:
        yield shelves
