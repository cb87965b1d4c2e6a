"""The slider beside sections, in each browser: by mouse, by finger and by keys."""

import pytest

LAST = 4_999
# The numbers of the visible shelves.
SHOWN = """[...document.querySelectorAll('.section')].filter((row) => { const { top, bottom } = row.getBoundingClientRect();
  const box = document.querySelector('[role=grid]').getBoundingClientRect(); return bottom > box.top && top < box.bottom })
  .map((row) => Number(row.firstElementChild.dataset.section.split(' ')[1]))"""
SAID = "Number(document.querySelector('[role=slider]').ariaValueText?.split(' ')[1])"


@pytest.fixture
def shelf(window, shelves):
    window.open(f"{shelves.url}/many")
    window.wait("document.querySelector('[role=slider]:not([hidden])')")
    return window


def wait_for_shelves(window, first, last):
    """Waits until the slider shows a number in this range, and the shelf is visible."""
    window.wait(f"{SAID} >= values[0] && {SAID} <= values[1]", first, last)
    window.wait(f"{SHOWN}.includes({SAID}) && !document.querySelector('.placeholder')")


@pytest.mark.parametrize("hold", ["mouse", "finger"])
def test_a_drag_leads_to_the_section_that_the_label_names(shelf, hold):
    # However long the machine takes from the scrolling to the press, the thumb is there.
    shelf.script(
        "const later = setTimeout; window.setTimeout = (act, wait) => wait === 1_500 ? 0 : later(act, wait);"
        "addEventListener('pointerdown', (event) => { window.heard = event.pointerType }, true);"
        "document.querySelector('[role=grid]').scrollTop = 2_000_000")
    shelf.wait("'shown' in document.querySelector('[role=slider]').dataset && !document.querySelector('.placeholder')")
    _, top, _, height = shelf.box(".scrubber")
    x, y = shelf.middle(".scrubber .thumb")
    with getattr(shelf, hold)(x, y) as move:
        for share in (0.8, 0.25, 1, 0.5):
            move(x, round(top + 22 + share * (height - 44)))
            wait_for_shelves(shelf, share * LAST - 60, share * LAST + 60)
            shelf.wait(f"document.querySelector('.scrubber .label').textContent === `shelf ${{{SAID}}}`")
        shelf.shoot(f"scrubber-{hold}")
        move(x, round(top))
        wait_for_shelves(shelf, 0, 0)
    shelf.wait("!('dragging' in document.querySelector('[role=slider]').dataset)")
    shelf.wait("document.querySelector('[role=grid]').scrollTop === 0")
    assert shelf.script("return heard") == {"mouse": "mouse", "finger": "touch"}[hold]
    assert shelf.selected() == []


def test_the_keys_lead_from_section_to_section_and_to_both_ends(shelf):
    shelf.script("document.querySelector('[role=slider]').focus()")
    wait_for_shelves(shelf, 0, 0)
    for key, number in [
        ("ArrowDown", 1), ("ArrowRight", 2), ("ArrowUp", 1), ("End", LAST), ("ArrowDown", LAST), ("ArrowUp", LAST - 1),
        ("Home", 0), ("ArrowLeft", 0),
    ]:
        shelf.press(key)
        wait_for_shelves(shelf, number, number)
    shelf.press("PageDown")
    wait_for_shelves(shelf, LAST / 10 - 20, LAST / 10 + 20)
    shelf.press("PageUp")
    wait_for_shelves(shelf, 0, 20)
    assert shelf.script("return document.activeElement.role") == "slider"
