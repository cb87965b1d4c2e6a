#!/usr/bin/env python3
"""Writes the name, version and license of each package that is linked into a built `aviary`, and then their texts.

    Packaging/licenses.py .build/release             what `aviary licenses` prints
    Packaging/licenses.py .build/release --debian    debian/copyright

The packages are those whose objects the linker was given. Their texts are the files LICENSE and NOTICE of their checkouts
and of the modules in them."""

import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[1]
TEXT = re.compile(r"(licen[cs]e|notice|copying)([.-].*)?", re.IGNORECASE)


def fail(sentence):
    sys.exit(f"{sys.argv[0]}: {sentence}")


def linked_modules(folder):
    """The names of all modules with an object in the program."""
    listed = pathlib.Path(folder) / "aviary.product/Objects.LinkFileList"
    if not listed.exists():
        fail(f"There is no {listed}. Build the gallery first.")
    return set(re.findall(r"/([^/]+)\.build/", listed.read_text()))


def sources(build):
    """The source files of a module, as the compiler was given them."""
    listed = build / "sources"
    if listed.exists():
        return [pathlib.Path(line.strip("'")) for line in listed.read_text().splitlines()]
    rules = [path.read_text().replace("\\\n", " ").split() for path in build.rglob("*.d")]
    return [pathlib.Path(rule[1]) for rule in rules if len(rule) > 1]


def texts(*folders):
    """The texts of licenses and notices right in these folders."""
    found = []
    for folder in folders:
        for path in sorted(folder.iterdir()):
            if path.is_file() and TEXT.fullmatch(path.name):
                found.append((path.name, path.read_text().rstrip()))
    return found


def kind(text):
    """The short name of a license, by phrases that only this license has."""
    flat = " ".join(text.split())
    if "Apache License" in flat and "Version 2.0" in flat:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in flat else "Apache-2.0"
    if "Permission is hereby granted, free of charge, to any person obtaining a copy" in flat:
        return "MIT"
    fail(f"No license that is known here: {flat[:120]}… Add it to `kind`.")


def packages(folder):
    """(name, version, texts) of each linked package, of Swift itself, and of ICU, which is in Swift's Foundation."""
    scratch = pathlib.Path(folder).resolve().parents[1]
    scratch = pathlib.Path(folder).resolve().parents[1]
    checkouts, state = scratch / "checkouts", json.loads((scratch / "workspace-state.json").read_text())
    versions = {each["subpath"]: each["state"]["checkoutState"]["version"] for each in state["object"]["dependencies"]}
    folders = collections.defaultdict(set)
    for module in linked_modules(folder):
        files = sources(pathlib.Path(folder) / f"{module}.build")
        if not files:
            fail(f"The sources of the module {module} are not found.")
        for file in files:
            if file.is_relative_to(checkouts):
                name = file.relative_to(checkouts).parts[0]
                # A license in the folder of a module holds for what others have written.
                folders[name] |= {each for each in file.parents if each.is_relative_to(checkouts / name)}
            elif not file.is_relative_to(ROOT) and not file.is_relative_to(scratch):
                fail(f"{file} is in no package.")
    found = []
    for name in folders:
        shown = texts(*sorted(folders[name]))
        if not shown:
            fail(f"{checkouts / name} has no license.")
        found.append((name, versions[name], shown))
    program = (pathlib.Path(folder) / "aviary").read_bytes()
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[1]
    found.append((
        "Swift", re.search(r"Swift version ([\d.]+)", swift)[1], texts(toolchain / "share/swift")))
    icu = re.search(rb"icudt(\d+)", program)
    if icu:
        found.append(("ICU", icu[1].decode(), [("copyright", unicode_license())]))
    return sorted(found, key=lambda package: package[0].lower())


def unicode_license():
    """The license of ICU, as Debian has it: a toolchain comes without."""
    for path in sorted(pathlib.Path("/usr/share/doc").glob("libicu[0-9]*/copyright")):
        stanza = re.search(r"^Copyright: (.*Unicode, Inc\.)\nLicense: MIT\n((?: .*\n)+)", path.read_text(), re.MULTILINE)
        if stanza:
            body = "\n".join(line[1:] if line != " ." else "" for line in stanza[2].splitlines())
            return f"{stanza[1]}\n\n{body}".rstrip()
    fail("The license of ICU is in the package libicu of Debian, which is not here.")


def table(found):
    rows = [("aviary", version(), kind((ROOT / "LICENSE").read_text()))]
    rows += [(name, number, kind(shown[0][1])) for name, number, shown in found]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "".join(f"{name:{widths[0]}}  {number:{widths[1]}}  {license}\n" for name, number, license in rows)


def version():
    return re.search(r'static let current = "(.*)"', (ROOT / "Gallery/Sources/aviary/Version.swift").read_text())[1]


def all_texts(found):
    """Each text once, below the names of its packages."""
    owners, bodies = {}, {}
    for name, _, shown in [("aviary", "", texts(ROOT)), *found]:
        for file, text in shown:
            flat = " ".join(text.split())
            owners.setdefault(flat, []).append(f"{name} ({file})")
            bodies.setdefault(flat, text)
    return [(names, bodies[flat]) for flat, names in owners.items()]


def headed(names, text):
    return f"{'-' * 80}\n{textwrap.fill(', '.join(names), 80, break_on_hyphens=False)}\n\n{text}\n"


def printed(found):
    """The table, an empty line, and the texts."""
    parts = [table(found)]
    for names, text in all_texts(found):
        parts.append(headed(names, text))
    return "\n".join(parts)


def debian(found):
    """The same for Debian, which has the text of Apache's license in one place."""
    parts = [
        "This is Aviary, a gallery for colors and photographs. The program contains these packages:\n",
        table(found),
    ]
    for names, text in all_texts(found):
        apache = re.search(r"\s*Apache License\s+Version 2\.0.*?END OF TERMS AND CONDITIONS", text, re.DOTALL)
        if apache:
            text = "The Apache License, version 2.0, is in /usr/share/common-licenses/Apache-2.0." \
                + text[apache.end():].partition("limitations under the License.")[2]
        parts.append(headed(names, text.rstrip()))
    return "\n".join(parts)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    linked = packages(sys.argv[1])
    sys.stdout.write(debian(linked) if "--debian" in sys.argv else printed(linked))
