"""Items are led out of one list and into another one of the page, in each browser: stored, refused, and taken back."""

import pytest
from everywhere.windows import way
from gallery import eventually
from workbench import Workbench

PROGRAM = Workbench


def fill(gallery, today="abcdef", later="xy"):
    """Jobs by name. The first of them cannot wait."""
    gallery.sql(*[
        ("INSERT INTO job (name, day, position) VALUES (?, ?, ?)", name, day, place)
        for day, names in (("today", today), ("later", later)) for place, name in enumerate(names)])
    return dict(gallery.rows("SELECT name, id FROM job"))


def order(gallery):
    rows = gallery.rows("SELECT day, name FROM job ORDER BY position, id")
    return ["".join(name for own, name in rows if own == day) for day in ("today", "later")]


def grip(window, name):
    x, y, width, height = window.box(f'[data-item="{window.ids[name]}"]')
    return round(x + width / 2), round(y + height / 2)


@pytest.fixture
def jobs(gallery, window):
    window.ids = fill(gallery)
    window.open(f"{gallery.url}/jobs")
    window.wait("document.querySelectorAll('.tile').length === 8 && document.querySelectorAll('[aria-keyshortcuts]').length >= 2")

    def has_order(today, later):
        shown = ("return ['today', 'later'].map((name) => [...document.querySelectorAll(`[data-collection=${name}] .tile`)]"
                 ".sort((one, other) => one.ariaRowIndex - other.ariaRowIndex).map((row) => row.querySelector('.name').textContent).join(''))")

        def check():
            assert order(gallery) == [today, later]
            assert window.script(shown) == [today, later]

        eventually(check)
        window.wait("!document.querySelector('.lifted, [data-moving]') && !document.getAnimations().length")

    window.has_order = has_order
    return window


def test_a_job_is_led_into_the_other_list_and_taken_back(jobs):
    jobs.drag(way(grip(jobs, "c"), grip(jobs, "x")))
    jobs.has_order("abdef", "cxy")
    jobs.drag(way(grip(jobs, "y"), grip(jobs, "e")))
    jobs.has_order("abdyef", "cx")
    jobs.press("Control+z")
    jobs.has_order("abdef", "cxy")
    jobs.press("Control+z")
    jobs.has_order("abcdef", "xy")


def test_what_is_selected_goes_along_into_the_other_list(jobs):
    for name in "be":
        jobs.click_at(*grip(jobs, name), modifiers=["Control"])
    jobs.wait("document.querySelectorAll('[aria-selected=true]').length === 2")
    jobs.drag(way(grip(jobs, "e"), grip(jobs, "y")))
    jobs.has_order("acdf", "xbey")


def test_what_the_other_list_refuses_glides_back_with_a_word(jobs):
    start, end = grip(jobs, "a"), grip(jobs, "y")
    with jobs.mouse(*start) as move:
        for point in way(start, end)[1:]:
            move(*point)
        jobs.wait("document.querySelector('.lifted')")
        jobs.note_glides()
    jobs.wait_for_sentence("This can't be dropped here.")
    jobs.has_order("abcdef", "xy")
    ways = [(x, y) for name, x, y in jobs.glides() if name.split()[0] == "a"]
    assert bool(ways) == jobs.moves()
    # From where it was dropped to where it stands.
    assert not ways or any(abs(x - (end[0] - start[0])) < 30 and abs(y - (end[1] - start[1])) < 30 for x, y in ways)


def test_a_finger_leads_a_job_into_the_other_list(jobs):
    start, end = grip(jobs, "c"), grip(jobs, "x")
    with jobs.finger(*start) as move:
        jobs.wait("document.querySelector('.lifted')")
        for point in way(start, end)[1:]:
            move(*point)
        # Frame by frame: where it is now has been seen.
        jobs.wait("document.querySelector('[data-collection=later] .tile').getBoundingClientRect().y > values[0]", end[1])
    jobs.has_order("abdef", "cxy")


# A drag of another program, which no driver makes: the events that the browser tells of it.
DRAG = """const [parts, files, x, y, last] = values;
  const dataTransfer = new DataTransfer();
  for (const [type, data] of Object.entries(parts)) dataTransfer.setData(type, data);
  for (const name of files) dataTransfer.items.add(new File(['content'], name, { type: 'text/plain' }));
  const at = document.elementFromPoint(x, y);
  const fire = (name) => at.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true, clientX: x, clientY: y }));
  const isTaken = !fire('dragover');
  if (last) fire(last);
  return isTaken"""


@pytest.mark.parametrize("parts", [
    {"text/plain": "one\ntwo"}, {"text/uri-list": "# two links\r\none\r\ntwo"}, {"text/plain": "one\ntwo", "text/uri-list": "three"}])
def test_text_and_links_of_another_program_are_put_where_the_gap_is(jobs, parts):
    x, y = grip(jobs, "y")
    assert jobs.script(DRAG, parts, [], x, y, "")
    jobs.wait("document.querySelector('[data-collection=later]').querySelectorAll('.tile')[1].getBoundingClientRect().y > values[0]", y)
    jobs.script(DRAG, parts, [], x, y, "drop")
    jobs.has_order("abcdef", "xonetwoy")
    jobs.press("Control+z")
    jobs.has_order("abcdef", "xy")


def test_files_are_put_where_the_gap_was_in_their_order(jobs):
    x, y = grip(jobs, "y")
    assert jobs.script(DRAG, {}, ["1.txt", "2.txt", "3.txt"], x, y, "")
    jobs.wait("document.querySelector('[data-collection=later]').querySelectorAll('.tile')[1].getBoundingClientRect().y > values[0]", y)
    jobs.script(DRAG, {}, ["1.txt", "2.txt", "3.txt"], x, y, "drop")
    jobs.has_order("abcdef", "x1.txt2.txt3.txty")
    # Below the last one is the end.
    x, y = grip(jobs, "f")
    jobs.script(DRAG, {}, ["4.txt", "5.txt"], x, y + 60, "drop")
    jobs.has_order("abcdef4.txt5.txt", "x1.txt2.txt3.txty")
    jobs.press("Control+z")
    jobs.has_order("abcdef", "x1.txt2.txt3.txty")


def test_a_file_that_the_list_refuses_there_is_said(jobs):
    x, y = grip(jobs, "a")
    jobs.script(DRAG, {}, ["1.txt"], x, y, "drop")
    jobs.wait_for_sentence("This can't be dropped here.")
    jobs.has_order("abcdef", "xy")
