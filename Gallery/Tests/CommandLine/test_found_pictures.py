"""Pictures of others: photographs as cameras make them, and files that once broke a decoder."""

import pathlib
import random
import re
import shutil
import subprocess

from found_pictures import decoder_tests, heif_tests, photographs
from gallery import draws, eventually
from photo_gallery import thumbnail
from test_commands import run
from test_photos import PHOTOS, Album, album, begin, go_on, import_from, import_measured, largest_process, receive  # noqa: F401

PROGRAM = Album
TAKEN = {"image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/heic"}


def test_photographs_are_imported_whole_and_seen_small(gallery):
    files = photographs()
    result = import_from(gallery, *files)
    assert result.stdout.startswith(f"Added {len(files)} photos"), result.stdout
    gallery.check()
    for _, name, digest, width, height in gallery.rows(PHOTOS):
        assert width * height > 500_000, name
        small = gallery.get(thumbnail(320, digest))
        assert small.status == 200 and small.getheader("Content-Type") in TAKEN and len(small.content) < 100_000, name


def test_what_broke_a_decoder_is_shown_or_refused_with_a_reason(album, tmp_path):  # noqa: F811
    files = sorted(path for path in decoder_tests().rglob("*") if path.is_file())
    count = min(len(files), draws(60, len(files)))
    folder = tmp_path / "drawn"
    folder.mkdir()
    for number, path in enumerate(random.Random(3).sample(files, count)):
        shutil.copy(path, folder / f"{number} {path.name}")
    result = import_measured(album, folder)
    assert result.returncode == 2, result.stderr
    first, *lines = result.stdout.splitlines()
    numbers = re.fullmatch(
        r"Added (\d+) photos to .*?(?:; (\d+) (?:was|were) there already)?; (\d+) files could not be added:", first)
    added, already, refused = (int(number or 0) for number in numbers.groups())
    assert added + already + refused == count and len(lines) == refused and added > count // 3
    # Each has its own line, and no word of a library's where another kind of file is meant.
    assert all(line.startswith(f"  {folder}/") and ": it " in line and "blocked" not in line for line in lines)
    album.check()
    assert largest_process(result) < 500e6


REFUSED = {"truncated.heic", "corrupted.heic", "corrupted.hif", "empty.heic", "xmp.tiff"}
# A phone's picture, and a camera's whose embedded thumbnail has another size than stated.
SHOWN = {"xiaomi.heic", "arrow.heic", "RGB_10__128x128.heif", "broken_thumbnail.heic", "cat.hif"}


def test_heic_of_phones_and_cameras_is_shown_or_refused_with_a_reason(gallery):
    # One takes a worker half a minute, until it is refused. Texts are read as palettes.
    left_out = ["200MP.heic", "README.txt", "COPYRIGHT.txt"]
    files = {path.name: path for path in sorted(heif_tests().rglob("*")) if path.is_file() and path.name not in left_out}
    drawn = random.Random(4).sample(list(files), min(len(files), draws(10, len(files))))
    files = {name: files[name] for name in sorted({*REFUSED, *SHOWN, *drawn})}
    result = import_measured(gallery, *files.values())
    assert result.returncode == 2, result.stderr
    lines = [line for line in result.stdout.splitlines() if line.startswith("  ")]
    refused = {pathlib.Path(line.split(":")[0].strip()).name for line in lines}
    shown = {name: digest for _, name, digest, *_ in gallery.rows(PHOTOS)}
    assert refused | set(shown) == set(files) and not refused & set(shown)
    assert all(": it " in line and "blocked" not in line for line in lines)
    assert refused >= REFUSED and SHOWN <= set(shown)
    gallery.check()
    for name, digest in shown.items():
        assert gallery.get(thumbnail(320, digest)).status == 200, name
    assert largest_process(result) < 900e6


def test_what_broke_a_decoder_costs_a_server_no_memory(gallery):
    """Some of these files are sent by a visitor, one after the other."""
    places = [decoder_tests(), heif_tests()]
    files = sorted(path for place in places for path in place.rglob("*") if path.is_file() and path.stat().st_size < 2_000_000)
    drawn = random.Random(5).sample(files, draws(20, 600))
    memory = []
    for number, path in enumerate(drawn):
        content = path.read_bytes()
        address = begin(gallery, content, content[:1])
        go_on(gallery, address, content)
        kind, _, *words = receive(gallery, address)
        assert kind == "done" or "was not added: it " in words[0], (path, words)
        if number % 10 == 9:
            memory.append(resident(gallery))
    assert max(memory) - memory[0] < 30e6, memory
    for digest, in gallery.rows("SELECT digest FROM photo"):
        assert gallery.get(thumbnail(320, digest)).status == 200
    # The note of an addition that can be undone stays until the next start.
    gallery.kill_serving()
    eventually(gallery.check)


def resident(gallery):
    """Bytes of the process that serves."""
    listed = subprocess.run(["ps", "-o", "rss=", "-p", ",".join(map(str, gallery.serving()))], capture_output=True, text=True, check=True).stdout
    return max(int(line) * 1024 for line in listed.split())
