"""Sends files as a browser does, and cuts the connection where a test wants it cut."""

import random
import socket

from echo import Answer


def generated(count, seed=1):
    """Bytes that repeat nowhere near, so that a part in the wrong place is noticed."""
    return random.Random(seed).randbytes(count)


class Visitor:
    """One browser: with a cookie, or the token, or neither."""

    def __init__(self, echo, **fields):
        self.echo, self.fields = echo, fields

    def ask(self, method, path, body=b"", **fields):
        return Answer(self.echo.request(self.head(method, path, len(body), **fields), body))

    def head(self, method, path, length, **fields):
        return self.echo.head(method, path, **{"content_length": length, "origin": self.echo.origin, **self.fields, **fields})

    def begin(self, length, body=b"", name="a.bin", **fields):
        return self.ask("POST", "/uploads/files", body, **{
            "upload_length": length, "upload_complete": "?1" if len(body) == length else "?0",
            "content_type": "image/png", "content_disposition": f"attachment; filename*=UTF-8''{name}", **fields})

    def go_on(self, address, offset, body, **fields):
        return self.ask("PATCH", address, body, **{
            "upload_offset": offset, "content_type": "application/partial-upload", **fields})

    def offset(self, address):
        answer = self.ask("HEAD", address)
        assert answer.status == 204, answer.status
        return int(answer.fields["upload-offset"])

    def open_part(self, address, offset, length):
        """A connection on which a part of `length` bytes is begun."""
        peer = self.echo.connect()
        head = self.head("PATCH", address, length, upload_offset=offset, content_type="application/partial-upload")
        peer.send(head.replace("\n", "\r\n").encode() + b"\r\n\r\n")
        return peer

    def send_some(self, address, offset, body, count):
        """Begins to send the rest, and loses the connection after `count` bytes."""
        with self.open_part(address, offset, len(body) - offset) as peer:
            peer.send(body[offset:offset + count])
            peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # With a reset.


def staged(folder):
    """The bytes of each file that is on its way."""
    return [path.read_bytes() for path in sorted(folder.glob("*.part"))]
