"""Files that are sent: whole, in parts, by others, too much, and with everything that gets lost on the way."""

import json
import os
import random
import re
import resource
import signal
import subprocess
import time

import pytest
from echo import PATIENCE, Echo
from gallery import draws, eventually
from sending import Visitor, generated, staged


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "uploads"


@pytest.fixture
def visitor(start, folder):
    return Visitor(start(uploads=folder))


def test_files_that_wait_hold_no_open_file(visitor, folder):
    """A server may have only so many open, and needs one for each connection."""
    open_files = lambda: len(os.listdir(f"/proc/{visitor.echo.process.pid}/fd"))
    address = visitor.begin(2, b"a").fields["location"]
    before = open_files()
    for _ in range(200):
        assert visitor.begin(2, b"a").status == 201
    assert open_files() <= before + 4
    assert visitor.go_on(address, 1, b"b").fields["upload-complete"] == "?1"
    assert staged(folder).count(b"a") == 200 and staged(folder).count(b"ab") == 1


def test_a_small_file_takes_one_request(visitor, folder):
    body = generated(1000)
    answer = visitor.begin(len(body), body, name="photo%20one.png")
    assert (answer.status, answer.fields["upload-complete"], answer.fields["upload-offset"]) == (201, "?1", "1000")
    assert staged(folder) == [body]
    [facts] = [json.loads(path.read_text()) for path in folder.glob("*.json")]
    assert (facts["name"], facts["type"], facts["length"]) == ("photo one.png", "image/png", 1000)
    assert all(path.stat().st_mode & 0o077 == 0 for path in [folder, *folder.iterdir()])


def test_a_file_is_sent_in_parts(visitor, folder):
    body = generated(500_000)
    begun = visitor.begin(len(body), body[:1000])
    address = begun.fields["location"]
    assert re.fullmatch("/uploads/files/[0-9a-f]{32}", address)
    assert begun.fields["upload-complete"] == "?0" and "max-size=" in begun.fields["upload-limit"]
    offset = 1000
    for end in (1001, 300_000, 500_000):
        answer = visitor.go_on(address, offset, body[offset:end])
        assert (answer.status, answer.fields["upload-offset"]) == (204, str(end))
        offset = end
    assert answer.fields["upload-complete"] == "?1"
    assert staged(folder) == [body]
    assert visitor.ask("DELETE", address).status == 204
    assert list(folder.iterdir()) == []
    assert visitor.ask("HEAD", address).status == 404


def test_an_empty_file_is_one(visitor, folder):
    assert visitor.begin(0).fields["upload-complete"] == "?1"
    assert staged(folder) == [b""]


def test_a_connection_that_is_cut_again_and_again_costs_no_byte(visitor, folder):
    chance = random.Random(7)
    body = generated(20_000_000)
    address = visitor.begin(len(body)).fields["location"]
    cuts = 0
    while (offset := visitor.offset(address)) < len(body):
        if cuts == draws(25, long=400):
            # Data on the lost connection may arrive after the question. The offset is then different, and the server
            # may close the connection before it has read the refused body.
            try:
                assert visitor.go_on(address, offset, body[offset:]).status in (204, 409)
            except ConnectionError:
                pass
            continue
        visitor.send_some(address, offset, body, chance.randrange(2_000_000 if cuts % 2 else 2_000))
        cuts += 1
    assert staged(folder) == [body]


def test_a_server_that_is_killed_again_and_again_costs_no_byte(start, folder):
    chance = random.Random(8)
    body = generated(12_000_000)
    echo = start(uploads=folder)
    visitor = Visitor(echo)
    address = visitor.begin(len(body)).fields["location"]
    for _ in range(draws(4, long=60)):
        before = visitor.offset(address)
        with visitor.open_part(address, before, len(body) - before) as peer:
            peer.send(body[before:before + chance.randrange(2_000_000)])
            # At least something is on its way to the disk when the server dies.
            echo.process.send_signal(signal.SIGKILL)
            echo.process.wait(PATIENCE)
        echo = start(uploads=folder)
        visitor = Visitor(echo)
        assert visitor.offset(address) >= before
    offset = visitor.offset(address)
    answer = visitor.go_on(address, offset, body[offset:])
    assert answer.fields["upload-complete"] == "?1"
    assert staged(folder) == [body]


def test_a_large_file_takes_little_memory(start, folder):
    echo = start(uploads=folder)
    visitor = Visitor(echo)
    block = generated(1 << 20)
    count = draws(300, long=4000)
    address = visitor.begin(count << 20).fields["location"]
    before = highest = echo.memory()
    with visitor.open_part(address, 0, count << 20) as peer:
        for number in range(count):
            peer.send(block)
            if number % 16 == 0:
                highest = max(highest, echo.memory())
        assert peer.read_head().startswith("HTTP/1.1 204")
    assert highest - before < 24 << 20
    [path] = folder.glob("*.part")
    assert path.stat().st_size == count << 20
    with open(path, "rb") as file:
        for _ in range(count):
            assert file.read(1 << 20) == block


@pytest.mark.parametrize("fields, status", [
    ({"upload_offset": 2}, 409),
    ({"upload_offset": 4}, 409),
    ({"upload_offset": None}, 400),
    ({"upload_offset": "-1"}, 409),
    ({"upload_offset": "99999999999999999999"}, 400),
    ({"upload_offset": "x"}, 400),
    ({"content_type": "image/png"}, 415),
    ({"content_type": None}, 415),
])
def test_a_part_that_does_not_fit_is_refused_and_harms_nothing(visitor, folder, fields, status):
    address = visitor.begin(10, b"abc").fields["location"]
    answer = visitor.go_on(address, 3, b"xy", **fields)
    assert answer.status == status and answer.body.strip().endswith(".")
    if status == 409:
        assert answer.fields["upload-offset"] == "3"
    assert visitor.go_on(address, 3, b"defghij").fields["upload-complete"] == "?1"
    assert staged(folder) == [b"abcdefghij"]


@pytest.mark.parametrize("fields, status", [
    ({"upload_length": None, "upload_complete": "?0"}, 411),
    ({"upload_length": "-1"}, 411),
    ({"upload_length": "x"}, 411),
    ({"upload_length": "99999999999999999999"}, 411),
    ({"upload_length": 1_000_001}, 413),
    ({"upload_length": 2}, 400),
])
def test_a_file_that_cannot_be_begun_leaves_nothing(start, folder, fields, status):
    visitor = Visitor(start(uploads=folder, upload_limit=1_000_000))
    answer = visitor.begin(3, b"abc", **fields)
    assert answer.status == status and answer.body.strip().endswith(".")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("kind, status", [
    ("image/png", 201), ("image/svg+xml", 201), ("IMAGE/PNG; a=b", 201), ("application/octet-stream", 201), (None, 201),
    ("text/plain", 415), ("image", 201), ("imagery/png", 415), ("application/zip", 415),
])
def test_a_file_is_of_a_type_that_is_taken_or_of_one_that_nobody_knows(start, folder, kind, status):
    visitor = Visitor(start(uploads=folder, upload_types="image/*"))
    answer = visitor.begin(3, b"abc", content_type=kind)
    assert answer.status == status, answer.body
    assert len(list(folder.glob("*.part"))) == (status == 201)
    if status == 415:
        assert "not taken" in answer.body


def test_more_than_a_file_was_said_to_have_ends_it(visitor, folder):
    address = visitor.begin(10, b"abc").fields["location"]
    answer = visitor.go_on(address, 3, b"x" * 600_000)
    assert (answer.status, list(folder.iterdir())) == (400, [])
    assert visitor.ask("HEAD", address).status == 404


def test_a_visitor_begins_only_so_many(start, folder):
    visitor = Visitor(start(uploads=folder, visitor_files=3))
    addresses = [visitor.begin(10).fields["location"] for _ in range(3)]
    answer = visitor.begin(10)
    assert (answer.status, answer.fields["retry-after"]) == (429, "10")
    visitor.ask("DELETE", addresses[0])
    assert visitor.begin(10).status == 201


@pytest.mark.parametrize("name", [
    "..%2F..%2Fetc%2Fpasswd", "%00", "a%00.png", "..", "/etc/passwd", "a" * 4000 + ".png", "%FF%FE", "C%3A%5Ca.png", "",
    "%E2%80%AEgpj.exe", "%0D%0Ax%3A%20y",
])
def test_no_name_becomes_a_path(visitor, folder, name):
    answer = visitor.begin(1, b"x", name=name)
    assert answer.status == 201
    assert {path.suffix for path in folder.iterdir()} == {".part", ".json"}
    assert all(re.fullmatch("[0-9a-f]{32}", path.stem) for path in folder.iterdir())
    [facts] = [json.loads(path.read_text()) for path in folder.glob("*.json")]
    assert 0 < len(facts["name"].encode()) <= 255
    assert not set(facts["name"]) & set("/\\\0\r\n\u202e") and facts["name"] not in (".", "..")


@pytest.mark.parametrize("address", [
    "/uploads/files/../files", "/uploads/files/..%2f..%2fetc%2fpasswd", "/uploads/files/" + "a" * 32,
    "/uploads/files/" + "a" * 4000, "/uploads/files/%00", "/uploads/nothing/" + "a" * 32,
])
def test_what_was_never_begun_is_not_there(visitor, address):
    for method in ("HEAD", "PATCH", "DELETE", "GET"):
        answer = visitor.ask(method, address, upload_offset=0, content_type="application/partial-upload")
        assert answer.status in (404, 405), method


def test_a_file_on_its_way_cannot_be_read(visitor):
    address = visitor.begin(10, b"abc").fields["location"]
    assert visitor.ask("GET", address).status == 404
    assert b"abc" not in visitor.ask("POST", address, b"").body.encode()


def test_nobody_goes_on_with_the_file_of_another(start, folder):
    echo = start(uploads=folder, require_token=True)

    def sign_in():
        answer = echo.get(f"/?token={echo.token}")
        return Visitor(echo, cookie=answer.fields["set-cookie"].split(";")[0])

    one, other = sign_in(), sign_in()
    script = Visitor(echo, authorization=f"Bearer {echo.token}", origin=None)
    address = one.begin(10, b"abc").fields["location"]
    for stranger in (other, script):
        assert stranger.ask("HEAD", address).status == 404
        assert stranger.ask("GET", address).status == 404
        assert stranger.go_on(address, 3, b"xxxxxxx").status == 404
        assert stranger.ask("DELETE", address).status == 404
    assert one.go_on(address, 3, b"defghij").fields["upload-complete"] == "?1"
    assert staged(folder) == [b"abcdefghij"]
    assert script.begin(1, b"x").status == 201


@pytest.mark.parametrize("method", ["POST", "PATCH", "HEAD", "DELETE"])
def test_without_the_token_nothing_is_taken(start, folder, method):
    echo = start(uploads=folder, require_token=True)
    path = "/uploads/files" + ("" if method == "POST" else "/" + "a" * 32)
    answer = Visitor(echo).ask(method, path, b"" if method == "HEAD" else b"abc", upload_length=3)
    assert answer.status == 401
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
@pytest.mark.parametrize("fields", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": None, "sec_fetch_site": "cross-site"},
    {"host": "evil.example"},
])
def test_a_page_of_another_site_sends_nothing(visitor, folder, method, fields):
    address = visitor.begin(10, b"abc").fields["location"]
    path = "/uploads/files" if method == "POST" else address
    answer = visitor.ask(method, path, b"abc", upload_length=3, upload_offset=3, content_type="application/partial-upload", **fields)
    assert answer.status in (403, 421)
    assert staged(folder) == [b"abc"]


def test_who_asks_how_much_came_takes_over_from_a_connection_that_hangs(visitor, folder):
    body = generated(1_000_000)
    address = visitor.begin(len(body)).fields["location"]
    with visitor.open_part(address, 0, len(body)) as hanging:
        hanging.send(body[:400_000])
        eventually(lambda: assert_some(staged(folder)[0]))
        offset = visitor.offset(address)
        hanging.send(b"x" * 400_000)
        assert visitor.go_on(address, offset, body[offset:]).fields["upload-complete"] == "?1"
    assert staged(folder) == [body]


def assert_some(data):
    assert data


def test_a_drip_is_closed_and_what_came_is_kept(start, folder):
    echo = start(uploads=folder, request=400)
    visitor = Visitor(echo)
    address = visitor.begin(1000).fields["location"]
    with visitor.open_part(address, 0, 1000) as peer:
        peer.socket.settimeout(0.05)
        end = time.monotonic() + PATIENCE
        sent = 0
        while time.monotonic() < end:
            try:
                peer.send(b"x")
                sent += 1
                if not peer.socket.recv(100):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert time.monotonic() < end
    offset = visitor.offset(address)
    assert 0 < offset <= sent
    assert visitor.go_on(address, offset, b"x" * (1000 - offset)).fields["upload-complete"] == "?1"


def test_a_slow_line_is_no_drip(start, folder):
    """Longer than any one deadline, but always with progress."""
    echo = start(uploads=folder, request=600)
    visitor = Visitor(echo)
    body = generated(10 * 70_000)
    address = visitor.begin(len(body)).fields["location"]
    with visitor.open_part(address, 0, len(body)) as peer:
        for number in range(10):
            peer.send(body[number * 70_000:(number + 1) * 70_000])
            peer.socket.settimeout(0.2)
            if number < 9:
                with pytest.raises(TimeoutError):
                    peer.socket.recv(1)
        peer.socket.settimeout(PATIENCE)
        assert peer.read_head().startswith("HTTP/1.1 204")
    assert staged(folder) == [body]


def small_disk(tmp_path):
    """A disk of 8 MB, where a test may mount one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], capture_output=True)
    return disk if mounted.returncode == 0 else None


def test_a_file_that_fills_the_disk_leaves_nothing(start, tmp_path, monkeypatch):
    disk = small_disk(tmp_path)
    folder = (disk or tmp_path) / "uploads"
    if not disk:
        # A file of the server's may not become longer than that; the system says so as it does of a full disk.
        monkeypatch.setattr(signal, "SIGXFSZ", signal.SIGXFSZ)
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4 << 20, limit[1]))
    try:
        echo = start(uploads=folder)
        visitor = Visitor(echo)
        body = generated(6 << 20)
        address = visitor.begin(len(body)).fields["location"]
        if disk:
            (disk / "other").write_bytes(b"x" * (4 << 20))
        answer = visitor.go_on(address, 0, body)
        assert answer.status == 507
        assert "no room" in answer.body and answer.body.strip().endswith(".")
        assert list(folder.iterdir()) == []
        if disk:
            # Known beforehand, nothing is begun.
            assert visitor.begin(6 << 20).status == 507
            assert list(folder.iterdir()) == []
            (disk / "other").unlink()
        assert visitor.begin(1 << 20, body[:1 << 20]).fields["upload-complete"] == "?1"
    finally:
        if disk:
            subprocess.run(["umount", "-l", disk], check=True)
        else:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def test_the_disk_is_not_filled_to_its_last_byte(start, folder):
    free = os.statvfs(folder.parent)
    visitor = Visitor(start(uploads=folder, free_disk=free.f_bavail * free.f_frsize + (1 << 40)))
    assert visitor.begin(1000).status == 507


def test_a_folder_that_cannot_be_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    echo = Echo(uploads=tmp_path / "file")
    assert "Cannot keep files in" in echo.said
    assert echo.process.wait(PATIENCE) == 1
    echo.process.stdout.close()
