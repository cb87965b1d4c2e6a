"""Photographs of a web service in each browser: the list, a fast scroll, one photo."""

import pytest

from flickr import Photorama
from gallery import eventually

PROGRAM = Photorama
IN_VIEW = (
    "[...document.querySelectorAll('.photorama .tile')].filter((row) => {"
    " const box = document.querySelector('.collection').getBoundingClientRect(), { top, bottom } = row.getBoundingClientRect();"
    " return bottom > box.top && top < box.bottom })")
IS_THERE = (
    f"{IN_VIEW}.length > 0 && {IN_VIEW}.every((row) => row.querySelector('img').complete"
    " && row.querySelector('img').naturalWidth > 0 && !row.querySelector('[data-iswaiting], [data-isfailed]'))")


@pytest.fixture
def room(gallery, window):
    gallery.flickr.photos["interesting"] = list(range(1, 401))
    gallery.flickr.delay = 0.05
    window.open(f"{gallery.url}/photorama")
    window.wait("document.querySelectorAll('.photorama .tile').length > 0")
    return window


def item(room, number):
    return room.script(
        "return document.querySelector(`img[alt=\"Photo ${values[0]}\"]`).closest('[data-item]').dataset.item", number)


def test_a_list_comes_with_its_pictures(room):
    room.wait(IS_THERE)
    room.shoot("photorama")


def test_after_a_fast_scroll_each_tile_has_its_own_picture(room):
    for y in range(0, 2400, 300):
        room.script("document.querySelector('.collection').scrollTop = values[0]", y)
    room.wait(IS_THERE)
    shown = room.script(
        f"return {IN_VIEW}.map((row) => row.querySelector('img')).map((img) => [img.alt, img.naturalWidth, img.naturalHeight])")
    for title, width, height in shown:
        assert (width > height) - (width < height) == [1, -1, 0][int(title.split()[1]) % 3], title


def test_a_photo_opens_and_keys_lead_on(room):
    room.wait(IS_THERE)
    ids = [item(room, number) for number in (2, 3)]
    room.click_at(*room.middle(f'[data-item="{ids[0]}"]'))
    room.wait("document.querySelector('dialog h1')?.textContent === 'Photo 2' && location.pathname.endsWith(values[0])", ids[0])
    room.wait("document.querySelector('.picture').naturalWidth >= 640 && !document.querySelector('.sheet').getAnimations().length")
    room.press("ArrowRight")
    room.wait("document.querySelector('dialog h1')?.textContent === 'Photo 3' && location.pathname.endsWith(values[0])", ids[1])
    room.wait("document.querySelector('.picture').naturalWidth >= 640")
    room.shoot("photorama-photo")
    room.press("Escape")
    room.wait("!document.querySelector('dialog') && location.pathname === '/photorama'")


def test_return_has_the_service_searched(room, gallery):
    gallery.flickr.hidden = [1_234]
    room.wait(IS_THERE)
    room.script("document.querySelector('[type=search]').focus()")
    room.type("photo 123")
    room.press("Enter")
    room.wait("[...document.querySelectorAll('.photorama .tile img')].map((img) => img.alt).sort().join() === 'Photo 123,Photo 1234'")
    room.wait(IS_THERE)

    # The text before a pause may have found both photos. So the list cannot show the last request.
    def is_searched():
        assert gallery.flickr.searches[-1] == "photo 123"

    eventually(is_searched)
    assert room.script("return document.querySelector('[type=search]').value") == "photo 123"


def test_photos_scroll_sideways(room):
    room.wait(IS_THERE)
    room.script("document.querySelector('[name=layout][value=horizontal]').click()")
    room.wait("document.querySelector('.collection[data-horizontal] .content[data-lattice]')")
    # No name of a script's own: WebDriver's scripts share theirs.
    x, y, width, height = room.box(".collection")
    room.wheel(round(x + width / 2), round(y + height / 2), 0, 1_200)
    room.wait("document.querySelector('.collection').scrollLeft > 300")
    shown = ("[...document.querySelectorAll('.photorama .tile')].filter((row) => {"
             " const box = document.querySelector('.collection').getBoundingClientRect(), { left, right } = row.getBoundingClientRect();"
             " return right > box.left && left < box.right })")
    room.wait(f"{shown}.length > 10 && {shown}.every((row) => row.querySelector('img').complete"
              " && row.querySelector('img').naturalWidth > 0 && !row.querySelector('[data-iswaiting], [data-isfailed]'))")
    assert room.script("return document.querySelector('.collection').scrollTop") == 0
    room.shoot("photorama-sideways")
