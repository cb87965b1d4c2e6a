"""The documents, and the commands in them."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
    *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md"))]
ARTICLES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "Sources").glob("*/*.docc/*.md"))

FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def text(document):
    return (ROOT / document).read_text()


def prose(document):
    """The text without blocks of code."""
    return FENCED.sub("", text(document))


def blocks(document, language):
    """The blocks of code in a language, in their order."""
    return [code for kind, code in FENCED.findall(text(document)) if kind == language]


def code_words(document):
    """The words and phrases that are set as code within sentences."""
    return re.findall(r"`([^`\n]+)`", prose(document))
