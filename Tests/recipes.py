"""The recipe box of `Examples/Recipes`, as the tests know it."""

from todo import ToDo


class Recipes(ToDo):
    """`Recipes` in a directory of its own."""

    program = "Recipes"

    @property
    def file(self):
        return self.directory / "recipes" / "recipes.sqlite"

    def titles(self):
        return [title for title, in self.rows("SELECT title FROM recipe ORDER BY id")]
