"""Windows that send drawn packets to a gallery, many at once, and leave between any two of them or within one."""

import asyncio
import contextlib
import random
import re
import struct

from drawn_packets import DrawnPacket
from gallery import PATIENCE

PATHS = [
    "/", "/colors", "/colors", "/palette", "/palette", "/photos", "/photos/albums", "/photos/trash", "/photos/album/1",
    "/photos/photo/1", "/photorama", "/photorama/photo/1"]
TEXT, CONTINUATION, CLOSE, PING = 1, 0, 8, 9
ITEM = re.compile(rb'\["(\d+)",\d')
COPY = re.compile(rb'\["copy",(\d+),')
SHEET = re.compile(rb'\["present","(sheet\d+)","(sheet|alert)"')


def attack(port, seed, connections, most, sent, answered):
    """Sends about that many packets; a process of its own.

    Two shared numbers of all who attack: `sent` counts the packets, `answered` those of windows that were told at last that
    everything was read.
    """
    async def run():
        windows = [Window(port, f"{seed} {number}", sent, answered) for number in range(connections)]
        await asyncio.gather(*(window.live(most) for window in windows))
    asyncio.run(run())


class Window:
    """A hostile window, again and again anew."""

    def __init__(self, port, seed, sent, answered):
        self.port, self.seed, self.sent, self.answered = port, seed, sent, answered
        self.chance = random.Random(seed)
        self.draw = DrawnPacket(self.chance)

    async def live(self, most):
        while self.sent.value < most:
            # A server that is full or ends a connection does what it may.
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                await asyncio.wait_for(self.visit(), 4 * PATIENCE)

    async def visit(self):
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        hearing, self.packets, self.pong = None, 0, asyncio.Event()
        try:
            self.writer.write(
                f"GET /live HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\norigin: http://127.0.0.1:{self.port}\r\n"
                "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
                "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            # Some read nothing at all of what they are told.
            if self.chance.random() < 0.9:
                hearing = asyncio.create_task(self.hear(reader))
            path = self.chance.choice(PATHS)
            # A few names for many windows: they end each other's connections, and take over each other's scenes.
            tab, before = (f"{self.chance.choice([self.seed, 'all'])}-{self.chance.randrange(20)}".replace(" ", "-") for _ in "ab")
            await self.send(self.draw.hello(path, tab, before))
            for _ in range(self.draw.skewed(200)):
                await self.send(self.draw.packet())
                if self.chance.random() < 0.2:
                    await asyncio.sleep(0)
            await self.leave(hearing)
        finally:
            if hearing:
                hearing.cancel()
            self.writer.transport.abort()

    async def hear(self, reader):
        """Learns identifiers and names of sheets, and answers those who copy or ask something."""
        with contextlib.suppress(OSError, EOFError):
            while data := await reader.read(1 << 16):
                if b'["pong"]' in data:
                    self.pong.set()
                self.draw.items = (self.draw.items + [item.decode() for item in ITEM.findall(data)])[-400:]
                for name, kind in SHEET.findall(data):
                    self.draw.sheets = (self.draw.sheets + [name.decode()])[-8:]
                    if kind == b"alert":
                        answer = self.chance.choice(["null", "0"])
                        self.writer.write(self.framed(TEXT, f'[["dismissed","{name.decode()}",{answer},{self.draw.count()}]]'.encode()))
                for number in COPY.findall(data):
                    self.writer.write(self.framed(TEXT, b'[["copied",%s,%s]]' % (number, self.chance.choice([b"true", b"false"]))))

    async def send(self, packet):
        data = packet if isinstance(packet, bytes) else packet.encode("utf-8", "replace")
        with self.sent.get_lock():
            self.sent.value += 1
        self.packets += 1
        if len(data) > 1 and self.chance.random() < 0.05:
            cut = self.chance.randrange(1, len(data))
            data = self.framed(TEXT, data[:cut], fin=0) + self.framed(CONTINUATION, data[cut:])
        else:
            data = self.framed(TEXT, data)
        kind = self.chance.randrange(1_000)
        if kind < 4:
            self.writer.write(data[:self.chance.randrange(len(data))])
            raise EOFError("it leaves within a frame")
        if kind < 10:
            data += self.framed(PING, b"x" * self.chance.randrange(125))
        self.writer.write(data)
        await self.writer.drain()

    async def leave(self, hearing):
        kind = self.chance.randrange(4)
        if kind == 0:
            self.writer.write(self.framed(CLOSE, self.chance.choice([b"", struct.pack("!H", 1000)])))
            await self.writer.drain()
        elif kind == 1 and self.writer.can_write_eof():
            self.writer.write_eof()
            await asyncio.sleep(0.01)
        elif kind == 2 and hearing:
            self.writer.write(self.framed(TEXT, b'[["ping"]]'))
            # A hostile window is not entitled to a quick answer.
            told = asyncio.create_task(self.pong.wait())
            await asyncio.wait([hearing, told], timeout=3, return_when=asyncio.FIRST_COMPLETED)
            told.cancel()
            if self.pong.is_set():
                with self.answered.get_lock():
                    self.answered.value += self.packets

    def framed(self, opcode, data, fin=0x80):
        """A mask of zeros changes nothing."""
        length = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data) & 0xFFFF)
        return bytes([fin | opcode]) + length + bytes(4) + data[:0xFFFF]
