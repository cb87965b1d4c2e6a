"""The page with every control, as the tests know it."""

from gallery import Gallery, binary


class Workbench(Gallery):
    """`Workbench` on a store of tools."""

    path = "/"

    @property
    def file(self):
        return self.directory / "workbench.sqlite"

    def start(self):
        return self.run(binary("Workbench"), "--data", str(self.file), "--port", str(self.port))

    def fill(self, *names):
        self.sql(*[("INSERT INTO tool (name) VALUES (?)", name) for name in names])

    def names(self):
        return dict(self.rows("SELECT id, name FROM tool ORDER BY id"))
