"""The messages that a WebSocket may send, and its close after any other."""

import socket
import struct
import zlib

import pytest
from echo import PATIENCE, Peer
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


@pytest.fixture
def client(echo):
    with connect(echo.url, origin=echo.origin, open_timeout=PATIENCE) as client:
        yield client


@pytest.mark.parametrize("text", ["", "a", "ä€😀", "x" * 125, "x" * 126, "x" * 32768])
def test_text_comes_back(client, text):
    client.send(text)
    assert client.recv(timeout=PATIENCE) == text


def test_order_is_kept(client):
    # A server on a busy machine may read all of them at once. It lets 1,024 messages wait.
    texts = [str(number) for number in range(1_000)]
    for text in texts:
        client.send(text)
    assert [client.recv(timeout=PATIENCE) for _ in texts] == texts


def test_fragments_make_one_message(client):
    client.send(["ab", "", "ä", "c"])
    assert client.recv(timeout=PATIENCE) == "abäc"


def test_pings_are_answered_between_fragments(echo):
    with echo.connect().open() as peer:
        peer.send(Peer.frame(TEXT, b"\xc3", fin=False) + Peer.frame(PING, b"12") + Peer.frame(CONTINUATION, b"\xa4"))
        assert peer.read_frame() == (PONG, b"12")
        assert peer.read_frame() == (TEXT, "ä".encode())


def test_a_message_right_behind_the_request_is_not_lost(echo):
    with echo.connect() as peer:
        peer.send(echo.upgrade_head().replace("\n", "\r\n").encode() + b"\r\n\r\n" + Peer.frame(TEXT, b"early"))
        assert peer.read_head().startswith("HTTP/1.1 101")
        assert peer.read_frame() == (TEXT, b"early")


def test_a_request_in_single_bytes_is_understood(echo):
    with echo.connect() as peer:
        peer.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in echo.upgrade_head().replace("\n", "\r\n").encode() + b"\r\n\r\n" + Peer.frame(TEXT, b"slow"):
            peer.send(bytes([byte]))
        assert peer.read_head().startswith("HTTP/1.1 101")
        assert peer.read_frame() == (TEXT, b"slow")


def test_a_query_behind_the_path_is_passed_over(echo):
    with echo.connect().open(path="/live?room=colors&x=%20") as peer:
        peer.send(Peer.frame(TEXT, b"hello"))
        assert peer.read_frame() == (TEXT, b"hello")


@pytest.mark.parametrize(
    "code, frames",
    [
        (1002, Peer.frame(TEXT, b"a", masked=False)),
        (1002, Peer.frame(TEXT, b"a", rsv=4)),
        (1002, Peer.frame(TEXT, b"a", rsv=1)),
        (1002, Peer.frame(3, b"a")),
        (1002, Peer.frame(11, b"a")),
        (1002, Peer.frame(CONTINUATION, b"a")),
        (1002, Peer.frame(TEXT, b"a", fin=False) + Peer.frame(TEXT, b"b")),
        (1002, Peer.frame(PING, b"a", fin=False)),
        (1002, Peer.frame(PING, b"a" * 126)),
        (1002, Peer.frame(CLOSE, b"a")),
        (1002, Peer.frame(CLOSE, struct.pack("!H", 1005))),
        (1002, Peer.frame(CLOSE, struct.pack("!H", 1006))),
        (1002, Peer.frame(CLOSE, struct.pack("!H", 0))),
        (1002, Peer.frame(CLOSE, struct.pack("!H", 65535))),
        (1003, Peer.frame(BINARY, b"a")),
        (1007, Peer.frame(TEXT, b"\xff")),
        (1007, Peer.frame(TEXT, b"\xc3", fin=False) + Peer.frame(CONTINUATION, b"\xc3")),
        (1007, Peer.frame(TEXT, b"\xed\xa0\x80")),
        (1007, Peer.frame(CLOSE, struct.pack("!H", 1000) + b"\xff")),
        (1009, Peer.frame(TEXT, b"x" * 32769)),
        (1009, Peer.frame(TEXT, b"x" * 20000, fin=False) + Peer.frame(CONTINUATION, b"x" * 20000)),
        (1009, struct.pack("!BBQ", 0x81, 0xFF, 1 << 62) + b"\x01\x02\x03\x04"),
    ],
)
def test_a_broken_frame_closes_with_its_code(echo, code, frames):
    with echo.connect().open() as peer:
        # More behind it: the code must survive bytes that nobody reads.
        peer.send(frames + Peer.frame(TEXT, b"y" * 30000) * 3)
        assert peer.close_code() == code
        peer.send(Peer.frame(CLOSE, struct.pack("!H", code)))
        peer.rest()


@pytest.mark.parametrize("code", [None, 1000, 1001, 3000, 4999])
def test_a_close_is_answered(echo, code):
    with echo.connect().open() as peer:
        peer.send(Peer.frame(CLOSE, struct.pack("!H", code) + "bye".encode() if code else b""))
        assert peer.close_code() == code
        assert peer.rest() == b""


@pytest.mark.parametrize("command, code", [("!close 4001", 4001), ("!fail", 1011)])
def test_the_server_closes_with_a_code(client, command, code):
    client.send(command)
    with pytest.raises(ConnectionClosed) as closed:
        client.recv(timeout=PATIENCE)
    assert closed.value.rcvd.code == code


def test_a_silent_closer_is_not_waited_for(start):
    echo = start(close_linger=200)
    with echo.connect().open() as peer:
        peer.send(Peer.frame(TEXT, b"!close 4001"))
        assert peer.close_code() == 4001
        assert peer.rest() == b""  # We never answer; the server ends it.


def test_resets_leave_the_server_well(echo):
    for _ in range(50):
        peer = echo.connect().open()
        peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        peer.send(Peer.frame(TEXT, b"!flood 100 10000"))
        peer.socket.close()
    with connect(echo.url, origin=echo.origin) as client:
        client.send("still here")
        assert client.recv(timeout=PATIENCE) == "still here"


def test_half_closed_is_closed(echo):
    with echo.connect().open() as peer:
        peer.socket.shutdown(socket.SHUT_WR)
        peer.rest()


def test_a_dead_peer_is_noticed(start):
    echo = start(ping=100)
    with echo.connect().open() as peer:
        assert peer.read_frame() == (PING, b"")
        peer.rest()  # Not answered: the end comes by itself.


def test_a_living_peer_is_kept(start):
    echo = start(ping=50)
    with connect(echo.url, origin=echo.origin, ping_interval=None) as client:
        with pytest.raises(TimeoutError):
            client.recv(timeout=1)  # Twenty pings, answered by the library.
        client.send("here")
        assert client.recv(timeout=PATIENCE) == "here"


OFFER = "permessage-deflate; client_max_window_bits"


def deflated(data, wbits=-15):
    """A message by itself, as RFC 7692 has it."""
    compressor = zlib.compressobj(wbits=wbits)
    return (compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\0\0\xff\xff")


def inflated(data):
    return zlib.decompressobj(wbits=-15).decompress(data + b"\0\0\xff\xff")


@pytest.mark.parametrize("offer, is_taken", [
    (OFFER, True), ("permessage-deflate", True), ("x-other, permessage-deflate; server_no_context_takeover", True),
    ("permessage-deflate; server_max_window_bits=10", False), ("permessage-deflate; server_max_window_bits=10, " + OFFER, True),
    ("x-permessage-deflate", False), ("", False), (None, False)])
def test_compression_is_agreed_on_or_left(echo, offer, is_taken):
    with echo.connect() as peer:
        peer.send(echo.upgrade_head(sec_websocket_extensions=offer).replace("\n", "\r\n").encode() + b"\r\n\r\n")
        head = peer.read_head()
        assert head.startswith("HTTP/1.1 101 ")
        answer = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        assert (answer in head) == is_taken and ("permessage-deflate" in head) == is_taken
        text = "ä colour, " * 300
        peer.send(Peer.frame(TEXT, text.encode()))
        (first, data) = peer.read_frame(whole=True)
        assert first == (0xC1 if is_taken else 0x81)
        assert (inflated(data) if is_taken else data) == text.encode()


def test_compressed_messages_are_read_whole_and_in_fragments(echo):
    with echo.connect().open(sec_websocket_extensions=OFFER) as peer:
        for text in [b"", b"a", "ä€😀".encode(), b"x" * 32_768, bytes(range(32, 127)) * 300]:
            body = deflated(text)
            peer.send(Peer.frame(TEXT, body[:1], fin=False, rsv=4) + Peer.frame(PING) + Peer.frame(CONTINUATION, body[1:]))
            peer.send(Peer.frame(TEXT, body, rsv=4) + Peer.frame(TEXT, text))
            assert peer.read_frame() == (PONG, b"")
            for _ in range(3):
                first, data = peer.read_frame(whole=True)
                assert (inflated(data) if first == 0xC1 else data) == text
                assert (first == 0xC1) == (len(text) > 1_200), "a short text is sent as it is"


@pytest.mark.parametrize("code, frames", [
    (1002, Peer.frame(TEXT, b"\xff" * 9, rsv=4)),
    (1002, Peer.frame(PING, b"a", rsv=4)),
    (1002, Peer.frame(TEXT, b"a", rsv=2)),
    (1002, Peer.frame(TEXT, deflated(b"a"), fin=False, rsv=4) + Peer.frame(CONTINUATION, b"", rsv=4)),
    (1003, Peer.frame(BINARY, deflated(b"a"), rsv=4)),
    (1007, Peer.frame(TEXT, deflated(b"\xff"), rsv=4)),
    (1009, Peer.frame(TEXT, deflated(b"x" * 32_769), rsv=4)),
    (1009, Peer.frame(TEXT, deflated(b"x" * 20_000_000), rsv=4)),
])
def test_a_broken_compressed_frame_closes_with_its_code(echo, code, frames):
    with echo.connect().open(sec_websocket_extensions=OFFER) as peer:
        peer.send(frames)
        assert peer.close_code() == code


def test_another_program_reads_what_is_compressed_and_is_read(echo):
    deflate = ClientPerMessageDeflateFactory()
    with connect(echo.url, origin=echo.origin, open_timeout=PATIENCE, compression=None, extensions=[deflate]) as client:
        assert client.response.headers["Sec-WebSocket-Extensions"].startswith("permessage-deflate")
        for text in ["a" * 10, "tile, " * 2_000, "ä€😀" * 700, "a" * 10]:
            client.send(text)
            assert client.recv(timeout=PATIENCE) == text


def test_a_busy_handler_does_not_make_its_peer_dead(start):
    """A handler that takes no messages stops the reading, pongs included."""
    echo = start(ping=50)
    with echo.connect().open() as peer:
        peer.send(Peer.frame(TEXT, b"!hold") + Peer.frame(TEXT, b"x" * 1000) * 100)
        peer.socket.settimeout(1)
        with pytest.raises(TimeoutError):  # Not closed, in the time of twenty pings.
            while True:
                assert peer.read_frame() == (PING, b"")
                peer.send(Peer.frame(PONG))
