"""The figures of a server for Prometheus, and its log as JSON."""

import json
import re
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from gallery import PATIENCE, Gallery, eventually

# `scripts/setup` unpacks it.
PROMTOOL = pathlib.Path(sys.prefix) / "prometheus/promtool"
TOKEN = "correct-horse-battery-staple"
LINE = re.compile(r'[a-z_:][a-z0-9_:]*(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? (-?[0-9.e+-]+|NaN)')


def read(gallery, token=TOKEN):
    request = urllib.request.Request(f"{gallery.url}/metrics", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        return answer.read().decode()


def values(text):
    return {line.split()[0]: float(line.split()[1]) for line in text.splitlines() if not line.startswith("#")}


def test_prometheus_reads_what_the_server_does(tmp_path):
    gallery = Gallery(tmp_path / "data", "--metrics", "--token", TOKEN).start()
    with pytest.raises(urllib.error.HTTPError) as refused:
        read(gallery, "wrong")
    assert refused.value.code == 401
    text = read(gallery)
    for line in text.splitlines():
        assert line.startswith(("# HELP ", "# TYPE ")) or LINE.fullmatch(line), line
    named = re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE)
    assert [name for name, _ in named] == sorted({name for name, _ in named}) == re.findall(r"^# HELP (\S+) \S", text, re.MULTILINE)
    assert {"aviary_lists", "aviary_rows", "aviary_windows", "aviary_packet_bytes_total", "aviary_large_actions_waiting",
            "aviary_workers_busy", "aviary_pictures_total", "aviary_refetches_total"} <= {name for name, _ in named}
    before = values(text)
    gallery.sample(10)

    def has_followed():
        now = values(read(gallery))
        assert now["aviary_rows"] > before["aviary_rows"] and now["aviary_commits_total"] > 0
        assert now["aviary_following_seconds_total"] > 0

    eventually(has_followed)
    if sys.platform == "linux":
        checked = subprocess.run([PROMTOOL, "check", "metrics"], input=read(gallery), capture_output=True, text=True)
        assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")
    gallery.stop()


def test_without_the_option_nothing_is_measured(tmp_path):
    gallery = Gallery(tmp_path / "data", "--token", TOKEN).start()
    with pytest.raises(urllib.error.HTTPError) as missing:
        read(gallery)
    assert missing.value.code == 404
    gallery.stop()


def test_each_line_of_the_log_is_an_object(tmp_path):
    # A short token is logged at the start; the serving process is killed, which its supervisor logs.
    gallery = Gallery(tmp_path / "data", "--log-format", "json", "--token", "short-token").start()
    gallery.kill_serving()
    gallery.stop()
    lines = [json.loads(line) for line in gallery.logged().splitlines()]
    assert {line["label"] for line in lines} == {"aviary"} and {line["level"] for line in lines} == {"notice"}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) for line in lines)
    told = [line["message"].split()[:2] for line in lines]
    assert ["The", "token"] in told and ["The", "server"] in told
