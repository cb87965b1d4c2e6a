"""A PostgreSQL server for tests, with what others may do to it."""

import contextlib
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from gallery import PATIENCE, eventually

# A node's role has only the rights of every application.
ROLE = "app"
ADMIN = "postgres"


def programs():
    """Debian keeps those of each version in a folder of their own."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    found = shutil.which("initdb")
    if found and not folders:
        folders.append(pathlib.Path(found).resolve().parent)
    assert folders, "no PostgreSQL server; run scripts/setup"
    return folders[-1]


def free_port(host="127.0.0.1"):
    with socket.socket() as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


class Postgres:
    """A server of its own in a temporary folder. As root it runs as the user postgres, since it refuses to run as root."""

    def __init__(self, hosts=("127.0.0.1",), is_durable=False, settings=()):
        """
        hosts: the addresses to listen on. The first is that of `url`.
        is_durable: whether the server survives a power cut. The tests kill only the program.
        """
        self.host, self.port = hosts[0], free_port()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="aviary-pg-"))
        self.user = None
        if os.geteuid() == 0:
            self.user = "postgres"
            owner = pwd.getpwnam(self.user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.data = self.folder / "data"
        self.bin = programs()
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", ADMIN, "--no-sync", "--encoding=UTF8", "--locale=C")
        lines = [
            f"port = {self.port}", f"listen_addresses = '{','.join(hosts)}'", f"unix_socket_directories = '{self.folder}'",
            "max_connections = 200", "shared_buffers = 256MB", "max_wal_size = 4GB",
            f"fsync = {'on' if is_durable else 'off'}", *settings]
        self._append("postgresql.conf", lines)
        self._append("pg_hba.conf", ["host all all 10.0.0.0/8 trust"])
        self.start()
        try:
            self.sql(f"CREATE ROLE {ROLE} LOGIN CREATEROLE")
        except BaseException:
            self.close()
            raise

    def _append(self, name, lines):
        with open(self.data / name, "a") as file:
            file.write("\n".join(lines) + "\n")

    def _run(self, program, *arguments, **options):
        options.setdefault("check", True)
        options.setdefault("stderr", subprocess.STDOUT)
        return subprocess.run(
            [self.bin / program, *map(str, arguments)], user=self.user, extra_groups=[] if self.user else None,
            cwd=self.folder, stdout=subprocess.PIPE, text=True, **options)

    # What happens to it.

    def start(self):
        """Starts it, as soon as what a killed one has left is gone."""
        eventually(
            lambda: self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", PATIENCE, "start"),
            errors=(subprocess.CalledProcessError,))
        return self

    def is_running(self):
        return self._run("pg_ctl", "-D", self.data, "status", check=False).returncode == 0

    def stop(self, mode="fast"):
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop", check=False)

    def kill(self):
        """Kills it with all its processes, as a machine that goes down does."""
        process = int((self.data / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True).stdout
        for pid in (process, *map(int, listed.split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while pathlib.Path(f"/proc/{process}").exists() and time.monotonic() < deadline:
            time.sleep(0.01)

    def restart(self):
        self.stop()
        self.start()

    def copy_data(self, to):
        """Keeps the files as they are, while it is stopped."""
        shutil.rmtree(to, ignore_errors=True)
        subprocess.run(["cp", "-a", self.data, to], check=True)

    def put_back(self, kept):
        """Has the files as they were, as a failover to an older state has."""
        shutil.rmtree(self.data)
        subprocess.run(["cp", "-a", kept, self.data], check=True)

    def close(self):
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # What is in it.

    def create(self, name):
        """A new database, which the role may change."""
        self.sql(f"CREATE DATABASE {name} OWNER {ROLE}")
        self.sql(f"GRANT ALL ON SCHEMA public TO {ROLE}", database=name)
        return Base(self, name)

    def sql(self, *statements, database="postgres", role=ADMIN):
        """Runs statements, each by itself, and returns the rows of the last as lists of texts."""
        commands = [part for statement in statements for part in ("-c", statement)]
        result = self._run(
            "psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-F", "\x1f", "-h", self.folder, "-p", self.port, "-U", role,
            "-d", database, *commands, check=False, stderr=subprocess.PIPE)
        assert result.returncode == 0, result.stderr
        return [line.split("\x1f") for line in result.stdout.split("\n")[:-1]]

    def log(self):
        return (self.folder / "log").read_text()


class Base:
    """One database of a server."""

    def __init__(self, server, name):
        self.server, self.name = server, name

    def url(self, host=None):
        return f"postgres://{ROLE}@{host or self.server.host}:{self.server.port}/{self.name}"

    def sql(self, *statements, role=ADMIN):
        return self.server.sql(*statements, database=self.name, role=role)

    def value(self, statement, role=ADMIN):
        return self.sql(statement, role=role)[0][0]

    def rows(self, table, columns):
        """All rows of a table in the order of the first column, as SQLite's Python would have them."""
        names = ", ".join(f'"{column}"' for column in columns)
        text = self.value(
            f'SELECT coalesce(json_agg(json_build_array({names}) ORDER BY "{columns[0]}"), \'[]\') FROM "{table}"')
        return [tuple(row) for row in json.loads(text)]

    def pgbench(self, script, *options, role=ADMIN):
        """Starts the program that writes again and again what a script says. It ends when it is told to, or done."""
        path = self.server.folder / f"{abs(hash(script))}.sql"
        path.write_text(script)
        path.chmod(0o644)
        return subprocess.Popen(
            [self.server.bin / "pgbench", "-n", "-M", "prepared", "-f", path, "-h", self.server.folder, "-p",
             str(self.server.port), "-U", role, *map(str, options), self.name],
            user=self.server.user, extra_groups=[] if self.server.user else None, cwd=self.server.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
