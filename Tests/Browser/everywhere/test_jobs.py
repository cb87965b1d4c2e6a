"""Jobs in each browser: seen in two windows, cancelled, tried again, and going on without their window and their server."""

import pytest
from gallery import eventually
from workbench import Workbench

PROGRAM = Workbench


def row(name):
    return f"([...document.querySelectorAll('.job')].find((job) => job.querySelector('.name').textContent === 'Errand {name}'))"


def press(window, name, title):
    """Presses a button of a job, as a mouse does."""
    button = f"[...({row(name)}?.querySelectorAll('button:not([hidden])') ?? [])].find((button) => button.textContent === values[0])"
    # The list grows with its rows, and has a row twice while that glides.
    window.wait(f"{button} && !document.getAnimations().length && !document.querySelector('.leaving, .placeholder')", title)
    # A button that has just come under the pointer takes no press for a moment.
    for _ in range(2):
        window.rest()
    window.script("document.querySelectorAll('#pressed').forEach((node) => node.removeAttribute('id'))")
    window.wait(f"(button => button && (button.id = 'pressed'))({button})", title)
    window.click("#pressed")


def state(name, text):
    return f"{row(name)}?.querySelector('.state span').textContent === {text!r}"


@pytest.fixture
def errands(gallery):
    """Has an errand do as many steps as it is told."""
    def errands(name, text):
        (gallery.directory / "workbench.sqlite-errands" / name).write_text(str(text))

    return errands


def begin(window, name, action="start"):
    window.script("const form = document.querySelector(`[data-action=${values[0]}]`); form.elements.name.value = values[1];"
                  "form.requestSubmit()", action, name)
    window.wait(f"Boolean{row(name)}")


@pytest.mark.each_engine
def test_two_windows_see_a_job_and_either_cancels_it(gallery, window, errands, open_tab):
    other = open_tab(path="/errands").page
    window.open(f"{gallery.url}/errands")
    window.wait("[...document.querySelectorAll('.jobs > p')].some((text) => text.checkVisibility())")
    begin(window, "walk")
    errands("walk", 3)
    window.wait(state("walk", "3 of 10"))
    job = other.locator(".job")
    job.get_by_text("3 of 10").wait_for()
    bar = other.get_by_role("progressbar", name="Errand walk")
    assert bar.evaluate("bar => bar.value / bar.max") == 0.3
    errands("walk", 5)
    window.wait(state("walk", "5 of 10"))
    window.wait(f"{row('walk')}.querySelector('progress').value === 0.5")
    # By keyboard: Tab leads from the row to its button.
    job.focus()
    other.keyboard.press("Tab")
    other.keyboard.press("Enter")
    window.wait(state("walk", "Cancelled"))
    window.wait(f"{row('walk')}.querySelector('progress').hidden")
    press(window, "walk", "Remove")
    window.wait("!document.querySelector('.job')")
    other.get_by_text("Nothing is running.").wait_for()


def test_a_job_that_fails_says_why_and_is_tried_again(gallery, window, errands):
    window.open(f"{gallery.url}/errands")
    for name, action in [("post", "start"), ("once", "startOnce")]:
        errands(name, "broken")
        begin(window, name, action)
        window.wait(f"{row(name)}.dataset.failed !== undefined")
        assert name in window.script(f"return {row(name)}.querySelector('.state span').textContent")
        errands(name, 4)
        press(window, name, "Try again")
        window.wait(state(name, "4 of 10"))
        errands(name, 10)
        window.wait(state(name, f"Errand {name} is done"))
    window.shoot("jobs")


def test_a_job_goes_on_without_its_window_and_without_its_server(gallery, window, errands):
    window.open(f"{gallery.url}/errands")
    for name, action in [("long", "start"), ("once", "startOnce")]:
        begin(window, name, action)
        errands(name, 2)
        window.wait(state(name, "2 of 10"))
    window.go("about:blank")
    errands("long", 6)
    gallery.process.kill()
    gallery.process.wait()
    gallery.start()
    window.open(f"{gallery.url}/errands")
    window.wait(state("long", "6 of 10"))
    window.wait(state("once", "Stopped, because its program has ended."))
    assert window.script(f"return [...{row('once')}.querySelectorAll('button:not([hidden])')].map((node) => node.textContent)") == ["Remove"]
    window.go("about:blank")
    errands("long", 10)

    def is_done():
        assert gallery.rows("SELECT state, sentence FROM aviaryJob WHERE title = 'Errand long'") == [("done", "Errand long is done")]

    eventually(is_done)
    window.open(f"{gallery.url}/errands")
    window.wait(state("long", "Errand long is done"))


def test_a_third_job_waits_for_its_turn(gallery, window, errands):
    window.open(f"{gallery.url}/errands")
    for name in "abc":
        begin(window, name)
    window.wait(state("c", "Waiting for its turn"))
    press(window, "a", "Cancel")
    errands("c", 1)
    window.wait(state("c", "1 of 10"))
    for name in "bc":
        press(window, name, "Cancel")
        window.wait(state(name, "Cancelled"))
