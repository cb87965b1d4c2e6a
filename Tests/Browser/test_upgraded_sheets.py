"""Sheets above a page of an older version that meets a newer server: typed text is restored, or its loss is
reported."""

import pytest
from workbench import Workbench

PROGRAM = Workbench


@pytest.fixture
def tab(gallery, open_tab):
    gallery.fill("saw", "file")
    tab = open_tab("desktop", path="/sheets", live=False)
    # The number of loads, which is stored outside the page.
    tab.page.add_init_script("try { sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1 } catch {}")
    tab.open_anew()
    tab.page.evaluate(
        """() => { const label = document.createElement('label');
             label.innerHTML = 'Draft <input name="draft">'; document.querySelector('main section').append(label) }""")
    return tab


def loads(tab):
    return int(tab.page.evaluate("sessionStorage.loads"))


def wait_for_load(tab, before):
    tab.page.wait_for_function("before => Number(sessionStorage.loads) === before + 1", arg=before)
    tab.page.wait_for_selector(".content[data-lattice]")


@pytest.mark.parametrize("storyboard", ["the same", "another"])
def test_a_sheet_comes_back_by_its_address_with_what_was_typed_in_it(gallery, tab, storyboard):
    tab.cell("2").click()
    note = tab.page.get_by_label("Note", exact=True)
    note.fill("half a sentence")
    tab.page.keyboard.press("ArrowLeft")
    if storyboard == "another":
        # As if the page had it from another storyboard: then the new scene does not have it again.
        tab.page.evaluate(
            """() => { const { send } = WebSocket.prototype;
                 WebSocket.prototype.send = function (text) { send.call(this, text.replace(/("sheets",.*?"\\/note\\/2",")[^"]*/, '$1other')) } }""")
    before = loads(tab)
    gallery.upgrade()
    wait_for_load(tab, before)
    tab.page.wait_for_function("() => document.querySelector('main, .note') && document.querySelector('[name=note]')?.value === 'half a sentence'")
    assert tab.page.evaluate("location.pathname") == "/note/2"
    assert tab.page.locator("dialog").count() == 0, "it is a page now"
    assert tab.page.evaluate("[document.activeElement.name, document.activeElement.selectionStart]") == ["note", 14]
    assert tab.page.locator(".banner.error").count() == 0
    # It is the person's still: Return commits it.
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("() => !document.querySelector('[data-pressed]')")
    assert note.input_value() == "half a sentence"
    tab.page.go_back()
    tab.page.wait_for_selector("[data-item='2']")
    assert tab.page.evaluate("location.pathname") == "/sheets"
    tab.page.wait_for_timeout(500)
    assert loads(tab) == before + 2


def test_what_was_typed_below_a_sheet_is_there_on_the_way_back(gallery, open_tab):
    gallery.fill("saw", "file")
    tab = open_tab("desktop", path="/note/1")
    page = tab.page
    page.evaluate("document.querySelector('[name=note]').removeAttribute('data-action')")
    page.get_by_label("Note", exact=True).fill("of the page")
    # A sheet with an address, as another page of the app presents it.
    page.evaluate(
        """() => { history.pushState({ sheets: ['/note/2'], page: history.state.aviary }, '', '/note/2');
             const dialog = document.createElement('dialog');
             dialog.innerHTML = '<input name="note">'; document.body.append(dialog); dialog.showModal();
             const field = dialog.querySelector('input'); field.focus() }""")
    page.keyboard.type("of the sheet")
    version = page.evaluate("document.documentElement.dataset.version")
    gallery.upgrade()
    page.wait_for_function("version => document.documentElement.dataset.version !== version", arg=version)
    page.wait_for_function("() => document.querySelector('[name=note]')?.value === 'of the sheet'")
    page.go_back()
    page.wait_for_function("() => document.querySelector('[name=note]')?.value === 'of the page'")
    assert page.evaluate("sessionStorage.typed") is None


def test_what_was_typed_in_a_sheet_without_an_address_is_said_after_the_reload(gallery, tab):
    tab.button("Note").click()
    tab.page.get_by_label("Note", exact=True).fill("half a sentence")
    before = loads(tab)
    gallery.upgrade()
    wait_for_load(tab, before)
    tab.page.get_by_text("You had typed “half a sentence”.").wait_for()
    assert tab.page.locator("dialog").count() == 0
    tab.page.wait_for_timeout(500)
    assert loads(tab) == before + 1


def test_a_page_waits_for_a_sheet_without_an_address_however_long_it_is_open(gallery, tab):
    # A page that is older than its server from the beginning has a sheet of a scene that is there.
    before, old = loads(tab), tab.page.evaluate("document.documentElement.dataset.version")
    tab.page.goto("about:blank")
    gallery.upgrade()
    # Something is being moved until the sheet is open.
    tab.page.add_init_script(
        f"""document.addEventListener('readystatechange', () => {{
              if (sessionStorage.upgraded || document.readyState !== 'interactive') return;
              document.documentElement.dataset.version = '{old}';
              document.body.append(Object.assign(document.createElement('div'), {{ className: 'lifted' }}));
            }})""")
    tab.page.goto(tab.url)
    tab.page.wait_for_selector(".content[data-lattice]")
    tab.button("Note").click()
    note = tab.page.get_by_label("Note", exact=True)
    note.fill("half a sentence")
    tab.page.evaluate("document.querySelector('body > .lifted').remove()")
    # An hour passes.
    tab.page.evaluate("() => { const now = performance.now.bind(performance); performance.now = () => now() + 3_600_000 }")
    tab.page.wait_for_timeout(1000)
    assert loads(tab) == before + 1
    assert note.input_value() == "half a sentence"
    tab.page.get_by_role("button", name="Close").click()
    wait_for_load(tab, before + 1)
