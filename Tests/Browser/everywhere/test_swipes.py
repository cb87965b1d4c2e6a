"""Swipes over rows, by finger and by trackpad, in each browser: the to-do list deletes by one, and ticks off by the other."""

import pytest

from gallery import eventually
from todo import ToDo

PROGRAM = ToDo

# How far the cell of an item is moved, and the titles of the actions that are seen beside it.
MOVED = "return Math.round(new DOMMatrix(`translate(${getComputedStyle(document.querySelector(values[0])).translate.replace('none', '0px')})`).e)"
ACTIONS = "return [...document.querySelectorAll('.swipe span')].map(({ textContent }) => textContent)"


@pytest.fixture
def todo(gallery, window):
    window.open(f"{gallery.url}/")
    gallery.sql("INSERT INTO task (id, title) VALUES (1, 'Milk'), (2, 'Bread'), (3, 'Tea')")
    window.wait_for_tiles(["1", "2", "3"])
    window.wait("document.querySelector('[data-swipes]')")
    return window


def cell(item):
    return f'[data-item="{item}"]'


def moved(window, item):
    return window.script(MOVED, cell(item))


def wait_until_moved(window, item, at_least, at_most):
    def check():
        assert at_least <= moved(window, item) <= at_most

    eventually(check)


def swipe(window, item, *steps):
    """A finger that begins in the middle of the row, and goes to the side by these steps in all. No step is a flick."""
    x, y = window.middle(cell(item))
    with window.finger(x, y) as move:
        for step in steps:
            move(x + step, y)
        window.script("window.hasRested = false; setTimeout(() => { window.hasRested = true }, 100)")
        window.wait("window.hasRested")


def width(window, item):
    return window.box(cell(item))[2]


@pytest.mark.each_engine
def test_a_row_follows_the_finger_and_stays_open_until_a_tap(gallery, todo):
    x, y = todo.middle(cell(2))
    with todo.finger(x, y) as move:
        move(x - 10, y)
        for step in (60, 61, 110):
            move(x - step, y)
            # It moves with the finger, whenever the actions come.
            wait_until_moved(todo, 2, 10 - step, 10 - step)
        todo.wait("document.querySelectorAll('.swipe span').length")
        todo.script("window.hasRested = false; setTimeout(() => { window.hasRested = true }, 100)")
        todo.wait("window.hasRested")
    assert todo.script(ACTIONS) == ["Delete"]
    open_by = todo.script("return document.querySelector('.swipe span').offsetWidth")
    wait_until_moved(todo, 2, -open_by, -open_by)
    todo.shoot("swipe-open")
    # A tap on the row closes it, and ticks nothing off.
    todo.click_at(x - 40, y)
    todo.wait("!document.querySelector('.swipe, [data-swiped]')")
    assert todo.text(f"{cell(2)} button") == "Bread"
    assert gallery.rows("SELECT count(*) FROM task WHERE isDone") == [(0,)]


def test_an_action_is_called_by_a_tap_and_by_a_full_swipe(gallery, todo):
    swipe(todo, 1, -10, -120)
    todo.wait("document.querySelector('.swipe [data-destructive]')")
    todo.rest()
    todo.click(".swipe [data-destructive] span")
    todo.wait_for_tiles(["2", "3"])
    todo.wait_for_sentence("Task deleted")
    swipe(todo, 3, -10, -width(todo, 3) * 0.45, -width(todo, 3) * 0.49, -width(todo, 3) * 0.75)
    todo.wait_for_tiles(["2"])
    todo.wait("!document.querySelector('.swipe, [data-swiped]')")
    assert gallery.titles() == ["Bread"]


def test_the_other_edge_has_other_actions(gallery, todo):
    swipe(todo, 1, 10, width(todo, 1) * 0.75)
    todo.wait("document.querySelector('[data-item=\"1\"] [aria-checked=true]')")
    todo.wait("!document.querySelector('.swipe, [data-swiped]')")
    assert gallery.rows("SELECT id FROM task WHERE isDone") == [(1,)]


@pytest.mark.each_engine
def test_two_fingers_on_a_trackpad_swipe_too_and_a_second_time_for_a_full_swipe(gallery, todo):
    x, y = todo.middle(cell(2))
    todo.wheel(x, y, 0, 600)
    todo.wait("document.querySelector('.swipe span') && document.querySelector('[data-swiped=\"\"]')")
    open_by = todo.script("return document.querySelector('.swipe span').offsetWidth")
    wait_until_moved(todo, 2, -open_by, -open_by)
    assert gallery.titles() == ["Milk", "Bread", "Tea"], "however far the wheel turns on by itself"
    todo.rest()
    todo.wheel(x, y, 0, 800)
    todo.wait_for_tiles(["1", "3"])
    assert gallery.titles() == ["Milk", "Tea"]


def test_the_menu_and_the_keys_have_the_same_actions(gallery, todo):
    todo.click(f"{cell(2)} button", button="right")
    todo.wait("document.querySelector('[role=menu]')")
    assert todo.script("return [...document.querySelectorAll('[role=menuitem]')].map(({ firstChild }) => firstChild.textContent)") == [
        "Tick off", "Delete"]
    todo.press("Escape")
    todo.script("document.querySelector(values[0]).focus()", cell(2))
    todo.press("Delete")
    todo.wait_for_tiles(["1", "3"])


def test_one_row_is_open_and_a_key_a_scroll_or_its_end_closes_it(gallery, todo):
    swipe(todo, 1, -10, -120)
    wait_until_moved(todo, 1, -200, -60)
    swipe(todo, 2, -10, -120)
    wait_until_moved(todo, 2, -200, -60)
    todo.wait("document.querySelectorAll('.swipe').length === 1")
    todo.script("document.querySelector(values[0]).focus()", cell(2))
    todo.press("Escape")
    todo.wait("!document.querySelector('.swipe')")
    swipe(todo, 2, -10, -120)
    todo.wheel(*todo.middle(cell(3)), 100)
    todo.wait("!document.querySelector('.swipe')")
    swipe(todo, 2, -10, -120)
    wait_until_moved(todo, 2, -200, -60)
    gallery.sql("DELETE FROM task WHERE id = 2")
    todo.wait_for_tiles(["1", "3"])
    gallery.sql("INSERT INTO task (id, title) VALUES (2, 'Bread')")
    todo.wait_for_tiles(["1", "2", "3"])
    # Whichever row it has got, nothing of the swipe is left.
    todo.wait("!document.querySelector('.swipe, [data-swiped]')")
    assert moved(todo, 2) == 0


def test_where_text_runs_to_the_left_the_sides_are_changed(todo):
    todo.mirror()
    swipe(todo, 2, 10, 120)
    todo.wait("document.querySelector('.swipe span')")
    assert todo.script(ACTIONS) == ["Delete"]
    wait_until_moved(todo, 2, 60, 200)
