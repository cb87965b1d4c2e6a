"""The reading list of `docs/FIRST-APP.md`, `Examples/Outside`, as the tests know it."""

from todo import ToDo


class Books(ToDo):
    """`Books` in a directory of its own."""

    program = "Books"

    @property
    def file(self):
        return self.directory / "books.sqlite"

    def titles(self):
        return [title for title, in self.rows("SELECT title FROM book ORDER BY id")]
