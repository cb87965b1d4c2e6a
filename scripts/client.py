"""Bundles the client's modules into two scripts, and compresses them in the form in which browsers get them."""

import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import zopfli.gzip

SERVER = pathlib.Path(__file__).resolve().parents[1] / "Sources/AviaryServer"
FOLDER = SERVER / "Client"
CORE, REST = "core.js", "rest.js"

mode = sys.argv[1] if len(sys.argv) > 1 else ""


def esbuild(*options):
    return subprocess.run(["esbuild", *options], cwd=FOLDER, check=True, stdout=subprocess.PIPE, text=True).stdout


def modules(entry):
    """The names of a module and of all that it imports."""
    with tempfile.TemporaryDirectory() as folder:
        meta = pathlib.Path(folder, "meta.json")
        esbuild(entry, "--bundle", "--log-level=error", f"--outfile={folder}/script.js", f"--metafile={meta}")
        return set(json.loads(meta.read_text())["inputs"])


def bundle(entry, *options, begin="", end=""):
    form = "--sourcemap=inline" if mode == "--debug" else "--minify"
    return esbuild(
        entry, "--bundle", "--target=es2022", "--charset=utf8", form, *options, f"--banner:js={mark}\n{begin}", f"--footer:js={end}")


mark = f"// esbuild {esbuild('--version').strip()}"
shared = modules(CORE)
unused = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.js")} - shared - modules(REST)
assert not unused, f"nobody imports {unused}"
# The rest gets the modules of the core by a function, so that each module exists once.
made = {
    "aviary": bundle(CORE, "--format=esm"),
    "rest": bundle(
        REST, "--format=cjs", *(f"--external:./{name}" for name in shared),
        begin="export default require=>{let module={};", end="return module.exports}"),
}
used = set(re.findall(r'require\("(.+?)"\)', made["rest"]))
offered = set(re.findall(r'"(\./.+?)":', (FOLDER / CORE).read_text()))
assert used == offered, f"{CORE} has to offer what the rest imports: {used ^ offered}"

for name, script in made.items():
    served = SERVER / f"Pages/{name}.min.js.gz"
    if mode == "--check":
        was = gzip.decompress(served.read_bytes()).decode()
        if not was.startswith(f"{mark}\n"):
            made_by = was.partition("\n")[0].removeprefix("// ")
            print(f"Not checked: {name} was made by {made_by}, and here is {mark.removeprefix('// ')}.", file=sys.stderr)
            continue
        if was != script:
            sys.exit("The client's modules have changed since scripts/client was run. Run it, and commit what it makes.")
        continue
    # A thirtieth smaller than the result of zlib, for some seconds of work.
    served.write_bytes(zopfli.gzip.compress(script.encode(), numiterations=60))
