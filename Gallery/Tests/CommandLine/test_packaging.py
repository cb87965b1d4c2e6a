"""What scripts/package puts into packages, as far as it needs no package. Tests/Packages has the rest, for long runs."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from gallery import ROOT, binary

PACKAGING = ROOT / "Packaging"


def output(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60, check=True).stdout


def test_the_program_names_each_package_that_is_linked_into_it():
    linked = output(sys.executable, PACKAGING / "licenses.py", pathlib.Path(binary()).parent).partition("\n\n")[0]
    names = [line.split()[0] for line in linked.splitlines()]
    assert {"aviary", "GRDB.swift", "swift-nio", "Swift"} <= set(names)
    # A program for packages has ICU besides.
    said = output(binary(), "licenses")
    assert [line.split()[0] for line in said.splitlines() if line.split()[0] in names] == names
    texts = output(binary(), "licenses", "--texts")
    assert texts.startswith(said) and "The SwiftNIO Project" in texts
    # Long lists of names are wrapped.
    words = " ".join(texts.split())
    assert all(f"{name} (" in words for name in names)


def test_the_manual_page_has_each_command_and_option():
    page = output(sys.executable, PACKAGING / "manual.py", binary()).replace("\\-", "-")
    for command in ("serve", "import", "export", "token", "watch", "sample", "licenses", "upstream install"):
        assert f"\n.SS aviary {command}\n" in page
    assert all(option in page for option in ("--data", "--tls-certificate", "--version", "127.0.0.1", "EXIT STATUS", "~/.local/share/aviary"))


def test_the_documents_of_a_package_lead_to_each_other(tmp_path):
    output(sys.executable, PACKAGING / "documents.py", tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"HOME.md", "OPERATING.md", "SCHEMA.md", "CHANGELOG.md"} <= names
    for path in tmp_path.iterdir():
        links = [target for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()) if "://" not in target]
        assert not [target for target in links if target not in names], path.name
        assert "<img" not in path.read_text() and "![" not in path.read_text()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_the_service_may_do_little():
    # In tenths.
    output("systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=25", PACKAGING / "aviary.service")


@pytest.mark.parametrize("script", ["install.sh", "postinst", "postrm", "prerm"])
def test_the_scripts_of_a_package_are_for_any_shell(script):
    assert (PACKAGING / script).read_text().startswith("#!/bin/sh\n")
    output("sh", "-n", PACKAGING / script)
