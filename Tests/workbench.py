"""The page with every control, as the tests know it."""

import re
import subprocess

from gallery import Gallery, binary


class Workbench(Gallery):
    """`Workbench` on a store of tools."""

    path = "/"

    @property
    def file(self):
        return self.directory / "workbench.sqlite"

    def start(self):
        self.log = open(self.directory.parent / f"{self.directory.name}.log", "a+")
        self.process = subprocess.Popen(
            [binary("Workbench"), "--data", str(self.file), "--port", str(self.port)],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert "listening" in line, f"the workbench did not start: {line}{self.logged()}"
        self.port = int(re.search(r"\d+", line).group())
        return self

    def fill(self, *names):
        self.sql(*[("INSERT INTO tool (name) VALUES (?)", name) for name in names])

    def names(self):
        return dict(self.rows("SELECT id, name FROM tool ORDER BY id"))
