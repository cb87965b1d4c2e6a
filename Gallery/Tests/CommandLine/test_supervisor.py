"""A trap costs a reconnect, not the service."""

import contextlib
import json
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from websockets.sync.client import connect

from gallery import PATIENCE, Gallery, assert_ended, binary, draws, eventually
from todo import ToDo


@pytest.fixture
def gallery(tmp_path):
    gallery = Gallery(tmp_path / "data").start()
    yield gallery
    if gallery.process.poll() is None:
        gallery.kill()


def test_a_killed_server_is_started_again_at_the_same_address(gallery):
    port = gallery.port
    gallery.kill_serving()
    assert gallery.port == port and gallery.process.poll() is None
    assert gallery.logged().count("is started again") == 1
    gallery.stop()
    # The address is printed only once.
    assert "Aviary is at" not in gallery.process.stdout.read()


def test_an_app_on_a_port_says_once_where_it_is(tmp_path):
    (tmp_path / "data").mkdir()
    app = ToDo(tmp_path / "data").start()
    assert app.announced == f"To do is at {app.url}/\n"
    app.kill_serving()
    app.stop()
    assert app.process.stdout.read() == ""


@pytest.mark.parametrize("colors", [0, draws(100_000, long=1_000_000)])
def test_a_killed_server_answers_again_within_a_second(tmp_path, colors):
    gallery = Gallery(tmp_path / "data")
    if colors:
        gallery.sample(colors)
    gallery.start()
    before, = gallery.serving()
    begin = time.monotonic()
    os.kill(before, signal.SIGKILL)
    eventually(lambda: urllib.request.urlopen(f"{gallery.url}/healthz", timeout=PATIENCE).close(), errors=(OSError,))
    took = time.monotonic() - begin
    assert before not in gallery.serving()
    print(f"{took:.3f} s with {colors} colors")
    assert took < 1
    assert gallery.stop() == 0


def test_nothing_acknowledged_is_lost_and_undone_answers_come(gallery):
    for round in range(3):
        with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as page:
            page.send(json.dumps([["hello", "/colors", {"grid": [0, 0, 390, 700]}]]))
            page.send(json.dumps([["do", 1, "add", {}, None]]))
            while ["done", 1] not in json.loads(page.recv(timeout=PATIENCE)):
                pass
        gallery.kill_serving()
        assert len(gallery.rows()) == round + 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_the_supervisor_ends_both(gallery, number):
    serving = gallery.serving()
    assert len(serving) == 1
    gallery.process.send_signal(number)
    assert gallery.process.wait(PATIENCE) == 0
    assert_ended(serving)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_the_server_alone_costs_a_reconnect(gallery, number):
    port, before = gallery.port, gallery.serving()
    os.kill(before[0], number)
    eventually(lambda: check(len(gallery.serving()) == 1 and gallery.serving() != before))
    eventually(lambda: urllib.request.urlopen(f"{gallery.url}/healthz", timeout=1).close(), errors=(OSError,))
    assert gallery.port == port and gallery.process.poll() is None
    assert gallery.logged().count("is started again") == 1
    assert gallery.stop() == 0


def test_a_signal_to_both_is_one_wish(gallery):
    """As from a service manager, which stops every process of a service."""
    serving = gallery.serving()
    os.kill(serving[0], signal.SIGTERM)
    gallery.process.terminate()
    assert gallery.process.wait(PATIENCE) == 0
    assert_ended(serving)
    assert gallery.logged() == ""


def test_a_stop_begins_no_action_that_waits_and_the_tab_asks_again(gallery):
    count = 60
    frames = [json.dumps([["do", number, "add", {}, None]]) for number in range(1, count + 1)]

    @contextlib.contextmanager
    def opened_page():
        with connect(f"ws://127.0.0.1:{gallery.port}/live", origin=gallery.url) as page:
            page.send(json.dumps([["hello", "/colors", {"grid": [0, 0, 390, 700]}, "tab", ""]]))
            for frame in frames:
                page.send(frame)
            yield page

    def is_closed():
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", gallery.port), PATIENCE).close()

    other = sqlite3.connect(gallery.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with opened_page() as page:
        page.send(json.dumps([["ping"]]))
        while ["pong"] not in json.loads(page.recv(timeout=PATIENCE)):
            pass
        gallery.process.terminate()
        # The first action waits for the store, and is finished.
        eventually(is_closed, errors=(pytest.fail.Exception,))
        other.execute("ROLLBACK")
        assert gallery.process.wait(PATIENCE) == 0
    assert len(gallery.ids()) < count
    gallery.start()
    with opened_page() as page:
        done = set()
        while len(done) < count:
            done |= {message[1] for message in json.loads(page.recv(timeout=PATIENCE)) if message[0] == "done"}
    assert len(gallery.ids()) == count


@pytest.mark.parametrize("files", [12, 16, 20, 24])
def test_too_few_files_are_told(tmp_path, files):
    for options in ([], ["--no-supervisor"]):
        program = subprocess.run(
            [binary(), "serve", "--data", str(tmp_path / "data"), "--port", "0", *options], capture_output=True, text=True,
            timeout=PATIENCE, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)))
        assert program.returncode == 1, program.stderr
        sentences = [line for line in program.stderr.splitlines() if line]
        assert len(sentences) == 1 and sentences[0].startswith("aviary: "), program.stderr
        assert "files" in sentences[0] and sentences[0].endswith("."), program.stderr


def test_the_server_ends_with_its_supervisor(gallery):
    serving = gallery.serving()
    gallery.process.kill()
    gallery.process.wait()
    eventually(lambda: assert_ended(serving))


AGAIN = "aviary: Stopping. Press Control-C again to stop at once; what was acknowledged is kept.\n"


def test_a_second_press_of_control_c_ends_a_server_that_does_not_answer(gallery):
    serving = gallery.serving()
    os.kill(serving[0], signal.SIGSTOP)
    gallery.process.send_signal(signal.SIGINT)
    eventually(lambda: check(gallery.logged() == AGAIN))
    time.sleep(0.25)  # As long as a quick person takes; signals within 0.2 s are one.
    begin = time.monotonic()
    gallery.process.send_signal(signal.SIGINT)
    assert gallery.process.wait(PATIENCE) == 1
    assert time.monotonic() - begin < 10, "it would be killed after 20 seconds anyway"
    assert_ended(serving)
    assert gallery.logged() == AGAIN


def test_signals_that_come_together_are_one_wish(gallery):
    """A server that gets two stop signals at once still finishes running work, and logs nothing."""
    for _ in range(3):
        gallery.process.terminate()
    assert gallery.process.wait(PATIENCE) == 0
    assert gallery.logged() == ""


def test_errors_that_do_not_pass_are_told_once(tmp_path, gallery):
    taken = subprocess.run(
        [binary(), "serve", "--data", str(tmp_path / "other"), "--port", str(gallery.port)],
        capture_output=True, text=True, timeout=PATIENCE)
    assert taken.returncode == 1
    assert taken.stderr.count("already in use") == 1 and "started again" not in taken.stderr


def test_a_port_that_is_taken_meanwhile_is_waited_for(gallery):
    serving = gallery.serving()[0]
    os.kill(serving, signal.SIGSTOP)
    os.kill(serving, signal.SIGKILL)
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)

        def take():
            other.bind(("127.0.0.1", gallery.port))
            other.listen()
        try:
            take()
        except OSError:
            pass  # The next server was quicker.
    eventually(lambda: urllib.request.urlopen(f"{gallery.url}/healthz", timeout=1).close(), errors=(OSError,))
    assert gallery.process.poll() is None


def test_many_restarts_leave_no_file_open(gallery):
    files = f"/proc/{gallery.process.pid}/fd"
    gallery.kill_serving()
    before = len(os.listdir(files))
    for _ in range(4):
        gallery.kill_serving()
    # The first pause opens a timer.
    assert len(os.listdir(files)) <= before + 1


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_closed_standard_files_do_no_harm(tmp_path, closed):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = subprocess.Popen(
        ["sh", "-c", f'exec "$0" serve --data "$1" --port {port} {closed}>&-', binary(), str(tmp_path / "data")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        eventually(
            lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close(), errors=(OSError,))
    finally:
        program.terminate()
        assert program.wait(PATIENCE) == 0
    program.stdout.close()
    program.stderr.close()


def test_a_reader_of_its_output_may_go(gallery):
    gallery.process.stdout.close()
    gallery.kill_serving()
    urllib.request.urlopen(f"{gallery.url}/healthz", timeout=PATIENCE).close()


def test_it_can_serve_alone(tmp_path):
    gallery = Gallery(tmp_path / "data", "--no-supervisor").start()
    assert gallery.serving() == []
    gallery.process.kill()
    assert gallery.process.wait(PATIENCE) == -signal.SIGKILL


def health(gallery):
    try:
        with urllib.request.urlopen(f"{gallery.url}/healthz", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode().strip()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode().strip()


def expect(gallery, *answer):
    eventually(lambda: check(health(gallery) == answer))


def check(condition):
    assert condition


def test_the_health_is_whether_the_store_can_be_written(gallery):
    expect(gallery, 200, "ok")
    resource.prlimit(gallery.serving()[0], resource.RLIMIT_FSIZE, (os.stat(f"{gallery.file}-wal").st_size, resource.RLIM_INFINITY))
    expect(gallery, 503, "The store cannot be written.")
    resource.prlimit(gallery.serving()[0], resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    expect(gallery, 200, "ok")
    away = gallery.directory.with_name("away")
    gallery.directory.rename(away)
    expect(gallery, 503, "The store cannot be written.")
    away.rename(gallery.directory)
    expect(gallery, 200, "ok")


def test_asking_for_the_health_does_not_keep_the_disk_busy(gallery):
    expect(gallery, 200, "ok")
    before = os.stat(f"{gallery.file}-wal").st_size
    begin = time.monotonic()
    for _ in range(100):
        assert health(gallery) == (200, "ok")
    probes = (time.monotonic() - begin) / 2 + 2
    # One page and its frame's header for each.
    assert os.stat(f"{gallery.file}-wal").st_size - before <= probes * 3 * 4120


def test_a_restart_begins_no_new_gallery_where_the_old_one_is_away(gallery):
    gallery.sql("INSERT INTO color(red) VALUES (0.5)")
    away = gallery.directory.with_name("away")
    gallery.directory.rename(away)
    for process in gallery.serving():
        os.kill(process, signal.SIGKILL)
    eventually(lambda: gallery.logged().index("There is no gallery"), errors=(ValueError,))
    assert not gallery.file.exists()
    away.rename(gallery.directory)

    def is_back():
        with urllib.request.urlopen(f"{gallery.url}/colors", timeout=PATIENCE) as page:
            assert page.read().decode().count("data-item=") == 1
    eventually(is_back, errors=(AssertionError, OSError))


def test_a_token_that_is_kept_nowhere_outlives_the_process_that_serves(tmp_path):
    gallery = Gallery(tmp_path / "data")
    gallery.sample(1)
    gallery.options = ("--read-only", "--require-token")
    gallery.start_on_terminal()
    token = re.search(r"token=([^\s&]+)", gallery.announced).group(1)

    def status(token):
        request = urllib.request.Request(f"{gallery.url}/colors", headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    assert (status(token), status("x" * len(token))) == (200, 401)
    gallery.kill_serving()
    assert (status(token), status("x" * len(token))) == (200, 401)
    gallery.kill()


def test_a_trap_is_told_briefly_unless_somebody_wants_to_know_more(tmp_path, monkeypatch):
    for wanted, said in [(None, "symbolicate=off"), ("symbolicate=full", "symbolicate=full")]:
        if wanted:
            monkeypatch.setenv("SWIFT_BACKTRACE", wanted)
        gallery = Gallery(tmp_path / said).start()
        [serving] = gallery.serving()
        with open(f"/proc/{serving}/environ") as file:
            assert said in next(text for text in file.read().split("\0") if text.startswith("SWIFT_BACKTRACE="))
        gallery.kill()
