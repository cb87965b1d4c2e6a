"""Three nodes, each in a network of its own, with every possible failure. At the end each has the rows of PostgreSQL,
and each acknowledged action happened once.

Windows act on all three nodes, and switch to another node when theirs does not answer. Other programs write in
PostgreSQL. One node is cut off for 30 seconds, one starts empty, PostgreSQL is restarted and killed, and nodes are
killed repeatedly. A run of `scripts/test --long` has a hundred kills for each seed.
"""

import contextlib
import json
import os
import random
import secrets
import signal
import threading
import time

import pytest

from gallery import PATIENCE, draws, eventually
from nodes import Networks, RemoteNode, install
from postgres import Postgres
from visitor import ALBUMS, COLORS, PHOTOS, Session, Visitor

NAMES = ["n1", "n2", "n3"]
CUT = 30  # seconds
PHOTO_COUNT = 4
WRITING = """
\\set id random(1, 20000)
\\set kind random(1, 10)
\\if :kind <= 6
UPDATE color SET red = random(), blue = random() WHERE id = :id;
\\elif :kind <= 8
BEGIN;
DELETE FROM color WHERE id = :id;
INSERT INTO color (red, green) VALUES (random(), random());
END;
\\else
UPDATE color SET green = random() WHERE id BETWEEN :id AND :id + 40;
\\endif
\\sleep 5 ms
"""


class Chaos:
    def __init__(self, folder, seed, networks, server):
        self.chance, self.networks, self.server = random.Random(seed), networks, server
        self.base = server.create("gallery")
        install(self.base)
        self.base.sql(
            "INSERT INTO color (red, green, blue) SELECT random(), random(), random() FROM generate_series(1, 20000)",
            f"INSERT INTO photo (name) SELECT 'p' || i FROM generate_series(1, {PHOTO_COUNT}) i")
        self.photos = [row[0] for row in self.base.sql("SELECT id FROM photo ORDER BY id")]
        self.nodes = [RemoteNode(networks, name, folder / name, self.base) for name in NAMES]
        for node in self.nodes:
            node.start()
        self.is_over = threading.Event()
        self.kills = 0
        self.cut_off = None

    # Who acts.

    def visitors(self):
        """Two windows at each node: one makes albums of names of its own, the other marks photos and takes that back."""
        made = []
        for place, name in enumerate(NAMES):
            nodes = self.nodes[place:] + self.nodes[:place]
            made.append(Visitor(
                f"{name}a", list(nodes), lambda number, name=name: (*ALBUMS, "new", {"name": f"{name}/{number}"}, None)))
            made.append(Visitor(
                f"{name}f", list(nodes),
                lambda number: (*PHOTOS, "favorite", {}, self.photos[number % PHOTO_COUNT])))
        return made

    def write(self):
        """Has other programs write until the end, also behind a server that was killed."""
        while not self.is_over.is_set():
            writer = self.base.pgbench(WRITING, "-c", 2, "-T", 3600)
            while writer.poll() is None and not self.is_over.wait(0.1):
                pass
            writer.kill()
            writer.wait()
            self.is_over.wait(0.5)

    # What fails.

    def kill_one(self):
        """Kills the serving process of a node, or its supervisor too; then that is started again."""
        node = self.chance.choice([node for node in self.nodes if node is not self.cut_off])
        if self.chance.random() < 0.7:
            before = node.serving()
            for process in before:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        else:
            node.kill()
            node.start()
        self.kills += 1

    def kill_some(self, count):
        for _ in range(count):
            time.sleep(self.chance.uniform(0.2, 0.8))
            self.kill_one()

    def cut(self, node, count):
        self.cut_off, since = node, time.monotonic()
        self.networks.cut(node.space.removeprefix("av"))
        self.kill_some(count)
        time.sleep(max(0, CUT - (time.monotonic() - since)))
        self.networks.mend(node.space.removeprefix("av"))
        self.cut_off = None

    def begin_anew(self, node):
        """A machine with nothing on it, while writers run."""
        node.kill()
        node.forget()
        node.start()

    def lose_place(self, node):
        """The log that a node needs for catching up is gone."""
        node.kill()
        lose = ["DELETE FROM aviary.follower", "SELECT aviary.trim(0, 10000000)"]
        def lost():
            assert self.base.sql(*lose), "its connection is there still"
        eventually(lost)
        node.start()

    def restart_server(self):
        self.server.restart()

    def kill_server(self):
        self.server.kill()
        time.sleep(1)
        self.server.start()

    # The conditions at the end.

    def check_actions(self, visitors):
        albums = {}
        for name, in self.base.sql("SELECT name FROM album"):
            albums[name] = albums.get(name, 0) + 1
        makers = [visitor for visitor in visitors if visitor.title.endswith("a")]
        expected = {f"{visitor.title[:-1]}/{number}": 1 for visitor in makers for number in visitor.acknowledged}
        assert albums == expected, {name: count for name, count in albums.items() ^ expected.items()}
        turns = dict.fromkeys(self.photos, 0)
        for visitor in visitors:
            if visitor.title.endswith("f"):
                for number in visitor.acknowledged:
                    turns[self.photos[number % PHOTO_COUNT]] += 1
        marked = dict(self.base.sql('SELECT id, "isFavorite" FROM photo'))
        assert {photo: int(marked[photo]) for photo in turns} == {photo: count % 2 for photo, count in turns.items()}
        return sum(expected.values()) + sum(turns.values())


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", draws([1], long=[1, 2, 3]))
def test_whatever_fails_each_node_has_what_postgresql_has_and_each_action_happened_once(tmp_path, seed):
    kills = draws(12, long=100)
    with Networks(NAMES) as networks, Postgres((networks.server, "127.0.0.1")) as server:
        chaos = Chaos(tmp_path, seed, networks, server)
        writing = threading.Thread(target=chaos.write)
        writing.start()
        visitors = chaos.visitors()
        for visitor in visitors:
            visitor.start()
        try:
            part = kills // 6
            chaos.kill_some(part)
            chaos.restart_server()
            chaos.kill_some(part)
            chaos.cut(chaos.nodes[1], part)
            chaos.kill_server()
            chaos.kill_some(part)
            chaos.begin_anew(chaos.nodes[2])
            chaos.kill_some(part)
            chaos.lose_place(chaos.nodes[0])
            chaos.kill_some(kills - 5 * part)
            for visitor in visitors:
                visitor.stop()
        finally:
            chaos.is_over.set()
            for visitor in visitors:
                visitor.is_over.set()
            writing.join()
        try:
            for node in chaos.nodes:
                node.wait_until_equal(4 * PATIENCE)
            actions = chaos.check_actions(visitors)
            assert actions > kills, "they acted all the while"
            for node in chaos.nodes:
                check_lists(node)
        finally:
            for node in chaos.nodes:
                node.stop()
        for node in chaos.nodes:
            node.check_file()
        moves = sum(visitor.moves for visitor in visitors)
        print(f"seed {seed}: {actions} actions, {chaos.kills} kills, {moves} moves to another node, "
              f"{sum(len(visitor.failures) for visitor in visitors)} failures")


def check_lists(node):
    """The live list of the room is what its query finds."""
    session = Session(node, COLORS[0], secrets.token_hex(4), COLORS[1])
    try:
        items = None
        while items is None:
            for name, *values in json.loads(session.socket.recv(timeout=PATIENCE)):
                if name == "reload" and values[0] == "grid":
                    items = values[2], [tile[0] for tile in values[4]], values[3]
        count, tiles, first = items
        rows = [str(id) for id, in node.rows('SELECT id FROM color ORDER BY "createdAt", id')]
        assert count == len(rows) and tiles == rows[first:first + len(tiles)]
    finally:
        session.close()
