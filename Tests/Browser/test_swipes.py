"""Swipes over rows as a phone sees them: panning stays the browser's, motion, axe, and rows that are a control."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from gallery import eventually
from tab import MOVING
from test_selection import Finger
from todo import ToDo

PROGRAM = ToDo
TOUCH = {"has_touch": True, "is_mobile": True}


@pytest.fixture
def todo(gallery, open_tab):
    def todo(count=3, **options):
        gallery.sql(*[("INSERT INTO task (id, title) VALUES (?, ?)", number, f"Task {number}") for number in range(1, count + 1)])
        tab = open_tab("phone", **TOUCH, **options)
        tab.page.wait_for_function("() => document.querySelector('[data-swipes] [data-item=\"3\"]')")
        return tab

    return todo


def middle(tab, item):
    x, y, width, height = tab.page.locator(f"[data-item='{item}']").bounding_box().values()
    return x + width / 2, y + height / 2


def swipe(tab, item, by):
    finger = Finger(tab)
    x, y = middle(tab, item)
    finger.pan((x, y), (x + by, y))
    return finger


def test_a_finger_swipes_or_scrolls_as_it_has_begun(todo):
    tab = todo(60)
    finger = Finger(tab)
    x, y = middle(tab, 8)
    finger.down(x, y)
    finger.move(x - 100, y)
    finger.move(x - 100, y - 200)
    finger.up()
    tab.page.wait_for_selector("[data-swiped=''] > .swipe > [data-destructive]")
    assert tab.page.evaluate("document.querySelector('[role=grid]').scrollTop") == 0
    tab.page.touchscreen.tap(*middle(tab, 5))
    tab.page.wait_for_selector(".swipe", state="detached")
    finger.pan((x, y), (x - 30, y - 250))
    tab.page.wait_for_function("() => document.querySelector('[role=grid]').scrollTop > 100")
    assert tab.page.locator(".swipe").count() == 0


def test_a_tap_ticks_off_and_a_rest_opens_the_menu(gallery, todo):
    tab = todo()
    tab.page.touchscreen.tap(*middle(tab, 1))
    tab.page.wait_for_selector("[data-item='1'] [aria-checked=true]")
    finger = Finger(tab)
    finger.down(*middle(tab, 2))
    finger.hold()
    finger.up()
    tab.page.get_by_role("menuitem", name="Delete").tap()
    tab.wait_for_items(["3", "1"])
    assert tab.page.locator(".swipe").count() == 0


def test_a_row_glides_open_and_closed_unless_motion_is_unwanted(todo):
    tab = todo(**MOVING)
    tab.page.evaluate("""() => { window.glides = []; document.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (propertyName === 'translate') glides.push(target.dataset.item) }) }""")
    swipe(tab, 2, -120)
    tab.page.wait_for_function("() => glides.length === 1")
    tab.page.touchscreen.tap(*middle(tab, 1))
    tab.page.wait_for_function("() => glides.length === 2 && !document.querySelector('.swipe')")
    tab.page.emulate_media(reduced_motion="reduce")
    swipe(tab, 2, -120)
    tab.page.wait_for_selector("[data-swiped=''] > .swipe > [data-destructive]")
    assert tab.page.evaluate("glides.length") == 2


def test_what_is_refused_comes_back(gallery, todo):
    tab = todo()
    gallery.sql("CREATE TRIGGER stay BEFORE DELETE ON task BEGIN SELECT raise(ABORT, 'no'); END")
    swipe(tab, 2, -360)
    tab.page.get_by_role("alert").wait_for()
    tab.page.wait_for_function("() => !document.querySelector('.swipe, [data-swiped]')")
    assert tab.items() == ["1", "2", "3"]
    tab.complaints.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_an_open_row(todo, scheme):
    tab = todo(color_scheme=scheme)
    swipe(tab, 2, -120)
    tab.page.wait_for_selector("[data-swiped=''] > .swipe > [data-destructive]")
    tab.shoot(f"swipe-{scheme}")
    result = Axe().run(tab.page, options={"resultTypes": ["violations"]})
    assert [(violation["id"], [node["html"] for node in violation["nodes"]]) for violation in result.response["violations"]] == []
    # Nothing more than before can have the focus.
    assert tab.page.evaluate("[...document.querySelectorAll('.swipe, .swipe *')].every(({ tabIndex }) => tabIndex < 0)")
