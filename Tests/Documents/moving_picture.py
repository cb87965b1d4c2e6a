"""Makes docs/images/two-windows.webp: two windows of the gallery, and a row that `sqlite3` inserts.

The windows are real, and so is the insert; the terminal is drawn. Animations run slowly while the pictures are taken,
so that each frame is sharp. Needs Pillow: `.venv-peers/bin/python Tests/Documents/moving_picture.py [FOLDER]`, which also
writes the first and the last frame as PNG files into FOLDER.
"""

import base64
import colorsys
import io
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("Tests", "Tests/Browser", "Gallery/Tests")]
from gallery import Gallery  # noqa: E402
from tab import browser_path  # noqa: E402

INSERT = "INSERT INTO color(red,green,blue) VALUES(1,0,0)"
COMMAND = f'sqlite3 gallery.sqlite "{INSERT}"'
SLOWLY = 0.02
WIDE, NARROW = (760, 500), (330, 644)

STAGE = """<!doctype html><style>
  * { box-sizing: border-box; margin: 0 }
  body { width: 1180px; height: 720px; background: #e7e5df; font: 15px/1.5 ui-monospace, "DejaVu Sans Mono", monospace;
         display: grid; grid-template-columns: 760px 330px; gap: 30px; padding: 30px; align-items: start }
  figure { border-radius: 12px; overflow: hidden; box-shadow: 0 1px 2px #0003, 0 10px 34px #0002; background: #fff }
  img { display: block }
  .bar { height: 34px; background: #f6f5f2; display: flex; align-items: center; gap: 7px; padding: 0 14px }
  .bar i { width: 11px; height: 11px; border-radius: 50%; background: #d2cfc7 }
  .phone { border-radius: 30px; border: 8px solid #15161a; width: 346px; margin-left: -8px; background: #15161a }
  .phone img { border-radius: 22px }
  .terminal { margin-top: 26px; background: #1d1f24; color: #e9e9e6; padding: 22px 20px; height: 66px; white-space: nowrap }
  .terminal b { color: #8fc48f; font-weight: normal } .caret { background: #e9e9e6; color: #e9e9e6 }
</style><div><figure><div class="bar"><i></i><i></i><i></i></div><img id="wide" width="760" height="500"></figure>
<figure class="terminal"><b>$</b> <span id="typed"></span><span class="caret">_</span></figure></div>
<figure class="phone"><img id="narrow" width="330" height="644"></figure>"""


def palette():
    """Seven colors that go through the hues."""
    for place in range(7):
        yield colorsys.hls_to_rgb((0.5 + place * 0.055) % 1, 0.36 + 0.05 * place, 0.42)


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        gallery = Gallery(pathlib.Path(home) / "data")
        gallery.directory.mkdir()
        gallery.start()
        browser = playwright.chromium.launch(executable_path=browser_path())
        try:
            frames = record(gallery, browser)
        finally:
            browser.close()
            gallery.stop()
    pictures = [Image.open(io.BytesIO(frame)).convert("RGB") for frame, _ in frames]
    target = ROOT / "docs/images/two-windows.webp"
    pictures[0].save(
        target, save_all=True, append_images=pictures[1:], duration=[time for _, time in frames], loop=0, quality=82,
        method=6, minimize_size=True)
    print(f"{target}: {target.stat().st_size:,} bytes, {sum(time for _, time in frames) / 1000} s")
    if folder:
        folder.mkdir(exist_ok=True)
        for place in (0, -8, -6, -1):
            pictures[place].save(folder / f"frame{place}.png")


def record(gallery, browser):
    """The frames as PNG, with the milliseconds that each is shown."""
    gallery.sql(*(("INSERT INTO color(red,green,blue) VALUES(?,?,?)", *color) for color in palette()))
    windows = {}
    for name, (width, height), scheme in (("wide", WIDE, "light"), ("narrow", NARROW, "dark")):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="no-preference",
            has_touch=name == "narrow")
        page = windows[name] = context.new_page()
        page.goto(f"{gallery.url}/colors")
        page.wait_for_selector("[data-item]")
        page.wait_for_timeout(1500)
        context.new_cdp_session(page).send("Animation.enable")
        context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": SLOWLY})
    stage = browser.new_context(viewport={"width": 1180, "height": 720}).new_page()
    stage.set_content(STAGE)
    frames = []

    def frame(milliseconds, typed):
        for name, page in windows.items():
            source = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
            stage.evaluate("([id, source]) => { const image = document.getElementById(id); image.src = source;"
                           " return image.decode() }", [name, source])
        stage.evaluate("text => document.getElementById('typed').textContent = text", typed)
        frames.append((stage.screenshot(), milliseconds))

    frame(1500, "")
    for end in range(4, len(COMMAND), 6):
        frame(110, COMMAND[:end])
    frame(700, COMMAND)
    subprocess.run(["sqlite3", str(gallery.file), INSERT], check=True)
    windows["wide"].wait_for_function("document.querySelectorAll('[data-item]').length >= 8")
    for _ in range(7):
        frame(50, COMMAND)
        for page in windows.values():
            page.wait_for_timeout(600)
    for page in windows.values():
        page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    frame(4000, COMMAND)
    return frames


if __name__ == "__main__":
    main()
