"""How large the browser's half is: every script response together, without comments, gzipped."""

import gzip
import re
import urllib.request

from figure import Figure
from session import serving


def without_comments(script):
    """Blank lines and the comments that stand on lines of their own, or between /* and */, are taken out."""
    script = re.sub(r"/\*.*?\*/", "", script, flags=re.DOTALL)
    lines = [line for line in script.splitlines() if line.strip() and not line.strip().startswith("//")]
    return "\n".join(lines)


def scripts_of(url):
    """The text of the page's scripts and of what they import."""
    seen, waiting = {}, re.findall(r'<script[^>]+src="([^"]+)"', fetch(url))
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen[path] = fetch(url + path)
        folder = path.rsplit("/", 1)[0]
        waiting += [f"{folder}/{name}" for name in re.findall(r'(?:from|import)\s*"\./([^"]+)"', seen[path])]
    return seen


def fetch(url):
    with urllib.request.urlopen(url) as response:
        return response.read().decode()


def measure():
    with serving() as gallery:
        scripts = scripts_of(gallery.url)
    stripped = "\n".join(without_comments(text) for text in scripts.values())
    yield Figure("client.gzip_bytes", len(gzip.compress(stripped.encode(), 9)), "bytes", at_most=10_000)
