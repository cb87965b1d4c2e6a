"""A reverse proxy that has a server at a path, such as /gallery."""

import asyncio
import contextlib
import re

from slow_line import SlowLine


class PrefixProxy(SlowLine):
    """Passes requests on whose path begins with the prefix, with the prefix or without it. It answers all others with 404,
    or passes them on to the port `beside`. It says in a header that they come from `user`, whom it has signed in.

    `missing` has the paths that were answered with 404."""

    def __init__(self, port, prefix, is_removed, beside=None, user=None):
        super().__init__(port)
        self.beside, self.user = beside, user
        self.prefix, self.is_removed = prefix, is_removed
        self.missing = []

    async def _accept(self, reader, writer):
        task = asyncio.current_task()
        self.relays.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError, asyncio.IncompleteReadError):
            line, fields = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n", 1)
            method, path, version = line.decode().split(" ")
            if not path.startswith(f"{self.prefix}/") and self.beside:
                await self._pass_on(method, path, version, fields, reader, writer, self.beside)
            elif not path.startswith(f"{self.prefix}/"):
                self.missing.append(path)
                writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            else:
                await self._pass_on(method, path, version, fields, reader, writer, self.target)
        self.relays.discard(task)
        writer.close()

    async def _pass_on(self, method, path, version, fields, reader, writer, port):
        inside = path.removeprefix(self.prefix) if self.is_removed else path
        # One request for each connection, so that its bytes need no reading.
        if b"upgrade: websocket" not in fields.lower():
            fields = b"Connection: close\r\n" + re.sub(rb"(?im)^connection:.*\r\n", b"", fields)
        if self.user:
            fields = f"X-Forwarded-User: {self.user}\r\n".encode() + fields
        server_reader, server = await asyncio.open_connection("127.0.0.1", port)
        server.write(f"{method} {inside} {version}\r\n".encode() + fields)
        await asyncio.gather(*self._relay(reader, server, False), self._answer(path, server_reader, writer))

    async def _answer(self, path, server_reader, writer):
        status = await server_reader.readline()
        if b" 404 " in status:
            self.missing.append(path)
        writer.write(status)
        await asyncio.gather(*self._relay(server_reader, writer, True))
