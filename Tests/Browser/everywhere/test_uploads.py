"""Files that a person sends and fetches, in each browser."""

import pathlib
import random

from slow_line import SlowLine
from workbench import Workbench

PROGRAM = Workbench


def assert_received(gallery, sent):
    folder = pathlib.Path(f"{gallery.file}-files")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == sent
    assert sorted(gallery.names().values()) == sorted(sent)
    assert list(pathlib.Path(f"{gallery.file}-uploads").iterdir()) == []


def made(folder, name, size):
    body = random.Random(name).randbytes(size)
    (folder / name).write_bytes(body)
    return body


def test_a_file_is_sent_and_received(gallery, window, tmp_path):
    sent = {name: made(tmp_path, name, 300_000) for name in ("one.png", "zwölf.png")}
    window.open(f"{gallery.url}/files")
    for name in sent:
        window.choose_file("input[multiple]", tmp_path / name)
        window.wait("[...document.querySelectorAll('[data-item] a')].some((link) => link.textContent === values[0])", name)
    window.wait("!document.querySelector('.banner.upload')")
    assert_received(gallery, sent)


def test_a_connection_that_is_lost_costs_nothing(gallery, window, tmp_path):
    sent = {"large.png": made(tmp_path, "large.png", 4_000_000)}
    with SlowLine(gallery.port, rate=2_000_000) as line:
        window.open(f"{line.url}/files")
        window.choose_file("input[multiple]", tmp_path / "large.png")
        window.wait("document.querySelector('progress')?.value > 800_000")
        line.cut()
        window.wait("document.querySelector('[data-item] a') && !document.querySelector('.banner.upload')")
        assert_received(gallery, sent)
