"""A gallery and a browser for a measurement."""

import contextlib
import importlib.util
import pathlib
import tempfile

from playwright.sync_api import sync_playwright

from gallery import Gallery

TESTS = pathlib.Path(__file__).resolve().parents[1] / "Tests"
spec = importlib.util.spec_from_file_location("browser_conftest", TESTS / "Browser" / "conftest.py")
browser_conftest = importlib.util.module_from_spec(spec)
spec.loader.exec_module(browser_conftest)
Tab, SIZES = browser_conftest.Tab, browser_conftest.SIZES


@contextlib.contextmanager
def serving(colors=0):
    with tempfile.TemporaryDirectory() as folder:
        gallery = Gallery(pathlib.Path(folder) / "data")
        if colors:
            gallery.sample(colors)
        gallery.directory.mkdir(exist_ok=True)
        gallery.start()
        try:
            yield gallery
        finally:
            gallery.stop()


@contextlib.contextmanager
def browsing(gallery, size="phone"):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_conftest.browser_path())
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height})
        yield Tab(context, gallery.url)
        browser.close()


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]
