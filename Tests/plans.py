"""The outline of `Examples/Plans`, as the tests know it."""

from todo import ToDo


class Plans(ToDo):
    """`Plans` in a directory of its own."""

    program = "Plans"

    @property
    def file(self):
        return self.directory / "plans.sqlite"

    def fill(self):
        """House (Roof (Tiles, Gutter), Garden), Holiday (Train), and Taxes."""
        plans = [
            (1, None, 1, "House"), (2, 1, 1, "Roof"), (3, 2, 1, "Tiles"), (4, 2, 2, "Gutter"), (5, 1, 2, "Garden"),
            (6, None, 2, "Holiday"), (7, 6, 1, "Train"), (8, None, 3, "Taxes"),
        ]
        rows = ", ".join(f"({id}, {parent or 'NULL'}, {position}, '{title}')" for id, parent, position, title in plans)
        self.sql(f"INSERT INTO plan (id, parent, position, title) VALUES {rows}")
