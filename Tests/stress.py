"""Runs tests of pages under four times the usual load, for a time: scripts/test --stress 60m [PATTERN].

The files that were stressed least recently come first, also in the next run: `.build/stress/` remembers. Each test that
fails is appended to `.build/stress/failures.log`, with the end of what it said.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".build" / "stress"
STAMPS, LOG = FOLDER / "stamps.json", FOLDER / "failures.log"
# scripts/test runs pages in one process more than there are cores.
PROCESSES = 4 * ((os.cpu_count() or 1) + 1)


def seconds(text):
    found = re.fullmatch(r"(\d+)([smh]?)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time such as 90s, 60m or 2h")
    return int(found[1]) * {"s": 1, "": 1, "m": 60, "h": 3600}[found[2]]


def tests_of(pattern):
    """The files that have tests of a pattern, each with how many."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "Tests/Browser", "Gallery/Tests/Rooms", *(["-k", pattern] if pattern else [])]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    files = {}
    for line in listed.stdout.splitlines():
        if "::" in line:
            file = line.partition("::")[0]
            files[file] = files.get(file, 0) + 1
    if not files:
        sys.exit(listed.stdout[-2_000:] + listed.stderr[-2_000:] + f"\nNo test of pages is named like '{pattern}'.")
    return files


def run(files, pattern, until):
    """One round of files at once. Returns how many tests passed, and those that failed."""
    report = FOLDER / "round.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "--timeout", "900", "-n", str(min(PROCESSES, len(files))),
               "--dist", "loadfile", f"--junitxml={report}", *(["-k", pattern] if pattern else []), *files]
    try:
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, timeout=max(60, until - time.monotonic() + 900))
    except subprocess.TimeoutExpired:
        return 0, [("the round itself", f"did not end: {' '.join(files)}")]
    if not report.exists():
        return 0, [("the round itself", f"left no report: {' '.join(files)}")]
    passed, failed = 0, []
    for case in tree.parse(report).iter("testcase"):
        faults = case.findall("failure") + case.findall("error")
        if faults:
            failed.append((f"{case.get('classname')}.{case.get('name')}", (faults[0].text or "")[-1_500:]))
        else:
            passed += 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(prog="scripts/test --stress", description=__doc__)
    parser.add_argument("time", type=seconds, help="such as 60m")
    parser.add_argument("pattern", nargs="?", default="", help="tests whose name contains it, as pytest's -k")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    stamps = json.loads(STAMPS.read_text()) if STAMPS.exists() else {}
    files = tests_of(options.pattern)
    until = time.monotonic() + options.time
    passed, failed, rounds = 0, [], 0
    while not rounds or time.monotonic() < until:
        chosen = sorted(files, key=lambda file: stamps.get(file, 0))[:PROCESSES]
        more, faults = run(chosen, options.pattern, until)
        passed, failed, rounds = passed + more, failed + faults, rounds + 1
        stamps.update(dict.fromkeys(chosen, time.time()))
        STAMPS.write_text(json.dumps(stamps, indent=1))
        with LOG.open("a") as log:
            for name, said in faults:
                log.write(f"== {time.strftime('%Y-%m-%d %H:%M:%S')} {name}\n{said}\n")
        print(f"round {rounds}: {more} passed, {len(faults)} failed, {int(max(0, until - time.monotonic()))} s left", flush=True)
    for name, _ in failed:
        print(f"failed: {name}")
    oldest = min(stamps.get(file, 0) for file in files)
    print(f"All {len(files)} files have been stressed since {time.strftime('%Y-%m-%d %H:%M', time.localtime(oldest))}."
          if oldest else f"{sum(not stamps.get(file) for file in files)} of {len(files)} files have not been stressed yet.")
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(bool(failed))


main()
