"""Measures another revision and this one in turns, and prints what became better or worse.

A machine's speed changes from minute to minute. So the two builds take turns in one run, and each figure is the median
of its pairs. Each build is measured by its own `Benchmarks`, since the wire between client and server may differ.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
MARGIN = 0.05


def checkout(revision):
    """Builds a revision in a folder that is kept for the next comparison."""
    commit = subprocess.check_output(["git", "rev-parse", "--short", f"{revision}^{{commit}}"], cwd=ROOT, text=True).strip()
    folder = ROOT / f".build-compare-{commit}"
    if not folder.exists():
        subprocess.run(["git", "clone", "--quiet", "--no-checkout", ROOT, folder], check=True)
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=folder, check=True)
        shutil.copytree(ROOT / ".venv", folder / ".venv", symlinks=True)
    manifest = (folder / "Package.swift").read_text()
    for program in (name for name in ("aviary", "AviaryBench", "ShelfServer") if f'"{name}"' in manifest):
        subprocess.run(["swift", "build", "-c", "release", "--product", program], cwd=folder, check=True, stdout=sys.stderr)
    return folder


def measured(folder, group):
    command = [ROOT / ".venv/bin/python", folder / "Benchmarks/bench.py", *([group] if group else []), "--json"]
    lines = subprocess.check_output(command, text=True).splitlines()
    return {figure["name"]: figure for figure in map(json.loads, lines) if figure["peer"] is None}


def verdict(change, more_is_better):
    if abs(change - 1) <= MARGIN:
        return "same"
    return "better" if (change > 1) == more_is_better else "worse"


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench compare", description=__doc__)
    parser.add_argument("revision", help="what to compare with, for instance the last release")
    parser.add_argument("group", nargs="?", help="all groups when it is left out")
    parser.add_argument("--pairs", type=int, default=7)
    arguments = parser.parse_args()
    other = checkout(arguments.revision)
    runs = []
    for pair in range(arguments.pairs):
        print(f"Pair {pair + 1} of {arguments.pairs} …", file=sys.stderr)
        # The second build of a pair finds warm caches, so the builds swap places in every other pair.
        sides = [("before", other), ("now", ROOT)]
        runs.append({side: measured(folder, arguments.group) for side, folder in sides[:: -1 if pair % 2 else 1]})
    print(f"{'':<42}{'before':>15}{'now':>15}{'now / before':>15}")
    for name in runs[0]["now"]:
        now = statistics.median(run["now"][name]["value"] for run in runs)
        if any(name not in run["before"] for run in runs):
            print(f"{name:<42}{'':>15}{now:>15,.2f}")
            continue
        before = statistics.median(run["before"][name]["value"] for run in runs)
        change = now / before if before else 1 if now == before else float("inf")
        print(f"{name:<42}{before:>15,.2f}{now:>15,.2f}{change:>15,.2f}  {verdict(change, runs[0]['now'][name]['more_is_better'])}")


if __name__ == "__main__":
    main()
