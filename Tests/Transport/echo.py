"""Starts EchoServer and talks to it: over `websockets`, which others wrote, and over bare sockets."""

import os
import resource
import signal
import socket
import struct
import subprocess
import tempfile

from gallery import binary

PATIENCE = 10  # seconds until a test gives up on an event


class Echo:
    """A running server. Options are its flags: `ping=100` is `--ping 100`."""

    def __init__(self, files=None, **options):
        """With `files`, no more of them may be open in it."""
        self.host = options.get("host", "127.0.0.1")
        arguments = []
        for name, value in options.items():
            for each in value if isinstance(value, list) else [value]:
                arguments += ["--" + name.replace("_", "-"), *([] if each is True else [str(each)])]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [binary("EchoServer"), *arguments], stdout=subprocess.PIPE, stderr=self.log, text=True,
            preexec_fn=files and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))))
        self.said = self.process.stdout.readline().strip()
        if self.said.startswith("listening"):
            _, port, token = self.said.split()
            self.port, self.token = int(port), token

    @property
    def authority(self):
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self):
        return f"http://{self.authority}"

    @property
    def url(self):
        return f"ws://{self.authority}/live"

    def memory(self):
        """Resident bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024

    def logged(self):
        self.log.seek(0)
        return self.log.read()

    def worked(self):
        """Seconds of processor time."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)

    def connect(self, **options):
        return Peer(self, **options)

    def request(self, head, body=b""):
        """Sends one request, in full as given, and returns the answer to the end of the connection."""
        with self.connect() as peer:
            peer.send(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
            return peer.rest().decode()

    def get(self, path="/", **fields):
        return Answer(self.request(self.head("GET", path, **fields)))

    def post(self, path, body, **fields):
        fields.setdefault("content_type", "application/x-www-form-urlencoded")
        return Answer(self.request(self.head("POST", path, content_length=len(body), **fields), body.encode()))

    def head(self, method, path, **fields):
        fields = {"host": self.authority, "connection": "close", **fields}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items() if value is not None]
        return "\n".join([f"{method} {path} HTTP/1.1", *lines])

    def upgrade_head(self, path="/live", **fields):
        return self.head("GET", path, **{
            "connection": "Upgrade", "upgrade": "websocket", "sec_websocket_version": 13,
            "sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ==", "origin": self.origin, **fields})

    def upgrade(self, path="/live", **fields):
        return Answer(self.request(self.upgrade_head(path, **fields)))


class Answer:
    def __init__(self, text):
        head, _, self.body = text.partition("\r\n\r\n")
        first, *lines = head.split("\r\n")
        self.status = int(first.split()[1])
        self.fields = {}
        for line in lines:
            name, _, value = line.partition(": ")
            self.fields[name.lower()] = value


class Peer:
    """A bare connection, and the frames of a WebSocket on it."""

    def __init__(self, server, receive_buffer=None, tls=None, source=None):
        self.socket = socket.socket()
        if source:
            self.socket.bind((source, 0))
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", server.port))
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.server = server
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def read(self, count):
        while len(self.buffer) < count:
            data = self.socket.recv(65536)
            if not data:
                raise EOFError(self.buffer)
            self.buffer += data
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def read_head(self):
        while b"\r\n\r\n" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                raise EOFError(self.buffer)
            self.buffer += data
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        return head.decode()

    def rest(self):
        """All that comes until the server closes."""
        data, self.buffer = self.buffer, b""
        while part := self.socket.recv(65536):
            data += part
        return data

    def open(self, **fields):
        self.send(self.server.upgrade_head(**fields).replace("\n", "\r\n").encode() + b"\r\n\r\n")
        head = self.read_head()
        assert head.startswith("HTTP/1.1 101 "), head
        return self

    @staticmethod
    def frame(opcode, data=b"", fin=True, rsv=0, masked=True):
        length = len(data)
        first = (0x80 if fin else 0) | rsv << 4 | opcode
        second = 0x80 if masked else 0
        if length < 126:
            head = bytes([first, second | length])
        elif length < 65536:
            head = struct.pack("!BBH", first, second | 126, length)
        else:
            head = struct.pack("!BBQ", first, second | 127, length)
        if not masked:
            return head + data
        mask = b"\x01\x02\x03\x04"
        return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))

    def read_frame(self, whole=False):
        """Its opcode, or with `whole` its first byte, and its data."""
        first, second = self.read(2)
        length = second & 127
        if length == 126:
            (length,) = struct.unpack("!H", self.read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self.read(8))
        return first if whole else first & 15, self.read(length)

    def close_code(self):
        """The code of the close frame that comes next, other frames aside."""
        while True:
            opcode, data = self.read_frame()
            if opcode == 8:
                return struct.unpack("!H", data[:2])[0] if data else None
