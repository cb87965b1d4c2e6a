import pytest

from shelves import Shelves


@pytest.fixture(scope="module")
def shelves():
    with Shelves() as shelves:
        yield shelves
