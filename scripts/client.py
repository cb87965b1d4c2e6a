"""Bundles the client's modules into two scripts, and compresses them in the forms in which browsers get them."""

import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import brotli
import zopfli.gzip

SERVER = pathlib.Path(__file__).resolve().parents[1] / "Sources/AviaryServer"
FOLDER = SERVER / "Client"
CORE, REST = "aviary.js", "rest.js"

mode = sys.argv[1] if len(sys.argv) > 1 else ""


def esbuild(*options, code=None):
    return subprocess.run(["esbuild", *options], cwd=FOLDER, check=True, stdout=subprocess.PIPE, text=True, input=code).stdout


def modules(entry):
    """The names of a module and of all that it imports."""
    with tempfile.TemporaryDirectory() as folder:
        meta = pathlib.Path(folder, "meta.json")
        esbuild(entry, "--bundle", "--log-level=error", f"--outfile={folder}/script.js", f"--metafile={meta}")
        return set(json.loads(meta.read_text())["inputs"])


mark = f"// esbuild {esbuild('--version').strip()}"
shared = modules(CORE)
unused = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.js")} - shared - modules(REST)
assert not unused, f"nobody imports {unused}"
outside = [f"--external:./{name}" for name in shared]


def uses():
    """What the rest imports from each module of the core."""
    used = {}
    rest = esbuild(REST, "--bundle", "--format=esm", "--target=es2022", "--log-level=error", *outside)
    for names, module in re.findall(r'^import \{ (.+?) \} from "\./(\w+)\.js";$', rest, re.MULTILINE):
        used.setdefault(module, set()).update(name.split(" as ")[0] for name in names.split(", "))
    assert len(re.findall(r"^import ", rest, re.MULTILINE)) == len(re.findall(r"^import \{", rest, re.MULTILINE))
    return used


def core():
    """The first script of a page: it starts the page, and shares with the rest what that imports."""
    lines, offers = [], []
    for module, names in sorted(uses().items()):
        changing = re.findall(r"^export let (\w+)", (FOLDER / f"{module}.js").read_text(), re.MULTILINE)
        lines.append(f"import {{ {', '.join(f'{name} as {module}_{name}' for name in sorted(names))} }} from './{module}.js';")
        offer = [f"get {name}() {{ return {module}_{name} }}" if name in changing else f"{name}: {module}_{name}" for name in sorted(names)]
        offers.append(f"{module}: {{ {', '.join(offer)} }}")
    return "\n".join([*lines, "import { share } from './later.js';", f"import './{CORE}';", f"share({{ {', '.join(offers)} }});"])


def bundle(*options, code=None, begin="", end=""):
    form = "--sourcemap=inline" if mode == "--debug" else "--minify"
    return esbuild(
        "--bundle", "--target=es2022", "--charset=utf8", form, *options, f"--banner:js={mark}\n{begin}", f"--footer:js={end}",
        code=code)


# The rest gets the modules of the core by a function, so that each module exists once.
made = {
    "aviary": bundle("--format=esm", code=core()),
    "rest": bundle(REST, "--format=cjs", *outside, begin="export default require=>{let module={};", end="return module.exports}"),
}

for name, script in made.items():
    small, common = (SERVER / f"Pages/{name}.min.js.{end}" for end in ("br", "gz"))
    if mode == "--check":
        was = gzip.decompress(common.read_bytes()).decode()
        if brotli.decompress(small.read_bytes()).decode() != was:
            sys.exit(f"The two compressed forms of {name} differ. Run scripts/client, and commit what it makes.")
        if not was.startswith(f"{mark}\n"):
            made_by = was.partition("\n")[0].removeprefix("// ")
            print(f"Not checked: {name} was made by {made_by}, and here is {mark.removeprefix('// ')}.", file=sys.stderr)
            continue
        if was != script:
            sys.exit("The client's modules have changed since scripts/client was run. Run it, and commit what it makes.")
        continue
    # Zopfli's result is a thirtieth smaller than that of zlib, for some seconds of work. Brotli's is a fourteenth smaller
    # again, but browsers accept it only over TLS and from their own machine.
    common.write_bytes(zopfli.gzip.compress(script.encode(), numiterations=60))
    small.write_bytes(brotli.compress(script.encode()))
