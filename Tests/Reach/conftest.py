import itertools
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from nodes import Node, install  # noqa: E402
from postgres import Postgres  # noqa: E402
from tab import SIZES, Tab  # noqa: E402

NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def server():
    """A PostgreSQL server for a file of tests."""
    with Postgres() as server:
        yield server


@pytest.fixture
def base(server):
    """An empty database. A test that failed may have left the server stopped."""
    if not server.is_running():
        server.start()
    return server.create(f"g{next(NUMBERS)}")


@pytest.fixture
def start_node(base, tmp_path):
    """Starts nodes that follow the database; the first one has what they need installed. They share originals."""
    nodes = []

    def start_node(name, *options):
        if not nodes:
            install(base)
        nodes.append(Node(tmp_path / name, base, tmp_path / "originals", *options))
        return nodes[-1].start()

    yield start_node
    for node in nodes:
        node.stop()


@pytest.fixture
def open_at(browser):
    """Opens tabs, each in a browser context of its own; in the end none of them may have complained."""
    contexts, tabs = [], []

    def open_at(url, path="/colors", size="desktop", **options):
        width, height = SIZES[size]
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        tabs.append(Tab(contexts[-1], url, path))
        return tabs[-1]

    yield open_at
    complaints = [complaint for tab in tabs for complaint in tab.complaints]
    for context in contexts:
        context.close()
    assert complaints == []
