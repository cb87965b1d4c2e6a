"""The commands of the documents, typed as they stand.

Each block runs in a folder of its own. Paths of the system, such as /var/lib, are below this folder. Programs that change
the system or take minutes have stand-ins: sudo, systemd, git, the compiler. `aviary`, `sqlite3` and the shell are real.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys

import pytest

from documents import ARTICLES, DOCUMENTS, ROOT, blocks, code_words
from gallery import Gallery, binary
from pictures import png

# Documents whose blocks are run here, and where those of others are run.
HERE = {"README.md", "CONTRIBUTING.md", "docs/HOME.md"}
ELSEWHERE = {
    "docs/FIRST-APP.md": "Tests/Documents/test_new_app.py",
    "Sources/AviaryApps/AviaryApps.docc/WriteAnApp.md": "scripts/alone builds, tests and serves the package of the article",
    "Sources/AviaryPostgres/AviaryPostgres.docc/WhenOneMachineIsNotEnough.md":
        "Tests/Reach types them with a PostgreSQL server of its own",
}
# Lines that are run elsewhere, by their beginnings.
LINES_ELSEWHERE = {
    "scripts/run": "Gallery/Tests/CommandLine/test_run.py",
    "scripts/package": "Tests/Packages",
    "scripts/setup": "every run of scripts/test",
    "scripts/build": "every run of scripts/test",
    "export AVIARY_TESTABLE=1": "every run of scripts/test",
    "swift test": "every run of scripts/test",
    ".venv/bin/python -m pytest": "test_a_test_that_is_named_exists",
    "aviary upstream install": "Tests/Reach",
    "aviary serve --upstream": "Tests/Reach",
}
SYSTEM = re.compile(r"(?<![\w.~])/(var/lib|srv|etc|usr/bin|tmp)(?=/)")

STAND_INS = {
    # The user of the service and root have its gallery by default.
    "sudo": '[ "$1" != -u ] || shift 2\nXDG_DATA_HOME="$SANDBOX/var/lib" exec "$@"',
    # A package brings the program, and its service runs at once.
    "apt": """mkdir -p "$SANDBOX/etc/aviary" "$SANDBOX/var/lib/aviary"
ln -sf "$AVIARY" "$SANDBOX/usr/bin/aviary"
systemctl restart aviary""",
    # There is no user of the service.
    "install": """words=
while [ $# -gt 0 ]; do case $1 in -o | -g) shift 2 ;; *) words="$words $1"; shift ;; esac; done
exec /usr/bin/install $words""",
    "ufw": "",
    "chown": "",
    "swift": "",
    "mkcert": "touch gallery.pem gallery.key",
    "sudoedit": 'echo AVIARY_TOKEN=four-quiet-random-words > "$1"',
    # Of rsync, the copy of a folder is enough. The target may be on another machine.
    "rsync": 'for last; do from=${to-}; to=$last; done\nto=${to#*:}; mkdir -p "$to" && cp -R "$from." "$to"',
    "git": '[ "$1" = clone ] && mkdir -p "$3"',
    "systemctl": 'exec "$PYTHON" "$SYSTEMD" "$@"',
}

# systemctl: starts the program of the service's file, and waits until it listens.
SYSTEMD = """
import os, pathlib, shlex, signal, subprocess, sys
sandbox = pathlib.Path(os.environ["SANDBOX"])
words = [word for word in sys.argv[1:] if not word.startswith("-")]
number = sandbox / "service.pid"
if words[0] in ("stop", "restart") and number.exists():
    process = int(number.read_text())
    os.kill(process, signal.SIGTERM)
    while pathlib.Path(f"/proc/{process}/stat").exists() and ") Z" not in pathlib.Path(f"/proc/{process}/stat").read_text():
        pass
    number.unlink()
if words[0] in ("start", "enable", "restart"):
    settings = sandbox / "etc/aviary/aviary.env"
    lines = settings.read_text().split() if settings.exists() else []
    command = shlex.split((sandbox / "service.command").read_text())
    with open(sandbox / "journal", "ab") as journal:
        begun = journal.tell()
        process = subprocess.Popen(
            command, stdout=journal, stderr=journal, start_new_session=True,
            env=os.environ | dict(line.split("=", 1) for line in lines))
    number.write_text(str(process.pid))
    while b"http" not in (sandbox / "journal").read_bytes()[begun:]:
        assert process.poll() is None, (sandbox / "journal").read_text()
"""


class Sandbox:
    """A folder in which blocks of commands are run."""

    def __init__(self, folder):
        self.folder = folder
        self.home = folder / "home"
        self.work = folder / "work"
        programs = folder / "programs"
        for made in (self.home, self.work, programs, *(folder / name for name in ("var/lib", "srv", "etc", "usr/bin", "tmp"))):
            made.mkdir(parents=True)
        for name, script in STAND_INS.items():
            (programs / name).write_text(f"#!/bin/sh\nset -eu\n{script}\n")
            (programs / name).chmod(0o755)
        (folder / "systemd.py").write_text(SYSTEMD)
        self.environment = os.environ | {
            # The program takes the home directory of the user from the system, whatever HOME says.
            "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / ".local/share"), "SANDBOX": str(folder), "AVIARY": binary(), "PYTHON": sys.executable,
            "SYSTEMD": str(folder / "systemd.py"),
            "PATH": f"{programs}:{folder}/usr/bin:{os.environ['PATH']}"}

    def moved(self, text):
        """The text with the paths of the system below the folder."""
        return SYSTEM.sub(lambda found: f"{self.folder}{found.group()}", text)

    def run(self, block, folder=None):
        """Runs a block as one script, and returns what it printed."""
        lines = [line for line in block.splitlines() if not line.startswith(tuple(LINES_ELSEWHERE)) or folder]
        done = subprocess.run(
            ["sh", "-euc", self.moved("\n".join(lines))], cwd=folder or self.work, env=self.environment, text=True,
            capture_output=True, timeout=120)
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"
        return done.stdout

    def use_program(self):
        """Puts the program where a build of the repository would."""
        (self.work / ".build/release").mkdir(parents=True)
        (self.work / ".build/release/aviary").symlink_to(binary())


@pytest.fixture
def sandbox(tmp_path):
    sandbox = Sandbox(tmp_path)
    yield sandbox
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int((tmp_path / "service.pid").read_text()), signal.SIGTERM)


def rows(store, table):
    with contextlib.closing(sqlite3.connect(store)) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def test_each_block_of_commands_is_run_somewhere():
    with_commands = {document for document in DOCUMENTS + ARTICLES if blocks(document, "sh")}
    assert with_commands == HERE | set(ELSEWHERE)


def test_the_commands_of_the_readme_do_what_it_says(sandbox):
    inserting, running, using = blocks("README.md", "sh")
    assert running == "scripts/run\n"
    sandbox.use_program()
    (sandbox.home / "Pictures").mkdir()
    (sandbox.home / "Pictures/one.png").write_bytes(png())
    gallery = Gallery(sandbox.home / ".local/share/aviary")
    gallery.directory.parent.mkdir(parents=True)
    gallery.start()
    try:
        sandbox.run(inserting)
        assert rows(gallery.file, "color") == 1
        sample, watch, imported, helped = using.splitlines()
        sandbox.run(sample)
        assert rows(gallery.file, "color") == 1001
        watching = subprocess.Popen(
            ["sh", "-c", f"exec {watch}"], cwd=sandbox.work, env=sandbox.environment, stdout=subprocess.PIPE, text=True)
        assert json.loads(watching.stdout.readline())
        watching.terminate()
        watching.wait()
        sandbox.run(imported)
        assert rows(gallery.file, "photo") == 1
        assert "SUBCOMMANDS" in sandbox.run(helped)
    finally:
        gallery.stop()


def test_the_commands_of_the_gallery_can_be_typed(sandbox):
    """Those of its table, where `aviary` is installed."""
    (sandbox.folder / "usr/bin/aviary").symlink_to(binary())
    (sandbox.home / "Pictures").mkdir()
    (sandbox.home / "Pictures/one.png").write_bytes(png())
    commands = [command for command in code_words("docs/GALLERY.md") if re.match(r"aviary (?!serve)", command)]
    assert "aviary import ~/Pictures" in commands
    for command in sorted(commands, key=lambda command: command.startswith("aviary watch")):
        if command.startswith("aviary watch"):
            watching = subprocess.Popen(
                ["sh", "-c", f"exec {command}"], cwd=sandbox.work, env=sandbox.environment, stdout=subprocess.PIPE, text=True)
            [section] = json.loads(watching.stdout.readline())["list"]["sections"]
            assert len(section["items"]) == 1000
            watching.terminate()
            watching.wait()
        else:
            sandbox.run(command)


def test_the_first_hour_can_be_typed(sandbox):
    building, testing, serving, *_ = blocks("CONTRIBUTING.md", "sh")
    sandbox.run(building)
    for line in testing.splitlines():
        if line.startswith("node"):
            sandbox.run(line, ROOT)
    sandbox.use_program()
    sample, serve = serving.splitlines()
    sandbox.run(sample)
    gallery = Gallery(sandbox.folder / "tmp/gallery")
    with free_port() as port:
        gallery.port = port
    gallery.run(*sandbox.moved(serve).split(), "--port", str(gallery.port), cwd=sandbox.work)
    gallery.stop()
    assert rows(gallery.file, "color") == 200


def test_a_test_that_is_named_exists():
    line = next(line for line in blocks("CONTRIBUTING.md", "sh")[1].splitlines() if "pytest" in line)
    words = line.split()[1:]
    found = subprocess.run([sys.executable, *words, "--collect-only", "-q"], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


def test_a_home_server_is_installed_looked_after_and_moved(sandbox):
    """The whole of docs/HOME.md, from the first command to the last."""
    commands = blocks("docs/HOME.md", "sh")

    def having(words):
        found = [block for block in commands if words in block]
        assert len(found) == 1, words
        commands.remove(found[0])
        return found[0]

    data = sandbox.folder / "var/lib/aviary"
    service = re.search(r"^ExecStart=(.*)$", (ROOT / "Packaging/aviary.service").read_text(), re.MULTILINE).group(1)
    with free_port() as port:
        (sandbox.folder / "service.command").write_text(
            f"{sandbox.moved(service).removesuffix(' $AVIARY_OPTIONS')} --port {port}")
    sandbox.use_program()
    sandbox.run(having("install -m 755"))
    sandbox.run(having("git clone"))
    sandbox.run(having("aviary_0.1.0_amd64.deb"))
    assert (sandbox.folder / "usr/bin/aviary").exists()
    (sandbox.folder / "srv/pictures").mkdir()
    (sandbox.folder / "srv/pictures/one.png").write_bytes(png())
    sandbox.run(having("aviary import /srv"))
    assert rows(data / "gallery.sqlite", "photo") == 1
    token = having("sudo aviary token")
    assert f"http://127.0.0.1:{port}/?token={(data / 'token').read_text()}" == sandbox.run(token)
    sandbox.run(having("sudoedit"))
    assert f"http://127.0.0.1:{port}/?token=four-quiet-random-words\n" == sandbox.run(token)
    journal = (sandbox.folder / "journal").read_text()
    assert "aviary token" in journal and "token=" not in journal and "four-quiet" not in journal
    sandbox.run(having("ufw"))
    sandbox.run(having("mkcert"))
    assert (sandbox.folder / "etc/aviary/gallery.key").stat().st_mode & 0o777 == 0o600

    sandbox.run(having("--keep 30"))
    (copy,) = (sandbox.folder / "srv/backup/aviary").iterdir()
    assert rows(copy / "gallery.sqlite", "photo") == 1
    for words in ("--repair", "aviary check"):
        sandbox.run(having(words).replace("2026-11-28T031500Z", copy.name))
    with contextlib.closing(sqlite3.connect(data / "gallery.sqlite", timeout=60)) as connection, connection:
        connection.execute("DELETE FROM photo")
    shutil.rmtree(data / "photos/originals")
    sandbox.run(having("aviary restore").replace("2026-11-28T031500Z", copy.name))
    assert rows(data / "gallery.sqlite", "photo") == 1
    assert any(file.is_file() for file in (data / "photos/originals").rglob("*"))

    sandbox.run(having("aviary_NEW_amd64.deb"))
    assert len(list(copy.parent.iterdir())) == 2
    shutil.copy(copy / "gallery.sqlite", data / "gallery.before-NAME.sqlite")
    sandbox.run(having("gallery.before-NAME.sqlite"))
    assert rows(data / "gallery.sqlite", "photo") == 1
    # Tests/Packages has these.
    for words in ("podman", "install.sh", "apt purge"):
        having(words)
    having("aviary upstream install")
    away = having("root@other")
    sandbox.run(away.replace("root@other:/var/lib", "root@other:/srv/other"))
    assert rows(sandbox.folder / "srv/other/aviary/gallery.sqlite", "photo") == 1
    sandbox.run(having("chown -R"))
    assert not commands, "Every block was run"


def test_each_script_that_is_named_exists():
    calls = [word for document in DOCUMENTS for word in [*code_words(document), *"".join(blocks(document, "sh")).splitlines()]]
    scripts = {found for call in calls for found in re.findall(r"\bscripts/[\w.-]+", call)}
    assert scripts and not [script for script in scripts if not (ROOT / script).exists()]


def test_each_measurement_that_is_named_exists():
    groups = (ROOT / "Benchmarks/bench.py").read_text()
    words = {found for document in DOCUMENTS for word in code_words(document) for found in re.findall(r"scripts/bench ([a-z.]+)", word)}
    assert words and not [word for word in words - {"compare"} if f'"{word}' not in groups]


@contextlib.contextmanager
def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    yield port
