"""Imports, exports and backups of commands, as Home shows them while the gallery is served."""

import signal
import subprocess

import pytest
from gallery import PATIENCE, binary, eventually
from photo_gallery import Photos, picture
from playwright.sync_api import expect

PROGRAM = Photos
COUNT = 100


@pytest.fixture
def pictures(gallery):
    folder = gallery.directory.parent / "pictures"
    folder.mkdir()
    for number in range(COUNT):
        (folder / f"photo {number}.png").write_bytes(picture(number))
    return folder


@pytest.fixture
def begin(gallery):
    """Begins a command on the gallery."""
    commands = []

    def begin(*words):
        commands.append(subprocess.Popen(
            [binary(), *map(str, words), "--data", str(gallery.directory)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True))
        return commands[-1]

    yield begin
    for command in commands:
        command.kill()
        command.communicate()


def stop_under_way(gallery, command):
    """Stops a command when it has counted something, so that it is not done before a window shows that."""
    def has_counted():
        assert any((gallery.directory / "jobs.sqlite-jobs").read_bytes())

    eventually(has_counted, errors=(AssertionError, OSError))
    command.send_signal(signal.SIGSTOP)


def job(tab, title):
    return tab.page.locator(".job", has=tab.page.get_by_text(title, exact=True))


def test_home_has_no_list_of_commands_before_there_is_one(gallery, open_tab):
    tab = open_tab("desktop", path="/")
    expect(tab.page.get_by_role("heading", name="Photos")).to_be_visible()
    expect(tab.page.get_by_role("heading", name="Jobs")).to_be_hidden()
    assert subprocess.run([binary(), "export", "--photos", str(gallery.directory.parent / "out"), "--data", str(gallery.directory)],
                          capture_output=True, check=True)
    expect(tab.page.get_by_role("heading", name="Jobs")).to_be_visible()


def test_an_import_is_cancelled_in_a_window_and_tried_again_by_the_server(gallery, open_tab, pictures, begin):
    one, other = open_tab("desktop", path="/"), open_tab("phone", path="/")
    command = begin("import", pictures)
    stop_under_way(gallery, command)
    for tab in (one, other):
        expect(job(tab, f"Import of {pictures.name}").get_by_role("progressbar")).to_be_visible(timeout=PATIENCE * 1000)
    expect(job(one, f"Import of {pictures.name}")).to_contain_text(f"of {COUNT}")
    one.shoot("home-import")
    other.shoot("home-import")
    job(other, f"Import of {pictures.name}").get_by_role("button", name="Cancel").click()
    expect(job(one, f"Import of {pictures.name}")).to_contain_text("Stopping…")
    command.send_signal(signal.SIGCONT)
    out, error = command.communicate(timeout=PATIENCE)
    assert command.returncode == 1
    assert error == "aviary: Somebody cancelled this in a window of the gallery. What was done before is kept.\n"
    added = len(gallery.rows("SELECT id FROM photo"))
    assert added < COUNT and out.startswith(f"Added {added} photos")
    expect(job(one, f"Import of {pictures.name}")).to_contain_text("Cancelled")

    away = pictures.rename(pictures.with_name("away"))
    job(one, f"Import of {pictures.name}").get_by_role("button", name="Try again").click()
    expect(job(other, f"Import of {pictures.name}")).to_contain_text("Nothing was added")
    expect(job(other, f"Import of {pictures.name}")).to_contain_text(str(pictures))
    other.shoot("home-failed-import")
    away.rename(pictures)
    other.page.wait_for_timeout(1_100)  # A button that has just come under the pointer takes no press for a moment.
    job(other, f"Import of {pictures.name}").get_by_role("button", name="Try again").click()
    expect(job(one, f"Import of {pictures.name}")).to_contain_text(f"Added {COUNT - added} photos", timeout=3 * PATIENCE * 1000)
    assert len(gallery.rows("SELECT id FROM photo")) == COUNT


def test_a_command_that_is_killed_is_said_to_be_interrupted(gallery, open_tab, pictures, begin):
    tab = open_tab("desktop", path="/")
    command = begin("import", pictures)
    stop_under_way(gallery, command)
    expect(job(tab, f"Import of {pictures.name}").get_by_role("progressbar")).to_be_visible(timeout=PATIENCE * 1000)
    command.kill()
    expect(job(tab, f"Import of {pictures.name}")).to_contain_text("its program has ended")
    expect(job(tab, f"Import of {pictures.name}").get_by_role("button", name="Try again")).to_be_visible()
    job(tab, f"Import of {pictures.name}").get_by_role("button", name="Remove").click()
    expect(tab.page.get_by_role("heading", name="Jobs")).to_be_hidden()


def test_a_backup_and_an_export_say_what_came_of_them(gallery, open_tab, begin):
    gallery.import_pictures([f"photo {number}.png" for number in range(3)])
    tab = open_tab("desktop", path="/")
    backups, originals = (gallery.directory.parent / name for name in ("backups", "originals"))
    assert begin("backup", backups).wait(PATIENCE) == 0
    assert begin("export", "--photos", originals).wait(PATIENCE) == 0
    expect(job(tab, f"Backup to {backups.name}")).to_contain_text("with 3 photos, 3 of them new")
    expect(job(tab, f"Export of all photographs to {originals.name}")).to_contain_text("Wrote 3 photos and 0 albums")
    backup, = backups.iterdir()
    assert sorted(path.name for path in backup.iterdir()) == ["gallery.sqlite", "photos"]
    tab.shoot("home-jobs")
