"""One word means one thing: declarations use some words only where CONTRIBUTING.md gives them their meaning."""

import re

import pytest

from documents import ROOT, text

FORMS = {
    "follow": "follow follows followed follower followers following",
    "hold": "hold holds held holder holders holding",
    "lead": "lead leads led",
    "tell": "tell tells told telling",
    # As a noun it may stand anywhere.
    "rest": "rests rested resting"}
ROWS = dict(re.findall(r"^\| (\w+) \| .* \| (.*) \|$", text("CONTRIBUTING.md").split("\n## Style\n")[1], re.MULTILINE))
SWIFT = re.compile(r"\b(?:func|var|let|case|actor|class|enum|protocol|struct|typealias) +(\w+)")
CLIENT = re.compile(
    r"\b(?:const|let|function|class) +(\w+)|^ +(?:static |async |get |set )*#?(\w+)(?=\([^;]*\) \{$| = |;$)", re.MULTILINE)
FILES = [
    *((file, SWIFT) for folder in ("Sources", "Gallery/Sources") for file in sorted((ROOT / folder).rglob("*.swift"))),
    *((file, CLIENT) for file in sorted((ROOT / "Sources/AviaryServer/Client").rglob("*.js")))]


def code(file):
    """The text of a file without comments and without what is in quotation marks."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', '""', file.read_text(), flags=re.DOTALL)


def declared():
    """Each file with the names that it declares."""
    for file, declaration in FILES:
        for found in declaration.findall(code(file)):
            yield file.relative_to(ROOT).as_posix(), found if isinstance(found, str) else found[0] or found[1]


NAMES = list(declared())


def words(name):
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+", name)}


@pytest.mark.parametrize("word", FORMS)
def test_a_word_is_declared_only_where_it_has_its_meaning(word):
    places = tuple(re.findall("`(.+?)`", ROWS[word]))
    assert all((ROOT / place).exists() for place in places)
    found = [(file, name) for file, name in NAMES if words(name) & set(FORMS[word].split())]
    assert [each for each in found if not each[0].startswith(places)] == []
    assert {place for place in places if not any(file.startswith(place) for file, _ in found)} == set()
