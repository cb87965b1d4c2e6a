"""The size of the browser's code as received: the script of every page, that with the rest of the client, the parts for
fingers, and the largest module of a room."""

import gzip
import re
import urllib.request

from figure import Figure
from session import serving


def fetch(url):
    """The decompressed response."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})) as response:
        return response.read()


def size(scripts):
    return sum(map(len, scripts))


def measure():
    with serving() as gallery:
        pages = [
            gzip.decompress(fetch(gallery.url + path)).decode()
            for path in ("/", "/colors", "/palette", "/photos", "/photorama")]
        source, = re.findall(r'<script[^>]+src="([^"]+)"', pages[0])
        core, rest, extras = (fetch(gallery.url + source.replace("/aviary-", f"/{name}-")) for name in ("aviary", "rest", "extras"))
        modules = [
            [fetch(gallery.url + source) for source in re.findall(r'<link [^>]*href="([^"]+)" data-room>', page)]
            for page in pages]
    yield Figure("client.gzip_bytes", len(core), "bytes", at_most=24_000)
    yield Figure("client.all.gzip_bytes", len(core) + len(rest), "bytes", at_most=48_000)
    yield Figure("client.extras.gzip_bytes", len(extras), "bytes", at_most=6_000)
    yield Figure("client.module.gzip_bytes", max(map(size, modules)), "bytes", at_most=6_000)
