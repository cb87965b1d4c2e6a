"""A line between a browser and a server that is slow, or that swallows messages. A browser's own throttling does not
affect WebSockets."""

import asyncio
import contextlib
import threading

CHUNK = 4096


class SlowLine:
    """Relays TCP to a port of this machine.

    delay: seconds that each byte is on its way, in either direction
    rate: bytes a second in either direction of one connection; as many as there are, when it is None

    `received` counts the bytes that the server has sent.
    """

    def __init__(self, port, delay=0.0, rate=None):
        self.target, self.delay, self.rate = port, delay, rate
        self.received = 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self.thread.start()
        self.port = self._run(self._start())
        return self

    def __exit__(self, *_):
        self._run(self._stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def swallow(self):
        """From now on nothing arrives, and nobody is told: as behind a router that has forgotten the connection."""
        self.swallow_answers()
        self.loop.call_soon_threadsafe(self.is_open[False].clear)

    def swallow_answers(self):
        """From now on the server hears all that is sent, and nothing of what it says arrives."""
        self.loop.call_soon_threadsafe(self.is_open[True].clear)

    def flow(self):
        """All that was held up arrives."""
        for way in self.is_open.values():
            self.loop.call_soon_threadsafe(way.set)

    def cut(self):
        """Ends all connections at once. New ones can be opened."""
        def cut():
            for task in self.relays:
                task.cancel()

        self.loop.call_soon_threadsafe(cut)

    def _run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    async def _start(self):
        # For requests and for answers.
        self.is_open = {False: asyncio.Event(), True: asyncio.Event()}
        for way in self.is_open.values():
            way.set()
        self.relays = set()
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def _stop(self):
        self.server.close()
        for task in self.relays:
            task.cancel()
        await asyncio.gather(*self.relays, return_exceptions=True)

    async def _accept(self, reader, writer):
        task = asyncio.current_task()
        self.relays.add(task)
        # A server that is down, a page that has left, or the end of the line.
        with contextlib.suppress(OSError, asyncio.CancelledError):
            upstream = await asyncio.open_connection("127.0.0.1", self.target)
            ways = [(reader, upstream[1], False), (upstream[0], writer, True)]
            await asyncio.gather(*(step for way in ways for step in self._relay(*way)))
        self.relays.discard(task)
        writer.close()

    def _relay(self, reader, writer, is_answer):
        """Reads ahead, so that many bytes are on their way at once."""
        under_way = asyncio.Queue()
        return self._read(reader, under_way, is_answer), self._send(under_way, writer, self.is_open[is_answer])

    async def _read(self, reader, under_way, is_answer):
        data = None
        while data != b"":
            try:
                data = await reader.read(CHUNK)
            except OSError:
                data = b""
            self.received += len(data) if is_answer else 0
            await under_way.put((self.loop.time() + self.delay, data))

    async def _send(self, under_way, writer, is_open):
        free = 0.0
        with contextlib.suppress(OSError):
            while True:
                due, data = await under_way.get()
                if self.rate:
                    free = max(free, due) + len(data) / self.rate
                    due = free
                await asyncio.sleep(max(0.0, due - self.loop.time()))
                await is_open.wait()
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        writer.close()
