"""The Photorama room: lists of a web service, pictures on demand, what goes wrong, one photo, favorites, tags, layouts."""

import pytest
from playwright.sync_api import expect

from flickr import KEY, Photorama
from gallery import draws, eventually
from tab import MOVING
from test_accessibility import violations
from test_selection import Finger

PROGRAM = Photorama
# The titles of the tiles, in their order.
TITLES = """[...document.querySelectorAll('.photorama .tile')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)
  .map((row) => row.querySelector('img').alt)"""


def titles(*numbers):
    return [f"Photo {number}" for number in numbers]


def wait_for_titles(tab, expected, first=False):
    shown = f"{TITLES}.slice(0, expected.length)" if first else TITLES
    tab.page.wait_for_function(f"expected => JSON.stringify({shown}) === JSON.stringify(expected)", arg=list(expected))


def cell(tab, number):
    return tab.page.locator(f'.photo:has(img[alt="Photo {number}"])')


def pictures_are_there(tab):
    """Waits until each tile in view has its picture, and none waits or has failed."""
    tab.page.wait_for_function(
        """() => { const box = document.querySelector('.collection').getBoundingClientRect();
             const all = [...document.querySelectorAll('.photorama .tile')].filter((row) => {
               const { top, bottom } = row.getBoundingClientRect(); return bottom > box.top && top < box.bottom });
             return all.length > 0 && all.every((row) => { const img = row.querySelector('img');
               return img.complete && img.naturalWidth > 0 && !row.querySelector('[data-iswaiting], [data-isfailed]') }) }""")


def spinners(tab):
    return tab.page.locator(".photo").get_by_role("progressbar", name="Loading")


def choose(tab, name):
    tab.page.locator(".choices-shown").get_by_role("button", name=name, exact=True).click()


def trouble(tab):
    return tab.page.locator(".photorama .trouble p")


def scroll(tab, y):
    tab.page.locator(".collection").evaluate("(box, y) => { box.scrollTop = y }", y)


def assert_equal(one, other):
    assert one == other


# F1, F6: lists


def test_a_list_shows_spinners_and_then_its_pictures_and_a_refresh_makes_no_duplicate(gallery, open_tab):
    flickr = gallery.flickr
    # The delay of the list, and then of each picture.
    flickr.delay = 0.8
    tab = open_tab("phone")
    # Each visible tile has a spinner above its placeholder.
    tab.page.wait_for_function(
        """() => { const box = document.querySelector('.collection').getBoundingClientRect();
             const isSeen = ({ top, bottom }) => bottom > box.top && top < box.bottom;
             const seen = [...document.querySelectorAll('.photorama .tile')].filter((row) => isSeen(row.getBoundingClientRect()));
             const turning = seen.map((row) => row.querySelector('.spinner')).filter((it) => it?.checkVisibility());
             return seen.length > 20 && turning.length === seen.length }""")
    flickr.delay = 0
    pictures_are_there(tab)
    assert gallery.feed() == titles(*range(1, 61))
    flickr.photos["interesting"] = [99, *range(1, 61)]
    tab.button("Refresh").click()
    wait_for_titles(tab, titles(99, 1, 2), first=True)
    pictures_are_there(tab)
    assert gallery.feed() == titles(99, *range(1, 61))
    assert gallery.rows("SELECT count(*) FROM webPhoto") == [(61,)]


def test_spinners_turn_while_pictures_in_view_are_waited_for_long(gallery, open_tab):
    gallery.flickr.delay = 2
    tab = open_tab("phone", **MOVING)
    tab.page.wait_for_function("() => document.querySelector('.photorama').hasAttribute('data-isslow')")
    gallery.flickr.delay = 0
    pictures_are_there(tab)
    tab.page.wait_for_function("() => !document.querySelector('.photorama').hasAttribute('data-isslow')")
    animations = """(isSlow) => {
      document.querySelector('.photorama').toggleAttribute('data-isslow', isSlow);
      const cell = document.querySelector('.photo');
      cell.toggleAttribute('data-iswaiting', true);
      return cell.querySelector('.spinner').getAnimations().map((it) => it.animationName);
    }"""
    assert tab.page.evaluate(animations, False) == []
    assert tab.page.evaluate(animations, True) == ["turn"]
    tab.page.emulate_media(reduced_motion="reduce")
    assert tab.page.evaluate(animations, True) == []


def test_lists_are_switched_and_the_page_comes_back_to_the_chosen_one(gallery, open_tab):
    tab = open_tab("desktop")
    wait_for_titles(tab, titles(*range(1, 61)))
    choose(tab, "Recent")
    wait_for_titles(tab, titles(*range(201, 231)))
    assert tab.button("Recent").get_attribute("aria-pressed") == "true"
    gallery.restart()
    tab.page.reload()
    wait_for_titles(tab, titles(*range(201, 231)))
    choose(tab, "Interesting")
    wait_for_titles(tab, titles(*range(1, 61)))
    other = open_tab("desktop", path="/photorama?show=recent")
    wait_for_titles(other, titles(*range(201, 231)))


def test_words_find_stored_photos(gallery, open_tab):
    tab = open_tab("desktop")
    wait_for_titles(tab, titles(*range(1, 61)))
    with gallery.flickr.gone():
        search_field(tab).fill("photo 12")
        wait_for_titles(tab, titles(12))
        search_field(tab).fill("nothing of this name")
        tab.page.get_by_text("No photo here has these words.").wait_for()
        search_field(tab).fill("")
        wait_for_titles(tab, titles(*range(1, 61)))


def search_field(tab):
    return tab.page.get_by_role("searchbox", name="Search photos")


def search(tab, words):
    """Has the service search at once."""
    search_field(tab).fill(words)
    search_field(tab).press("Enter")


def test_return_has_the_service_searched_and_its_photos_are_stored(gallery, open_tab):
    flickr = gallery.flickr
    flickr.hidden = [1_234, 12_000]
    tab = open_tab("desktop")
    pictures_are_there(tab)
    search(tab, "PHOTO 12")
    wait_for_titles(tab, titles(12_000, 1_234, 212, 12))
    pictures_are_there(tab)
    assert tab.page.locator(".status").inner_text() == "4 photos"
    assert flickr.searches == ["photo 12"]
    assert gallery.rows("SELECT count(*) FROM webPhoto WHERE title = 'Photo 12'") == [(1,)]
    # One of what was found, and the way to the next one.
    cell(tab, 1_234).click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_role("heading", name="Photo 1234", exact=True).wait_for()
    dialog.get_by_text("1 view", exact=True).first.wait_for()
    tab.page.keyboard.press("ArrowRight")
    dialog.get_by_role("heading", name="Photo 212", exact=True).wait_for()
    tab.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    search_field(tab).fill("nothing of this name")
    tab.page.get_by_text("The service has no photo with these words.").wait_for()
    # A list of the service is all of it.
    choose(tab, "Recent")
    wait_for_titles(tab, titles(*range(201, 231)))
    assert search_field(tab).input_value() == ""


def test_a_search_outlives_the_scene(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    search(tab, "photo 12")
    wait_for_titles(tab, titles(212, 12))
    tab.change_servers(gallery)
    wait_for_titles(tab, titles(212, 12))
    tab.page.wait_for_timeout(1_000)
    wait_for_titles(tab, titles(212, 12))
    assert search_field(tab).input_value() == "photo 12"
    tab.complaints.clear()


def test_the_service_is_asked_when_the_typing_has_ended(gallery, open_tab):
    flickr = gallery.flickr
    tab = open_tab("phone")
    wait_for_titles(tab, titles(1, 2, 3), first=True)
    flickr.hidden = [1_234]
    search_field(tab).press_sequentially("photo 123", delay=20)

    def check():
        # A slow machine may have taken a pause for the end, and the service then has told of the photo before.
        assert flickr.searches[-1:] == ["photo 123"]

    eventually(check)
    wait_for_titles(tab, titles(1_234))
    assert flickr.searches.count("photo 123") == 1
    assert len(flickr.searches) <= 2
    assert search_field(tab).input_value() == "photo 123"


def test_without_the_service_stored_photos_are_searched_with_a_message(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    with gallery.flickr.gone():
        search(tab, "photo 12")
        trouble(tab).wait_for()
        wait_for_titles(tab, titles(12))
        tab.shoot("photorama-search-trouble-desktop")
    gallery.flickr.hidden = [1_234]
    tab.button("Retry").click()
    wait_for_titles(tab, titles(1_234, 212, 12))
    trouble(tab).wait_for(state="hidden")


def test_the_key_goes_to_the_endpoint_alone(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    search(tab, "photo 12")
    wait_for_titles(tab, titles(212, 12))
    assert gallery.flickr.keyed == {"/services/rest/"}
    assert KEY not in tab.page.content() and KEY not in gallery.logged()
    assert all(KEY not in str(payload) for _, payload in tab.frames)
    assert KEY.encode() not in gallery.file.read_bytes()


# F2, F3: on demand


def test_only_pictures_in_view_and_near_are_asked_for_and_each_once(gallery, open_tab):
    flickr = gallery.flickr
    flickr.photos["interesting"] = list(range(1, 401))
    tab = open_tab("phone")
    pictures_are_there(tab)
    tab.page.wait_for_timeout(500)
    asked = [number for number in range(1, 401) if flickr.asked(number)[0]]
    # Rows are 98 points high, with four pictures each: a screenful in view, and at most two more.
    assert asked and max(asked) <= 4 * 3 * 9
    scroll(tab, 1500)
    pictures_are_there(tab)
    scroll(tab, 0)
    pictures_are_there(tab)
    tab.page.wait_for_timeout(300)
    assert max(flickr.asked(*range(1, 401))) == 1


def test_a_fast_scroll_shows_the_right_pictures_and_skips_others(gallery, open_tab):
    flickr = gallery.flickr
    flickr.photos["interesting"] = list(range(1, 401))
    tab = open_tab("phone")
    wait_for_titles(tab, titles(1, 2, 3), first=True)
    flickr.delay = 0.3
    tab.page.get_by_role("grid").evaluate(
        """async (grid) => { for (let y = 0; y < 7000; y += 2000) {
             grid.scrollTop = y; await new Promise(requestAnimationFrame) } }""")
    scroll(tab, 6200)
    pictures_are_there(tab)
    # The shape of a picture is that of its number.
    shown = tab.page.evaluate(
        """() => { const box = document.querySelector('.collection').getBoundingClientRect();
             return [...document.querySelectorAll('.photorama .tile img')].filter((img) => {
               const { top, bottom } = img.getBoundingClientRect(); return bottom > box.top && top < box.bottom })
               .map((img) => [img.alt, img.naturalWidth, img.naturalHeight]) }""")
    assert len(shown) > 20
    for title, width, height in shown:
        assert (width > height) - (width < height) == [1, -1, 0][int(title.split()[1]) % 3], title
    asked = sum(1 for number in range(1, 401) if flickr.asked(number)[0])
    assert asked < 300


# R2: more while scrolling


def test_the_next_pages_come_while_one_scrolls(gallery, open_tab):
    gallery.flickr.photos["interesting"] = list(range(1, 901))
    tab = open_tab("desktop")
    wait_for_titles(tab, titles(1, 2, 3), first=True)

    def at_the_end():
        scroll(tab, 100_000)
        tab.page.wait_for_timeout(100)
        assert tab.page.locator(".status").inner_text() == "900 photos"
        assert tab.page.locator('.tile img[alt="Photo 900"]').count() == 1

    eventually(at_the_end)
    assert gallery.feed() == titles(*range(1, 901))


# F4, F5: what goes wrong


def test_without_the_service_stored_photos_are_shown_with_a_message_that_offers_to_retry(gallery, open_tab):
    flickr = gallery.flickr
    tab = open_tab("desktop")
    pictures_are_there(tab)
    with flickr.gone():
        tab.open_anew()
        wait_for_titles(tab, titles(*range(1, 61)))
        trouble(tab).wait_for()
        pictures_are_there(tab)
        tab.button("Dismiss").click()
        trouble(tab).wait_for(state="hidden")
        tab.button("Refresh").click()
        trouble(tab).wait_for()
    flickr.photos["interesting"] = [70, *range(1, 61)]
    tab.button("Retry").click()
    wait_for_titles(tab, titles(70, 1, 2), first=True)
    trouble(tab).wait_for(state="hidden")


# Where the tiles in view are, by their titles.
PLACES = """() => { const box = document.querySelector('.collection').getBoundingClientRect();
  return Object.fromEntries([...document.querySelectorAll('.photorama .tile')].map((row) => [row, row.getBoundingClientRect()])
    .filter(([, { top, bottom }]) => bottom > box.top && top < box.bottom)
    .map(([row, { x, y }]) => [row.querySelector('img').alt, [x, y]])) }"""


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_message_covers_no_photo_and_moves_none(gallery, open_tab, size):
    gallery.flickr.photos["interesting"] = list(range(1, 301))
    tab = open_tab(size)
    pictures_are_there(tab)
    scroll(tab, 500)
    pictures_are_there(tab)
    before = tab.page.evaluate(PLACES)
    gallery.flickr.fault = 404
    tab.button("Refresh").click()
    trouble(tab).wait_for()
    gallery.flickr.fault = None
    tab.settle()
    after = tab.page.evaluate(PLACES)
    assert len(after) > 20 and after == {title: before[title] for title in after}
    scroll(tab, 100_000)
    tab.page.wait_for_function(
        """() => document.querySelector('.tile:has(img[alt="Photo 300"])')?.getBoundingClientRect().bottom
             <= document.querySelector('.photorama .trouble').getBoundingClientRect().top""")
    tab.shoot(f"photorama-trouble-end-{size}")
    assert trouble(tab).is_visible()


LIST_FAULTS = {
    "malformed": b"{ this is no JSON",
    "refused": b'{"stat": "fail", "code": 100, "message": "Invalid API Key"}',
    "error": 404,
    "unreadable": b'{"photos": {"page": 1, "pages": 1, "total": 1, "photo": [{"id": "1", "title": "none"}]}, "stat": "ok"}',
}


def test_each_fault_of_a_list_has_a_sentence_of_its_own_and_stored_photos_stay(gallery, open_tab):
    tab = open_tab("desktop")
    wait_for_titles(tab, titles(*range(1, 61)))
    sentences = set()
    for name, fault in LIST_FAULTS.items():
        gallery.flickr.fault = fault
        tab.button("Refresh").click()
        trouble(tab).wait_for()
        sentences.add(trouble(tab).inner_text())
        if name == "refused":
            assert "Invalid API Key" in trouble(tab).inner_text()
        wait_for_titles(tab, titles(*range(1, 61)))
        tab.button("Dismiss").click()
        trouble(tab).wait_for(state="hidden")
    assert len(sentences) == len(LIST_FAULTS)
    assert all("a-secret-key" not in sentence for sentence in sentences) and "a-secret-key" not in gallery.logged()
    gallery.flickr.fault = None
    tab.button("Refresh").click()
    tab.page.wait_for_function("() => !document.querySelector('[data-isrefreshing]')")
    assert not trouble(tab).is_visible()


def test_photos_without_an_address_are_left_out(gallery, open_tab):
    flickr = gallery.flickr
    flickr.photos["interesting"] = [1, 2, 3]
    flickr.changed[2] = {f"{name}_{letter}": None for name in ("url", "width", "height") for letter in "mzl"}
    tab = open_tab("desktop")
    wait_for_titles(tab, titles(1, 3))
    tab.page.get_by_text("1 photo of the service can't be read and is left out.").wait_for()


def test_a_broken_picture_has_a_mark_and_comes_with_a_retry(gallery, open_tab):
    flickr = gallery.flickr
    flickr.photos["interesting"] = list(range(1, 9))
    flickr.faults = {2: "half", 3: 404, 4: "page"}
    tab = open_tab("desktop")
    for number in (2, 3, 4):
        cell(tab, number).locator(".mark").wait_for()
    marks = {cell(tab, number).locator(".mark").get_attribute("title") for number in (2, 3, 4)}
    assert len(marks) == 3
    trouble(tab).wait_for()
    expect(spinners(tab)).to_have_count(0)
    tab.shoot("photorama-failed-desktop")
    flickr.faults = {}
    tab.button("Retry").click()
    pictures_are_there(tab)
    trouble(tab).wait_for(state="hidden")


# F7: one photo


def test_a_photo_opens_out_of_its_cell_at_an_address_of_its_own_and_each_view_counts(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    id = cell(tab, 2).get_attribute("data-item")
    cell(tab, 2).click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_role("heading", name="Photo 2", exact=True).wait_for()
    tab.page.wait_for_url(f"**/photorama/photo/{id}")
    tab.page.wait_for_function("() => document.querySelector('.picture').naturalWidth >= 640")
    dialog.get_by_text("1 view", exact=True).first.wait_for()
    assert dialog.get_by_text("March 3, 2024").first.is_visible() and dialog.get_by_text("Owner 2").first.is_visible()
    tab.page.keyboard.press("ArrowRight")
    dialog.get_by_role("heading", name="Photo 3", exact=True).wait_for()
    dialog.get_by_text("1 view", exact=True).first.wait_for()
    tab.page.keyboard.press("ArrowLeft")
    dialog.get_by_role("heading", name="Photo 2", exact=True).wait_for()
    dialog.get_by_text("2 views", exact=True).first.wait_for()
    tab.page.go_back()
    dialog.wait_for(state="detached")
    assert tab.page.url.endswith("/photorama")
    assert dict(gallery.rows("SELECT title, views FROM webPhoto WHERE views > 0")) == {"Photo 2": 2, "Photo 3": 1}
    # A page of its own.
    tab.page.goto(f"{gallery.url}/photorama/photo/{id}")
    tab.page.get_by_role("heading", name="Photo 2", exact=True).wait_for()
    tab.page.get_by_text("3 views", exact=True).first.wait_for()
    tab.page.get_by_role("link", name="Next photo").click()
    tab.page.get_by_role("heading", name="Photo 3", exact=True).wait_for()
    tab.page.get_by_text("2 views", exact=True).first.wait_for()


def test_a_photo_leads_to_its_page_at_flickr_where_the_service_names_its_owner(gallery, open_tab):
    gallery.flickr.changed[3] = {"owner": None}
    tab = open_tab("desktop")
    pictures_are_there(tab)
    cell(tab, 2).click()
    dialog = tab.page.get_by_role("dialog")
    link = dialog.get_by_role("link", name="Original page")
    expect(link).to_have_attribute("href", "https://www.flickr.com/photos/2@N00/50002")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    tab.page.keyboard.press("ArrowRight")
    dialog.get_by_role("heading", name="Photo 3", exact=True).wait_for()
    expect(link).to_be_hidden()


def test_a_finger_turns_to_the_next_photo(gallery, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    pictures_are_there(tab)
    cell(tab, 2).tap()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_text("1 view", exact=True).first.wait_for()
    tab.settle()
    drag(tab, [(330 - 20 * step, 450) for step in range(14)])
    dialog.get_by_role("heading", name="Photo 3", exact=True).wait_for()
    dialog.get_by_text("1 view", exact=True).first.wait_for()


def drag(tab, points):
    session = tab.page.context.new_cdp_session(tab.page)
    for index, (x, y) in enumerate(points):
        kind = "touchMove" if index else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_picture_that_cannot_be_had_is_no_view(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    with gallery.flickr.gone():
        cell(tab, 2).click()
        dialog = tab.page.get_by_role("dialog")
        dialog.locator(".trouble p").wait_for()
        assert dialog.get_by_text("0 views", exact=True).first.is_visible()
    dialog.get_by_role("button", name="Retry").click()
    dialog.get_by_text("1 view", exact=True).first.wait_for()
    dialog.locator(".trouble p").wait_for(state="hidden")


# F8: favorites


def test_a_favorite_appears_in_the_favorites_and_leaves_them(gallery, open_tab):
    tab, other = open_tab("desktop"), open_tab("phone")
    choose(other, "Favorites")
    other.page.get_by_text("No favorites yet.").wait_for()
    pictures_are_there(tab)
    cell(tab, 5).click()
    dialog = tab.page.get_by_role("dialog")
    favorite = dialog.get_by_role("button", name="Favorite", exact=True)
    favorite.click()
    wait_for_titles(other, titles(5))
    # Screen readers announce the favorite mark.
    expect(other.page.get_by_role("gridcell", name="Photo 5 Favorite", exact=True)).to_be_visible()
    assert favorite.get_attribute("aria-pressed") == "true"
    favorite.click()
    wait_for_titles(other, [])
    dialog.get_by_role("button", name="Undo").first.click()
    wait_for_titles(other, titles(5))


@pytest.mark.parametrize("layout", ["Grid", "Justified"])
def test_each_list_stands_exactly_where_it_stood(gallery, open_tab, layout):
    gallery.flickr.photos["interesting"] = list(range(1, 401))
    gallery.flickr.photos["recent"] = list(range(401, 801))
    tab = open_tab("desktop")
    if layout != "Grid":
        tab.button("View options").click()
        tab.button(layout).click()
        tab.page.keyboard.press("Escape")
    box = tab.page.locator(".collection")

    def stands(title, top):
        def check():
            assert tab.page.locator(f'.photorama .tile img[alt="{title}"]').count() == 1
            assert box.evaluate("box => box.scrollTop") == top

        eventually(check)

    def first():
        return tab.page.evaluate(
            """() => [...document.querySelectorAll('.photorama .tile')].filter((row) => row.getBoundingClientRect().bottom > 200)
                 .sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)[0].querySelector('img').alt""")

    def scroll_on(y):
        tab.frames.clear()
        scroll(tab, y)
        # The scene knows where the list stands when the page has said so, and that it stands still.
        eventually(lambda: assert_equal(any(way == "out" and '"scroll"' in text and "true]" in text for way, text in tab.frames), True))
        return first(), y

    stands("Photo 1", 0)
    interesting = scroll_on(1_230)
    choose(tab, "Recent")
    stands("Photo 401", 0)
    recent = scroll_on(637)
    for _ in range(3):
        choose(tab, "Interesting")
        stands(*interesting)
        choose(tab, "Recent")
        stands(*recent)
    # The way back and a reload lead to the same point.
    for _ in range(2):
        tab.page.get_by_role("link", name="Home").click()
        tab.page.wait_for_url("**/")
        tab.page.go_back()
        stands(*recent)
        tab.page.reload()
        stands(*recent)
    choose(tab, "Interesting")
    stands(*interesting)


# F9: tags


def add_tag(sheet, name):
    sheet.get_by_label("Name of the new tag").fill(name)
    sheet.get_by_label("Name of the new tag").press("Enter")


def open_tags(tab, number):
    cell(tab, number).click()
    tab.page.get_by_role("dialog", name=f"Photo {number}", exact=True).get_by_role("button", name="Tags", exact=True).click()
    sheet = tab.page.get_by_role("dialog", name="Tags of this photo")
    sheet.wait_for()
    return sheet


def close_tags(tab, sheet):
    sheet.get_by_role("button", name="Done").click()
    sheet.wait_for(state="detached")
    tab.page.keyboard.press("Escape")
    tab.page.get_by_role("dialog").wait_for(state="detached")


def ticks(gallery):
    return gallery.rows(
        "SELECT tag.name, webPhoto.title FROM photoTag JOIN tag ON tag.id = photoTag.tag"
        " JOIN webPhoto ON webPhoto.id = photoTag.photo ORDER BY tag.name, webPhoto.id")


def test_tags_are_made_ticked_renamed_and_deleted(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    sheet = open_tags(tab, 1)
    add_tag(sheet, "birds")
    expect(sheet.get_by_role("checkbox", name="birds")).to_be_checked()
    assert ticks(gallery) == [("birds", "Photo 1")], "made for the photo"
    # A tag that comes later changes no other tick.
    add_tag(sheet, "animals")
    sheet.get_by_role("checkbox", name="animals").uncheck()
    eventually(lambda: assert_equal(ticks(gallery), [("birds", "Photo 1")]))
    expect(sheet.get_by_role("checkbox", name="birds")).to_be_checked()
    # Blank ones and duplicates are refused.
    add_tag(sheet, "BIRDS")
    tab.page.get_by_text("There is a tag").first.wait_for()
    add_tag(sheet, "   ")
    tab.page.get_by_text("can't be blank").first.wait_for()
    assert gallery.rows("SELECT name FROM tag ORDER BY name") == [("animals",), ("birds",)]
    close_tags(tab, sheet)
    sheet = open_tags(tab, 2)
    assert not sheet.get_by_role("checkbox", name="birds").is_checked()
    sheet.get_by_role("checkbox", name="birds").check()
    eventually(lambda: assert_equal(ticks(gallery), [("birds", "Photo 1"), ("birds", "Photo 2")]))
    field = sheet.get_by_label("Name of tag birds")
    field.fill("finches")
    field.press("Enter")
    sheet.get_by_role("checkbox", name="finches").wait_for()
    sheet.get_by_role("checkbox", name="finches").uncheck()
    eventually(lambda: assert_equal(ticks(gallery), [("finches", "Photo 1")]))
    tab.shoot("photorama-tags-desktop")
    assert violations(tab) == []
    close_tags(tab, sheet)
    # The list of a tag.
    choose(tab, "By tag")
    sheet = tab.page.get_by_role("dialog", name="Tags")
    sheet.get_by_role("button", name="Show finches").click()
    sheet.wait_for(state="detached")
    wait_for_titles(tab, titles(1))
    assert "finches" in tab.page.locator(".status").inner_text()
    choose(tab, "By tag")
    sheet = tab.page.get_by_role("dialog", name="Tags")
    sheet.get_by_role("button", name="Delete tag finches").click()
    sheet.get_by_role("button", name="Delete tag finches").wait_for(state="detached")
    eventually(lambda: assert_equal(ticks(gallery), []))
    sheet.get_by_role("button", name="Undo").first.click()
    eventually(lambda: assert_equal(ticks(gallery), [("finches", "Photo 1")]))
    tab.page.keyboard.press("Escape")
    wait_for_titles(tab, titles(1))


def test_a_swipe_over_a_tag_deletes_it_as_its_menu_does(gallery, open_tab):
    gallery.sql("INSERT INTO tag (id, name) VALUES (1, 'birds'), (2, 'boats'), (3, 'trees')")
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    pictures_are_there(tab)
    tab.page.locator(".choices-shown").get_by_role("button", name="By tag", exact=True).tap()
    sheet = tab.page.get_by_role("dialog", name="Tags")
    field = sheet.get_by_label("Name of tag boats")
    sheet.locator("[data-swipes]").wait_for()
    tab.settle()
    # The row is swiped at its field, which nobody edits.
    box = field.bounding_box()
    at = (box["x"] + box["width"] - 10, box["y"] + box["height"] / 2)
    Finger(tab).pan(at, (at[0] - 70, at[1]))
    delete = sheet.locator(".swipe").get_by_text("Delete", exact=True)
    delete.wait_for()
    tab.shoot("photorama-tags-swipe")
    assert violations(tab) == []
    delete.tap()
    eventually(lambda: assert_equal(gallery.rows("SELECT name FROM tag ORDER BY id"), [("birds",), ("trees",)]))
    sheet.get_by_role("button", name="Undo").first.tap()
    field.wait_for()
    assert gallery.rows("SELECT name FROM tag ORDER BY id") == [("birds",), ("boats",), ("trees",)]


# F10: layouts


FRAMES = """() => [...document.querySelectorAll('.photorama .tile')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)
  .slice(0, 12).map((row) => { const { x, y, width, height } = row.getBoundingClientRect(); return [x, y, width, height] })"""


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_cells_have_90_points_or_a_twelfth_of_the_window_with_gaps_of_2_at_least(gallery, open_tab, size):
    tab = open_tab(size)
    wait_for_titles(tab, titles(1, 2, 3), first=True)
    tab.settle()
    frames = tab.page.evaluate(FRAMES)
    side = max(90, tab.page.evaluate("() => document.querySelector('.photorama .collection').clientWidth") / 12)
    assert all((width, height) == pytest.approx((side, side), abs=0.2) for _, _, width, height in frames)
    for (x, y, *_), (next_x, next_y, *_) in zip(frames, frames[1:]):
        assert (next_x - x if next_y == y else next_y - y) >= side + 1.8
    painted = open_tab(size, live=False, java_script_enabled=False).page.evaluate(FRAMES)
    assert len(painted) == 12
    for one, other in zip(frames, painted):
        assert all(abs(a - b) <= 1 for a, b in zip(one, other))


@pytest.mark.parametrize("size", ["phone", "phone on its side", "desktop"])
def test_four_across_and_justified_rows(gallery, open_tab, size):
    tab = open_tab(size.split()[0])
    if size == "phone on its side":
        tab.page.set_viewport_size({"width": 844, "height": 390})
    wait_for_titles(tab, titles(1, 2, 3), first=True)
    tab.button("View options").click()
    tab.button("Four across").click()
    tab.page.wait_for_function(
        f"() => {{ const frames = ({FRAMES})(); return frames.filter(([, y]) => y === frames[0][1]).length === 4 }}")
    tab.button("Justified").click()
    is_justified = f"() => {{ const frames = ({FRAMES})(); return new Set(frames.map(([, , width]) => width)).size > 2 }}"
    tab.page.wait_for_function(is_justified)
    tab.page.keyboard.press("Escape")
    tab.page.reload()
    tab.page.wait_for_function(is_justified)


COLUMNS = """() => { const box = document.querySelector('.collection').getBoundingClientRect();
  return [...document.querySelectorAll('.photorama .tile')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)
    .map((row) => { const { x, y, width, height, bottom } = row.getBoundingClientRect(); return [x, y, width, height, box.bottom - bottom] }) }"""
LEFT = "() => document.querySelector('.collection').scrollLeft"


def scroll_sideways(tab):
    # The hint below the list makes it lower, and so the columns.
    tab.page.wait_for_function("() => [...document.querySelectorAll('[data-outlet^=\"hint/\"]')].some((it) => it.checkVisibility())")
    tab.settle()
    tab.button("View options").click()
    tab.button("Sideways").click()
    tab.page.wait_for_function("() => document.querySelector('.collection[data-horizontal] .content[data-lattice]')")
    tab.page.keyboard.press("Escape")
    tab.settle()
    tab.page.wait_for_function(f"() => ({COLUMNS})().every(([, , , , below]) => below >= 0)")


@pytest.mark.parametrize("size, scheme", [("phone", "dark"), ("desktop", "light")] + draws([], long=[("phone", "light")]))
def test_photos_scroll_sideways(gallery, open_tab, size, scheme):
    flickr = gallery.flickr
    flickr.photos["interesting"] = list(range(1, 901))
    tab = open_tab(size, color_scheme=scheme)
    pictures_are_there(tab)
    heading = tab.page.locator("h1").bounding_box()
    scroll_sideways(tab)
    frames = tab.page.evaluate(COLUMNS)
    assert all((width, height) == (90, 90) and below >= 0 for _, _, width, height, below in frames)
    # Columns from the top to the bottom, with gaps of 2 points at least.
    rows = next(index for index, frame in enumerate(frames) if frame[0] != frames[0][0])
    assert rows > 4
    for (x, y, *_), (next_x, next_y, *_) in zip(frames, frames[1:]):
        assert (next_y - y >= 92 and next_x == x) or (next_x - x == 98 and next_y == frames[0][1])
    # The heading hangs over nothing, and stays.
    assert tab.page.locator("h1").bounding_box() == heading and frames[0][1] >= heading["y"] + heading["height"]
    pictures_are_there(tab)
    tab.shoot(f"photorama-sideways-{size}-{scheme}")
    tab.page.locator(".collection").hover()
    tab.page.mouse.wheel(1_500, 0)
    tab.page.wait_for_function(f"() => ({LEFT})() > 1_000")
    tab.settle()
    pictures_are_there(tab)
    assert tab.page.locator("h1").bounding_box() == heading
    assert violations(tab) == []

    def at_the_end():
        tab.page.locator(".collection").evaluate("box => { box.scrollLeft = 1e6 }")
        tab.page.wait_for_timeout(100)
        assert tab.page.locator(".status").inner_text() == "900 photos"
        assert tab.page.locator('.tile img[alt="Photo 900"]').count() == 1

    eventually(at_the_end)
    pictures_are_there(tab)
    tab.shoot(f"photorama-sideways-end-{size}-{scheme}")
    tab.page.reload()
    tab.page.wait_for_function("() => document.querySelector('.collection[data-horizontal] .content[data-lattice]')")
    tab.page.wait_for_function(f"() => ({LEFT})() > 1_000")
    tab.button("View options").click()
    tab.button("Grid").click()
    tab.page.wait_for_function("() => !document.querySelector('.collection[data-horizontal]')")


def test_keys_lead_along_photos_that_scroll_sideways(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    scroll_sideways(tab)
    frames = tab.page.evaluate(COLUMNS)
    rows = next(index for index, frame in enumerate(frames) if frame[0] != frames[0][0])
    # However few lines the list had before, its columns have all the height.
    assert frames[rows - 1][4] < frames[0][3]
    focused = "title => document.activeElement.querySelector('img')?.alt === title"
    tab.page.evaluate("() => document.querySelector('.photorama .tile [data-item]').focus()")
    for key, number in [("ArrowDown", 2), ("ArrowRight", 2 + rows), ("ArrowUp", 1 + rows), ("ArrowLeft", 1), ("End", 60)]:
        tab.page.keyboard.press(key)
        tab.page.wait_for_function(focused, arg=f"Photo {number}")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_role("dialog").get_by_role("heading", name="Photo 60", exact=True).wait_for()


# Pulled down by a finger


def test_a_list_that_is_pulled_down_is_refreshed(gallery, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    pictures_are_there(tab)
    gallery.flickr.photos["interesting"] = [99, *range(1, 61)]
    drag(tab, [(200, y) for y in range(300, 520, 20)])
    wait_for_titles(tab, titles(99, 1, 2), first=True)


def test_a_list_that_scrolls_sideways_is_pulled_down_too_and_a_finger_scrolls_it(gallery, open_tab):
    tab = open_tab("phone", has_touch=True, is_mobile=True)
    gallery.flickr.photos["interesting"] = list(range(1, 201))
    tab.button("Refresh").click()
    wait_for_titles(tab, titles(1, 2, 3), first=True)
    scroll_sideways(tab)
    drag(tab, [(340 - 20 * step, 400) for step in range(14)])
    tab.page.wait_for_function(f"() => ({LEFT})() > 100")
    lists = gallery.flickr.requests["/services/rest/"]
    gallery.flickr.photos["interesting"] = [999, *range(1, 201)]
    drag(tab, [(200, y) for y in range(300, 520, 20)])
    eventually(lambda: assert_equal(gallery.feed()[0], "Photo 999"))
    assert gallery.flickr.requests["/services/rest/"] == lists + 1


# Told to a person who is new


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_hint_stands_below_the_photos_until_one_was_opened(gallery, open_tab, size):
    tab = open_tab(size, has_touch=size == "phone", is_mobile=size == "phone")
    pictures_are_there(tab)
    hint = tab.page.locator(".photorama .tip")
    text = "Tap a photo to open it or make it a favorite." if size == "phone" else "Click a photo to open it or make it a favorite."
    hint.get_by_text(text).wait_for()
    grid, box = tab.page.locator(".collection").bounding_box(), hint.bounding_box()
    assert box["y"] >= grid["y"] + grid["height"] and box["height"] < 45
    if size == "phone":
        assert box["y"] + box["height"] <= tab.page.get_by_role("button", name="Interesting").bounding_box()["y"]
    assert violations(tab) == []
    tab.shoot(f"hint-photorama-{size}")
    cell(tab, 2).click()
    tab.page.get_by_role("dialog").get_by_role("heading", name="Photo 2", exact=True).wait_for()
    eventually(lambda: assert_equal(gallery.rows("SELECT name FROM hint"), [("openWebPhotos",)]))
    tab.page.keyboard.press("Escape")
    tab.page.get_by_role("dialog").wait_for(state="detached")
    assert not hint.is_visible()
    # The list has its room.
    grown = tab.page.locator(".collection").bounding_box()
    assert grown["height"] > grid["height"]
    gallery.restart()
    tab.open_anew()
    wait_for_titles(tab, titles(1, 2), first=True)
    assert not hint.is_visible()


# Between the rooms


def test_a_photo_is_kept_in_an_album_of_photos(gallery, open_tab):
    tab = open_tab("desktop")
    pictures_are_there(tab)
    cell(tab, 2).click()
    tab.page.get_by_role("dialog").get_by_role("button", name="Keep in album").click()
    sheet = tab.page.get_by_role("dialog", name="Add 1 photo to an album")
    sheet.get_by_label("Name of the new album").fill("Kept")
    sheet.get_by_role("button", name="Add", exact=True).click()
    tab.page.get_by_text("Kept in Photos").wait_for()
    kept = "SELECT photo.name, album.name FROM albumPhoto JOIN photo ON photo.id = photo JOIN album ON album.id = album"
    assert gallery.rows(kept) == [("Photo 2.webp", "Kept")]


PALETTES = "SELECT palette.name, count(swatch.id) FROM palette JOIN swatch ON palette = palette.id GROUP BY palette.id ORDER BY palette.id"


@pytest.mark.parametrize("size", draws(["phone"], long=["phone", "desktop"]))
def test_a_palette_is_made_of_a_photo_and_shown(gallery, open_tab, size):
    tab = open_tab(size)
    pictures_are_there(tab)
    cell(tab, 2).click()
    dialog = tab.page.get_by_role("dialog", name="Photo 2", exact=True)
    button = dialog.get_by_role("button", name="Make palette")
    button.click()
    tab.page.get_by_text("Palette “\u2068Photo 2\u2069” added, with 1 color").wait_for()
    assert gallery.rows(PALETTES) == [("Photo 2", 1)]
    # It stands in line with the others.
    middles = {round(box["y"] + box["height"] / 2) for box in [
        button.bounding_box(), dialog.get_by_role("button", name="Favorite", exact=True).bounding_box()]}
    assert len(middles) == 1
    tab.shoot(f"photorama-palette-{size}")
    tab.button("Show").click()
    tab.page.wait_for_url("**/palette")
    tab.page.get_by_role("textbox", name="Name of palette Photo 2").wait_for()


# All of it, as axe sees it and as a picture


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_axe_finds_nothing_in_the_room_and_in_a_photo(gallery, open_tab, size, scheme):
    tab = open_tab(size, color_scheme=scheme)
    pictures_are_there(tab)
    tab.shoot(f"photorama-{size}-{scheme}")
    assert violations(tab) == []
    gallery.flickr.fault = 404
    tab.button("Refresh").click()
    trouble(tab).wait_for()
    tab.shoot(f"photorama-trouble-{size}-{scheme}")
    assert violations(tab) == []
    tab.button("Dismiss").click()
    cell(tab, 2).click()
    tab.page.wait_for_function("() => document.querySelector('.picture')?.naturalWidth >= 640")
    tab.settle()
    tab.shoot(f"photorama-photo-{size}-{scheme}")
    assert violations(tab) == []
    tab.page.keyboard.press("Escape")
    tab.page.get_by_role("dialog").wait_for(state="detached")
    choose(tab, "Favorites")
    tab.page.get_by_text("No favorites yet.").wait_for()
    tab.shoot(f"photorama-favorites-empty-{size}-{scheme}")
    assert violations(tab) == []
