"""The documentation as a folder of pages that opens without a server: each of its links is followed."""

import functools
import html.parser
import pathlib
import shutil
import sys
import urllib.parse

import pytest

from documents import DOCUMENTS, ROOT

sys.path.append(str(ROOT / "scripts"))
import site_of_documents  # noqa: E402


class Links(html.parser.HTMLParser):
    """The links of a page, and the places in it that a link may lead to."""

    def __init__(self, file):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.links += [attributes[name] for name in ("href", "src") if name in attributes]
        self.places.add(attributes.get("id"))
        assert tag != "script"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The documents, with the libraries if scripts/docs has made their archives."""
    folder = tmp_path_factory.mktemp("site")
    archives = ROOT / ".build/docs/archives"
    if archives.exists():
        (folder / "archives").symlink_to(archives)
    site_of_documents.Site(folder).make()
    return folder


def pages(site):
    return [site / "index.html", *(site / "documents").rglob("*.html"), *(site / "libraries").rglob("*.html")]


def test_every_link_leads_somewhere(site):
    page = functools.cache(Links)
    faults = []
    for file in pages(site):
        for link in page(file).links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("http", "https"):
                continue
            assert not parts.scheme and not parts.path.startswith("/"), f"{file}: {link} needs a server"
            target = file if not parts.path else file.parent / urllib.parse.unquote(parts.path)
            if not target.is_file():
                faults.append(f"{file.relative_to(site)}: {link}")
            elif parts.fragment and urllib.parse.unquote(parts.fragment) not in page(pathlib.Path(target).resolve()).places:
                faults.append(f"{file.relative_to(site)}: {link} has no such place")
    assert not faults


def test_every_page_is_reached_from_the_first(site):
    reached, waiting = set(), [site / "index.html"]
    while waiting:
        file = waiting.pop().resolve()
        if file in reached or file.suffix != ".html":
            continue
        reached.add(file)
        for link in Links(file).links:
            parts = urllib.parse.urlsplit(link)
            if not parts.scheme and parts.path:
                waiting.append(file.parent / urllib.parse.unquote(parts.path))
    assert not {file.resolve() for file in pages(site)} - reached


def test_every_document_is_on_the_start_page():
    assert sorted(site_of_documents.DOCUMENTS) == sorted(DOCUMENTS)


def test_a_browser_opens_it_from_the_disk(site, browser):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.get_by_role("link", name="What Aviary cannot do").click()
    assert page.get_by_role("heading", level=1).inner_text() == "What Aviary cannot do"
    assert page.evaluate("getComputedStyle(document.querySelector('main')).display") == "block"
    page.get_by_role("navigation").get_by_role("link", name="Aviary").click()
    page.get_by_role("link", name="What Aviary is, and why").click()
    assert page.locator("img").first.evaluate("image => image.naturalWidth") > 1000, "the moving picture"
    page.close()


def test_a_link_that_leads_nowhere_is_an_error(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    (tmp_path / "docs/LIMITS.md").write_text("# Limits\n\n[here](NOWHERE.md)\n")
    monkeypatch.setattr(site_of_documents, "ROOT", tmp_path)
    with pytest.raises(AssertionError, match="leads nowhere"):
        site_of_documents.Site(tmp_path / "site").document("docs/LIMITS.md")
