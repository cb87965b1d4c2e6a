"""Photographs on the command line and over HTTP: imports, refusals, leftovers of a kill, and responses."""

import hashlib
import http.client
import json
import os
import pathlib
import pty
import random
import re
import resource
import shutil
import stat
import subprocess
import sys
import time
import zipfile

import pytest
from gallery import PATIENCE, ROOT, Gallery, binary, draws, eventually
from photo_gallery import thumbnail
from pictures import damaged, png, png_header, with_exif
from test_commands import Watch, refused, run
from websockets.sync.client import connect

PHOTOS = "SELECT id, name, digest, width, height FROM photo WHERE trashedAt IS NULL ORDER BY position, id"


class Album(Gallery):
    path = "/photos"

    @property
    def originals(self):
        return self.directory / "photos" / "originals"

    def stored(self):
        """Every file among the originals, by its path there: those half written and those with a note, too."""
        return {str(path.relative_to(self.originals)): path for path in self.originals.rglob("*") if path.is_file()}

    def check(self):
        """Each row has its original, whole; each original has a row; nothing else is there."""
        rows = self.rows("SELECT digest FROM photo")
        stored = self.stored()
        assert set(stored) == {f"{digest[:2]}/{digest}" for digest, in rows}
        for name, path in stored.items():
            assert hashlib.sha256(path.read_bytes()).hexdigest() == path.name, name
        return rows

    def get(self, path, method="GET", body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        fields = {"Origin": self.url, **{name.replace("_", "-"): str(value) for name, value in headers.items()}}
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        answer.content = answer.read()
        connection.close()
        return answer


PROGRAM = Album


@pytest.fixture
def album(tmp_path):
    """A gallery that is not served."""
    return Album(tmp_path / "data")


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    return folder


def fill(folder, count, seed=0, **options):
    for number in range(count):
        (folder / f"{number:04}.png").write_bytes(png(seed=seed * 100_000 + number, **options))


def import_from(album, *folders, **options):
    return run("import", *folders, "--data", album.directory, **options)


# Says at last how large the largest process was: the program, and those that decode.
MEASURED = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024), file=sys.stderr)
sys.exit(code)
"""


# Says at last how many bytes the program and those that decode have read and written.
WORK = """
import os, subprocess, sys
program = subprocess.Popen(sys.argv[1:])
os.waitid(os.P_PID, program.pid, os.WEXITED | os.WNOWAIT)
print(*(line.split()[1] for line in list(open(f"/proc/{program.pid}/io"))[:2]), file=sys.stderr)
sys.exit(program.wait())
"""


def import_measured(album, *folders):
    command = [sys.executable, "-c", MEASURED, binary(), "import", *folders, "--data", album.directory]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600)


def largest_process(result):
    return int(result.stderr.splitlines()[-1])


# Import


def test_an_import_takes_folders_with_all_that_is_in_them_in_the_order_of_their_names(album, folder):
    (folder / "b" / "deeper").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name in ("c10.png", "C9.png", "a.png", "b/deeper/d.png", ".hidden/e.png", ".f.png"):
        (folder / name).write_bytes(png(seed=sum(name.encode())))
    (folder / "b" / "again.png").write_bytes((folder / "a.png").read_bytes())
    (folder / "b" / "up").symlink_to(folder, target_is_directory=True)
    result = import_from(album, folder)
    assert result.returncode == 0 and result.stderr == ""
    assert result.stdout == f"Added 4 photos to {album.file}; 1 was there already\n"
    assert [row[1] for row in album.rows(PHOTOS)] == ["a.png", "d.png", "C9.png", "c10.png"]
    assert {(width, height) for *_, width, height in album.rows(PHOTOS)} == {(60, 40)}
    album.check()


def test_an_import_that_is_done_again_adds_nothing_and_takes_what_is_new(album, folder):
    fill(folder, 40)
    import_from(album, folder)
    before = album.rows(PHOTOS)
    (folder / "new.png").write_bytes(png(seed=99_999))
    result = import_from(album, folder, folder / "new.png")
    assert result.stdout == f"Added 1 photo to {album.file}; 41 were there already\n"
    assert album.rows(PHOTOS)[:-1] == before
    assert len(album.check()) == 41


@pytest.mark.skipif(sys.platform != "linux", reason="Linux counts the bytes of a process")
def test_an_import_reads_and_writes_each_byte_once(album, folder):
    fill(folder, 6, width=1_000, height=800, noise=True)
    total = sum(path.stat().st_size for path in folder.iterdir())

    def work():
        command = [sys.executable, "-c", WORK, binary(), "import", folder, "--data", album.directory]
        result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=PATIENCE)
        assert len(album.check()) == 6
        return map(int, result.stderr.split())

    for bytes in work():
        assert total < bytes < 1.5 * total
    read, written = work()
    assert total < read < 1.5 * total and written < 0.1 * total, "what is known is not written again"


def test_a_picture_that_says_no_time_has_that_of_its_name(album, folder):
    names = {"IMG_20240131_142530.png": 1_706_711_130_000, "IMG-20240131-WA0001.png": 1_706_702_400_000}
    for seed, name in enumerate([*names, "20240131.png"]):
        (folder / name).write_bytes(png(seed=seed))
        os.utime(folder / name, (1_000_000, 1_000_000))
    assert import_from(album, folder).returncode == 0
    assert dict(album.rows("SELECT name, takenAt FROM photo")) == {**names, "20240131.png": 1_000_000_000}


def test_what_is_no_picture_is_named_with_its_reason(album, folder):
    whole = png(200, 200, seed=1, noise=True)
    for name, content in {
        "words.jpg": b"no picture at all", "start.png": whole[:60], "huge.png": png_header(50_000, 50_000),
        "empty.png": b"", "page.html": b"<script>alert(1)</script>", "whole.png": whole,
    }.items():
        (folder / name).write_bytes(content)
    result = import_from(album, folder)
    first, *lines = result.stdout.splitlines()
    assert first == f"Added 1 photo to {album.file}; 5 files could not be added:" and result.stderr == ""
    reasons = {pathlib.Path(line.split(":")[0].strip()).name: line for line in lines}
    assert set(reasons) == {"words.jpg", "start.png", "huge.png", "empty.png", "page.html"}
    assert reasons["huge.png"].endswith(": it has 2,500 million pixels, and at most 256 million are read")
    assert all(": it is no picture" in line for name, line in reasons.items() if name != "huge.png")
    assert len(album.check()) == 1


def test_without_libvips_a_picture_is_refused_with_the_reason_and_nothing_else_fails(album, folder, tmp_path, monkeypatch):
    (folder / "one.png").write_bytes(png(seed=1))
    (tmp_path / "libvips.so.42").write_bytes(b"")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    first, line = import_from(album, folder).stdout.splitlines()
    assert first == f"Added 0 photos to {album.file}; 1 file could not be added:"
    assert "libvips cannot be loaded (" in line and "libvips.so.42: file too short" in line
    monkeypatch.delenv("LD_LIBRARY_PATH")
    assert import_from(album, folder).returncode == 0
    assert len(album.check()) == 1


def test_a_folder_that_is_not_there_is_refused_before_anything_is_made(album, tmp_path):
    assert refused(import_from(album, tmp_path / "nowhere")).startswith("aviary: There is no file or folder")
    assert not album.directory.exists()


def test_no_path_is_no_folder(album, tmp_path):
    assert "There is no file or folder “”." in refused(import_from(album, "", cwd=tmp_path))
    assert not album.directory.exists()


def test_a_link_that_is_named_is_followed_and_one_below_is_not(album, folder, tmp_path):
    fill(folder, 2)
    (folder / "up").symlink_to(folder)
    (tmp_path / "link").symlink_to(folder)
    for path in (tmp_path / "link", f"{tmp_path / 'link'}/"):
        result = import_from(album, path)
        assert "0000.png" not in result.stdout and "cannot" not in result.stdout, result.stdout
    assert len(album.check()) == 2


def test_names_that_are_no_utf8_are_told(album, folder):
    fill(folder, 1)
    os.mkdir(os.fsencode(folder) + b"/\xc4lbum")
    for name in (b"Gr\xfc\xdfe.png", b"\xc4lbum/p.png", b".hid\xff.png"):
        with open(os.fsencode(folder) + b"/" + name, "wb") as file:
            file.write(png(seed=7))
    result = import_from(album, folder)
    assert "Added 1 photo" in result.stdout and "2 files could not be added" in result.stdout, result.stdout
    assert result.stdout.count("its name is not in UTF-8; rename it, then import it again") == 2
    assert len(album.check()) == 1


def test_a_file_that_is_larger_than_any_photograph_is_refused_before_it_is_read(album, folder):
    with open(folder / "film.mp4", "wb") as file:
        file.truncate(64 << 30)
    result = import_from(album, folder)
    assert "film.mp4: it is larger than 1 GB, and no photograph is" in result.stdout, result.stdout


def test_an_import_draws_its_progress_on_a_terminal(album, folder):
    fill(folder, 40)
    ours, theirs = pty.openpty()
    with subprocess.Popen(
            [binary(), "import", folder, "--data", album.directory], stdout=subprocess.PIPE, stderr=theirs) as program:
        output = program.stdout.read()
    os.close(theirs)
    drawn = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "100 %  40 of 40 files" in drawn and output.startswith(b"Added 40 photos")


def test_what_is_imported_shows_at_once_in_a_gallery_that_is_watched(album, folder):
    fill(folder, 70)
    run("sample", "--colors", 1, "--data", album.directory)
    watch = Watch(album.directory, "photos")
    import_from(album, folder)
    eventually(lambda: assert_items(watch, album))
    watch.stop()


def assert_items(watch, album):
    assert watch.items == [row[0] for row in album.rows(PHOTOS)] and len(watch.items) == 70


def test_a_full_disk_ends_an_import_with_a_sentence_and_costs_nothing(album, folder):
    """A limit on the size of files: the disk of a test is never full."""
    fill(folder, 3)
    (folder / "large.png").write_bytes(png(1_000, 800, seed=7, noise=True))
    command = f'ulimit -f 1000; exec "{binary()}" import "{folder}" --data "{album.directory}"'
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE)
    assert refused(result) == "aviary: The disk is full. Free some space, then try again; what was saved before is safe."
    assert album.rows(PHOTOS) == []
    import_from(album, folder)
    assert len(album.check()) == 4


def added_files(album):
    """How many originals there are. It asks no database: one that is being made must not be locked."""
    return sum(len(files) for path, _, files in os.walk(album.originals) if len(os.path.basename(path)) == 2)


@pytest.mark.parametrize("seed", [1])
def test_a_kill_during_an_import_leaves_no_half_photograph_and_no_file_without_a_row(album, folder, seed):
    chance = random.Random(seed)
    count = draws(60, 150)
    fill(folder, count, seed, width=120, height=90, noise=True)
    before, inside, wanted = 0, 0, draws(2, 50)
    for round in range(10 * wanted):
        if inside == wanted:
            break
        program = subprocess.Popen(
            [binary(), "import", folder, "--data", album.directory], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        moment = chance.randrange(before, count)
        while program.poll() is None and added_files(album) <= moment:
            time.sleep(0.002)
        is_running = program.poll() is None
        program.kill()
        program.wait(PATIENCE)
        kept = len(album.rows("SELECT 1 FROM photo"))
        assert kept >= before, f"round {round}: none is lost"
        # One before the first row, or after the last, is looked at, too, and not counted.
        inside += is_running and 0 < kept < count
        before = kept
        album.start()
        # The start cleans up beside the first visitors.
        eventually(album.check)
        assert len(album.rows("SELECT 1 FROM photo")) == kept
        album.stop()
        if kept > count * 2 // 3:
            # Most are there: begin with an empty gallery again.
            album.sql("DELETE FROM photo")
            subprocess.run(["rm", "-r", album.directory / "photos"], check=True)
            before = 0
    assert inside == wanted, f"{inside} of {round} kills fell inside an import"
    result = import_from(album, folder)
    assert result.returncode == 0
    assert [row[1] for row in sorted(album.rows(PHOTOS), key=lambda row: row[1])] == [f"{number:04}.png" for number in range(count)]
    assert not any(name.startswith(("incoming", "unsettled")) for name in album.stored())
    album.check()


@pytest.mark.parametrize("seed", [1])
def test_hostile_pictures_are_refused_or_taken_and_cost_no_memory(album, folder, seed):
    """Broken files are each refused with a reason or shown; the programs stay small."""
    source = png(80, 60, seed=3, noise=True)
    run("sample", "--photos", 1, "--data", album.directory)
    jpeg = next(path for name, path in album.stored().items()).read_bytes()
    count = draws(45, 5_000)
    for number in range(count):
        picture = damaged([source, jpeg, with_exif(jpeg)][number % 3], seed * 1_000_000 + number)
        (folder / f"{number:05}.jpg").write_bytes(picture)
    for number, size in enumerate([(50_000, 50_000), (2_147_483_647, 2_147_483_647), (1, 4_000_000_000), (0, 0), (16_000, 16_000)]):
        (folder / f"header{number}.png").write_bytes(png_header(*size))
    result = import_measured(album, folder)
    assert result.returncode == 2, result.stderr
    first, *lines = result.stdout.splitlines()
    added = len(album.rows("SELECT 1 FROM photo")) - 1
    assert all(line.startswith(f"  {folder}/") and ": it " in line for line in lines)
    already = int(first.split("; ")[1].split()[0]) if "already" in first else 0
    assert added + already + len(lines) == count + 5 and len(lines) > count // 6
    assert largest_process(result) < 500e6
    album.check()


# The way out


def test_all_photographs_leave_under_their_names_with_their_albums(album, folder, tmp_path):
    contents = {name: png(seed=number) for number, name in enumerate(["a.png", "b.png", "c.png", "d.png", "e.png"])}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    import_from(album, folder)
    may, june = 1_715_900_000_000, 1_718_000_000_000
    album.sql(
        ("UPDATE photo SET takenAt = ?", may), ("UPDATE photo SET takenAt = ? WHERE name = 'c.png'", june),
        "UPDATE photo SET name = 'A.png' WHERE name = 'b.png'", "UPDATE photo SET trashedAt = 1 WHERE name = 'e.png'",
        "UPDATE photo SET name = '../../etc/pass:wd' WHERE name = 'd.png'",
        "INSERT INTO album (id, name) VALUES (1, 'Trips'), (2, '../..'), (3, 'Trips')",
        "INSERT INTO albumPhoto (album, photo) SELECT 1, id FROM photo", "INSERT INTO albumPhoto (album, photo) VALUES (2, 3)")
    out = tmp_path / "out"
    photos = out / "Photos"
    written = {
        "2024-05/a.png": contents["a.png"], "2024-05/A 2.png": contents["b.png"], "2024-06/c.png": contents["c.png"],
        "2024-05/.._.._etc_pass_wd.png": contents["d.png"]}
    # Nobody's file is replaced.
    photos.joinpath("2024-06").mkdir(parents=True)
    photos.joinpath("2024-06", "c.png").write_text("another")
    written["2024-06/c 2.png"] = written.pop("2024-06/c.png")

    def files(folder):
        return {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}

    first = run("export", "--photos", out, "--data", album.directory)
    assert first.stdout == f"Wrote 4 photos and 3 albums to {out}; left out 1 in the trash\n", first
    found = {name: path.read_bytes() for name, path in files(photos).items()}
    assert found == written | {"2024-06/c.png": b"another"}
    assert abs(os.stat(photos / "2024-06" / "c 2.png").st_mtime - june / 1000) <= 14 * 3600
    albums = files(out / "Albums")
    assert all(path.is_symlink() and not os.path.isabs(os.readlink(path)) for path in albums.values())
    assert {name: path.read_bytes() for name, path in albums.items()} == {
        f"Trips/{pathlib.Path(name).name}": content for name, content in written.items()} | {
        ".._../c 2.png": contents["c.png"]}
    assert (out / "Albums" / "Trips 2").is_dir()
    again = run("export", "--photos", out, "--data", album.directory)
    assert again.stdout == f"Wrote 0 photos and 3 albums to {out}; 4 were there already; left out 1 in the trash\n"
    assert files(out).keys() == {f"Photos/{name}" for name in found} | {f"Albums/{name}" for name in albums}
    # Beside a server, and without one of the originals.
    album.start()
    digest, = album.rows("SELECT digest FROM photo WHERE name = 'a.png'")[0]
    (album.originals / digest[:2] / digest).unlink()
    beside = run("export", "--photos", tmp_path / "beside", "--data", album.directory)
    assert beside.stdout.splitlines()[1:] == ["  a.png: its original is missing or cannot be read"]
    assert len(files(tmp_path / "beside" / "Photos")) == 3
    album.stop()


def test_an_export_that_cannot_be_written_says_so(album, folder, tmp_path):
    fill(folder, 2)
    import_from(album, folder)
    (tmp_path / "file").write_text("no folder")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        result = run("export", "--photos", place, "--data", album.directory)
        assert f"“{tmp_path}/file” is no folder." in refused(result)
    assert run("export", "--photos", "", "--data", album.directory).returncode != 0
    assert run("export", "--photos", tmp_path / "out", "--format", "gpl", "--data", album.directory).returncode != 0


# The first schema


def test_photographs_of_the_first_schema_are_kept_in_the_order_of_their_creation(album):
    """The fixture is what the first schema left: no position, no albums."""
    album.directory.mkdir()
    fixture = ROOT / "Tests/Golden/stores/first-photos.sql"
    subprocess.run(["sqlite3", album.file], input=fixture.read_text(), text=True, check=True)
    table = re.search(r"CREATE TABLE photo \((.*?)\n?\);", fixture.read_text(), re.DOTALL).group(1)
    assert "createdAt" in table and "position" not in table
    album.start()
    try:
        assert [row[1] for row in album.rows(PHOTOS)] == ["first.jpg", "second.jpg", "third.jpg"]
        assert album.rows("SELECT name FROM photo WHERE trashedAt IS NOT NULL") == [("gone.jpg",)]
        album.sql("INSERT INTO photo(name) VALUES ('new.jpg')")
        assert [row[1] for row in album.rows(PHOTOS)][-1] == "new.jpg"
        assert album.rows("SELECT max(id) FROM photo") == [(10,)], "no id is used twice"
    finally:
        album.stop()
    copies = [path.name for path in album.directory.glob("*before*")]
    assert copies == ["gallery.before-photoOrder.sqlite"]


# Upload


def begin(gallery, content, part):
    """Begins to send a file, and sends a part of it."""
    answer = gallery.get(
        "/uploads/photos", "POST", part, Upload_Length=len(content), Upload_Complete="?0", Content_Type="image/png",
        Content_Disposition="attachment; filename*=UTF-8''Tern.png")
    assert answer.status == 201, answer.content
    return answer.getheader("Location")


def go_on(gallery, address, content):
    """Sends what is missing."""
    offset = int(gallery.get(address, "HEAD").getheader("Upload-Offset"))
    answer = gallery.get(
        address, "PATCH", content[offset:], Upload_Offset=offset, Upload_Complete="?1",
        Content_Type="application/partial-upload")
    assert answer.status == 204 and answer.getheader("Upload-Complete") == "?1"
    return offset


def receive(gallery, address):
    """Has the room's action called for a file that was sent, and returns its answer."""
    with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as socket:
        socket.send(json.dumps([["hello", "/photos", {"grid": [0, 0, 390, 700]}]]))
        socket.send(json.dumps([["do", 0, "add", {}, None, None, None, [address.removeprefix("/uploads/")]]]))
        return hear(socket, ["done", 0], ["failed", 0])


def hear(socket, *beginnings):
    """Waits for a message that begins so."""
    while True:
        for message in json.loads(socket.recv(timeout=PATIENCE)):
            if message[:2] in beginnings:
                return message


def test_an_upload_goes_on_after_the_server_was_killed_and_is_stored_once(gallery):
    content = png(400, 300, seed=8, noise=True)
    address = begin(gallery, content, content[:100_000])
    gallery.kill_serving()
    assert gallery.rows(PHOTOS) == []
    assert go_on(gallery, address, content) == 100_000
    sent, = (gallery.directory / "photos" / "uploads").glob("*.part")
    number = sent.stat().st_ino
    assert receive(gallery, address)[0] == "done"
    assert [row[1] for row in gallery.rows(PHOTOS)] == ["Tern.png"]
    digest = hashlib.sha256(content).hexdigest()
    assert (gallery.originals / digest[:2] / digest).stat().st_ino == number, "the file that was sent, and no copy"
    # The note of an addition that can be undone stays until the next start.
    gallery.kill_serving()
    eventually(gallery.check)
    assert list((gallery.directory / "photos" / "uploads").iterdir()) == []


def test_an_upload_that_is_no_picture_is_refused_with_a_sentence_and_leaves_nothing(gallery):
    content = png(400, 300, seed=8, noise=True)[:60]
    address = begin(gallery, content, content[:10])
    go_on(gallery, address, content)
    kind, _, sentence, *_ = receive(gallery, address)
    assert kind == "failed" and "Tern.png" in sentence and "was not added: it is no picture" in sentence
    assert gallery.rows(PHOTOS) == [] and gallery.stored() == {}
    assert list((gallery.directory / "photos" / "uploads").iterdir()) == []


def limit_files(gallery, size):
    """No file of the process that serves grows beyond this: the disk of a test is never full."""
    resource.prlimit(gallery.serving()[0], resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def send(gallery, content):
    address = begin(gallery, content, content[:10])
    go_on(gallery, address, content)
    return address


def assert_nothing_is_kept(gallery):
    assert gallery.rows(PHOTOS) == [] and gallery.stored() == {}
    assert list((gallery.directory / "photos" / "uploads").iterdir()) == []


def test_a_disk_that_fills_while_a_photo_is_added_is_said_and_nothing_is_kept(gallery):
    # The original is the file that was sent. The log cannot grow.
    content = png(60, 40, seed=8)
    log = os.stat(f"{gallery.file}-wal").st_size
    assert 10_000 < log, "what is beside the row fits"
    address = send(gallery, content)
    limit_files(gallery, log)
    kind, _, sentence, *_ = receive(gallery, address)
    assert kind == "failed" and sentence.startswith("The disk "), sentence
    assert_nothing_is_kept(gallery)
    limit_files(gallery, resource.RLIM_INFINITY)
    assert receive(gallery, send(gallery, content))[0] == "done"
    assert [row[1] for row in gallery.rows(PHOTOS)] == ["Tern.png"]
    gallery.kill_serving()
    eventually(gallery.check)


# What is sent


@pytest.fixture
def served(gallery, folder):
    """Two photographs, one with what a camera writes, in a gallery that is served."""
    run("sample", "--photos", 1, "--data", gallery.directory)
    jpeg = next(iter(gallery.stored().values())).read_bytes()
    gallery.lying, = gallery.rows("SELECT width, height FROM photo")
    gallery.sql("DELETE FROM photo")
    (folder / "Löwe.jpg").write_bytes(with_exif(jpeg, orientation=6))
    (folder / "plain.png").write_bytes(png(1_500, 1_000, seed=5, noise=True))
    result = import_from(gallery, folder)
    assert result.stdout.startswith("Added 2 photos"), result.stdout
    return {row[1]: row for row in gallery.rows(PHOTOS)}


def test_a_thumbnail_never_changes_and_says_so(gallery, served):
    digest = served["plain.png"][2]
    sizes = []
    for side in (320, 640, 960, 1280, 2560):
        answer = gallery.get(thumbnail(side, digest))
        assert answer.status == 200 and answer.getheader("Content-Type") == "image/jpeg"
        assert answer.getheader("Cache-Control") == "private, max-age=31536000, immutable"
        assert answer.getheader("X-Content-Type-Options") == "nosniff" and answer.content[:2] == b"\xff\xd8"
        assert int(answer.getheader("Content-Length")) == len(answer.content)
        sizes.append(len(answer.content))
        again = gallery.get(thumbnail(side, digest), If_None_Match=answer.getheader("ETag"))
        assert again.status == 304 and again.content == b""
        assert gallery.get(thumbnail(side, digest), "HEAD").content == b""
    assert sizes == sorted(sizes) and sizes[0] < sizes[2]
    assert b"Exif" not in gallery.get(thumbnail(640, served["Löwe.jpg"][2])).content


def test_an_address_that_no_picture_has_leads_nowhere(gallery, served):
    digest = served["plain.png"][2]
    right = thumbnail(320, digest).removeprefix("/photos/")
    for path in (right.replace("320", "321"), right[:-1], right.lower(), f"thumbnail/320/{digest}",
                 f"thumbnail/320/{'A' * 43}", "thumbnail/320/..%2f..%2fgallery.sqlite", "original/99", "original/x",
                 "original/-1", "copy/99", "zip/x", "original/99999999999999999999"):
        answer = gallery.get(f"/photos/{path}")
        assert answer.status == 404 and b"Fatal" not in answer.content, path


def test_an_original_is_sent_as_it_came_in_parts_too_and_under_its_name(gallery, served, folder):
    identifier = served["Löwe.jpg"][0]
    content = (folder / "Löwe.jpg").read_bytes()
    answer = gallery.get(f"/photos/original/{identifier}")
    assert answer.content == content and answer.getheader("Content-Type") == "image/jpeg"
    assert answer.getheader("Content-Disposition") is None and answer.getheader("ETag") == f'"{served["Löwe.jpg"][2]}"'
    part = gallery.get(f"/photos/original/{identifier}", Range="bytes=10-19")
    assert part.status == 206 and part.content == content[10:20]
    saved = gallery.get(f"/photos/original/{identifier}?save")
    assert "filename*=UTF-8''L%C3%B6we.jpg" in saved.getheader("Content-Disposition")


def test_a_copy_says_nothing_of_the_place_and_the_camera(gallery, served, folder):
    original = (folder / "Löwe.jpg").read_bytes()
    assert b"Finch" in original
    copy = gallery.get(f"/photos/copy/{served['Löwe.jpg'][0]}").content
    assert b"Finch" not in copy and b"2024:05:17" not in copy
    # Its pixels are the same bytes, and it stands as upright as before.
    assert copy[-2_000:] == original[-2_000:] and b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06" in copy
    plain = gallery.get(f"/photos/copy/{served['plain.png'][0]}").content
    assert b"Comment" not in plain and plain[-2_000:] == (folder / "plain.png").read_bytes()[-2_000:]


def test_facts_of_the_camera_are_in_the_store(gallery, served):
    identifier = served["Löwe.jpg"][0]
    assert gallery.rows(f"SELECT camera, takenAt, height, width FROM photo WHERE id = {identifier}") == [
        ("Finch", 1_715_968_989_000, *gallery.lying)], "upright, it is as wide as the file is high"


def test_many_are_sent_as_one_zip_that_other_programs_read(gallery, served, folder, tmp_path):
    rows = gallery.rows(PHOTOS)
    with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as socket:
        socket.send(json.dumps([["hello", "/photos", {"grid": [0, 0, 390, 700]}]]))
        hear(socket, ["reload", "grid"])
        socket.send(json.dumps([["do", 0, "selectAll", {}, None]]))
        hear(socket, ["done", 0])
        socket.send(json.dumps([["do", 1, "share", {"asked": "1"}, None]]))
        shared = hear(socket, ["outlet", "shared"])[2]
    address = json.loads(shared)["download"]
    answer = gallery.get(address)
    assert answer.status == 200 and answer.getheader("Content-Type") == "application/zip"
    assert 'filename="Photos.zip"' in answer.getheader("Content-Disposition")
    archive = tmp_path / "photos.zip"
    archive.write_bytes(answer.content)
    with zipfile.ZipFile(archive) as opened:
        assert opened.testzip() is None and opened.namelist() == [row[1] for row in rows]
        assert opened.read("plain.png")[-2_000:] == (folder / "plain.png").read_bytes()[-2_000:]
        assert b"Finch" in (folder / "Löwe.jpg").read_bytes() and b"Comment" in (folder / "plain.png").read_bytes()
        # Metadata of cameras and programs is not in shared copies.
        for secret in (b"Finch", b"2024:05:17", b"Comment"):
            assert not any(secret in opened.read(name) for name in opened.namelist()), secret
    if shutil.which("unzip"):
        subprocess.run(["unzip", "-tq", archive], check=True, stdout=subprocess.DEVNULL)
    # The copies are complete, even if the rows have wrong sizes.
    gallery.sql("UPDATE photo SET bytes = 10 * (id % 2)")
    archive.write_bytes(gallery.get(address).content)
    with zipfile.ZipFile(archive) as opened:
        assert opened.testzip() is None
        for name, row in served.items():
            assert opened.read(name) == gallery.get(f"/photos/copy/{row[0]}").content, name
    # One of them is gone from the disk: the others come, and a text says which is missing.
    digest = served["plain.png"][2]
    (gallery.originals / digest[:2] / digest).unlink()
    archive.write_bytes(gallery.get(address).content)
    with zipfile.ZipFile(archive) as opened:
        assert opened.namelist() == ["Löwe.jpg", "Missing.txt"] and b"plain.png" in opened.read("Missing.txt")


def test_all_originals_are_sent_as_one_zip_with_albums_as_folders(gallery, served, folder, tmp_path):
    gallery.sql(
        "UPDATE photo SET takenAt = 1718000000000 WHERE name = 'plain.png'", "INSERT INTO album (id, name) VALUES (1, '../Trips')",
        "INSERT INTO albumPhoto (album, photo) SELECT 1, id FROM photo",
        "INSERT INTO photo (name, digest, type, takenAt) SELECT 'PLAIN.png', digest, type, 1718000000000 FROM photo WHERE name = 'plain.png'",
        "INSERT INTO photo (name, digest, type, trashedAt) SELECT 'gone.png', digest, type, 1 FROM photo WHERE name = 'plain.png'",
        ("INSERT INTO photo (name, digest, type) VALUES ('lost.png', ?, 'image/png')", "0" * 64))

    def download():
        answer = gallery.get("/photos/originals.zip")
        assert answer.status == 200 and 'filename="Originals.zip"' in answer.getheader("Content-Disposition")
        (tmp_path / "all.zip").write_bytes(answer.content)
        return zipfile.ZipFile(tmp_path / "all.zip")

    with download() as opened:
        assert opened.testzip() is None
        photos = [name for name in opened.namelist() if name.startswith("Photos/")]
        assert photos == ["Photos/2024-05/Löwe.jpg", "Photos/2024-06/plain.png", "Photos/2024-06/PLAIN 2.png"]
        assert opened.read(photos[0]) == (folder / "Löwe.jpg").read_bytes()
        assert opened.read(photos[1]) == opened.read(photos[2]) == (folder / "plain.png").read_bytes()
        links = [entry for entry in opened.infolist() if entry.filename.startswith("Albums/")]
        assert [entry.filename for entry in links] == ["Albums/.._Trips/Löwe.jpg", "Albums/.._Trips/plain.png"]
        assert all(stat.S_ISLNK(entry.external_attr >> 16) for entry in links)
        assert [opened.read(entry) for entry in links] == [f"../../{name}".encode() for name in photos[:2]]
        assert opened.read("Missing.txt").decode() == "lost.png: its original is missing or cannot be read\n"
    if shutil.which("unzip"):
        subprocess.run(["unzip", "-q", tmp_path / "all.zip", "-d", tmp_path / "out"], check=True)
        assert (tmp_path / "out/Albums/.._Trips/plain.png").read_bytes() == (folder / "plain.png").read_bytes()


def test_an_original_that_is_missing_is_said_and_the_gallery_goes_on(gallery, served):
    identifier, _, digest, *_ = served["plain.png"]
    (gallery.originals / digest[:2] / digest).unlink()
    for path in (f"original/{identifier}", f"copy/{identifier}"):
        answer = gallery.get(f"/photos/{path}")
        assert answer.status == 404 and b"missing" in answer.content
    assert gallery.get(thumbnail(640, digest)).status == 200, "what was made is there"
    assert gallery.get(thumbnail(960, digest)).status == 404
    assert gallery.get(thumbnail(320, served["Löwe.jpg"][2])).status == 200


def test_what_was_in_the_trash_for_31_days_goes_with_all_its_files_when_the_gallery_starts(gallery, served):
    def thumbnails():
        return [path for path in (gallery.directory / "photos" / "thumbnails").rglob("*") if path.is_file()]

    def assert_gone():
        assert gallery.rows("SELECT name FROM photo") == [("Löwe.jpg",)]
        assert not (gallery.originals / digest[:2] / digest).exists()
        assert len(thumbnails()) == len(before) - 5

    identifier, _, digest, *_ = served["plain.png"]
    other = served["Löwe.jpg"]
    for side in (320, 640, 960, 1280, 2560):
        assert gallery.get(thumbnail(side, digest)).status == 200
    before = thumbnails()
    days = lambda count: round((time.time() - count * 86_400) * 1_000)
    gallery.sql(
        ("UPDATE photo SET trashedAt = ? WHERE id = ?", days(31), identifier),
        ("UPDATE photo SET trashedAt = ? WHERE id = ?", days(29), other[0]))
    gallery.restart()
    eventually(assert_gone)
    for path in (*(thumbnail(side, digest) for side in (320, 640, 960, 1280, 2560)), f"/photos/original/{identifier}", f"/photos/copy/{identifier}"):
        assert gallery.get(path).status == 404, path
    assert gallery.get(thumbnail(640, other[2])).status == 200
    assert gallery.get(f"/photos/original/{other[0]}").status == 200


def test_a_gallery_that_is_only_looked_at_shows_pictures_and_writes_nothing(gallery, served, tmp_path):
    gallery.stop()

    def files():
        return {path: path.stat().st_mtime_ns for path in (gallery.directory / "photos").rglob("*") if path.is_file()}

    before = files()
    other = Album(gallery.directory, "--read-only").start()
    try:
        for side in (320, 640):
            assert other.get(thumbnail(side, served["plain.png"][2])).status == 200
        assert other.get(f"/photos/original/{served['plain.png'][0]}").status == 200
    finally:
        other.stop()
    assert files() == before


def test_samples_share_their_pictures_which_are_there_at_once(gallery):
    result = run("sample", "--photos", 120, "--pictures", 100, "--data", gallery.directory, timeout=300)
    assert result.returncode == 0 and "120 photos" in result.stdout
    rows = gallery.rows("SELECT digest, width, height FROM photo")
    digests = {row[0] for row in rows}
    assert len(rows) == 120 and len(digests) == 100
    assert len(gallery.stored()) == 100
    # Looked at by another program: no thumbnail has to be made.
    thumbnails = list((gallery.directory / "photos" / "thumbnails").rglob("*.jpg"))
    assert len(thumbnails) == 500
    for digest in list(digests)[:5]:
        assert gallery.get(thumbnail(640, digest)).status == 200
    assert len(list((gallery.directory / "photos" / "thumbnails").rglob("*.jpg"))) == 500
