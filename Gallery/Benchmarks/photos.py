"""Photographs: the speed of thumbnails beside other programs, the costs of an import, and the delay of a picture."""

import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import tempfile
import threading
import time

from websockets.sync.client import connect

from figure import Figure
from gallery import PATIENCE, ROOT, Gallery, binary
from live import delays
from million import FIRST_CELL
from photo_gallery import thumbnail
from session import browser_window, median, percentile, serving, wire_bytes
from tab import Tab

PHOTOS, ROUNDS = 60, 3
IMPORTED = 10_000
ROWS, STARTS, JUMPS, COMMITS = 2_000_000, 3, 30, 100
PILLOW = ROOT / "Benchmarks/peers/pillow_thumbs.py"


def python():
    return os.environ.get("AVIARY_PEERS_PYTHON", str(ROOT / ".venv-peers/bin/python"))


def make_photographs(folder, count):
    """Makes JPEGs of 12 megapixels."""
    folder.mkdir()
    subprocess.run([python(), PILLOW, "--make", folder, str(count)], check=True)


def thumbs():
    """Thumbnails of JPEGs of 12 megapixels, 320 pixels long, in sRGB, written to files by two processes of each
    program. The time is from the start of the program to its end. The programs alternate in three rounds, and the
    medians are compared."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_photographs(folder / "photos", PHOTOS)
        programs = {
            "ours": [ROOT / ".build/release/AviaryBench", "thumbs", folder / "photos", folder / "target"],
            "vipsthumbnail": ["bash", "-c", f"ls {folder}/photos/*.jpg | xargs -P2 -n 10 vipsthumbnail --size 320"
                              f" --export-profile srgb -o '{folder}/target/%s.jpg[Q=80,strip]'"],
            "pillow": [python(), PILLOW, folder / "photos", folder / "target"],
        }
        times = {program: [] for program in programs}
        for _ in range(ROUNDS):
            for program, command in programs.items():
                subprocess.run(["rm", "-rf", folder / "target"], check=True)
                (folder / "target").mkdir()
                start = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                times[program].append(time.perf_counter() - start)
                assert len(list((folder / "target").iterdir())) == PHOTOS, program
        rate = {program: PHOTOS / median(seconds) for program, seconds in times.items()}
    yield Figure("photos.thumbs.per_s", rate["ours"], "1/s")
    yield Figure("photos.thumbs.vs_vipsthumbnail", rate["ours"] / rate["vipsthumbnail"], "×", at_least=1.0)
    yield Figure("photos.thumbs.vs_pillow", rate["ours"] / rate["pillow"], "×", at_least=0.9)


def imported():
    """Imports 10,000 photographs of about 300 kB with `aviary import`. The first figure is the peak memory of the
    command and its workers, without shared parts. The second is the duration of an action in a window of the gallery
    meanwhile, from the press until the answer that it is stored."""
    with tempfile.TemporaryDirectory() as name, serving() as gallery:
        folder = pathlib.Path(name) / "photos"
        make_small_photographs(folder, pathlib.Path(name) / "sources")
        command = [binary(), "import", folder, "--data", gallery.directory]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            most, start = 0, time.perf_counter()
            answers = Answers(gallery)
            while program.poll() is None:
                most = max(most, family_memory(program.pid))
                time.sleep(0.1)
            took = time.perf_counter() - start
            times = answers.stop()
            assert program.stdout.read().startswith(f"Added {IMPORTED:,} photos")
    yield Figure("photos.import.per_s", IMPORTED / took, "1/s")
    yield Figure("photos.import.mb", most / 1e6, "MB", at_most=400)
    yield Figure("photos.import.answer_ms", percentile(times, 0.99) * 1000, "ms", at_most=100)


def make_small_photographs(folder, sources):
    """Makes a hundred copies of each of a hundred pictures, with different comments. So each file has its own content,
    but is written as fast as a copy."""
    sources.mkdir()
    folder.mkdir()
    subprocess.run([python(), PILLOW, "--make", sources, "100"], check=True)
    shrink = "from PIL import Image; import sys\nfor path in sys.argv[1:]:\n  image = Image.open(path)\n" \
        "  image.resize((1600, 1200)).save(path, quality=88)"
    subprocess.run([python(), "-c", shrink, *sources.iterdir()], check=True)
    pictures = [path.read_bytes() for path in sorted(sources.iterdir())]
    for number in range(IMPORTED):
        picture = pictures[number % len(pictures)]
        (folder / f"{number:05}.jpg").write_bytes(picture[:2] + b"\xff\xfe\0\x0a%08d" % number + picture[2:])


class Answers:
    """A window that adds a color about ten times a second, and waits each time until it is stored."""

    def __init__(self, gallery):
        self.gallery, self.times, self.isOver = gallery, [], threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        with connect(f"ws://127.0.0.1:{self.gallery.port}/live", origin=self.gallery.url) as socket:
            socket.send(json.dumps([["hello", "/colors", {"grid": [0, 0, 390, 700]}]]))
            while not self.isOver.wait(0.1):
                start, number = time.perf_counter(), len(self.times)
                socket.send(json.dumps([["do", number, "add", {}, None]]))
                while ["done", number] not in json.loads(socket.recv(timeout=PATIENCE)):
                    pass
                self.times.append(time.perf_counter() - start)

    def stop(self):
        self.isOver.set()
        self.thread.join()
        return self.times


def family_memory(identifier):
    """The memory of a process and of all its children. Shared memory is counted once."""
    def size(process):
        with contextlib.suppress(OSError):
            rollup = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
            return 1024 * int(re.search(r"^Pss: +(\d+)", rollup, re.MULTILINE).group(1))
        return 0

    processes = [identifier]
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{identifier}/task").iterdir():
            processes += (task / "children").read_text().split()
    return sum(map(size, processes))


def cached():
    """A request for an existing thumbnail on an open connection, timed until its last byte."""
    with serving() as gallery:
        subprocess.run([binary(), "sample", "--photos", "200", "--data", gallery.directory], check=True, capture_output=True)
        digests = [digest for digest, in gallery.rows("SELECT DISTINCT digest FROM photo")]
        connection = http.client.HTTPConnection("127.0.0.1", gallery.port, timeout=PATIENCE)
        times = []
        for number in range(2_000):
            start = time.perf_counter()
            connection.request("GET", thumbnail(640, digests[number % len(digests)]))
            answer = connection.getresponse()
            assert answer.read() and answer.status == 200
            times.append(time.perf_counter() - start)
    yield Figure("photos.cached.ms", median(times) * 1000, "ms", at_most=2)
    yield Figure("photos.cached.p99_ms", percentile(times, 0.99) * 1000, "ms")


# The times from a jump until cells fill the screen, and until each of them shows its picture. A month ends with a
# nearly empty row and begins with a header. So the screen counts as full when each line of it crosses a cell or a
# header.
JUMP = """async part => {
  const grid = document.querySelector('[data-collection=grid]');
  const box = grid.getBoundingClientRect();
  const seen = () => [...grid.querySelectorAll('[data-item], [data-section]')].filter(element => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  });
  const cells = () => seen().filter(element => element.dataset.item);
  const isFilled = () => {
    const spans = seen().map(element => element.getBoundingClientRect()).sort((one, other) => one.top - other.top);
    let end = box.top;
    for (const { top, bottom } of spans) if (top <= end + 4) end = Math.max(end, bottom);
    return end >= box.bottom - 4;
  };
  const frame = () => new Promise(requestAnimationFrame);
  const before = new Set(cells().map(cell => cell.dataset.item));
  const start = performance.now();
  grid.scrollTop = part * (grid.scrollHeight - grid.clientHeight);
  while (cells().some(cell => before.has(cell.dataset.item)) || !isFilled()) await frame();
  const filled = performance.now() - start;
  while (!cells().every(cell => { const image = cell.querySelector('img'); return image.complete && image.naturalWidth; })) await frame();
  return [filled, performance.now() - start];
}"""


def album():
    """2,000,000 rows that share a thousand pictures, in rows of photographs, with a section for each month.

    first_s: the time from the start of the program until a running browser has the first cell in its page. The file is
    in the page cache of the system. whole_s: the time of the first jump after that, to near the end, which needs the
    whole list. jump: the times from a jump to another month until cells fill the screen, and until each shows its
    picture; and the bytes on the wire, without pictures. commit_to_dom: the time from another program's COMMIT of a new
    photograph until the page shows the new number. It includes the fsync, and nothing moves at that time."""
    with tempfile.TemporaryDirectory() as name, browser_window("desktop") as context:
        gallery = Gallery(pathlib.Path(name) / "data", "--no-supervisor")
        gallery.path = "/photos"
        subprocess.run([binary(), "sample", "--photos", str(ROWS), "--data", gallery.directory], check=True, capture_output=True)
        gallery.start()
        tab = Tab(context, gallery.url, "/photos")
        tab.page.locator("button[name=sections][value=month]").evaluate("button => button.click()")
        tab.page.wait_for_selector("[data-section]", timeout=60_000)
        tab.page.add_init_script(FIRST_CELL)
        cold = []
        for _ in range(STARTS):
            gallery.stop()
            start = time.time()
            gallery.start()
            tab.page.goto(f"{gallery.url}/photos")
            tab.page.wait_for_function("() => window.firstCell", timeout=120_000)
            cold.append(tab.page.evaluate("(performance.timeOrigin + firstCell) / 1000") - start)
        yield Figure("photos.first_s", median(cold), "s", at_most=2)
        tab.page.wait_for_selector("[data-section]", timeout=60_000)
        yield Figure("photos.whole_s", tab.page.evaluate(JUMP, 0.99)[0] / 1000, "s")
        chance = random.Random(1)
        cells, pictures, costs = [], [], []
        for number in range(JUMPS):
            del tab.frames[:]
            times = tab.page.evaluate(JUMP, number % 2 * 0.5 + chance.uniform(0.02, 0.48))
            cells.append(times[0])
            pictures.append(times[1])
            tab.page.wait_for_timeout(200)
            costs.append(wire_bytes(tab.frames))
        yield Figure("photos.jump.cells_ms", median(cells), "ms", at_most=100)
        yield Figure("photos.jump.pictures_ms", median(pictures), "ms", at_most=300)
        yield Figure("photos.jump.bytes", max(costs), "bytes", at_most=10_000)
        yield from added(gallery, tab)
        gallery.stop()


def added(gallery, tab):
    other = sqlite3.connect(gallery.file, isolation_level=None)
    digest, = other.execute("SELECT digest FROM photo LIMIT 1").fetchone()

    def commit(number):
        other.execute("BEGIN IMMEDIATE")
        other.execute(
            "INSERT INTO photo(name, digest, type, width, height) VALUES (?, ?, 'image/jpeg', 480, 320)", (f"new {number}", digest))
        start = time.time() * 1000
        other.execute("COMMIT")
        return start

    tab.page.get_by_role("grid").evaluate("grid => { grid.scrollTop = 0 }")
    tab.page.wait_for_timeout(1_000)
    found = delays(tab, "[role=status]", commit, lambda: random.uniform(0.3, 0.35), COMMITS)
    other.close()
    yield Figure("photos.commit_to_dom.p50_ms", percentile(found, 0.5), "ms", at_most=10)
    yield Figure("photos.commit_to_dom.p99_ms", percentile(found, 0.99), "ms")
