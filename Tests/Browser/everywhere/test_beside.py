"""A site with a sign-in of its own and an app of Aviary beside it, behind one proxy: one session for both."""

import pytest

from beside import Beside

PROGRAM = Beside


def sign_in(window, name, password):
    window.wait("location.pathname === '/login'")
    window.click("[name=name]")
    window.type(name)
    window.click("[name=password]")
    window.type(password)
    window.press("Enter")


def is_on_the_board(window, name):
    window.wait("location.pathname === '/board/'")
    window.wait_for_scene()
    window.wait("document.querySelector('strong').textContent === values[0]", name)


def add(window, text):
    window.click("[name=text]")
    window.type(text)
    window.press("Enter")
    window.wait("document.querySelector('.tile')?.textContent.includes(values[0])", text)


@pytest.mark.each_engine
def test_the_sign_in_of_the_site_is_that_of_the_board(gallery, window):
    window.go(f"{gallery.url}/board/")
    sign_in(window, "ann", "rose")
    is_on_the_board(window, "Ann")
    add(window, "Seeds to give away")
    assert gallery.notices() == [("ann", "Seeds to give away")]
    window.shoot("beside")
    # Out to the site and back, by links.
    window.click("a[href='../']")
    window.wait("location.pathname === '/' && document.body.textContent.includes('Hello ann.')")
    window.click("a[href='/board/']")
    is_on_the_board(window, "Ann")
    assert gallery.proxy.missing == [] or set(gallery.proxy.missing) == {"/favicon.ico"}


def is_signed_out_after_a_notice(gallery, window):
    """Ann adds a notice. Then somebody signs out on the site, in another window."""
    window.go(f"{gallery.url}/board/")
    sign_in(window, "ann", "rose")
    is_on_the_board(window, "Ann")
    add(window, "Seeds")
    window.wait("!document.querySelector('[data-action=\"undo/undo\"]').disabled")
    window.script("Object.assign(sessionStorage, { '/left': 'by Ann', draft: 'of the site' })")
    window.script("fetch('/logout', { method: 'POST' })")
    window.wait_for_sentence("You were signed out.")
    window.reload()


@pytest.mark.each_engine
def test_whoever_signs_in_next_gets_nothing_of_the_one_before(gallery, window):
    is_signed_out_after_a_notice(gallery, window)
    sign_in(window, "ben", "tulip")
    is_on_the_board(window, "Ben")
    window.wait("document.querySelector('.tile')?.textContent.includes('Seeds')")
    assert window.script("return sessionStorage['/left'] ?? null") is None
    assert window.script("return sessionStorage.draft") == "of the site"
    assert window.script("return document.querySelector('[data-action=\"undo/undo\"]').disabled")
    assert not window.script("return document.querySelector('.tile button').checkVisibility()")
    add(window, "Tools")
    assert gallery.notices() == [("ann", "Seeds"), ("ben", "Tools")]
    window.click("[data-action='undo/undo']")
    window.wait("document.querySelectorAll('.tile').length === 1")
    assert gallery.notices() == [("ann", "Seeds")]


def test_a_person_who_signs_in_again_goes_on(gallery, window):
    is_signed_out_after_a_notice(gallery, window)
    sign_in(window, "ann", "rose")
    is_on_the_board(window, "Ann")
    assert window.script("return sessionStorage['/left']") == "by Ann"


def test_a_page_that_the_browser_has_kept_takes_nothing_of_the_next_person(gallery, window):
    window.go(f"{gallery.url}/board/")
    sign_in(window, "ann", "rose")
    is_on_the_board(window, "Ann")
    ann = window.script("return sessionStorage['visitor /board']")
    assert ann
    # Ben was here meanwhile, and the browser shows Ann's page as it was.
    window.script("Object.assign(sessionStorage, { 'visitor /board': 'ben', '/left': 'by Ben', draft: 'of the site' })")
    window.script("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert window.script("return [sessionStorage['visitor /board'], sessionStorage['/left'] ?? null]") == [ann, None]
    assert window.script("return sessionStorage.draft") == "of the site"
