"""Links, files and figures that the documents name."""

import re
import sys

import pytest

from documents import ARTICLES, DOCUMENTS, ROOT, code_words, prose, text

sys.path.append(str(ROOT / "Benchmarks"))
import peers  # noqa: E402

# Only a path with a folder is surely one of ours: `window.js` may be a file of an example.
PATH = re.compile(r"(?:Sources|Gallery|Tests|Benchmarks|Examples|docs|scripts)/[\w./+-]*\w")


def files():
    return {str(path.relative_to(ROOT)) for folder in ("Sources", "Gallery", "Tests", "Benchmarks", "Examples", "docs", "scripts")
            for path in (ROOT / folder).rglob("*")}


@pytest.mark.parametrize("document", DOCUMENTS + ARTICLES)
def test_each_path_that_is_named_exists(document):
    """A path is that of a file here, or of a file in the package of an example."""
    known = files()
    named = {path for word in code_words(document) for path in PATH.findall(word) if word.startswith(path)}
    assert not [path for path in named if not any(f"/{file}".endswith(f"/{path}") for file in known)]


def test_each_file_of_the_design_is_where_the_design_says():
    """The way of a commit and of a tap: a file is named with the end of its path below Sources."""
    known = files()
    words = {word for word in code_words("docs/DESIGN.md") if re.fullmatch(r"[\w/+]+\.(swift|js|html)", word)}
    assert len(words) > 50
    assert not [word for word in words if not any(f"/{path}".endswith(f"/{word}") for path in known)]


def test_each_module_is_in_the_design_and_the_readme():
    modules = {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()}
    assert not [module for module in modules if module not in text("docs/DESIGN.md")]
    manifest = (ROOT / "Package.swift").read_text()
    libraries = re.findall(r'\.library\(name: "(\w+)"', manifest)
    assert libraries and not [library for library in libraries if f"| `{library}` |" not in text("README.md")]


def test_each_article_that_links_are_made_to_exists():
    for article in ARTICLES:
        folder = (ROOT / article).parent
        for name in re.findall(r"<doc:(\w+)>", text(article)):
            assert (folder / f"{name}.md").exists(), f"{article}: {name}"


def test_no_document_but_an_article_has_links_for_docc_alone():
    assert not [document for document in DOCUMENTS if "<doc:" in text(document)]


def test_the_table_of_the_readme_has_the_lines_that_the_benchmark_prints():
    """The figures are those of one run and one machine. The lines and columns are those of `scripts/bench peers`."""
    for title, lines in peers.TABLES.items():
        heading = " | ".join([title, "Aviary", *(peers.HEADINGS[peer] for peer in lines[""])])
        assert f"| {heading} |" in text("README.md")
        for name, words in lines.items():
            assert not name or f"\n| {words} | " in text("README.md"), words


def test_the_changelog_speaks_of_what_is():
    assert not re.search(r"until now|used to|no longer", text("CHANGELOG.md"), re.IGNORECASE)


def test_the_readme_is_short():
    assert len(prose("README.md").split()) < 1_300
