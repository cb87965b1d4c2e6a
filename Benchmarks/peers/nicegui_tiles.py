"""The Colors room in NiceGUI: coloured tiles with a label, built as its documentation recommends.

    nicegui_tiles.py PORT COUNT

A request to /change?tile=N&red=R changes the colour and the label of one tile, on every page that shows it.
"""

import random
import sys

from nicegui import app, ui

PORT, COUNT = int(sys.argv[1]), int(sys.argv[2])
colors = [[random.randrange(256) for _ in range(3)] for _ in range(COUNT)]
pages = []


def style(color):
    return f"background-color: rgb({text(color)})"


def text(color):
    return ", ".join(map(str, color))


@ui.page("/")
def room():
    with ui.element("div").style("display: grid; grid-template-columns: repeat(3, 1fr)"):
        tiles = []
        for color in colors:
            with ui.element("div").classes("tile").style(f"height: 130px; {style(color)}") as tile:
                tiles.append((tile, ui.label(text(color))))
    pages[:] = [page for page in pages if not page[0][0].is_deleted]
    pages.append(tiles)


@app.get("/change")
def change(tile: int, red: int):
    colors[tile][0] = red
    for element, label in (page[tile] for page in pages if not page[tile][0].is_deleted):
        element.style(style(colors[tile]))
        label.set_text(text(colors[tile]))


ui.run(host="127.0.0.1", port=PORT, reload=False, show=False, title="Colors")
