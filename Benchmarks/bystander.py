"""The response times of an uninvolved window while others send the most expensive requests."""

import contextlib
import json
import multiprocessing
import random
import secrets
import socket
import struct
import threading
import time
import urllib.request
import zlib

from figure import Figure
from session import memory, percentile, serving
from window import PHONE, Window

HOSTILE, SECONDS, QUIET = 8, 10, 1
SIZES = {"10k": 10_000, "million": 1_000_000}
SWATCHES = 300_000


def measure():
    """A window scrolls and taps, as a person does, about twenty times a second. Meanwhile eight connections send the
    frames that cost the most for their bytes, as fast as they are served. The figure is the worst of four cases: two
    sizes of galleries, eight clients that move everything they have selected, and eight that alternately remove a
    million colors and undo that. In the last case the window also adds colors, because an action waits for one
    transaction of another client, of any size."""
    found = {}
    for name, colors in SIZES.items():
        with serving(colors) as gallery:
            found[name] = percentile(waits(gallery)[0], 0.99) * 1000
    with serving(swatches=SWATCHES) as gallery:
        found["moves"] = percentile(waits(gallery, moves, "/palette")[0], 0.99) * 1000
    with serving(SIZES["million"]) as gallery:
        answers, adds = waits(gallery, writes, adds=True)
        found["writes"] = percentile(answers, 0.99) * 1000
    yield Figure("live.bystander.p99_ms", max(found.values()), "ms", at_most=50)
    for name, value in found.items():
        yield Figure(f"live.bystander.{name}.p99_ms", value, "ms")
    yield Figure("live.bystander.add_ms", max(adds) * 1000, "ms")
    yield from measure_heavy()


def measure_heavy():
    """A window adds colors, and a page is loaded. Meanwhile there is work whose cost depends on its size: searches of
    the embedded service, imports, exports that nobody reads, pictures."""
    for name, (attack, count) in HEAVY.items():
        with serving(10_000, swatches=MANY if name == "exports" else 0) as gallery:
            peak = Peak(gallery.process)
            answers, adds, pages = waits(
                gallery, attack=attack, count=count, adds=True, pages=True)
            peak.stop()
        for kind, values in (("", answers), (".add", adds), (".page", pages)):
            yield Figure(f"live.bystander.{name}{kind}.p99_ms", percentile(values, 0.99) * 1000, "ms", at_most=50)
        yield Figure(f"live.bystander.{name}.memory_mb", peak.bytes / 1e6, "MB", at_most=300)


def waits(gallery, frames=None, path="/colors", adds=False, attack=None, count=HOSTILE, pages=False):
    """The duration of each answer, in seconds, and of each action and each page, if any."""
    stop = multiprocessing.Event()
    hostile = attack or send_frames
    attackers = [
        multiprocessing.Process(target=hostile, args=(gallery.port, gallery.url, number, stop, frames or worst_frames, path), daemon=True)
        for number in range(count)]
    with Window(gallery) as window:
        window.hello(path=path).read()
        for attacker in attackers:
            attacker.start()
        time.sleep(QUIET)
        chance, found, added, loaded, end = random.Random(1), [], [], [], time.monotonic() + SECONDS
        adding = None
        while time.monotonic() < end:
            window.drain()
            window.number += 1
            start = time.time()
            # Each answer ends with the receipt of the tap.
            window.send(["scroll", "grid", [0, chance.randrange(100_000), *PHONE[2:]]])
            window.send(["range", "grid", 0, 0, True, window.number])
            tap, answer = window.number, ""
            while f'["done",{tap}]' not in answer:
                answer = window.read()
                if adding and f'["done",{adding[0]}]' in answer:
                    added.append(window.arrived - adding[1])
                    adding = None
            found.append(window.arrived - start)
            if adds and not adding:
                window.send(window.action("add"))
                adding = window.number, time.time()
            if pages:
                start = time.time()
                urllib.request.urlopen(f"{gallery.url}/colors", timeout=60).read()
                loaded.append(time.time() - start)
            time.sleep(0.05)
        if adding:
            added.append(time.time() - adding[1])
        stop.set()
    for attacker in attackers:
        attacker.join(5)
        attacker.kill()
    return (found, added, loaded) if pages else (found, added)


def moves(number):
    """Moves the whole selection to a place beside itself, and to places beside missing items."""
    ends = ["1", "0", str(SWATCHES)]
    return [["selectAll", "grid", True], *(["move", turn, "grid", "1", "before", ends[turn % 3]] for turn in range(1, 8))]


def writes(number):
    return [["do", 1, "clear", {}, None], ["do", 2, "history/undo", {}, None]]


def worst_frames(number):
    """The frames that cost the most for their bytes: one kind for each connection."""
    far = [["scroll", "grid", [0, place, 20_000, 20_000]] for place in (0, 5_000_000)]
    runs = json.dumps({"grid": [[str(place), "10000", 10_001 - place] for place in range(1, 900)]})
    wide = json.dumps({"grid": [["1", "1000000", 1_000_000]]})
    return [
        [["selectAll", "grid", bool(turn % 2)] for turn in range(64)],
        far * 32,
        [["range", "grid", 0, 10**9, bool(turn % 2)] for turn in range(64)],
        [[]] * 64,
        [["hello", "/colors", {"grid": [0, 0, 20_000, 20_000]}, "?", runs]],
        [["hello", "/colors", {"grid": PHONE}, "?", wide]],
        [["selectAll", "grid", True], ["menu", 1, "grid", "1"], ["tap", "grid", "1"]],
        [["scroll", "grid", [0, place * 997, 1920, 1080]] for place in range(64)],
    ][number % 8]


def send_frames(port, url, number, stop, frames, path):
    """Sends one kind of frame until told to stop, and reconnects when the server closes the connection."""
    gallery = type("Served", (), {"port": port, "url": url})
    while not stop.is_set():
        with contextlib.suppress(OSError, EOFError, AssertionError), Window(gallery) as window:
            worst = frames(number)
            if worst[0][:1] == ["hello"]:
                worst[0][3] = secrets.token_hex(8)
                window.send(*worst)
                window.read()
                continue
            window.hello(path=path).read()
            while not stop.is_set():
                for message in worst:
                    if message and message[0] in ("do", "move"):
                        # The number of an action that was already performed would be ignored.
                        message[1] += len(worst)
                if worst == [[]] * 64:
                    window._send(1, b"[" + b"[]," * 10_000 + b"[]]")
                else:
                    window.send(*worst)
                window.drain()


def request(port, head, body=b"", receive_buffer=None):
    """Sends a request, and returns its connection."""
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(60)
    connection.connect(("127.0.0.1", port))
    lines = [head + " HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}"]
    connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
    return connection


def search(port, url, number, stop, *_):
    """Searches for long words. Every second client disconnects at once."""
    with contextlib.suppress(OSError):
        while not stop.is_set():
            text = "a" * (200 if number % 2 else 60_000)
            with request(port, f"GET /services/rest/?method=flickr.photos.search&text={text}") as connection:
                if number % 4 < 2:
                    connection.recv(1 << 16)


def export(port, url, number, stop, *_):
    """Exports a large palette in each format, without reading the download."""
    form = ["json", "css", "svg", "ase", "gpl"][number % 5]
    connection = request(port, f"GET /palette/export/1/{form}", receive_buffer=4_096)
    if number % 2:
        connection.close()
    stop.wait(60)


def upload(port, url, kind, name, data, action, window, path):
    """Uploads a file as a page does, and sends the action that takes it. Returns the number of the action."""
    head = f"POST /uploads/{kind} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {url}\r\nContent-Length: {len(data)}\r\n"
    head += f'Content-Disposition: attachment; filename="{name}"\r\nContent-Type: image/png\r\nUpload-Complete: ?1\r\n\r\n'
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        connection.sendall(head.encode() + data)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += connection.recv(1 << 16)
    fields = dict(line.split(": ", 1) for line in answer.decode().split("\r\n\r\n")[0].split("\r\n")[1:])
    file = {key.lower(): value for key, value in fields.items()}["location"].removeprefix("/uploads/")
    window.number += 1
    window.send(["do", window.number, action, {"upload-choice": secrets.token_hex(4), "upload-rest": "0"}, None, None, None, [file]])
    return window.number


def send_files(port, url, stop, path, kind, action, files):
    gallery = type("Served", (), {"port": port, "url": url})
    while not stop.is_set():
        with contextlib.suppress(OSError, EOFError, AssertionError, KeyError), Window(gallery) as window:
            window.hello(path=path).read()
            number = upload(port, url, kind, *files, action, window, path)
            answer = ""
            while f',{number}' not in answer and not stop.is_set():
                answer = window.read()


def import_palettes(port, url, number, stop, *_):
    """Uploads files that are not palettes, each of the largest allowed size."""
    worst = [b'["x"' + b',"x"' * 12_000_000 + b"]", b"[0" + b",0" * 30_000_000 + b"]", b"x\n" * 500_000]
    send_files(port, url, stop, "/palette", "palettes", "importPalettes", ("many.txt", worst[number % 3]))


def add_pictures(port, url, number, stop, *_):
    """Adds pictures of 250 megapixels in small files."""
    side = 15_800
    rows = zlib.compressobj(9)
    data = b"".join(rows.compress(bytes(1 + side * 3)) for _ in range(side)) + rows.flush()

    def chunk(kind, body):
        return struct.pack("!I", len(body)) + kind + body + struct.pack("!I", zlib.crc32(kind + body))

    size = struct.pack("!IIBBBBB", side, side, 8, 2, 0, 0, 0)
    mark = chunk(b"tEXt", f"number\0{number}".encode())
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + mark + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    send_files(port, url, stop, "/photos", "photos", "add", (f"{number}.png", png))


class Peak:
    """Records the peak memory of a process."""

    def __init__(self, process):
        self.bytes, self.is_over = 0, threading.Event()
        self.thread = threading.Thread(target=self.watch, args=(process,), daemon=True)
        self.thread.start()

    def watch(self, process):
        while not self.is_over.wait(0.05):
            with contextlib.suppress(OSError):
                self.bytes = max(self.bytes, memory(process))

    def stop(self):
        self.is_over.set()
        self.thread.join()


MANY = 1_000_000
HEAVY = {"searches": (search, 8), "imports": (import_palettes, 4), "exports": (export, 32), "pictures": (add_pictures, 6)}
