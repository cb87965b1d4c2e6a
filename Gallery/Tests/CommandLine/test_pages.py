"""The responses to a visit: one page, one style sheet and one script, compressed, and files that browsers cache
forever."""

import gzip
import http.client
import json
import re
import socket
import subprocess

import brotli
import pytest

from gallery import PATIENCE, Gallery, binary
from prefix_proxy import PrefixProxy

GOOD = "public, max-age=31536000, immutable"
# The first page of the embedded service.
LIST = "/gallery/services/rest?method=flickr.photos.getRecent&per_page=1"


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    gallery = Gallery(tmp_path_factory.mktemp("pages"))
    gallery.sample(1_000)
    gallery.start()
    yield gallery
    assert gallery.stop() == 0


def get(gallery, path, accept=None, method="GET", **fields):
    connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
    connection.request(method, path, headers={**({"Accept-Encoding": accept} if accept else {}), **fields})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def files(gallery):
    """The addresses of a page's script and style sheet."""
    page = get(gallery, "/colors")[1].decode()
    found = re.findall(r'<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"', page)
    assert len(found) == 2, found
    return found


def test_a_page_has_one_style_sheet_and_one_script_which_are_kept_for_good(gallery):
    for path in files(gallery):
        answer, plain = get(gallery, path)
        assert (answer.status, answer.headers["Cache-Control"]) == (200, GOOD)
        assert answer.headers["Content-Encoding"] is None and answer.headers["Vary"] == "Accept-Encoding"
        packed, body = get(gallery, path, "deflate, gzip;q=0.5")
        assert packed.headers["Content-Encoding"] == "gzip" and packed.headers["Cache-Control"] == GOOD
        assert packed.headers["Vary"] == "Accept-Encoding" and packed.headers["ETag"] != answer.headers["ETag"]
        assert gzip.decompress(body) == plain and len(body) < len(plain) / 2


def test_the_client_is_sent_by_brotli_to_who_reads_that(gallery):
    script = files(gallery)[1]
    for path in [script, script.replace("aviary-", "rest-")]:
        (answer, plain), (_, packed) = get(gallery, path), get(gallery, path, "gzip")
        tags = {answer.headers["ETag"], get(gallery, path, "gzip")[0].headers["ETag"]}
        for accept in ["gzip, deflate, br, zstd", "br;q=0.1, gzip", "BR"]:
            smaller, body = get(gallery, path, accept)
            assert smaller.headers["Content-Encoding"] == "br" and smaller.headers["Vary"] == "Accept-Encoding"
            assert smaller.headers["Cache-Control"] == GOOD and smaller.headers["ETag"] not in tags
            assert int(smaller.headers["Content-Length"]) == len(body) < len(packed)
            assert brotli.decompress(body) == plain
        assert get(gallery, path, "br;q=0, gzip")[0].headers["Content-Encoding"] == "gzip"


def test_the_headers_of_documents_are_not_sent_with_parts_of_pages(gallery):
    for path in files(gallery):
        answer, _ = get(gallery, path)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        for name in ["Content-Security-Policy", "Referrer-Policy", "Cross-Origin-Opener-Policy"]:
            assert answer.headers[name] is None and get(gallery, "/colors")[0].headers[name], name
    assert get(gallery, "/assets/icon-192.png")[0].headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/", "/colors", "/palette", "/photos", "/photorama", "/nowhere"])
def test_a_page_says_that_it_is_in_english(gallery, path):
    assert get(gallery, path)[1].decode().startswith('<!doctype html><html lang="en"')


def test_the_home_page_has_the_version(gallery):
    version = subprocess.run([binary(), "--version"], capture_output=True, text=True, check=True).stdout.strip()
    assert f"Aviary {version}<" in get(gallery, "/")[1].decode()


@pytest.mark.parametrize("path", ["/palette", "/photos", "/photorama"])
def test_a_room_is_sent_little_code_of_its_own(gallery, path):
    page = get(gallery, path)[1].decode()
    module, = re.findall(r'<link rel="modulepreload" href="([^"]+)" data-room>', page)
    answer, body = get(gallery, module, "gzip")
    assert answer.headers["Content-Encoding"] == "gzip" and b"export default" in gzip.decompress(body)
    assert len(body) <= 8_000


def test_the_client_finds_its_rest_by_its_own_name(gallery):
    sheet, script = files(gallery)
    answer, body = get(gallery, script.replace("aviary-", "rest-"))
    assert answer.status == 200 and answer.headers["Cache-Control"] == GOOD and b"export" in body


def test_all_style_sheets_are_in_the_one(gallery):
    sheet = get(gallery, files(gallery)[0])[1].decode()
    for part in [".content", ".rooms", ".swatch", ".color"]:
        assert part in sheet, part
    for part in [".picker", ".photo", ".home"]:
        assert part not in sheet, part


@pytest.mark.parametrize("path, parts", [("/", [".home"]), ("/palette", [".palette", ".picker"]), ("/photos", [".photo", ".viewer"]), ("/photorama", [".photo", ".viewer", ".trouble"])])
def test_a_room_has_its_own_style_sheet_behind_that_of_all(gallery, path, parts):
    page = get(gallery, path)[1].decode()
    common, own = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    assert common == files(gallery)[0]
    answer, sheet = get(gallery, own)
    assert (answer.status, answer.headers["Cache-Control"]) == (200, GOOD)
    for part in parts:
        assert part in sheet.decode(), part
    assert len(get(gallery, own, "gzip")[1]) < len(sheet) / 2
    older = get(gallery, re.sub(r"-[0-9a-z]+\.", "-0earlier.", own))
    assert older[1] == sheet and older[0].headers["Cache-Control"] == "no-cache"


def test_a_page_is_compressed_for_who_reads_that(gallery):
    answer, body = get(gallery, "/colors", "gzip, deflate, br")
    page = gzip.decompress(body).decode()
    assert answer.headers["Content-Encoding"] == "gzip" and answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(body) < len(page) / 4
    assert page.count("data-item=") == 96


@pytest.mark.parametrize("accept", [None, "identity", "gzip;q=0", "gzip; Q=0.000", "deflate", "*;q=0", "gzip;q=x", "br;q=0", ";;,,=", "xgzip", "brotli"])
def test_who_reads_no_compression_gets_none(gallery, accept):
    for path in ["/colors", *files(gallery)]:
        answer, body = get(gallery, path, accept)
        assert answer.status == 200 and answer.headers["Content-Encoding"] is None and body.decode()


def test_a_file_that_a_browser_has_is_not_sent_again(gallery):
    for path in files(gallery):
        for accept in [None, "gzip", "br"]:
            tag = get(gallery, path, accept)[0].headers["ETag"]
            answer, body = get(gallery, path, accept, **{"If-None-Match": tag})
            assert (answer.status, body) == (304, b"") and answer.headers["Cache-Control"] == GOOD


def test_a_page_of_an_earlier_version_gets_the_files_there_are(gallery):
    for path in files(gallery):
        older = re.sub(r"-[0-9a-z]+\.", "-0earlier.", path)
        assert older != path
        answer, body = get(gallery, older)
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")
        assert body == get(gallery, path)[1]
    for path in ["/client/other.js", "/assets/gallery.css", "/assets/", "/client/..%2faviary-0.js"]:
        assert get(gallery, path)[0].status == 404, path


def test_head_tells_the_same_without_a_body(gallery):
    for path in files(gallery):
        answer, body = get(gallery, path, "gzip", "HEAD")
        assert body == b"" and answer.headers["Content-Length"] == str(len(get(gallery, path, "gzip")[1]))


def test_a_form_that_breaks_off_is_no_error_of_the_servers(tmp_path):
    gallery = Gallery(tmp_path / "data", "--require-token").start()
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", gallery.port), timeout=PATIENCE) as stranger:
            stranger.sendall(
                b"POST /token HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ntoken=" % (gallery.port, gallery.port))
    assert get(gallery, "/")[0].status == 401
    assert gallery.stop() == 0
    assert "failed" not in gallery.logged() and " error " not in gallery.logged(), gallery.logged()


@pytest.mark.parametrize("is_removed", [False, True])
def test_a_proxy_may_pass_the_prefix_on_or_remove_it(tmp_path, is_removed):
    token = "correct-horse-battery-staple"
    gallery = Gallery(tmp_path / "data", "--prefix", "/gallery", "--token", token)
    gallery.start()
    assert f"{gallery.url}/gallery/" in gallery.announced and token not in gallery.announced
    told = subprocess.run([binary(), "token", "--data", str(gallery.directory)], capture_output=True, text=True, check=True)
    assert f"{gallery.url}/gallery/?token={token}" in told.stdout
    with PrefixProxy(gallery.port, "/gallery", is_removed) as proxy:
        answer, _ = get(proxy, f"/gallery/photos?token={token}")
        assert (answer.status, answer.headers["Location"]) == (303, "/gallery/photos")
        assert "; Path=/gallery/;" in answer.headers["Set-Cookie"]
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        form = get(proxy, "/gallery/photos", Accept="text/html")[1].decode()
        assert 'action="/gallery/token"' in form and 'name="next" value="/photos"' in form and 'href="/gallery/photos"' in form
        assert b'data-prefix="/gallery"' in get(proxy, "/gallery/photos", Cookie=cookie)[1]
        missing, body = get(proxy, "/gallery/nowhere", Cookie=cookie)
        assert missing.status == 404 and b'<a href="/gallery/">' in body
        health, _ = get(proxy, "/gallery/healthz")
        begun = {"Content-Type": "image/png", "Upload-Complete": "?0", "Upload-Length": "9"}
        upload, _ = get(proxy, "/gallery/uploads/photos", method="POST", Cookie=cookie, **begun)
        assert health.status == 200 and upload.headers["Location"].startswith("/gallery/uploads/photos/")
        photo, = json.loads(get(proxy, LIST, Cookie=cookie)[1])["photos"]["photo"]
        pictures = f"http://127.0.0.1:{proxy.port}/gallery/services/pictures/"
        assert [value for name, value in photo.items() if name.startswith("url_") and not value.startswith(pictures)] == []
    gallery.stop()


@pytest.mark.parametrize(
    ("prefix", "why"), [
        ("gallery", "has to begin with /."), ("/gal lery", "has other characters"), ("/a//b", "has an empty component"),
        ("/photos", "begins like the prefix /photos.")])
def test_a_prefix_that_no_address_can_have_is_refused(tmp_path, prefix, why):
    command = [binary(), "serve", "--no-supervisor", "--port", "0", "--data", tmp_path / "data", "--prefix", prefix]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert refused.returncode == 1 and refused.stderr.startswith(f"aviary: The address {prefix} {why}"), refused.stderr
