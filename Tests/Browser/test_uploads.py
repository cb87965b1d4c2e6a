"""Files that a person sends: chosen or dropped, on lines of every kind, and received once."""

import pathlib
import random
import urllib.request

import pytest
from gallery import eventually
from slow_line import SlowLine
from tab import Tab
from workbench import Workbench


class Files(Workbench):
    path = "/files"

    def received(self):
        """The contents of the files that the action has put into its folder, by name."""
        return {path.name: path.read_bytes() for path in pathlib.Path(f"{self.file}-files").iterdir()}

    def on_the_way(self):
        return sorted(path.name for path in pathlib.Path(f"{self.file}-uploads").iterdir())

    def counted(self):
        """The names in the store, as often as an action has put them there."""
        return sorted(self.names().values())


PROGRAM = Files
BANNER = ".banner.upload"


def file(name, size=1000, seed=1):
    return {"name": name, "mimeType": "image/png", "buffer": random.Random(f"{name}{seed}").randbytes(size)}


def choose(tab, *files, label="Add files"):
    tab.page.get_by_label(label).set_input_files(list(files))


def wait_for_names(tab, *names):
    tab.page.wait_for_function(
        """names => { const shown = [...document.querySelectorAll('[data-item] a')].map(link => link.textContent).sort();
           return JSON.stringify(shown) === JSON.stringify(names) }""", arg=sorted(names))


def wait_for_end(tab):
    tab.page.wait_for_selector(BANNER, state="detached")


@pytest.fixture
def line_tab(gallery, browser):
    """Opens a tab over a line of its own."""
    tabs = []

    def line_tab(line):
        context = browser.new_context(viewport={"width": 1632, "height": 900})
        tabs.append(context)
        return Tab(context, line.url, gallery.path)

    yield line_tab
    for context in tabs:
        context.close()


def test_files_that_are_chosen_are_received_once(gallery, open_tab):
    tab = open_tab("desktop")
    files = [file("one.png"), file("Größe 東京.png", 700_000), file("empty.png", 0)]
    choose(tab, *files)
    wait_for_names(tab, *[each["name"] for each in files])
    wait_for_end(tab)
    assert gallery.received() == {each["name"]: each["buffer"] for each in files}
    assert gallery.counted() == sorted(each["name"] for each in files)
    assert gallery.on_the_way() == []


def test_the_fields_around_a_file_go_with_it(gallery, open_tab):
    tab = open_tab("desktop")
    choose(tab, file("one.png"), label="Add one")
    wait_for_names(tab, "one.png with a note")


def test_a_file_that_was_received_can_be_fetched(gallery, open_tab):
    tab = open_tab("desktop")
    sent = file("one.png", 300_000)
    choose(tab, sent)
    wait_for_names(tab, "one.png")
    with tab.page.expect_download() as download:
        tab.page.get_by_role("link", name="one.png").click()
    assert download.value.suggested_filename == "one.png"
    assert pathlib.Path(download.value.path()).read_bytes() == sent["buffer"]


def test_many_files_are_all_received_once(gallery, open_tab):
    tab = open_tab("desktop")
    files = [file(f"{number:03}.png", 2_000) for number in range(60)]
    choose(tab, *files)
    wait_for_end(tab)
    eventually(lambda: assert_equal(gallery.counted(), [each["name"] for each in files]))
    assert gallery.received() == {each["name"]: each["buffer"] for each in files}
    assert gallery.on_the_way() == []


def assert_equal(one, other):
    assert one == other


def hold(tab, name):
    """Holds back the files with a name. Returns their requests."""
    held = []

    def pass_on(route):
        is_held = name in route.request.headers.get("content-disposition", "")
        held.append(route) if is_held else route.continue_()

    tab.page.route("**/uploads/*", pass_on)
    return held


def test_files_of_a_choice_are_received_in_its_order_however_fast_each_is(gallery, open_tab):
    tab = open_tab("desktop")
    held = hold(tab, "one.png")
    with tab.page.expect_response("**/uploads/*"):
        choose(tab, file("one.png"), file("two.png"), file("three.png"))
    eventually(lambda: tab.page.wait_for_timeout(10) or assert_equal(len(gallery.on_the_way()) >= 2, True))
    assert gallery.received() == {}
    held[0].continue_()
    wait_for_names(tab, "one.png", "two.png", "three.png")
    assert list(gallery.names().values()) == ["one.png", "two.png", "three.png"]


def test_a_file_that_is_cancelled_holds_up_no_other(gallery, open_tab):
    tab = open_tab("desktop")
    held = hold(tab, "one.png")
    with tab.page.expect_response("**/uploads/*"):
        choose(tab, file("one.png"), file("two.png"))
    tab.page.get_by_role("button", name="Cancel one.png").click()
    held[0].continue_()
    wait_for_names(tab, "two.png")
    wait_for_end(tab)
    eventually(lambda: assert_equal(gallery.on_the_way(), []))


def test_files_that_are_dropped_are_received(gallery, open_tab):
    tab = open_tab("desktop")
    drop(tab, "#drop", "dropped.png")
    wait_for_names(tab, "dropped.png")
    assert not tab.page.evaluate("document.querySelector('[data-dropping]') !== null")
    # Beside the target nothing happens: the browser would show the file in the page's place.
    assert drop(tab, "h1", "lost.png") == [True, "none"]
    assert gallery.received().keys() == {"dropped.png"}


def drop(tab, selector, name):
    """Dispatches a browser's events for files that are dragged from the desktop."""
    return tab.page.evaluate(
        """([selector, name]) => {
             const dataTransfer = new DataTransfer();
             dataTransfer.items.add(new File(["content"], name, { type: "image/png" }));
             const at = document.querySelector(selector);
             const over = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
             at.dispatchEvent(over);
             const isOver = at.hasAttribute("data-dropping");
             if (over.defaultPrevented) at.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
             return [over.defaultPrevented, isOver ? "copy" : "none"];
           }""", [selector, name])


def test_a_file_that_is_dropped_before_the_page_can_send_it_is_sent_later(gallery, open_tab):
    tab = open_tab("desktop", live=False)
    held = []
    tab.page.route("**/client/rest-*.js", lambda route: held.append(route))
    tab.page.reload(wait_until="commit")
    tab.page.wait_for_selector(".content[data-lattice]", state="attached")
    assert drop(tab, "#drop", "dropped.png") == [True, "none"], "else the browser would open the file"
    eventually(lambda: tab.page.wait_for_timeout(10) or assert_some(held))
    held[0].continue_()
    wait_for_names(tab, "dropped.png")
    assert gallery.received() == {"dropped.png": b"content"}


def test_progress_is_seen(gallery, line_tab):
    sent = file("large.png", 2_000_000)
    with SlowLine(gallery.port, rate=1_500_000) as line:
        tab = line_tab(line)
        choose(tab, sent)
        tab.page.get_by_text("Sending “large.png”").wait_for()
        tab.page.wait_for_function("() => { const { value, max } = document.querySelector('progress'); return 0 < value && value < max }")
        tab.shoot("upload", is_moving=False)
        wait_for_names(tab, "large.png")
        wait_for_end(tab)
    assert gallery.received() == {"large.png": sent["buffer"]}


def test_a_file_is_cancelled(gallery, line_tab):
    with SlowLine(gallery.port, rate=1_000_000) as line:
        tab = line_tab(line)
        choose(tab, file("large.png", 5_000_000), file("other.png", 5_000_000))
        eventually(lambda: assert_some(gallery.on_the_way()))
        # One is being begun, or sent; the server is to have nothing of either.
        tab.button("Cancel").click()
        wait_for_end(tab)
        eventually(lambda: assert_equal(gallery.on_the_way(), []))
        choose(tab, file("small.png"))
        wait_for_names(tab, "small.png")
    assert gallery.received().keys() == {"small.png"}


def assert_some(list):
    assert list


def test_a_lost_connection_costs_nothing(gallery, line_tab):
    """The line is cut in the middle, the page comes back over another one on the same port."""
    sent = file("large.png", 6_000_000)
    with SlowLine(gallery.port, rate=2_000_000) as line:
        tab = line_tab(line)
        asked = []
        tab.page.on("request", lambda request: asked.append((request.method, request.headers.get("upload-offset"))))
        choose(tab, sent)
        eventually(lambda: assert_much(gallery, 1_500_000))
        line.cut()
        wait_for_names(tab, "large.png")
        wait_for_end(tab)
    assert gallery.received() == {"large.png": sent["buffer"]}
    assert gallery.counted() == ["large.png"]
    assert [method for method, _ in asked].count("POST") == 1, "it was not begun anew"
    assert max(int(offset or 0) for _, offset in asked) >= 1_500_000


def assert_much(gallery, count):
    assert sum(path.stat().st_size for path in pathlib.Path(f"{gallery.file}-uploads").glob("*.part")) > count


def test_a_server_that_is_killed_goes_on_where_it_was(gallery, line_tab):
    sent = file("large.png", 6_000_000)
    with SlowLine(gallery.port, rate=2_000_000) as line:
        tab = line_tab(line)
        choose(tab, sent)
        eventually(lambda: assert_much(gallery, 1_000_000))
        gallery.process.kill()
        gallery.process.wait()
        gallery.start()
        wait_for_names(tab, "large.png")
        wait_for_end(tab)
    assert gallery.received() == {"large.png": sent["buffer"]}
    assert gallery.counted() == ["large.png"]
    assert gallery.on_the_way() == []


def test_a_file_that_the_server_has_lost_is_sent_anew(gallery, line_tab):
    sent = file("large.png", 3_000_000)
    with SlowLine(gallery.port, rate=1_500_000) as line:
        tab = line_tab(line)
        choose(tab, sent)
        eventually(lambda: assert_much(gallery, 500_000))
        gallery.process.kill()
        gallery.process.wait()
        for name in gallery.on_the_way():
            (pathlib.Path(f"{gallery.file}-uploads") / name).unlink()
        gallery.start()
        wait_for_names(tab, "large.png")
    assert gallery.received() == {"large.png": sent["buffer"]}


def test_what_the_server_refuses_is_said(gallery, open_tab, tmp_path):
    tab = open_tab("desktop")
    large, fine = tmp_path / "large.png", tmp_path / "fine.png"
    fine.write_bytes(file("fine.png")["buffer"])
    with large.open("wb") as opened:
        opened.truncate((32 << 20) + 1)
    choose(tab, large, fine)
    wait_for_names(tab, "fine.png")
    tab.page.get_by_text("“large.png” was not sent. This file is too large: 32 MB is the most.").wait_for()
    # It would be as large the next time.
    assert not tab.button("Try again").is_visible()
    tab.shoot("upload-refused")
    tab.button("Dismiss").click()
    wait_for_end(tab)
    assert gallery.on_the_way() == []
    tab.complaints.clear()


def test_what_the_action_refuses_is_said_and_can_be_sent_again(gallery, open_tab):
    tab = open_tab("phone")
    choose(tab, file("bad.png"), file("fine.png"))
    wait_for_names(tab, "fine.png")
    tab.page.get_by_text("“bad.png” isn't wanted here. Nothing of it was kept.", exact=True).wait_for()
    tab.shoot("upload-unwanted")
    assert gallery.on_the_way() == []
    tab.button("Try again").click()
    tab.page.get_by_text("isn't wanted here").wait_for()
    choose(tab, file("other.png"))
    wait_for_names(tab, "fine.png", "other.png")
    tab.button("Dismiss").click()
    wait_for_end(tab)


def test_a_page_with_a_file_on_its_way_asks_before_it_goes(gallery, line_tab):
    asked = []
    with SlowLine(gallery.port, rate=500_000) as line:
        tab = line_tab(line)
        tab.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        choose(tab, file("large.png", 5_000_000))
        eventually(lambda: assert_some(gallery.on_the_way()))
        # Browsers ask only where a person has done something.
        tab.page.locator("h1").click()
        tab.page.reload()
        assert asked == ["beforeunload"]


def test_nothing_of_this_is_to_be_had_from_another_site(gallery, open_tab):
    tab = open_tab("desktop")
    choose(tab, file("one.png"))
    wait_for_names(tab, "one.png")
    address = f"{gallery.url}/file/one.png"
    with urllib.request.urlopen(address) as answer:
        # The app's middleware is behind the gate.
        assert answer.headers["x-workbench"] == "seen"
    request = urllib.request.Request(address, headers={"Sec-Fetch-Site": "cross-site"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert (refused.value.code, refused.value.headers["x-workbench"]) == (403, None)
