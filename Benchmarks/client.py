"""How large the browser's half is: every script that a page is sent, gzipped."""

import gzip
import re
import urllib.request

from figure import Figure
from session import serving


def fetch(url):
    with urllib.request.urlopen(url) as response:
        return response.read()


def measure():
    with serving() as gallery:
        sources = re.findall(r'<script[^>]+src="([^"]+)"', fetch(gallery.url).decode())
        scripts = b"".join(fetch(gallery.url + source) for source in sources)
    yield Figure("client.gzip_bytes", len(gzip.compress(scripts, 9)), "bytes", at_most=20_000)
