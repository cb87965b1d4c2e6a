"""Pictures that `scripts/setup` has fetched, since nobody keeps them with the project."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACES = [("/System/Library/Desktop Pictures", "*.heic")] if sys.platform == "darwin" else [("/usr/share/backgrounds", "*_by_*.jpg")]


def photographs():
    """As cameras made them: some megapixels each, and not many."""
    found = sorted(path for folder, pattern in PLACES for path in pathlib.Path(folder).glob(pattern))
    small = [path for path in found if path.stat().st_size < 2_000_000]
    assert len(small) >= 3, "no photographs; run scripts/setup"
    return small[:8]


def decoder_tests():
    """A folder of about a thousand files in many formats, which once broke a decoder or nearly did."""
    return fetched("pillow-*/Tests/images")


def heif_tests():
    """A folder of some dozen files in HEIC: of phones, of cameras, of programs, and broken ones."""
    return fetched("pillow_heif-*/tests/images")


def fetched(pattern):
    found = list((ROOT / ".venv" / "pictures").glob(pattern))
    assert len(found) == 1, "no pictures; run scripts/setup"
    return found[0]
