"""In each browser: contrast of two colors, the area by pointer and keys, and a ramp that becomes a palette."""

from everywhere.windows import at_both_sizes
from gallery import Gallery, eventually

PROGRAM = Gallery


def save(gallery, *colors):
    for place, (name, light) in enumerate(colors):
        gallery.sql(
            # The presets of the picker are items, too: 0 to 6.
            ("INSERT INTO swatch (id, palette, position, name, red, green, blue)"
             " VALUES (?, (SELECT min(id) FROM palette), ?, ?, ?, ?, ?)", 101 + place, place, name, light, light, light))


def value(window, name):
    return float(window.value(f"[type=range][name={name}]"))


def has_selected(window, ids):
    window.wait("[...document.querySelectorAll('.saved[aria-selected=true]')].map((cell) => cell.dataset.item).join() === values[0]", ids)


@at_both_sizes
def test_the_nearest_color_that_passes_is_taken(gallery, window, size):
    save(gallery, ("Gray", 0.6), ("Snow", 1))
    window.open(f"{gallery.url}/palette")
    window.wait("['101', '102'].every((item) => document.querySelector(`.saved[data-item='${item}']`))")
    window.choose(101, "Select")
    has_selected(window, "101")
    x, y, width, height = window.box('[data-item="102"]')
    window.click_at(round(x + width - 12), round(y + 12))
    has_selected(window, "101,102")
    window.choose(101, "More", "Contrast…")
    window.wait("document.querySelector('.contrast .ratio')?.textContent === '2.84 : 1'")
    # The sheet has come to rest.
    window.wait("!document.getAnimations().length")
    window.click(".grade:nth-child(2) .use")
    window.wait("document.querySelector('.contrast .ratio').textContent === '4.54 : 1'")

    def check():
        assert gallery.rows("SELECT round(red * 255) FROM swatch WHERE name = 'Gray'") == [(118,)]

    eventually(check)
    window.shoot(f"contrast-{size}")
    window.press("Escape")
    window.wait("!document.querySelector('dialog.presented')")


@at_both_sizes
def test_the_area_is_led_by_pointer_and_keys(gallery, window, size):
    window.open(f"{gallery.url}/palette")
    window.wait("document.querySelector('.area-choice')?.checkVisibility()")
    window.click(".area-choice")
    x, y, width, height = window.box(".area")
    window.click_at(round(x + width / 4), round(y + height / 2))
    window.wait("Math.abs(document.querySelector('[type=range][name=perceived]').value - 50) < 1.5")
    window.wait("Math.abs(document.querySelector('[type=range][name=chroma]').value - 0.1) < 0.005")
    before = value(window, "perceived")
    window.press("ArrowDown")
    window.wait("Math.abs(values[0] - 1 - document.querySelector('[type=range][name=perceived]').value) < 0.01", before)
    window.press("Home")
    window.wait("document.querySelector('[type=range][name=chroma]').value === '0'")
    window.shoot(f"area-{size}")


@at_both_sizes
def test_a_ramp_is_a_new_palette(gallery, window):
    window.open(f"{gallery.url}/palette")
    window.wait("document.querySelector('[name=hex]').value.startsWith('#')")
    window.click("[popovertarget=add]")
    window.click("#add [data-action=harmoniesOfPicked]")
    window.wait("document.querySelectorAll('.harmony').length >= 3")
    window.click(".harmonies .tile:first-child .harmony button")
    window.wait("!document.querySelector('dialog.presented') && document.querySelectorAll('.saved').length === 7")
    assert len(gallery.rows("SELECT id FROM palette")) == 2


@at_both_sizes
def test_a_matrix_holds_what_is_seen_under_its_headings_and_keys_lead_through_it(gallery, window, size):
    save(gallery, *((f"Gray {number}", number / 199) for number in range(200)))
    window.open(f"{gallery.url}/palette")
    window.click("[data-action=contrastOfPalette]")
    window.wait("document.querySelector('.pair[role=gridcell]')")
    window.wait("!document.getAnimations().length")
    window.script("document.querySelector('.matrix').scrollTo(44 * 100, 44 * 150)")
    window.wait("document.querySelector('.pair[data-item=\"150 100\"]')")
    names = window.script(
        """const matrix = document.querySelector('.matrix'), { left, top } = matrix.getBoundingClientRect();
           return [[10, 110], [110, 10], [110, 110]].map(([x, y]) => document.elementFromPoint(left + x, top + y).closest('.pair').title)""")
    assert [name.split(",")[0] for name in names] == ["Text Gray 151", "Background Gray 101", "Gray 151 on Gray 101"]
    assert window.script("return document.querySelectorAll('.pair').length") <= 700
    window.shoot(f"matrix-{size}")
    window.script("document.querySelector('.pair[data-item=\"151 101\"]').focus()")
    window.press("Control+Home")
    window.wait("document.activeElement.ariaLabel === 'Gray 0 on Gray 0, 1.00 to 1, reaches no grade'")
    window.press("End")
    window.wait("document.activeElement.dataset.item === '0 199'")
    window.press("Enter")
    window.wait("document.querySelector('.contrast .ratio')?.textContent === '21.00 : 1'")
    window.press("Escape")
    window.wait("document.activeElement.dataset.item === '0 199'")
