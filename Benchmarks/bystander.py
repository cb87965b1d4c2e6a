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
SWATCHES = 300_000


def measure():
    """A window scrolls and taps, as a person does, about twenty times a second, beside eight connections that send
    what costs the most for its bytes, as fast as they are served. The figure is the worst of four: two galleries, eight
    who move all that they have selected, and eight who remove a million colors and take that back, in turns. Beside these
    the window adds colors, too: an action waits for one transaction of another's, however large that is."""
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


def waits(gallery, frames=None, path="/colors", adds=False):
    """How long each answer took, in seconds; and each action, if there were some."""
    stop = multiprocessing.Event()
    attackers = [
        multiprocessing.Process(target=attack, args=(gallery.port, gallery.url, number, stop, frames or worst_frames, path), daemon=True)
        for number in range(HOSTILE)]
    with Window(gallery) as window:
        window.hello(path=path).read()
        for attacker in attackers:
            attacker.start()
        time.sleep(QUIET)
        chance, found, added, end = random.Random(1), [], [], time.monotonic() + SECONDS
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
            time.sleep(0.05)
        if adding:
            added.append(time.time() - adding[1])
        stop.set()
    for attacker in attackers:
        attacker.join(5)
        attacker.kill()
    return found, added


def moves(number):
    """All that is selected is moved beside itself, and beside what is not there."""
    ends = ["1", "0", str(SWATCHES)]
    return [["selectAll", "grid", True], *(["move", turn, "grid", "1", "before", ends[turn % 3]] for turn in range(1, 8))]


def writes(number):
    return [["do", 1, "clear", {}, None], ["do", 2, "history/undo", {}, None]]


def worst_frames(number):
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


def attack(port, url, number, stop, frames, path):
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
            window.hello(path=path).read()
            while not stop.is_set():
                for message in worst:
                    if message and message[0] in ("do", "move"):
                        # A number that was asked for before is not done again.
                        message[1] += len(worst)
                if worst == [[]] * 64:
                    window._send(1, b"[" + b"[]," * 10_000 + b"[]]")
                else:
                    window.send(*worst)
                window.drain()
