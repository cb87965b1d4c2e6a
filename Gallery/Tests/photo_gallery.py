"""A gallery with photographs, and pictures to put into it."""

import base64
import contextlib
import pathlib
import shutil
import sqlite3
import subprocess

from gallery import STORES, Gallery, binary
from pictures import chunk, png

SHAPES = [(60, 40), (40, 60), (80, 40), (48, 48), (60, 45)]


def picture(number):
    """One of many, each another."""
    return png(*SHAPES[number % len(SHAPES)], seed=number)


def shared(number):
    """A picture as it is shared: without the text that is in the file."""
    text = chunk(b"tEXt", b"Comment\0seed %d" % number)
    assert text in picture(number)
    return picture(number).replace(text, b"")


def file(name, number=0, body=None):
    """As Playwright takes a file that is chosen."""
    return {"name": name, "mimeType": "image/png", "buffer": picture(number) if body is None else body}


def thumbnail(side, digest):
    """The address of a small picture, for a digest as the store has it."""
    short = base64.urlsafe_b64encode(bytes.fromhex(digest)).rstrip(b"=").decode()
    return f"/photos/thumbnail/{side}/{short}"


class Photos(Gallery):
    path = "/photos"
    table = "photo"

    def import_pictures(self, names):
        """Puts a picture under each of these names into the gallery, which is served. The first test has the program import
        them into a directory that is kept."""
        kept = pathlib.Path(STORES.name) / f"{len(names)} pictures from {names[0]} to {names[-1]}"
        if not kept.exists():
            folder = self.directory.parent / "pictures"
            folder.mkdir()
            for number, name in enumerate(names):
                (folder / name).write_bytes(picture(number))
            subprocess.run([binary(), "import", str(folder), "--data", str(kept)], check=True, capture_output=True)
        shutil.copytree(kept / "photos", self.directory / "photos", dirs_exist_ok=True)
        with contextlib.closing(sqlite3.connect(kept / "gallery.sqlite")) as source:
            self.put_in_place(source)
        # They come in the order of their names.
        return self.ids_by_name()

    def ids_by_name(self):
        return {name: str(id) for id, name in self.rows("SELECT id, name FROM photo")}

    def shown(self):
        """The names of all photographs that are not in the trash, in the order that people gave them."""
        return [name for name, in self.rows("SELECT name FROM photo WHERE trashedAt IS NULL ORDER BY position, id")]

    def trashed(self):
        return [name for name, in self.rows("SELECT name FROM photo WHERE trashedAt IS NOT NULL ORDER BY id")]

    def originals(self):
        folder = self.directory / "photos" / "originals"
        return [path for path in folder.rglob("*") if path.is_file() and len(path.parent.name) == 2]
