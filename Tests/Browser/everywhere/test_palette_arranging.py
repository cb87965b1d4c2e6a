"""Saved colors are sorted and folded, and a selection has its toolbar, in each browser."""

from everywhere.windows import at_both_sizes
from gallery import Gallery

PROGRAM = Gallery


@at_both_sizes
def test_colors_are_sorted_palettes_folded_and_a_selection_has_a_toolbar(gallery, window, size):
    gallery.sql(
        "UPDATE palette SET position = 1", "INSERT INTO palette(name, position) VALUES ('Second', 2)",
        # The presets of the picker are items, too: 0 to 6.
        *[("INSERT INTO swatch(id, name, position, red, green, blue) VALUES (?, ?, ?, ?, 0.4, 0.3)", 100 + place, name, place, place / 3)
          for place, name in enumerate("cab")])
    shown = (
        "[...document.querySelectorAll('.tile:has(.saved)')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)"
        ".map((row) => row.querySelector('input').value).join('')")
    window.open(f"{gallery.url}/palette")
    window.wait(f"{shown} === 'cab' && document.querySelectorAll('.header').length === 2")
    window.click("[popovertarget=arrange]")
    window.click("[name=sort][value=name]")
    window.wait(f"{shown} === 'abc'")
    window.shoot(f"palette-sorted-{size}")
    window.press("Escape")
    window.wait("!document.querySelector('#arrange:popover-open')")
    window.wait("document.querySelector('.chosen').hidden")
    item = window.script("return document.querySelector('.saved').dataset.item")
    window.click_item(item)
    window.wait("!document.querySelector('.chosen').hidden")
    window.shoot(f"palette-toolbar-{size}")
    window.click(".chosen [data-action=duplicate]")
    window.wait(f"{shown}.length === 4")
    window.click(".chosen .done")
    window.wait("document.querySelector('.chosen').hidden")
    window.click(".header .fold")
    window.wait(f"{shown} === '' && document.querySelector('.header .fold').ariaExpanded === 'false'")
    window.wait("document.querySelector('.header .count').textContent === '4'")
