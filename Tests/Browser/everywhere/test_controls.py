"""A select that no outlet sets, in each browser."""

from workbench import Workbench

PROGRAM = Workbench


def test_the_first_choice_is_asked_for(gallery, window):
    window.open(gallery.url)
    for value in ["right", "left"]:
        # As a mouse or a finger chooses: without a key, and without focus before.
        window.script(
            "const select = document.querySelector('[name=hand]'); select.value = values[0];"
            "for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))", value)
        window.wait("document.querySelector('output#hand').textContent === values[0]", value)
