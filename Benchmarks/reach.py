"""The capacity of one machine for many people, and of many machines on one PostgreSQL database."""

import bisect
import contextlib
import pathlib
import select
import shutil
import sqlite3
import threading
import time

import fanout
from figure import Figure
from gallery import eventually
from nodes import Node, install, upstream
from postgres import Postgres
from session import allow_many_connections, median, memory, percentile, serving
from window import Window

COLORS = 10_000
EDITORS, SECONDS, WARMING = 64, 10, 2
WINDOWS, ROUNDS = 10_000, 5
QUIET = 2  # seconds in which a round with so many windows should be over


def actions():
    """The number of actions that are acknowledged in a second. Each of 64 windows adds a color, waits for the
    acknowledgement, and adds the next one. Meanwhile each gets the colors of all others. The client is one thread, and
    takes processor time from the server on a machine with two cores."""
    with serving(COLORS) as gallery:
        windows = fanout.connect(gallery, EDITORS)
        acknowledged, seconds = adding(windows)
        fanout.close(windows)
    yield Figure("reach.actions_64.per_s", acknowledged / seconds, "1/s", at_least=2000)


def adding(windows):
    """Makes all windows add colors. Returns the number of acknowledgements and the seconds, measured after a
    warm-up."""
    poll = select.poll()
    known = {window.socket.fileno(): window for window in windows}
    for handle, window in known.items():
        poll.register(handle, select.POLLIN)
        window.send(window.action("add"))
    count, start = 0, time.monotonic()
    begin, end = start + WARMING, start + WARMING + SECONDS
    while (now := time.monotonic()) < end:
        for handle, _ in poll.poll(1000):
            window = known[handle]
            for frame in window.frames():
                assert '["failed",' not in frame, frame
                if f'["done",{window.number}]' in frame:
                    count += now >= begin
                    window.send(window.action("add"))
    return count, SECONDS


def fanout_10000():
    """As `live.fanout_1000`, for ten thousand windows, or for as many as this process may open: each needs two open
    files in the server. It also measures the server's memory for each idle window."""
    files = allow_many_connections(3 * WINDOWS)
    count = min(WINDOWS, files // 2 - 200)
    with serving(COLORS, "--connections", str(count + 20)) as gallery:
        fanout.close(fanout.connect(gallery, 10))
        before = memory(gallery.process)
        windows = fanout.connect(gallery, count)
        held = (memory(gallery.process) - before) / count
        delays, _ = fanout.rounds(gallery, windows, ROUNDS, QUIET)
        fanout.close(windows)
    yield Figure("reach.fanout_10000.ms", median(delays), "ms", at_most=1000)
    yield Figure("reach.fanout_10000.worst_ms", max(delays), "ms")
    yield Figure("reach.window.bytes", held, "bytes", at_most=28_000)
    yield Figure("reach.windows", count, "")


# Many machines. Three nodes run on one machine, with a PostgreSQL server of their own that uses fsync.

ROWS = 1_000_000
NODES = ["one", "two", "three"]
RATE, SPELL = 1_000, 10  # transactions a second, and for how many seconds
SAMPLING = 0.002  # seconds between two looks at a replica
BEHIND = 100_000
ACTIONS = 300
UPDATES, TURNS = 15_000, 5
RESTING = 10  # seconds, in which nothing happens


@contextlib.contextmanager
def following(rows=0, names=NODES[:1]):
    """A database with colors, and nodes that have a copy of it."""
    with Postgres(is_durable=True, settings=["track_commit_timestamp = on"]) as server:
        base = server.create("bench")
        install(base)
        fill(base, rows)
        nodes = [Node(server.folder.parent / f"{server.folder.name}-{name}", base, None, "--no-supervisor") for name in names]
        try:
            yield base, nodes
        finally:
            for node in nodes:
                node.stop()
                shutil.rmtree(node.directory, ignore_errors=True)
                pathlib.Path(node.log.name).unlink(missing_ok=True)


def fill(base, rows):
    base.sql(
        f"""INSERT INTO color (red, green, blue, "createdAt")
            SELECT random(), random(), random(), 1700000000000 + i FROM generate_series(1, {rows}) i""",
        "CHECKPOINT" if rows else "SELECT 1")


def copying():
    """The time from the start of an empty node until its copy of a million rows is complete, including indexes and
    history."""
    with following(rows=ROWS) as (_, (node,)):
        start = time.monotonic()
        starting = threading.Thread(target=node.start)
        starting.start()
        while not node.file.exists():
            time.sleep(0.01)
        seconds = time.monotonic() - start
        starting.join()
        assert node.rows("SELECT count(*) FROM color") == [(ROWS,)]
    yield Figure("reach.copy_1m.s", seconds, "s", at_most=5)


class Sampler(threading.Thread):
    """Polls the state of a replica."""

    def __init__(self, node):
        super().__init__(daemon=True)
        self.node, self.samples, self.is_over = node, [], threading.Event()

    def run(self):
        with contextlib.closing(sqlite3.connect(self.node.file)) as connection:
            while not self.is_over.wait(SAMPLING):
                last, = connection.execute("SELECT max(seq) FROM aviaryHistory").fetchone()
                self.samples.append((last or 0, time.time()))

    def arrivals(self):
        """The time at which each row first appeared, by id."""
        numbers = [last for last, _ in self.samples]
        rows = self.node.rows("SELECT row, min(seq) FROM aviaryHistory WHERE tbl = 'color' AND op = 'insert' GROUP BY row")
        return {row: self.samples[place][1] for row, seq in rows if (place := bisect.bisect_left(numbers, seq)) < len(numbers)}


def following_writers():
    """The time from a COMMIT, as PostgreSQL records it before the fsync, until each of three replicas has the row, at a
    thousand transactions a second. A replica is polled every 2 ms, which is part of the figure."""
    with following(rows=10_000, names=NODES) as (base, nodes):
        for node in nodes:
            node.start()
            node.wait_until_equal()
        samplers = [Sampler(node) for node in nodes]
        for sampler in samplers:
            sampler.start()
        writer = base.pgbench("INSERT INTO color (red) VALUES (random());\n", "-c", 4, "-R", RATE, "-T", SPELL)
        assert writer.wait() == 0, writer.stdout.read()
        for node in nodes:
            node.wait_until_equal()
        for sampler in samplers:
            sampler.is_over.set()
            sampler.join()
        commits = {
            int(id): float(moment) for id, moment in base.sql(
                "SELECT id, extract(epoch FROM pg_xact_commit_timestamp(xmin)) FROM color WHERE id > 10000")}
        delays = [1000 * (there[id] - commits[id]) for sampler in samplers for there in [sampler.arrivals()] for id in commits]
    assert len(commits) > 0.9 * RATE * SPELL, f"{len(commits)} transactions in {SPELL} s"
    yield Figure("reach.follow.p50_ms", median(delays), "ms", at_most=10)
    yield Figure("reach.follow.p99_ms", percentile(delays, 0.99), "ms", at_most=50)


def resting():
    """The number of queries a second that a node sends while nothing happens. Each is a transaction of its own."""
    with following(rows=COLORS) as (base, (node,)):
        node.start()
        node.wait_until_equal()
        time.sleep(RESTING)
        before, start = commits(base), time.monotonic()
        time.sleep(RESTING)
        queries, seconds = commits(base) - before, time.monotonic() - start
    yield Figure("reach.idle.queries_per_s", queries / seconds, "1/s", at_most=2)


def commits(base):
    """The number of transactions of the database so far."""
    return int(base.server.sql(f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{base.name}'")[0][0])


def catching_up():
    """The time from the start of a node that missed 100,000 transactions until it has all of them."""
    with following(rows=10_000) as (base, (node,)):
        node.start()
        node.wait_until_equal()
        node.stop()
        writer = base.pgbench(
            "\\set id random(1, 10000)\nUPDATE color SET red = random() WHERE id = :id;\n", "-c", 20, "-j", 2, "-t", BEHIND // 20)
        assert writer.wait() == 0, writer.stdout.read()
        last = base.value("INSERT INTO color (red) VALUES (2) RETURNING id")
        start = time.monotonic()
        node.start()
        eventually(lambda: assert_there(node, last), 60)
        seconds = time.monotonic() - start
        node.wait_until_equal()
    yield Figure("reach.catchup_100k.s", seconds, "s", at_most=10)


def assert_there(node, id):
    assert node.rows(f"SELECT count(*) FROM color WHERE id = {id}") == [(1,)]


def acting():
    """The time from a window's action until it is answered. By then PostgreSQL has committed it, and the node's own
    copy has it. Each action adds a color to ten thousand, one at a time."""
    with following(rows=COLORS, names=NODES) as (_, nodes):
        for node in nodes:
            node.start()
            node.wait_until_equal()
        with Window(nodes[0]) as window:
            window.hello().read()
            delays = [acted(window) for _ in range(ACTIONS + 20)][20:]
    yield Figure("reach.action.p50_ms", median(delays), "ms", at_most=10)
    yield Figure("reach.action.p99_ms", percentile(delays, 0.99), "ms")


def acted(window):
    """The duration of an action, in milliseconds."""
    start = time.monotonic()
    window.send(window.action("add"))
    while f'["done",{window.number}]' not in window.read():
        pass
    return 1000 * (time.monotonic() - start)


def writing():
    """The processor time of the server for a transaction that updates one row, with the log and without it, in
    alternation. No node follows, so the difference is the cost of the log."""
    with Postgres(is_durable=True) as server:
        bases = server.create("plain"), server.create("logged")
        for base in bases:
            install(base)
            fill(base, 100_000)
        assert upstream("remove", bases[0]).returncode == 0
        costs = [[processor_time(base) for base in bases] for _ in range(TURNS)]
    yield Figure("reach.writer.us", median(logged - plain for plain, logged in costs), "us", at_most=60)
    yield Figure("reach.writer_without.us", median(plain for plain, _ in costs), "us")


def processor_time(base):
    """The processor time of the server process for a program that updates one row after the other; in microseconds for
    each."""
    program = base.pgbench(
        "\\set id random(1, 100000)\nUPDATE color SET red = random() WHERE id = :id;\n", "-c", 1, "-t", UPDATES)
    processes = []
    while not processes:
        processes = base.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'pgbench'")
    path = pathlib.Path(f"/proc/{processes[0][0]}/schedstat")
    nanoseconds = 0
    while program.poll() is None:
        with contextlib.suppress(OSError, IndexError):
            nanoseconds = int(path.read_text().split()[0])
        time.sleep(0.005)
    assert program.returncode == 0, program.stdout.read()
    return nanoseconds / 1000 / UPDATES
