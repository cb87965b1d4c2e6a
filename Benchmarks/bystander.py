"""How long an uninvolved window waits for its answers while others do their worst."""

import contextlib
import json
import multiprocessing
import random
import secrets
import time

from figure import Figure
from session import percentile, serving
from window import PHONE, Window

HOSTILE, SECONDS, QUIET = 8, 10, 1
SIZES = {"10k": 10_000, "million": 1_000_000}


def measure():
    """A window scrolls and taps, as a person does, about twenty times a second, beside eight connections that send
    what costs the most for its bytes, as fast as they are served. The figure is the worse of two galleries."""
    found = {}
    for name, colors in SIZES.items():
        with serving(colors) as gallery:
            found[name] = percentile(waits(gallery), 0.99) * 1000
    yield Figure("live.bystander.p99_ms", max(found.values()), "ms", at_most=50)
    for name, value in found.items():
        yield Figure(f"live.bystander.{name}.p99_ms", value, "ms")


def waits(gallery):
    """How long each answer took, in seconds."""
    stop = multiprocessing.Event()
    attackers = [
        multiprocessing.Process(target=attack, args=(gallery.port, gallery.url, number, stop), daemon=True)
        for number in range(HOSTILE)]
    with Window(gallery) as window:
        window.hello().read()
        for attacker in attackers:
            attacker.start()
        time.sleep(QUIET)
        chance, found, end = random.Random(1), [], time.monotonic() + SECONDS
        while time.monotonic() < end:
            window.drain()
            window.number += 1
            start = time.time()
            # Each answer ends with the receipt of the tap.
            window.send(["scroll", "grid", [0, chance.randrange(100_000), *PHONE[2:]]])
            window.send(["range", "grid", 0, 0, True, window.number])
            while f'["done",{window.number}]' not in window.read():
                pass
            found.append(window.arrived - start)
            time.sleep(0.05)
        stop.set()
    for attacker in attackers:
        attacker.join(5)
        attacker.kill()
    return found


def frames(number):
    """The costliest frames for their bytes, of one kind for each connection."""
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


def attack(port, url, number, stop):
    """Sends one kind of frame until told to stop, and connects anew when it is sent away."""
    gallery = type("Served", (), {"port": port, "url": url})
    while not stop.is_set():
        with contextlib.suppress(OSError, EOFError, AssertionError), Window(gallery) as window:
            worst = frames(number)
            if worst[0][:1] == ["hello"]:
                worst[0][3] = secrets.token_hex(8)
                window.send(*worst)
                window.read()
                continue
            window.hello().read()
            while not stop.is_set():
                if worst == [[]] * 64:
                    window._send(1, b"[" + b"[]," * 10_000 + b"[]]")
                else:
                    window.send(*worst)
                window.drain()
