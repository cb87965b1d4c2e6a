"""Updates that are shown without motion, and what an app does when the page displays one."""

from playwright.sync_api import expect

from test_motion import NOTE
from test_sections import VIEW, change, open_shelves, url  # noqa: F401

# The running animations of the list when the page reports an update as displayed, and the time since the first began.
WATCH = """() => {
  window.begun = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...values) { window.begun ||= performance.now(); return animate.apply(this, values) };
  const moving = () => document.getAnimations().filter(({ effect }) => effect.target.closest('.content')).length;
  new MutationObserver(() => { window.displayed = [moving(), performance.now() - window.begun] })
    .observe(document.querySelector('output'), { childList: true, characterData: true, subtree: true });
}"""


def test_an_update_without_animation_moves_nothing_and_holds_what_is_in_view(open_shelves):  # noqa: F811
    tab = open_shelves(path="/shelves/3000")
    tab.page.evaluate("() => { document.querySelector('[role=grid]').scrollTop = 3000 }")
    tab.settle()
    tab.page.wait_for_function(f"() => {{ const {{ items, holes }} = ({VIEW})(); return items.length && !holes }}")
    tab.page.evaluate(NOTE)
    before = tab.page.evaluate(VIEW)
    change(tab, "quietly,+0 3,+0 30")
    assert tab.page.evaluate("noted") == []
    assert tab.page.evaluate(VIEW) == before
    tab.page.evaluate("() => { document.querySelector('[role=grid]').scrollTop = 0 }")
    tab.settle()
    change(tab, "quietly,-0 3")
    assert tab.page.evaluate("noted") == [] and tab.page.locator(".leaving").count() == 0
    tab.page.get_by_label("Steps").fill("-0 3")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("() => new Set(noted.map(([kind]) => kind)).isSupersetOf(new Set(['glides', 'fades']))")


def test_a_completion_runs_when_nothing_moves_any_more(open_shelves):  # noqa: F811
    tab = open_shelves()
    tab.page.evaluate(WATCH)
    change(tab, "await,+0 2")
    tab.page.wait_for_function("() => window.displayed")
    moving, after = tab.page.evaluate("displayed")
    assert moving == 0 and 150 < after < 1_000
    assert tab.page.locator("output").text_content() == "1"


def test_the_rest_of_the_client_is_loaded_once_however_often_it_is_asked(open_shelves):  # noqa: F811
    tab = open_shelves()
    change(tab, "+0 2")
    for count in range(2, 5):
        change(tab, "quietly,await,+0 1")
        expect(tab.page.locator("output")).to_have_text(str(count))
    assert tab.page.evaluate("() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/rest-')).length") == 1
