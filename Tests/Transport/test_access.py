"""The way in: hosts, the token, its cookie, and sockets behind it."""

import pytest
from echo import PATIENCE
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

TOKEN = "correct-horse"


@pytest.fixture
def guarded(start):
    return start(host="0.0.0.0", token=TOKEN)


def sign_in(echo):
    """The cookie, as a browser sends it back."""
    answer = echo.get(f"/?token={TOKEN}")
    assert answer.status == 303
    return answer.fields["set-cookie"].split(";")[0]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "192.168.1.5:{port}", "localhost.evil.example"])
def test_a_name_of_somebody_else_is_refused(echo, host):
    assert echo.get(host=host.format(port=echo.port)).status == 421


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "localhost"])
def test_names_of_this_machine_are_not(echo, host):
    assert echo.get(host=host.format(port=echo.port)).status == 200


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_another_origin_is_refused_whatever_it_does(echo, method):
    answer = echo.request(echo.head(method, "/", origin="http://evil.example", content_length=0))
    assert answer.startswith("HTTP/1.1 403 ")


def test_without_the_token_there_is_only_the_way_in(guarded):
    page = guarded.get(accept="text/html")
    assert (page.status, page.fields["www-authenticate"]) == (401, "Bearer")
    assert "<form" in page.body and TOKEN not in page.body
    assert guarded.get().body.count("\n") == 1  # a sentence, for a program
    assert guarded.get("/nowhere").status == 401
    assert guarded.get("/healthz").body == "ok"


def test_a_token_is_made_and_told_once(start):
    echo = start(host="0.0.0.0")
    assert len(echo.token) == 26
    assert echo.get(f"/?token={echo.token}").status == 303


def test_the_address_with_the_token_gives_a_cookie(guarded):
    answer = guarded.get(f"/nowhere?a=1&token={TOKEN}&b=2")
    assert (answer.status, answer.fields["location"]) == (303, "/nowhere?a=1&b=2")
    assert TOKEN not in answer.fields["set-cookie"]
    assert guarded.get(cookie=sign_in(guarded)).body == "front page"


def test_the_form_gives_a_cookie(guarded):
    answer = guarded.post("/token", f"next=%2F%3Fa%3D1&token={TOKEN}", origin=guarded.origin)
    assert (answer.status, answer.fields["location"]) == (303, "/?a=1")
    assert guarded.get(cookie=answer.fields["set-cookie"].split(";")[0]).body == "front page"


def test_the_form_of_another_origin_is_refused(guarded):
    assert guarded.post("/token", f"token={TOKEN}", origin="http://evil.example").status == 403


def test_a_form_too_long_is_not_read(guarded):
    assert guarded.post("/token", "token=" + "x" * 10000).status == 413


def test_a_link_from_another_site_comes_again_with_its_cookie(guarded):
    link = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert 'url=/?a=1"' in guarded.get("/?a=1", **link).body
    answer = guarded.get(f"/?token={TOKEN}", **link)
    assert (answer.status, "set-cookie" in answer.fields) == (200, True)


def test_guessing_ends_soon(guarded):
    answers = [guarded.get("/?token=wrong").status for _ in range(12)]
    assert answers == [401] * 10 + [429] * 2
    assert guarded.get(f"/?token={TOKEN}").status == 429
    assert guarded.get(authorization=f"Bearer {TOKEN}").fields["retry-after"] == "60"


def test_a_visitor_stays_while_another_guesses(guarded):
    cookie = sign_in(guarded)
    for _ in range(12):
        guarded.post("/token", "token=wrong")
    assert guarded.get(cookie=cookie).status == 200


@pytest.mark.parametrize("header", ["cookie", "authorization"])
def test_a_socket_opens_to_who_may_enter(guarded, header):
    value = sign_in(guarded) if header == "cookie" else f"Bearer {TOKEN}"
    with connect(guarded.url, origin=guarded.origin, additional_headers={header: value}) as client:
        client.send("in")
        assert client.recv(timeout=PATIENCE) == "in"


@pytest.mark.parametrize("path", ["/live", f"/live?token={TOKEN}"])
def test_a_socket_does_not_open_to_others(guarded, path):
    with pytest.raises(InvalidStatus) as refused:
        connect(guarded.url.replace("/live", path), origin=guarded.origin)
    assert refused.value.response.status_code == 401


def test_a_cookie_outlives_the_server(start):
    first = start(host="0.0.0.0", token=TOKEN)
    cookie = sign_in(first)
    port = first.port
    first.process.kill()
    first.process.wait()
    again = start(host="0.0.0.0", token=TOKEN, port=port)
    name = cookie.split("=")[0]
    renamed = cookie.replace(name, sign_in(again).split("=")[0])
    assert again.get(cookie=renamed).status == 200


def test_an_allowed_host_is_reached_through_a_proxy(start):
    echo = start(allow_host=["gallery.example.org"], token=TOKEN)
    bearer = {"authorization": f"Bearer {TOKEN}", "host": "gallery.example.org"}
    assert echo.get(host="gallery.example.org").status == 401
    assert echo.get(**bearer, x_forwarded_for="1.2.3.4").status == 200
    assert echo.get(**{**bearer, "host": "other.example.org"}).status == 421
    with echo.connect().open(**bearer, origin="https://gallery.example.org"):
        pass


def test_a_token_that_cannot_be_used_is_told(start):
    assert "A token is" in start(token="short").said
    assert "not a host name" in start(allow_host=["http://x"]).said
