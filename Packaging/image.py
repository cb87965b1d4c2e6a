#!/usr/bin/env python3
"""Makes an image of a container from the Debian package, without a daemon: Packaging/image.py DEB IMAGE.oci.tar

The image has an empty Debian of this machine's release and the package. It is a tar file of an OCI layout, which podman,
skopeo and Docker 25 or newer load. This needs root and debootstrap. AVIARY_MIRROR names a mirror of Debian."""

import contextlib
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

MIRROR = os.environ.get("AVIARY_MIRROR", "http://deb.debian.org/debian")
USER = 990
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# There is no curl in it, and bash can speak HTTP well enough.
HEALTH = r"""exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3 &&
read -r _ status _ <&3 && [[ $status == 200 ]]"""


def run(*command, **options):
    subprocess.run(list(map(str, command)), check=True, stdout=sys.stderr, **options)


def release():
    return re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)[1]


@contextlib.contextmanager
def mounted(root):
    """/proc within a root, which packages need while they are installed."""
    run("mount", "-t", "proc", "proc", root / "proc")
    try:
        yield
    finally:
        run("umount", root / "proc")


def make_root(root, package):
    """An empty Debian with the package. Its user has a number of its own choice, so that a volume fits the next image, too."""
    run("debootstrap", "--variant=minbase", release(), root, MIRROR)
    sources = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
    if sources.exists():
        # With the updates of this release.
        shutil.copy(sources, root / "etc/apt/sources.list.d/")
        (root / "etc/apt/sources.list").unlink(missing_ok=True)
    shutil.copy(package, root / "aviary.deb")
    environment = {"PATH": PATH, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}

    def inside(*command):
        run("chroot", root, *command, env=environment)

    with mounted(root):
        inside("groupadd", "--system", "--gid", USER, "aviary")
        inside(
            "useradd", "--system", "--uid", USER, "--gid", USER, "--no-create-home", "--home-dir", "/var/lib/aviary",
            "--shell", "/usr/sbin/nologin", "aviary")
        inside("apt-get", "-qq", "update")
        inside("apt-get", "-qq", "upgrade", "--yes")
        inside("apt-get", "-qq", "install", "--yes", "--no-install-recommends", "/aviary.deb")
        inside("apt-get", "clean")
    (root / "aviary.deb").unlink()
    # What nobody reads in a container. Licenses stay.
    for pattern in ["var/lib/apt/lists/*", "var/cache/*/*", "var/log/*", "usr/share/man/*", "usr/share/locale/*", "tmp/*"]:
        for path in root.glob(pattern):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for path in (root / "usr/share/doc").rglob("*"):
        if path.name != "copyright" and not path.is_dir():
            path.unlink()


class Layout:
    """An OCI layout in a folder: each blob is named by its digest."""

    def __init__(self, folder):
        self.folder = folder
        self.blobs = folder / "blobs/sha256"
        self.blobs.mkdir(parents=True)

    def add(self, data, kind):
        """A blob, and what refers to it."""
        digest = hashlib.sha256(data).hexdigest()
        (self.blobs / digest).write_bytes(data)
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(data)}

    def add_json(self, value, kind):
        return self.add(json.dumps(value, sort_keys=True).encode(), kind)

    def add_layer(self, root, when):
        """The files of a root, compressed. Returns the digest of the tar file, too."""
        made, whole = self.folder / "layer", hashlib.sha256()
        tar = subprocess.Popen(
            ["tar", "--numeric-owner", "--sort=name", f"--mtime=@{when}", "--clamp-mtime", "--xattrs", "--one-file-system",
             "--pax-option=delete=atime,delete=ctime", "-C", str(root), "-c", "."], stdout=subprocess.PIPE)
        with open(made, "wb") as file, gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed:
            while part := tar.stdout.read(1 << 20):
                whole.update(part)
                packed.write(part)
        if tar.wait():
            sys.exit("The files of the image cannot be read.")
        digest = hashlib.sha256()
        with open(made, "rb") as file:
            while part := file.read(1 << 20):
                digest.update(part)
        size = made.stat().st_size
        made.rename(self.blobs / digest.hexdigest())
        layer = {
            "mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": f"sha256:{digest.hexdigest()}", "size": size}
        return layer, f"sha256:{whole.hexdigest()}"


def main(package, image):
    _, version, arch = package.stem.split("_")
    when = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))
    labels = {
        "org.opencontainers.image.title": "aviary",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT",
    }
    with tempfile.TemporaryDirectory(dir=image.parent) as scratch:
        root = pathlib.Path(scratch, "root")
        make_root(root, package)
        layout = Layout(pathlib.Path(scratch, "layout"))
        layer, whole = layout.add_layer(root, when)
        config = layout.add_json({
            "architecture": arch, "os": "linux", "created": created,
            "config": {
                "User": f"{USER}:{USER}",
                # The folder of the gallery is $XDG_DATA_HOME/aviary for each command.
                "Env": [f"PATH={PATH}", "LANG=C.UTF-8", "HOME=/var/lib/aviary", "XDG_DATA_HOME=/var/lib"],
                "Entrypoint": ["/usr/bin/aviary"], "Cmd": ["serve", "--host", "0.0.0.0"],
                "WorkingDir": "/var/lib/aviary", "Volumes": {"/var/lib/aviary": {}}, "ExposedPorts": {"8080/tcp": {}},
                "StopSignal": "SIGTERM", "Labels": labels,
                "Healthcheck": {
                    "Test": ["CMD", "/usr/bin/bash", "-c", HEALTH], "Interval": 30 * 10**9, "Timeout": 10 * 10**9,
                    "StartPeriod": 30 * 10**9, "Retries": 3},
            },
            "rootfs": {"type": "layers", "diff_ids": [whole]},
            "history": [{"created": created, "created_by": "scripts/package --image"}],
        }, "config.v1+json")
        manifest = layout.add_json({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config, "layers": [layer],
            "annotations": labels,
        }, "manifest.v1+json")
        manifest["annotations"] = {
            "org.opencontainers.image.ref.name": version, "io.containerd.image.name": f"docker.io/library/aviary:{version}"}
        manifest["platform"] = {"architecture": arch, "os": "linux"}
        (layout.folder / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')
        (layout.folder / "index.json").write_text(json.dumps({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]}))
        with tarfile.open(image, "w") as tar:
            for path in sorted(layout.folder.rglob("*")):
                tar.add(path, path.relative_to(layout.folder), recursive=False)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if os.geteuid():
        sys.exit("An image is made as root: its files belong to several users.")
    if not shutil.which("debootstrap"):
        sys.exit("An image is made with debootstrap, which is not here: apt-get install debootstrap")
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute())
