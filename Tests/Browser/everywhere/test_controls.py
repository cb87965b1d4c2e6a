"""A select that no outlet sets, in each browser."""

from workbench import Workbench

PROGRAM = Workbench


def test_the_first_choice_is_asked_for(gallery, window):
    window.open(gallery.url)
    for value in ["right", "left"]:
        # Without a key, and without focus before.
        window.enter_value("[name=hand]", value)
        window.wait("document.querySelector('output#hand').textContent === values[0]", value)
