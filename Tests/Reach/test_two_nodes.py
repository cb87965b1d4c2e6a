"""The whole gallery in two browsers, on two nodes of one PostgreSQL database: what one does, the other shows."""

import pytest

from gallery import eventually
from photo_gallery import file
from test_palette import Room
from test_photorama import add_tag, choose, close_tags
from test_photos_room import add, begin_selecting, names, pictures_are_there, wait_for_end, wait_for_names

NAMES = [f"{letter}.png" for letter in "abcdef"]
TITLES = "() => [...document.querySelectorAll('.photorama .tile img')].map(img => img.alt)"


def assert_equal(one, other):
    assert one == other


@pytest.fixture
def pair(start_node, open_at):
    """Two nodes, and what opens a page at both."""
    nodes = start_node("one"), start_node("two")
    yield lambda path, **options: [open_at(node.url, path, **options) for node in nodes]
    for node in nodes:
        node.wait_until_equal()


def ids(base, where="true"):
    return [row[0] for row in base.sql(f'SELECT id FROM color WHERE {where} ORDER BY "createdAt", id')]


def test_colors_are_added_removed_and_brought_back(base, pair):
    one, two = pair("/colors")
    for tab in (one, two, one, two, two, one):
        before = len(ids(base))
        tab.button("Add color").click()
        eventually(lambda: assert_equal(len(ids(base)), before + 1))
    for tab in (one, two):
        tab.wait_for_items(ids(base))
    kept = ids(base)
    assert len({int(id) for id in kept}) == 6
    two.cell(kept[1]).click()
    two.cell(kept[4]).click()
    two.button("Remove selected colors").click()
    one.wait_for_items([kept[0], *kept[2:4], kept[5]])
    two.page.get_by_role("status").filter(has_text="2 colors removed").get_by_role("button", name="Undo", exact=True).click()
    one.wait_for_items(kept)
    # Each window takes back its own, also behind the steps of the other node.
    one.button("Undo").click()
    for tab in (one, two):
        tab.wait_for_items(kept[:-1])
    one.button("Redo").click()
    two.wait_for_items(kept)
    one.button("Clear all").click()
    two.wait_for_items([])
    one.button("Undo").first.click()
    two.wait_for_items(kept)
    # The same for another program.
    base.sql(f"UPDATE color SET red = 1, green = 0, blue = 0 WHERE id = {kept[0]}", f"DELETE FROM color WHERE id = {kept[1]}")
    for tab in (one, two):
        tab.wait_for_items([kept[0], *kept[2:]])
        eventually(lambda: assert_equal(tab.fills()[0], "#ff0000"))


def test_what_was_changed_on_the_other_node_is_left_as_it_is(base, pair):
    one, two = pair("/colors")
    one.button("Add color").click()
    two.page.wait_for_selector("[data-item]")
    kept = ids(base)
    two.cell(kept[0]).click()
    two.button("Remove selected colors").click()
    one.wait_for_items([])
    base.sql(f"INSERT INTO color (id, red) VALUES ({kept[0]}, 0.5)")
    one.wait_for_items(kept)
    two.page.keyboard.press("Control+z")
    two.page.get_by_text("1 color was left as it is because it was changed elsewhere.").wait_for()
    assert base.sql("SELECT red FROM color") == [["0.5"]]


def test_saved_colors_are_named_cut_pasted_and_sorted_into_palettes(base, pair):
    tabs = pair("/palette", permissions=["clipboard-read", "clipboard-write"])
    rooms = [Room(lambda *_, tab=tab, **__: tab) for tab in tabs]
    one, two = rooms
    for room, color in ((one, "tomato"), (two, "teal"), (one, "gold")):
        room.enter(color)
        room.press(room.button("Save color"))
        eventually(lambda: assert_equal(base.sql("SELECT count(*) FROM swatch WHERE name ILIKE %s" % f"'{color}'"), [["1"]]))
    for room in rooms:
        room.names(["Gold", "Teal", "Tomato"])
    name = two.cell("Tomato").get_by_role("textbox", name="Name")
    name.fill("Fruit")
    name.press("Enter")
    one.names(["Gold", "Teal", "Fruit"])
    one.menu("Gold")
    one.choose("Cut")
    two.names(["Teal", "Fruit"])
    one.menu("Fruit")
    one.choose("Paste")
    two.names(["Teal", "Fruit", "Gold"])
    two.menu("Teal")
    two.choose("Duplicate")
    one.names(["Teal", "Teal", "Fruit", "Gold"])
    two.press(two.button("Undo").first)
    one.names(["Teal", "Fruit", "Gold"])
    assert base.value("SELECT count(DISTINCT position) FROM swatch") == "3"


def test_photos_are_added_marked_deleted_and_kept_in_albums(base, pair, tmp_path):
    one, two = pair("/photos")
    add(one, *(file(name, number) for number, name in enumerate(NAMES[:4])))
    wait_for_end(one)
    add(two, *(file(name, number + 4) for number, name in enumerate(NAMES[4:])))
    wait_for_end(two)
    for tab in (one, two):
        tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 6")
        # Each node makes the small pictures itself, of originals that they share.
        pictures_are_there(tab)
    shown = names(one)
    assert sorted(shown) == NAMES
    originals = list((tmp_path / "originals").glob("??/*"))
    assert len(originals) == 6
    begin_selecting(one, shown[0], shown[2])
    one.button("Favorite").click()
    eventually(lambda: assert_equal(base.value('SELECT count(*) FROM photo WHERE "isFavorite" = 1'), "2"))
    one.button("Delete").click()
    wait_for_names(two, [shown[1], *shown[3:]])
    one.page.locator(".banner").get_by_role("button", name="Undo").click()
    wait_for_names(two, shown)
    # The same file again is found by its content, on the other node.
    add(two, file("again.png", 0))
    two.page.get_by_text("is in Photos already").wait_for()
    assert base.value("SELECT count(*) FROM photo") == "6"
    albums = pair("/photos/albums")
    for tab, name in zip(albums, ("Lakes", "Hills")):
        tab.page.get_by_label("Name of the new album").fill(name)
        tab.button("Add").click()
    for tab in albums:
        for name in ("Lakes", "Hills"):
            tab.page.get_by_role("grid").get_by_text(name, exact=True).wait_for()


def test_what_is_deleted_for_good_is_gone_on_both_and_its_original_stays(base, pair, tmp_path):
    one, two = pair("/photos")
    add(one, file("a.png", 0), file("b.png", 1))
    wait_for_end(one)
    for tab in (one, two):
        tab.page.wait_for_function("() => document.querySelectorAll('.photos .tile').length === 2")
    kept = names(one)
    begin_selecting(two, kept[0])
    two.button("Delete").click()
    wait_for_names(one, kept[1:])
    trash, other = pair("/photos/trash")
    trash.button("Empty trash").click()
    trash.page.get_by_role("alertdialog").get_by_role("button", name="Delete for good").click()
    other.page.get_by_text("The trash is empty.").wait_for()
    assert base.value("SELECT count(*) FROM photo") == "1"
    assert len(list((tmp_path / "originals").glob("??/*"))) == 2, "no node knows what windows of the other can bring back"


def test_web_photos_are_fetched_once_and_tagged_on_either_node(base, pair):
    one, two = pair("/photorama")
    for tab in (one, two):
        tab.page.wait_for_function(f"() => ({TITLES})().length > 20")
    eventually(lambda: assert_equal(base.value("SELECT count(*) - count(DISTINCT remote) FROM \"webPhoto\""), "0"))
    for tab in (one, two):
        tab.button("Refresh").click()
    eventually(lambda: assert_equal(
        base.value('SELECT count(*) FROM (SELECT 1 FROM "feedEntry" GROUP BY feed, photo HAVING count(*) > 1) x'), "0"))
    titles = one.page.evaluate(TITLES)
    assert two.page.evaluate(TITLES)[:10] == titles[:10]
    one.page.locator(f'.photo:has(img[alt="{titles[0]}"])').first.click()
    one.page.get_by_role("dialog").get_by_role("button", name="Favorite", exact=True).click()
    choose(two, "Favorites")
    two.page.wait_for_function(f"title => JSON.stringify(({TITLES})()) === JSON.stringify([title])", arg=titles[0])
    one.page.get_by_role("dialog").get_by_role("button", name="Tags", exact=True).click()
    sheet = one.page.get_by_role("dialog", name="Tags of this photo")
    add_tag(sheet, "birds")
    sheet.get_by_role("checkbox", name="birds").check()
    eventually(lambda: assert_equal(base.value('SELECT count(*) FROM "photoTag"'), "1"))
    close_tags(one, sheet)


def test_the_home_page_counts_on_both(base, pair):
    base.sql("INSERT INTO color (red) SELECT 0 FROM generate_series(1, 5)")
    for tab in pair("/colors"):
        tab.page.get_by_text("5 colors").first.wait_for()
