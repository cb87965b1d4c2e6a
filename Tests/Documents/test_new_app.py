"""The app that `scripts/new-app` makes: what is in it, and a build of it outside of the repository."""

import json
import os
import re
import subprocess
import time
import urllib.request

import pytest

from gallery import PATIENCE, ROOT

EXAMPLE = ROOT / "Examples/NewApp"


def run(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def make(*arguments):
    run(ROOT / "scripts/new-app", *arguments)


def files(folder):
    """The files of an app, by their paths. What a build or a start has made is left out."""
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {str(path): (folder / path).read_text() for path in paths if path.parts[0] not in (".build", "data", "Package.resolved")}


@pytest.mark.parametrize("options, dependency, package", [
    ([], f'.package(name: "aviary", path: "{ROOT}")', "aviary"),
    (["--path", "../aviary"], '.package(name: "aviary", path: "../aviary")', "aviary"),
    (["--url", "https://example.org/you/birds.git"], '.package(url: "https://example.org/you/birds.git", branch: "main")', "birds"),
    (["--url", "https://example.org/aviary", "--branch", "next"], '.package(url: "https://example.org/aviary", branch: "next")', "aviary"),
])
def test_it_is_the_example_with_another_name_and_the_dependency_that_was_asked_for(tmp_path, options, dependency, package):
    make("Recipes", tmp_path / "app", *options)
    made = files(tmp_path / "app")
    expected = {
        path.replace("NewApp", "Recipes"): text.replace("NewApp", "Recipes")
        .replace('.package(name: "aviary", path: "../..")', dependency).replace('package: "aviary"', f'package: "{package}"')
        for path, text in files(EXAMPLE).items()}
    assert made == expected


def test_its_manifest_is_read(tmp_path):
    make("Recipes", tmp_path / "app", "--url", "https://example.org/you/birds.git")
    described = json.loads(run("swift", "package", "--package-path", tmp_path / "app", "dump-package"))
    assert described["name"] == "Recipes" and [target["name"] for target in described["targets"]] == ["Recipes", "RecipesTests"]


def test_it_is_short_and_has_no_script():
    swift = [text for path, text in files(EXAMPLE).items() if path.endswith(".swift")]
    assert sum(text.count("\n") for text in swift) <= 120
    assert not any(path.endswith(".js") for path in files(EXAMPLE))


@pytest.mark.parametrize("name, sentence", [
    ("recipes", "a capital letter first"), ("My-App", "then letters and digits"), ("Item", "the name of something else"),
    ("AviaryServer", "the name of something else"),
])
def test_a_name_that_would_not_compile_is_refused(tmp_path, name, sentence):
    refused = subprocess.run([ROOT / "scripts/new-app", name, tmp_path / "app"], capture_output=True, text=True)
    assert refused.returncode == 2 and sentence in refused.stderr and not (tmp_path / "app").exists()


def test_a_folder_with_files_stays_as_it_is(tmp_path):
    (tmp_path / "mine").write_text("")
    refused = subprocess.run([ROOT / "scripts/new-app", "Recipes", tmp_path], capture_output=True, text=True)
    assert refused.returncode == 2 and "is there already" in refused.stderr and files(tmp_path) == {"mine": ""}


# It compiles everything anew.
@pytest.mark.parametrize("name", ["Recipes"] if os.environ.get("AVIARY_LONG") else [])
def test_it_builds_answers_its_first_page_and_passes_its_test(tmp_path, name):
    folder = tmp_path / "app"
    make(name, folder)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AVIARY_")} | {
        "SWIFT_DETERMINISTIC_HASHING": "1"}

    def build():
        begun = time.monotonic()
        run("swift", "build", "--package-path", folder, timeout=7200, env=environment)
        return time.monotonic() - begun

    print(f"\nseconds of the first debug build: {build():.0f}")
    controller = folder / "Sources/Recipes/ItemsController.swift"
    controller.write_text(controller.read_text().replace("Add item", "Add"))
    print(f"seconds of a build behind one changed line: {build():.1f}")
    server = subprocess.Popen([folder / ".build/debug/Recipes", "0"], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        url = re.search(r"http://\S+", server.stdout.readline())[0]
        with urllib.request.urlopen(url, timeout=PATIENCE) as page:
            assert "No items yet." in page.read().decode()
    finally:
        server.terminate()
        assert server.wait(PATIENCE) == 0
    run("swift", "test", "--package-path", folder, timeout=7200, env=environment)
