"""The scrubber of months in Photos: by mouse, by finger and by keys, in rows and in squares."""

import calendar
import datetime
import random

import pytest
from playwright.sync_api import expect

from photo_gallery import SHAPES, Photos
from test_scrubber import drag_by_finger, grab, settled, shown, slider

PROGRAM = Photos
SEED = 14
YEARS = range(2016, 2024)
# As the room has them: the latest first.
MONTHS = [f"{calendar.month_name[month]} {year}" for year in reversed(YEARS) for month in range(12, 0, -1)]
# The titles of the months in view.
IN_VIEW = """() => { const box = document.querySelector('[role=grid]').getBoundingClientRect();
  return [...document.querySelectorAll('[role=rowheader]')].filter(header => { const { top, bottom } = header.getBoundingClientRect();
    return bottom > box.top && top < box.bottom }).map(header => header.querySelector('.name').textContent) }"""


def taken(year, month, day=10):
    return int(datetime.datetime(year, month, day, 12, tzinfo=datetime.timezone.utc).timestamp()) * 1_000


def photo(name, digest, shape, time):
    width, height = shape
    return ("INSERT INTO photo(name, digest, type, width, height, color, takenAt) VALUES (?, ?, 'image/png', ?, ?, '#808080', ?)",
            name, digest, width, height, time)


@pytest.fixture
def timeline(gallery):
    """Twelve photos in each month of eight years, of three pictures."""
    gallery.import_pictures(["a.png", "b.png", "c.png"])
    gallery.digests = [digest for digest, in gallery.rows("SELECT digest FROM photo ORDER BY name")]
    gallery.sql("DELETE FROM photo", *[
        photo(f"{year}-{month:02} {number}.png", gallery.digests[number % 3], SHAPES[number % 3], taken(year, month, 1 + number))
        for year in YEARS for month in range(1, 13) for number in range(12)])
    return gallery


def open_months(open_tab, size, layout="Rows", **options):
    tab = open_tab(size, **options)
    tab.button("View options").click()
    panel = tab.page.get_by_role("dialog", name="View options")
    for name in ("Months", layout):
        button = panel.get_by_role("button", name=name, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    tab.page.keyboard.press("Escape")
    expect(slider(tab)).to_have_accessible_name("Dates")
    tab.settle()
    settled(tab)
    return tab


def wait_for_label_in_view(tab):
    """The content is where the label says."""
    tab.page.wait_for_function(f"() => ({IN_VIEW})().includes(document.querySelector('.scrubber .label').textContent)")
    settled(tab)
    expect(slider(tab)).to_have_attribute("aria-valuetext", shown(tab))


@pytest.mark.parametrize("layout", ["Rows", "Squares"])
def test_a_mouse_reaches_every_year(timeline, open_tab, layout):
    tab = open_months(open_tab, "desktop", layout)
    x, top, bottom = grab(tab)
    years = list(YEARS)
    random.Random(SEED).shuffle(years)
    for year in years:
        # All months are of one height, so that July stands in the middle of its year.
        place = MONTHS.index(f"July {year}") + 0.5
        tab.page.mouse.move(x, top + (bottom - top) * place / len(MONTHS))
        tab.page.wait_for_function(f"() => document.querySelector('.scrubber .label').textContent.endsWith(' {year}')")
        wait_for_label_in_view(tab)
        assert shown(tab) in [f"{month} {year}" for month in ("June", "July", "August")]
    tab.shoot(f"photos-scrubber-{layout.lower()}", is_moving=False)
    for y, month in ((bottom, MONTHS[-1]), (top, MONTHS[0])):
        tab.page.mouse.move(x, y)
        expect(slider(tab)).to_have_attribute("aria-valuetext", month)
        wait_for_label_in_view(tab)
    tab.page.mouse.up()
    assert tab.page.get_by_role("grid").evaluate("grid => grid.scrollTop") == 0
    assert tab.selected() == [] and tab.page.url.endswith("/photos"), "a drag of the scrubber is none of a photo"


def test_a_finger_drags_through_the_months(timeline, open_tab):
    tab = open_months(open_tab, "phone", has_touch=True, is_mobile=True)
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 600 }")
    expect(slider(tab)).to_have_attribute("data-shown", "")
    touch = drag_by_finger(tab)
    tab.page.wait_for_function(
        "months => months.indexOf(document.querySelector('.scrubber .label').textContent) > 24", arg=MONTHS)
    tab.shoot("photos-scrubber-phone", is_moving=False)
    touch("touchEnd")
    expect(slider(tab)).not_to_have_attribute("data-dragging", "")
    wait_for_label_in_view(tab)
    assert tab.selected() == [] and tab.page.url.endswith("/photos")


def test_the_keys_lead_from_month_to_month(timeline, open_tab):
    tab = open_months(open_tab, "desktop")
    slider(tab).focus()

    def press(key, month):
        tab.page.keyboard.press(key)
        expect(slider(tab)).to_have_attribute("aria-valuetext", month)
        tab.page.wait_for_function(f"month => ({IN_VIEW})().includes(month)", arg=month)

    expect(slider(tab)).to_have_attribute("aria-valuetext", MONTHS[0])
    for place, key in [(1, "ArrowDown"), (2, "ArrowRight"), (1, "ArrowUp"), (0, "ArrowLeft"), (0, "ArrowUp"), (-1, "End"),
                       (-1, "ArrowDown"), (-2, "ArrowUp"), (0, "Home")]:
        press(key, MONTHS[place])
    tab.page.keyboard.press("PageDown")
    tab.page.wait_for_function(
        "months => Math.abs(months.indexOf(document.querySelector('[role=slider]').ariaValueText) - 9.6) < 2", arg=MONTHS)
    place = MONTHS.index(slider(tab).get_attribute("aria-valuetext"))
    press("ArrowDown", MONTHS[place + 1])
    # A month that comes and one that goes are known at once.
    timeline.sql(photo("new.png", timeline.digests[0], SHAPES[0], taken(2024, 1)), ("DELETE FROM photo WHERE name LIKE '2023-12%'",))
    tab.page.get_by_text("1,141 photos", exact=True).first.wait_for()
    settled(tab)
    tab.page.keyboard.press("Home")
    expect(slider(tab)).to_have_attribute("aria-valuetext", "January 2024")
    press("ArrowDown", "November 2023")
    assert tab.page.evaluate("document.activeElement.role") == "slider" and tab.selected() == []


def test_it_is_there_only_beside_sections(timeline, open_tab):
    tab = open_months(open_tab, "desktop")
    tab.button("View options").click()
    tab.button("None").click()
    tab.page.keyboard.press("Escape")
    tab.page.wait_for_function("() => !document.querySelector('[role=rowheader]')")
    expect(slider(tab)).to_have_count(0)
