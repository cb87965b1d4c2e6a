"""Faults of the store from outside: the page reports them, keeps all acknowledged work, and continues when possible."""

import os
import resource
import shutil
import sqlite3

from gallery import eventually

SIDES = ["-wal", "-shm"]


def alert(tab, text):
    """Waits until the page says something as an error."""
    tab.page.get_by_role("alert").filter(has_text=text).wait_for()


def calm(tab):
    """Waits until the page takes back what it said."""
    tab.page.wait_for_function("() => !document.querySelector('.banner.error')")


def add(tab):
    """Adds a colour, and waits until it is there."""
    count = len(tab.items())
    tab.button("Add color").click()
    tab.page.wait_for_function("count => document.querySelectorAll('[data-item]').length > count", arg=count)


def add_in_vain(tab, text):
    """Adds a colour, which is refused, and waits for the sentence."""
    tab.button("Dismiss").click()
    tab.button("Add color").click()
    alert(tab, text)


def count_after_a_kill(gallery):
    gallery.kill()
    gallery.start()
    assert gallery.rows("PRAGMA integrity_check") == [("ok",)]
    return len(gallery.ids())


def test_a_store_that_was_moved_away_is_said_and_goes_on_when_it_is_back(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    add(tab)
    away = gallery.directory / "away.sqlite"
    gallery.file.rename(away)
    alert(tab, "is gone")
    add_in_vain(tab, "is gone")
    assert len(tab.items()) == 4, "what is shown stays"
    late = open_tab()
    alert(late, "is gone")
    with sqlite3.connect(f"file:{away}?mode=ro&immutable=1", uri=True) as moved:
        assert moved.execute("SELECT count(*) FROM color").fetchone() == (4,), "what was moved is whole"
    away.rename(gallery.file)
    calm(tab)
    calm(late)
    add(tab)
    assert count_after_a_kill(gallery) == 5


def test_a_directory_that_was_moved_away_is_said_and_goes_on_when_it_is_back(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    away = gallery.directory.with_name("away")
    gallery.directory.rename(away)
    alert(tab, "is gone")
    add_in_vain(tab, "is gone")
    away.rename(gallery.directory)
    calm(tab)
    add(tab)
    assert count_after_a_kill(gallery) == 4


def test_a_copy_in_the_place_of_a_removed_store_is_shown_and_written_to(gallery, open_tab):
    gallery.sample(3)
    backup = gallery.directory / "backup.sqlite"
    with sqlite3.connect(gallery.file) as source, sqlite3.connect(backup) as target:
        source.backup(target)
    kept = gallery.ids()
    gallery.sample(2)
    tab = open_tab()
    tab.wait_for_items(gallery.ids())
    add(tab)
    for side in ["", *SIDES]:
        os.unlink(f"{gallery.file}{side}")
    alert(tab, "is gone")
    shutil.copy(backup, gallery.file)
    tab.wait_for_items(kept)
    calm(tab)
    tab.page.keyboard.press("Control+z")
    alert(tab, "too long ago")
    add(tab)
    gallery.sql("INSERT INTO color(red) VALUES (1)")
    tab.wait_for_items(eventually(lambda: gallery.ids()))
    assert count_after_a_kill(gallery) == 5


def test_a_copy_moved_over_the_store_does_not_get_the_log_of_the_one_before(gallery, open_tab):
    gallery.sample(3)
    backup = gallery.directory / "backup.sqlite"
    with sqlite3.connect(gallery.file) as source, sqlite3.connect(backup) as target:
        source.backup(target)
    kept = gallery.ids()
    tab = open_tab()
    for _ in range(5):
        add(tab)
    backup.rename(gallery.file)
    tab.wait_for_items(kept)
    calm(tab)
    add(tab)
    assert count_after_a_kill(gallery) == 4


def test_what_is_no_store_in_its_place_is_said_until_one_is(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    away = gallery.directory / "away.sqlite"
    gallery.file.rename(away)
    alert(tab, "is gone")
    gallery.file.write_text("no store at all, " * 1000)
    alert(tab, "is damaged, or isn't a gallery")
    add_in_vain(tab, "Nothing is changed")
    away.rename(gallery.file)
    calm(tab)
    add(tab)
    assert count_after_a_kill(gallery) == 4


def there(gallery):
    assert all(os.path.exists(f"{gallery.file}{side}") for side in SIDES)


def test_a_removed_log_costs_nothing(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    for _ in range(3):
        add(tab)
    for sides in (SIDES, SIDES[:1], SIDES[1:]):
        for side in sides:
            os.unlink(f"{gallery.file}{side}")
        eventually(lambda: there(gallery))
        calm(tab)
        shown = len(tab.items())
        # Refused for the moment in which the log is put back.
        while len(tab.items()) == shown:
            tab.button("Add color").click()
            tab.page.wait_for_function(
                "shown => document.querySelectorAll('[data-item]').length > shown || document.querySelector('.banner.error')",
                arg=shown)
    shown = tab.items()
    assert count_after_a_kill(gallery) == len(shown) and gallery.ids() == shown


def test_a_removed_log_is_waited_for_while_another_program_has_the_store_open(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    other = sqlite3.connect(gallery.file)
    other.execute("SELECT count(*) FROM color").fetchone()
    add(tab)
    for side in SIDES:
        os.unlink(f"{gallery.file}{side}")
    alert(tab, "log was removed")
    add_in_vain(tab, "log was removed")
    with sqlite3.connect(f"file:{gallery.file}?mode=ro&immutable=1", uri=True) as file:
        assert file.execute("SELECT count(*) FROM color").fetchone() == (4,), "nothing is in the log alone"
    other.close()
    calm(tab)
    add(tab)
    assert count_after_a_kill(gallery) == 5


def test_a_table_that_is_gone_is_said_and_the_sentence_goes_when_it_is_back(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    shown = tab.items()
    gallery.sql("ALTER TABLE color RENAME TO colour")
    alert(tab, "no table")
    assert tab.items() == shown
    late = open_tab()
    alert(late, "no table")
    gallery.sql("ALTER TABLE colour RENAME TO color")
    calm(tab)
    add(tab)


def test_a_full_disk_is_said_and_the_action_works_once_there_is_space(gallery, open_tab):
    gallery.sample(3)
    tab = open_tab()
    add(tab)
    before = gallery.ids()

    def limit(size):
        resource.prlimit(gallery.serving()[0], resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    limit(os.stat(f"{gallery.file}-wal").st_size)
    tab.button("Add color").click()
    alert(tab, "The disk")
    tab.button("Clear all").click()
    add_in_vain(tab, "The disk")
    assert tab.items() == before == gallery.ids() and gallery.rows("PRAGMA integrity_check") == [("ok",)]
    limit(resource.RLIM_INFINITY)
    tab.button("Dismiss").click()
    add(tab)
    assert count_after_a_kill(gallery) == 5
