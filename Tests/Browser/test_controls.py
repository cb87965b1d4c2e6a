"""Controls on a page: they all show one value of Swift, and messages do not disturb a person's input."""

import json

from workbench import Workbench

PROGRAM = Workbench


def shows(tab, **values):
    """Waits until controls have these values, by their names."""
    tab.page.wait_for_function(
        """values => Object.entries(values).every(([name, value]) => {
             const control = document.querySelector(`main > section [name=${name}]`);
             return (control.type === 'checkbox' ? control.checked : control.value) === value })""",
        arg=values)


def control(tab, name):
    return tab.page.locator(f"main > section [name={name}]")


def asked(tab, action):
    """The fields of each call of an action, in order."""
    messages = [message for way, frame in tab.frames if way == "out" for message in json.loads(frame)]
    return [message[3] for message in messages if message[0] == "do" and message[2] == action]


def rise(tab, sentence):
    tab.page.locator(".banner.error p", has_text=sentence).wait_for()


def test_the_first_paint_has_the_values_without_a_script(gallery, open_tab):
    tab = open_tab(live=False, java_script_enabled=False)
    for name, value in [("level", "40"), ("exact", "40"), ("hex", "#282828"), ("picked", "#282828"), ("unit", "percent"),
                        ("notes", "<b>first</b> \"line\"")]:
        assert control(tab, name).input_value() == value
    assert control(tab, "isOn").is_checked()


def test_one_value_is_shown_by_all_controls_whichever_was_used(gallery, open_tab):
    tab = open_tab("desktop")
    shows(tab, level="40", exact="40", hex="#282828", picked="#282828", unit="percent", isOn=True)
    control(tab, "level").focus()
    tab.page.keyboard.press("ArrowRight")
    shows(tab, level="41", exact="41", hex="#292929", picked="#292929")
    control(tab, "exact").fill("200")
    shows(tab, level="41")
    tab.page.keyboard.press("Enter")
    shows(tab, level="200", exact="200", hex="#c8c8c8", picked="#c8c8c8")
    control(tab, "hex").fill("#0a0a0a")
    control(tab, "exact").focus()
    shows(tab, level="10", exact="10", hex="#0a0a0a")
    control(tab, "picked").fill("#141414")
    shows(tab, level="20", hex="#141414")
    control(tab, "unit").select_option("points")
    control(tab, "isOn").uncheck()
    control(tab, "notes").fill("two\nlines")
    control(tab, "hex").focus()
    tab.page.reload()
    shows(tab, level="20", exact="20", unit="points", isOn=False, notes="two\nlines")
    assert asked(tab, "unit") == [{"unit": "points"}]
    assert asked(tab, "isOn") == [{"isOn": "false"}]
    assert asked(tab, "notes") == [{"notes": "two\nlines"}]


def test_a_drag_never_queues_up_and_the_thumb_stays_under_the_finger(gallery, open_tab):
    tab = open_tab("desktop")
    shows(tab, level="40")
    box = control(tab, "level").bounding_box()
    tab.page.evaluate(
        """() => { const slider = document.querySelector('[name=level]'); window.jumps = 0; let own = slider.value;
             slider.addEventListener('input', () => { own = slider.value });
             const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
             Object.defineProperty(slider, 'value', { get, set(value) { window.jumps++; set.call(slider, value) } }) }""")
    y = box["y"] + box["height"] / 2
    tab.page.mouse.move(box["x"] + 20, y)
    tab.page.mouse.down()
    for step in range(200):
        tab.page.mouse.move(box["x"] + 20 + (box["width"] - 40) * step / 199, y)
    last = control(tab, "level").input_value()
    assert tab.page.evaluate("window.jumps") == 0
    tab.page.mouse.up()
    shows(tab, level=last, exact=last)
    calls = [fields["level"] for fields in asked(tab, "level")]
    assert calls[-1] == last
    assert len(set(calls)) == len(calls), "each value once"
    # Each was asked for when the one before had been answered.
    unanswered = 0
    for way, frame in tab.frames:
        for message in json.loads(frame):
            if way == "out" and message[0] == "do":
                unanswered += 1
            if way == "in" and message[0] in ("done", "failed"):
                unanswered -= 1
            assert unanswered <= 1


def test_what_is_typed_is_nobody_elses_until_it_is_committed_or_dropped(gallery, open_tab):
    tab = open_tab("desktop")
    shows(tab, hex="#282828")
    field = control(tab, "hex")
    field.focus()
    field.press("End")
    tab.page.keyboard.press("Shift+ArrowLeft")
    # The person has not typed, so the field follows, and the caret stays.
    control(tab, "level").evaluate("slider => { slider.value = 50; slider.dispatchEvent(new Event('input', {bubbles: true})) }")
    shows(tab, hex="#323232")
    assert field.evaluate("field => [field.selectionStart, field.selectionEnd]") == [6, 7]
    tab.page.keyboard.type("f")
    control(tab, "level").evaluate("slider => { slider.value = 60; slider.dispatchEvent(new Event('input', {bubbles: true})) }")
    shows(tab, exact="60")
    assert field.input_value() == "#32323f"
    tab.page.keyboard.press("Control+z")
    assert field.input_value() == "#323232", "undo inside a text field is the browser's"
    tab.page.keyboard.type("zz")
    tab.page.keyboard.press("Escape")
    assert field.input_value() == "#3c3c3c", "what came meanwhile"
    tab.page.keyboard.press("Tab")
    assert asked(tab, "hex") == []


def test_a_refused_value_gives_way_to_the_stored_one_with_a_word_why(gallery, open_tab):
    tab = open_tab("desktop")
    shows(tab, hex="#282828")
    control(tab, "hex").fill("<i>red</i>")
    tab.page.keyboard.press("Enter")
    rise(tab, "“<i>red</i>” isn't a color.")
    shows(tab, hex="#282828")
    # Leaving the field asks for nothing more.
    tab.page.keyboard.press("Tab")
    control(tab, "hex").fill("#0b0b0b")
    tab.page.keyboard.press("Enter")
    shows(tab, level="11")
    tab.page.locator(".banner.error").wait_for(state="detached")
    assert asked(tab, "hex") == [{"hex": "<i>red</i>"}, {"hex": "#0b0b0b"}]
    # A value that the store only writes in another way is shown as it does.
    control(tab, "hex").fill("#0B0B0B")
    tab.page.keyboard.press("Enter")
    shows(tab, hex="#0b0b0b")


def test_what_is_committed_without_a_connection_waits_for_it_and_is_done_in_order(gallery, open_tab):
    tab = open_tab("desktop")
    shows(tab, hex="#282828")
    gallery.kill()
    tab.page.get_by_text("Reconnecting…").wait_for()
    control(tab, "hex").fill("#0c0c0c")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("() => document.querySelector('[name=hex]').ariaBusy === 'true'")
    control(tab, "notes").fill("typed without a connection")
    control(tab, "level").focus()
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("ArrowRight")
    assert (control(tab, "hex").input_value(), control(tab, "level").input_value()) == ("#0c0c0c", "42")
    gallery.start()
    shows(tab, level="42", exact="42", hex="#2a2a2a", notes="typed without a connection")
    tab.page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert asked(tab, "hex") == [{"hex": "#0c0c0c"}] and asked(tab, "notes") == [{"notes": "typed without a connection"}]
    assert [fields["level"] for fields in asked(tab, "level")] == ["41", "42"]


def test_a_slider_that_is_dragged_while_the_server_is_killed_stays_where_it_is(gallery, open_tab):
    tab = open_tab("desktop")
    shows(tab, level="40")
    box = control(tab, "level").bounding_box()
    y = box["y"] + box["height"] / 2
    tab.page.mouse.move(box["x"] + 20, y)
    tab.page.mouse.down()
    for step in range(40):
        tab.page.mouse.move(box["x"] + 20 + step * (box["width"] - 60) / 40, y)
        if step == 15:
            gallery.kill()
    last = control(tab, "level").input_value()
    tab.page.mouse.up()
    tab.page.get_by_text("Reconnecting…").wait_for()
    assert control(tab, "level").input_value() == last
    gallery.start()
    shows(tab, level=last, exact=last)
    tab.page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert control(tab, "level").input_value() == last


def test_a_text_that_is_too_long_to_be_sent_stays_to_be_shortened(gallery, open_tab):
    tab = open_tab("desktop")
    shows(tab, unit="percent")
    control(tab, "notes").fill("x" * 33_000)
    control(tab, "hex").focus()
    rise(tab, "This is too long to be sent.")
    assert len(control(tab, "notes").input_value()) == 33_000
    control(tab, "notes").fill("short \u0007 \u202e text")
    control(tab, "hex").focus()
    tab.page.locator(".banner.error").wait_for(state="detached")
    assert asked(tab, "notes") == [{"notes": "short \u0007 \u202e text"}]


def test_the_first_choice_in_a_select_that_no_outlet_sets_is_asked_for(gallery, open_tab):
    tab = open_tab("desktop")
    hand = tab.page.locator("[name=hand]")
    for value in ["right", "left", "right"]:
        hand.select_option(value)
        tab.page.wait_for_function("value => document.querySelector('output#hand').textContent === value", arg=value)
    assert asked(tab, "hand") == [{"hand": "right"}, {"hand": "left"}, {"hand": "right"}]
