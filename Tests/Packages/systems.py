"""Systems in folders, and what tests of packages do with them."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import types

from gallery import PATIENCE, visit
from websockets.sync.client import connect

MIRROR = os.environ.get("AVIARY_MIRROR", "http://deb.debian.org/debian")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def run(*command, timeout=1800, **options):
    """Runs a command, and shows what it has said if it fails."""
    result = subprocess.run(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout, **options)
    assert result.returncode == 0, f"{command}: {result.returncode}\n{result.stdout}"
    return result.stdout


class System:
    """A system in a folder. Commands run in it as on a machine of its own, without systemd."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {"PATH": PATH, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}

    def path(self, path):
        return self.folder / str(path).lstrip("/")

    def owner(self, path):
        """The numbers of the user and the group that a file belongs to."""
        found = self.path(path).stat()
        return found.st_uid, found.st_gid

    def command(self, *command, user=None):
        return ["chroot", *([f"--userspec={user}"] if user else []), str(self.folder), *map(str, command)]

    def run(self, *command, user=None, **variables):
        return run(*self.command(*command, user=user), env=self.environment | variables)

    def refuses(self, *command, user=None, **variables):
        result = subprocess.run(
            self.command(*command, user=user), env=self.environment | variables, capture_output=True, text=True, timeout=600)
        assert result.returncode
        return result.stderr

    def install(self, package):
        """Installs a package file with what it depends on."""
        name = f"/tmp/{package.name}"
        shutil.copy(package, self.path(name))
        return self.run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", "--allow-downgrades", name)

    @contextlib.contextmanager
    def serve(self, *command, user, **variables):
        """Runs a command that serves, and yields its address once it says so."""
        log = open(self.folder.parent / f"{self.folder.name}.log", "a+")
        process = subprocess.Popen(
            self.command(*command, user=user), env=self.environment | variables, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, line + pathlib.Path(log.name).read_text()
            yield types.SimpleNamespace(url=found[0], process=process)
        finally:
            process.terminate()
            assert process.wait(PATIENCE) == 0
            log.close()


def serves_a_photograph(address):
    """The page of photographs, and the small picture of the first one."""
    opener, base = visit(address)
    with opener.open(f"{base}/photos", timeout=PATIENCE) as answer:
        page = answer.read().decode()
    picture = re.search(r'<img[^>]* src="([^"]+)"', page)[1]
    with opener.open(base + picture.replace("&amp;", "&"), timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"].startswith("image/") and len(answer.read()) > 100


@contextlib.contextmanager
def window(address, room, collection):
    """A window without a browser, which shows a room."""
    base, _, token = address.partition("/?token=")
    with connect(
            base.replace("http", "ws") + "/live", origin=base, additional_headers={"Authorization": f"Bearer {token}"},
            max_size=None) as socket:
        socket.send(json.dumps([["hello", f"/{room}", {collection: [0, 0, 1280, 800]}]]))
        while "reload" not in [name for name, *_ in json.loads(socket.recv(timeout=PATIENCE))]:
            pass
        yield


def family(process):
    """A process and those that it started."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(pid): int(parent) for pid, parent in map(str.split, listed.splitlines())}
    family = {process}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return family


def pss(process):
    """The memory of a process and of those that it started, in MB; shared memory counts in parts."""
    texts = [pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in family(process)]
    return sum(int(re.search(r"^Pss: +(\d+)", text, re.MULTILINE)[1]) for text in texts) / 1024
