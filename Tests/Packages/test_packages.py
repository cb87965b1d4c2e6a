"""The packages in empty systems: installed, served, upgraded, removed, purged and installed again."""

import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import time

from gallery import PATIENCE, ROOT, eventually
from older_stores import check_upgraded, earlier_stores
from pictures import png
from systems import System, family, pss, run, serves_a_photograph, window

SERVICE = "aviary:aviary"
DATA = "/var/lib/aviary"
MEMORY = "MB of memory, idle, with a window of 10,000 photographs"
BARS = {"MB of the Debian package": 26, "MB of the image": 220, MEMORY: 60}


def report(name, value):
    """Prints a figure (pytest -s shows it), and holds a size against its bar. Seconds depend on what else runs."""
    print(f"\n{name}: {value:.1f}" + (f" (at most {BARS[name]})" if name in BARS else ""))
    assert value <= BARS.get(name, value)


def serve(system):
    """Serves as the service does, with the options of its settings, at a port that is free."""
    unit, settings = ((ROOT / "Packaging" / name).read_text() for name in ("aviary.service", "aviary.env"))
    options = re.search(r"^AVIARY_OPTIONS=(.*)", settings, re.MULTILINE)[1]
    command = re.search(r"^ExecStart=(.*)", unit, re.MULTILINE)[1]
    variables = dict(re.findall(r"^Environment=(\w+)=(.*)", unit, re.MULTILINE))
    return system.serve(*shlex.split(command.replace("$AVIARY_OPTIONS", options)), "--port", "0", user=SERVICE, **variables)


def address(system, url):
    """The address with the token, as root has it printed."""
    [said] = system.run("aviary", "token").splitlines()
    assert said.startswith(f"{url}?token=")
    return said


def photos(system):
    with sqlite3.connect(system.path(f"{DATA}/gallery.sqlite")) as connection:
        return connection.execute("SELECT count(*) FROM photo").fetchone()[0]


def add_ten_thousand_photographs(system):
    with sqlite3.connect(system.path(f"{DATA}/gallery.sqlite"), timeout=PATIENCE) as connection:
        connection.execute("""
            INSERT INTO photo(name, digest, type, bytes, width, height, takenAt)
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000)
            SELECT n || '.jpg', printf('%064x', n), 'image/jpeg', 1, 3000, 2000, n * 3600000 FROM number""")


def assert_without_workers(process):
    """Only the process that serves is left, because workers end when there is nothing to decode."""
    assert len(family(process)) == 1


def repacked(package, folder, version):
    """The same package with another version, and another comment in its settings."""
    run("dpkg-deb", "--raw-extract", package, folder / "raw")
    control, settings = folder / "raw/DEBIAN/control", folder / "raw/etc/aviary/aviary.env"
    control.write_text(re.sub(r"^Version: .*", f"Version: {version}", control.read_text(), flags=re.MULTILINE))
    settings.write_text("# Of an older version.\n" + settings.read_text())
    run("dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "raw", folder / f"aviary_{version}.deb")
    return folder / f"aviary_{version}.deb"


def test_the_debian_package_is_as_debian_wants_it(packages, tmp_path):
    report("MB of the Debian package", packages.deb.stat().st_size / 1e6)
    # Lintian does not run as root.
    checked = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", packages.deb], capture_output=True, text=True, timeout=600)
    assert checked.returncode == 0, checked.stdout
    run("dpkg-deb", "--extract", packages.deb, tmp_path)
    # The program is not installed here, so the unit names it where it was unpacked.
    unit = tmp_path / "aviary.service"
    text = (tmp_path / "usr/lib/systemd/system/aviary.service").read_text()
    unit.write_text(text.replace("/usr/bin/aviary", f"{tmp_path}/usr/bin/aviary"))
    assert run("systemd-analyze", "--man=no", "verify", unit) == ""
    run("bash", "-n", tmp_path / "usr/share/bash-completion/completions/aviary")
    page = run("man", "--warnings", "-l", tmp_path / "usr/share/man/man1/aviary.1.gz")
    assert all(f"aviary {command}" in page for command in ("serve", "import", "export", "token", "licenses"))
    assert (tmp_path / "usr/share/doc/aviary/HOME.md").exists()


def home(system, packages):
    """Unpacks the tarball into the home of a user, and returns the user's options and the folder."""
    if not system.path("/home/wren").exists():
        system.run("useradd", "--create-home", "wren")
        with tarfile.open(packages.only(".tar.xz")) as tar:
            tar.extractall(system.path("/home/wren"), filter="data")
    [folder] = system.path("/home/wren").glob("aviary-*")
    return {"user": "wren:wren", "HOME": "/home/wren"}, f"/home/wren/{folder.name}/install.sh"


def test_a_home_without_the_libraries_of_the_system(system, packages):
    """The first test, because others install them."""
    wren, script = home(system, packages)
    said = system.refuses(script, **wren)
    assert "libvips.so" in said and "libvips42" in said
    assert not system.path("/home/wren/.local").exists()


def test_a_gallery_is_installed_upgraded_removed_and_installed_again(system, packages, tmp_path):
    folder = system.path("/srv/pictures")
    folder.mkdir(parents=True)
    for seed in range(3):
        (folder / f"{seed}.png").write_bytes(png(seed=seed))
    # The libraries of the system are not counted.
    system.run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *libraries(packages))
    begun = time.monotonic()
    system.install(packages.deb)
    assert system.run("stat", "-c", "%U %a", DATA).split() == ["aviary", "700"]
    # The user of the service has its gallery by default. Root would leave files that this user cannot read.
    assert "Run sudo -u aviary aviary" in system.refuses("aviary", "import", "/srv/pictures")
    system.run("aviary", "import", "/srv/pictures", user=SERVICE)
    assert "There is no gallery" in system.refuses("aviary", "import", "/srv/pictures", user="nobody:nogroup", HOME="/tmp")
    assert not system.path("/tmp/.local").exists()
    with serve(system) as gallery:
        # The log has no token.
        assert "token=" not in gallery.url
        gallery.url = address(system, gallery.url)
        assert "Run sudo -u aviary aviary" in system.refuses("aviary", "token", "--data", DATA, user="nobody:nogroup")
        serves_a_photograph(gallery.url)
        report("seconds to the first photograph", time.monotonic() - begun)
        add_ten_thousand_photographs(system)
        with window(gallery.url, "photos", "grid"):
            eventually(lambda: assert_without_workers(gallery.process.pid), timeout=120)
            report(MEMORY, pss(gallery.process.pid))
        # An upgrade leaves the running program alone; without systemd nobody starts it again.
        newer = repacked(packages.deb, tmp_path, "99.0.0")
        settings = system.path("/etc/aviary/aviary.env")
        settings.write_text(settings.read_text() + "# Mine.\n")
        shutil.copy(newer, system.path("/newer.deb"))
        system.run("dpkg", "--install", "--force-confold", "/newer.deb")
        serves_a_photograph(gallery.url)
    assert settings.read_text().endswith("# Mine.\n") and photos(system) == 10_003
    system.run("apt-get", "-qq", "remove", "--yes", "aviary")
    assert not system.path("/usr/bin/aviary").exists() and settings.exists() and photos(system) == 10_003
    said = system.run("dpkg", "--purge", "aviary")
    assert "stay in /var/lib/aviary" in said and not settings.parent.exists() and photos(system) == 10_003
    system.install(packages.deb)
    with serve(system) as gallery:
        serves_a_photograph(address(system, gallery.url))
    assert photos(system) == 10_003
    system.run("dpkg", "--purge", "aviary", AVIARY_PURGE="photographs")
    assert not system.path(DATA).exists() and "aviary" not in system.path("/etc/passwd").read_text()


def libraries(packages):
    """What the package depends on, without versions."""
    depends = run("dpkg-deb", "--field", packages.deb, "Depends")
    return [re.sub(r" \(.*?\)", "", each).strip() for each in depends.split(",")]


def test_stores_of_every_earlier_schema_are_upgraded_by_the_package(system, packages):
    system.install(packages.deb)
    store = system.path(f"{DATA}/gallery.sqlite")
    for name, make in earlier_stores():
        make(store)
        shutil.chown(store, *system.owner(DATA))
        with serve(system) as gallery:
            check_upgraded(address(system, gallery.url), store, name)
        for path in store.parent.iterdir():
            if path.name.startswith("gallery."):
                path.unlink()
    system.run("dpkg", "--purge", "aviary", AVIARY_PURGE="photographs")


def test_a_home_without_root(system, packages):
    system.run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *libraries(packages))
    wren, script = home(system, packages)
    system.path("/home/wren/.config").mkdir(exist_ok=True)
    shutil.chown(system.path("/home/wren/.config"), *system.owner("/home/wren"))
    system.run(script, **wren)
    program = "/home/wren/.local/bin/aviary"
    unit = system.path("/home/wren/.config/systemd/user/aviary.service").read_text()
    assert f'ExecStart="{program}" serve' in unit and "EnvironmentFile=-%E/aviary/aviary.env" in unit
    settings = system.path("/home/wren/.config/aviary/aviary.env")
    assert settings.stat().st_mode & 0o777 == 0o600 and "\nAVIARY_OPTIONS=\n" in settings.read_text()
    with open(settings, "a") as file:
        file.write("# Mine.\n")
    system.run(script, **wren)  # An upgrade.
    assert settings.read_text().endswith("# Mine.\n")
    assert system.path("/home/wren/.local/share/doc/aviary/HOME.md").exists()
    system.path("/home/wren/tern.png").write_bytes(png(seed=9))
    system.run(program, "import", "/home/wren/tern.png", **wren)
    with system.serve(program, "serve", "--port", "0", **wren) as gallery:
        serves_a_photograph(gallery.url)
    system.run(script, "--remove", **wren)
    left = [path for path in system.path("/home/wren/.local").rglob("*") if path.is_file()]
    data = system.path("/home/wren/.local/share/aviary")
    assert data / "gallery.sqlite" in left and all(path.is_relative_to(data) for path in left)
    assert not system.path("/home/wren/.config/systemd/user/aviary.service").exists()
    assert settings.exists()


def test_the_image_runs_without_root(packages, tmp_path):
    report("MB of the image", packages.only(".oci.tar").stat().st_size / 1e6)
    with tarfile.open(packages.only(".oci.tar")) as tar:
        tar.extractall(tmp_path / "layout", filter="data")
    run("umoci", "unpack", "--image", f"{tmp_path}/layout:{packages.version}", tmp_path / "bundle")
    image = json.loads((tmp_path / "bundle/config.json").read_text())["process"]
    assert image["user"]["uid"] == image["user"]["gid"] > 0
    environment = dict(each.split("=", 1) for each in image["env"])
    container = System(tmp_path / "bundle/rootfs")
    run("mount", "-t", "proc", "proc", container.path("/proc"))
    # A network of its own, in which port 8080 is free.
    command = container.command(*image["args"], user=f"{image['user']['uid']}:{image['user']['gid']}")
    process = subprocess.Popen(
        ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *command], env=environment,
        stdout=subprocess.PIPE, text=True)
    try:
        inside = ["nsenter", "--net", "--target", process.pid]
        assert process.stdout.readline().strip().endswith(":8080/")
        eventually(lambda: run(*inside, *container.command(*health(tmp_path / "layout"), user="990:990"), env=environment))
        container.path("/srv/tern.png").write_bytes(png(seed=9))
        run(*container.command("aviary", "import", "/srv/tern.png", user="990:990"), env=environment)
        said = run(*container.command("aviary", "token", user="990:990"), env=environment)
        token = re.search(r":8080/\?token=(\w+)", said)[1]
        run(
            *inside, sys.executable, "-c", "import sys; from systems import *; serves_a_photograph(sys.argv[1])",
            f"http://127.0.0.1:8080/?token={token}",
            env=os.environ | {"PYTHONPATH": f"{ROOT}/Gallery/Tests:{ROOT}/Tests:{ROOT}/Tests/Packages"})
    finally:
        process.terminate()
        ended = process.wait(PATIENCE)
        run("umount", container.path("/proc"))
    assert ended == 0 and photos(container) == 1


def health(layout):
    """The command of the health check, which the configuration of the image has."""
    def blob(described):
        return json.loads((layout / "blobs" / described["digest"].replace(":", "/")).read_text())

    [manifest] = json.loads((layout / "index.json").read_text())["manifests"]
    config = blob(blob(manifest)["config"])["config"]
    assert config["Volumes"] == {DATA: {}}
    assert config["Healthcheck"]["Test"][0] == "CMD"
    return config["Healthcheck"]["Test"][1:]
