"""Photographs of a web service: the wasted fetches of a fast scroll, the delay of its pictures, the cost of a refresh,
and the effects of a faulty service."""

import base64
import concurrent.futures
import contextlib
import pathlib
import subprocess
import tempfile
import urllib.request

from faulty_service import FaultyService
from figure import Figure
from flickr import Photorama
from gallery import PATIENCE, Gallery, binary
from session import browser_window, median, percentile, wire_bytes
from tab import Tab

PHOTOS, PAGE = 10_000, 500
DELAY = 0.05  # seconds that the service takes for each answer
SCREENS, SECONDS = 8, 1.75  # screenfuls a second, and how long until a stop
VIEWPORT = {"width": 390, "height": 844}

# Reads the tiles of the page. The title of a generated photo ends with its number.
TILES = """() => {
  const box = document.querySelector('.collection');
  const inView = () => {
    const { top, bottom } = box.getBoundingClientRect();
    return [...box.querySelectorAll('.tile')].filter((tile) => {
      const frame = tile.getBoundingClientRect();
      return frame.bottom > top && frame.top < bottom;
    });
  };
  const image = (tile) => tile.querySelector('img');
  const isLoaded = (tile) => image(tile).complete && image(tile).naturalWidth > 0;
  const number = (tile) => Number(image(tile).alt.split(' ').at(-1));
  const frame = () => new Promise(requestAnimationFrame);
  window.tiles = { box, inView, image, isLoaded, number, frame, shown: new Set() };
}"""

# Records each picture that is on the screen in some frame.
WATCH = """() => {
  requestAnimationFrame(function look() {
    for (const tile of tiles.inView()) if (tiles.isLoaded(tile)) tiles.shown.add(tiles.number(tile));
    requestAnimationFrame(look);
  });
}"""

# Scrolls at one speed, stops, and waits until each tile in view has its picture.
SCROLL = """async ([speed, seconds]) => {
  const { box, frame, inView, isLoaded } = tiles;
  const [start, from] = [performance.now(), box.scrollTop];
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - start) {
    box.scrollTop = from + speed * passed / 1000;
    await frame();
  }
  const end = performance.now();
  const isThere = (tile) => isLoaded(tile) && !tile.querySelector('[data-iswaiting]');
  while (document.querySelector('.placeholder') || !inView().length || !inView().every(isThere)) {
    if (performance.now() - end > 30_000) throw new Error('pictures are missing');
    await frame();
  }
  return performance.now() - end;
}"""

# The number of tiles in view that still wait after so many seconds, and of those that have failed.
REST = """async (seconds) => {
  const { frame, inView, isLoaded } = tiles;
  const count = (selector) => inView().filter((tile) => tile.querySelector(selector)).length;
  const start = performance.now();
  const isAtRest = () => inView().length && !document.querySelector('.placeholder') && !count('[data-iswaiting]')
    && inView().every((tile) => isLoaded(tile) || tile.querySelector('[data-isfailed]'));
  while (!isAtRest() && performance.now() - start < seconds * 1000) await frame();
  return [count('[data-iswaiting]'), count('[data-isfailed]')];
}"""

# The number of tiles in view that show the picture of another photo. `pictures` has the right bytes by number.
WRONG = """async (pictures) => {
  const { image, inView, isLoaded, number } = tiles;
  const canvas = new OffscreenCanvas(8, 8).getContext('2d', { willReadFrequently: true });
  const colors = (picture) => {
    canvas.drawImage(picture, 0, 0, 8, 8);
    return canvas.getImageData(0, 0, 8, 8).data;
  };
  let wrong = 0;
  for (const tile of inView()) {
    if (!isLoaded(tile) || !pictures[number(tile)]) continue;
    const shown = colors(image(tile)).slice();
    const bytes = Uint8Array.from(atob(pictures[number(tile)]), (letter) => letter.charCodeAt(0));
    const own = colors(await createImageBitmap(new Blob([bytes])));
    const distance = own.reduce((sum, value, at) => sum + Math.abs(value - shown[at]), 0) / own.length;
    if (distance > 8) wrong += 1;
  }
  return wrong;
}"""

NUMBERS = "() => tiles.inView().filter(tiles.isLoaded).map(tiles.number)"


@contextlib.contextmanager
def photorama(**faults):
    """A gallery whose store has the photos of the embedded service of another gallery, without their pictures, and that
    other gallery. Between the two there are faults."""
    with tempfile.TemporaryDirectory() as folder:
        other = Gallery(pathlib.Path(folder) / "other", "--no-supervisor").start()
        faulty = FaultyService(other, **faults)
        gallery = Gallery(pathlib.Path(folder) / "data", "--no-supervisor", "--flickr-endpoint", faulty.endpoint)
        subprocess.run([binary(), "sample", "--web-photos", str(PHOTOS), "--data", gallery.directory], check=True, capture_output=True)
        here = f"'http://embedded.invalid', '{faulty.url}'"
        gallery.sql(
            f"UPDATE webPhoto SET service = 'flickr', small = replace(small, {here}), large = replace(large, {here})",
            "UPDATE feed SET service = 'flickr'")
        gallery.start()
        try:
            yield gallery, other
        finally:
            gallery.stop()
            faulty.close()
            other.stop()


def opened(context, gallery, viewport=VIEWPORT):
    tab = Tab(context, gallery.url, "/photorama")
    tab.page.set_viewport_size(viewport)
    tab.page.wait_for_selector(".photorama .tile")
    tab.page.evaluate(TILES)
    return tab


def picture(gallery, number):
    """The service's picture of a photo."""
    with urllib.request.urlopen(f"{gallery.url}/services/pictures/{number}_n", timeout=PATIENCE) as answer:
        return answer.read()


def scrolling():
    """Scrolls through 10,000 photos on a phone, with stops, over a service that takes 50 ms for each answer.

    - wasted: the share of the fetched bytes that belongs to pictures which were never on the screen.
    - settle: the time from the last step of a scroll until each tile in view has its picture; the median of all
      stops."""
    with photorama(delay=DELAY) as (gallery, service), browser_window() as context:
        tab = opened(context, gallery)
        tab.page.evaluate(REST, PATIENCE)
        tab.page.evaluate(WATCH)
        speed = SCREENS * tab.page.evaluate("() => tiles.box.clientHeight")
        times = []
        while not is_at_end(tab):
            times.append(tab.page.evaluate(SCROLL, [speed, SECONDS]))
        tab.page.wait_for_timeout(1_000)
        shown = set(tab.page.evaluate("() => [...tiles.shown]"))
        sent = fetched(gallery)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            sizes = dict(zip(sent, pool.map(lambda number: len(picture(service, number)), sent)))
    wasted = sum(size for number, size in sizes.items() if number not in shown)
    yield Figure("photorama.scroll.wasted", wasted / sum(sizes.values()), "", at_most=0.1)
    yield Figure("photorama.scroll.pictures", len(sizes), "")
    yield Figure("photorama.settle_ms", median(times), "ms", at_most=500)
    yield Figure("photorama.settle.p95_ms", percentile(times, 0.95), "ms")


def failing():
    """Looks at 10,000 photos, screen by screen, over a faulty service. A fifth of its answers are late, lost, cut, of
    another type, refused or an error.

    - stuck: tiles in view that still wait for their picture after 30 seconds.
    - wrong: tiles that show another photo's picture."""
    with photorama(share=0.2) as (gallery, service), browser_window() as context:
        tab = opened(context, gallery)
        stuck = failed = wrong = seen = 0
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            while True:
                waiting, refused = tab.page.evaluate(REST, PATIENCE)
                numbers = tab.page.evaluate(NUMBERS)
                pictures = pool.map(lambda number: base64.b64encode(picture(service, number)).decode(), numbers)
                wrong += tab.page.evaluate(WRONG, dict(zip(map(str, numbers), pictures)))
                stuck, failed, seen = stuck + waiting, failed + refused, seen + len(numbers)
                if is_at_end(tab):
                    break
                tab.page.evaluate("() => { tiles.box.scrollTop += tiles.box.clientHeight; }")
                tab.page.evaluate("() => tiles.frame()")
    yield Figure("photorama.faults.stuck", stuck, "tiles", at_most=0)
    yield Figure("photorama.faults.wrong", wrong, "tiles", at_most=0)
    yield Figure("photorama.faults.pictures", seen, "")
    yield Figure("photorama.faults.failed", failed, "tiles")


def fetched(gallery):
    """The numbers of the photos whose pictures were fetched. These photos have a known color."""
    return [int(remote) for remote, in gallery.rows("SELECT remote FROM webPhoto WHERE color != '#808080'")]


def is_at_end(tab):
    return tab.page.evaluate(
        f"() => document.querySelector('.status').textContent === '{PHOTOS:,} photos'"
        " && tiles.box.scrollTop + tiles.box.clientHeight > tiles.box.scrollHeight - 4")


def refreshing():
    """A refresh of 500 photos, 5 of them new. The figure is all bytes on the socket until the cells have their
    pictures."""
    with tempfile.TemporaryDirectory() as folder, browser_window() as context:
        gallery = Photorama(pathlib.Path(folder) / "data")
        photos = gallery.flickr.photos["interesting"] = list(range(PAGE, 0, -1))
        gallery.start()
        tab = opened(context, gallery)
        tab.page.evaluate(REST, PATIENCE)
        costs = []
        for _ in range(5):
            known = gallery.rows("SELECT count(*) FROM webPhoto")[0][0]
            photos[:0] = range(len(photos) + 5, len(photos), -1)
            tab.page.wait_for_timeout(500)
            tab.frames.clear()
            tab.button("Refresh").click()
            tab.page.wait_for_function(
                "count => document.querySelector('.status').textContent.startsWith(count)", arg=f"{PAGE}")
            tab.page.wait_for_function("() => !document.querySelector('[data-isrefreshing]')")
            tab.page.evaluate(REST, PATIENCE)
            tab.page.wait_for_timeout(500)
            assert gallery.rows("SELECT count(*) FROM webPhoto")[0][0] == known + 5
            costs.append(wire_bytes([frame for frame in tab.frames if frame[0] == "in"]))
        gallery.stop()
    yield Figure("photorama.refresh.bytes", median(costs), "bytes", at_most=1_500)
