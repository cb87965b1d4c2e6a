"""The site and the board of `Examples/Beside`, behind one proxy, as the tests know them."""

import contextlib
import signal
import socket
import urllib.request

from gallery import PATIENCE, binary, eventually
from prefix_proxy import PrefixProxy
from todo import ToDo


class Beside(ToDo):
    """`Beside` in a directory of its own: `url` is that of the proxy."""

    program = "Beside"
    path = "/board/"

    @property
    def file(self):
        return self.directory / "board.sqlite"

    @property
    def url(self):
        return self.proxy.url

    def start(self):
        # Two ports, one behind the other.
        for _ in range(20):
            with contextlib.closing(socket.socket()) as one, contextlib.closing(socket.socket()) as other:
                one.bind(("127.0.0.1", 0))
                self.site = one.getsockname()[1]
                with contextlib.suppress(OSError):
                    other.bind(("127.0.0.1", self.site + 1))
                    break
        self.run(binary(self.program), str(self.site), cwd=self.directory)
        eventually(
            lambda: urllib.request.urlopen(f"http://127.0.0.1:{self.site}/", timeout=PATIENCE).close(), errors=(OSError,))
        self.proxy = PrefixProxy(self.port, "/board", is_removed=False, beside=self.site).__enter__()
        return self

    def stop(self):
        self.proxy.__exit__(None, None, None)
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def notices(self):
        return self.rows("SELECT author, text FROM notice ORDER BY id")
