"""More connections than a server accepts: which are closed, and which status the others get."""

import contextlib
import os
import resource
import time

import pytest
from echo import Answer, Peer

TEXT = 1
TOKEN = "correct-horse-battery-staple"


def request(echo, path="/", **fields):
    return echo.head("GET", path, **{"connection": None, **fields}).replace("\n", "\r\n").encode() + b"\r\n\r\n"


@contextlib.contextmanager
def crowd(echo, count, send=b"", sources=("127.0.0.1",)):
    """Opens connections, and sends something on each. Closed connections stay in the list."""
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(echo.connect(source=sources[number % len(sources)])) for number in range(count)]
        for peer in peers:
            with contextlib.suppress(ConnectionError):
                peer.send(send)
        yield peers


def answer(peer, sent):
    peer.send(sent)
    return Answer(peer.rest().decode())


BODY = b"POST /token HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4000\r\n\r\nt"


@pytest.mark.parametrize("send", [b"", b"GET / HTTP/1.1\r\nho", BODY], ids=["silent", "half a head", "a slow body"])
@pytest.mark.parametrize("options", [{}, {"count_loopback": True}], ids=["uncounted", "one address"])
def test_strangers_keep_nobody_out(start, send, options):
    echo = start(host="0.0.0.0", token=TOKEN, **options)
    cookie = echo.get(f"/?token={TOKEN}").fields["set-cookie"].split(";")[0]
    with crowd(echo, 600, send):
        assert echo.get("/healthz").body == "ok"
        assert echo.get(accept="text/html").status == 401
        assert echo.get(cookie=cookie).body == "front page"
        with echo.connect().open(cookie=cookie) as peer:
            peer.send(Peer.frame(TEXT, b"in"))
            assert peer.read_frame() == (TEXT, b"in")


def test_silent_sockets_keep_nobody_out_of_a_handshake(start, certificate, trusting):
    echo = start(tls_cert=certificate[0], tls_key=certificate[1], connections=40)
    with crowd(echo, 100), echo.connect(tls=trusting) as peer:
        assert answer(peer, request(echo, connection="close")).body == "front page"


def test_idle_connections_make_room(start):
    echo = start(connections=4)
    with crowd(echo, 4) as idle:
        for peer in idle:
            peer.send(request(echo))
            peer.read_head()
            assert peer.read(10) == b"front page"
        with echo.connect() as newcomer:
            assert answer(newcomer, request(echo, connection="close")).body == "front page"
        # Each was answered before the next one asked, so the first has been idle longest, in whatever order the event
        # loops have opened them.
        assert idle[0].rest() == b""
        for other in idle[1:]:
            other.send(request(echo, connection="close"))
            assert other.rest().endswith(b"front page")


def admitted(peer):
    """A window counts from its admission, which comes after the handshake."""
    peer.send(Peer.frame(TEXT, b"in"))
    assert peer.read_frame() == (TEXT, b"in")
    return peer


@contextlib.contextmanager
def windows(echo, count, **fields):
    with contextlib.ExitStack() as stack:
        yield [admitted(stack.enter_context(echo.connect().open(**fields))) for _ in range(count)]


def test_a_full_server_says_so(start):
    echo = start(connections=8)
    with windows(echo, 8) as open_windows:
        sentence = echo.get()
        assert (sentence.status, sentence.fields["retry-after"], sentence.fields["connection"]) == (503, "5", "close")
        assert sentence.body.count("\n") == 1
        assert "<h1>" in echo.get(accept="text/html").body
        assert echo.post("/length", "x" * 100).status == 503
        assert [echo.get("/healthz").status for _ in range(50)] == [200] * 50
        with echo.connect().open() as peer:
            assert peer.close_code() == 1013
        with pytest.raises(AssertionError, match="503"):
            echo.connect().open(origin="http://evil.example")
        with crowd(echo, 200):  # Those that are turned away and wait for something are few.
            assert echo.get("/healthz").status == 200
        open_windows[0].send(Peer.frame(TEXT, b"here"))
        assert open_windows[0].read_frame() == (TEXT, b"here")
        open_windows[0].send(Peer.frame(8, b""))
        open_windows[0].rest()
        assert echo.get().status == 200


def test_one_address_has_a_share(start):
    echo = start(connections=64, count_loopback=True)  # 16 for an address, 12 of them windows
    with windows(echo, 12) as open_windows:
        with echo.connect().open() as one_more:
            assert one_more.close_code() == 1013
        assert echo.get().status == 200
        with echo.connect(source="127.0.0.2").open() as neighbour:
            neighbour.send(Peer.frame(TEXT, b"in"))
            assert neighbour.read_frame() == (TEXT, b"in")
        open_windows[0].send(Peer.frame(8, b""))
        open_windows[0].rest()
        while True:  # The server may take a moment to know that it is gone.
            with echo.connect().open() as one_more:
                one_more.send(Peer.frame(TEXT, b"in"))
                kind, data = one_more.read_frame()
                if kind == TEXT:
                    assert data == b"in"
                    break


def test_one_address_cannot_take_all_connections(start):
    echo = start(connections=64, count_loopback=True)
    upload = echo.head("POST", "/length", content_length=2).replace("\n", "\r\n").encode() + b"\r\n\r\nx"
    with contextlib.ExitStack() as stack:
        for _ in range(16):
            stack.enter_context(echo.connect()).send(upload)
            assert echo.process.stdout.readline() == "measuring\n"
        with echo.connect() as seventeenth:
            assert answer(seventeenth, request(echo)).status == 503
        with echo.connect(source="127.0.0.2") as neighbour:
            assert answer(neighbour, request(echo, connection="close")).status == 200


def test_windows_behind_a_named_proxy_are_told_apart(start):
    echo = start(
        connections=64, count_loopback=True, proxy="127.0.0.1", allow_host="gallery.example.org", token=TOKEN)
    fields = {"host": "gallery.example.org", "origin": "https://gallery.example.org", "authorization": f"Bearer {TOKEN}"}
    with windows(echo, 12, **fields, x_forwarded_for="9.9.9.9, 203.0.113.7"):
        with echo.connect().open(**fields, x_forwarded_for="203.0.113.7") as one_more:
            assert one_more.close_code() == 1013
        with windows(echo, 12, **fields, x_forwarded_for="203.0.113.7, 203.0.113.8"):
            pass
    with contextlib.ExitStack() as stack:
        for number in range(12):  # Nobody else is believed.
            peer = stack.enter_context(echo.connect(source="127.0.0.2"))
            admitted(peer.open(**fields, x_forwarded_for=f"203.0.113.{number}"))
        peer = stack.enter_context(echo.connect(source="127.0.0.2"))
        assert peer.open(**fields, x_forwarded_for="203.0.113.99").close_code() == 1013


def test_a_body_has_a_time(start):
    echo = start(request=400)
    with echo.connect() as peer:
        peer.send(echo.head("POST", "/length", content_length=1000).replace("\n", "\r\n").encode() + b"\r\n\r\n")
        with pytest.raises((ConnectionError, EOFError)):
            while True:  # A byte now and then prolongs nothing.
                peer.send(b"x")
                peer.socket.settimeout(0.05)
                with contextlib.suppress(TimeoutError):
                    peer.read(1)


def test_an_answer_has_a_time(start):
    echo = start(answer=500)
    with echo.connect(receive_buffer=4096) as peer:
        peer.send(request(echo, "/large"))
        peer.read_head()
        with pytest.raises((ConnectionError, EOFError)):
            while True:  # Read all the time, but slowly.
                peer.read(1000)
                time.sleep(0.01)


def test_an_answer_before_the_end_of_its_request_is_the_last(echo):
    with echo.connect() as peer:
        peer.send(echo.head("POST", "/nowhere", content_length=1 << 30, connection=None).replace("\n", "\r\n").encode() + b"\r\n\r\nx")
        assert "connection: close" in peer.read_head().lower()


def test_fewer_files_than_connections_are_told(start):
    echo = start(files=256)
    assert "too few files for 512 connections; 48 may be open" in echo.logged()
    with crowd(echo, 300):
        assert echo.get().body == "front page"


def test_no_file_left_is_no_busy_loop(start):
    echo = start()
    with crowd(echo, 20, request(echo)) as peers:
        for peer in peers:
            peer.read_head()
        used = max(int(name) for name in os.listdir(f"/proc/{echo.process.pid}/fd"))
        resource.prlimit(echo.process.pid, resource.RLIMIT_NOFILE, (used + 3, used + 3))
        before = echo.worked()
        with crowd(echo, 20) as newcomers:
            newcomers[2].rest()  # There was a file for two. It is ended, rather than left to wait.
        assert echo.worked() - before < 1
        peers[0].send(request(echo, connection="close"))
        assert peers[0].rest().endswith(b"front page")
