"""The store's files: their permissions, refusals that change nothing, and the behavior of a read-only gallery."""

import fcntl
import http.client
import json
import os
import pathlib
import random
import shutil
import sqlite3
import stat
import subprocess
import tempfile

import pytest
from websockets.sync.client import connect

from gallery import PATIENCE, Gallery, binary, draws, eventually
from older_stores import check_upgraded, earlier_stores

from test_commands import refused, run

LARGEST = 2**63 - 1


@pytest.fixture
def directory(tmp_path):
    return tmp_path / "data"


def contents(directory):
    """What the files hold. An empty log is none, and its index says nothing that is not in the log."""
    files = [file for file in directory.iterdir() if file.is_file() and file.stat().st_size and not file.name.endswith("-shm")]
    return {file.name: file.read_bytes() for file in files}


def mode(file):
    return stat.S_IMODE(file.stat().st_mode)


def get(gallery, path):
    connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def act(gallery, *actions, path="/colors"):
    """The answers of the Colors room to actions: `None` for a completed action, or a sentence."""
    with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as socket:
        requests = [["do", number, action, {}, None] for number, action in enumerate(actions, 1)]
        socket.send(json.dumps([["hello", path, {"grid": [0, 0, 390, 700]}, "tab", ""], *requests]))
        answers = {}
        while len(answers) < len(actions):
            for name, number, *rest in json.loads(socket.recv(timeout=PATIENCE)):
                if name in ("done", "failed"):
                    answers[number] = rest[0] if rest else None
    return [answers[number] for number in sorted(answers)]


# What is refused


@pytest.mark.parametrize("statement, names", [
    ("ALTER TABLE color RENAME COLUMN red TO rot", ["color", "red"]), ("ALTER TABLE swatch RENAME TO other", ["swatch"]),
    ("ALTER TABLE palette RENAME COLUMN name TO title", ["palette", "name"]),
    ("ALTER TABLE album RENAME COLUMN position TO other", ["album", "position"]),
    ("ALTER TABLE aviaryReceipt RENAME COLUMN name TO other", ["aviaryReceipt", "name"]),
    ("ALTER TABLE aviaryHistory RENAME TO other", ["aviaryHistory"])])
def test_a_store_of_another_shape_is_refused_untouched_and_names_table_and_column(directory, statement, names):
    gallery = Gallery(directory)
    gallery.sample(3)
    connection = sqlite3.connect(gallery.file, isolation_level=None)
    connection.execute("PRAGMA legacy_alter_table = ON")
    connection.execute(statement)
    connection.close()
    before = contents(directory)
    for command in (["serve", "--port", 0], ["serve", "--port", 0, "--read-only"], ["watch", "colors"], ["sample", "--colors", 1]):
        sentence = refused(run(*command, "--data", directory))
        assert all(name in sentence for name in names) and "not touched" in sentence
        assert contents(directory) == before


@pytest.mark.parametrize("schema", ["id INTEGER, red, green, blue, createdAt", "red, green, blue, createdAt"])
def test_rows_that_nothing_names_are_refused_and_said(directory, schema):
    gallery = Gallery(directory)
    gallery.sample(1)
    gallery.sql("DROP TABLE color", f"CREATE TABLE color({schema})", "INSERT INTO color(red) VALUES (1)")
    assert "id" in refused(run("serve", "--port", 0, "--data", directory))


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["sample", "--colors", "1"], ["watch", "colors"]])
@pytest.mark.parametrize("rest", [None, b"", b"S"])
def test_a_log_without_its_store_is_not_lost(directory, rest, command):
    gallery = Gallery(directory)
    gallery.sample(1)
    connection = sqlite3.connect(gallery.file, isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("UPDATE color SET red = 0.125")
    saved = contents(directory)
    assert len(saved["gallery.sqlite-wal"]) > 0
    connection.close()
    for name, content in saved.items():
        (directory / name).write_bytes(content)
    away = directory / "away"
    gallery.file.rename(away)
    if rest is not None:
        gallery.file.write_bytes(rest)
    before = contents(directory)
    sentence = refused(run(*command, "--data", directory))
    assert "gallery.sqlite-wal" in sentence and "Nothing was touched" in sentence
    assert contents(directory) == before
    away.rename(gallery.file)
    assert run("sample", "--colors", 1, "--data", directory).returncode == 0
    assert gallery.rows("SELECT red FROM color WHERE id = 1") == [(0.125,)]


def test_what_is_refused_as_damaged_keeps_every_byte(directory):
    gallery = Gallery(directory)
    gallery.sample(3000)
    run("sample", "--swatches", 500, "--data", directory)
    connection = sqlite3.connect(gallery.file, isolation_level=None)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    sound = gallery.file.read_bytes()
    # A log with the last change, as a killed program leaves it.
    connection = sqlite3.connect(gallery.file, isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("UPDATE color SET red = 0.5 WHERE id < 200")
    log = (directory / "gallery.sqlite-wal").read_bytes()
    connection.close()
    damaged = 0
    for seed in range(draws(15, long=4000)):
        chance = random.Random(seed)
        content = bytearray(sound)
        for _ in range(chance.choice([1, 1, 3, 20])):
            at = chance.randrange(len(content))
            kind = chance.choice(["flip", "zero", "page", "cut"])
            if kind == "flip":
                content[at] ^= 1 << chance.randrange(8)
            elif kind == "zero":
                content[at:at + 64] = bytes(len(content[at:at + 64]))
            elif kind == "page":
                page = at // 4096 * 4096
                content[page:page + 4096] = chance.randbytes(4096)
            else:
                del content[max(512, at):]
        shutil.rmtree(directory)
        directory.mkdir()
        gallery.file.write_bytes(content)
        if chance.random() < 0.5:
            (directory / "gallery.sqlite-wal").write_bytes(log)
        before = contents(directory)
        command = chance.choice([["watch", "colors"], ["watch", "palette"], ["sample", "--colors", "1"], ["serve", "--port", "0"]])
        process = subprocess.Popen(
            [binary(), *command, "--data", str(directory)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if command[0] != "sample":
            process.stdout.readline()
            process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode in (0, 1, -15), (seed, errors)
        if process.returncode == 1:
            sentence = [line for line in errors.splitlines() if line.startswith("aviary: ")]
            assert len(sentence) == 1, (seed, errors)
            if "touched" in sentence[0]:
                damaged += 1
                assert contents(directory) == before, (seed, command, sentence)
    assert damaged > 8


def test_a_used_up_number_is_no_full_disk(directory):
    gallery = Gallery(directory)
    gallery.sample(1)
    gallery.sql(f"UPDATE sqlite_sequence SET seq = {LARGEST} WHERE name = 'color'")
    sentence = refused(run("sample", "--colors", 1, "--data", directory))
    assert "color" in sentence and "largest id" in sentence and "disk" not in sentence
    gallery.start()
    [sentence] = act(gallery, "add")
    assert "largest id" in sentence and "disk" not in sentence
    gallery.stop()


def test_a_directory_that_another_program_has_locked_is_waited_for_and_said(directory):
    directory.mkdir()
    descriptor = os.open(directory, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    process = subprocess.Popen(
        [binary(), "sample", "--colors", "1", "--data", str(directory)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    assert "has locked the directory" in line and str(directory) in line and str(os.getpid()) in line
    os.close(descriptor)
    assert process.wait(PATIENCE) == 0
    assert len(Gallery(directory).rows()) == 1


# Who may read it


def test_a_new_store_and_its_copies_are_the_owners_alone(directory):
    directory.mkdir()
    gallery = Gallery(directory / "deep").start()
    act(gallery, "add")
    assert mode(gallery.directory) == 0o700
    names = ["address", "jobs.sqlite-jobs", *(f"{name}.sqlite{end}" for name in ("gallery", "jobs") for end in ("", "-wal", "-shm"))]
    folders = ("palettes", "photorama", "photos")
    assert {file.name: mode(file) for file in gallery.directory.iterdir()} == {
        **dict.fromkeys(names, 0o600), **dict.fromkeys(folders, 0o700)}
    gallery.stop()
    gallery.sql("DROP INDEX colorOrder", "DELETE FROM grdb_migrations WHERE identifier = 'colorOrder'")
    gallery.sample(1)
    assert mode(gallery.directory / "gallery.before-colorOrder.sqlite") == 0o600


def test_stores_of_every_earlier_schema_are_upgraded(tmp_path):
    stores = list(earlier_stores())
    for name, make in stores if os.environ.get("AVIARY_LONG") else stores[::5]:
        gallery = Gallery(tmp_path / name)
        gallery.directory.mkdir()
        make(gallery.file)
        gallery.start()
        check_upgraded(gallery.url, gallery.file, name)
        gallery.stop()


@pytest.mark.parametrize("was, now, isSaid", [
    (0o644, 0o600, False), (0o664, 0o600, False), (0o660, 0o660, False), (0o600, 0o600, False), (0o666, 0o666, True)])
def test_a_store_that_everybody_may_read_is_closed_and_a_shared_one_stays(directory, was, now, isSaid):
    gallery = Gallery(directory)
    gallery.sample(1)
    gallery.file.chmod(was)
    result = run("sample", "--colors", 1, "--data", directory)
    assert result.returncode == 0 and mode(gallery.file) == now
    assert ("Every user" in result.stderr) == isSaid


# Rows of others


def test_a_row_that_cannot_be_shown_as_it_is_is_named_once(gallery):
    gallery.sample(3)
    gallery.sql("UPDATE color SET red = 7 WHERE id = 2", "UPDATE color SET blue = 'x' || char(10) || 'forged line' WHERE id = 3")
    for _ in range(3):
        assert get(gallery, "/colors")[0] == 200
        gallery.sql("UPDATE color SET green = 0.5")
    lines = [line for line in gallery.logged().splitlines() if "shown as well as" in line]
    assert len(lines) == 2, lines
    assert not any(line.startswith("forged") for line in gallery.logged().splitlines())


def test_a_column_that_goes_while_it_is_served_is_said_and_comes_back(gallery):
    gallery.sample(3)
    assert get(gallery, "/colors")[1].count("data-item=") == 3
    for table, column, path in [("color", "red", "/colors"), ("swatch", "name", "/palette"), ("palette", "name", "/palette")]:
        gallery.sql(f"ALTER TABLE {table} RENAME COLUMN {column} TO other")

        with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as socket:
            socket.send(json.dumps([["hello", path, {"grid": [0, 0, 390, 700]}]]))

            def next_error():
                while True:
                    for message in json.loads(socket.recv(timeout=PATIENCE)):
                        if message[:2] == ["say", "error"]:
                            return message[2]

            assert f"The table {table} has no column {column} any more." in next_error()
            assert get(gallery, path)[0] == 200
            gallery.sql(f"ALTER TABLE {table} RENAME COLUMN other TO {column}")
            while next_error():
                pass
    assert get(gallery, "/colors")[1].count("data-item=") == 3
    assert gallery.process.poll() is None


# Looking only


def test_a_gallery_that_is_only_looked_at_follows_others_and_changes_nothing(directory):
    writer = Gallery(directory)
    writer.sample(3)
    before = contents(directory)
    gallery = Gallery(directory, "--read-only").start()
    assert get(gallery, "/colors")[1].count("data-item=") == 3
    for sentence in act(gallery, "add", "clear") + act(gallery, "save", "newPalette", path="/palette"):
        assert sentence == "This gallery is read-only. Nothing was changed."
    writer.sql("INSERT INTO color(red) VALUES (1)")

    def is_shown():
        assert get(gallery, "/colors")[1].count("data-item=") == 4

    eventually(is_shown)
    assert gallery.stop() == 0
    assert contents(directory).keys() - {"gallery.sqlite-wal"} == before.keys() - {"gallery.sqlite-wal"}
    assert len(writer.rows()) == 4


def test_looking_makes_nothing(directory):
    assert "no gallery" in refused(run("serve", "--read-only", "--port", 0, "--data", directory))
    assert not directory.exists()


def test_looking_at_an_older_store_is_refused_untouched(directory):
    gallery = Gallery(directory)
    gallery.sample(3)
    gallery.sql("DROP INDEX colorOrder", "DELETE FROM grdb_migrations WHERE identifier = 'colorOrder'")
    before = contents(directory)
    sentence = refused(run("serve", "--read-only", "--port", 0, "--data", directory))
    assert "older version" in sentence and "--read-only" in sentence
    assert contents(directory) == before


def test_looking_on_another_host_keeps_no_token(directory):
    Gallery(directory).sample(1)
    gallery = Gallery(directory, "--read-only", "--host", "0.0.0.0")
    options = ["serve", "--data", directory, "--port", 0, *gallery.options]
    assert "Nobody would see the token" in refused(run(*options))
    gallery.start_on_terminal()
    assert "?token=" in gallery.announced
    gallery.stop()
    assert not (directory / "token").exists() and not (directory / "address").exists()


def test_a_store_on_a_medium_that_cannot_be_written_is_looked_at():
    # No one may do everything, as root may; and the tests' own directory is closed to others.
    options = {"user": "nobody", "extra_groups": []} if os.geteuid() == 0 else {}
    directory = pathlib.Path(tempfile.mkdtemp())
    try:
        Gallery(directory).sample(3)
        for file in directory.iterdir():
            file.chmod(0o444)
        directory.chmod(0o555)
        try:
            process = subprocess.Popen(
                [binary(), "serve", "--read-only", "--port", "0", "--data", str(directory)],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        except PermissionError:
            pytest.skip("the binary is closed to others")
        line = process.stdout.readline()
        assert "http" in line, process.stderr.read()
        gallery = Gallery(directory)
        gallery.port = int(line.rsplit(":", 1)[1].split("/")[0])
        assert get(gallery, "/colors")[1].count("data-item=") == 3
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        directory.chmod(0o755)
        shutil.rmtree(directory)
