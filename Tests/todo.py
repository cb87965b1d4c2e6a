"""The to-do list of `Examples/ToDo`, as the tests know it."""

from gallery import Gallery, binary


class ToDo(Gallery):
    """`ToDo` in a directory of its own."""

    path = "/"
    program = "ToDo"

    @property
    def file(self):
        return self.directory / "todo.sqlite"

    def start(self):
        return self.run(binary(self.program), str(self.port), cwd=self.directory)

    def titles(self):
        return [title for title, in self.rows("SELECT title FROM task ORDER BY id")]
