"""The Palette room: the bytes of a rename, the delay of the picker behind a slider, and the duration of an import."""

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

# Sets one value after the other, as soon as all panels show the previous one. Returns the milliseconds of each.
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


def many_colors(folder, count):
    """Writes a GPL file of different colors."""
    file = pathlib.Path(folder) / "many.gpl"
    rows = (f"{n % 256} {n // 256 % 256} {n // 65_536}\tColor {n}" for n in range(count))
    file.write_text("GIMP Palette\nName: Many\n#\n" + "\n".join(rows) + "\n")
    return file


def imported():
    """Imports 100,000 colors of a GPL file with the command. The time is from its start until it has committed and
    printed that."""
    with tempfile.TemporaryDirectory() as folder:
        file = many_colors(folder, IMPORTED)
        times = []
        for turn in range(3):
            command = [binary(), "import", str(file), "--data", f"{folder}/{turn}"]
            start = time.monotonic()
            subprocess.run(command, check=True, capture_output=True)
            times.append(time.monotonic() - start)
    return Figure("palette.import_100k.s", sorted(times)[1], "s", at_most=2)


def renamed(gallery, context):
    """One of 100,000 saved colours is renamed in a cell. The figure is all bytes on the wire to another window, from a
    moment without changes until it shows the name."""
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


# Presses the button of an order. Returns the milliseconds until another tile is in the first place.
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
    """100,000 saved colors are sorted in an order that no window shows. The figure is the median time of all orders,
    from the press to the tiles in the page."""
    tab = Tab(context, gallery.url, "/palette")
    tab.page.wait_for_function("() => document.querySelector('.tile .saved')")
    times = []
    # Consecutive orders start with different colors: by date and by hand, the newest color is first.
    for order in ["hue", "lightness", "chroma", "name", "date", "hue", "manual"]:
        # The rest of the previous list is still being read after its first rows.
        tab.page.wait_for_timeout(2_000)
        times.append(tab.page.evaluate(SORT, order))
    tab.page.close()
    return Figure("palette.sort.ms", median(times), "ms", at_most=150)


def dragged(gallery, context):
    """A slider is moved. The figure is the 99th percentile of the time from its event in the page until every panel
    agrees."""
    tab = Tab(context, gallery.url, "/palette")
    tab.page.evaluate(DRAG, 30)
    times = tab.page.evaluate(DRAG, MOVES)
    return Figure("palette.slider.p99_ms", percentile(times, 0.99), "ms", at_most=16)
