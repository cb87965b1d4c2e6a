"""The sentences of a room are in its words files and storyboards only."""

import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
GALLERY = ROOT / "Gallery/Sources/aviary"
PAGES = ROOT / "Gallery/Pages"
# The folders that show pages, and the words that they share.
ROOMS = sorted({path.name for path in PAGES.iterdir()} - {"App", "Commands"} | {"Hints", "Text"})

# A call that shows text to a person, with the text in it.
SHOWN = re.compile(
    r'(?:\b(?:say|announce|offer|NotFound|MenuItem|Alert|Choice|NavigationLink|NameListWords)\((?:\w+: )?'
    r'|\bhistory\.write\(\s*|\b(?:title|message|saying): |\.counted\()"(?!")')
# A text of several words, the first with a capital letter or a number in front: a sentence, or the title of something.
PROSE = re.compile(r'"(?:[A-Z][a-z]+|\\\([^"]*?\)) [a-z][^"]*"')
COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
# Texts of several words that no person reads.
OTHERS = re.compile(r"\b(?:sql:|SQL\(|joins|rows:|Logger|logger|restoration|rawValue)")

# Files with foreign texts: generated photos, the embedded service, and the names of licenses.
OTHER_WORDS = {
    "EmbeddedPhoto.swift", "EmbeddedEndpoint.swift", "EmbeddedEndpoint+Downloads.swift", "FlickrAnswer.swift",
}


def sources(room):
    for path in sorted((GALLERY / room).rglob("*.swift")):
        if "Words" not in path.name and path.name not in OTHER_WORDS:
            yield path


def sentences(text):
    text = COMMENT.sub("", text)
    lines = [line for line in text.splitlines() if PROSE.search(line) and not OTHERS.search(line)]
    return lines + [text[match.start():match.start() + 80] for match in SHOWN.finditer(text)]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_its_words_in_one_place(room):
    found = {path.name: sentences(path.read_text()) for path in sources(room)}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("script", ["Palette/palette.js", "Palette/Contrast/matrix.js", "Photos/photos.js",
                                    "Photos/Detail/viewer.js", "Photorama/photorama.js"])
def test_the_script_of_a_room_takes_its_words_from_the_page(script):
    text = re.sub(r"/\*.*?\*/|//.*", "", (PAGES / script).read_text(), flags=re.DOTALL)
    assert re.findall(r'["`](?:[A-Z][a-z]+)[ ,][^"`]*["`]', text) == []


def test_the_script_and_the_room_call_pasted_text_the_same():
    words, page = GALLERY / "Palette/PaletteWords+Exchange.swift", PAGES / "Palette/PaletteView.html"
    [name] = re.findall(r'pastedPalette = "(.*)"', words.read_text())
    assert f'data-say-pasted="{name}"' in page.read_text()


def test_a_sentence_in_a_controller_is_found():
    assert sentences('page.say("Moved")') and sentences('throw NotFound(\n"x")'.replace("\n", ""))
    assert sentences('let text = "\\(count) of them were left"') and sentences('page["a"] = "No photos yet."')
    assert sentences('header["count"] = count.counted("photo")')
    assert not sentences('page.show("/photos")\n// "No photos yet."\nMenuItem(PhotosWords.open, action: "open")')


# A sentence that is handed to a page, and a text between the tags of one.
SAID = re.compile(r'(?:\b(?:sentence|refusal|saying): |\b(?:say|announce|NotFound)\(\s*)"[A-Z]|>[A-Z][a-z]+(?: [^<>"\\]*)?</')


def said(text):
    return [text[match.start():match.start() + 80] for match in SAID.finditer(COMMENT.sub("", text))]


@pytest.mark.parametrize("folder", ["AviaryViews", "AviaryServer/Addresses", "AviaryServer/App",
                                    "AviaryServer/Controllers", "AviaryServer/Files", "AviaryServer/Pages",
                                    "AviaryServer/Scenes", "AviaryServer/Security", "AviaryServer/Storyboards",
                                    "AviaryServer/Transport"])
def test_what_the_server_says_stands_in_its_words(folder):
    sources = [path for path in (ROOT / "Sources" / folder).rglob("*.swift") if "Words" not in path.name]
    assert sources
    found = {path.name: said(path.read_text()) for path in sources}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_sentence_of_the_server_is_found():
    assert said('.failed(number, sentence: "It was closed.")') and said('throw NotFound("It is gone.")')
    assert said('<a href=\\"/\\">Go to the start</a>') and said("<button>Open</button>")
    assert not said('.failed(number, sentence: words.isClosed)\n/// say("Moved")') and not said("<h1>\\(title)</h1>")
