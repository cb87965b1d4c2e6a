"""The page with every control, as the tests know it."""

from gallery import Gallery, binary


class Workbench(Gallery):
    """`Workbench` on a store of tools."""

    path = "/"
    edition = "1"
    more = ()

    @property
    def file(self):
        return self.directory / "workbench.sqlite"

    def start(self):
        return self.run(binary("Workbench"), "--data", str(self.file), "--port", str(self.port), "--edition", self.edition, *self.more)

    def upgrade(self):
        """Starts again as another edition, whose pages have another version."""
        self.stop()
        self.edition += "1"
        return self.start()

    def fill(self, *names):
        self.sql(*[("INSERT INTO tool (name) VALUES (?)", name) for name in names])

    def names(self):
        return dict(self.rows("SELECT id, name FROM tool ORDER BY id"))
