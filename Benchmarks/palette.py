"""The Palette room: what others hear of a rename, and how soon the whole picker follows a slider."""

from figure import Figure
from session import browser_window, percentile, serving, wire_bytes
from tab import Tab

SWATCHES = 100_000
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
        yield dragged(gallery, context)


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


def dragged(gallery, context):
    """A slider was moved: from its event in the page until every panel agrees there, the 99th of a hundred."""
    tab = Tab(context, gallery.url, "/palette")
    tab.page.evaluate(DRAG, 30)
    times = tab.page.evaluate(DRAG, MOVES)
    return Figure("palette.slider.p99_ms", percentile(times, 0.99), "ms", at_most=16)
