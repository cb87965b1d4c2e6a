"""A server that asks for its token, in each browser: what a person typed outlasts the end of their session."""

from everywhere.test_rooms import has_names, save
from gallery import Gallery

TOKEN = "correct-horse-battery-staple"


def PROGRAM(directory):
    return Gallery(directory, "--token", TOKEN)


def test_what_is_typed_after_a_sign_out_arrives_when_the_person_signs_in_again(gallery, window):
    save(gallery, "Tomato", "Lagoon")
    window.open(f"{gallery.url}/palette?token={TOKEN}")
    window.wait("document.querySelectorAll('.saved').length === 2")
    window.script("fetch('/token', { method: 'POST', body: new URLSearchParams({ end: 'this' }) })")
    window.wait_for_sentence("You were signed out.")
    window.click(".saved input")
    window.press("Control+a")
    window.type("Ketchup")
    window.press("Enter")
    # Return leads back to the tile.
    window.wait("document.activeElement.matches('.saved') && document.activeElement.querySelector('input').value === 'Ketchup'")
    window.reload()
    window.wait("document.querySelector('[name=token]')")
    has_names(gallery, "Tomato", "Lagoon")
    window.click("[name=token]")
    window.type(TOKEN)
    window.press("Enter")
    window.wait_for_scene()
    has_names(gallery, "Ketchup", "Lagoon")
