"""What all tests in Python share: the browser, a gallery that is served, tabs on it, and which cases a run takes."""

import collections
import os
import pathlib
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE / folder) for folder in ("Tests", "Tests/Browser", "Gallery/Tests", "Gallery/Tests/Rooms")]

from gallery import PATIENCE, Gallery  # noqa: E402
from tab import SIZES, Tab, browser_path  # noqa: E402


@pytest.fixture(scope="session")
def browser():
    """One for all files of a process, in which Playwright can be begun once."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path())
        yield browser
        browser.close()


@pytest.fixture
def gallery(request):
    """A gallery that is served, and empty; or what a file of tests has in its place, as `PROGRAM`.

    Page tests of a file have one server in turn where that can be, because a start takes longer than many a test."""
    kind = getattr(request.module, "PROGRAM", Gallery)
    is_shared = kind is Gallery and {"Browser", "Rooms"} & set(request.path.parts)
    if is_shared and not request.node.get_closest_marker("own_server"):
        yield request.getfixturevalue("shared_gallery")()
        return
    directory = request.getfixturevalue("tmp_path") / "data"
    directory.mkdir()
    gallery = kind(directory).start()
    yield gallery
    gallery.stop()


@pytest.fixture(scope="module")
def shared_gallery(tmp_path_factory):
    """Gives the tests of a file the same server, each with an empty store. Behind a test that has stopped it or started it
    anew there is another one."""
    galleries = []

    def shared_gallery():
        if not (galleries and galleries[-1].renew()):
            for gallery in galleries:
                gallery.stop()
            directory = tmp_path_factory.mktemp("gallery") / "data"
            directory.mkdir()
            galleries.append(Gallery(directory).start().keep("empty"))
        return galleries[-1]

    yield shared_gallery
    for gallery in galleries:
        gallery.stop()


@pytest.fixture
def open_tab(browser, gallery):
    """Opens tabs on the gallery; in the end none of them may have complained."""
    contexts, tabs = [], []

    def open_tab(size="phone", path=None, live=True, **options):
        options = {"reduced_motion": "reduce", **options}
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        tabs.append(Tab(context, gallery.url, path or gallery.path, live))
        return tabs[-1]

    yield open_tab
    complaints = [complaint for tab in tabs for complaint in tab.complaints]
    for context in contexts:
        context.close()
    assert complaints == []


def pytest_configure(config):
    # By itself Playwright gives up after five seconds, which a busy machine may need.
    expect.set_options(timeout=PATIENCE * 1000)
    config.addinivalue_line("markers", "own_server: has a server of its own, which has served no other test")
    config.addinivalue_line("markers", "each_engine: runs in each of the three engines, also outside of scripts/test --long")


def pytest_collection_modifyitems(config, items):
    """Takes each value of a matrix of pages once: one scheme for each size, one room for each engine. The engines take the
    tests of a file in turns, unless it is marked with `each_engine`. scripts/test --long takes all combinations, and has
    cases for tests that have none here."""
    if os.environ.get("AVIARY_LONG"):
        return
    without_cases = [item for item in items if "NOTSET" in item.name]
    config.hook.pytest_deselected(items=without_cases)
    items[:] = [item for item in items if item not in without_cases]
    files = collections.defaultdict(lambda: collections.defaultdict(list))
    for item in items:
        if hasattr(item, "callspec") and {"Browser", "Rooms"} & set(item.path.parts):
            files[item.parent.nodeid][item.originalname].append(item)
    left = set()
    for tests in files.values():
        for turn, cases in enumerate(tests.values()):
            kept = of_one_engine(cases, turn)
            left.update(case for case in cases if case not in kept)
            left.update(beside_the_diagonal(kept))
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Deals files out to processes. What waits for PostgreSQL needs little of a core, so all of that is one file: it runs
    beside the others from the beginning."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return "Tests/Reach" if nodeid.startswith("Tests/Reach/") else super()._split_scope(nodeid)

    return Scheduling(config, log)


def of_one_engine(cases, turn):
    """Returns the cases of a test in one engine, by turns. A test without engines, or with `each_engine`, keeps all cases."""
    engines = list(dict.fromkeys(case.callspec.params.get("running_browser") for case in cases))
    if cases[0].get_closest_marker("each_engine"):
        return cases
    return [case for case in cases if case.callspec.params.get("running_browser") == engines[-1 - turn % len(engines)]]


def beside_the_diagonal(cases):
    """Returns the cases of a test that the suite leaves out: the values of their matrix have different indices. A shorter
    list of values begins again at its end."""
    # Names that stand in one `parametrize` have their values together.
    together = [mark.args[0].replace(" ", "").split(",") for mark in cases[0].iter_markers("parametrize")]
    alone = [[name] for name in cases[0].callspec.params if name not in sum(together, [])]
    rows = [
        [repr([case.callspec.params[name] for name in names]) for names in together + alone] for case in cases]
    values = [list(dict.fromkeys(column)) for column in zip(*rows)]
    longest = max(values, key=len)
    diagonal = [[listed[index % len(listed)] for listed in values] for index in range(len(longest))]
    return [case for case, row in zip(cases, rows) if row not in diagonal]


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
