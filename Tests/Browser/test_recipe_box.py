"""The recipe box as a person with a screen reader and one with a dark screen have it."""

import pytest
from pictures import png
from recipes import Recipes
from test_accessibility import violations

PROGRAM = Recipes


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing_in_a_list_and_a_sheet(gallery, open_tab, size, scheme):
    tab = open_tab(size, color_scheme=scheme)
    tab.page.get_by_text("No recipes here.").wait_for()
    assert violations(tab) == []
    tab.shoot(f"recipes-empty-{size}-{scheme}")
    photos = gallery.directory / "recipes" / "photos"
    for seed in range(3):
        (photos / f"{seed}.png").write_bytes(png(300, 200, seed=seed))
    titles = [
        ("Pumpkin soup", 0, 40, "0.png"), ("Rice salad with herbs and lemon", 0, 25, None), ("Mushroom risotto", 1, 45, "1.png"),
        ("Lentil stew", 1, 60, None), ("Apple crumble", 2, 50, "2.png"), ("Rye bread", 3, 240, None), ("Mint tea", 4, 5, None),
    ]
    gallery.sql(
        *[("INSERT INTO recipe (title, course, minutes, photo) VALUES (?, ?, ?, ?)", *row) for row in titles],
        "UPDATE recipe SET method = 'Roast the pumpkin with oil. Blend it with hot stock and a spoon of cream, and season it.' WHERE id = 1",
        *[("INSERT INTO ingredient (recipe, position, name) VALUES (1, ?, ?)", position, name)
          for position, name in enumerate(["1 pumpkin", "600 ml stock", "1 spoon of cream"])])
    tab.page.get_by_text("Mint tea").wait_for()
    assert violations(tab) == []
    tab.shoot(f"recipes-{size}-{scheme}")
    tab.page.get_by_role("link", name="Pumpkin soup").click()
    sheet = tab.page.get_by_role("dialog")
    sheet.get_by_text("600 ml stock").wait_for()
    assert violations(tab) == []
    tab.shoot(f"recipe-{size}-{scheme}")
    sheet.get_by_label("Title").fill(" ")
    sheet.get_by_role("button", name="Save").click()
    tab.page.wait_for_selector("[data-fault]:not(:empty)")
    assert violations(tab) == []
    tab.shoot(f"recipe-fault-{size}-{scheme}")
