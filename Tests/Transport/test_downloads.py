"""Files that are fetched: in parts, again, while they change, and by readers of every speed."""

import contextlib
import os
import time

import pytest
from echo import Answer
from sending import generated
from test_limits import watch_memory

BODY = generated(500_000)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(BODY)
    (folder / "page.html").write_text("<script>alert(1)</script>")
    (folder / "empty").write_bytes(b"")
    return folder


@pytest.fixture
def echo(start, folder):
    return start(downloads=folder)


def fetch(echo, path="/files/a.jpg", method="GET", **fields):
    """The head as an answer, and the body as bytes."""
    with echo.connect() as peer:
        peer.send(echo.head(method, path, **fields).replace("\n", "\r\n").encode() + b"\r\n\r\n")
        answer = Answer(peer.read_head() + "\r\n\r\n")
        return answer, peer.rest()


def test_a_file_is_sent_with_all_that_a_browser_needs_to_know(echo):
    answer, body = fetch(echo)
    assert (answer.status, body) == (200, BODY)
    assert answer.fields["content-type"] == "image/jpeg"
    assert answer.fields["content-length"] == str(len(BODY))
    assert answer.fields["accept-ranges"] == "bytes"
    assert answer.fields["cache-control"] == "private, no-cache"
    assert answer.fields["x-content-type-options"] == "nosniff"
    assert answer.fields["cross-origin-resource-policy"] == "same-origin"
    assert "sandbox" in answer.fields["content-security-policy"]
    assert "content-disposition" not in answer.fields
    head, nothing = fetch(echo, method="HEAD")
    assert (head.status, nothing) == (200, b"")
    for field in ("content-length", "content-type", "etag", "accept-ranges"):
        assert head.fields[field] == answer.fields[field]


def test_a_page_that_somebody_sent_runs_nothing(echo):
    answer, _ = fetch(echo, "/files/page.html")
    assert answer.fields["content-type"].startswith("text/html")
    assert "sandbox" in answer.fields["content-security-policy"] and "allow-scripts" not in answer.fields["content-security-policy"]


def test_a_file_is_saved_or_kept_as_the_app_says(echo):
    answer, _ = fetch(echo, "/files/a.jpg?as=Gr%C3%B6%C3%9Fe%22.jpg&kept=1")
    assert answer.fields["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.fields["content-disposition"] == "attachment; filename=\"Gr__e_.jpg\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%22.jpg"


@pytest.mark.parametrize("field, status, first, last", [
    ("bytes=0-0", 206, 0, 0),
    ("bytes=100-299999", 206, 100, 299_999),
    ("bytes=499999-", 206, 499_999, 499_999),
    ("bytes=-5", 206, 499_995, 499_999),
    ("bytes=-999999999", 206, 0, 499_999),
    ("bytes=0-99999999999999999999", 206, 0, 499_999),
    ("bytes=500000-", 416, None, None),
    ("bytes=-0", 416, None, None),
    ("bytes=0-1,5-6", 200, 0, 499_999),
    ("bytes=5-1", 200, 0, 499_999),
    ("garbage", 200, 0, 499_999),
])
def test_a_part_is_sent(echo, field, status, first, last):
    answer, body = fetch(echo, range=field)
    assert answer.status == status
    if status == 416:
        assert answer.fields["content-range"] == "bytes */500000"
        return
    assert body == BODY[first:last + 1]
    assert answer.fields["content-length"] == str(len(body))
    assert answer.fields.get("content-range") == (f"bytes {first}-{last}/500000" if status == 206 else None)


def test_a_head_has_no_part(echo):
    answer, _ = fetch(echo, method="HEAD", range="bytes=0-1")
    assert (answer.status, answer.fields["content-length"]) == (200, "500000")


def test_an_empty_file_is_sent(echo):
    answer, body = fetch(echo, "/files/empty")
    assert (answer.status, body, answer.fields["content-length"]) == (200, b"", "0")
    assert fetch(echo, "/files/empty", range="bytes=0-")[0].status == 416


def test_who_has_a_file_is_not_sent_it_again(echo, folder):
    tag = fetch(echo)[0].fields["etag"]
    for field in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        answer, body = fetch(echo, if_none_match=field)
        assert (answer.status, body, answer.fields["etag"]) == (304, b"", tag), field
    assert fetch(echo, if_none_match='"other"')[0].status == 200
    assert fetch(echo, if_none_match=tag, range="bytes=0-1")[0].status == 304
    replace(folder / "a.jpg", BODY[::-1])
    answer, body = fetch(echo, if_none_match=tag)
    assert (answer.status, body) == (200, BODY[::-1])
    assert answer.fields["etag"] != tag


def replace(path, body):
    """As programs do that want no half files."""
    other = path.with_suffix(".new")
    other.write_bytes(body)
    os.replace(other, path)


def test_no_part_of_another_file_is_appended(echo, folder):
    tag = fetch(echo)[0].fields["etag"]
    answer, body = fetch(echo, range="bytes=100-", if_range=tag)
    assert (answer.status, body) == (206, BODY[100:])
    replace(folder / "a.jpg", BODY[::-1])
    answer, body = fetch(echo, range="bytes=100-", if_range=tag)
    assert (answer.status, body) == (200, BODY[::-1])
    answer, _ = fetch(echo, range="bytes=100-", if_range="Wed, 21 Oct 2015 07:28:00 GMT")
    assert answer.status == 200


def test_a_file_that_is_replaced_while_it_is_sent_is_sent_as_it_was(echo, folder):
    body = generated(8 << 20)
    (folder / "large").write_bytes(body)
    with echo.connect(receive_buffer=4096) as peer:
        peer.send(echo.head("GET", "/files/large").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        peer.read_head()
        replace(folder / "large", generated(100))
        assert peer.rest() == body


def test_a_file_that_is_cut_while_it_is_sent_is_not_taken_for_whole(echo, folder):
    (folder / "large").write_bytes(generated(64 << 20))
    with echo.connect(receive_buffer=4096) as peer:
        peer.send(echo.head("GET", "/files/large").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        peer.read_head()
        os.truncate(folder / "large", 100)
        try:
            count = len(peer.rest())
        except ConnectionResetError:
            count = 0
    assert count < 64 << 20
    assert fetch(echo)[0].status == 200


@pytest.mark.parametrize("name", [
    "nothing", "..%2fa.jpg", "%2e%2e", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%00", "a.jpg%00.png", "%ff", "a" * 4000, "%5c..%5ca", ".",
    "folder", "pipe", "%2fetc%2fpasswd",
])
def test_no_name_leads_elsewhere(echo, folder, name):
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    answer, _ = fetch(echo, f"/files/{name}")
    assert answer.status == 404


def test_without_the_token_nothing_is_sent(start, folder):
    echo = start(downloads=folder, require_token=True)
    assert fetch(echo)[0].status == 401
    assert fetch(echo, authorization=f"Bearer {echo.token}")[1] == BODY


@pytest.mark.parametrize("fields, status", [
    ({"origin": "http://evil.example"}, 403),
    ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "image"}, 403),
    ({"host": "evil.example"}, 421),
])
def test_a_page_of_another_site_is_sent_nothing(echo, fields, status):
    assert fetch(echo, **fields)[0].status == status


def test_a_large_file_takes_little_memory(echo, folder):
    with open(folder / "sparse", "wb") as file:
        file.truncate(1 << 30)
    before = echo.memory()
    highest = count = 0
    with echo.connect() as peer:
        peer.send(echo.head("GET", "/files/sparse").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        peer.read_head()
        count = len(peer.buffer)
        buffer = bytearray(1 << 20)
        while size := peer.socket.recv_into(buffer):
            count += size
            if count >> 25 != (count - size) >> 25:
                highest = max(highest, echo.memory())
    assert count == 1 << 30
    assert highest - before < 24 << 20


def test_bytes_are_made_no_faster_than_they_are_read(start, folder):
    echo = start(downloads=folder, stalled_send=1500)
    before = echo.memory()
    with echo.connect(receive_buffer=4096) as peer:
        peer.send(echo.head("GET", "/streams/100000").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        head = peer.read_head()
        assert "application/zip" in head and 'filename="all.zip"' in head
        assert watch_memory(echo, 1) - before < 16 << 20


def test_bytes_that_cannot_be_made_to_their_end_are_not_taken_for_whole(echo):
    answer, body = fetch(echo, "/streams/3")
    assert body.endswith(b"0\r\n\r\n") and body.count(b"a") == 3 * 65536
    with echo.connect() as peer:
        peer.send(echo.head("GET", "/streams/3?fails=1").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        try:
            assert not peer.rest().endswith(b"0\r\n\r\n")
        except ConnectionResetError:
            pass


def test_a_slow_reader_gets_all_of_a_file(start, folder):
    """Longer than the deadline of an answer, but always with progress."""
    echo = start(downloads=folder, answer=700)
    body = generated(6 << 20)
    (folder / "large").write_bytes(body)
    with echo.connect(receive_buffer=65536) as peer:
        peer.send(echo.head("GET", "/files/large").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        peer.read_head()
        received = b""
        for _ in range(8):
            received += peer.read(512 << 10)
            time.sleep(0.2)
        assert received + peer.rest() == body


def test_many_readers_that_stop_cost_a_bounded_amount(start, folder):
    """However far the server's reading is ahead of its sending, and each of its connections has a file open."""
    (folder / "large").write_bytes(generated(16 << 20))
    echo = start(downloads=folder, files=512, connections=150)
    before = highest = echo.memory()
    peers = [echo.connect(receive_buffer=4096) for _ in range(150)]
    for peer in peers:
        peer.send(echo.head("GET", "/files/large").replace("\n", "\r\n").encode() + b"\r\n\r\n")
    for peer in peers:
        assert peer.read_head().startswith("HTTP/1.1 200")
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        highest = max(highest, echo.memory())
        time.sleep(0.02)
    for peer in peers:
        peer.socket.close()
    assert highest - before < 150 * (1 << 19)


def test_each_connection_has_a_file_to_fetch(start, folder):
    """With a low limit of open files, a server refuses connections, so that it can open the downloads of the others."""
    (folder / "large").write_bytes(generated(4 << 20))
    echo = start(downloads=folder, files=400)
    peers, statuses = [], []
    # One after the other, so that each is served or turned away before the next comes.
    for _ in range(200):
        peers.append(peer := echo.connect(receive_buffer=4096))
        with contextlib.suppress(EOFError, ConnectionResetError):  # So many are not even turned away with an answer.
            peer.send(echo.head("GET", "/files/large").replace("\n", "\r\n").encode() + b"\r\n\r\n")
            statuses.append(peer.read_head().split()[1])
    for peer in peers:
        peer.socket.close()
    assert set(statuses) == {"200", "503"} and statuses.count("200") >= (400 - 96 - 64) // 2


def test_a_reader_that_takes_next_to_nothing_is_closed(start, folder):
    echo = start(downloads=folder, answer=500)
    (folder / "large").write_bytes(generated(16 << 20))
    with echo.connect(receive_buffer=4096) as peer:
        peer.send(echo.head("GET", "/files/large").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        count, end = 0, time.monotonic() + 1.5
        while time.monotonic() < end:
            count += len(peer.socket.recv(64))
            time.sleep(0.02)
        # Data that is already on the line still arrives.
        with contextlib.suppress(ConnectionResetError):
            count += len(peer.rest())
    assert count < 16 << 20
