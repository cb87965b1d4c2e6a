"""The to-do list of `Examples/ToDo`, as the tests know it."""

import socket
import subprocess
import urllib.request

from gallery import PATIENCE, Gallery, binary, eventually


class ToDo(Gallery):
    """`ToDo` in a directory of its own."""

    path = "/"
    program = "ToDo"

    @property
    def file(self):
        return self.directory / "todo.sqlite"

    def start(self):
        if not self.port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                self.port = free.getsockname()[1]
        self.log = open(self.directory.parent / f"{self.directory.name}.log", "a+")
        self.process = subprocess.Popen(
            [binary(self.program), str(self.port)], cwd=self.directory, stdout=self.log, stderr=self.log)
        # What it prints stays in its buffer, as nobody reads it at a terminal.
        eventually(lambda: urllib.request.urlopen(self.url, timeout=PATIENCE).close(), errors=(OSError,))
        return self

    def titles(self):
        return [title for title, in self.rows("SELECT title FROM task ORDER BY id")]
