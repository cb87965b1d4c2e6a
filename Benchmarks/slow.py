"""The time until a press shows on a line with a round trip of 400 ms and 400 kbit/s."""

from figure import Figure
from session import browser_window, median, serving
from slow_line import SlowLine
from tab import Tab

ROUNDS = 7

# The milliseconds from an event to the first frame in which its element is marked. A frame is drawn after its
# callbacks, so the next frame is waited for.
PRESS = """async ([selector, isSlider, marked]) => {
  const element = document.querySelector(selector);
  const isMarked = new Function('element', `return ${marked}`);
  if (isMarked(element)) throw new Error('it is marked already');
  const start = performance.now();
  if (isSlider) {
    element.value = String((Number(element.value) + 37) % 256);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  } else element.click();
  while (!isMarked(element)) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""


def measure():
    """The slowest of a tile, a button and a slider, each by its median."""
    with serving(colors=30) as gallery, SlowLine(gallery.port, delay=0.2, rate=50_000) as line:
        with browser_window("desktop") as context:
            colors, palette = (Tab(context, line.url, path) for path in ("/colors", "/palette"))
            number = "element.value === element.parentElement.querySelector('[type=number]').value"
            found = [
                pressed(colors, "[data-item]", False, "element.ariaSelected === 'true'", "element.ariaSelected !== 'true'"),
                pressed(colors, ".actions [data-action=add]", False, "'pressed' in element.dataset", None),
                pressed(palette, "[type=range][name=red]", True, f"window.moved && {number}", None),
            ]
        yield Figure("live.slow.press_ms", max(found), "ms", at_most=50)


def pressed(tab, selector, is_slider, marked, unmarked):
    times = []
    for round_ in range(ROUNDS):
        tab.page.evaluate("() => { window.moved = false; addEventListener('input', () => { window.moved = true }, { once: true }) }")
        is_back = unmarked and round_ % 2
        times.append(tab.page.evaluate(PRESS, [selector, is_slider, unmarked if is_back else marked]))
        tab.page.wait_for_function("() => !document.querySelector('[data-pressed], [aria-busy]')")
        tab.page.wait_for_timeout(500)
    return median(times)
