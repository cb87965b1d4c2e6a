"""The photographs of web services: what other programs find and change."""

import json
import subprocess
import urllib.error
import urllib.request

import pytest

from gallery import Gallery, binary, eventually
from pictures import png
from test_commands import Watch, run


@pytest.fixture
def directory(tmp_path):
    return tmp_path / "data"


def test_sample_adds_photos_of_the_embedded_service_in_its_order_and_goes_on_where_it_was(directory):
    for count in (500, 1_000):
        result = run("sample", "--web-photos", 500, "--data", directory)
        assert result.returncode == 0 and "Added 500 photos of the embedded service" in result.stdout
        assert Gallery(directory).rows("SELECT count(*), count(DISTINCT remote) FROM webPhoto WHERE service = 'embedded'") == [(count, count)]
    positions = Gallery(directory).rows("SELECT position FROM feedEntry WHERE feed = 'interesting' ORDER BY id")
    assert positions == sorted(positions) and len(set(positions)) == 1_000


def test_watch_prints_what_is_committed(directory):
    run("sample", "--colors", 1, "--data", directory)
    watch = Watch(directory, "photorama")
    Gallery(directory).sql("INSERT INTO webPhoto(service, remote, title) VALUES ('other', '1', 'Tern')")

    def is_told():
        assert len(watch.items) == 1

    eventually(is_told)
    watch.stop()


def test_the_embedded_service_is_there_over_http_for_another_program(directory):
    directory.mkdir()
    gallery = Gallery(directory).start()
    base = f"http://127.0.0.1:{gallery.port}"

    def get(address):
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.headers["content-type"], answer.read()

    query = "method=flickr.interestingness.getList&format=json&nojsoncallback=1&per_page=3&page=2&extras=url_n"
    kind, body = get(f"{base}/services/rest/?{query}")
    answer = json.loads(body)
    assert kind == "application/json" and answer["stat"] == "ok"
    assert answer["photos"]["page"] == 2 and len(answer["photos"]["photo"]) == 3
    for photo in answer["photos"]["photo"]:
        assert photo["url_n"].startswith(base)
        kind, body = get(photo["url_n"])
        assert kind == "image/png" and body.startswith(b"\x89PNG\r\n")
    assert json.loads(get(f"{base}/services/rest/?method=none")[1])["stat"] == "fail"
    for nothing in ("pictures/x.png", "pictures/1_q.png", "pictures/..%2f1_n.png"):
        with pytest.raises(urllib.error.HTTPError) as error:
            get(f"{base}/services/{nothing}")
        assert error.value.code == 404
    # A picture that is not stored is not fetched for whoever asks.
    with pytest.raises(urllib.error.HTTPError) as error:
        get(f"{base}/photorama/picture/small/1")
    assert error.value.code == 404
    gallery.stop()


def test_the_embedded_service_has_the_photographs_of_the_room_photos(directory, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, name in enumerate(["a gull.png", "b tern.png", "c gull.png"]):
        (folder / name).write_bytes(png(600, 400, seed=number))
    subprocess.run([binary(), "import", folder, "--data", directory], check=True, capture_output=True)
    Gallery(directory).sql("UPDATE photo SET isFavorite = 1 WHERE name = 'b tern.png'")
    gallery = Gallery(directory, "--embedded-photos").start()

    def titles(query):
        with urllib.request.urlopen(f"{gallery.url}/services/rest/?{query}&per_page=2&extras=url_n", timeout=30) as answer:
            assert answer.headers["content-type"] == "application/json"
            photos = json.load(answer)["photos"]
        assert photos["page"] <= photos["pages"] or not photos["photo"]
        return [photo["title"] for photo in photos["photo"]], photos["photo"]

    assert titles("method=flickr.photos.getRecent")[0] == ["c gull", "b tern"]
    assert titles("method=flickr.photos.getRecent&page=2")[0] == ["a gull"]
    assert titles("method=flickr.interestingness.getList")[0] == ["b tern", "c gull"]
    assert titles("method=flickr.photos.search&text=GULL")[0] == ["c gull", "a gull"]
    photo = titles("method=flickr.photos.getRecent")[1][0]
    assert (photo["width_n"], photo["height_n"]) == (320, 213) and photo["id"].startswith("photo-")
    with urllib.request.urlopen(photo["url_n"], timeout=30) as answer:
        assert answer.headers["content-type"] == "image/jpeg" and answer.read().startswith(b"\xff\xd8")
    gallery.sql("UPDATE photo SET trashedAt = 1 WHERE name = 'c gull.png'")
    assert titles("method=flickr.photos.getRecent")[0] == ["b tern", "a gull"]
    for nothing in ("photo-99_n", "photo-1_q", "1_n", "photo-x_n"):
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(f"http://127.0.0.1:{gallery.port}/services/pictures/{nothing}", timeout=30)
        assert error.value.code == 404
    gallery.stop()


@pytest.mark.parametrize("arguments", [
    ("--service", "picasa"), ("--flickr-endpoint", "file:///etc/passwd"), ("--service", "embedded", "--flickr-key", "k"),
    ("--embedded-faults", "20")])
def test_what_is_no_service_is_refused(directory, arguments):
    result = run("serve", "--data", directory, *arguments)
    assert result.returncode == 64 and result.stderr.startswith("Error:")
    assert not directory.exists()
