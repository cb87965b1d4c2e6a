"""Colors are moved by hand, in each browser: within a palette, into another one, several at once, by keys, and taken back."""

import pytest
from everywhere.windows import at_both_sizes, way
from gallery import Gallery, eventually

PROGRAM = Gallery


def fill(gallery, first="abcdef"):
    """Two palettes; x and y are in the second."""
    gallery.sql(
        "UPDATE palette SET position = 1", "INSERT INTO palette (name, position) VALUES ('Second', 2)",
        *[(
            "INSERT INTO swatch (palette, position, name, red, green, blue)"
            " VALUES ((SELECT id FROM palette WHERE position = ?), ?, ?, ?, 0.4, 0.3)", palette, place, name, place / 6)
          for palette, names in ((1, first), (2, "xy")) for place, name in enumerate(names)])
    return dict(gallery.rows("SELECT name, id FROM swatch"))


def order(gallery):
    rows = gallery.rows(
        "SELECT palette.position, swatch.name FROM swatch JOIN palette ON palette.id = palette"
        " ORDER BY palette.position, swatch.position, swatch.id")
    return ["".join(name for palette, name in rows if palette == number) for number in (1, 2)]


def tiles(window):
    """By their positions: a row with the keyboard in it may stand elsewhere in the page where it cannot be moved there."""
    return window.script(
        "return [...document.querySelectorAll('.tile:has(.saved)')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)"
        ".map((row) => row.firstElementChild.dataset.item)")


@pytest.fixture
def room(gallery, window, size):
    # On a phone both palettes are in view, too.
    first = "abcdefgh" if size == "desktop" else "abcd"
    ids = fill(gallery, first)
    window.open(f"{gallery.url}/palette")
    window.wait(f"document.querySelectorAll('.tile .saved').length === {len(ids)} && document.querySelector('[data-collection=grid][aria-keyshortcuts]')")

    def has_order(first, second):
        def check():
            assert order(gallery) == [first, second]
            assert tiles(window) == [str(ids[name]) for name in first + second]

        eventually(check)
        window.wait("!document.querySelector('.lifted, [data-moving]')")

    def grip(name):
        """Where a tile is taken: not at its name."""
        x, y, width, _ = window.box(f'.tile .saved[data-item="{ids[name]}"]')
        return round(x + width - 12), round(y + 14)

    def has_selected(names):
        window.wait(
            "[...document.querySelectorAll('.saved[aria-selected=true]')].map((cell) => cell.dataset.item).sort().join() === values[0]",
            ",".join(sorted(str(ids[name]) for name in names)))

    window.has_selected = has_selected
    window.ids, window.has_order, window.grip, window.behind = ids, has_order, grip, first[4:]
    return window


@pytest.mark.each_engine
@at_both_sizes
def test_a_color_is_moved_within_its_palette_and_back(room, size):
    room.drag(way(room.grip("a"), room.grip("d")))
    room.has_order("bcda" + room.behind, "xy")
    room.drag(way(room.grip("a"), room.grip("b")))
    room.has_order("abcd" + room.behind, "xy")
    room.shoot(f"moved-{size}")


@pytest.mark.each_engine
@at_both_sizes
def test_a_color_is_moved_into_another_palette_and_taken_back(room):
    room.drag(way(room.grip("b"), room.grip("y")))
    room.has_order("acd" + room.behind, "xby")
    room.script("document.activeElement.blur()")
    room.press("Control+z")
    room.has_order("abcd" + room.behind, "xy")


def test_what_is_selected_goes_along(room):
    room.click_at(*room.grip("b"), modifiers=["Control"])
    room.click_at(*room.grip("e"), modifiers=["Control"])
    room.has_selected("be")
    # From below: on its way down the gap opens at the end of the first palette, and has the second one give way.
    start, (x, y) = room.grip("e"), room.grip("x")
    top = "document.querySelector('.lifted')?.getBoundingClientRect().y"
    with room.mouse(*start) as move:
        for point in way(start, (x, y + 250)):
            move(*point)
        room.wait(f"{top} > values[0]", y + 200)
        for point in way((x, y + 250), (x, y)):
            move(*point)
        room.wait(f"{top} < values[0]", y)
    room.has_order("acdfgh", "bexy")
    room.has_selected("be")


@at_both_sizes
def test_keys_lead_a_color_and_say_where_it_is(room):
    room.click_at(*room.grip("c"))
    room.wait_for_focus(room.ids["c"])
    # The color that was picked is read out, too.
    room.wait("document.querySelector('.announcer').textContent")
    room.press("Alt+ArrowLeft")
    room.has_order("acbd" + room.behind, "xy")
    room.wait_for_focus(room.ids["c"])
    room.wait("document.querySelector('.announcer').textContent.startsWith(values[0])", f"Moved to position 2 of {4 + len(room.behind)} in ")
    room.press("Alt+End")
    room.has_order("abd" + room.behind, "xyc")
    room.wait_for_focus(room.ids["c"])
