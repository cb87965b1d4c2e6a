"""The options in the documents exist in the program, and each option of `aviary serve` is in a document."""

import pathlib
import re
import subprocess

import pytest

from gallery import binary

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOCUMENTS = [
    "README.md", "SECURITY.md", "docs/GALLERY.md", "docs/HOME.md", "docs/LIMITS.md", "docs/OPERATING.md",
    "docs/PALETTES.md", "docs/PHOTORAMA.md", "docs/SCHEMA.md",
    "Sources/AviaryPostgres/AviaryPostgres.docc/WhenOneMachineIsNotEnough.md"]
COMMANDS = [
    "serve", "import", "export", "backup", "restore", "check", "watch", "sample", "upstream install", "upstream status",
    "upstream remove", "licenses"]
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")

# Options of other programs that a document explains.
OTHERS = {"--static-swift-stdlib"}


def options(command):
    shown = subprocess.run([binary(), *command.split(), "--help"], capture_output=True, text=True, timeout=60, check=True)
    return set(OPTION.findall(shown.stdout))


def named(document):
    """The options in calls of the program, and in the words of the text that are options."""
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    words = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))
    calls = [line for block in blocks for line in block.splitlines()] + words
    found = [word for word in words if word.startswith("--")]
    for call in calls:
        found += re.findall(rf"\b(?:aviary (?:{'|'.join(COMMANDS)})\b|AVIARY_OPTIONS=).*", call)
    return {option for text in found for option in OPTION.findall(text)} - OTHERS


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_option_that_a_document_names_exists(document):
    assert named(document) <= set().union(*map(options, COMMANDS))


def test_each_option_of_the_server_is_in_a_document():
    assert options("serve") - {"--help", "--version"} <= set().union(*map(named, DOCUMENTS))


def test_the_page_about_a_home_server_names_options():
    assert {"--data", "--host", "--allow-host", "--proxy", "--tls-certificate", "--tls-key"} <= named("docs/HOME.md")
