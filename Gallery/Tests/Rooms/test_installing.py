"""The gallery as an installed app: its manifest, and photographs that other programs share with it."""

import http.client
import json

import pytest

from gallery import PATIENCE
from photo_gallery import Photos, picture
from tab import Tab

TOKEN = "correct-horse-battery-staple"
SHARE = "/gallery/uploads/photos/share"
# As Chromium sends what a person shares: no page does it, so there is no origin.
SHARED = {"Origin": "null", "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
BOUNDARY = "----AviaryFormBoundary7MA4YWxk"


def PROGRAM(directory):
    return Photos(directory, "--token", TOKEN, "--prefix", "/gallery")


def test_chromium_can_install_the_gallery(gallery, browser):
    context = browser.new_context(color_scheme="dark")
    tab = Tab(context, gallery.url, f"/gallery/?token={TOKEN}")
    devtools = context.new_cdp_session(tab.page)
    found = devtools.send("Page.getAppManifest")
    manifest = json.loads(found["data"])
    assert found["url"] == f"{gallery.url}/gallery/app.webmanifest" and found["errors"] == []
    assert devtools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Aviary", "/gallery/", "/gallery/")
    assert manifest["share_target"]["action"] == SHARE
    for icon in manifest["icons"]:
        size = tab.page.evaluate(
            "async src => { const image = new Image(); image.src = src; await image.decode(); return `${image.width}x${image.height}` }",
            icon["src"])
        assert size == icon["sizes"]
    # The color around the page is that of the page.
    colors = tab.page.evaluate(
        """() => [document.querySelector('meta[name=theme-color][media*=dark]').content,
             getComputedStyle(document.documentElement).backgroundColor]""")
    assert colors == ["#101010", "rgb(16, 16, 16)"] and tab.complaints == []
    context.close()


@pytest.fixture
def cookie(gallery):
    answer, _ = send(gallery, "GET", f"/gallery/?token={TOKEN}")
    return answer.headers["Set-Cookie"].partition(";")[0]


def send(gallery, method, path, body=None, **fields):
    connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in fields.items()})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


def share(gallery, *files, **fields):
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="{name}"\r\nContent-Type: {type}\r\n\r\n'.encode()
        + content + b"\r\n" for name, type, content in files]
    body = b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
    return send(gallery, "POST", SHARE, body, **{"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"} | fields)


def test_shared_photographs_are_added(gallery, cookie):
    files = [(name, "image/png", picture(number)) for number, name in enumerate(["Äther.png", "b.png"])]
    answer, _ = share(gallery, *files, Cookie=cookie, **SHARED)
    ids = gallery.ids_by_name()
    assert sorted(ids) == ["b.png", "Äther.png"]
    assert (answer.status, answer.headers["Location"]) == (303, f"/gallery/photos?show={min(ids.values())}")
    assert list((gallery.directory / "photos/uploads").iterdir()) == []
    # Nothing is shared, or the visitor has just signed in.
    nothing, _ = share(gallery, Cookie=cookie, **SHARED)
    back, _ = send(gallery, "GET", SHARE, Cookie=cookie)
    assert [each.headers["Location"] for each in (nothing, back)] == ["/gallery/photos"] * 2


def test_what_is_not_shared_by_the_browser_or_is_no_photograph_is_refused(gallery, cookie):
    for change, status, sentence in (
        ({"Sec-Fetch-Site": "cross-site"}, 403, "Pages of other sites"),
        ({"Origin": "https://other.example"}, 403, "Pages of other sites"),
        ({"Sec-Fetch-Mode": "cors"}, 403, "Pages of other sites"),
        ({"Cookie": ""}, 401, "token"),
        # It is answered before all of it has come.
        ({"Content-Length": str(2 << 30), "content": bytes(2 << 20)}, 413, "This file is too large: 1 GB is the most."),
        ({"type": "text/html"}, 415, "Files of this kind are not taken here."),
        ({"content": b"no picture"}, 422, "was not added: it is no picture"),
        ({"Content-Type": "multipart/form-data; boundary=other"}, 415, "Files of this kind are not taken here."),
    ):
        fields = {"Cookie": cookie, **SHARED} | change
        file = "a.png", fields.pop("type", "image/png"), fields.pop("content", picture(0))
        answer, text = share(gallery, file, **fields)
        assert answer.status == status and sentence in text, (change, answer.status, text)
    assert gallery.rows("SELECT name FROM photo") == [] and list((gallery.directory / "photos/uploads").iterdir()) == []
