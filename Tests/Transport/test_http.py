"""HTTP on the port of the sockets: refused upgrades, garbage, headers, TLS."""

import pytest
from echo import PATIENCE
from websockets.sync.client import connect


@pytest.mark.parametrize(
    "fields, status",
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": None}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": None}, 400),
        ({"x_forwarded_for": "1.2.3.4"}, 403),
        ({"sec_websocket_version": 8}, 426),
        ({"sec_websocket_key": None}, 426),
        ({"sec_websocket_key": "short"}, 426),
        ({"content_length": 0}, 426),
        ({"path": "/"}, 200),
        ({"path": "/nowhere"}, 404),
        ({"upgrade": "h2c", "path": "/"}, 200),
        ({"upgrade": "h2c"}, 426),
        ({"upgrade": "websocket, h2c"}, 426),
    ],
)
def test_a_refused_upgrade_is_answered(echo, fields, status):
    answer = echo.upgrade(**fields)
    assert answer.status == status
    assert answer.fields["connection"] == "close"
    assert answer.body


def test_a_socket_address_without_an_upgrade_says_so(echo):
    answer = echo.get("/live")
    assert (answer.status, answer.fields["upgrade"], answer.fields["sec-websocket-version"]) == (426, "websocket", "13")


def test_only_the_first_request_can_upgrade(echo):
    with echo.connect() as peer:
        peer.send(echo.head("GET", "/", connection="keep-alive").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        assert peer.read_head().startswith("HTTP/1.1 200")
        peer.read(len("front page"))
        peer.send(echo.upgrade_head().replace("\n", "\r\n").encode() + b"\r\n\r\n")
        answer = peer.rest().decode()
        assert answer.startswith("HTTP/1.1 426") and "connection of its own" in answer


def test_requests_one_behind_the_other_are_all_answered(echo):
    request = echo.head("GET", "/", connection="keep-alive").replace("\n", "\r\n").encode() + b"\r\n\r\n"
    last = echo.head("GET", "/").replace("\n", "\r\n").encode() + b"\r\n\r\n"
    with echo.connect() as peer:
        peer.send(request * 9 + last)
        assert peer.rest().count(b"front page") == 10


@pytest.mark.parametrize("expect", ["100-continue", "100-Continue"])
def test_a_client_that_asks_first_may_send_its_body_at_once(echo, expect):
    head = echo.head("POST", "/length", content_length=5, expect=expect, connection="keep-alive").replace("\n", "\r\n").encode() + b"\r\n\r\n"
    last = echo.head("POST", "/length", content_length=5, expect=expect).replace("\n", "\r\n").encode() + b"\r\n\r\n"
    with echo.connect() as peer:
        for each in (head, last):
            peer.send(each)
            assert peer.read_head().startswith("HTTP/1.1 100 ")
            peer.send(b"robin")
            assert peer.read_head().startswith("HTTP/1.1 200")
            assert peer.read(1) == b"5"


def test_an_old_client_is_not_told_to_continue(echo):
    head = echo.head("POST", "/length", content_length=5, expect="100-continue").replace("HTTP/1.1", "HTTP/1.0")
    with echo.connect() as peer:
        peer.send(head.replace("\n", "\r\n").encode() + b"\r\n\r\nrobin")
        assert b" 100 " not in peer.rest()


@pytest.mark.parametrize("garbage", [b"\x16\x03\x01\x02\x00", b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\0" * 100])
def test_garbage_is_answered_400(echo, garbage):
    with echo.connect() as peer:
        peer.send(garbage)
        assert peer.rest().startswith(b"HTTP/1.1 400 ")


def test_garbage_behind_a_request_is_answered_400(echo):
    with echo.connect() as peer:
        peer.send(echo.head("GET", "/", connection="keep-alive").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        peer.read_head()
        peer.send(b"nonsense\r\n\r\n")
        assert b"HTTP/1.1 400 " in peer.rest()


def test_endless_headers_are_answered_400(echo):
    with echo.connect() as peer:
        try:
            peer.send(b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * (1 << 18))
            assert peer.rest().startswith(b"HTTP/1.1 400 ")
        except (BrokenPipeError, ConnectionResetError):
            pass  # More came than the server cared to read.


def test_two_hosts_are_none(echo):
    answer = echo.request(f"GET / HTTP/1.1\nhost: {echo.authority}\nhost: evil.example\nconnection: close")
    assert answer.startswith("HTTP/1.1 400 ")


def test_a_mark_of_our_own_cannot_be_sent(echo):
    assert echo.get("/", aviary_refused_upgrade="websocket").status == 200


def test_an_old_client_is_answered_and_closed(echo):
    assert echo.request(f"GET / HTTP/1.0\nhost: {echo.authority}").endswith("front page")


@pytest.mark.parametrize("path, status", [("/", 200), ("/nowhere", 404), ("/fail", 500), ("/live", 426)])
def test_every_answer_carries_the_headers(echo, path, status):
    answer = echo.get(path)
    assert answer.status == status
    assert "default-src 'none'" in answer.fields["content-security-policy"]
    assert answer.fields["x-content-type-options"] == "nosniff"
    assert answer.fields["referrer-policy"] == "same-origin"
    assert answer.fields["cross-origin-opener-policy"] == "same-origin"
    assert answer.fields["cross-origin-resource-policy"] == "same-origin"
    assert answer.fields["cache-control"] == "no-store"


def test_a_failure_tells_nothing(echo):
    assert "Failure" not in echo.get("/fail").body


def test_tls_serves_pages_and_sockets(start, certificate, trusting):
    echo = start(tls_cert=certificate[0], tls_key=certificate[1])
    with echo.connect(tls=trusting) as peer:
        peer.send(echo.head("GET", "/").replace("\n", "\r\n").encode() + b"\r\n\r\n")
        assert peer.rest().endswith(b"front page")
    url = echo.url.replace("ws:", "wss:")
    with connect(url, origin=f"https://{echo.authority}", ssl=trusting) as client:
        client.send("secret")
        assert client.recv(timeout=PATIENCE) == "secret"


def test_tls_wants_a_secure_origin(start, certificate, trusting):
    echo = start(tls_cert=certificate[0], tls_key=certificate[1])
    with echo.connect(tls=trusting) as peer:
        peer.send(echo.upgrade_head().replace("\n", "\r\n").encode() + b"\r\n\r\n")
        assert peer.rest().startswith(b"HTTP/1.1 403")


def test_a_handshake_that_does_not_come_is_not_waited_for(start, certificate):
    echo = start(tls_cert=certificate[0], tls_key=certificate[1], first_request=300)
    with echo.connect() as peer:
        assert peer.rest() == b""


def test_a_certificate_with_another_key_is_told(start, certificate, tmp_path):
    other = tmp_path / "key.pem"
    other.write_text("-----BEGIN PRIVATE KEY-----\nbroken\n-----END PRIVATE KEY-----\n")
    echo = start(tls_cert=certificate[0], tls_key=other)
    assert "Cannot read a private key" in echo.said
