"""Tests that go through all rooms, or through all tables, have each of them in their lists."""

import re

import pytest

from documents import ROOT, text

SOURCES = "Gallery/Sources/aviary"
# Home has no room of its own.
FILES = [f"{SOURCES}/App/Gallery+App.swift", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / SOURCES).glob("*/*Room.swift"))]
ROOMS = [room for file in FILES for room in re.findall(r'NavigationLink\([^)]*?to: "([^"]+)"', text(file))]
SCHEMA = text(f"{SOURCES}/Store/Schema/Schema.swift")
TABLES = re.findall(r'RequiredTable\("(\w+)"', SCHEMA)


@pytest.mark.parametrize("file", [
    "Gallery/Tests/Rooms/test_look.py", "Gallery/Tests/Rooms/test_rooms.py", "Gallery/Tests/Rooms/test_bars.py",
    "Gallery/Tests/CommandLine/test_pages.py", "Gallery/Tests/CommandLine/test_hostile.py", "Gallery/Tests/CommandLine/crowd.py",
    "Gallery/Tests/GalleryTests/StockedAlbum.swift", "Gallery/Tests/room_pictures.py", "Gallery/Tests/older_stores.py", "Tests/Browser/test_prefix.py", "Tests/Browser/everywhere/test_scrolls.py"])
def test_a_list_has_every_room(file):
    assert len(ROOMS) >= 5
    # Home does not scroll by itself.
    rooms = ROOMS[1:] if "scrolls" in file else ROOMS
    names = {room: room.strip("/").capitalize() or "Home" for room in rooms}
    assert [room for room, name in names.items() if not re.search(f'"({room}|{name})"', text(file))] == []


@pytest.mark.parametrize("file", [
    "Gallery/Tests/CommandLine/hostile.py", "Tests/Reach/nodes.py", "docs/SCHEMA.md"])
def test_a_list_has_every_table(file):
    assert len(TABLES) >= 11
    assert [table for table in TABLES if not re.search(rf'"{table}"|`{table}`|^## {table}$', text(file), re.MULTILINE)] == []
