import collections
import pathlib
import sys

import pytest
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "Browser")]

from gallery import Gallery  # noqa: E402
from tab import browser_path  # noqa: E402


@pytest.fixture(scope="session")
def browser():
    """One for all files of a process, in which Playwright can be begun once."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        yield browser
        browser.close()


@pytest.fixture
def gallery(tmp_path, request):
    """A gallery that is served, and empty; or what a file of tests has in its place, as `PROGRAM`."""
    directory = tmp_path / "data"
    directory.mkdir()
    gallery = getattr(request.module, "PROGRAM", Gallery)(directory).start()
    yield gallery
    gallery.stop()


def pytest_terminal_summary(terminalreporter):
    """Prints the seconds of each file of tests, set-up included; the slowest file first."""
    seconds, counts = collections.Counter(), collections.Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid.partition("::")[0]] += report.duration
                counts[report.nodeid.partition("::")[0]] += report.when == "call"
    if len(seconds) > 1:
        terminalreporter.section("seconds of each file")
        for file, duration in seconds.most_common():
            terminalreporter.write_line(f"{duration:7.1f} s {counts[file]:4} tests  {file}")
