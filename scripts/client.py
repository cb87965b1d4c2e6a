"""Joins the client's modules into one script in the order of their imports. Shortens the script and the modules that
are loaded later, and compresses them in the form in which browsers get them."""

import pathlib
import re
import sys

import minify
import zopfli.gzip

SERVER = pathlib.Path(__file__).resolve().parents[1] / "Sources/AviaryServer"
FOLDER = SERVER / "Client"
IMPORT = re.compile(r'^import (?:\{[\w,\s]+\} from )?"\./([\w./]+)";\n', re.MULTILINE)


def modules(path, seen):
    """The sources of a module and of its imports, each once, imported modules first."""
    if path in seen:
        return []
    seen.add(path)
    source = path.read_text()
    own = re.sub(r"^export (?!default)", "", IMPORT.sub("", source), flags=re.MULTILINE)
    assert not re.search(r"^import\b", own, re.MULTILINE), f"{path} imports in a way that cannot be joined"
    return [text for needed in IMPORT.findall(source) for text in modules(path.parent / needed, seen)] + [own]


def joined():
    seen = set()
    source = "\n".join(modules(FOLDER / "aviary.js", seen))
    assert seen == set(FOLDER.glob("*.js")), "a module is imported by nobody"
    # Inside a function, the names of modules are private, so that they can be shortened.
    return minify.string("application/javascript", f"(() => {{{source}}})()") + "\n"


made = {"aviary": joined()}
# The modules that a page loads only when it needs them.
for part in sorted(FOLDER.glob("later/*.js")):
    made[part.stem] = minify.string("application/javascript", "\n".join(modules(part, set()))) + "\n"
for name, script in made.items():
    # A thirtieth smaller than the result of zlib, for some seconds of work.
    file = zopfli.gzip.compress(script.encode(), numiterations=60)
    served = SERVER / f"Pages/{name}.min.js.gz"
    if sys.argv[1:] != ["--check"]:
        served.write_bytes(file)
    elif not served.exists() or served.read_bytes() != file:
        sys.exit("The client's modules have changed since scripts/client was run. Run it, and commit what it makes.")
