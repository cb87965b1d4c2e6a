"""The way in: hosts, the token, its cookie, and sockets behind it."""

import stat

import pytest
from echo import PATIENCE, Answer, Peer
from gallery import draws
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

TOKEN = "correct-horse-battery-staple"


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


def wrong_token(echo, way):
    """Shows a token, or a session, that is none; the status."""
    shown = {"cookie": sign_in(echo).split("=")[0] + "=" + "0" * 64}
    match way:
        case "query": return echo.get("/?token=wrong").status
        case "form": return echo.post("/token", "token=wrong").status
        case "header": return echo.get(authorization="Bearer wrong").status
        case "cookie": return echo.get(**shown).status
        case "socket": return echo.upgrade(authorization="Bearer wrong").status
        case "socket's cookie":
            # It opens, and tells a script by its code that the session is over.
            with echo.connect() as peer:
                peer.send(echo.upgrade_head(**shown).replace("\n", "\r\n").encode() + b"\r\n\r\n")
                head = peer.read_head()
                if not head.startswith("HTTP/1.1 101"):
                    return Answer(head).status
                assert peer.close_code() == 4401
                return 401


@pytest.mark.parametrize("way", ["query", "form", "header", "cookie", "socket", "socket's cookie"])
def test_wrong_tokens_are_counted_whichever_way_they_come(guarded, way):
    assert [wrong_token(guarded, way) for _ in range(12)] == [401] * 10 + [429] * 2
    assert guarded.get("/?token=wrong").fields["retry-after"] == "60"
    assert guarded.logged().count("Many wrong tokens") == 1


def test_a_stranger_who_guesses_locks_nobody_out(guarded):
    cookie = sign_in(guarded)
    guess = guarded.head("GET", "/?token=wrong").replace("\n", "\r\n").encode() + b"\r\n\r\n"
    guesses, refused = draws(1_000, 10_000), 0
    for _ in range(guesses):
        with guarded.connect() as peer:
            peer.send(guess)
            refused += peer.rest().startswith(b"HTTP/1.1 429 ")
    assert refused == guesses - 10
    assert guarded.get(cookie=cookie).body == "front page"
    assert guarded.get(cookie=sign_in(guarded)).body == "front page"
    assert guarded.get(authorization=f"Bearer {TOKEN}").body == "front page"
    assert guarded.post("/token", f"token={TOKEN}").status == 303


def test_the_cookie_says_nothing_about_the_token(guarded):
    shown = {sign_in(guarded) for _ in range(20)}
    assert len(shown) == 20
    assert all(len(cookie.split("=")[1]) == 64 for cookie in shown)


def test_a_wrong_token_ends_its_connection(guarded):
    """A guess costs a connection."""
    with guarded.connect() as peer:
        guess = guarded.head("GET", "/?token=wrong", connection="keep-alive").replace("\n", "\r\n").encode() + b"\r\n\r\n"
        peer.send(guess * 20)
        assert peer.rest().count(b"HTTP/1.1 ") == 1


def test_a_browser_signs_out(guarded):
    mine, other = sign_in(guarded), sign_in(guarded)
    page = guarded.get("/token", cookie=mine, accept="text/html")
    assert (page.status, "one other browser is" in page.body) == (200, True)
    with guarded.connect().open(cookie=mine) as leaving, guarded.connect().open(cookie=other) as staying:
        answer = guarded.post("/token", "end=this", cookie=mine)
        assert (answer.status, "Max-Age=0" in answer.fields["set-cookie"]) == (303, True)
        assert leaving.close_code() == 4401
        staying.send(Peer.frame(1, b"still here"))
        assert staying.read_frame() == (1, b"still here")
    assert "is signed out" in guarded.get(cookie=mine, accept="text/html").body
    assert guarded.get(cookie=other).status == 200


def test_all_browsers_are_signed_out(guarded):
    mine, other = sign_in(guarded), sign_in(guarded)
    with guarded.connect().open(cookie=mine) as one, guarded.connect().open(cookie=other) as two:
        guarded.post("/token", "end=all", cookie=mine)
        assert (one.close_code(), two.close_code()) == (4401, 4401)
    assert [guarded.get(cookie=cookie).status for cookie in (mine, other)] == [401, 401]
    assert guarded.get(cookie=sign_in(guarded)).status == 200


@pytest.mark.parametrize("fields", [{}, {"origin": "http://evil.example"}, {"sec_fetch_site": "cross-site"}])
def test_a_stranger_signs_nobody_out(guarded, fields):
    cookie = sign_in(guarded)
    answer = guarded.post("/token", "end=all", **(fields and {**fields, "cookie": cookie}))
    assert answer.status in (401, 403)
    assert guarded.get(cookie=cookie).status == 200


def test_an_old_link_with_the_token_keeps_the_session(guarded):
    cookie = sign_in(guarded)
    answer = guarded.get("/nowhere?a=1&token=of-last-year", cookie=cookie)
    assert (answer.status, answer.fields["location"], "set-cookie" in answer.fields) == (303, "/nowhere?a=1", False)


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


def test_sessions_outlive_the_server_and_end_with_the_token(start, tmp_path):
    kept = tmp_path / "sessions"
    first = start(host="0.0.0.0", token=TOKEN, sessions=kept)
    cookies = [sign_in(first) for _ in range(3)]
    first.post("/token", "end=this", cookie=cookies[2])
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert not any(cookie.split("=")[1] in kept.read_text() for cookie in cookies)
    first.process.kill()
    again = start(host="0.0.0.0", token=TOKEN, sessions=kept)
    assert [again.get(cookie=cookie).status for cookie in cookies] == [200, 200, 401]
    other = start(host="0.0.0.0", token=TOKEN + "-2", sessions=kept)
    assert [other.get(cookie=cookie).status for cookie in cookies] == [401] * 3


def test_sessions_that_cannot_be_kept_are_open_all_the_same(start, tmp_path):
    echo = start(host="0.0.0.0", token=TOKEN, sessions=tmp_path / "nowhere" / "sessions")
    assert echo.get(cookie=sign_in(echo)).status == 200
    assert "Sessions cannot be kept" in echo.logged()


def test_this_machine_may_be_asked_for_the_token_too(start):
    echo = start(require_token=True)
    assert echo.get().status == 401
    assert echo.get(f"/?token={echo.token}").status == 303


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


def test_a_token_that_can_be_guessed_is_compared_thirty_times_a_minute(start):
    echo = start(host="0.0.0.0", token="secret-1")
    session = echo.get(f"/?token={echo.token}").fields["set-cookie"].split(";")[0]
    for guess in range(30):
        assert echo.get(f"/?token=secret-{guess}x").status in (401, 429)
    assert echo.get(f"/?token={echo.token}").status == 429
    assert echo.get(authorization=f"Bearer {echo.token}").status == 429
    assert echo.get(cookie=session).status == 200
