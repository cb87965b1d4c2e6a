"""The dashboard of `Examples/Dashboard`, as the tests know it."""

import contextlib
import sqlite3

from gallery import ROOT
from todo import ToDo


class Dashboard(ToDo):
    """`Dashboard` in a directory of its own, over a shop with 1,000 purchases."""

    program = "Dashboard"

    @property
    def file(self):
        return self.directory / "shop.sqlite"

    def start(self):
        if not self.file.exists():
            with contextlib.closing(sqlite3.connect(self.file)) as shop:
                shop.executescript((ROOT / "Examples/Dashboard/shop.sql").read_text())
        return super().start()
