"""The declaration of the wire: what is made of it is there, the golden packets fit it, and its mistakes are named."""

import importlib.machinery
import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load():
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("wire", str(ROOT / "scripts/wire"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("wire", loader))
    loader.exec_module(module)
    return module


wire = load()
text = wire.DECLARATION.read_text()
declared = wire.Wire(text)
sides = {"scene": declared.scene, "browser": declared.browser}


def golden(side):
    names = ["scene", "splices"] if side == "scene" else ["browser"]
    for name in names:
        for example in json.loads((ROOT / f"Tests/Golden/wire/{name}.json").read_text()):
            yield from json.loads(example["packet"])


def test_what_is_made_of_the_declaration_is_committed():
    subprocess.run([ROOT / "scripts/wire", "--check"], check=True)


@pytest.mark.parametrize("side", sides)
def test_the_golden_packets_fit_the_declaration(side):
    messages = {message.name: message for message in sides[side]}
    seen = set()
    for name, *parts in golden(side):
        message = messages[name]
        seen.add(name)
        fields = message.fields
        assert len(message.required) <= len(parts), name
        assert len(parts) <= len(fields) or fields[-1].rest, name
        for field, part in zip(fields, parts):
            if part is None:
                assert field.nullable or field.optional or field.codec == "value", (name, field.name)
            elif field.codec == "flag":
                assert isinstance(part, bool), (name, field.name)
            elif field.codec in ("string", "choice", "address"):
                assert isinstance(part, str), (name, field.name)
            elif field.codec == "integer":
                assert isinstance(part, int), (name, field.name)
    assert seen == messages.keys(), "every message has an example"


@pytest.mark.parametrize("old, new, mistake", [
    ('type = "geometry" }', 'type = "nowhere" }', "geometry of reload: there is no type nowhere"),
    ('name = "geometry"', 'name = "name"', "name of reload: every message has its own name, so no field is called so"),
    ('name = "geometry"', 'name = "7"', "reload: 7 is no name"),
    ('name = "geometry"', 'name = "count"', "reload has two fields of one name"),
    ('type = "geometry" }', 'type = "geometry", optional = true }', "reload: an optional field stands in front of one that is not"),
    ('type = "geometry" }', 'type = "geometry", rest = true }', "reload: only the last field takes the rest"),
    ('type = "geometry" }', 'type = "geometry", nullable = true, optional = true }', "geometry of reload is one of nullable, optional and rest"),
    ('type = "geometry" }', 'type = "geometry", color = 1 }', "reload has color, which means nothing"),
    ('means = "Tells all', f'means = "{"Tells all " * 13}', "reload needs a sentence of at most 25 words"),
    ("[scene.reload]\nmeans", "[scene.reload]\nwhat", "reload has what, which means nothing"),
    ('type = "rect" }', 'type = "string" }', None),
    ('type = "fields"', 'type = "string"', "no field has the type fields"),
])
def test_a_mistake_in_the_declaration_is_named(old, new, mistake):
    changed = text.replace(old, new)
    assert changed != text
    if mistake is None:
        wire.Wire(changed)
        return
    with pytest.raises(wire.Mistake, match=f"^{re.escape(mistake)}$"):
        wire.Wire(changed)


def test_the_sentences_of_the_document_are_short():
    text = re.sub(r"```.*?```", "", (ROOT / "docs/WIRE.md").read_text(), flags=re.DOTALL)
    blocks = [cell for line in text.split("\n") if not line.startswith("#") for cell in line.strip("| ").split(" | ")]
    sentences = [sentence for block in blocks for sentence in re.split(r"(?<=[.?!])[*)]*\s+", re.sub(r"`[^`]*`", "code", block))]
    assert [sentence for sentence in sentences if len(sentence.split()) > 25] == []
