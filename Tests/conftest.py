import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from gallery import Gallery  # noqa: E402


@pytest.fixture
def gallery(tmp_path):
    """A gallery that is served, and empty."""
    directory = tmp_path / "data"
    directory.mkdir()
    gallery = Gallery(directory).start()
    yield gallery
    gallery.stop()
