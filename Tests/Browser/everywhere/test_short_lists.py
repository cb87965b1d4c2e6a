"""A list that is as high as its content, up to a bound, in each browser."""

import os
import shutil

import pytest
from gallery import ROOT, binary
from recipes import Recipes

SOURCES = ROOT / "Examples/Recipes"
LIST = "document.querySelector('[data-collection]')"


@pytest.fixture
def box(tmp_path):
    """The recipe box, whose list stands in a page that is as high as its text."""
    for file in ("RecipeView.html", "recipes.css"):
        shutil.copy(SOURCES / file, tmp_path)
    text = (SOURCES / "RecipesView.html").read_text()
    (tmp_path / "RecipesView.html").write_text(text.replace('<main class="screen">', '<main class="page">'))
    with open(tmp_path / "recipes.css", "a") as sheet:
        sheet.write(".page > [data-collection] { max-height: 640px }")
    box = Recipes(tmp_path / "data")
    box.directory.mkdir()
    box.run(binary("Recipes"), "0", cwd=box.directory, env=os.environ | {"AVIARY_PAGES": str(tmp_path)})
    yield box
    box.stop()


def test_a_list_is_as_high_as_its_content_up_to_a_bound(box, window):
    window.open(f"{box.url}/")
    window.wait(f"{LIST}.clientHeight === 0")
    # A course each, with a header of 52 points.
    for count in (1, 2, 40):
        box.sql(
            "DELETE FROM recipe",
            f"""INSERT INTO recipe (title, course)
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {count})
            SELECT printf('Recipe %03d', n), n % 5 FROM number""")
        window.wait("document.querySelectorAll('.tile [data-item]').length >= values[0]", min(count, 2))
        if count < 40:
            window.wait(
                f"{LIST}.clientHeight > 200 * values[0] && {LIST}.scrollHeight === {LIST}.clientHeight"
                f" && Math.abs([...document.querySelectorAll('.tile')].at(-1).getBoundingClientRect().bottom"
                f" - {LIST}.getBoundingClientRect().bottom) <= 16", count)
    window.wait(f"{LIST}.clientHeight === 640")
    # Behind the bound it scrolls.
    window.wait(f"({LIST}.scrollTop = 9_000) && {LIST}.scrollTop > 500")
    window.wait("[...document.querySelectorAll('.tile [data-item]')].some((cell) => cell.textContent.includes('Recipe 039'))")
    assert "has no height" not in box.logged()
