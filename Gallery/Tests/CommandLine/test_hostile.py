"""Hostile stores: whatever another program did to the tables, each command answers, and nothing traps or hangs."""

import http.client
import json
import random
import shutil
import sqlite3
import statistics
import subprocess
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import connect

from gallery import PATIENCE, Gallery, binary, draws, eventually
from hostile import Draw
from pictures import png
from test_packets import MEGABYTE, resident

RECT = [0, 0, 390, 700]
ROOMS = {
    "/": {"colors": RECT, "swatches": RECT}, "/colors": {"grid": RECT}, "/palette": {"grid": RECT}, "/photos": {"grid": RECT},
    "/photos/albums": {"list": RECT}, "/photos/trash": {"grid": RECT}, "/photos/album/1": {"grid": RECT}, "/photos/photo/1": {},
    "/photorama": {"grid": RECT}, "/photorama/photo/1": {}}
# The addresses of one photo, one album and one web photo, which may be deleted.
ADDRESSES = {"/photos/album/1", "/photos/photo/1", "/photorama/photo/1"}
# The actions of a window in each room. Two rooms share a table.
DEEDS = {
    "/colors": ["add", "history/undo", "add", "clear", "history/undo", "history/redo"],
    "/palette": ["save", "history/undo", "newPalette", "history/undo"],
    "/photos": ["toggleSelecting", "selectAll", "favorite", "delete", "history/undo", "selectAll", "addToAlbum"],
    "/photos/albums": ["new", "history/undo"],
    "/photos/album/1": ["toggleSelecting", "selectAll", "removeFromAlbum", "history/undo"],
    "/photos/photo/1": ["next", "previous", "favorite", "history/undo", "delete", "history/undo"],
    "/photorama": ["refresh", "choose", "chooseTag"],
    "/photorama/photo/1": ["favorite", "history/undo", "next", "showTags"]}
TRAP = ("Fatal error", "*** Program crashed", "Crashed", "AddressSanitizer")


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A store that is well, in one file."""
    directory = tmp_path_factory.mktemp("sound")
    subprocess.run(
        [binary(), "sample", "--colors", "30", "--swatches", "20", "--data", str(directory)], check=True, capture_output=True)
    connection = sqlite3.connect(directory / "gallery.sqlite", isolation_level=None)
    connection.execute("INSERT INTO palette(id, name, position) VALUES (2, 'second', 5)")
    connection.execute("UPDATE swatch SET palette = 2 WHERE id % 2")
    connection.executescript("""
        INSERT INTO photo(id, name, width, height) VALUES (1, 'a.jpg', 3, 2), (2, 'b.jpg', 2, 3), (3, 'c.jpg', 4, 4);
        INSERT INTO photo(name, trashedAt) VALUES ('gone.jpg', 1);
        INSERT INTO album(id, name) VALUES (1, 'Trips');
        INSERT INTO albumPhoto(album, photo) VALUES (1, 1), (1, 2);
        INSERT INTO webPhoto(id, service, remote, title) VALUES (1, 'embedded', '1', 'Tern'), (2, 'embedded', '2', 'Gull');
        INSERT INTO feed(service, name, page) VALUES ('embedded', 'interesting', 1);
        INSERT INTO feedEntry(feed, photo) VALUES ('interesting', 1), ('interesting', 2);
        INSERT INTO tag(id, name) VALUES (1, 'Birds');
        INSERT INTO photoTag(photo, tag) VALUES (1, 1);
        INSERT INTO hint(name) VALUES ('movePhotos');""")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return directory / "gallery.sqlite"


def pages(gallery):
    """Every page is shown, or says why not."""
    for path in [*ROOMS, "/healthz"]:
        connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        answers = (200, 404, 503) if path in ADDRESSES else (200, 503)
        assert answer.status in answers and body, (path, answer.status)


def window(gallery, path, *actions):
    """A window of a room, and its messages: each action is done, or fails with a sentence."""
    told = []
    with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url, open_timeout=PATIENCE, max_size=None) as socket:
        tab = f"tab-{random.getrandbits(60)}"
        requests = [["do", number, *action] if isinstance(action, list) else ["do", number, action, {}, None]
                    for number, action in enumerate(actions, 1)]
        # It has asked no other server before, so a failure here is an answer.
        socket.send(json.dumps([["hello", path, ROOMS[path], tab, "", None, None, 0], *requests]))
        answered = set()
        try:
            while len(answered) < len(actions):
                messages = json.loads(socket.recv(timeout=PATIENCE))
                told += messages
                for message in messages:
                    if message[0] in ("done", "failed"):
                        answered.add(message[1])
                    if message[0] == "failed":
                        assert message[2].strip().endswith((".", "?")), message
        except ConnectionClosed:
            # A room that cannot be loaded says why, and closes.
            assert any(message[0] in ("say", "notFound") for message in told), told
    return told


def upload(gallery):
    """Sends a photo, and names the action that adds it."""
    content = png(6, 4, seed=random.getrandbits(40))
    connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
    connection.request("POST", "/uploads/photos", content, {
        "Origin": gallery.url, "Upload-Length": str(len(content)), "Upload-Complete": "?1", "Content-Type": "image/png",
        "Content-Disposition": "attachment; filename*=UTF-8''Tern.png"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert answer.status == 201, answer.status
    return ["add", {}, None, None, None, [answer.getheader("Location").removeprefix("/uploads/")]]


def use(gallery, chance):
    """Looks at every page, and does what people do in two rooms; now and then a photo is sent."""
    try:
        pages(gallery)
        for path in chance.sample(list(DEEDS), 2):
            deeds = [upload(gallery), *DEEDS[path]] if path == "/photos" else DEEDS[path]
            window(gallery, path, *deeds)
    except (OSError, http.client.HTTPException, InvalidHandshake, InvalidMessage) as error:
        raise AssertionError(f"{error!r}: {gallery.logged()[-4000:]}") from error


class Pinging(threading.Thread):
    """A window that is not involved: it asks whether its scene is there, until it is told to stop."""

    def __init__(self, gallery):
        super().__init__(daemon=True)
        self.gallery, self.is_over, self.waits, self.error = gallery, threading.Event(), [], None

    def run(self):
        try:
            with connect(f"ws://127.0.0.1:{self.gallery.port}/live", origin=self.gallery.url, max_size=None) as socket:
                socket.send(json.dumps([["hello", "/palette", ROOMS["/palette"], "bystander", ""]]))
                while not self.is_over.wait(0.02):
                    begin = time.monotonic()
                    socket.send('[["ping"]]')
                    while ["pong"] not in json.loads(socket.recv(timeout=PATIENCE)):
                        pass
                    self.waits.append(time.monotonic() - begin)
        except Exception as error:
            self.error = error

    def stop(self):
        self.is_over.set()
        self.join(PATIENCE)
        assert self.error is None, self.error
        assert len(self.waits) > 20 and max(self.waits) < 5 and statistics.median(self.waits) < 0.05, sorted(self.waits)[-5:]


def check_refusal(text, code):
    assert code == 1, (code, text)
    lines = [line for line in text.strip().splitlines() if line.startswith("aviary: ")]
    assert len(lines) == 1 and lines[0].endswith("."), text
    assert not any(trap in text for trap in TRAP), text
    return lines[0]


def contents(directory):
    return {file.name: file.read_bytes() for file in directory.iterdir() if file.is_file() and not file.name.endswith("-shm") and file.stat().st_size}


def command(directory, *arguments):
    """A command that ends by itself, or is ended once it has said something."""
    before = contents(directory)
    process = subprocess.Popen(
        [binary(), *arguments, "--data", str(directory)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if arguments[0] == "watch":
        process.stdout.readline()
        process.terminate()
    _, errors = process.communicate(timeout=PATIENCE)
    if process.returncode not in (0, -15):
        sentence = check_refusal(errors, process.returncode)
        if "touched" in sentence:
            assert contents(directory) == before, sentence
    assert not any(trap in errors for trap in TRAP), errors


@pytest.mark.parametrize("part", range(2))
def test_no_store_ends_a_program_that_opens_it(tmp_path, sound, part):
    served = 0
    for seed in range(part, draws(10, long=10_000), 2):
        directory = tmp_path / str(seed)
        directory.mkdir()
        shutil.copy(sound, directory / "gallery.sqlite")
        chance = random.Random(f"start {seed}")
        draw = Draw(chance)
        draw.apply(directory / "gallery.sqlite")
        print(f"seed {seed}: {draw.statements}")
        command(directory, *chance.choice([["watch", "colors", "--json"], ["watch", "palette"], ["watch", "photos"], ["watch", "photorama"]]))
        before = contents(directory)
        gallery = Gallery(directory)
        try:
            gallery.start()
        except AssertionError:
            sentence = check_refusal(gallery.logged(), gallery.process.wait(PATIENCE))
            if "touched" in sentence:
                assert contents(directory) == before, sentence
        else:
            use(gallery, chance)
            assert gallery.process.poll() is None, gallery.logged()
            assert gallery.stop() == 0, gallery.logged()
            served += 1
        command(directory, "sample", "--colors", "2", "--swatches", "2")
        shutil.rmtree(directory)
    assert served > 0, "a store is not refused for everything"


@pytest.mark.parametrize("part", range(2))
def test_no_change_of_the_tables_ends_a_server_and_it_goes_on_with_a_copy(tmp_path, sound, part):
    directory = tmp_path / "data"
    directory.mkdir()
    shutil.copy(sound, directory / "gallery.sqlite")
    gallery = Gallery(directory).start()
    serving, = gallery.serving()
    pinging, warm, seeds = Pinging(gallery), 0, range(part, draws(10, long=10_000), 2)
    pinging.start()
    with sqlite3.connect(sound) as source:
        count, = source.execute("SELECT count(*) FROM color").fetchone()
        for seed in seeds:
            if seed == seeds[len(seeds) // 3]:
                warm = resident(serving)
            chance = random.Random(f"live {seed}")
            draw = Draw(chance)
            print(f"seed {seed}: {draw.statements}")
            draw.apply(gallery.file)
            use(gallery, chance)
            assert gallery.process.poll() is None, gallery.logged()
            with sqlite3.connect(gallery.file, timeout=PATIENCE) as target:
                source.backup(target)
            target.close()

            def is_back():
                connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
                connection.request("GET", "/colors")
                body = connection.getresponse().read().decode()
                connection.close()
                assert f"{count} colors" in body and body.count("data-item=") == count, body[-2000:]

            eventually(is_back)
    pinging.stop()
    growth = resident(serving) - warm
    print(f"{warm / MEGABYTE:.0f} MB, and {growth / MEGABYTE:+.0f} MB; {len(pinging.waits)} pings, the longest {max(pinging.waits):.3f} s")
    assert growth < 64 * MEGABYTE
    assert gallery.stop() == 0, gallery.logged()
    assert not any(trap in gallery.logged() for trap in TRAP)


FORGED = "\n2026-11-22T06:00:00+0000 error aviary: forged\n\x1b[2J"


def test_no_name_in_a_store_forges_a_line_of_the_log(tmp_path, sound):
    """The output of the program and its commands has one message on each line, and no control characters for
    terminals."""
    directory = tmp_path / "data"
    directory.mkdir()
    shutil.copy(sound, directory / "gallery.sqlite")
    gallery = Gallery(directory, "--verbose").start()
    told = open(tmp_path / "watch.log", "w+")
    watching = subprocess.Popen(
        [binary(), "watch", "colors", "--data", str(directory)], stdout=subprocess.PIPE, stderr=told, text=True)
    watching.stdout.readline()
    connection = sqlite3.connect(gallery.file, timeout=PATIENCE, isolation_level=None)
    connection.execute(f"CREATE TRIGGER forger BEFORE INSERT ON color BEGIN SELECT RAISE(ABORT, 'no{FORGED}'); END")
    assert any("forged" in str(message) for message in window(gallery, "/colors", "add")), "the person is told the reason"
    connection.executescript(f"""
        PRAGMA writable_schema = ON; BEGIN; DROP TRIGGER forger; ALTER TABLE color RENAME TO was;
        CREATE VIEW color AS SELECT * FROM "nowhere{FORGED}"; COMMIT""")
    connection.close()

    def logs():
        pages(gallery)
        return gallery.logged(), (tmp_path / "watch.log").read_text()

    eventually(lambda: check("nowhere" in log for log in logs()))
    watching.terminate()
    watching.communicate(timeout=PATIENCE)
    assert gallery.stop() == 0
    for text in (gallery.logged(), (tmp_path / "watch.log").read_text()):
        assert "forged" in text and "\x1b" not in text
        assert not any(line.startswith("2026-11-22T06:00:00+0000") for line in text.splitlines()), text
    told.close()


def check(conditions):
    assert all(conditions)
