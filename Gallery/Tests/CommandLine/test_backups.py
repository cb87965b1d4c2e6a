"""`aviary backup`, `restore` and `check`: the contents of a backup, kills, and faults."""

import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import time

import pytest
from gallery import PATIENCE, binary, draws, eventually
from pictures import png
from test_commands import refused, run
from test_photos import Album, album, fill, folder, import_from  # noqa: F401

PROGRAM = Album
ROWS = "SELECT id, name, digest, takenAt, trashedAt FROM photo ORDER BY id"


def backup(album, place, *options):  # noqa: F811
    return run("backup", place, "--data", album.directory, *options)


def check(place, *options):
    return run("check", place, *options)


def finished(place):
    return sorted(path for path in place.iterdir() if path.is_dir() and path.name[0] != ".")


def contents(place, except_for=()):
    """The path of each original of a backup or a gallery. Its name has to be the digest of its bytes."""
    found = {}
    for path in (place / "photos" / "originals").glob("??/*"):
        if path.name not in except_for:
            assert hashlib.sha256(path.read_bytes()).hexdigest() == path.name
            found[path.name] = path
    return found


def rows(place):
    with sqlite3.connect(f"file:{place / 'gallery.sqlite'}?mode=ro", uri=True) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return connection.execute(ROWS).fetchall()


def test_a_backup_is_a_gallery_and_the_next_one_takes_no_room_for_what_is_there(album, folder, tmp_path):  # noqa: F811
    fill(folder, 5)
    import_from(album, folder)
    album.sql("UPDATE photo SET trashedAt = createdAt WHERE id = 2", "INSERT INTO color(red, green, blue) VALUES (1, 0, 0)")
    album.start()
    (album.directory / "token").write_text("correct-horse-battery-staple")
    place = tmp_path / "backups"
    first = backup(album, place)
    one, = finished(place)
    assert first.stdout == f"Wrote {one} with 5 photos, 5 of them new\n", first
    assert rows(one) == album.rows(ROWS) and len(contents(one)) == 5
    assert sorted(path.name for path in one.iterdir() if path.is_file()) == ["gallery.sqlite"], "no token"
    assert oct(os.stat(one).st_mode)[-3:] == "700" and oct(os.stat(one / "gallery.sqlite").st_mode)[-3:] == "600"
    album.stop()
    (folder / "new.png").write_bytes(png(seed=77))
    import_from(album, folder)
    second = backup(album, place)
    two = finished(place)[-1]
    assert second.stdout == f"Wrote {two} with 6 photos, 1 of them new\n", second
    before, after = contents(one), contents(two)
    assert {name for name in after if os.path.samefile(after[name], before.get(name, one))} == set(before)
    served = {path.stat().st_ino for path in album.stored().values()}
    assert not served & {path.stat().st_ino for path in after.values()}, "nothing is shared with the served folder"
    assert check(two, "--read-all").stdout == f"{two} is well, with 6 photos, written by {run('--version').stdout}"
    # It can be served as it is.
    kept = Album(two, "--read-only").start()
    assert kept.get("/photos").status == 200
    kept.stop()
    third = backup(album, place, "--keep", 1)
    assert third.stdout.endswith("Removed all older backups\n") and len(finished(place)) == 1
    assert len(contents(finished(place)[0])) == 6
    assert backup(album, place, "--keep", 0).returncode != 0


def test_a_kill_of_a_backup_leaves_the_one_before_and_the_gallery_whole(album, folder, tmp_path):  # noqa: F811
    chance = random.Random(7)
    fill(folder, 60, width=120, height=90, noise=True)
    import_from(album, folder)
    place = tmp_path / "backups"
    assert backup(album, place).returncode == 0
    one, = finished(place)
    before, served = contents(one).keys(), rows(album.directory)
    for number in range(draws(2, 200)):
        (folder / "more.png").write_bytes(png(seed=1_000 + number))
        import_from(album, folder)
        program = subprocess.Popen(
            [binary(), "backup", place, "--data", album.directory], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        moment = chance.randrange(60)
        while program.poll() is None and sum(len(files) for _, _, files in os.walk(place)) <= 62 + moment:
            time.sleep(0.001)
        program.kill()
        program.wait(PATIENCE)
        assert contents(one).keys() == before and rows(one) == served
        for other in finished(place):
            assert check(other, "--read-all").returncode == 0
        album.check()
    last = backup(album, place)
    assert last.returncode == 0
    assert not [path for path in place.iterdir() if path not in finished(place)], "what killed programs left is gone"
    assert rows(finished(place)[-1]) == album.rows(ROWS)


def test_a_backup_is_restored_into_an_empty_folder_and_beside_open_windows(album, folder, tmp_path):  # noqa: F811
    fill(folder, 3)
    import_from(album, folder)
    place = tmp_path / "backups"
    backup(album, place)
    one, = finished(place)
    wanted = album.rows(ROWS)
    new = Album(tmp_path / "new")
    result = run("restore", one, "--data", new.directory)
    assert result.stdout == f"Put 3 photos and all colors into {new.directory}\n", result
    assert new.rows(ROWS) == wanted
    new.check()
    new.start()
    try:
        new.sql("DELETE FROM photo", "INSERT INTO photo(name) VALUES ('later.png')")
        shutil.rmtree(new.originals / contents(one).popitem()[0][:2])
        refusal = run("restore", one, "--data", new.directory)
        assert refused(refusal).endswith("Add --replace to put the backup in its place.")
        assert len(new.rows(ROWS)) == 1
        result = run("restore", one, "--data", new.directory, "--replace")
        kept, = new.directory.glob("gallery.before-restore-*.sqlite")
        assert result.stdout.endswith(f"the store as it was is in {kept.name}\n"), result
        with sqlite3.connect(kept) as connection:
            assert [row[1] for row in connection.execute(ROWS)] == ["later.png"]
        assert new.rows(ROWS) == wanted
        for _, _, digest, *_ in wanted:
            assert (new.originals / digest[:2] / digest).exists()
        page = lambda: new.get("/photos").content.count(b"data-item=")  # noqa: E731

        def shows_the_backup():
            assert page() == 3

        eventually(shows_the_backup)
    finally:
        new.stop()


def test_faults_are_named_and_nothing_is_changed(album, folder, tmp_path):  # noqa: F811
    fill(folder, 4)
    import_from(album, folder)
    place = tmp_path / "backups"
    digests = [digest for digest, in album.rows("SELECT digest FROM photo ORDER BY id")]
    files = [album.originals / digest[:2] / digest for digest in digests]
    files[0].unlink()
    files[1].chmod(0o600)
    files[1].write_bytes(b"rotten")
    result = backup(album, place)
    one, = finished(place)
    assert result.returncode == 1 and result.stdout.splitlines()[1:] == [
        "  0000.png: its original is missing or cannot be read",
        "  0001.png: its original has changed on the disk, so it is not in the backup"]
    assert contents(one).keys() == set(digests[2:])
    stray = album.originals / "ab" / ("ab" * 32)
    stray.parent.mkdir(exist_ok=True)
    stray.write_bytes(b"stray")
    before = {name: path.read_bytes() for name, path in album.stored().items()}
    found = run("check", "--data", album.directory, "--read-all")
    assert found.returncode == 1 and found.stdout.splitlines()[1:] == [
        "  The photo “0000.png” has no original. Put its file back, or add the photo again.",
        f"  The original {stray.name} belongs to no photo.",
        *[f"  The original {digest} has changed on the disk." for digest in sorted([digests[1], stray.name])]]
    assert {name: path.read_bytes() for name, path in album.stored().items()} == before
    # A backup that has rotted is not put in the place of anything.
    path = contents(one)[digests[2]]
    path.chmod(0o600)
    path.write_bytes(b"rotten")
    assert "changed on the disk" in refused(run("restore", one, "--data", tmp_path / "new"))
    assert not (tmp_path / "new" / "gallery.sqlite").exists()
    store = bytearray((one / "gallery.sqlite").read_bytes())
    store[4096 * 3:4096 * 6] = random.Random(1).randbytes(4096 * 3)
    (one / "gallery.sqlite").write_bytes(store)
    assert run("check", one).returncode == 1
    assert "damaged" in refused(run("restore", one, "--data", tmp_path / "new"))
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for command in (["check"], ["restore", "--data", tmp_path / "new"], ["check", "--repair", "--data", album.directory, "--from"]):
        assert "is a link to" in refused(run(*command, tmp_path / "link"))
    for place in (tmp_path / "nowhere", folder):
        assert "There is no backup and no gallery" in refused(run("check", place))
        assert "There is no backup and no gallery" in refused(run("restore", place, "--data", tmp_path / "new"))


def test_an_original_that_cannot_be_read_is_named_and_the_others_are_kept(album, folder, tmp_path):  # noqa: F811
    fill(folder, 3)
    import_from(album, folder)
    broken, *whole = [digest for digest, in album.rows("SELECT digest FROM photo ORDER BY id")]
    path = album.originals / broken[:2] / broken
    path.unlink()
    path.mkdir()
    result = backup(album, tmp_path / "backups")
    assert result.returncode == 1
    assert result.stdout.splitlines()[1:] == ["  0000.png: its original is missing or cannot be read"]
    assert contents(finished(tmp_path / "backups")[0]).keys() == set(whole)


def test_an_original_with_the_bytes_of_another_takes_nothing_from_the_backup(album, folder, tmp_path):  # noqa: F811
    fill(folder, 3)
    import_from(album, folder)
    one, two, last = sorted(digest for digest, in album.rows("SELECT digest FROM photo"))
    path = album.originals / last[:2] / last
    path.chmod(0o600)
    path.write_bytes((album.originals / one[:2] / one).read_bytes())
    result = backup(album, tmp_path / "backups")
    assert result.returncode == 1 and result.stdout.count("has changed on the disk") == 1
    assert contents(finished(tmp_path / "backups")[0]).keys() == {one, two}


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_place_that_cannot_be_written_is_named(album, folder, tmp_path, place):  # noqa: F811
    fill(folder, 1)
    import_from(album, folder)
    (tmp_path / "file").write_text("no folder")
    assert "“" + str(tmp_path / "file") + "” is no folder" in refused(backup(album, tmp_path / place))
    assert album.check()


def test_a_gallery_is_well_right_after_a_restore(album, folder, tmp_path):  # noqa: F811
    fill(folder, 2)
    import_from(album, folder)
    backup(album, tmp_path / "backups")
    one, = finished(tmp_path / "backups")
    (folder / "later.png").write_bytes(png(seed=77))
    import_from(album, folder)
    later, = album.rows("SELECT digest FROM photo WHERE name = 'later.png'")[0]
    assert run("restore", one, "--data", album.directory, "--replace").returncode == 0
    found = run("check", "--data", album.directory, "--read-all")
    well = f"{album.directory} is well, with 2 photos, written by {run('--version').stdout.strip()}"
    assert found.stdout == f"{well}. --repair adds these:\n  The original {later} belongs to no photo.\n", found
    assert found.returncode == 0
    assert repair(album, "--yes").returncode == 0
    assert run("check", "--data", album.directory, "--read-all").stdout.endswith(" is well, with 3 photos, written by " + run("--version").stdout)


def repair(album, *options):  # noqa: F811
    return run("check", "--data", album.directory, "--read-all", "--repair", *options)


def test_a_repair_says_what_it_does_and_gets_back_what_a_backup_has(album, folder, tmp_path):  # noqa: F811
    fill(folder, 5)
    import_from(album, folder)
    place = tmp_path / "backups"
    backup(album, place)
    one, = finished(place)
    digests = [digest for digest, in album.rows("SELECT digest FROM photo ORDER BY id")]
    files = [album.originals / digest[:2] / digest for digest in digests]
    whole = {path: path.read_bytes() for path in files}
    files[0].unlink()
    for path in files[1:3]:
        path.chmod(0o600)
        path.write_bytes(b"rotten")
    files[2].parent.joinpath("ef" * 32).write_bytes(b"no picture")
    contents(one)[digests[2]].unlink()
    album.sql(f"DELETE FROM photo WHERE digest = '{digests[3]}'")
    before = {path: path.read_bytes() for path in album.originals.rglob("*") if path.is_file()}
    asked = repair(album, "--from", one)
    plan = [
        "This will be done:", "  The original of “0000.png” is taken from the backup.",
        f"  The original {digests[3]} is added as a photo.", f"  The original {digests[1]} is replaced by that of the backup.",
        "This stays as it is:"]
    assert asked.returncode == 1, asked
    assert all(line in asked.stdout.splitlines() for line in plan), asked.stdout
    assert asked.stdout.endswith("Nothing was changed. Add --yes to repair without a question.\n")
    assert {path: path.read_bytes() for path in album.originals.rglob("*") if path.is_file()} == before
    done = repair(album, "--from", one, "--yes")
    assert done.returncode == 1 and "Repaired 3 faults" in done.stdout, done
    assert done.stdout.splitlines()[-1].startswith("  Found efefefef: "), "why the file that is no picture was not added"
    assert files[0].read_bytes() == whole[files[0]] and files[1].read_bytes() == whole[files[1]]
    assert files[2].read_bytes() == b"rotten", "what no backup has is left alone"
    found, = album.rows(f"SELECT name FROM photo WHERE digest = '{digests[3]}'")
    assert found == (f"Found {digests[3][:8]}.png",)
    nothing = "None of this can be repaired. Nothing was changed.\n"
    files[2].parent.joinpath("ef" * 32).unlink()
    assert repair(album, "--from", one).stdout.endswith(nothing)
    assert repair(album).stdout.endswith(nothing[:-1] + " With --from, a repair takes originals from a backup.\n")
    contents(one)[digests[1]].chmod(0o600)
    contents(one)[digests[1]].write_bytes(b"rotten")
    files[1].chmod(0o600)
    files[1].write_bytes(b"rotten")
    both = repair(album, "--from", one, "--yes")
    assert both.stdout.endswith(
        f"Repaired 0 faults\n  {digests[1]}: its original in the backup has changed on the disk, too\n"), both
    assert files[1].read_bytes() == b"rotten"
    left = run("check", "--data", album.directory, "--read-all").stdout
    assert left.count("\n") == 3 and digests[2] in left and digests[1] in left


def test_a_kill_of_a_repair_loses_nothing(album, folder, tmp_path):  # noqa: F811
    chance = random.Random(8)
    fill(folder, 24, width=120, height=90, noise=True)
    import_from(album, folder)
    backup(album, tmp_path / "backups")
    one, = finished(tmp_path / "backups")
    whole = set(contents(one))
    for _ in range(draws(2, 200)):
        missing, broken, strays = (set(chance.sample(sorted(whole), 5)) for _ in range(3))
        broken -= missing
        strays -= missing | broken
        for digest in missing:
            album.originals.joinpath(digest[:2], digest).unlink()
        for digest in broken:
            path = album.originals / digest[:2] / digest
            path.chmod(0o600)
            path.write_bytes(b"rotten")
        album.sql(*(f"DELETE FROM photo WHERE digest = '{digest}'" for digest in strays))
        program = subprocess.Popen(
            [binary(), "check", "--data", album.directory, "--read-all", "--repair", "--from", one, "--yes"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.random() * 0.6)
        program.kill()
        program.wait(PATIENCE)
        assert set(contents(one)) == whole
        originals = contents(album.directory, except_for=broken)
        assert set(originals) >= whole - missing - broken
        assert album.rows("PRAGMA integrity_check") == [("ok",)]
        left = repair(album, "--from", one, "--yes")
        assert left.returncode == 0, left
        assert set(contents(album.directory)) == whole == {digest for digest, in album.rows("SELECT digest FROM photo")}
        # A killed program may leave a note, which the next start of the server settles. With such a note, an original
        # whose row is gone is one that a person has deleted.
        for note in (album.originals / "unsettled").iterdir():
            note.unlink()


def test_indexes_are_made_anew_and_a_damaged_table_is_not_touched(album, folder):  # noqa: F811
    fill(folder, 2)
    import_from(album, folder)
    schema = "PRAGMA writable_schema = ON"
    (sql,), *_ = album.rows("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'color' AND sql IS NOT NULL")
    change = "UPDATE sqlite_schema SET sql = ? WHERE sql = ?"
    # An index that leaves out a row.
    for new, old, *then in [(f"{sql} WHERE 0", sql, "INSERT INTO color(red, green, blue) VALUES (1, 0, 0)"), (sql, f"{sql} WHERE 0")]:
        for statements in ([schema, (change, new, old)], then):
            connection = sqlite3.connect(album.file, isolation_level=None)
            for statement in statements:
                text, *arguments = statement if isinstance(statement, tuple) else (statement,)
                connection.execute(text, arguments)
            connection.close()
    found = run("check", "--data", album.directory)
    assert found.returncode == 1 and "An index of the store is damaged: " in found.stdout, found
    done = repair(album, "--yes")
    assert done.returncode == 0 and done.stdout.endswith("Repaired 1 fault\n"), done
    assert run("check", "--data", album.directory, "--read-all").returncode == 0
    assert "--repair is for the gallery" in run("check", album.directory, "--repair").stderr
    assert "go with --repair" in run("check", "--data", album.directory, "--yes").stderr


def test_a_store_says_which_version_wrote_it(album):  # noqa: F811
    version = run("--version").stdout.strip()
    well = f"{album.directory} is well, with 0 photos"
    run("sample", "--colors", 1, "--data", album.directory)
    assert run("check", "--data", album.directory).stdout == f"{well}, written by {version}\n"
    album.sql("PRAGMA user_version = 0")
    assert run("check", "--data", album.directory).stdout == f"{well}\n"
    album.sql("PRAGMA user_version = 2010003")
    run("sample", "--colors", 1, "--data", album.directory)
    assert run("check", "--data", album.directory).stdout == f"{well}, written by 2.10.3\n"
    album.sql("PRAGMA user_version = 0")
    run("sample", "--colors", 1, "--data", album.directory)
    assert run("check", "--data", album.directory).stdout == f"{well}, written by {version}\n"
