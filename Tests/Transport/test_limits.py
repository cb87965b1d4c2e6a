"""The limits of what the server holds for a peer and for how long, and its shutdown."""

import contextlib
import socket
import time

import pytest
from echo import PATIENCE, Peer
from sending import Visitor
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TEXT, CLOSE = 1, 8


def test_a_reader_that_stops_costs_little_and_is_closed(start):
    echo = start(stalled_send=1000)
    with echo.connect(receive_buffer=4096).open() as peer:
        peer.send(Peer.frame(TEXT, b"hello"))
        peer.read_frame()
        before = echo.memory()
        peer.send(Peer.frame(TEXT, b"!flood 100000 10000"))  # a gigabyte
        highest = watch_memory(echo, 2)
        assert highest - before < 16 << 20
        with pytest.raises((EOFError, ConnectionResetError)):
            while True:
                peer.read_frame()


def test_many_readers_that_stop_cost_a_bounded_amount(start):
    echo = start(stalled_send=PATIENCE * 1000)
    before = echo.memory()
    peers = [echo.connect(receive_buffer=4096).open() for _ in range(40)]
    for peer in peers:
        peer.send(Peer.frame(TEXT, b"!flood 100000 10000"))
    highest = watch_memory(echo, 2)
    for peer in peers:
        peer.socket.close()
    assert highest - before < 40 * (1 << 19)


def test_a_slow_reader_gets_everything(start):
    echo = start(stalled_send=2000)
    with echo.connect(receive_buffer=65536).open() as peer:
        peer.send(Peer.frame(TEXT, b"!flood 3000 10000"))
        for _ in range(3000):
            assert peer.read_frame() == (TEXT, b"x" * 10000)


def test_a_download_that_stops_is_closed(start):
    echo = start(stalled_send=500)
    with echo.connect(receive_buffer=4096) as peer:
        before = echo.memory()
        peer.send(echo.head("GET", "/large").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        peer.read_head()
        assert watch_memory(echo, 1.5) - before < 16 << 20
        count = 0
        with pytest.raises((EOFError, ConnectionResetError)):
            while True:
                count += len(peer.read(65536))
        assert count < 4096 * 65536


@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nhost: ", b"GET"])
def test_a_request_that_does_not_come_is_not_waited_for(start, beginning):
    echo = start(first_request=300)
    with echo.connect() as peer:
        peer.send(beginning)
        assert peer.rest() == b""


def test_a_trickle_is_no_request(start):
    echo = start(first_request=500)
    with echo.connect() as peer, pytest.raises((BrokenPipeError, ConnectionResetError)):
        began = time.monotonic()
        while time.monotonic() < began + PATIENCE:
            peer.send(b"G")
            peer.socket.settimeout(0.02)
            try:
                if not peer.socket.recv(100):
                    raise ConnectionResetError
            except TimeoutError:
                pass


def test_an_idle_connection_is_closed(start):
    echo = start(idle=300)
    with echo.connect() as peer:
        peer.send(echo.head("GET", "/", connection=None).replace("\n", "\r\n").encode() + b"\r\n\r\n")
        assert peer.rest().endswith(b"front page")


def test_a_slow_upload_is_not_idle(start):
    echo = start(first_request=200, idle=600)
    with echo.connect() as peer:
        head = echo.head("POST", "/length", content_length=8).replace("\n", "\r\n").encode()
        peer.send(head + b"\r\n\r\n")
        peer.socket.settimeout(0.3)
        for _ in range(8):
            with pytest.raises(TimeoutError):
                peer.socket.recv(1)
            peer.send(b"x")
        peer.socket.settimeout(PATIENCE)
        assert peer.rest().endswith(b"8")


def send_slowly(visitor, method, path, count, **fields):
    """Sends a body in parts that each come in time, and all of them much later than that."""
    part = bytes(64 << 10)
    with visitor.echo.connect() as peer:
        peer.send(visitor.head(method, path, count * len(part), **fields).replace("\n", "\r\n").encode() + b"\r\n\r\n")
        for _ in range(count):
            time.sleep(0.1)
            peer.send(part)
        return peer.rest()


def test_a_body_has_an_end_in_all_and_an_upload_has_none(start, tmp_path):
    visitor = Visitor(start(request=2_000, whole_request=1_000, uploads=tmp_path / "uploads"))
    assert send_slowly(visitor, "POST", "/length", 4).endswith(b"%d" % (4 * 65_536))
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        send_slowly(visitor, "POST", "/length", 40)
    answer = send_slowly(
        visitor, "POST", "/uploads/files", 20, upload_length=20 * 65_536, upload_complete="?1", content_type="image/png",
        content_disposition="attachment; filename*=UTF-8''a.bin")
    assert answer.startswith(b"HTTP/1.1 201"), answer


def test_stopping_lets_a_handler_finish_and_says_1001(start):
    echo = start()
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connect(echo.url, origin=echo.origin)) for _ in range(5)]
        idle = stack.enter_context(echo.connect())
        for client in clients:
            client.send("before")
            assert client.recv(timeout=PATIENCE) == "before"
        echo.stop()
        for client in clients:
            assert client.recv(timeout=PATIENCE) == "goodbye"
            with pytest.raises(ConnectionClosed) as closed:
                client.recv(timeout=PATIENCE)
            assert closed.value.rcvd.code == 1001
        assert idle.rest() == b""
    assert echo.process.wait(PATIENCE) == 0


def test_stopping_does_not_wait_for_a_handler_that_hangs(start):
    echo = start(shutdown_grace=300, close_linger=300)
    with echo.connect().open() as peer, echo.connect() as request:
        peer.send(Peer.frame(TEXT, b"!hold"))
        request.send(echo.head("GET", "/hold").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        peer.send(Peer.frame(9, b"ready"))
        assert peer.read_frame() == (10, b"ready")
        echo.stop()
        assert peer.close_code() == 1001
        assert echo.process.wait(PATIENCE) == 0


def test_stopping_does_not_wait_for_a_reader_that_stops(start):
    echo = start(shutdown_grace=300, close_linger=300)
    with echo.connect(receive_buffer=4096).open() as peer:
        peer.send(Peer.frame(TEXT, b"!flood 100000 10000"))
        peer.read_frame()
        echo.stop()
        assert echo.process.wait(PATIENCE) == 0


def test_a_running_request_is_finished_when_stopping(start):
    echo = start()
    with echo.connect() as peer:
        peer.send(echo.head("POST", "/length", content_length=2).replace("\n", "\r\n").encode() + b"\r\n\r\nx")
        assert echo.process.stdout.readline() == "measuring\n"
        with connect(echo.url, origin=echo.origin) as client:
            echo.stop()
            assert client.recv(timeout=PATIENCE) == "goodbye"  # Stopping has begun.
        peer.send(b"y")
        assert peer.rest().endswith(b"2")
    assert echo.process.wait(PATIENCE) == 0


def test_a_taken_port_is_told(start):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        echo = start(port=other.getsockname()[1])
        assert "already in use" in echo.said
        assert echo.process.wait(PATIENCE) == 1


def watch_memory(echo, seconds):
    """The most the server held in that time."""
    highest, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        highest = max(highest, echo.memory())
        time.sleep(0.05)
    return highest
