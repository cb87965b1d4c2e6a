"""The slider that leads from section to section: by mouse, by finger and by keys, among three and among 100,000."""

import json
import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gallery import draws
from test_sections import change, open_shelves, url  # noqa: F401

SEED = 11
SHELF = """() => { const grid = document.querySelector('[role=grid]').getBoundingClientRect();
  return [...document.querySelectorAll('.section')].filter(row => { const { top, bottom } = row.getBoundingClientRect();
    return bottom > grid.top && top < grid.bottom }).map(row => row.firstElementChild.dataset.section) }"""


def slider(tab):
    return tab.page.get_by_role("slider")


def settled(tab):
    tab.page.wait_for_function("() => !document.querySelector('.placeholder') && document.querySelector('.tile')")


def grab(tab):
    """Leads a mouse to the thumb, which shows itself, and presses; returns x, and where its way begins and ends."""
    slider(tab).wait_for(state="attached")
    # Below the links to other pages.
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 2_000_000 }")
    settled(tab)
    grid = tab.page.get_by_role("grid").bounding_box()
    right = slider(tab).bounding_box()["x"]
    tab.page.mouse.move(right - 30, grid["y"] + grid["height"] / 2)
    expect(slider(tab)).to_have_attribute("data-shown", "")
    thumb = tab.page.locator(".scrubber .thumb").bounding_box()
    way = slider(tab).bounding_box()
    tab.page.mouse.move(thumb["x"] + 30, thumb["y"] + 22)
    tab.page.mouse.down()
    return thumb["x"] + 30, way["y"] + 22, way["y"] + way["height"] - 22


def shown(tab):
    return tab.page.locator(".scrubber .label").text_content()


def test_it_is_there_when_there_is_more_than_fits(open_shelves):
    tab = open_shelves(height=3_000)
    slider(tab).wait_for(state="hidden")
    change(tab, "+0 200")
    expect(slider(tab)).to_be_attached()
    expect(slider(tab)).not_to_have_attribute("hidden", "")
    change(tab, "-0 200")
    expect(slider(tab)).to_have_count(0)


@pytest.mark.parametrize("path", draws(["/many"], long=["/many", "/justified-many"]))
def test_a_mouse_drags_it_and_the_content_follows(open_shelves, path):
    tab = open_shelves(1280, 900, path)
    x, top, bottom = grab(tab)
    chance = random.Random(SEED)
    for share in [*(chance.random() for _ in range(6)), 1, 0]:
        del tab.frames[:]
        tab.page.mouse.move(x, top + (bottom - top) * share)
        tab.page.wait_for_function("text => document.querySelector('.scrubber .label').textContent !== text || text === 'shelf 0'", arg="")
        section = round(share * 4_999)
        tab.page.wait_for_function(
            "([low, high]) => { const n = Number(document.querySelector('.scrubber .label').textContent.split(' ')[1]); return n >= low && n <= high }",
            arg=[section - 60, section + 60])
        tab.page.wait_for_function(f"text => ({SHELF})().includes(text)", arg=shown(tab))
        settled(tab)
        expect(slider(tab)).to_have_attribute("aria-valuetext", shown(tab))
        told = sum(len(text) for kind, text in tab.frames if kind == "in")
        assert told <= 10_000, f"{share}, seed {SEED}"
    tab.page.mouse.up()
    assert shown(tab) == "shelf 0" and tab.page.get_by_role("grid").evaluate("grid => grid.scrollTop") == 0
    assert tab.selected() == []


def drag_by_finger(tab):
    """Touches the thumb and draws it down. Returns a function that says where the finger goes next."""
    thumb = tab.page.locator(".scrubber .thumb").bounding_box()
    assert thumb["width"] >= 44 and thumb["height"] >= 44
    session = tab.page.context.new_cdp_session(tab.page)

    def touch(kind, y=None):
        points = [] if y is None else [{"x": thumb["x"] + 20, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", thumb["y"] + 20)
    for step in range(1, 8):
        touch("touchMove", thumb["y"] + 20 + step * 40)
    return touch


def test_a_finger_drags_it(open_shelves):
    tab = open_shelves(390, 844, "/many", has_touch=True, is_mobile=True)
    slider(tab).wait_for(state="attached")
    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 2_000_000 }")
    expect(slider(tab)).to_have_attribute("data-shown", "")
    touch = drag_by_finger(tab)
    tab.page.wait_for_function("() => Number(document.querySelector('.scrubber .label').textContent.split(' ')[1]) > 2_500")
    tab.shoot("scrubber-phone-dragged", is_moving=False)
    touch("touchEnd")
    settled(tab)
    expect(slider(tab)).not_to_have_attribute("data-dragging", "")
    tab.page.wait_for_function(f"text => ({SHELF})().includes(text)", arg=shown(tab))


@pytest.mark.parametrize(
    "path, count", [("/", 3), ("/shelves/100000", 100_000)] + draws([], long=[("/justified-many", 5_000)]))
def test_the_keys_reach_every_section(open_shelves, path, count):
    tab = open_shelves(390, 500, path)
    slider(tab).wait_for(state="attached")
    slider(tab).focus()
    says = lambda number: expect(slider(tab)).to_have_attribute("aria-valuetext", f"shelf {number}")
    press = tab.page.keyboard.press
    says(0)
    for number in range(1, min(count, 8)):
        press("ArrowDown")
        says(number)
        tab.page.wait_for_function(f"text => ({SHELF})().includes(text)", arg=f"shelf {number}")
    press("End")
    says(count - 1)
    press("ArrowDown")
    says(count - 1)
    settled(tab)
    press("ArrowUp")
    says(count - 2)
    press("Home")
    says(0)
    press("ArrowUp")
    says(0)
    if count > 100:
        press("PageDown")
        tab.page.wait_for_function(
            "count => { const n = Number(document.querySelector('[role=slider]').ariaValueText?.split(' ')[1]); return n > count * 0.09 && n < count * 0.11 }", arg=count)
        number = int(slider(tab).get_attribute("aria-valuetext").split()[1])
        press("ArrowRight")
        says(number + 1)
        tab.page.wait_for_function(f"text => ({SHELF})()[0] === text", arg=f"shelf {number + 1}")
    assert tab.page.evaluate("document.activeElement.role") == "slider"


def test_few_labels_are_told_among_any_number(open_shelves):
    tab = open_shelves(1280, 900, "/shelves/100000")
    x, top, bottom = grab(tab)
    tab.page.mouse.move(x, (top + bottom) / 2, steps=20)
    tab.page.wait_for_function("() => Number(document.querySelector('.scrubber .label').textContent.split(' ')[1]) > 49_000")
    tab.page.mouse.up()
    labels = [message for kind, text in tab.frames if kind == "in" for message in json.loads(text) if message[0] == "labels"]
    assert 10 < sum(len(message[2]) for message in labels) < 100
    marks = tab.page.eval_on_selector_all(".scrubber .marks span", "spans => spans.map(span => span.textContent)")
    assert 10 < len(marks) < 40 and marks[0] == "shelf 0"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_is_seen_in_any_light_and_axe_finds_nothing(open_shelves, width, scheme):
    tab = open_shelves(width, 844, "/many", color_scheme=scheme)
    x, top, bottom = grab(tab)
    tab.page.mouse.move(x, top + (bottom - top) * 0.43)
    tab.page.wait_for_function("() => document.querySelector('.scrubber .label').textContent.startsWith('shelf 2')")
    settled(tab)
    tab.shoot(f"scrubber-{width}-{scheme}", is_moving=False)
    assert [each["id"] for each in Axe().run(tab.page).response["violations"]] == []
    tab.page.mouse.up()
