"""Nodes of one PostgreSQL database: galleries that follow it, and networks that can be cut."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import urllib.error
import urllib.request

from gallery import PATIENCE, Gallery, binary, eventually

TABLES = [
    "color", "palette", "swatch", "photo", "album", "albumPhoto", "webPhoto", "feedEntry", "tag", "photoTag", "feed", "hint"]
TOKEN = "swift-heron-amber-stone"


def upstream(command, base, *options, **settings):
    """`aviary upstream`, as its text and its exit code."""
    return subprocess.run(
        [binary(), "upstream", command, "--upstream", base.url(), *map(str, options)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **settings)


def install(base, *options):
    result = upstream("install", base, *options)
    assert result.returncode == 0, result.stdout
    return result.stdout


class Node(Gallery):
    """`aviary serve --upstream` on a directory of its own."""

    def __init__(self, directory, base, originals=None, *options, url=None):
        following = ["--upstream", url or base.url()]
        following += ["--originals", str(originals)] if originals else []
        super().__init__(directory, *following, *options)
        self.base = base
        self.directory.mkdir(parents=True, exist_ok=True)

    @property
    def file(self):
        return self.directory / "replica.sqlite"

    def sql(self, *statements):
        raise AssertionError("PostgreSQL decides about the rows of a node")

    def health(self):
        """The status and the text of /healthz."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def table(self, name):
        columns = self.columns(name)
        names = ", ".join(f'"{column}"' for column in columns)
        return columns, self.rows(f'SELECT {names} FROM "{name}" ORDER BY "{columns[0]}"')

    def columns(self, name):
        return [row[1] for row in self.rows(f"SELECT * FROM pragma_table_info('{name}')")]

    def difference(self):
        """The first table that is not as in PostgreSQL, with the rows that one of them has alone; `None` where all are."""
        for name in TABLES:
            columns, here = self.table(name)
            there = self.base.rows(name, columns)
            if here != there:
                return name, sorted(set(here) - set(there))[:3], sorted(set(there) - set(here))[:3]
        return None

    def wait_until_equal(self, timeout=PATIENCE):
        def is_equal():
            difference = self.difference()
            assert difference is None, difference
        eventually(is_equal, timeout, errors=(AssertionError, sqlite3.Error))

    def wait_for_change(self):
        """Waits until the copy has more than it has now."""
        before = self.rows("SELECT max(seq) FROM aviaryHistory")

        def has_more():
            assert self.rows("SELECT max(seq) FROM aviaryHistory") != before
        eventually(has_more)

    def check_file(self):
        assert self.rows("PRAGMA integrity_check") == [("ok",)]
        assert not list(self.directory.glob("*.part*")), "half a copy was left"

    def keep(self):
        """Keeps the copy as it is now, for `put_back`."""
        kept = self.directory.parent / f"{self.directory.name}.kept"
        with contextlib.closing(sqlite3.connect(self.file)) as copy, contextlib.closing(sqlite3.connect(kept)) as target:
            copy.backup(target)

    def put_back(self):
        """Puts the kept copy in the place of the present one, while the node does not run."""
        for file in self.directory.glob(f"{self.file.name}*"):
            file.unlink()
        shutil.copy(self.directory.parent / f"{self.directory.name}.kept", self.file)

    def forget(self):
        """Has nothing any more, as a new machine."""
        shutil.rmtree(self.directory)
        self.directory.mkdir()


class Networks:
    """A network of the machine's own, with a namespace for each node, which can be cut off."""

    def __init__(self, names, net="10.77.0"):
        self.names, self.net, self.bridge = names, net, "avbr"
        self.remove()
        try:
            self._ip(f"link add {self.bridge} type bridge", f"addr add {net}.1/24 dev {self.bridge}", f"link set {self.bridge} up")
            for number, name in enumerate(names):
                space = self.space(name)
                self._ip(
                    f"netns add {space}", f"link add v{space} type veth peer name eth0 netns {space}",
                    f"link set v{space} master {self.bridge} up", f"-n {space} addr add {self.host(name)}/24 dev eth0",
                    f"-n {space} link set eth0 up", f"-n {space} link set lo up")
        except (OSError, subprocess.CalledProcessError) as error:
            reason = getattr(error, "stderr", None) or error
            self.remove()
            raise AssertionError(
                "This test cuts nodes off by network namespaces, which need root (CAP_NET_ADMIN and CAP_SYS_ADMIN) and "
                f"the program ip. They could not be made: {str(reason).strip()}") from error

    @property
    def server(self):
        return f"{self.net}.1"

    def host(self, name):
        return f"{self.net}.{self.names.index(name) + 2}"

    def space(self, name):
        return f"av{name}"

    def cut(self, name):
        self._ip(f"link set v{self.space(name)} down")

    def mend(self, name):
        self._ip(f"link set v{self.space(name)} up")

    def _end_programs(self):
        """Kills the processes in the namespaces, also after a failed test, because a namespace lives as long as they
        do."""
        for name in self.names:
            found = subprocess.run(["ip", "netns", "pids", self.space(name)], capture_output=True, text=True)
            for process in found.stdout.split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)

    def remove(self):
        self._end_programs()
        spaces = [self.space(name) for name in self.names]
        for thing in (*(f"netns del {space}" for space in spaces), *(f"link del v{space}" for space in spaces), f"link del {self.bridge}"):
            with contextlib.suppress(OSError, subprocess.CalledProcessError):
                self._ip(thing)

    def _ip(self, *commands):
        for command in commands:
            subprocess.run(["ip", *command.split()], check=True, capture_output=True, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


class RemoteNode(Node):
    """A node in a namespace of its own."""

    def __init__(self, networks, name, directory, base, *options):
        host = networks.host(name)
        super().__init__(
            directory, base, None, "--host", host, "--token", TOKEN, *options,
            url=base.url(networks.server))
        self.host, self.space = host, networks.space(name)

    @property
    def url(self):
        return f"http://{self.host}:{self.port}"

    def start(self):
        return self.run(
            "ip", "netns", "exec", self.space, binary(), "serve", "--data", str(self.directory), "--port", str(self.port),
            *self.options)
