"""The server of sections and of endless lists, as the tests and the measurements know it."""

import re
import subprocess

from gallery import PATIENCE, binary


class Shelves:
    """`ShelfServer`: it stores nothing, and each tab has shelves of its own."""

    port = 0

    def start(self, edition="1", language="en"):
        """Pages of another edition have another version. Beside English there are a few words of German, "de". Pages in
        Arabic, "ar", have English texts, and are read from right to left."""
        command = [binary("ShelfServer"), str(self.port), edition, language]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = re.search(r"http://\S+?(?=/?$)", self.process.stdout.readline().strip()).group(0)
        self.port = int(self.url.rsplit(":", 1)[1])
        return self

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
