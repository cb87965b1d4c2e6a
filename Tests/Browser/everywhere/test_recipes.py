"""The recipe box: recipes by course, a sheet with fields, a list ordered by hand, photographs, and two languages."""

import pytest
from everywhere.windows import at_both_sizes, way
from gallery import eventually
from pictures import png, rows
from recipes import Recipes

PROGRAM = Recipes

TITLES = "[...document.querySelectorAll('.recipe b')].map((title) => title.textContent).join()"
INGREDIENTS = "[...document.querySelectorAll('.sheet .ingredient span')].map((name) => name.textContent).join()"
IS_CLOSED = "!document.querySelector('.sheet')"


def fill(gallery):
    gallery.sql(
        "INSERT INTO recipe (title, course, minutes, method) VALUES ('Soup', 0, 20, 'Boil it.'), ('Äpfel', 2, NULL, ''), ('bread', 3, 90, '')",
        "INSERT INTO ingredient (recipe, position, name) VALUES (1, 1, 'Water'), (1, 2, 'Salt'), (1, 3, 'Leek'), (3, 1, 'Salt')")


@pytest.fixture
def box(gallery, window, size):
    window.open(f"{gallery.url}/")
    fill(gallery)
    window.wait(f"{TITLES} === 'Soup,Äpfel,bread'")
    return window


def open_recipe(box, item):
    box.click_item(item)
    box.wait("document.querySelector('.sheet [name=title]')?.value && location.pathname === values[0]", f"/recipe/{item}")


def press(box, control):
    """A sheet may be higher than the window."""
    box.script("document.querySelector(values[0]).scrollIntoView({ block: 'center', behavior: 'instant' })", control)
    box.click(control)


def enter(box, control, text):
    press(box, control)
    box.press("Control+a")
    box.type(text)
    box.wait("document.querySelector(values[0]).value === values[1]", control, text)


@pytest.mark.each_engine
@at_both_sizes
def test_a_recipe_is_added_in_a_sheet_and_what_is_not_taken_is_said_beside_its_field(gallery, box, size):
    box.click("[data-action=add]")
    box.wait("document.querySelector('.sheet [name=title]')?.value === 'New recipe'")
    enter(box, ".sheet [name=title]", "Plum cake")
    box.enter_value(".sheet [name=course]", "3")
    enter(box, ".sheet [name=minutes]", "0")
    # Without the browser's own check, as a page may send anything.
    box.script("document.querySelector('.sheet [name=minutes]').removeAttribute('min')")
    press(box, ".sheet .primary")
    box.wait("document.querySelector('.sheet [data-fault=minutes]').textContent && document.querySelector('.sheet [name=minutes]').ariaInvalid === 'true'")
    assert box.value(".sheet [name=title]") == "Plum cake"
    box.shoot(f"recipe-fault-{size}")
    enter(box, ".sheet [name=minutes]", "75")
    press(box, ".sheet .primary")
    box.wait("!document.querySelector('.sheet [data-fault=minutes]').textContent && document.querySelector('.sheet h1').textContent === 'Plum cake'")
    box.press("Escape")
    box.wait(f"{IS_CLOSED} && location.pathname === '/'")
    box.wait(f"{TITLES} === 'Soup,Äpfel,bread,Plum cake'")
    box.wait("[...document.querySelectorAll('.course')].map((course) => course.textContent).sort().join() === 'Baking,Desserts,Starters'")
    assert gallery.rows("SELECT title, course, minutes FROM recipe WHERE id = 4") == [("Plum cake", 3, 75)]
    box.click("main > .row [data-action='undo/undo']")
    box.wait("[...document.querySelectorAll('.recipe b')].some((title) => title.textContent === 'New recipe')")
    box.click("main > .row [data-action='undo/undo']")
    box.wait(f"{TITLES} === 'Soup,Äpfel,bread'")


@pytest.mark.each_engine
def test_ingredients_are_added_and_moved_by_hand_and_by_keys(gallery, box):
    open_recipe(box, "1")
    box.wait(f"{INGREDIENTS} === 'Water,Salt,Leek' && document.querySelector('.sheet [aria-keyshortcuts]')")
    assert box.script("return document.querySelector('.sheet [role=grid]').clientHeight") == 3 * 48
    enter(box, ".sheet [name=name]", "Pepper")
    box.press("Enter")
    box.wait(f"{INGREDIENTS} === 'Water,Salt,Leek,Pepper' && document.querySelector('.sheet [name=name]').value === ''")
    box.wait("document.querySelector('.sheet [role=grid]').clientHeight === 192")

    def is_ordered(*names):
        def check():
            rows = gallery.rows("SELECT name FROM ingredient WHERE recipe = 1 ORDER BY position")
            assert [name for name, in rows] == list(names)

        eventually(check)
        box.wait("!document.querySelector('.lifted, [data-moving]')")
        box.wait(
            "[...document.querySelectorAll('.sheet .tile')].sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)"
            ".map((row) => row.querySelector('span').textContent).join() === values[0]", ",".join(names))

    box.drag(way(box.middle(".sheet [data-item='1'] span"), box.middle(".sheet [data-item='3'] span")))
    is_ordered("Salt", "Leek", "Water", "Pepper")
    press(box, ".sheet [data-item='2'] span")
    box.wait_for_focus("2")
    box.press("Alt+ArrowDown")
    is_ordered("Leek", "Salt", "Water", "Pepper")
    press(box, ".sheet [data-item='3'] button")
    is_ordered("Salt", "Water", "Pepper")
    press(box, ".sheet [data-shortcut='Mod+Z']")
    is_ordered("Leek", "Salt", "Water", "Pepper")


@pytest.mark.each_engine
def test_a_photograph_is_shown_in_the_tile_and_removed(gallery, box, tmp_path):
    (tmp_path / "soup.png").write_bytes(png(600, 400))
    (tmp_path / "soup.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    open_recipe(box, "1")
    assert not box.script("return document.querySelector('.sheet [data-action$=removePhoto]').checkVisibility()")
    box.choose_file(".sheet [type=file]", tmp_path / "soup.png")
    for photo in (".sheet .photo", ".recipe img"):
        box.wait("document.querySelector(values[0])?.naturalWidth === 600", photo)
    [name] = [path.name for path in (gallery.directory / "recipes" / "photos").iterdir()]
    assert gallery.rows("SELECT photo FROM recipe WHERE id = 1") == [(name,)]
    box.shoot("recipe-photo")
    box.choose_file(".sheet [type=file]", tmp_path / "soup.svg")
    box.wait_for_sentence("soup.svg")
    press(box, ".sheet [data-action$=removePhoto]")
    box.wait("!document.querySelector('.sheet .photo').checkVisibility() && !document.querySelector('.recipe img[src]')")
    press(box, ".sheet [data-shortcut='Mod+Z']")
    box.wait("document.querySelector('.recipe img').naturalWidth === 600")


def test_a_search_finds_titles_and_ingredients_and_comes_back(gallery, box):
    for text, found in [("äPF", "Äpfel"), ("sal", "Soup,bread"), ("%", ""), ("le", "Soup")]:
        enter(box, "[type=search]", text)
        box.wait(f"{TITLES} === values[0]", found)
    box.reload()
    box.wait_for_scene()
    box.wait(f"{TITLES} === 'Soup' && document.querySelector('[type=search]').value === 'le'")
    gallery.kill()
    box.wait("document.querySelector('.banner.connection')")
    gallery.start()
    box.wait("!document.querySelector('.banner.connection')")
    box.wait(f"{TITLES} === 'Soup' && document.querySelector('[type=search]').value === 'le'")
    # Another program writes.
    gallery.sql("INSERT INTO ingredient (recipe, position, name) VALUES (2, 1, 'Lemon')")
    box.wait(f"{TITLES} === 'Soup,Äpfel'")


@pytest.mark.each_engine
def test_a_recipe_has_an_address_and_is_restored_where_it_was_removed(gallery, box):
    open_recipe(box, "3")
    assert not box.script("return document.querySelector('.sheet nav').checkVisibility()")
    box.back()
    box.wait(IS_CLOSED)
    box.forward()
    box.wait("document.querySelector('.sheet [name=title]')?.value === 'bread'")
    # The server is another one, and the sheet is still there, with what was typed in it.
    enter(box, ".sheet [name=title]", "Rye bread")
    gallery.stop()
    box.wait("document.querySelector('.banner.connection')")
    gallery.start()
    box.wait("!document.querySelector('.banner.connection')")
    box.wait("document.querySelector('.sheet [name=title]')?.value === 'Rye bread' && document.querySelector('.sheet h1').textContent === 'bread'")
    box.open(f"{gallery.url}/recipe/3")
    assert box.script("return [document.title, document.querySelector('nav').checkVisibility()]") == ["bread – Recipes", True]
    # What the page was loaded with is taken away.
    press(box, "[name=minutes]")
    box.press("Control+a")
    box.press("Delete")
    box.wait("document.querySelector('[name=minutes]').value === ''")
    press(box, ".primary")

    def is_stored():
        assert gallery.rows("SELECT minutes FROM recipe WHERE id = 3") == [(None,)]

    eventually(is_stored)
    box.wait("!document.querySelector('[aria-busy=true]') && document.querySelector('[name=minutes]').value === ''")
    press(box, "section [data-action=removeRecipe]")
    box.wait("document.querySelector('h1').textContent === 'This recipe was removed.' && !document.querySelector('form').checkVisibility()")
    assert gallery.rows("SELECT count(*) FROM ingredient WHERE recipe = 3") == [(0,)]
    press(box, "[data-shortcut='Mod+Z']")
    box.wait("document.querySelector('h1').textContent === 'bread' && document.querySelector('.ingredient span')?.textContent === 'Salt'")
    press(box, "nav a")
    box.wait(f"{TITLES} === 'Soup,Äpfel,bread'")


@pytest.mark.each_engine
def test_another_window_has_it_in_german(gallery, box):
    with box.speaking("de-DE") as german:
        german.open(f"{gallery.url}/")
        german.wait("document.title === 'Rezepte' && document.querySelector('[type=search]').placeholder === 'Suchen'")
        german.wait("[...document.querySelectorAll('.course')].map((course) => course.textContent).sort().join() === 'Gebäck,Nachspeisen,Vorspeisen'")
        open_recipe(german, "1")
        german.wait("document.querySelector('.sheet option')?.textContent === 'Vorspeisen'")
        text = german.text(".sheet main, .sheet")
        for word in ("Titel", "Gang", "Minuten", "Zubereitung", "Sichern", "Zutaten", "Hinzufügen", "Foto hinzufügen", "Rezept löschen", "Schließen"):
            assert word in text
        if german.name == "chromium":
            german.shoot("recipe-german")
        open_recipe(box, "1")
        box.wait("document.querySelector('.sheet option')?.textContent === 'Starters'")
        assert "Rezept" not in box.text(".sheet")


@pytest.mark.each_engine
def test_nothing_is_drawn_between_two_courses(gallery, box, tmp_path):
    box.wait("[...document.querySelectorAll('.course')].length > 1 && !document.getAnimations().length")
    _, top, *_ = box.box(".section:nth-child(n of .section):not(:first-child) .course")
    box.save(str(tmp_path / "page.png"))
    found, pixel = rows((tmp_path / "page.png").read_bytes(), round(top) + 3)
    around = found[-6:]
    assert [row for row in around if sum(row[::pixel]) < 128 * len(row[::pixel])] == [], "the page is white there"
