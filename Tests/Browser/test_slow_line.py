"""A slow line, or one that swallows messages: the page shows a press at once, and never keeps showing a wrong state."""

import json

import pytest
from gallery import eventually
from slow_line import SlowLine
from tab import SIZES, Tab

# 400 ms there and back, 400 kbit/s.
SLOW = {"delay": 0.2, "rate": 50_000}


@pytest.fixture
def open_slow(browser, gallery):
    """Opens tabs behind a line of their own."""
    opened = []

    def open_slow(size="phone", path="/colors", **options):
        line = SlowLine(gallery.port, **options).__enter__()
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height})
        tab = Tab(context, line.url, path)
        opened.append((line, context, tab))
        return tab, line

    yield open_slow
    for line, context, _ in opened:
        context.close()
        line.__exit__()
    assert [complaint for *_, tab in opened for complaint in tab.complaints] == []


def sent(tab, kind):
    messages = [message for way, frame in tab.frames if way == "out" for message in json.loads(frame)]
    return [message for message in messages if message[0] == kind]


def selected_in_one_step(tab, item):
    """Whether a click selects a tile at once, before anything can be painted or answered."""
    return tab.page.evaluate(
        "item => { const cell = document.querySelector(`[data-item='${item}']`); cell.click(); return cell.ariaSelected }", item)


def test_a_tap_and_a_press_show_before_there_is_an_answer(gallery, open_slow):
    gallery.sample(9)
    tab, _ = open_slow(**SLOW)
    ids = gallery.ids()
    assert selected_in_one_step(tab, ids[2]) == "true"
    assert selected_in_one_step(tab, ids[4]) == "true"
    assert selected_in_one_step(tab, ids[2]) == "false"
    assert tab.page.get_by_text("selected", exact=False).first.text_content() != "1 of 9 colors selected", "no answer yet"
    assert tab.page.evaluate(
        "() => { const add = document.querySelector('.actions [data-action=add]'); add.click(); return 'pressed' in add.dataset }")
    tab.page.get_by_text("1 of 10 colors selected").wait_for()
    assert tab.selected() == [ids[4]]
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed], [aria-busy]')")


def test_every_press_counts_as_it_does_on_a_fast_line(gallery, open_slow):
    tab, _ = open_slow(**SLOW)
    add = tab.page.locator(".actions [data-action=add]")
    for _ in range(5):
        add.click()
        tab.page.wait_for_timeout(250)
    eventually(lambda: _same(len(gallery.ids()), 5))
    tab.wait_for_items(gallery.ids())
    assert len(gallery.ids()) == 5


def test_a_tile_whose_tap_is_an_action_stays_pressed_until_the_answer(gallery, open_slow):
    gallery.sql("INSERT INTO swatch(name, red, green, blue, position) VALUES ('Tea', 1, 0, 0, 1), ('Milk', 1, 1, 1, 2)")
    tab, _ = open_slow("desktop", "/palette", **SLOW)
    for nth in (0, 1):
        assert tab.page.evaluate(
            """nth => { const cell = document.querySelectorAll('.saved')[nth]; cell.click();
                 return ['pressed' in cell.dataset, cell.ariaSelected] }""", nth) == [True, "false"]
        tab.page.wait_for_function(
            """nth => { const cell = document.querySelectorAll('.saved')[nth];
                 return cell.ariaSelected === 'true' && !('pressed' in cell.dataset) }""", arg=nth)
    assert tab.page.locator(".saved[aria-selected=true]").count() == 1


def test_where_nothing_can_be_selected_a_tap_shows_no_selection(gallery, open_slow):
    gallery.sample(3)
    tab, _ = open_slow(path="/", **SLOW)
    item = tab.page.locator("[data-item]").first.get_attribute("data-item")
    assert selected_in_one_step(tab, item) == "false"


def test_a_slider_and_its_number_agree_at_once_and_later_with_the_store(gallery, open_slow):
    tab, _ = open_slow("desktop", "/palette", **SLOW)
    values = tab.page.evaluate(
        """async () => { const [slider, field] = document.querySelectorAll('input[name=red]'); const seen = [];
             for (const value of ['10', '90', '200', '40']) {
               slider.value = value; slider.dispatchEvent(new Event('input', {bubbles: true})); seen.push(field.value);
               await new Promise(done => setTimeout(done, 300)); seen.push(field.value);
             }
             slider.dispatchEvent(new Event('change', {bubbles: true})); return seen }""")
    assert values == ["10", "10", "90", "90", "200", "200", "40", "40"], "no answer to an older value is shown in between"
    tab.page.wait_for_function("() => document.querySelector('[name=hex]').value.startsWith('#28')")
    assert tab.page.evaluate("() => [...document.querySelectorAll('input[name=red]')].map(({value}) => value)") == ["40", "40"]


# Drags a slider and presses at once: the first value has no answer yet, the last one waits for it.
DRAG_AND_PRESS = """([values, selector]) => {
  const slider = document.querySelector('input[name=red][type=range]');
  for (const value of values) { slider.value = value; slider.dispatchEvent(new Event('input', {bubbles: true})) }
  slider.dispatchEvent(new Event('change', {bubbles: true}));
  document.querySelector(selector).click();
}"""
SAVE = "[data-action='picker/save']"


def has_saved_reds(gallery, reds):
    eventually(lambda: assert_equal([round(red * 255) for red, in gallery.rows("SELECT red FROM swatch ORDER BY id")], reds))


def test_what_is_saved_is_the_color_that_the_page_shows(gallery, open_slow):
    tab, _ = open_slow("desktop", "/palette", **SLOW)
    tab.page.evaluate(DRAG_AND_PRESS, [["12", "90", "200"], SAVE])
    has_saved_reds(gallery, [200])
    tab.page.wait_for_function("() => document.querySelector('[name=hex]').value.startsWith('#c8')")
    # The page has all its scripts.
    tab.page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/extras-'))")
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    tab.page.evaluate(DRAG_AND_PRESS, [["10", "80", "100"], SAVE])
    gallery.start()
    has_saved_reds(gallery, [200, 100])
    assert tab.page.eval_on_selector_all("input[name=red]", "inputs => inputs.map(({value}) => value)") == ["100", "100"]


def test_a_tap_on_a_saved_color_is_not_painted_over_by_the_slider_before_it(gallery, open_slow):
    gallery.sql("INSERT INTO swatch(name, red, green, blue, position) VALUES ('Tea', 1, 0, 0, 1)")
    tab, _ = open_slow("desktop", "/palette", **SLOW)
    tab.page.evaluate(DRAG_AND_PRESS, [["12", "90", "200"], ".saved"])
    tab.page.wait_for_function("() => document.querySelector('[name=hex]').value.startsWith('#ff0000')")
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert tab.page.locator("[name=hex]").input_value().startswith("#ff0000")


def test_a_tap_on_what_another_window_removes_selects_nothing_in_the_end(gallery, open_slow):
    gallery.sample(9)
    tab, _ = open_slow(**SLOW)
    ids = gallery.ids()
    assert selected_in_one_step(tab, ids[3]) == "true"
    gallery.sql(("DELETE FROM color WHERE id = ?", ids[3]))
    tab.wait_for_items(ids[:3] + ids[4:])
    tab.page.get_by_text("8 colors", exact=True).wait_for()
    assert tab.selected() == []
    assert selected_in_one_step(tab, ids[5]) == "true"
    tab.page.get_by_text("1 of 8 colors selected").wait_for()
    assert tab.selected() == [ids[5]]
    # The tap and the change race. A tap that comes second is refused.
    assert tab.complaints in ([], [f"aviary: refused: grid has no item {ids[3]}"])
    tab.complaints.clear()


def test_a_drag_back_and_forth_ends_as_the_scene_has_it(gallery, open_slow):
    gallery.sample(30)
    tab, _ = open_slow("desktop", **SLOW)
    ids = gallery.ids()
    tab.cell(ids[4]).click()

    def middle(item):
        box = tab.cell(item).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    tab.page.mouse.move(*middle(ids[1]))
    tab.page.mouse.down()
    for to in (8, 2, 12, 3):
        tab.page.mouse.move(*middle(ids[to]), steps=4)
        expected = ids[1:to + 1] if to >= 4 else ids[1:to + 1] + [ids[4]]
        assert tab.selected() == expected, "shown under the pointer, whatever was answered"
    tab.page.mouse.up()
    tab.page.get_by_text("4 of 30 colors selected").wait_for()
    assert tab.selected() == ids[1:5]
    tab.page.keyboard.press("Control+a")
    assert len(tab.selected()) == 30
    tab.page.keyboard.press("Escape")
    assert tab.selected() == []
    tab.page.get_by_text("30 colors", exact=True).wait_for()
    assert tab.selected() == []


def test_what_was_tapped_before_a_kill_is_selected_after_it(gallery, open_slow):
    gallery.sample(9)
    tab, _ = open_slow(**SLOW)
    ids = gallery.ids()
    # A browser complains of a file that a killed server did not send to its end.
    tab.page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/rest-'))")
    assert selected_in_one_step(tab, ids[3]) == "true"
    gallery.kill()
    assert tab.selected() == [ids[3]]
    gallery.start()
    tab.page.get_by_text("1 of 9 colors selected").wait_for()
    assert tab.selected() == [ids[3]]


def test_a_line_that_swallows_everything_is_said_soon_and_what_was_asked_is_done_once(gallery, open_slow):
    gallery.sample(3)
    tab, line = open_slow()
    line.swallow()
    tab.button("Add color").click()
    doubt = tab.page.get_by_text("No answer yet. Still trying…")
    doubt.wait_for(timeout=8_000)
    assert len(gallery.ids()) == 3
    line.flow()
    doubt.wait_for(state="detached")
    eventually(lambda: _same(len(gallery.ids()), 4))
    tab.wait_for_items(gallery.ids())


def test_a_line_that_swallows_everything_is_given_up_and_what_was_asked_is_done_once(gallery, open_slow):
    gallery.sample(3)
    tab, line = open_slow()
    line.swallow()
    tab.button("Add color").click()
    tab.page.get_by_text("Reconnecting…").wait_for(timeout=20_000)
    line.flow()
    eventually(lambda: _same(len(gallery.ids()), 4))
    tab.wait_for_items(gallery.ids())
    tab.page.wait_for_function("() => !document.querySelector('.banner.connection')")
    tab.button("Add color").click()
    eventually(lambda: _same(len(gallery.ids()), 5))


def rename(gallery, tab, name, other):
    """Renames a saved color, and leaves at once."""
    gallery.sql(("INSERT INTO swatch(name, red, green, blue, position) VALUES (?, 1, 0, 0, 1)", name))
    field = tab.page.locator(".saved [name=name]")
    field.fill(other)
    tab.frames.clear()
    field.press("Enter")


def has_name(gallery, name):
    eventually(lambda: assert_equal(gallery.rows("SELECT name FROM swatch"), [(name,)]))


def test_what_a_line_swallowed_is_sent_by_the_page_that_returns_and_who_leaves_later_is_warned(gallery, open_slow):
    tab, line = open_slow("desktop", "/palette")
    warnings = []
    tab.page.on("dialog", lambda dialog: (warnings.append(dialog.type), dialog.accept()))
    rename(gallery, tab, "Tea", "Milk")
    has_name(gallery, "Milk")
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    line.swallow()
    field = tab.page.locator(".saved [name=name]")
    field.fill("Honey")
    field.press("Enter")
    tab.page.goto("about:blank")
    line.cut()
    line.flow()
    has_name(gallery, "Milk")
    tab.page.go_back()
    has_name(gallery, "Honey")
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    warnings.clear()
    line.swallow()
    field.fill("Salt")
    field.press("Enter")
    tab.page.wait_for_function("() => document.querySelector('[aria-busy]')")
    tab.page.goto("about:blank")
    assert warnings == ["beforeunload"]


@pytest.mark.parametrize("way", ["back", "link"])
def test_a_rename_whose_answer_was_lost_is_done_once_and_shown_by_the_page_that_returns(gallery, open_slow, way):
    tab, line = open_slow("desktop", "/palette")
    tab.page.on("dialog", lambda dialog: dialog.accept())
    gallery.sql("INSERT INTO swatch(name, red, green, blue, position) VALUES ('Tea', 1, 0, 0, 1)")
    field = tab.page.locator(".saved [name=name]")
    field.fill("Milk")
    line.swallow_answers()
    field.press("Enter")
    has_name(gallery, "Milk")
    tab.page.goto("about:blank")
    line.cut()
    line.flow()
    if way == "back":
        tab.page.go_back()
    else:
        tab.page.goto(f"{line.url}/colors")
        tab.page.get_by_role("link", name="Palette").first.click()
    tab.page.wait_for_function("() => document.querySelector('.saved [name=name]')?.value === 'Milk'")
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert not tab.page.locator(".banner").is_visible()
    renamings = gallery.rows("SELECT count(*) FROM aviaryHistory WHERE tbl = 'swatch' AND op = 'update'")
    assert renamings == [(1,)]
    # An earlier request does not overwrite the new name of another program.
    gallery.sql("UPDATE swatch SET name = 'Honey'")
    tab.page.wait_for_function("() => document.querySelector('.saved [name=name]').value === 'Honey'")
    tab.page.reload()
    tab.page.wait_for_function("() => document.querySelector('.saved [name=name]')?.value === 'Honey'")
    assert gallery.rows("SELECT name FROM swatch") == [("Honey",)]


def test_a_page_that_asks_nothing_finds_out_within_twenty_seconds_and_a_hidden_one_is_silent(gallery, open_slow):
    tab, line = open_slow()
    # The page's own clock runs ahead: nothing is waited for.
    tab.page.clock.install()
    tab.page.evaluate("() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
                      "document.dispatchEvent(new Event('visibilitychange', {bubbles: true})) }")
    tab.frames.clear()
    tab.page.clock.run_for(120_000)
    assert sent(tab, "ping") == []
    tab.page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange', {bubbles: true})) }")
    tab.page.clock.run_for(2_000)
    eventually(lambda: _same(len(sent(tab, "ping")), 1))
    # The answer to this one is not swallowed.
    eventually(lambda: _same([text for way, text in tab.frames if way == "in" and "pong" in text], ['[["pong"]]']))
    line.swallow()
    tab.page.clock.run_for(20_000)
    tab.page.get_by_text("No answer yet. Still trying…").wait_for()


def _same(one, other):
    assert one == other


def test_undo_by_the_keys_takes_back_what_is_still_on_its_way(gallery, open_slow):
    gallery.sample(3)
    before = gallery.rows("SELECT count(*) FROM color")
    tab, _ = open_slow(**SLOW)
    tab.button("Add color").click()
    tab.page.keyboard.press("Control+z")
    eventually(lambda: assert_has_said(tab, 2))
    eventually(lambda: assert_equal(gallery.rows("SELECT count(*) FROM color"), before))
    tab.page.wait_for_selector("[data-action='history/redo']:enabled", state="attached")


def assert_has_said(tab, count):
    assert len(sent(tab, "do")) == count, sent(tab, "do")


def assert_equal(one, other):
    assert one == other, (one, other)
