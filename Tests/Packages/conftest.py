"""Packages, and empty Debian systems in folders. This needs root."""

import os
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from gallery import ROOT  # noqa: E402
from systems import MIRROR, System, run  # noqa: E402


class Packages:
    """What scripts/package makes. AVIARY_PACKAGES names a folder that has it already."""

    def __init__(self):
        self.folder = pathlib.Path(os.environ.get("AVIARY_PACKAGES") or ROOT / ".build/package")
        if "AVIARY_PACKAGES" not in os.environ:
            run(ROOT / "scripts/package", "--image", timeout=7200)
        self.deb = self.only(".deb")
        self.version = self.deb.name.split("_")[1]

    def only(self, ending):
        found = list(self.folder.glob(f"aviary[_-]*{ending}"))
        assert len(found) == 1, found
        return found[0]


@pytest.fixture(scope="session")
def packages():
    return Packages()


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def system(request, tmp_path_factory):
    """An empty system of each release of Debian."""
    folder = tmp_path_factory.mktemp(request.param) / "root"
    run("debootstrap", "--variant=minbase", request.param, folder, MIRROR)
    run("mount", "-t", "proc", "proc", folder / "proc")
    try:
        system = System(folder)
        system.run("apt-get", "-qq", "update")
        yield system
    finally:
        run("umount", folder / "proc")
