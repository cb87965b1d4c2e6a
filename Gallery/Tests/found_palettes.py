"""Palettes that `scripts/setup` has fetched: those of Debian's GIMP, Inkscape and MyPaint."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def found_palettes():
    """All of them; none where there is no Debian."""
    return sorted((ROOT / ".venv" / "palettes").rglob("*.gpl"))
