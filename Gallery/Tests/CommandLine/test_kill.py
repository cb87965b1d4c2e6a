"""kill -9 at any moment: what was acknowledged is there, once."""

import json
import random
import sqlite3
import subprocess
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from gallery import PATIENCE, Gallery, binary, draws

KILLS = draws(8, long=100)


def add_until_the_end(socket, count, kill):
    """Adds one colour after the other, and tells how many were acknowledged before the connection was lost. The kill comes
    at a random moment after `count` of them."""
    socket.send(json.dumps([["hello", "/colors", {"grid": [0, 0, 390, 700]}]]))
    acknowledged = 0
    while True:
        if acknowledged == count:
            kill.start()
        try:
            socket.send(json.dumps([["do", acknowledged, "add", {}, None]]))
            while ["done", acknowledged] not in json.loads(socket.recv(timeout=PATIENCE)):
                pass
        except ConnectionClosed:
            return acknowledged
        acknowledged += 1


@pytest.mark.parametrize("seed", [1])
def test_every_acknowledged_action_is_there_once_after_many_kills(tmp_path, seed):
    chance = random.Random(seed)
    directory = tmp_path / "data"
    directory.mkdir()
    gallery = Gallery(directory)
    rows = total = 0
    for round in range(KILLS):
        gallery.start()
        assert rows == len(gallery.rows())
        with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as socket:
            death = threading.Timer(chance.random() * 0.02, gallery.kill)
            acknowledged = add_until_the_end(socket, chance.randrange(8), death)
            death.join()
        before, rows = rows, len(gallery.rows())
        total += acknowledged
        assert before + acknowledged <= rows <= before + acknowledged + 1, f"round {round}"
        assert gallery.rows("PRAGMA integrity_check") == [("ok",)]
    assert total > KILLS
    # The log has each of them, in order and without gaps: undo can rely on it.
    log = gallery.rows("SELECT seq, row FROM aviaryHistory WHERE tbl = 'color' AND op = 'insert' ORDER BY seq")
    assert [seq for seq, _ in log] == list(range(1, rows + 1))
    assert sorted(row for _, row in log) == [int(item) for item in sorted(gallery.ids(), key=int)]
    print(f"seed {seed}: {total} acknowledged, {rows} there after {KILLS} kills")


@pytest.mark.parametrize("seed", [2])
def test_a_kill_while_a_store_is_made_newer_costs_nothing(tmp_path, seed):
    chance = random.Random(seed)
    gallery = Gallery(tmp_path / "data")
    gallery.sample(500)
    rows = gallery.rows()
    for round in range(draws(4, long=40)):
        gallery.sql(
            "DROP INDEX IF EXISTS colorOrder", "DELETE FROM grdb_migrations WHERE identifier = 'colorOrder'")
        program = subprocess.Popen(
            [binary(), "watch", "colors", "--data", str(gallery.directory)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.random() * 0.05)
        program.kill()
        program.wait(PATIENCE)
        assert gallery.rows() == rows and gallery.rows("PRAGMA integrity_check") == [("ok",)], f"round {round}"
        for copy in gallery.directory.glob("*before*.sqlite"):
            with sqlite3.connect(copy) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert connection.execute("SELECT count(*) FROM color").fetchone() == (500,)
    gallery.sample(1)
    assert [file.name for file in gallery.directory.glob("*before*")] == ["gallery.before-colorOrder.sqlite"]
