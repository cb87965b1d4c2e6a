"""Dates in the reader's language and time zone from the first paint on, and menus of settings."""

import pytest
from gallery import eventually
from workbench import Workbench

PROGRAM = Workbench

# 22 November 2026, 23:30 in UTC, as people read it elsewhere: the page's own, the cells' days, their time.
PLACES = {
    "Berlin": ("de-DE", "Europe/Berlin", "23.11.2026, 00:30", ["23.11.2026", "24.11.2026", "25.11.2026"], "00:30"),
    "London": ("en-GB", "Europe/London", "22 Nov 2026, 23:30", ["22 Nov 2026", "23 Nov 2026", "24 Nov 2026"], "23:30"),
    "Tokyo": ("ja-JP", "Asia/Tokyo", "2026/11/23 8:30", ["2026/11/23", "2026/11/24", "2026/11/25"], "8:30"),
}

# Notes each text that a time has when a frame is painted.
WATCH = """() => {
  window.painted = new Set();
  const look = () => {
    for (const time of document.querySelectorAll("time[datetime]")) painted.add(time.textContent);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def texts(page, selector):
    return page.eval_on_selector_all(selector, "all => all.map(each => each.textContent)")


@pytest.mark.parametrize("place", PLACES)
def test_a_date_is_read_in_the_language_and_the_zone_of_the_browser(gallery, open_tab, place):
    locale, zone, moment, days, time = PLACES[place]
    tab = open_tab("desktop", path="/almanac", locale=locale, timezone_id=zone)
    page = tab.page
    assert texts(page, "p time") == [moment]
    assert texts(page, ".tile .date") == days and texts(page, ".tile .clock") == [time] * 3
    assert page.eval_on_selector("p time", "time => time.dateTime") == "2026-11-22T23:30:00.000Z"
    # No other text was painted, neither before the client started nor when it took over.
    page.add_init_script(f"({WATCH})()")
    page.reload()
    page.wait_for_selector(".content[data-lattice]")
    assert set(page.evaluate("() => [...painted]")) == {moment, time, *days}


def test_the_first_paint_alone_says_it_too(gallery, browser):
    locale, zone, moment, days, time = PLACES["Berlin"]
    with browser.new_context(locale=locale, timezone_id=zone) as context:
        page = context.new_page()
        page.route("**/client/*.js", lambda route: route.abort())
        page.goto(gallery.url + "/almanac")
        assert texts(page, "p time") == [moment]
        assert texts(page, ".tile .date") == days and texts(page, ".tile .clock") == [time] * 3
        assert page.locator(".content[data-lattice]").count() == 0


def test_who_has_no_script_reads_utc(gallery, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(gallery.url + "/almanac")
        assert page.locator("p time").text_content() == "2026-11-22 23:30 UTC"


def test_a_menu_of_settings_shows_what_is_set_and_shares_an_action(gallery, open_tab):
    tab = open_tab("desktop", path="/almanac", locale="de-DE", timezone_id="Europe/Berlin")
    page = tab.page

    def open_menu():
        page.locator(".tile").first.click(button="right")
        page.get_by_role("menu").wait_for()
        return page.get_by_role("menuitemcheckbox").evaluate_all("all => all.map(each => [each.firstChild.data, each.ariaChecked])")

    assert open_menu() == [["This year", "true"], ["Next year", "false"]]
    tab.shoot("workbench-settings-menu")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.locator("p time", has_text="23.11.2027").wait_for()
    assert texts(page, ".tile .date") == ["23.11.2027", "24.11.2027", "25.11.2027"]
    assert open_menu() == [["This year", "false"], ["Next year", "true"]]
    page.get_by_role("menuitemcheckbox", name="This year").click()
    page.locator("p time", has_text="23.11.2026").wait_for()
    page.keyboard.press("Control+y")
    page.locator("p time", has_text="23.11.2027").wait_for()
    open_menu()
    page.get_by_role("menuitem", name="Forget", exact=True).click()
    page.wait_for_function("() => !document.querySelector('p time').hasAttribute('datetime')")
    assert texts(page, "p time") == [""]


def test_a_submenu_opens_in_the_place_of_its_menu_and_leads_back(gallery, open_tab):
    tab = open_tab("desktop", path="/almanac")
    page = tab.page

    def titles():
        return page.get_by_role("menuitem").evaluate_all("all => all.map(each => [each.firstChild.data, each.ariaExpanded])")

    page.locator(".tile").first.click(button="right")
    page.get_by_role("menu").wait_for()
    assert titles() == [["Forget", None], ["Earlier", "false"]]
    for opens, leaves in [("ArrowRight", "ArrowLeft"), ("Enter", "Enter")]:
        page.get_by_role("menuitem", name="Earlier").focus()
        page.keyboard.press(opens)
        assert titles() == [["Earlier", "true"], ["Last year", None], ["The year before", None]]
        assert page.evaluate("document.activeElement.firstChild.data") == "Earlier"
        page.keyboard.press(leaves)
        assert titles() == [["Forget", None], ["Earlier", "false"]]
    page.get_by_role("menuitem", name="Earlier").click()
    tab.shoot("workbench-submenu")
    page.get_by_role("menuitem", name="Last year").click()
    page.locator("p time", has_text="2025").wait_for()
    assert page.get_by_role("menu").count() == 0
    page.locator(".tile").first.click(button="right")
    page.get_by_role("menuitem", name="Earlier").click()
    page.keyboard.press("Escape")
    assert page.get_by_role("menu").count() == 0


def test_a_collection_without_height_is_logged(gallery, open_tab):
    tab = open_tab("desktop", path="/almanac")
    assert "has no height" not in gallery.logged()
    tab.page.route("**/assets/*.css", lambda route: flatten(route))
    tab.page.goto(gallery.url + "/almanac")

    def is_logged():
        assert gallery.logged().count("The collection days has no height") == 1

    eventually(is_logged)


def flatten(route):
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text() + "\n[data-collection] { height: 0 !important; min-height: 0 !important }")
