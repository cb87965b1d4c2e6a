"""Moving items by hand: the display meanwhile, refusals, and two people at the same time."""

import json

import pytest
from everywhere.test_moving import fill, order
from gallery import eventually
from tab import Relay
from test_accessibility import violations
from test_selection import Finger


class Shelf:
    """The Palette room with two palettes, and where its colors are shown."""

    def __init__(self, gallery, open_tab, size="desktop", relay=False, many=0, **options):
        self.gallery, self.ids = gallery, fill(gallery)
        if many:
            gallery.sql(*[(
                "INSERT INTO swatch (palette, position, name, red, green, blue)"
                " VALUES ((SELECT id FROM palette WHERE position = 2), ?, ?, 0.4, 0.4, 0.3)", 10 + number, f"z{number}")
                for number in range(many)])
        self.tab = open_tab(size, path="/palette", live=not relay, **options)
        self.page = self.tab.page
        if relay:
            self.relay = Relay(self.tab)
            self.page.reload()
        self.page.wait_for_selector("[data-collection=grid][aria-keyshortcuts]")
        self.page.wait_for_function("() => document.querySelectorAll('[data-collection=grid] .tile').length >= 8")

    def cell(self, name):
        return self.page.locator(f'.saved[data-item="{self.ids[name]}"]')

    def grip(self, name):
        self.still()
        box = self.cell(name).bounding_box()
        return box["x"] + box["width"] - 12, box["y"] + 14

    def still(self):
        self.page.wait_for_function(
            "() => !document.querySelector('[data-collection=grid] .content').getAnimations({ subtree: true }).length && !document.querySelector('.leaving')")

    def lift(self, name):
        self.page.mouse.move(*self.grip(name))
        self.page.mouse.down()

    def lead(self, x, y, steps=4):
        self.page.mouse.move(x, y, steps=steps)

    def shown(self):
        """The names as a person reads them, the gap left out: by where the tiles are seen."""
        self.still()
        return self.page.evaluate(
            """() => {
                 const rows = [...document.querySelectorAll('[data-collection=grid] .tile')].map((row) => [row, row.getBoundingClientRect()]);
                 rows.sort(([, one], [, other]) => one.y - other.y || one.x - other.x);
                 return rows.filter(([row]) => row.dataset.moving !== 'lifted').map(([row]) => row.querySelector('input').value).join('');
               }""")

    def gap(self):
        """The name of the tile at whose right the gap is."""
        return self.page.evaluate(
            """() => {
                 const { x, y } = document.querySelector('.tile[data-moving=lifted]').getBoundingClientRect();
                 const all = [...document.querySelectorAll('.tile:not([data-moving])')];
                 const beside = all.find((row) => { const box = row.getBoundingClientRect(); return Math.abs(box.y - y) < 2 && x > box.x && x - box.right < 20 });
                 return beside?.querySelector('input').value;
               }""")

    def has_order(self, first, second):
        def check():
            assert order(self.gallery) == [first, second]

        eventually(check)
        self.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")
        self.page.wait_for_function(
            """names => [...document.querySelectorAll('[data-collection=grid] .tile input')].map(({ value }) => value).join('').startsWith(names)""",
            arg=first + second)
        assert self.shown().startswith(first + second)

    def moves(self):
        return [message for way, text in self.tab.frames if way == "out" for message in json.loads(text) if message[0] == "move"]


def test_a_gap_opens_under_the_pointer_without_the_scene(gallery, open_tab):
    shelf = Shelf(gallery, open_tab)
    slots = [shelf.grip(name) for name in "abc"]
    shelf.lift("a")
    # How many are lifted is asked for once.
    asked = lambda: [packet for way, packet in shelf.tab.frames if way == "out" and '"lift"' not in str(packet)]
    before = asked()
    shelf.lead(*slots[2])
    (x, y), copy = slots[2], shelf.page.locator(".lifted").bounding_box()
    assert (round(copy["x"] + copy["width"] - 12 - x), round(copy["y"] + 14 - y)) == (0, 0), "held where it was pressed"
    assert (shelf.shown(), shelf.gap()) == ("bcdefxy", "c")
    shelf.lead(*slots[1])
    assert (shelf.shown(), shelf.gap()) == ("bcdefxy", "b")
    assert shelf.page.get_by_role("grid", name="Saved colors").get_attribute("aria-rowcount") == "10"
    assert asked() == before, "nothing was asked for"
    shelf.page.mouse.up()
    shelf.has_order("bacdef", "xy")
    assert [message[2:] for message in shelf.moves()] == [["grid", str(shelf.ids["a"]), "behind", str(shelf.ids["b"])]]
    assert shelf.tab.complaints == []


def test_escape_and_the_start_take_it_back(gallery, open_tab):
    shelf = Shelf(gallery, open_tab)
    start, (x, y) = shelf.grip("b"), shelf.grip("e")
    shelf.lift("b")
    shelf.lead(x, y)
    assert shelf.shown() == "acdefxy"
    shelf.page.keyboard.press("Escape")
    shelf.page.mouse.up()
    shelf.has_order("abcdef", "xy")
    shelf.lift("b")
    shelf.lead(x, y)
    shelf.lead(*start)
    shelf.page.mouse.up()
    shelf.has_order("abcdef", "xy")
    assert shelf.moves() == []


def test_what_is_dropped_stays_until_the_answer_and_several_moves_may_wait(gallery, open_tab):
    shelf = Shelf(gallery, open_tab, relay=True)
    shelf.relay.is_holding = True
    for name, other in (("a", "c"), ("f", "b")):
        end = shelf.grip(other)
        shelf.lift(name)
        shelf.lead(*end)
        shelf.page.mouse.up()
    shelf.page.wait_for_function("() => !document.querySelector('.lifted')")
    assert shelf.shown() == "fbcadexy"

    def is_stored():
        assert order(gallery) == ["fbcade", "xy"]

    shelf.relay.eventually(is_stored)
    shelf.page.wait_for_timeout(100)
    assert shelf.shown() == "fbcadexy"
    shelf.relay.release()
    shelf.has_order("fbcade", "xy")
    assert shelf.tab.complaints == []


def test_what_others_do_meanwhile_is_seen_around_it(gallery, open_tab):
    shelf = Shelf(gallery, open_tab)
    x, y = shelf.grip("d")
    shelf.lift("a")
    shelf.lead(x, y)
    assert shelf.shown() == "bcdefxy"
    gallery.sql("DELETE FROM swatch WHERE name = 'b'")
    shelf.page.wait_for_function("() => document.querySelectorAll('[data-collection=grid] .tile').length === 7")
    shelf.lead(x - 1, y)
    shelf.page.wait_for_timeout(50)
    shelf.page.mouse.up()
    # The pointer is at the fourth position.
    shelf.has_order("cdeaf", "xy")


def test_an_item_that_is_gone_at_the_target_is_said_and_the_other_glides_back(gallery, open_tab):
    shelf = Shelf(gallery, open_tab, relay=True)
    end = shelf.grip("c")
    shelf.relay.is_holding = True
    gallery.sql("DELETE FROM swatch WHERE name IN ('c', 'd')")
    shelf.page.wait_for_timeout(300)
    shelf.lift("a")
    shelf.lead(*end)
    shelf.page.mouse.up()
    shelf.page.wait_for_timeout(300)
    shelf.relay.release()
    shelf.page.get_by_text("so nothing was moved").wait_for()
    shelf.has_order("abef", "xy")


def test_the_last_color_leaves_its_palette(gallery, open_tab):
    shelf = Shelf(gallery, open_tab)
    for name in "xy":
        end = shelf.grip("a")
        shelf.lift(name)
        shelf.lead(*end)
        shelf.page.mouse.up()
        shelf.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")
    shelf.has_order("xyabcdef", "")


def test_a_drag_scrolls_at_the_edge_to_what_is_not_held_yet(gallery, open_tab):
    shelf = Shelf(gallery, open_tab, many=800)
    box = shelf.page.get_by_role("grid", name="Saved colors").bounding_box()
    x = box["x"] + box["width"] / 2
    shelf.lift("b")
    shelf.lead(x, box["y"] + box["height"] - 2)
    shelf.page.wait_for_function("() => document.querySelector('[data-collection=grid]').scrollTop > 4000")
    shelf.cell("b").wait_for(state="detached")
    shelf.lead(x, box["y"] + box["height"] / 2)
    shelf.page.wait_for_function("() => document.elementFromPoint(innerWidth - 300, innerHeight / 2)?.closest('.tile')")
    assert shelf.page.locator(".lifted").count() == 1
    shelf.page.mouse.up()
    shelf.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")

    def check():
        (palette, place), = gallery.rows(
            "SELECT palette.position, (SELECT count(*) FROM swatch AS other WHERE other.palette = swatch.palette AND other.position < swatch.position)"
            " FROM swatch JOIN palette ON palette.id = palette WHERE swatch.name = 'b'")
        assert palette == 2 and place > 50

    eventually(check)
    shelf.cell("b").wait_for()
    assert shelf.tab.complaints == []


def test_a_finger_that_rests_moves_and_one_that_does_not_scrolls(gallery, open_tab):
    shelf = Shelf(gallery, open_tab, size="phone", has_touch=True, is_mobile=True, many=60)
    finger = Finger(shelf.tab)
    end = shelf.grip("d")
    finger.down(*shelf.grip("a"))
    finger.hold()
    finger.move(*end)
    shelf.page.wait_for_selector(".lifted")
    finger.up()
    shelf.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")

    def check():
        assert order(gallery)[0] == "bcdaef"

    eventually(check)
    assert shelf.page.get_by_role("menu").count() == 0
    finger.down(*shelf.grip("b"))
    finger.move(200, 100)
    finger.up()
    shelf.page.wait_for_function("() => document.querySelector('[data-collection=grid]').scrollTop > 50")
    assert len(shelf.moves()) == 1


def test_keys_lead_far_and_escape_brings_back(gallery, open_tab):
    shelf = Shelf(gallery, open_tab, many=400)
    heard = shelf.page.evaluate_handle(
        """() => { const heard = [];
             new MutationObserver(() => heard.push(document.querySelector('.announcer').textContent))
               .observe(document.querySelector('.announcer'), { childList: true, characterData: true, subtree: true });
             return heard }""")
    shelf.page.mouse.click(*shelf.grip("b"))
    shelf.page.wait_for_function(f"() => document.activeElement.dataset.item === '{shelf.ids['b']}'")
    shelf.page.wait_for_timeout(100)
    keys = shelf.page.keyboard
    keys.down("Alt")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        keys.press(key)
    for _ in range(4):
        keys.press("PageDown")
    shelf.cell("b").wait_for(state="detached")
    keys.press("Escape")
    keys.up("Alt")
    shelf.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")
    assert shelf.moves() == []
    said = shelf.page.evaluate("heard => heard", heard)
    assert [sentence.split(" in ")[0] for sentence in said if sentence.startswith("Position")][:3] == [
        "Position 3 of 6", "Position 4 of 6", "Position 3 of 6"]
    assert said[-1] == "Not moved."


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_seen_and_nothing_is_wrong_while_it_is_moved(gallery, open_tab, scheme):
    shelf = Shelf(gallery, open_tab, color_scheme=scheme)
    x, y = shelf.grip("c")
    shelf.lift("b")
    shelf.lead(x - 30, y + 20)
    shelf.still()
    assert violations(shelf.tab) == []
    shelf.tab.shoot(f"moving-desktop-{scheme}")
    shelf.page.mouse.up()
    shelf.has_order("acbdef", "xy")


def test_what_is_lifted_says_how_many_go_along_also_out_of_view(gallery, open_tab):
    shelf = Shelf(gallery, open_tab, many=400)
    shelf.page.mouse.click(*shelf.grip("b"))
    shelf.page.keyboard.press("Control+a")
    shelf.page.wait_for_function("() => !document.querySelector('.saved[aria-selected=false]')")
    x, y = shelf.grip("c")
    shelf.lift("b")
    shelf.lead(x, y + 20)
    shelf.page.wait_for_selector(".lifted[data-count='408']")
    shelf.page.keyboard.press("Escape")
    shelf.page.mouse.up()
    shelf.page.wait_for_selector(".lifted", state="detached")
    assert shelf.moves() == []


def test_with_alt_a_color_is_dragged_out_as_text(gallery, open_tab):
    shelf = Shelf(gallery, open_tab)
    shelf.page.evaluate(
        """() => { const area = Object.assign(document.createElement('textarea'), { id: 'elsewhere' });
             area.style.cssText = 'position: fixed; left: 700px; top: 600px; width: 200px; height: 100px; z-index: 9';
             document.body.append(area) }""")
    start = shelf.grip("c")
    shelf.page.keyboard.down("Alt")
    shelf.page.mouse.move(*start)
    shelf.page.mouse.down()
    shelf.page.mouse.move(start[0] + 30, start[1] + 60, steps=3)
    shelf.page.mouse.move(800, 650, steps=4)
    shelf.page.mouse.up()
    shelf.page.keyboard.up("Alt")
    shelf.page.wait_for_function("() => document.querySelector('#elsewhere').value === '#55664d'")
    assert shelf.page.locator(".lifted, [draggable], [data-moving]").count() == 0
    assert shelf.moves() == []
    shelf.has_order("abcdef", "xy")


def test_a_drag_at_the_edge_ends_with_the_content(gallery, open_tab):
    shelf = Shelf(gallery, open_tab, size="phone", many=8)
    box = shelf.page.get_by_role("grid", name="Saved colors").bounding_box()
    end = "() => { const box = document.querySelector('[data-collection=grid]'); return [box.scrollTop, box.scrollHeight - box.clientHeight] }"
    most = shelf.page.evaluate(end)[1]
    shelf.lift("a")
    shelf.lead(box["x"] + 150, box["y"] + box["height"] - 2)
    shelf.page.wait_for_function("most => document.querySelector('[data-collection=grid]').scrollTop >= most - 60", arg=most)
    shelf.page.evaluate("() => new Promise(done => setTimeout(done, 500))")
    top, now = shelf.page.evaluate(end)
    assert top <= now and abs(now - most) <= 100, "a line more or less"
    shelf.page.keyboard.press("Escape")
    shelf.page.mouse.up()
    shelf.page.wait_for_function("() => !document.querySelector('.lifted, [data-moving]')")
    assert shelf.page.evaluate(end)[1] == most
