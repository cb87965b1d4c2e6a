import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from gallery import Gallery  # noqa: E402


@pytest.fixture
def gallery(tmp_path, request):
    """A gallery that is served, and empty; or what a file of tests has in its place, as `PROGRAM`."""
    directory = tmp_path / "data"
    directory.mkdir()
    gallery = getattr(request.module, "PROGRAM", Gallery)(directory).start()
    yield gallery
    gallery.stop()
