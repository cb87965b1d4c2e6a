"""Who may use a gallery: its owner, root, and others. What the commands say of paths that cannot be used."""

import os
import pathlib
import pwd
import re
import shutil
import socket
import subprocess
import tempfile

import pytest

from gallery import PATIENCE, Gallery, binary, visit
from pictures import png
from test_commands import refused, run

TOKEN = "quiet-otter-draws-maps"
NOBODY = {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user, too")

# Every command, with the options that it needs. DATA is the directory of the gallery, and FREE a folder that all may write.
READING = [
    ["token"], ["check"], ["check", "--read-all"], ["backup", "FREE/backups"], ["export", "--photos", "FREE/export"],
    ["serve", "--read-only", "--port", "0"]]
WRITING = [
    ["import", "FREE/one.png"], ["sample", "--colors", "1"], ["watch", "colors"], ["check", "--repair", "--yes"],
    ["export", "--palette", "x", "FREE/x.gpl"], ["serve", "--port", "0"], ["restore", "FREE/saved", "--replace"]]


@pytest.fixture
def place():
    """A folder that all users can reach."""
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    (folder / "one.png").write_bytes(png())
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A gallery with a photograph, and a backup of it."""
    folder = tmp_path_factory.mktemp("made")
    gallery = Gallery(folder / "data")
    gallery.sample(1)
    (folder / "one.png").write_bytes(png())
    assert run("import", folder / "one.png", "--data", gallery.directory).returncode == 0
    assert run("backup", folder / "backups", "--data", gallery.directory).returncode == 0
    next((folder / "backups").iterdir()).rename(folder / "saved")
    return folder


@pytest.fixture
def gallery(place, made):
    for name in ("data", "saved"):
        shutil.copytree(made / name, place / name)
    return Gallery(place / "data")


def give(folder, user):
    for path in [folder, *folder.rglob("*")]:
        shutil.chown(path, user, NOBODY["group"])


def files(folder):
    return {str(path.relative_to(folder)): path.stat().st_uid for path in folder.rglob("*")}


def words(command, place):
    return [word.replace("FREE", str(place)) for word in command] + ["--data", place / "data"]


# The token


def test_the_token_is_printed_to_a_terminal_and_by_a_command_of_its_own(tmp_path):
    gallery = Gallery(tmp_path / "data", "--require-token")
    gallery.directory.mkdir()
    gallery.start()
    try:
        said = run("token", "--data", gallery.directory)
        assert said.stdout == f"{gallery.url}/?token={(gallery.directory / 'token').read_text()}" and said.stderr == ""
        opener, base = visit(said.stdout.strip())
        with opener.open(f"{base}/colors", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert "token=" not in gallery.announced and gallery.url in gallery.announced
        assert f"aviary token --data {gallery.directory}" in gallery.process.stdout.readline()
        assert (gallery.directory / "address").stat().st_mode & 0o777 == 0o600
    finally:
        gallery.stop()
    gallery.options = ("--token", TOKEN, "--prefix", "/gallery")
    gallery.start_on_terminal()
    gallery.stop()
    assert gallery.announced.strip().endswith(f"{gallery.url}/gallery/?token={TOKEN}")
    assert run("token", "--data", gallery.directory).stdout == f"{gallery.url}/gallery/?token={TOKEN}\n"


def test_without_a_token_the_command_says_so(tmp_path):
    gallery = Gallery(tmp_path / "data")
    assert "There is no gallery" in refused(run("token", "--data", gallery.directory))
    gallery.sample(1)
    assert "has no token yet" in refused(run("token", "--data", gallery.directory))
    (gallery.directory / "token").write_text(f"{TOKEN}\n")
    assert run("token", "--data", gallery.directory).stdout == f"{TOKEN}\n"
    gallery.start()
    gallery.stop()
    said = run("token", "--data", gallery.directory)
    assert (said.returncode, said.stdout, said.stderr) == (0, f"{gallery.url}/\n", "aviary: This address needs no token.\n")


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_line_of_the_log_has_the_token(tmp_path, form):
    gallery = Gallery(
        tmp_path / "data", "--token", TOKEN, "--verbose", "--log-format", form, "--metrics", "--host", "0.0.0.0")
    gallery.directory.mkdir()
    gallery.start()
    try:
        visit(f"{gallery.url}/?token={TOKEN}")
        for request in [
                f"GET /nowhere?token={TOKEN}", f"GET /photos/1?token={TOKEN}", f"GET /live?token={TOKEN}", f"PUT /?token={TOKEN}",
                f"GET /?token={TOKEN}{'x' * 20_000}", f"GET\r/?token={TOKEN}", f"POST /token?token={TOKEN}",
                *[f"GET /?token={TOKEN}-{number}" for number in range(15)]]:
            with socket.create_connection(("127.0.0.1", gallery.port), timeout=PATIENCE) as connection:
                connection.sendall(
                    f"{request} HTTP/1.1\r\nHost: 127.0.0.1:{gallery.port}\r\nConnection: close\r\nAuthorization: Bearer {TOKEN}x\r\n\r\n"
                    .encode())
                while connection.recv(1 << 16):
                    pass
    finally:
        gallery.stop()
    said = gallery.announced + gallery.process.stdout.read() + gallery.logged()
    assert "Many wrong tokens" in said and TOKEN not in said


# Paths that cannot be used


@pytest.mark.parametrize("command", READING + WRITING, ids=" ".join)
def test_a_folder_for_the_gallery_that_is_none_is_named(place, command):
    (place / "data").write_text("no folder")
    assert f"“{place}/data” is no folder." in refused(run(*words(command, place)))
    (place / "data").unlink()
    (place / "data").symlink_to(place / "elsewhere")
    assert f"“{place}/data” is a link to “{place}/elsewhere”, which is not there." in refused(run(*words(command, place)))
    assert not (place / "elsewhere").exists()


@as_root
@pytest.mark.parametrize("command", READING + WRITING, ids=" ".join)
def test_a_gallery_of_another_user_is_not_said_to_be_missing(place, gallery, command):
    gallery.directory.chmod(0o700)
    shutil.chown(gallery.directory, "daemon")
    said = refused(run(*words(command, place), **NOBODY))
    assert re.search(r"The user nobody may not (read|write to) “" + f"{gallery.directory}”, which belongs to daemon", said), said
    assert said.endswith("Run sudo -u daemon aviary … instead.")
    below = refused(run(*words(command, place)[:-1], gallery.directory / "below", **NOBODY))
    assert f"may not read “{gallery.directory}”, which belongs to daemon" in below


@as_root
def test_other_paths_that_may_not_be_used_are_named(place, gallery):
    give(gallery.directory, "nobody")
    data = ["--data", gallery.directory]
    closed = place / "closed"
    (closed / "inside").mkdir(parents=True)
    (closed / "token").write_text(TOKEN)
    closed.chmod(0o700)
    may_not = f"The user nobody may not read “{closed}”, which belongs to root."
    for path in (closed, closed / "inside", closed / "nothing.png", closed / "token"):
        assert refused(run("import", path, *data, **NOBODY)) == (
            f"aviary: {may_not} Nothing was added; copy the files to a folder that nobody may read.")
    for command in (["check", closed / "inside"], ["restore", closed / "inside", *data], ["check", "--repair", *data, "--from", closed]):
        assert may_not in refused(run(*command, **NOBODY))
    for command in (["backup", place / "closed/x", *data], ["export", "--photos", place / "closed/x", *data]):
        assert f"“{closed}”, which belongs to root." in refused(run(*command, **NOBODY))
    assert may_not in refused(run("serve", "--port", 0, "--token-file", closed / "token", *data, **NOBODY))
    closed.chmod(0o755)
    for command in (["backup", closed, *data], ["export", "--photos", closed / "deep/er", *data]):
        assert refused(run(*command, **NOBODY)) == (
            f"aviary: The user nobody may not write to “{closed}”, which belongs to root. Choose a folder that nobody may write.")
    assert "There is no file or folder" in refused(run("import", place / "missing", *data, **NOBODY))
    assert "There is no file or folder “missing”." in refused(run("import", "missing", "--data", place / "mine", cwd=place))
    assert run("export", "--photos", "new/folder", *data, cwd=place).returncode == 0
    (place / "link").symlink_to(place / "missing")
    assert "is a link to" in refused(run("import", place / "link", *data, **NOBODY))
    # A single file is named as one of a folder is.
    (closed / "token").chmod(0o600)
    shutil.copy(place / "one.png", closed / "two.png")
    (closed / "two.png").chmod(0o600)
    result = run("import", closed, *data, **NOBODY)
    assert result.returncode == 2 and result.stdout.count("two.png") == 1, result


@as_root
@pytest.mark.parametrize("command", WRITING + [["backup", "FREE/saved"]], ids=" ".join)
def test_root_leaves_no_files_that_the_owner_cannot_read(place, gallery, command):
    give(gallery.directory, "nobody")
    give(place / "saved", "nobody")
    before = files(gallery.directory), files(place / "saved")
    said = refused(run(*words(command, place)))
    assert "belongs to nobody, who could not read the files that root adds. Run sudo -u nobody aviary … instead." in said
    assert (files(gallery.directory), files(place / "saved")) == before


@as_root
@pytest.mark.parametrize("command", [command for command in READING if command[0] != "serve"], ids=" ".join)
def test_root_may_look_at_the_gallery_of_another_user(place, gallery, command):
    (gallery.directory / "token").write_text(TOKEN)
    give(gallery.directory, "nobody")
    assert run(*words(command, place)).returncode == 0
    assert set(files(gallery.directory).values()) == {pwd.getpwnam("nobody").pw_uid}
    assert run("sample", "--colors", "1", "--data", gallery.directory, **NOBODY).returncode == 0


@as_root
def test_files_of_root_in_a_gallery_of_another_user_are_named(place, gallery):
    give(gallery.directory, "nobody")
    shutil.chown(gallery.file, "root")
    gallery.file.chmod(0o600)
    for command in READING + WRITING:
        said = refused(run(*words(command, place), **NOBODY))
        assert said.endswith(
            f"{gallery.file} belongs to root, so nobody may not use it. "
            f"Give the files back: sudo chown -R nobody: {gallery.directory}."), command


# The gallery of a service


@as_root
def test_only_serve_makes_a_second_gallery_where_a_service_has_one(place):
    """In a system of its own, in which /var/lib has nothing but the gallery of the service."""
    lib = place / "lib"
    (lib / "aviary").mkdir(parents=True)
    (lib / "aviary").chmod(0o700)
    shutil.chown(lib / "aviary", "nobody")

    def inside(*command, user=None, **environment):
        become = ["setpriv", "--reuid", user, "--regid", str(NOBODY["group"]), "--clear-groups"] if user else []
        return subprocess.run(
            ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /var/lib && exec "$@"', lib, *become, binary(), *command],
            env={"PATH": os.environ["PATH"], **environment}, capture_output=True, text=True, timeout=60)

    for command in (["import", place / "one.png"], ["sample", "--colors", "1"], ["token"], ["check"], ["watch", "colors"]):
        said = refused(inside(*command, XDG_DATA_HOME=place / "home"))
        assert f"There is no gallery in {place}/home/aviary. The gallery of the service is in /var/lib/aviary." in said
        assert "Run sudo -u nobody aviary … instead." in said
    assert not (place / "home").exists()
    # It is the default of its user, and of root.
    assert "root adds. Run sudo -u nobody" in refused(inside("sample", "--colors", "1"))
    assert inside("sample", "--colors", "1", user="nobody").returncode == 0
    assert (lib / "aviary/gallery.sqlite").exists()
    assert "/var/lib/aviary is well" in inside("check").stdout
    # Another gallery is made where it is asked for.
    assert inside("sample", "--colors", "1", "--data", place / "other").returncode == 0
    process = subprocess.Popen(
        ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /var/lib && exec "$@"', lib, binary(), "serve", "--port", "0"],
        env={"PATH": os.environ["PATH"], "XDG_DATA_HOME": str(place / "home")}, stdout=subprocess.PIPE, text=True)
    assert "http" in process.stdout.readline()
    process.terminate()
    assert process.wait(PATIENCE) == 0
    assert inside("check", XDG_DATA_HOME=place / "home").returncode == 0


# Some files of many


def test_an_import_of_some_files_has_a_status_of_its_own(place):
    data = ["--data", place / "data"]
    (place / "pictures").mkdir()
    (place / "pictures/one.png").write_bytes(png(seed=1))
    (place / "pictures/broken.png").write_bytes(b"no picture")
    result = run("import", place / "pictures", *data)
    assert result.returncode == 2 and result.stderr == "", result
    assert result.stdout.splitlines()[0].endswith("; 1 file could not be added:") and result.stdout.count("broken.png") == 1
    (place / "broken.gpl").write_text("no palette")
    assert run("import", place / "broken.gpl", *data).returncode == 2
    (place / "pictures/broken.png").unlink()
    assert run("import", place / "pictures", *data).returncode == 0
    shutil.rmtree(place / "data/photos/originals")
    result = run("export", "--photos", place / "out", *data)
    assert result.returncode == 2 and "1 could not be written:" in result.stdout
