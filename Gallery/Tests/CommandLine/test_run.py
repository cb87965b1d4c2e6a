"""The build of scripts/run, with a `swift` that only records its arguments."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

SWIFT = """#!/usr/bin/env bash
if [[ " $* " == *" --show-bin-path "* ]]; then echo "$STUB"; else echo "$*" >> "$STUB/built"; fi
"""


@pytest.mark.parametrize(
    ("arguments", "traits"),
    [
        ([], "Server"),
        (["--port", "9"], "Server"),
        (["--service", "embedded"], "Server"),
        (["--tls-key", "k"], "Server,TLS"),
        (["--service", "flickr"], "Server,Web"),
        (["--service=openverse", "--port", "9"], "Server,Web"),
        (["--flickr-endpoint", "http://127.0.0.1:9/"], "Server,Web"),
        (["--flickr-endpoint=http://127.0.0.1:9/"], "Server,Web"),
        (["--flickr-key", "k"], "Server,Web"),
        (["--tls-key", "k", "--service", "flickr", "--flickr-key", "k"], "Server,TLS,Web"),
        (["--upstream", "postgres://h/b"], "Server,Postgres"),
        (["--upstream=postgres://h/b", "--originals", "/srv"], "Server,Postgres"),
        (["--tls-key", "k", "--upstream", "postgres://h/b"], "Server,Postgres,TLS"),
    ],
)
def test_what_is_not_used_is_not_built(tmp_path, arguments, traits):
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    for script in ("run", "build"):
        shutil.copy(ROOT / "scripts" / script, scripts)
    for path, text in {
        scripts / "setup": "#!/usr/bin/env bash\n",
        tmp_path / "swift": SWIFT,
        tmp_path / "aviary": '#!/usr/bin/env bash\nprintf "%s\\n" "$@"\n',
    }.items():
        path.write_text(text)
        path.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "STUB": str(tmp_path)}
    served = subprocess.run([scripts / "run", *arguments], env=environment, capture_output=True, text=True, check=True)
    assert served.stdout.splitlines() == ["serve", *arguments]
    words = (tmp_path / "built").read_text().split()
    assert words[words.index("--traits") + 1] == traits
