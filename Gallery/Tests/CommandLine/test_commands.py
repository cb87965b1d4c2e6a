"""The program in a terminal: its output, its refusals, and the files that it leaves untouched."""

import contextlib
import json
import os
import pathlib
import pty
import re
import shutil
import socket
import sqlite3
import stat
import subprocess
import tempfile
import unittest.mock
import threading

import pytest

from gallery import PATIENCE, Gallery, binary, eventually


def run(*arguments, timeout=60, **options):
    return subprocess.run([binary(), *map(str, arguments)], capture_output=True, text=True, timeout=timeout, **options)


def refused(result):
    """One sentence or two on the error output, an exit code, and no trace of the inside."""
    assert result.returncode not in (0, -5, -6, -11)
    text = result.stderr.strip()
    assert text and "\n" not in text and "Fatal" not in text and text.endswith("."), text
    return text


class Watch:
    """`aviary watch --json`, applied line by line as its reader would."""

    def __init__(self, directory, room="colors"):
        self.process = subprocess.Popen(
            [binary(), "watch", room, "--json", "--data", str(directory)], stdout=subprocess.PIPE, text=True)
        first = json.loads(self.process.stdout.readline())
        [section] = first["list"]["sections"]
        assert section["id"] is None
        self.version, self.items, self.lines = first["version"], section["items"], []
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        for line in self.process.stdout:
            update = json.loads(line)
            assert set(update) == {"version", "changes", "count"}
            assert update["version"] > self.version
            changes = dict.fromkeys(["deleted", "inserted", "moved", "updated"], []) | update["changes"]
            leaving = [(change["id"], change["path"]) for change in changes["deleted"]]
            leaving += [(change["id"], change["from"]) for change in changes["moved"]]
            assert all(self.items[at] == item for item, [_, at] in leaving)
            gone = {at for _, [_, at] in leaving}
            items = [item for at, item in enumerate(self.items) if at not in gone]
            arriving = [(change["path"], change["id"]) for change in changes["inserted"]]
            arriving += [(change["to"], change["id"]) for change in changes["moved"]]
            for [_, at], item in sorted(arriving):
                items.insert(at, item)
            for change in changes["updated"]:
                assert items[change["to"][1]] == self.items[change["from"][1]] == change["id"]
                assert change["columns"] == "all" or change["columns"]
            assert len(items) == update["count"]
            self.version, self.items = update["version"], items
            self.lines.append(changes)

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture
def directory(tmp_path):
    return tmp_path / "data"


def test_the_version_is_that_of_the_documents():
    version = run("--version").stdout.strip()
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    root = pathlib.Path(__file__).resolve().parents[3]
    assert re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text(), re.MULTILINE)[1].rstrip(",") == version
    assert f"**Status.** {version}" in (root / "README.md").read_text()


def test_without_proc_the_program_says_so():
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$0" serve', binary()]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode == 1 and result.stdout == ""
    assert "needs /proc" in refused(result)


def test_sample_adds_as_many_colors_as_asked_for(directory):
    result = run("sample", "--colors", 12_345, "--data", directory)
    assert result.returncode == 0 and "12,345" in result.stdout and result.stderr == ""
    connection = sqlite3.connect(directory / "gallery.sqlite")
    count, low, high = connection.execute(
        "SELECT count(*), min(min(red, green, blue)), max(max(red, green, blue)) FROM color").fetchone()
    assert count == 12_345 and 0 <= low and high <= 1


def test_sample_draws_its_progress_on_a_terminal(directory):
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [binary(), "sample", "--colors", "20000", "--data", str(directory)], stdout=subprocess.PIPE, stderr=terminal)
    os.close(terminal)
    drawn = b""
    while True:
        try:
            part = os.read(controller, 4096)
        except OSError:
            break
        if not part:
            break
        drawn += part
    assert process.wait(PATIENCE) == 0
    assert "100 %" in drawn.decode() and "of 20000 colors" in drawn.decode()


def test_a_reader_of_watch_holds_the_store_in_order(directory):
    gallery = Gallery(directory)
    gallery.sample(50)
    watch = Watch(directory)
    assert watch.items == [row[0] for row in gallery.rows()]
    ids = watch.items[:]
    gallery.sql(
        ("DELETE FROM color WHERE id = ?", ids[3]), ("UPDATE color SET createdAt = 0 WHERE id = ?", ids[40]),
        ("UPDATE color SET red = 0.25 WHERE id = ?", ids[7]), "INSERT INTO color(red) VALUES (1)")
    for _ in range(20):
        gallery.sql("INSERT INTO color(red, createdAt) VALUES (1, abs(random() % 1000))")
    subprocess.run(["sqlite3", gallery.file, "DELETE FROM color WHERE id % 3 = 0; UPDATE color SET createdAt = -createdAt"], check=True)

    def caught_up():
        assert watch.items == [row[0] for row in gallery.rows()]

    eventually(caught_up)
    assert any(line["moved"] for line in watch.lines) and any(line["updated"] for line in watch.lines)
    watch.stop()


def test_saved_colors_are_sampled_and_watched_too(directory):
    result = run("sample", "--swatches", 12, "--data", directory)
    assert result.returncode == 0 and "Added 12 saved colors" in result.stdout
    gallery = Gallery(directory)
    order = """SELECT swatch.id FROM swatch LEFT JOIN palette ON palette.id = swatch.palette
               ORDER BY ifnull(palette.position, 9e999), swatch.palette, swatch.position, swatch.id"""
    watch = Watch(directory, "palette")
    assert watch.items == [row[0] for row in gallery.rows(order)]
    gallery.sql(
        "INSERT INTO palette(id, position) VALUES (7, 5)", "UPDATE swatch SET palette = 7 WHERE id % 3 = 0",
        "UPDATE swatch SET palette = 99 WHERE id = 5", "UPDATE swatch SET name = 'other' WHERE id = 2")
    gallery.sql("UPDATE palette SET position = -1e300 WHERE id = 7")

    def caught_up():
        assert watch.items == [row[0] for row in gallery.rows(order)]

    eventually(caught_up)
    assert watch.items[-1] == 5 and watch.items[0] % 3 == 0
    watch.stop()


def test_watch_without_json_is_for_people(directory):
    Gallery(directory).sample(3)
    process = subprocess.Popen([binary(), "watch", "colors", "--data", str(directory)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "3 colors\n"
    Gallery(directory).sql("DELETE FROM color WHERE id = 1")
    assert process.stdout.readline() == "1 removed; now 2 colors\n"
    process.terminate()
    process.wait(PATIENCE)


def test_watch_of_nothing_says_so(directory):
    assert "no gallery" in refused(run("watch", "colors", "--data", directory))
    assert not directory.exists()


@pytest.mark.parametrize("command", [["serve"], ["sample", "--colors", "1"], ["watch", "colors"]])
def test_a_file_that_is_no_gallery_is_refused_untouched(directory, command):
    directory.mkdir()
    file = directory / "gallery.sqlite"
    file.write_bytes(b"This is a letter, and no database at all. " * 100)
    before = file.read_bytes()
    assert "damaged" in refused(run(*command, "--data", directory))
    assert file.read_bytes() == before
    assert sorted(os.listdir(directory)) == ["gallery.sqlite"]


def test_a_damaged_gallery_is_refused_untouched(directory):
    gallery = Gallery(directory)
    gallery.sample(5000)
    sqlite3.connect(gallery.file).execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    content = bytearray(gallery.file.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    gallery.file.write_bytes(content)
    assert "damaged" in refused(run("serve", "--port", 0, "--data", directory))
    assert gallery.file.read_bytes() == bytes(content)


def test_a_store_of_a_newer_version_is_refused_untouched(directory):
    gallery = Gallery(directory)
    gallery.sample(1)
    connection = sqlite3.connect(gallery.file)
    connection.execute("INSERT INTO grdb_migrations VALUES ('a migration of tomorrow')")
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = gallery.file.read_bytes()
    assert "newer version" in refused(run("serve", "--port", 0, "--data", directory))
    assert gallery.file.read_bytes() == before


def test_a_taken_port_is_said(directory):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert str(port) in refused(run("serve", "--port", port, "--data", directory))


def test_a_directory_that_cannot_be_used_is_said(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert "is no folder" in refused(run("serve", "--data", tmp_path / "file"))
    assert "cannot hold the gallery" in refused(run("serve", "--data", "/proc/nothing/here"))


def test_no_number_is_too_large_to_be_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    most = str(2**63 - 1)
    assert "is no folder" in refused(run("sample", "--colors", most, "--swatches", most, "--data", tmp_path / "file"))


@pytest.mark.parametrize(
    "arguments", [["serve", "--prot", "1"], ["sample"], ["sample", "--colors", "-1"], ["watch", "birds"], ["fly"],
                  ["serve", "--port", "many"], ["serve", "--tls-key", "k"], ["serve", "--connections", "0"],
                  ["serve", "--data", ""], ["serve", "--token", "a", "--token-file", "b"]])
def test_an_unknown_option_is_refused(arguments):
    result = run(*arguments)
    assert result.returncode == 64 and result.stderr.startswith("Error:")


def test_help_names_every_option_of_serve():
    text = run("serve", "--help").stdout
    for option in ("--data", "--host", "--port", "--allow-host", "--prefix", "--token", "--token-file", "--require-token", "--proxy",
                   "--tls-certificate", "--tls-key", "--connections", "--metrics", "--log-format", "--read-only", "--no-supervisor", "--service",
                   "--flickr-key", "--flickr-endpoint", "--embedded-photos", "--upstream",
                   "--originals"):
        assert option in text


def test_as_many_connections_are_open_at_a_time_as_asked_for(directory):
    directory.mkdir()
    gallery = Gallery(directory, "--connections", "600").start()  # 512 without it
    request = f"HEAD / HTTP/1.1\r\nHost: 127.0.0.1:{gallery.port}\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        for _ in range(600):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", gallery.port), timeout=PATIENCE))
            connection.sendall(request)
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")
    gallery.stop()


def test_another_host_makes_a_token_and_keeps_it(directory):
    def start():
        process = subprocess.Popen(
            [binary(), "serve", "--host", "0.0.0.0", "--port", "0", "--data", str(directory)], stdout=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        process.terminate()
        process.wait(PATIENCE)
        said = run("token", "--data", directory).stdout
        assert said.startswith(re.search(r"http://localhost:\d+/", line)[0] + "?token=")
        return said.splitlines()[0].split("token=")[1]

    token = start()
    assert len(token) >= 22
    assert stat.S_IMODE((directory / "token").stat().st_mode) == 0o600
    (directory / "token").chmod(0o644)
    assert start() == token
    assert stat.S_IMODE((directory / "token").stat().st_mode) == 0o600


def test_a_token_comes_from_a_file_or_a_variable(directory, tmp_path):
    import http.client

    file = tmp_path / "token"
    file.write_text("quiet-otter-draws-maps\n")

    def status(token, gallery):
        connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
        connection.request("GET", "/colors", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse().status
        connection.close()
        return answer

    directory.mkdir()
    for options, environment in ((["--token-file", str(file)], {}), (["--require-token"], {"AVIARY_TOKEN": file.read_text().strip()})):
        gallery = Gallery(directory, *options)
        with unittest.mock.patch.dict(os.environ, environment):
            gallery.start()
        try:
            assert (status("quiet-otter-draws-maps", gallery), status("another", gallery)) == (200, 401)
        finally:
            gallery.stop()
    assert "Other users of this machine may read the token" in gallery.logged()


def test_a_token_file_that_cannot_be_used_is_said(directory, tmp_path):
    file = tmp_path / "token"
    assert "There is no file" in refused(run("serve", "--port", 0, "--data", directory, "--token-file", file))
    file.write_text("short\n")
    assert "A token is at least" in refused(run("serve", "--port", 0, "--data", directory, "--token-file", file))
    directory.mkdir(exist_ok=True)
    (directory / "token").write_text("own\n")
    assert "A token is at least" in refused(run("serve", "--require-token", "--port", 0, "--data", directory))
    assert (directory / "token").read_text() == "own\n"


def test_stopping_is_graceful_and_loses_no_acknowledged_action(directory):
    from websockets.sync.client import connect

    gallery = Gallery(directory)
    directory.mkdir()
    gallery.start()
    with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as socket_:
        socket_.send(json.dumps([["hello", "/colors", {"grid": [0, 0, 390, 700]}]]))
        for number in range(200):
            socket_.send(json.dumps([["do", number, "add", {}, None]]))
        done = 0
        try:
            while True:
                done += sum(message[0] == "done" for message in json.loads(socket_.recv(timeout=PATIENCE)))
                # In the midst of them.
                if done and gallery.process.poll() is None:
                    gallery.process.terminate()
        except Exception as end:
            assert end.rcvd is not None and end.rcvd.code == 1001
    assert gallery.process.wait(PATIENCE) == 0
    assert len(gallery.rows()) >= done > 0


def test_an_outside_program_needs_to_name_only_what_it_knows(directory):
    gallery = Gallery(directory)
    gallery.sample(1)
    subprocess.run(["sqlite3", gallery.file, "INSERT INTO color DEFAULT VALUES; INSERT INTO color(red,green,blue) VALUES(1,0,0)"], check=True)
    assert [row[1:] for row in gallery.rows()[1:]] == [(0, 0, 0), (1, 0, 0)]
    [(first,), (second,)] = gallery.rows("SELECT createdAt FROM color ORDER BY id")[1:]
    assert 0 <= second - first < 10_000


def test_head_is_get_without_a_body_and_nothing_can_be_written_over_http(gallery):
    import http.client

    def ask(method, path="/"):
        connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=10)
        connection.request(method, path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    for path, status in [("/", 200), ("/colors", 200), ("/client/aviary-0.js", 200), ("/healthz", 200), ("/nowhere", 404)]:
        head, nothing = ask("HEAD", path)
        get, body = ask("GET", path)
        assert (head.status, get.status, nothing) == (status, status, b"")
        assert head.headers["content-type"] == get.headers["content-type"]
        if path not in ("/", "/colors"):  # its nonce differs, and so may what is in it
            assert head.headers["content-length"] == str(len(body))
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        answer, _ = ask(method)
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
        assert len(answer.headers.get_all("content-type")) == 1


def test_a_new_color_comes_last_although_the_clock_was_set_back(directory):
    gallery = Gallery(directory)
    gallery.sample(2)
    tomorrow = "(SELECT max(createdAt) + 86400000 FROM color)"
    gallery.sql(f"INSERT INTO color(red, createdAt) VALUES (1, {tomorrow})", "INSERT INTO color(createdAt) VALUES ('never')")
    gallery.sample(2)
    assert [row[0] for row in gallery.rows("SELECT id FROM color WHERE createdAt <> 'never' ORDER BY createdAt, id")] == [1, 2, 3, 5, 6]


@pytest.mark.parametrize("directory_mode, file_mode, name", [(0o555, 0o644, ""), (0o777, 0o444, "/gallery.sqlite")])
def test_a_gallery_that_may_only_be_read_is_refused_and_said(directory_mode, file_mode, name):
    # No one may do everything, as root may; and the tests' own directory is closed to others.
    options = {"user": "nobody", "extra_groups": []} if os.geteuid() == 0 else {}
    directory = pathlib.Path(tempfile.mkdtemp())
    try:
        Gallery(directory).sample(1)
        (directory / "gallery.sqlite").chmod(file_mode)
        directory.chmod(directory_mode)
        try:
            result = run("serve", "--port", 0, "--data", directory, **options)
        except PermissionError:
            pytest.skip("the binary is closed to others")
        assert f"may not write to “{directory}{name}”" in refused(result)
        assert len(Gallery(directory).rows()) == 1
    finally:
        directory.chmod(0o755)
        shutil.rmtree(directory)


def sample_four_times_at_once(directory):
    programs = [
        subprocess.Popen([binary(), "sample", "--colors", "1", "--data", str(directory)], stdout=subprocess.DEVNULL)
        for _ in range(4)]
    assert [program.wait(60) for program in programs] == [0, 0, 0, 0]


def test_programs_that_start_at_once_make_one_store(directory):
    sample_four_times_at_once(directory)
    assert len(Gallery(directory).rows()) == 4
    assert list(directory.glob("*before*")) == []


def test_programs_that_start_at_once_on_an_older_store_keep_one_copy_of_it(directory):
    gallery = Gallery(directory)
    gallery.sample(3)
    gallery.sql("DROP INDEX colorOrder", "DELETE FROM grdb_migrations WHERE identifier = 'colorOrder'")
    sample_four_times_at_once(directory)
    assert len(gallery.rows()) == 7
    assert sorted(file.name for file in directory.glob("*before*")) == ["gallery.before-colorOrder.sqlite"]
    with sqlite3.connect(directory / "gallery.before-colorOrder.sqlite") as copy:
        assert copy.execute("SELECT count(*) FROM color").fetchone() == (3,)
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
