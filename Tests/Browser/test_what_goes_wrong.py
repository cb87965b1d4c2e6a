"""Mistakes of an app, each with a sentence for the person who runs it, or for the person who looks."""

import http.client
import socket
import subprocess
import urllib.request

import pytest

from gallery import PATIENCE, binary, eventually
from todo import ToDo


class Things(ToDo):
    """`FaultyApp`, which makes a mistake in a directory of its own."""

    mistake = "none"

    @property
    def file(self):
        return self.directory / "things.sqlite"

    def start(self):
        return self.run(binary("FaultyApp"), str(self.port), self.mistake, str(self.directory))

    def get(self, path="/"):
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            return answer.read().decode()


PROGRAM = Things


def refused(*arguments, **options):
    """The standard error of a program that cannot serve."""
    done = subprocess.run(
        [binary("FaultyApp"), *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, **options)
    assert done.returncode == 1 and done.stdout == ""
    return done.stderr


def test_a_taken_port_is_said(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused(port, "none", tmp_path)
    # Before it there is a note about the list.
    assert said.splitlines()[1:] == [f"Things cannot be served: Port {port} of 127.0.0.1 is already in use; stop the other program or choose another port."]


def test_a_directory_that_may_not_be_written_is_said(tmp_path):
    # A file where the directory should be, because root may write everywhere.
    (tmp_path / "data").write_text("")
    assert refused(0, "none", tmp_path / "data") == f"FaultyApp cannot be served: The directory {tmp_path}/data cannot hold the store: it cannot be made.\n"


@pytest.mark.parametrize("mistake, reason", [
    ("migration", "The store reported an error: no such table: things. Nothing was changed."),
    ("migration-error", "That did not work: Unexplained(). What was saved before is safe; try again."),
])
def test_a_migration_that_throws_is_named(tmp_path, mistake, reason):
    store = tmp_path / "things.sqlite"
    assert refused(0, mistake, tmp_path) == f"FaultyApp cannot be served: {store} cannot be used: The migration “colors” failed. {reason}\n"
    store.unlink()
    # In a store that has rows.
    things = Things(tmp_path).start()
    things.stop()
    copy = tmp_path / "things.before-colors.sqlite"
    said = refused(0, mistake, tmp_path)
    assert said == f"FaultyApp cannot be served: {store} could not be brought to this version. As it was, it is in {copy}. The migration “colors” failed. {reason}\n"


def test_a_controller_that_cannot_be_made_is_said(tmp_path):
    assert refused(0, "table", tmp_path).splitlines()[-1].startswith("Things cannot be served: SQLite error 1: ")


def test_a_misspelt_outlet_is_said_and_the_page_is_shown(tmp_path):
    things = Things(tmp_path / "data")
    things.directory.mkdir()
    things.mistake = "outlet"
    things.start()
    for _ in range(3):
        assert "Things" in things.get()
    assert things.logged().count("The storyboard has no outlet named titel.") == 1
    assert things.stop() == 0


def test_a_list_that_is_read_anew_is_logged_once_and_not_for_each_visit(gallery):
    for _ in range(3):
        gallery.get()
    assert gallery.logged().count("grows stale while nobody commits") == 1


def test_a_trap_at_a_page_costs_that_request_only(gallery):
    with pytest.raises((http.client.HTTPException, OSError)):
        gallery.get("/trap")
    eventually(lambda: gallery.get(), errors=(OSError, http.client.HTTPException))
    assert "The server ended by signal" in gallery.logged() and "is started again" in gallery.logged()
    # No addresses and no registers: a sentence.
    assert "Thread" not in gallery.logged() and "Registers" not in gallery.logged()
    assert len(gallery.logged().splitlines()) < 12
    assert gallery.stop() == 0


def test_a_trap_in_an_action_is_said_on_the_page_and_does_not_come_again(gallery, open_tab):
    tab = open_tab()
    field = tab.page.get_by_label("Name")
    field.fill("trap")
    tab.button("Add").click()
    tab.page.get_by_text("The server ended while it did this").wait_for()
    assert gallery.logged().count("is started again") == 1
    assert field.input_value() == "trap"
    # The next action works, and nothing of the one before was stored.
    field.fill("fern")
    tab.button("Add").click()
    tab.page.get_by_role("grid").get_by_text("fern").wait_for()
    assert gallery.rows("SELECT name FROM thing") == [("fern",)]
    assert gallery.logged().count("is started again") == 1
    tab.complaints.clear()
