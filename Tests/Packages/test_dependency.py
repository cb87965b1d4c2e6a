"""Aviary as a dependency: a clone with a version, and small packages that fetch it by its address."""

import json
import os

import pytest

from gallery import ROOT
from systems import run

# What a package takes of each choice of traits, and a program that uses it.
KINDS = {
    "live": (", traits: []", ["AviaryResults", "AviaryViews"], """
        print(ListLayout(rowHeight: .uniform(60)))
        """),
    "server": ("", ["AviaryApps", "AviaryServer", "AviaryViews"], """
        print(ServerConfiguration(host: "127.0.0.1", port: 9).port)
        """),
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A clone with the version 0.1.0, as it is committed."""
    folder = tmp_path_factory.mktemp("clone") / "aviary"
    run("git", "clone", "--quiet", "--no-local", ROOT, folder)
    run("git", "-C", folder, "tag", "0.1.0")
    return folder


def build(folder, system, *options, **variables):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AVIARY_")}
    run(
        "swift", "build", "--package-path", folder, "--scratch-path", folder / f".build-{system}", "--build-system", system,
        *options, env=environment | {"SWIFT_DETERMINISTIC_HASHING": "1"} | variables, timeout=7200)


@pytest.mark.parametrize("system", ["native", "swiftbuild"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_package_that_fetches_it_builds(repository, tmp_path, kind, system):
    traits, libraries, program = KINDS[kind]
    products = ", ".join(f'.product(name: "{name}", package: "aviary")' for name in libraries)
    (tmp_path / "Package.swift").write_text(f"""// swift-tools-version:6.2
        import PackageDescription

        let package = Package(
            name: "Nest",
            platforms: [.macOS(.v15)],
            dependencies: [.package(url: "file://{repository}", from: "0.1.0"{traits})],
            targets: [
                .executableTarget(
                    name: "Nest", dependencies: [{products}],
                    swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")])
            ])
        """)
    (tmp_path / "Sources/Nest").mkdir(parents=True)
    (tmp_path / "Sources/Nest/main.swift").write_text("".join(f"import {name}\n" for name in libraries) + program)
    build(tmp_path, system)


def test_without_packages_of_the_system_there_are_libraries_that_need_none(repository):
    described = json.loads(run("swift", "package", "--package-path", repository, "dump-package", env=os.environ | {"SPI_BUILD": "1"}))
    assert {"AviarySnapshots", "AviaryResults", "AviaryViews"} <= {product["name"] for product in described["products"]}
    assert not [target["name"] for target in described["targets"] if target["type"] in ("system", "executable", "test")]
    documented = (ROOT / ".spi.yml").read_text()
    assert all(f"- {product['name']}\n" in documented for product in described["products"])
    build(repository, "native", SPI_BUILD="1")
