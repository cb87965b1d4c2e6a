"""The gallery as the tests know it: a data directory, the program, and what other programs may do to the store."""

import contextlib
import os
import pathlib
import pty
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 30  # seconds until a test gives up on an event
STORES = tempfile.TemporaryDirectory(prefix="aviary-stores-")  # large ones, for as long as the tests run


def binary(name="aviary"):
    named = os.environ.get("AVIARY_BINARIES")
    folders = [pathlib.Path(named)] if named else [ROOT / ".build" / kind for kind in ("release", "debug")]
    found = [folder / name for folder in folders if (folder / name).exists()]
    assert found, f"no {name} in {folders}; swift build -c release --product {name}"
    return str(found[0])


class Gallery:
    """`aviary serve` on a data directory."""

    # Where a tab is opened unless a test says otherwise, and the table that is shown there.
    path = "/colors"
    table = "color"

    def __init__(self, directory, *options):
        self.directory = pathlib.Path(directory)
        self.options = options
        self.process = None
        self.port = 0
        self.announced = ""
        # Copies of the store, by their names, which the server that runs now can go on with.
        self.kept = {}

    @property
    def file(self):
        return self.directory / "gallery.sqlite"

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        return self.run(binary(), "serve", "--data", str(self.directory), "--port", str(self.port), *self.options)

    def run(self, *command, **options):
        """Starts a program that says where it is once it listens, in its first line."""
        self.kept = {}
        self.log = open(self.directory.parent / f"{self.directory.name}.log", "a+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, **options)
        return self.listen(self.process.stdout)

    def start_on_terminal(self):
        """Starts it as a person does who sees what it says."""
        self.log = open(self.directory.parent / f"{self.directory.name}.log", "a+")
        ours, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [binary(), "serve", "--data", str(self.directory), "--port", str(self.port), *self.options], stdout=terminal,
            stderr=self.log)
        os.close(terminal)
        self.terminal = open(ours)
        return self.listen(self.terminal)

    def listen(self, output):
        self.announced = line = output.readline()
        assert "http" in line, f"It did not start: {line}{self.logged()}"
        self.port = int(re.search(r":(\d+)/", line).group(1))
        return self

    def logged(self):
        self.log.flush()
        with open(self.log.name) as file:
            return file.read()

    def kill(self):
        """Kills all of it at once, as a power cut does: the supervisor, and the process that serves."""
        serving = self.serving()
        for process in (self.process.pid, *serving):
            os.kill(process, signal.SIGKILL)
        self.process.wait()
        eventually(lambda: assert_ended(serving))

    def kill_serving(self):
        """Kills the process that serves, as a trap does, and waits until another one has taken its place."""
        before = self.serving()
        for process in before:
            os.kill(process, signal.SIGKILL)

        def is_back():
            now = self.serving()
            assert now and not set(now) & set(before)
            urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE).close()
        eventually(is_back, errors=(AssertionError, OSError))

    def serving(self):
        """The processes that the supervisor started."""
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in listed.splitlines()]
        return [int(pid) for pid, parent, state in rows if int(parent) == self.process.pid and state[0] != "Z"]

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)
        return self.process.returncode if self.process else None

    def restart(self):
        self.stop()
        return self.start()

    def keep(self, name):
        """Keeps a copy of the store as it is now."""
        self.kept[name] = sqlite3.connect(":memory:")
        with contextlib.closing(sqlite3.connect(self.file, timeout=PATIENCE)) as source:
            source.backup(self.kept[name])
        return self

    def renew(self):
        """Has the server that runs go on with the store that was kept as empty. Returns false for a server that has ended
        or was started anew since."""
        if "empty" not in self.kept or self.process.poll() is not None:
            return False
        self.put_in_place(self.kept["empty"])
        os.truncate(self.log.name, 0)
        return True

    def fill_as_before(self, name, fill):
        """Fills an empty gallery. In later tests the same server goes on with a copy."""
        if name in self.kept:
            self.put_in_place(self.kept[name])
        else:
            fill()
            self.keep(name)

    def put_in_place(self, source):
        """Has the server that runs show another store, as when somebody restores a backup."""
        with contextlib.closing(sqlite3.connect(self.file, timeout=PATIENCE)) as target:
            source.backup(target)

        def is_seen():
            with urllib.request.urlopen(f"{self.url}{self.path}", timeout=PATIENCE) as answer:
                assert (b"data-item=" in answer.read()) == has_items

        has_items = source.execute(f"SELECT 1 FROM {self.table}").fetchone() is not None
        eventually(is_seen)

    def sample(self, count, kind="colors"):
        def run(count=count):
            subprocess.run(
                [binary(), "sample", f"--{kind}", str(count), "--data", str(self.directory)], check=True, capture_output=True)

        def run_and_insert():
            run(1_000)
            self.sql((
                """INSERT INTO color(red, green, blue, createdAt)
                   WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                   SELECT abs(random() % 256) / 255.0, abs(random() % 256) / 255.0, abs(random() % 256) / 255.0, i FROM n""",
                count - 1_000))

        if count < 100_000 or self.file.exists():
            run()
        else:
            self.fill_once(f"{kind} {count}", run_and_insert if kind == "colors" else run)

    def fill_once(self, name, fill):
        """Fills an empty data directory, which nobody serves afterwards. In the tests that follow it is a copy."""
        kept = pathlib.Path(STORES.name) / name
        if self.process:
            self.stop()
        if kept.exists():
            shutil.rmtree(self.directory, ignore_errors=True)
            shutil.copytree(kept, self.directory)
        else:
            fill()
            with contextlib.closing(sqlite3.connect(self.file, timeout=PATIENCE)) as connection:
                assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
            shutil.copytree(self.directory, kept)

    def sql(self, *statements):
        """Runs statements in one transaction, as another program."""
        connection = sqlite3.connect(self.file, timeout=PATIENCE, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statement in statements:
                text, *arguments = statement if isinstance(statement, tuple) else (statement,)
                connection.execute(text, arguments)
            connection.execute("COMMIT")
        finally:
            connection.close()

    def rows(self, sql="SELECT id, red, green, blue FROM color ORDER BY createdAt, id"):
        connection = sqlite3.connect(self.file, timeout=PATIENCE)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def ids(self):
        return [str(row[0]) for row in self.rows()]


def visit(address):
    """Follows an address as a browser does. Returns what opens further addresses with the same cookies, and the address
    without its path."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    opener.open(address, timeout=PATIENCE).close()
    return opener, re.match(r"http://[^/]+", address)[0]


def draws(count, long):
    """How many cases a fuzzer draws: `long` in scripts/test --long, a tenth in scripts/test --quick. Or which cases a test has,
    as a list."""
    if os.environ.get("AVIARY_LONG"):
        return long
    is_quick = os.environ.get("AVIARY_QUICK") and not isinstance(count, list)
    return min(count, max(1, count // 10)) if is_quick else count


def assert_ended(processes):
    listed = subprocess.run(["ps", "-A", "-o", "pid=,stat="], capture_output=True, text=True, check=True).stdout
    alive = {int(pid) for pid, state in map(str.split, listed.splitlines()) if state[0] != "Z"}
    assert not alive & set(processes)


def eventually(check, timeout=PATIENCE, errors=(AssertionError,)):
    """Waits until a check no longer fails; for what no event tells of."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            return check()
        except errors:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
