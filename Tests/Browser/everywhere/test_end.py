"""Lists that begin at their end, and stay there while it is in view."""

import pytest

from everywhere.test_self_sizing import cells, check, in_view, scroll, settle

BOX = "document.querySelector('[role=grid]')"


def height(window):
    return window.box("[role=grid]")[3]


def is_at_end(window, item):
    """The last item stands at the end of the box, above the inset of its section."""
    settle(window)
    assert cells(window)[item][1] == pytest.approx(height(window) - 12, abs=1.05)
    assert max(cells(window)) == item
    check(window)


def new(window):
    """What the button says; `None` without one."""
    return window.script("const button = document.querySelector('.unseen'); return button.hidden ? null : button.textContent")


def stays(window, before):
    settle(window)
    after = cells(window)
    assert before
    for item, edges in before.items():
        assert after[item] == pytest.approx(edges, abs=1.05), item
    check(window)


@pytest.fixture
def log(shelves, window):
    window.open(f"{shelves.url}/log/1000")
    settle(window)
    return window


@pytest.mark.each_engine
def test_a_log_begins_at_its_end_and_follows_what_comes(log, change):
    is_at_end(log, 999)
    change("append 3")
    is_at_end(log, 1002)
    change("append 300")
    is_at_end(log, 1302)
    change("add 0 40,append 1")
    is_at_end(log, 1343)
    assert new(log) is None


@pytest.mark.each_engine
def test_nothing_moves_once_the_end_is_left_and_a_button_says_what_has_come(log, change):
    scroll(log, -30)
    before = in_view(log)
    change("append 1")
    stays(log, before)
    assert new(log) == "1 new"
    assert log.text(".announcer") == "1 new"
    change("append 200")
    change("add 0 40")
    stays(log, before)
    assert new(log) == "201 new"
    log.click(".unseen")
    is_at_end(log, 1200)
    assert new(log) is None
    change("append 5")
    is_at_end(log, 1245)
    assert new(log) is None


def test_whoever_scrolls_to_the_end_follows_again(log, change):
    scroll(log, -2_000)
    before = in_view(log)
    change("append 2")
    stays(log, before)
    assert new(log) == "2 new"
    for _ in range(8):
        scroll(log, 1_000)
    assert new(log) is None
    change("append 2")
    is_at_end(log, 1003)


def test_the_keyboard_goes_to_the_last_item(log, change):
    scroll(log, -30)
    change("append 3")
    settle(log)
    log.script("document.querySelector('.unseen').focus()")
    log.press("Enter")
    log.wait_for_focus(1002)
    is_at_end(log, 1002)


def test_a_short_log_stands_at_the_top(shelves, window, change):
    window.open(f"{shelves.url}/log/1")
    settle(window)
    assert cells(window)[0][0] == pytest.approx(12, abs=1.05)
    change("append 1")
    settle(window)
    assert cells(window)[0][0] == pytest.approx(12, abs=1.05)
    change("append 30")
    is_at_end(window, 31)


def test_the_end_stays_whatever_changes_its_size(log, change):
    for css in ("bottom: 300px", "bottom: 0", "right: 50%", "right: 0", "font-size: 28px", "padding-bottom: 40px"):
        name, value = css.split(": ")
        log.script(f"{BOX}.style.setProperty(values[0], values[1])", name, value)
        below = 52 if name == "padding-bottom" else 12
        settle(log)
        assert cells(log)[999][1] == pytest.approx(height(log) - below, abs=1.05), css
        check(log)
    log.script("document.querySelector('[data-item=\"998\"]').style.minHeight = '900px'")
    settle(log)
    assert cells(log)[999][1] == pytest.approx(height(log) - 52, abs=1.05)
    check(log)


def test_the_end_stays_when_a_scroll_is_heard_before_the_new_size(log, change):
    for value in ("300px", "0px", "300px", "0px"):
        # What reads the page in between makes the browser lay it out, and scroll.
        log.script(
            f"const box = {BOX}; box.style.bottom = values[0]; box.getBoundingClientRect(); box.dispatchEvent(new Event('scroll'))",
            value)
        is_at_end(log, 999)
    change("append 1")
    is_at_end(log, 1000)


def test_what_is_in_view_stays_at_another_size(log, change):
    scroll(log, -3_000)
    first = min(in_view(log))
    log.script(f"{BOX}.style.bottom = '300px'")
    settle(log)
    assert min(in_view(log)) == first
    change("append 1")
    assert new(log) == "1 new"


@pytest.mark.each_engine
def test_a_reload_and_the_way_back_keep_the_end_or_the_place(log, shelves):
    def again():
        log.wait_for_scene()
        settle(log)

    log.reload()
    again()
    is_at_end(log, 999)
    log.go(f"{shelves.url}/shelves/3")
    log.back()
    again()
    is_at_end(log, 999)
    scroll(log, -3_000)
    before = in_view(log)
    log.reload()
    again()
    stays(log, before)
    log.go(f"{shelves.url}/shelves/3")
    log.back()
    again()
    stays(log, before)


def test_a_log_may_begin_elsewhere(shelves, window, change):
    window.open(f"{shelves.url}/log-at/500")
    settle(window)
    assert cells(window)[500][0] == pytest.approx(0, abs=1.05)
    before = in_view(window)
    change("append 5")
    stays(window, before)
    assert new(window) == "5 new"


def test_an_emptied_log_follows_what_comes(shelves, window, change):
    window.open(f"{shelves.url}/log/40")
    settle(window)
    scroll(window, -500)
    change(",".join(["remove 0"] * 40))
    change("append 40")
    is_at_end(window, 39)
