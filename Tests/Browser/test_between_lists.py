"""Moving an item from one list into another one of the page: the display meanwhile, and the messages to the scene."""

import json

import pytest
from everywhere.test_between_lists import DRAG, fill, order
from gallery import eventually
from tab import Relay
from test_handles import handle
from workbench import Workbench

PROGRAM = Workbench


class Jobs:
    """The two lists, and what a person sees in them."""

    def __init__(self, gallery, open_tab, today="abcdef", later="xy", relay=False, **options):
        self.gallery, self.ids = gallery, fill(gallery, today, later)
        self.tab = open_tab("desktop", path="/jobs", live=not relay, **options)
        self.page = self.tab.page
        self.eventually = eventually
        if relay:
            self.relay = Relay(self.tab)
            self.eventually = self.relay.eventually
            self.page.reload()
        self.page.wait_for_function("() => document.querySelectorAll('[aria-keyshortcuts]').length >= 2")
        self.page.wait_for_function("() => document.querySelectorAll('.tile').length >= 6")

    def box(self, name):
        self.still()
        return self.page.locator(f'[data-item="{self.ids[name]}"]').bounding_box()

    def grip(self, name):
        box = self.box(name)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def list(self, name):
        return self.page.locator(f"[data-collection={name}]").bounding_box()

    def still(self):
        self.page.wait_for_function("() => !document.getAnimations().length && !document.querySelector('.leaving')")

    def lead(self, name, x, y, steps=4):
        self.page.mouse.move(*self.grip(name))
        self.page.mouse.down()
        self.page.mouse.move(x, y, steps=steps)

    def shown(self):
        """The names in each list from top to bottom as they are seen, with a line where there is a gap."""
        self.still()
        return self.page.evaluate(
            """() => ['today', 'later'].map((name) => {
                 const box = document.querySelector(`[data-collection=${name}]`);
                 const top = box.firstElementChild.getBoundingClientRect().y;
                 const seen = [];
                 for (const row of box.querySelectorAll('.tile')) {
                   const { y, height } = row.getBoundingClientRect();
                   if (row.dataset.moving !== 'lifted') seen[Math.round((y - top) / height)] = row.querySelector('.name').textContent;
                 }
                 return [...seen].map((name) => name ?? '_').join('');
               })""")

    def sees(self, today, later):
        def check():
            assert self.shown() == [today, later]

        eventually(check)

    def has_order(self, today, later):
        def check():
            assert order(self.gallery) == [today, later]

        self.eventually(check)
        self.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")
        self.sees(today, later)

    def asked(self):
        return [message for way, text in self.tab.frames if way == "out" for message in json.loads(text)
                if message[0] in ("move", "drop")]


def test_a_gap_opens_in_the_other_list_and_one_message_says_the_drop(gallery, open_tab):
    jobs = Jobs(gallery, open_tab)
    x, y = jobs.grip("x")
    jobs.lead("c", x + 10, y + 5)
    jobs.sees("ab_def", "_xy")
    copy = jobs.page.locator(".lifted").bounding_box()
    # The pointer is told in whole points.
    assert (copy["x"] + copy["width"] / 2, copy["y"] + copy["height"] / 2) == pytest.approx((x + 10, y + 5), abs=1), "held where it was pressed"
    assert jobs.page.locator(".lifted").evaluate("copy => copy.matches(':popover-open')"), "over both lists"
    jobs.page.mouse.move(x, y + 70, steps=3)
    jobs.sees("ab_def", "x_y")
    # Back over its own list, the gap there is as if it had never left.
    jobs.page.mouse.move(*jobs.grip("e"), steps=3)
    jobs.sees("abde_f", "xy")
    jobs.page.mouse.move(x, y + 70, steps=3)
    jobs.sees("ab_def", "x_y")
    jobs.page.mouse.up()
    jobs.has_order("abdef", "xcy")
    (_, _, *rest), = jobs.asked()
    assert rest == ["later", "behind", str(jobs.ids["x"]), "c", [str(jobs.ids["c"])], "", "today"]
    jobs.page.wait_for_function("() => document.querySelector('.announcer').textContent.trim() === 'Moved to position 2 of 3 in Later.'")
    assert jobs.tab.complaints == []


def test_escape_over_the_other_list_brings_it_back(gallery, open_tab):
    jobs = Jobs(gallery, open_tab)
    jobs.lead("c", *jobs.grip("y"))
    jobs.sees("ab_def", "x_y")
    jobs.page.keyboard.press("Escape")
    jobs.page.mouse.up()
    jobs.has_order("abcdef", "xy")
    assert jobs.asked() == []


def test_until_the_answer_it_is_seen_in_its_gap_and_then_it_is_there(gallery, open_tab):
    jobs = Jobs(gallery, open_tab, relay=True)
    jobs.relay.is_holding = True
    jobs.lead("c", *jobs.grip("y"))
    jobs.page.mouse.up()

    def is_stored():
        assert order(gallery) == ["abdef", "xcy"]

    jobs.relay.eventually(is_stored)
    jobs.sees("ab_def", "x_y")
    list, copy = jobs.list("later"), jobs.page.locator(".lifted").bounding_box()
    assert copy["x"] == pytest.approx(list["x"] + 1, abs=1) and copy["width"] == pytest.approx(list["width"] - 2, abs=1)
    jobs.relay.release()
    jobs.has_order("abdef", "xcy")
    assert jobs.tab.complaints == []


def test_what_is_refused_late_glides_back_while_something_else_is_led(gallery, open_tab):
    jobs = Jobs(gallery, open_tab, relay=True)
    jobs.relay.is_holding = True
    jobs.lead("a", *jobs.grip("y"))
    jobs.page.mouse.up()
    jobs.sees("_bcdef", "x_y")
    jobs.lead("d", *jobs.grip("b"))
    jobs.relay.release()
    jobs.page.get_by_text("This can't be dropped here.").wait_for()
    jobs.sees("a_bcef", "xy")
    jobs.page.mouse.up()
    jobs.has_order("adbcef", "xy")


def test_the_other_list_scrolls_at_its_edge_and_the_own_one_stays(gallery, open_tab):
    many = [f"z{number}" for number in range(200)]
    jobs = Jobs(gallery, open_tab, today=[f"a{number}" for number in range(100)], later=many)
    later = jobs.list("later")
    tops = "() => ['today', 'later'].map(name => document.querySelector(`[data-collection=${name}]`).scrollTop)"
    jobs.lead("a1", later["x"] + 100, later["y"] + later["height"] - 2)
    jobs.page.wait_for_function("() => document.querySelector('[data-collection=later]').scrollTop > 4000")
    assert jobs.page.evaluate(tops)[0] == 0
    jobs.page.mouse.move(later["x"] + 100, later["y"] + later["height"] / 2, steps=3)
    jobs.page.wait_for_function("() => document.elementFromPoint(innerWidth - 300, innerHeight / 2)?.closest('.tile')")
    jobs.page.mouse.up()
    jobs.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")

    def check():
        assert ("later",) in gallery.rows("SELECT day FROM job WHERE name = 'a1'")
        (place,), = gallery.rows("SELECT count(*) FROM job WHERE day = 'later' AND position < (SELECT position FROM job WHERE name = 'a1')")
        assert place > 50

    eventually(check)
    jobs.page.locator(f'[data-collection=later] [data-item="{jobs.ids["a1"]}"]').wait_for()
    assert jobs.tab.complaints == []


def test_the_first_item_of_an_empty_list_has_a_gap_too(gallery, open_tab):
    jobs = Jobs(gallery, open_tab, later="")
    later = jobs.list("later")
    jobs.lead("c", later["x"] + later["width"] / 2, later["y"] + 200)
    jobs.page.mouse.up()
    jobs.has_order("abdef", "c")


def test_all_that_is_selected_goes_along_also_out_of_view(gallery, open_tab):
    jobs = Jobs(gallery, open_tab, today=[f"a{number}" for number in range(100)], later="xy")
    x, y = jobs.grip("y")
    jobs.page.mouse.click(*jobs.grip("a3"))
    jobs.page.keyboard.press("Control+a")
    jobs.page.wait_for_function("() => document.querySelectorAll('[data-collection=today] [aria-selected=true]').length > 5")
    jobs.page.keyboard.down("Control")
    jobs.page.mouse.click(*jobs.grip("a0"))
    jobs.page.keyboard.up("Control")
    jobs.page.wait_for_function("id => document.querySelector(`[data-item='${id}']`).ariaSelected === 'false'", arg=str(jobs.ids["a0"]))
    jobs.lead("a3", x, y)
    jobs.page.wait_for_selector(".lifted[data-count='99']")
    jobs.page.mouse.up()

    def check():
        assert order(gallery) == ["a0", "x" + "".join(f"a{number}" for number in range(1, 100)) + "y"]

    eventually(check)
    jobs.still()
    assert len(jobs.asked()) == 1


def test_a_handle_drags_into_the_other_list_as_a_hand_does(gallery, open_tab):
    jobs = Jobs(gallery, open_tab)
    x, y = jobs.grip("y")
    jobs.page.mouse.move(*handle(jobs.tab, jobs.ids["c"]))
    jobs.page.mouse.down()
    jobs.page.mouse.move(x - 30, y - 20, steps=3)
    jobs.page.mouse.move(x, y, steps=3)
    jobs.page.mouse.up()
    jobs.has_order("abdef", "xcy")
    assert [message[2] for message in jobs.asked()] == ["later"]


def test_a_tile_whose_picture_the_browser_offers_as_a_file_is_dropped_once(gallery, open_tab):
    jobs = Jobs(gallery, open_tab)
    parts = {"application/x-aviary-items": '{"items":["7"],"page":"/rack","collection":"rack"}', "text/plain": "n"}
    jobs.page.evaluate(f"values => {{ {DRAG} }}", [parts, ["n.png"], *jobs.grip("y"), "drop"])
    assert jobs.page.locator(".banner.upload").count() == 0, "the list takes it, and nothing sends its picture"
    jobs.has_order("abcdef", "xny")


def test_a_file_whose_neighbour_is_gone_is_taken_all_the_same(gallery, open_tab):
    jobs = Jobs(gallery, open_tab)
    x, y = jobs.grip("y")
    # It is sent once what was beside it has left.
    jobs.page.route("**/uploads/files", lambda route: (gallery.sql("DELETE FROM job WHERE name = 'y'"), route.continue_()))
    with jobs.page.expect_response("**/uploads/files"):
        jobs.page.evaluate(f"values => {{ {DRAG} }}", [{}, ["1.txt"], x, y, "drop"])
    jobs.has_order("abcdef1.txt", "x")
