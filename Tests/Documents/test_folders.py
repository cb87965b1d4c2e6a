"""A folder is a border: inside a module, folders know each other in one direction only."""

import collections
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DESIGN = (ROOT / "docs/DESIGN.md").read_text()
MODULES = [*(ROOT / "Sources").iterdir(), ROOT / "Gallery/Sources/aviary"]
DECLARATION = re.compile(
    r"^(?:@\S+ +)*(?:(?:public|package|internal|fileprivate|private|open|final|indirect|nonisolated) +)*"
    r"(?:actor|class|enum|protocol|struct|typealias) +(\w+)", re.MULTILINE)


def code(file):
    """The text of a file without comments and without what is in quotation marks. A file that is guarded as a whole is
    indented."""
    text = re.sub(r"//.*", "", file.read_text())
    if text.startswith("#if"):
        text = re.sub(r"^ {4}", "", text, flags=re.MULTILINE)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def known(module):
    """For each folder, and each file beside the folders, those that it names a type of."""
    files = {file: code(file) for file in module.rglob("*.swift")}
    place = {file: file.relative_to(module).parts[0] for file in files}
    types = {}
    for file, text in files.items():
        for name in DECLARATION.findall(text):
            types.setdefault(name, place[file])
    graph = collections.defaultdict(set)
    for file, text in files.items():
        words = set(re.findall(r"\b[A-Z]\w*", text))
        graph[place[file]] |= {types[word] for word in words & types.keys()} - {place[file]}
    return graph


def reached(graph, start):
    found, waiting = set(), [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


@pytest.mark.parametrize("module", sorted(str(path.relative_to(ROOT)) for path in MODULES if any(path.glob("*/*.swift"))))
def test_folders_of_a_module_know_each_other_in_one_direction(module):
    graph = known(ROOT / module)
    around = {place: reached(graph, place) for place in list(graph)}
    # Files beside the folders are one level, and may know each other.
    circles = [
        (one, other) for one in around for other in around[one]
        if one < other and one in around[other] and not (one.endswith(".swift") and other.endswith(".swift"))]
    assert circles == []


def table(heading):
    """The folders of a module as DESIGN lists them, from bottom to top."""
    section = re.search(rf"^### {heading}\n(.*?)(?=^##)", DESIGN, re.MULTILINE | re.DOTALL)[1]
    rows = re.search(r"^\| folder \|.*\n\|[-|]+\n((?:\|.*\n)+)", section, re.MULTILINE)[1]
    return re.findall(r"^\| `([^`]+)` \|", rows, re.MULTILINE)


@pytest.mark.parametrize("module", ["AviaryResults", "AviaryViews", "AviaryServer", "aviary"])
def test_a_folder_knows_those_before_it_in_the_design(module):
    path, = (path for path in MODULES if path.name == module)
    graph, order = known(path), table(module)
    folders = {folder.name for folder in path.iterdir() if any(folder.rglob("*.swift"))}
    assert folders == {place for place in order if not place.endswith(".swift")}
    above = [(one, other) for one in order for other in graph[one] & set(order) if order.index(other) >= order.index(one)]
    assert above == []


def test_every_file_of_the_pages_is_in_the_program():
    """`GalleryPages.c` has the bytes of each file of `Gallery/Pages`, and its header declares them."""
    folder = ROOT / "Gallery/Sources/GalleryPages"
    code, header = (folder / "GalleryPages.c").read_text(), (folder / "include/GalleryPages.h").read_text()
    embedded = re.findall(r'#embed "../../Pages/([^"]+)"\n\};\nEMBED\((\w+)\)', code)
    files = {str(path.relative_to(ROOT / "Gallery/Pages")) for path in (ROOT / "Gallery/Pages").rglob("*") if path.is_file()}
    # The drawing of the two icons beside it, and the program that draws the samples.
    assert {path for path, _ in embedded} == files - {"App/Icons/icon.svg", "Photos/Samples/draw.py"}
    assert sorted(name for _, name in embedded) == sorted(re.findall(r"^EMBEDDED_FILE\((\w+)\)", header, re.MULTILINE))
