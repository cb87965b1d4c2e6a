"""The chat of `Examples/Chat`, as the tests and the measurements know it."""

import contextlib
import sqlite3

from todo import ToDo


class Chat(ToDo):
    """`Chat` in a directory of its own."""

    program = "Chat"

    @property
    def file(self):
        return self.directory / "chat.sqlite"

    def add(self, *messages):
        """Adds messages from another program, in one commit: each is an author and a text."""
        with contextlib.closing(sqlite3.connect(self.file, timeout=30)) as db, db:
            db.executemany("INSERT INTO message (author, text, sent) VALUES (?, ?, datetime())", messages)
