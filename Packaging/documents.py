#!/usr/bin/env python3
"""Writes the documents for people who use the gallery into one folder: Packaging/documents.py FOLDER

A link to another of these documents leads to it. Of a link to a file that is not among them, the text is left. There are no
pictures."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
DOCUMENTS = [
    "CHANGELOG.md", "SECURITY.md",
    *(f"docs/{name}.md" for name in ("GALLERY", "HOME", "LIMITS", "OPERATING", "PALETTES", "PHOTORAMA", "SCHEMA"))]
NAMES = {pathlib.Path(document).name for document in DOCUMENTS}


def link(found):
    text, target = found.groups()
    path, mark, part = target.partition("#")
    if "://" in target or not path:
        return found[0]
    name = pathlib.PurePath(path).name
    return f"[{text}]({name}{mark}{part})" if name in NAMES else text


def flat(text):
    """A document as it is beside all others."""
    text = re.sub(r"^(?:(?:!\[[^\]]*\]\([^)]*\)|<img [^>]*>) *)+\n+", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", link, text)


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for document in DOCUMENTS:
        source = ROOT / document
        target = folder / source.name
        target.write_text(flat(source.read_text()))
        target.chmod(0o644)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
