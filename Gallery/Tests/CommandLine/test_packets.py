"""Hostile windows over real sockets: nothing traps, memory stays, nothing is left open, and whoever is not involved is served."""

import json
import multiprocessing
import os
import pathlib
import random
import re
import time

from websockets.sync.client import connect

from crowd import attack
from gallery import PATIENCE, draws, eventually

PACKETS = draws(10_000, long=20_000_000)
PROCESSES, CONNECTIONS, SEED = 2, 12, 1
SECOND, MEGABYTE = 1, 1 << 20
TRAP = ("Fatal error", "*** Program crashed", "Crashed", "started again")


class Bystander:
    """A window in which somebody scrolls and selects."""

    def __init__(self, socket):
        self.socket = socket
        self.number, self.count, self.worst, self.trips = 0, 0, 0, 0
        self.chance = random.Random(SEED)
        self.socket.send(json.dumps([["hello", "/colors", {"grid": [0, 0, 390, 700]}, "bystander", ""]]))
        self.read(lambda message: message[0] == "reload")

    def trip(self):
        """Asks for two things, and waits for the answer, as long as nobody should have to."""
        self.number += 1
        begin = time.monotonic()
        self.socket.send(json.dumps([
            ["scroll", "grid", [0, self.chance.randrange(4_000), 390, 700]], ["selectAll", "grid", False, self.number]]))
        self.read(lambda message: message == ["done", self.number])
        self.worst, self.trips = max(self.worst, time.monotonic() - begin), self.trips + 1

    def read(self, is_last):
        messages = []
        while not any(map(is_last, messages)):
            messages = json.loads(self.socket.recv(timeout=PATIENCE))
            for message in messages:
                assert message[0] not in ("refused", "failed"), message
                if message[0] in ("reload", "splice"):
                    self.count = message[3 if message[0] == "reload" else 2]


def resident(process):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process}/status").read_text()).group(1)) * 1024


def sockets(process):
    """How many connections a process has. A worker that makes pictures is at the end of a socket pair, which is none."""
    folder = pathlib.Path(f"/proc/{process}/fd")
    tables = [pathlib.Path(f"/proc/{process}/net/{name}").read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
    connections = {f"socket:[{line.split()[9]}]" for table in tables for line in table}
    return sum(os.readlink(file) in connections for file in folder.iterdir() if file.is_symlink())


def test_whatever_windows_send_the_server_stays_as_it_is(gallery):
    gallery.sample(300)
    gallery.sql("INSERT INTO photo(id, name) VALUES (1, 'a.jpg'), (2, 'b.jpg')", "INSERT INTO album(id, name) VALUES (1, 'Trips')",
                "INSERT INTO albumPhoto(album, photo) VALUES (1, 1)", "INSERT INTO tag(name) VALUES ('Birds')",
                "INSERT INTO webPhoto(id, service, remote, title) VALUES (1, 'embedded', '1', 'Tern')")
    serving, = gallery.serving()
    with connect(
            f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url, open_timeout=PATIENCE, max_size=None,
            compression=None) as socket:
        throw_packets(gallery, serving, Bystander(socket))
    assert gallery.stop() == 0


def throw_packets(gallery, serving, bystander):
    before = sockets(serving)
    sent, answered = multiprocessing.Value("L"), multiprocessing.Value("L")
    attackers = [
        multiprocessing.Process(
            target=attack, args=(gallery.port, SEED + number, CONNECTIONS, PACKETS, sent, answered), daemon=True)
        for number in range(PROCESSES)]
    for attacker in attackers:
        attacker.start()
    warm = None
    while any(attacker.is_alive() for attacker in attackers):
        bystander.trip()
        time.sleep(0.03)  # As fast as a person. Who asks for much is served behind the others.
        if bystander.trips % 50 == 0:
            # Another program keeps the gallery small, and changes it.
            gallery.sql("DELETE FROM color WHERE id NOT IN (SELECT id FROM color ORDER BY id DESC LIMIT 300)",
                        "DELETE FROM swatch WHERE id NOT IN (SELECT id FROM swatch ORDER BY id DESC LIMIT 300)",
                        "UPDATE color SET red = 1 - red WHERE id % 7 = 3",
                        "UPDATE photo SET trashedAt = NULL, name = name || '.' WHERE id < 3",
                        "DELETE FROM album WHERE id NOT IN (SELECT id FROM album ORDER BY id LIMIT 100)",
                        "UPDATE webPhoto SET title = title || '.' WHERE id % 7 = 3")
        if warm is None and sent.value > PACKETS // 3:
            warm = resident(serving)
    growth = resident(serving) - warm
    print(f"{sent.value} packets, {answered.value} of them answered, {bystander.trips} round trips, the longest {bystander.worst:.2f} s; "
          f"{warm / MEGABYTE:.0f} MB, and {growth / MEGABYTE:+.0f} MB")
    assert gallery.serving() == [serving] and not any(trap in gallery.logged() for trap in TRAP), gallery.logged()[-4000:]
    assert [attacker.exitcode for attacker in attackers] == [0] * PROCESSES
    assert answered.value > PACKETS / 100
    assert bystander.worst < 5 * SECOND and bystander.trips > 30
    assert growth < 64 * MEGABYTE
    eventually(lambda: check(sockets(serving) == before))

    def shows_the_store():
        bystander.trip()
        check(bystander.count == len(gallery.ids()))
    eventually(shows_the_store)


def check(condition):
    assert condition
