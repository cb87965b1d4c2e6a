"""Bundles the client's modules into scripts, and compresses them in the forms in which browsers get them."""

import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import brotli
import zopfli.gzip

SERVER = pathlib.Path(__file__).resolve().parents[1] / "Sources/AviaryServer"
FOLDER = SERVER / "Client"
CORE, LATER = "aviary.js", ["rest.js", "extras.js"]

mode = sys.argv[1] if len(sys.argv) > 1 else ""


def esbuild(*options, code=None, folder=FOLDER):
    return subprocess.run(["esbuild", *options], cwd=folder, check=True, stdout=subprocess.PIPE, text=True, input=code).stdout


def modules(entry):
    """The names of a module and of all that it imports."""
    with tempfile.TemporaryDirectory() as folder:
        meta = pathlib.Path(folder, "meta.json")
        esbuild(entry, "--bundle", "--log-level=error", f"--outfile={folder}/script.js", f"--metafile={meta}")
        return set(json.loads(meta.read_text())["inputs"])


mark = f"// esbuild {esbuild('--version').strip()}"
shared = modules(CORE)
later = {entry: modules(entry) - shared for entry in LATER}
unused = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.js")} - shared.union(*later.values())
assert not unused, f"nobody imports {unused}"
twice = set.intersection(*later.values())
assert not twice, f"two scripts have {twice}"


def uses():
    """The names that the later scripts import from each module of the core."""
    used = {module: set() for module in sorted(shared)}
    outside = [f"--external:./{module}" for module in shared]
    for entry in LATER:
        script = esbuild(entry, "--bundle", "--format=esm", "--target=es2022", "--log-level=error", *outside)
        for names, module in re.findall(r'^import \{ (.+?) \} from "\./(\w+\.js)";$', script, re.MULTILINE):
            used[module].update(name.split(" as ")[0] for name in names.split(", "))
        assert len(re.findall(r"^import ", script, re.MULTILINE)) == len(re.findall(r"^import \{", script, re.MULTILINE))
    names = [name for names in used.values() for name in names]
    assert len(names) == len(set(names)), f"two modules of the core share one name: {sorted(names)}"
    for module, names in used.items():
        changing = names.intersection(re.findall(r"^export let (\w+)", (FOLDER / module).read_text(), re.MULTILINE))
        assert not changing, f"the later scripts would not see {changing} change"
    return {module: ", ".join(sorted(names)) for module, names in used.items() if names}


def bundle(code, folder=FOLDER, begin="", end=""):
    form = "--sourcemap=inline" if mode == "--debug" else "--minify"
    return esbuild(
        "--bundle", "--target=es2022", "--charset=utf8", "--format=esm", form, f"--banner:js={mark}\n{begin}", f"--footer:js={end}",
        code=code, folder=folder)


def core(used):
    """The first script of a page: it starts the page, and shares with the later ones what they import."""
    imports = [f"import {{ {names} }} from './{module}';" for module, names in used.items()]
    return bundle("\n".join([
        *imports, "import { share } from './later.js';", f"import './{CORE}';", f"share({{ {', '.join(used.values())} }});"]))


def later_script(entry, used):
    """A later script: a function that gets what the first one shares. In its copy of the client, the modules of the core have
    nothing else, so each module exists once."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(shutil.copytree(FOLDER, f"{folder}/Client"))
        for module in shared:
            (copy / module).write_text(f"export const {{ {used.get(module, '')} }} = shared;")
        code = f"import parts from './{entry}'; made = parts;"
        return bundle(code, copy, begin="export default shared=>{let made;", end="return made}")


used = uses()
made = {"aviary": core(used), **{entry.removesuffix(".js"): later_script(entry, used) for entry in LATER}}

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
