"""A file of a palette is imported and taken back, in each browser."""

from everywhere.windows import at_both_sizes
from gallery import eventually

GPL = "GIMP Palette\nName: Walls\n#\n255 99 71\tKitchen\n  0 128 128\tHall\n"


@at_both_sizes
def test_a_palette_is_imported_and_taken_back(gallery, window, tmp_path):
    gallery.sql("INSERT INTO swatch(name, red, green, blue) VALUES ('mine', 1, 0, 0)")
    path = tmp_path / "walls.gpl"
    path.write_text(GPL)
    window.open(f"{gallery.url}/palette")
    window.choose_file(".import input", path)
    window.wait_for_sentence("with 2 colors")
    window.wait("document.querySelectorAll('.saved').length === 3")
    window.click(".banner button")
    window.wait("document.querySelectorAll('.saved').length === 1")

    def check():
        assert gallery.rows("SELECT name FROM swatch") == [("mine",)]

    eventually(check)
