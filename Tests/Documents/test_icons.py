"""One drawing means one thing: controls with the same icon do the same."""

import re

from documents import ROOT

# Words for one thing in several rooms.
SAME = [
    {"Add a palette", "Add color", "Add photos"}, {"View options", "Arrange"}, {"Add to album", "Keep in album"},
    {"Delete", "Delete palette"}, {"Photos", "Photorama"}]
CONTROL = re.compile(r"<(a|button|label)\b([^>]*)>(.*?)</\1>", re.DOTALL)


def icons():
    """The controls of all pages by the drawing that they have: by all of its paths."""
    found = {}
    for page in sorted((ROOT / "Gallery/Pages").rglob("*.html")):
        for _, attributes, inside in CONTROL.findall(page.read_text()):
            name = re.search(r'aria-label="([^"]+)"', attributes) or re.search(r'title="([^"]+)"', attributes)
            name = name[1] if name else re.sub(r"<[^>]+>", "", inside).strip()
            drawing = tuple(re.findall(r'\bd="([^"]+)"', inside))
            if drawing and name:
                found.setdefault(drawing, set()).add(name.removesuffix("…"))
    return found


def test_an_icon_means_one_thing():
    found = icons()
    assert len(found) > 30
    assert [names for names in found.values() if len(names) > 1 and not any(names <= same for same in SAME)] == []


def test_a_thing_has_one_icon():
    drawings = {}
    for drawing, names in icons().items():
        for name in names:
            drawings.setdefault(name, set()).add(drawing)
    assert {name: len(several) for name, several in drawings.items() if len(several) > 1} == {}
