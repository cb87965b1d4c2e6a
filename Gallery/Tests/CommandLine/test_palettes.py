"""`aviary import` and `aviary export` of palettes, and what other programs read of them."""

import json
import os
import re
import sqlite3
import struct
import subprocess
import sys
import sysconfig
import types
import pathlib
from random import Random

import pytest
from found_palettes import found_palettes
from gallery import binary, draws

FORMATS = ["gpl", "ase", "aco", "css", "json", "tokens", "svg"]
SKY = [("Deep sky blue", "00bfff"), ("Δύση", "ff6347"), ("Ink", "0a0b0c")]


class Store:
    def __init__(self, directory):
        self.directory = directory

    def run(self, *arguments, **options):
        command = [binary(), *map(str, arguments), "--data", str(self.directory)]
        return subprocess.run(command, capture_output=True, timeout=60, **options)

    def palettes(self):
        """The names of all palettes, in their order."""
        connection = sqlite3.connect(self.directory / "gallery.sqlite")
        try:
            return [name for name, in connection.execute("SELECT name FROM palette ORDER BY position, id")]
        finally:
            connection.close()

    def colors(self):
        """Each palette, by its name, with its colors in their order."""
        connection = sqlite3.connect(self.directory / "gallery.sqlite")
        try:
            rows = connection.execute(
                "SELECT palette.name, swatch.name, red, green, blue FROM palette JOIN swatch ON palette = palette.id"
                " ORDER BY palette.position, palette.id, swatch.position, swatch.id").fetchall()
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        finally:
            connection.close()
        palettes = {}
        for palette, name, *channels in rows:
            palettes.setdefault(palette, []).append((name, "".join(f"{round(channel * 255):02x}" for channel in channels)))
        return palettes


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "data")


def gpl(colors, name="Sky"):
    rows = [f"{int(color[:2], 16):3} {int(color[2:4], 16):3} {int(color[4:], 16):3}\t{title}" for title, color in colors]
    return "\n".join(["GIMP Palette", f"Name: {name}", "#", *rows, ""])


def filled(store):
    result = store.run("import", "-", input=gpl(SKY).encode())
    assert result.returncode == 0, result.stderr
    return store


def test_a_palette_is_read_from_a_pipe(store):
    reader, writer = os.pipe()
    os.write(writer, gpl(SKY).encode())
    os.close(writer)
    result = store.run("import", f"/dev/fd/{reader}", pass_fds=[reader])
    os.close(reader)
    assert b"with 3 colors" in result.stdout, result.stdout
    assert store.colors() == {"Sky": SKY}


def drawn_functions(random):
    """Calls of the functions of Sass whose values libsass and newer compilers agree about, with plain arguments."""
    def color():
        red, green, blue = (random.randrange(256) for _ in range(3))
        return random.choice([
            f"#{red:02x}{green:02x}{blue:02x}", random.choice(["red", "tomato", "white", "gray", "rebeccapurple"]),
            f"hsl({random.randrange(-400, 800)}, {random.randrange(101)}%, {random.randrange(101)}%)",
            f"rgba({red}, {green}, {blue}, {random.random():.2f})"])

    def percent(low=0):
        return f"{random.choice([random.randint(low, 100), round(random.uniform(low, 100), 3)])}%"

    angle = f"{random.randrange(-400, 400)}deg"
    opacity = round(random.random(), 2)
    components = [(f"${name}", low) for name, low in [("saturation", -100), ("lightness", -100)] if random.random() < 0.6]
    names = lambda low=None: ", ".join(f"{name}: {percent(least if low is None else low)}" for name, least in components)
    return random.choice([
        f"{random.choice(['lighten', 'darken', 'saturate', 'desaturate'])}({color()}, {percent()})",
        f"darken({color()}, {random.randrange(50)}% + {random.randrange(50)}%)", f"adjust-hue({color()}, {angle})",
        f"{random.choice(['complement', 'grayscale', 'invert'])}({color()})", f"invert({color()}, {percent()})",
        f"mix({color()}, {color()})", f"mix({color()}, {color()}, {percent()})", f"mix({color()}, {color()}, $weight: {percent()})",
        f"rgba({color()}, {opacity})", f"{random.choice(['opacify', 'fade-in', 'fade-out'])}({color()}, {opacity})",
        *([f"adjust-color({color()}, $hue: {angle}, {names()})", f"scale-color({color()}, {names()})",
           f"change-color({color()}, $hue: {angle}, {names(0)})"] if components else []),
        f"scale-color({color()}, $red: {percent(-100)}, $alpha: {percent(-100)})",
        f"change-color({color()}, $green: {random.randrange(256)})"])


@pytest.mark.parametrize("seed", range(draws(1, long=50)))
def test_functions_of_sass_make_the_colors_of_its_compiler(store, tmp_path, seed):
    import sass

    random = Random(seed)
    calls = [drawn_functions(random) for _ in range(1_000)]
    sheet = "".join(f"$c{number}: {call};\n" for number, call in enumerate(calls))
    channels = "".join(f"c{number}: red({call}) green({call}) blue({call});" for number, call in enumerate(calls))
    compiled = sass.compile(string=f"a {{ {channels} }}")
    expected = [[float(channel) for channel in row.split()] for row in re.findall(r"c\d+: ([^;]+);", compiled)]
    file = tmp_path / "drawn.scss"
    file.write_text(sheet)
    result = store.run("import", file)
    assert result.returncode == 0 and b"Line" not in result.stderr + result.stdout, result
    [colors] = store.colors().values()
    assert len(colors) == len(calls)
    for call, (_, shown), values in zip(calls, colors, expected):
        shown = [int(shown[index:index + 2], 16) for index in (0, 2, 4)]
        # libsass rounds within some of its functions.
        assert all(abs(one - other) <= 1 for one, other in zip(shown, values)), (call, shown, values)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_palette_goes_out_and_comes_back(store, tmp_path, kind):
    filled(store)
    file = tmp_path / f"Sky.{kind}"
    assert store.run("export", "--palette", "Sky", file).returncode == 0
    piped = store.run("export", "--palette", "Sky", "--format", kind)
    assert piped.returncode == 0 and piped.stdout == file.read_bytes()
    other = Store(tmp_path / "other")
    result = other.run("import", file)
    assert result.returncode == 0 and re.search("with 3 colors to ", result.stdout.decode()), result
    assert other.colors() == {"Sky": SKY}
    assert other.run("import", "-", input=piped.stdout).returncode == 0
    assert sum(map(len, other.colors().values())) == 6


def test_all_palettes_of_gimp_inkscape_and_mypaint_are_imported(store):
    files = found_palettes()
    if not files:
        pytest.skip("only Debian has them")
    assert len(files) > 50
    result = store.run("import", *files)
    assert result.returncode == 0
    first, *problems = result.stdout.decode().splitlines()
    assert problems == [] and re.search(rf"{len(files)} palettes with \d", first), result.stdout
    count = sum(bool(re.match(rb"\s*\d+\s+\d+\s+\d+", line)) for file in files for line in file.read_bytes().splitlines())
    assert sum(map(len, store.colors().values())) == count


def test_what_cannot_be_read_is_said_and_the_rest_comes_in(store, tmp_path):
    broken = tmp_path / "broken.gpl"
    broken.write_bytes("GIMP Palette\nName: Grün\n1 2 3\tErde\nnonsense\n999 0 0\n4 5 6\tRöte\n".encode("latin-1"))
    short = tmp_path / "short.ase"
    short.write_bytes(b"ASEF" + struct.pack(">HHI", 1, 0, 0xffffffff) + b"\xc0\x01\x00\x00")
    huge = tmp_path / "huge.gpl"
    with open(huge, "wb") as file:
        file.truncate(2 << 30)
    result = store.run("import", broken, short, huge)
    text = result.stdout.decode()
    assert "“\u2068Grün\u2069” with 2 colors" in text
    for part in ("Line 4: ", "Line 5: a channel is a number from 0 to 255.", "Latin-1", "short.ase", "Byte 12", "64 MB"):
        assert part in text, text
    assert store.colors() == {"Grün": [("Erde", "010203"), ("Röte", "040506")]}


def test_text_with_colors_and_a_file_of_sass_are_palettes_too(store, tmp_path):
    text, sass, table = tmp_path / "walls.txt", tmp_path / "theme.scss", tmp_path / "paints.tsv"
    text.write_text("tomato, teal\n#0a0b0c\n")
    sass.write_text("// $old: red;\n$sky: #00bfff;\n")
    table.write_text("Name\tHex\nWarm white\t#fff4e0\n")
    result = store.run("import", text, sass, table)
    assert result.returncode == 0 and re.search("3 palettes with 5 colors to ", result.stdout.decode()), result
    assert store.colors() == {
        "walls": [("Tomato", "ff6347"), ("Teal", "008080"), ("Black", "0a0b0c")], "theme": [("Sky", "00bfff")],
        "paints": [("Warm white", "fff4e0")]}


def test_what_design_tokens_say_besides_their_colors_goes_out_again(store, tmp_path):
    sky = {"$value": "#00bfff", "$description": "Above “us”", "$deprecated": "Use sea", "$extensions": {"com.figma": {"a": [1]}}}
    file = tmp_path / "brand.tokens.json"
    file.write_text(json.dumps({"$type": "color", "sky": sky, "sea": {"$value": "{sky}", "$extensions": {"x": {}}}}))
    assert store.run("import", file).returncode == 0
    assert store.run("export", "--palette", "brand", "--format", "tokens", tmp_path / "first.tokens").returncode == 0
    exported = json.loads((tmp_path / "first.tokens").read_text())["brand"]
    assert all(exported["sky"][key] == sky[key] for key in sky if key != "$value")
    assert exported["sea"]["$extensions"] == {"x": {}}
    other = Store(tmp_path / "other")
    assert other.run("import", tmp_path / "first.tokens").returncode == 0
    assert other.run("export", "--palette", "brand", "--format", "tokens", tmp_path / "second.tokens").returncode == 0
    assert (tmp_path / "first.tokens").read_bytes() == (tmp_path / "second.tokens").read_bytes()


@pytest.mark.parametrize("kind", FORMATS)
def test_several_palettes_go_into_one_file_where_its_form_holds_them(store, tmp_path, kind):
    filled(store)
    assert store.run("import", "-", input=gpl(SKY[:1], "Sea").encode()).returncode == 0
    assert store.run("import", "-", input=gpl([], "Empty").encode()).returncode == 0
    file = tmp_path / f"all.{kind}"
    result = store.run("export", "--palette", "Sky", "--palette", "Empty", "--palette", "Sea", file)
    if kind in ("gpl", "aco"):
        assert result.returncode == 1 and not file.exists()
        assert "holds one palette. Choose another form" in result.stderr.decode()
        return
    assert result.returncode == 0 and result.stdout.decode().startswith("Wrote 3 palettes with 4 colors to ")
    if kind == "ase":
        import swatch

        groups = [(group["name"], [color["name"] for color in group["swatches"]]) for group in swatch.parse(str(file))]
        assert groups == [("Sky", [name for name, _ in SKY]), ("Empty", []), ("Sea", [SKY[0][0]])]
    other = Store(tmp_path / "other")
    result = other.run("import", file)
    assert result.returncode == 0 and re.search("3 palettes with 4 colors to ", result.stdout.decode()), result
    assert list(other.colors().items()) == [("Sky", SKY), ("Sea", SKY[:1])]
    assert other.palettes() == ["Sky", "Empty", "Sea", "My colors"]
    assert store.run("export", "--format", kind).returncode not in (0, -5, -6, -11), "no palette was named"


def test_what_is_missing_is_refused_in_a_sentence(store, tmp_path):
    filled(store)
    result = store.run("export", "--palette", "Sea", "--format", "gpl")
    assert result.returncode == 1 and result.stdout == b"" and "There is no palette" in result.stderr.decode()
    assert store.run("export", "--palette", "Sky", "--format", "psd").returncode not in (0, -5, -6, -11)
    assert store.run("import", tmp_path / "nothing.gpl").returncode == 1
    assert store.run("import", "-", input=b"").stdout.decode().startswith("No palette was added")
    assert store.colors() == {"Sky": SKY}


def test_programs_that_others_wrote_read_what_is_exported(store, tmp_path):
    import swatch

    filled(store)
    for kind in FORMATS:
        assert store.run("export", "--palette", "Sky", tmp_path / f"Sky.{kind}").returncode == 0
    [group] = swatch.parse(str(tmp_path / "Sky.ase"))
    assert group["name"] == "Sky" and group["type"] == "Color Group"
    assert [
        (color["name"], "".join(f"{round(value * 255):02x}" for value in color["data"]["values"])) for color in group["swatches"]
    ] == SKY
    aco = adobecolor().Aco((tmp_path / "Sky.aco").read_bytes())
    assert list(aco.keys()) == [name for name, _ in SKY]
    assert [aco[name].hex.lower() for name, _ in SKY] == [color for _, color in SKY]
    colors = json.loads((tmp_path / "Sky.json").read_text())["palettes"][0]["colors"]
    assert [(color["name"], color["color"][1:]) for color in colors] == SKY
    import xml.etree.ElementTree as xml

    tree = xml.parse(tmp_path / "Sky.svg")
    assert [
        (rect[0].text, rect.get("fill")[1:]) for rect in tree.iter("{http://www.w3.org/2000/svg}rect")] == SKY
    # Files of the package swatch are read back.
    swatch.write([group], str(tmp_path / "again.ase"))
    other = Store(tmp_path / "other")
    assert other.run("import", tmp_path / "again.ase").returncode == 0
    assert other.colors() == {"Sky": SKY}


def adobecolor():
    """The package is of Python 2: its imports are of its own folder, its indents are mixed, and it has long integers."""
    folder = pathlib.Path(sysconfig.get_paths()["purelib"]) / "adobecolor"
    modules = {"colour": types.ModuleType("colour")}
    for name in ("_exceptions", "_helper", "_color", "_aco"):
        module = modules[name] = types.ModuleType(name)
        module.long = int
        known = {key: sys.modules.get(key) for key in modules}
        sys.modules.update(modules)
        try:
            exec(compile((folder / f"{name}.py").read_text().expandtabs(8), name, "exec"), module.__dict__)
        finally:
            for key, before in known.items():
                sys.modules.pop(key)
                if before:
                    sys.modules[key] = before
    return modules["_aco"]
