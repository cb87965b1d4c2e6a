"""Tiles that stay in place, and tiles that a handle drags out of the window."""

from test_edit_mode import draw, tray, wait_for_said  # noqa: F401
from test_selection import center
from workbench import Workbench

PROGRAM = Workbench
AREA = """() => { const area = Object.assign(document.createElement('textarea'), { id: 'elsewhere' });
  area.style.cssText = 'position: fixed; left: 700px; bottom: 20px; width: 200px; height: 100px; z-index: 9';
  document.body.append(area);
  window.dragged = {};
  addEventListener('dragstart', ({ dataTransfer }) => {
    for (const type of ['text/plain', 'text/uri-list']) dragged[type] = dataTransfer.getData(type) }) }"""


def handle(tab, item):
    box = tab.cell(item).locator("[data-handle]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_out(tab, start):
    tab.page.evaluate(AREA)
    area = tab.page.locator("#elsewhere").bounding_box()
    draw(tab, start, (start[0] + 20, start[1] + 30), (area["x"] + 50, area["y"] + 50))
    tab.page.mouse.up()


def test_what_may_not_be_moved_glides_back_with_a_word(tray):  # noqa: F811
    tab = tray()
    draw(tab, center(tab, 10), center(tab, 14))
    tab.page.get_by_text("This can't be moved.").wait_for()
    tab.page.wait_for_selector(".lifted", state="detached")
    tab.page.mouse.move(*center(tab, 18), steps=3)
    tab.page.mouse.up()
    assert tab.page.query_selector("[data-moving]") is None
    assert not [text for kind, text in tab.frames if kind == "out" and '"move"' in text]
    tab.page.wait_for_function("() => !document.querySelector('.content').getAnimations({ subtree: true }).length")
    draw(tab, center(tab, 3), center(tab, 14))
    tab.page.mouse.up()
    wait_for_said(tab, "moved 3")


def test_a_handle_drags_a_tile_out_as_text_and_as_a_file(tray):  # noqa: F811
    tab = tray()
    drag_out(tab, handle(tab, 3))
    tab.page.wait_for_function("() => document.querySelector('#elsewhere').value.includes('saw 3')")
    dragged = tab.page.evaluate("dragged")
    assert dragged["text/plain"] == "saw 3"
    assert dragged["text/uri-list"].endswith("/file/3.txt")
    assert tab.page.query_selector(".lifted, [draggable=true], [data-moving]") is None


def test_a_handle_drags_in_edit_mode_too_with_all_that_is_selected(tray):  # noqa: F811
    tab = tray()
    tab.button("Select").click()
    tab.page.wait_for_selector("[data-editing]")
    for item in (3, 5):
        tab.cell(item).click()
    tab.page.wait_for_function("() => document.querySelectorAll('[aria-selected=true]').length === 2")
    drag_out(tab, handle(tab, 3))
    tab.page.wait_for_function("() => window.dragged['text/plain'] === 'saw 3\\nsaw 5'")
    assert len(tab.page.evaluate("dragged")["text/uri-list"].split()) == 2
    assert len(tab.selected()) == 2, "a handle selects nothing"


DROP = """([type, data, x, y, ...rest]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData(type, data);
  const at = document.elementFromPoint(x, y);
  const fire = (name, more) => at.dispatchEvent(new DragEvent(name,
    { dataTransfer, bubbles: true, cancelable: true, clientX: x, clientY: y, ...more }));
  const isTaken = !fire('dragover');
  if (rest[0]) fire(rest[0], { relatedTarget: document.body });
  return isTaken }"""
GAP = """([id, x]) => { const row = document.querySelector(`[data-item="${id}"]`).closest('.tile');
  return !row.getAnimations().length && Math.abs(row.getBoundingClientRect().x - x) > 30 }"""


def test_text_of_another_program_is_dropped_into_a_gap(tray):  # noqa: F811
    tab = tray()
    x, y = center(tab, 4)
    before = tab.cell(4).bounding_box()["x"]
    assert tab.page.evaluate(DROP, ["text/plain", "rasp", x, y])
    tab.page.wait_for_function(GAP, arg=["4", before])
    tab.page.evaluate(DROP, ["text/plain", "rasp", x, y, "dragleave"])
    tab.page.wait_for_function("() => !document.querySelector('.content').getAnimations({ subtree: true }).length")
    assert tab.cell(4).bounding_box()["x"] == before
    tab.page.evaluate(DROP, ["text/plain", "rasp", x, y, "drop"])
    wait_for_said(tab, "dropped rasp behind 3")
    tab.page.wait_for_function("() => !document.querySelector('.content').getAnimations({ subtree: true }).length")
    assert tab.cell(4).bounding_box()["x"] == before, "the list says where it goes"
    assert tab.page.evaluate(DROP, ["text/html", "<b>rasp</b>", x, y]) is False


def test_what_is_dropped_on_a_tile_that_has_just_come_under_the_pointer_is_taken(tray):  # noqa: F811
    tab = tray()
    assert tab.page.evaluate(DROP.replace("'dragover'", "'dragenter'"), ["text/plain", "rasp", *center(tab, 4), "drop"])
    wait_for_said(tab, "dropped rasp behind 3")


def test_items_of_another_window_are_dropped_and_what_is_not_wanted_is_refused(tray):  # noqa: F811
    tab = tray()
    items = '{"items":["7","8"],"page":"/rack","collection":"rack"}'
    tab.page.evaluate(DROP, ["application/x-aviary-items", items, *center(tab, 4), "drop"])
    wait_for_said(tab, "dropped  behind 3 (7 8 of /rack)")
    tab.page.evaluate(DROP, ["text/plain", "rasp", *center(tab, 11), "drop"])
    tab.page.get_by_text("This can't be dropped here.").wait_for()
    wait_for_said(tab, "dropped  behind 3 (7 8 of /rack)")


def test_a_tile_that_comes_back_by_its_handle_is_moved(tray):  # noqa: F811
    tab = tray()
    start = handle(tab, 3)
    draw(tab, start, (start[0] + 20, start[1] + 30), center(tab, 8))
    tab.page.mouse.up()
    wait_for_said(tab, "moved 3")
    assert tab.page.query_selector("[draggable=true]") is None
