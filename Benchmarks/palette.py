"""The Palette room: what others hear of a rename, how soon the whole picker follows a slider, and how long an import takes."""

import pathlib
import subprocess
import tempfile
import time

from figure import Figure
from gallery import binary
from session import browser_window, median, percentile, serving, wire_bytes
from tab import Tab

SWATCHES = 100_000
IMPORTED = 100_000
MOVES = 300

# One value after the other, each when all panels show the one before; how long each took, in milliseconds.
DRAG = """async (count) => {
  const slider = document.querySelector('[type=range][name=red]');
  const panel = document.querySelector('.channels');
  const hexOf = () => document.querySelector('[name=hex]').value;
  const times = [];
  for (let move = 0; move < count; move++) {
    const value = String((Number(slider.value) + 37) % 256);
    const hex = '#' + Number(value).toString(16).padStart(2, '0') + hexOf().slice(3);
    const agrees = () => hexOf() === hex && panel.style.getPropertyValue('--red') === value
      && document.querySelector('[type=number][name=red]').value === value;
    await new Promise((done) => {
      const start = performance.now();
      const observer = new MutationObserver(() => {
        if (!agrees()) return;
        observer.disconnect();
        times.push(performance.now() - start);
        setTimeout(done, 5);
      });
      observer.observe(panel, { attributeFilter: ['style'] });
      slider.value = value;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  return times;
}"""


def measure():
    with serving() as gallery, browser_window("desktop") as context:
        yield renamed(gallery, context)
        yield sorted_anew(gallery, context)
        yield dragged(gallery, context)
    yield imported()


def imported():
    """100,000 colors of a GPL file, by the command: from its start until they are committed and said."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "many.gpl"
        rows = (f"{n % 256} {n // 256 % 256} {n // 65_536}\tColor {n}" for n in range(IMPORTED))
        file.write_text("GIMP Palette\nName: Many\n#\n" + "\n".join(rows) + "\n")
        times = []
        for turn in range(3):
            command = [binary(), "import", str(file), "--data", f"{folder}/{turn}"]
            start = time.monotonic()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.monotonic() - start)
    return Figure("palette.import_100k.s", sorted(times)[1], "s", at_most=2)


def renamed(gallery, context):
    """One of 100,000 saved colours is renamed in a cell: all that the wire carries to another window, from the moment at
    which that shows nothing new until it shows the name."""
    gallery.sql(
        f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {SWATCHES})
            INSERT INTO swatch(name, red, green, blue, position)
            SELECT 'color ' || i, i % 256 / 255.0, i / 256 % 256 / 255.0, 0.5, i FROM n""")
    tab, other = (Tab(context, gallery.url, "/palette") for _ in range(2))
    first = "document.querySelector('.saved input')"
    for each in (tab, other):
        each.page.wait_for_function(f"() => {first}?.value === 'color 1'")
        each.settle()
    other.frames.clear()
    field = tab.page.locator(".saved input").first
    field.fill("Forget-me-not")
    field.press("Enter")
    other.page.wait_for_function(f"() => {first}.value === 'Forget-me-not'")
    sent = wire_bytes([frame for frame in other.frames if frame[0] == "in"])
    for each in (tab, other):
        each.page.close()
    return Figure("palette.rename.bytes", sent, "B", at_most=120)


# A press of the button that sorts, until the first tile is another and stands first, in milliseconds.
SORT = """async (order) => {
  // Row 1 is the header of the palette.
  const first = () => [...document.querySelectorAll('.tile:has(.saved)')].find((row) => row.ariaRowIndex === '2')
    ?.firstElementChild.dataset.item;
  const before = first();
  const button = document.querySelector(`[name=sort][value=${order}]`);
  const start = performance.now();
  button.click();
  while (first() === before && performance.now() - start < 10_000) await new Promise((done) => setTimeout(done, 1));
  return performance.now() - start;
}"""


def sorted_anew(gallery, context):
    """100,000 saved colors stand in another order that no window has: from the press to the tiles in the page, the median of
    all orders."""
    tab = Tab(context, gallery.url, "/palette")
    tab.page.wait_for_function("() => document.querySelector('.tile .saved')")
    times = []
    # No two neighbours begin with the same color: by date and by hand the newest is the first.
    for order in ["hue", "lightness", "chroma", "name", "date", "hue", "manual"]:
        # The whole of the list before is read behind its first rows.
        tab.page.wait_for_timeout(2_000)
        times.append(tab.page.evaluate(SORT, order))
    tab.page.close()
    return Figure("palette.sort.ms", median(times), "ms", at_most=150)


def dragged(gallery, context):
    """A slider was moved: from its event in the page until every panel agrees there, the 99th of a hundred."""
    tab = Tab(context, gallery.url, "/palette")
    tab.page.evaluate(DRAG, 30)
    times = tab.page.evaluate(DRAG, MOVES)
    return Figure("palette.slider.p99_ms", percentile(times, 0.99), "ms", at_most=16)
