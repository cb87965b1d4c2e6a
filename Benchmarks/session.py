"""A gallery, a browser and the state of a process, for a measurement."""

import contextlib
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile

from playwright.sync_api import sync_playwright

from gallery import Gallery
from tab import SIZES, Tab, browser_path

@contextlib.contextmanager
def serving(colors=0, *options, swatches=0):
    with tempfile.TemporaryDirectory() as folder:
        gallery = Gallery(pathlib.Path(folder) / "data", "--no-supervisor", *options)
        if colors:
            gallery.sample(colors)
        if swatches:
            gallery.sample(swatches, "swatches")
        gallery.directory.mkdir(exist_ok=True)
        gallery.start()
        try:
            yield gallery
        finally:
            gallery.stop()


@contextlib.contextmanager
def browser_window(size="phone"):
    """A running browser with an empty page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        width, height = SIZES[size]
        yield browser.new_context(viewport={"width": width, "height": height})
        browser.close()


@contextlib.contextmanager
def browsing(gallery, size="phone"):
    with browser_window(size) as context:
        yield Tab(context, gallery.url)


def allow_many_connections(count=8192):
    """Raises the limit of open files here and in the servers that are started from here, because a thousand windows
    need a thousand files on either side. Returns the number of files that may be open."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count:
        with contextlib.suppress(ValueError):  # Who is not root stays within the limit.
            resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))
            return count
    enough = count if most == resource.RLIM_INFINITY else min(most, count)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
    return enough


def memory(process):
    """The private memory of a process, in bytes; on a Mac, all its resident memory."""
    rollup = pathlib.Path(f"/proc/{process.pid}/smaps_rollup")
    if rollup.exists():
        return 1024 * sum(int(size) for size in re.findall(r"^Private_\w+: +(\d+)", rollup.read_text(), re.MULTILINE))
    return 1024 * int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(process.pid)]))


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


median = statistics.median


def wire_bytes(frames):
    """The size of frames on the wire. The header has 2 bytes for a payload up to 125 bytes, 4 up to 65,535, and 10
    beyond. Frames from the browser have 4 more for the mask."""
    def weight(direction, payload):
        size = len(payload.encode() if isinstance(payload, str) else payload)
        return size + (2 if size < 126 else 4 if size < 65536 else 10) + (4 if direction == "out" else 0)

    return sum(weight(*frame) for frame in frames)
