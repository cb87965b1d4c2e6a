"""What scripts/package puts into packages, as far as it needs no package. Tests/Packages has the rest, for long runs."""

import pathlib
import subprocess
import sys

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
    assert texts.startswith(said) and all(f"{name} (" in texts for name in names) and "The SwiftNIO Project" in texts
