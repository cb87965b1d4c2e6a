"""Photorama over the embedded service of another gallery, by HTTP: generated photographs with faults, and imported ones."""

import subprocess

import pytest

from faulty_service import FaultyService
from gallery import Gallery, binary
from pictures import png
from test_photorama import pictures_are_there, wait_for_titles


class Served(Gallery):
    """A gallery whose photographs come from the embedded service of another gallery."""

    path = "/photorama"
    options_of_service = ()

    def __init__(self, directory):
        folder = directory.parent / "service"
        folder.mkdir()
        self.prepare(folder)
        self.service = Gallery(folder, *self.options_of_service).start()
        super().__init__(directory, "--flickr-endpoint", self.endpoint())

    def prepare(self, folder):
        """Puts something into the other gallery before it is served."""

    def endpoint(self):
        return f"{self.service.url}/services/rest/"

    def stop(self):
        super().stop()
        return self.service.stop()


class Faulty(Served):
    def endpoint(self):
        self.faulty = FaultyService(self.service, delay=0.02, share=0.2)
        return self.faulty.endpoint

    def stop(self):
        self.faulty.close()
        return super().stop()


class Imported(Served):
    options_of_service = ("--embedded-photos",)

    def prepare(self, folder):
        pictures = folder.parent / "pictures"
        pictures.mkdir()
        for number, name in enumerate(["gull", "tern", "gull at sea"]):
            (pictures / f"{number} {name}.png").write_bytes(png(600, 400, seed=number))
        subprocess.run([binary(), "import", pictures, "--data", folder], check=True, capture_output=True)


@pytest.fixture
def gallery(tmp_path, request):
    directory = tmp_path / "data"
    directory.mkdir()
    gallery = request.param(directory).start()
    yield gallery
    gallery.stop()


# The list could not be had; or each tile in view has its picture, or a mark.
IS_AT_REST = """() => {
  const grid = document.querySelector('.collection'), box = grid.getBoundingClientRect();
  const seen = [...grid.querySelectorAll('.tile')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect(); return bottom > box.top && top < box.bottom });
  const hasList = seen.length && !grid.querySelector('.placeholder');
  return !document.querySelector('[data-isrefreshing]') && (hasList || !document.querySelector('.trouble').hidden)
    && seen.every((row) => row.querySelector('img').naturalWidth > 0 || row.querySelector('[data-isfailed]')) }"""
# Presses "Retry", where it is seen; what is wrong.
RETRIED = """() => { const trouble = document.querySelector('.photorama .trouble');
  if (trouble.hidden) return null;
  const sentence = trouble.querySelector('p').innerText;
  trouble.querySelector('[data-action=retry]').click();
  return sentence }"""


@pytest.mark.parametrize("gallery", [Faulty], indirect=True)
def test_a_faulty_service_leaves_no_spinner_and_retry_brings_each_picture(gallery, open_tab):
    tab = open_tab("phone")
    for y in (0, 3_000, 8_000):
        tab.page.locator(".collection").evaluate("(box, y) => { box.scrollTop = y }", y)
        for _ in range(60):
            tab.page.wait_for_function(IS_AT_REST)
            if not tab.page.locator(".photorama .trouble:visible, .photo[data-isfailed]").count():
                break
            # In one step: what is wrong may be over before a second one.
            sentence = tab.page.evaluate(RETRIED)
            assert sentence is None or sentence.endswith(".")
            tab.page.wait_for_timeout(50)
        pictures_are_there(tab)
    assert gallery.rows("SELECT count(*), count(DISTINCT remote) FROM webPhoto WHERE service = 'flickr'")[0][0] >= 500


@pytest.mark.parametrize("gallery", [Imported], indirect=True)
def test_imported_photographs_are_a_service_for_another_gallery(gallery, open_tab):
    tab = open_tab("desktop")
    wait_for_titles(tab, ["2 gull at sea", "1 tern", "0 gull"])
    pictures_are_there(tab)
    search = tab.page.get_by_role("searchbox", name="Search photos")
    search.fill("gull")
    search.press("Enter")
    wait_for_titles(tab, ["2 gull at sea", "0 gull"])
    tab.page.locator('.photo:has(img[alt="0 gull"])').click()
    tab.page.wait_for_function("() => document.querySelector('.picture')?.naturalWidth === 600")
