"""A window without a browser: a bare socket with the wire protocol, for loads of a thousand windows and more."""

import json
import secrets
import select
import socket
import struct
import sys
import time

PHONE = [0, 0, 390, 728]  # The visible rect of the Colors room on a screen of 390 by 844.
PATIENCE = 30  # seconds
PING, PONG, TEXT = 9, 10, 1
STAMPS = 35  # SO_TIMESTAMPNS of Linux, which Python does not name. Each read then reports when its bytes arrived.


class Window:
    def __init__(self, gallery, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if sys.platform == "linux":
            self.socket.setsockopt(socket.SOL_SOCKET, STAMPS, 1)
        self.socket.settimeout(PATIENCE)
        # As in browsers, a second packet does not wait for the acknowledgement of the first one.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect(("127.0.0.1", gallery.port))
        self.buffer = bytearray()
        self.arrived = 0.0
        self.number = 0
        self._upgrade(gallery)

    def _upgrade(self, gallery):
        fields = {
            "Host": gallery.url.removeprefix("http://"), "Origin": gallery.url, "Connection": "Upgrade",
            "Upgrade": "websocket", "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        lines = ["GET /live HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self.buffer:
            self._receive()
        head, _, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101 "), head
        self.buffer = bytearray(rest)

    # The messages of a page.

    def hello(self, rect=PHONE, path="/colors"):
        self.send(["hello", path, {"grid": rect}, secrets.token_hex(8), ""])
        return self

    def action(self, name, **fields):
        """A message that requests an action."""
        self.number += 1
        return ["do", self.number, name, fields, None]

    def send(self, *messages):
        self._send(TEXT, json.dumps(messages).encode())

    def _send(self, opcode, data):
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | len(data)) if len(data) < 126 else struct.pack(
            "!BBH", 0x80 | opcode, 0x80 | 126, len(data))
        self.socket.sendall(head + bytes(4) + data)  # A mask of zeros changes nothing.

    # The messages to a page.

    def read(self):
        """The next frame as text. Afterwards `arrived` is the time at which its last byte reached the socket, in
        seconds since 1970. On Linux it is the kernel's time, however late the frame is read."""
        while True:
            frame = self._take()
            if frame is None:
                self._receive()
            elif frame[0] == PING:
                self._send(PONG, frame[1])
            elif frame[0] == TEXT:
                return frame[1].decode()

    def ping(self):
        """Pings the server. Returns the duration in seconds."""
        start = time.time()
        self._send(PING, b"")
        while (frame := self._take()) is None or frame[0] != PONG:
            if frame is None:
                self._receive()
        return self.arrived - start

    def drain(self):
        """Reads the frames that have arrived, without waiting for more. Answers pings."""
        for _ in self.frames():
            pass

    def frames(self):
        """Yields the frames that have arrived as text, without waiting for more. Answers pings."""
        poll = select.poll()
        poll.register(self.socket, select.POLLIN)
        while poll.poll(0):
            self._receive()
            while frame := self._take():
                if frame[0] == PING:
                    self._send(PONG, frame[1])
                elif frame[0] == TEXT:
                    yield frame[1].decode()

    def _receive(self):
        data, notes, _, _ = self.socket.recvmsg(1 << 16, socket.CMSG_SPACE(16))
        if not data:
            raise EOFError("the server has closed the window")
        self.buffer += data
        self.arrived = time.time()
        for level, kind, note in notes:
            if (level, kind) == (socket.SOL_SOCKET, STAMPS):
                seconds, nanoseconds = struct.unpack("qq", note[:16])
                self.arrived = seconds + nanoseconds / 1e9

    def _take(self):
        """The first complete frame of the received bytes, as opcode and payload, if any."""
        if len(self.buffer) < 2:
            return None
        length, start = self.buffer[1] & 127, 2
        if length >= 126:
            kind, start = ("!H", 4) if length == 126 else ("!Q", 10)
            if len(self.buffer) < start:
                return None
            length, = struct.unpack(kind, self.buffer[2:start])
        if len(self.buffer) < start + length:
            return None
        frame = self.buffer[0] & 15, bytes(self.buffer[start:start + length])
        del self.buffer[:start + length]
        return frame

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
